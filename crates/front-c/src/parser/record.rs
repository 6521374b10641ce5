//! Structs, unions and enumerations (C11 §6.7.2.1, §6.7.2.2).

use smallvec::SmallVec;

use super::attribute::Attributes;
use super::declarator::Naming;
use super::scope::Meaning;
use super::specifier::Place;
use super::{Failed, Parsed, Parser};
use crate::ast::{
    Attribute, AttributeArguments, AttributeOwner, Declarator, Enum, EnumId, Enumerator, List,
    Member, Name, PRAGMA_PACK, Record, RecordId, RecordKind, SpecifiersId, TypeName,
};
use crate::lexer::Kind;

impl Parser<'_> {
    /// `struct tag { … }`.
    pub(super) fn record(&mut self) -> Parsed<RecordId> {
        let keyword = self.bump();
        let kind =
            if keyword.kind == Kind::Struct { RecordKind::Struct } else { RecordKind::Union };
        let mut attributes = Attributes::new();
        self.attributes(&mut attributes)?;
        self.bracketed_attributes(&mut attributes)?;
        let tag = self.tag();
        let members = if self.kind() == Kind::OpenBrace {
            self.bump();
            let members = self.members()?;
            self.pack(&mut attributes);
            self.attributes(&mut attributes)?;
            Some(members)
        } else if tag.is_none() {
            return Err(self.unexpected("a tag or `{`"));
        } else {
            None
        };
        let attributes = self.unit.lists.attributes.add(attributes);
        let span = self.since(keyword.span);
        Ok(self.unit.records.push(Record { kind, tag, members, attributes, span }))
    }

    /// Makes an attribute of the `#pragma pack` that holds at the `}` just read: gcc places the members then.
    fn pack(&mut self, attributes: &mut Attributes) {
        let limit = self.packs.at(self.position.saturating_sub(1));
        if limit != 0 {
            let name = self.unit.symbols.intern(PRAGMA_PACK);
            let arguments = AttributeArguments::Text(self.unit.symbols.intern(&limit.to_string()));
            let owner = AttributeOwner::Declaration;
            attributes.push(Attribute { name, arguments, owner, span: self.here() });
        }
    }

    fn tag(&mut self) -> Option<Name> {
        let token = self.token();
        (token.kind == Kind::Identifier).then(|| {
            self.bump();
            Name { symbol: token.symbol, span: token.span }
        })
    }

    /// What follows `{`, with the `}`.
    fn members(&mut self) -> Parsed<List<Member>> {
        let mut members: Vec<Member> = Vec::new();
        while !matches!(self.kind(), Kind::CloseBrace | Kind::End) {
            let start = self.position;
            if let Err(Failed) = self.member_line(&mut members) {
                self.skip_statement(start);
                if self.position == start {
                    self.bump();
                }
            }
        }
        self.expect(Kind::CloseBrace, "after the members")?;
        Ok(self.unit.lists.members.add(members))
    }

    fn member_line(&mut self, out: &mut Vec<Member>) -> Parsed<()> {
        while self.eat(Kind::Extension) {}
        match self.kind() {
            Kind::Semicolon => {
                self.bump();
                return Ok(());
            }
            Kind::StaticAssert => {
                out.push(Member::StaticAssert(self.static_assert()?));
                return Ok(());
            }
            _ => {}
        }
        let start = self.here();
        let specifiers = self.specifiers(Place::Other)?;
        if self.unit[specifiers].storage.is_some() {
            self.error(
                "conflicting-specifiers",
                self.unit[specifiers].span,
                "a member has no storage class",
                "remove the storage class",
            );
        }
        if matches!(self.kind(), Kind::Semicolon | Kind::CloseBrace) {
            let declarator = self.no_declarator(start);
            out.push(Member::Field {
                specifiers,
                declarator,
                width: None,
                span: self.since(start),
            });
            return self.end_of_member();
        }
        loop {
            out.push(self.member(specifiers)?);
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.end_of_member()
    }

    /// The `;`, which GNU C does not miss after the last member.
    fn end_of_member(&mut self) -> Parsed<()> {
        if self.kind() == Kind::CloseBrace {
            self.warn(
                "missing-semicolon",
                self.here(),
                "no `;` after the last member",
                "write it: other compilers insist",
            );
            return Ok(());
        }
        self.expect(Kind::Semicolon, "after the member")?;
        Ok(())
    }

    fn no_declarator(&self, span: tribunal_base::Span) -> Declarator {
        Declarator {
            name: None,
            derivations: List::default(),
            attributes: List::default(),
            asm_label: None,
            contract: List::default(),
            span,
        }
    }

    fn member(&mut self, specifiers: SpecifiersId) -> Parsed<Member> {
        let start = self.here();
        let mut declarator = match self.kind() {
            Kind::Colon => self.no_declarator(start),
            _ => self.declarator(Naming::Always)?,
        };
        let width = if self.eat(Kind::Colon) { Some(self.conditional()?) } else { None };
        if self.kind() == Kind::Attribute {
            let mut attributes: Attributes =
                self.unit[declarator.attributes].iter().copied().collect();
            self.attributes(&mut attributes)?;
            declarator.attributes = self.unit.lists.attributes.add(attributes);
        }
        Ok(Member::Field { specifiers, declarator, width, span: self.since(start) })
    }

    /// `enum tag { … }`.
    pub(super) fn enumeration(&mut self) -> Parsed<EnumId> {
        let start = self.bump().span;
        let mut attributes = Attributes::new();
        self.attributes(&mut attributes)?;
        self.bracketed_attributes(&mut attributes)?;
        let tag = self.tag();
        // Unless it is the width of a bit-field.
        let underlying = if self.kind() == Kind::Colon && self.type_name_at(1) {
            self.bump();
            let start = self.here();
            let specifiers = self.specifiers(Place::Other)?;
            let declarator = self.no_declarator(start);
            self.type_heights.push(0);
            let span = self.since(start);
            Some(self.unit.type_names.push(TypeName { specifiers, declarator, span }))
        } else {
            None
        };
        let enumerators = if self.eat(Kind::OpenBrace) {
            let mut enumerators: SmallVec<[Enumerator; 8]> = SmallVec::new();
            while self.kind() != Kind::CloseBrace {
                enumerators.push(self.enumerator()?);
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
            if enumerators.is_empty() {
                return Err(self.unexpected("the name of an enumeration constant"));
            }
            self.expect(Kind::CloseBrace, "after the enumeration constants")?;
            self.attributes(&mut attributes)?;
            Some(self.unit.lists.enumerators.add(enumerators))
        } else if tag.is_none() {
            return Err(self.unexpected("a tag or `{`"));
        } else {
            None
        };
        let attributes = self.unit.lists.attributes.add(attributes);
        let span = self.since(start);
        Ok(self.unit.enums.push(Enum { tag, underlying, enumerators, attributes, span }))
    }

    fn enumerator(&mut self) -> Parsed<Enumerator> {
        let name = self.name("the name of an enumeration constant")?;
        self.loose_attributes()?;
        let value = if self.eat(Kind::Equal) { Some(self.nest(Self::conditional)?) } else { None };
        // Its scope begins after its value: C11 §6.2.1 p. 7.
        self.scopes.declare(name.symbol, Meaning::Value);
        Ok(Enumerator { name, value })
    }
}

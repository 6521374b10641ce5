//! Structs, unions and enumerations (C17 6.7.2.1 to 6.7.2.3).

use tribunal_base::Span;

use crate::ast;
use crate::hir::{Enum, EnumId, IntegerKind, Length, Record, RecordId, RecordKind, Type, TypeId};

use super::attribute::Attributes;
use super::declarator::Position;
use super::layout::{Frame, Member, layout};
use super::scope::{Entity, Tag};
use super::specifiers::{Specified, TagUse};
use super::{Checked, Sema};

impl Sema<'_> {
    pub(crate) fn record_specifier(
        &mut self,
        id: ast::RecordId,
        tag_use: TagUse,
    ) -> Checked<TypeId> {
        let specifier = self.ast[id];
        let kind = match specifier.kind {
            ast::RecordKind::Struct => RecordKind::Struct,
            ast::RecordKind::Union => RecordKind::Union,
        };
        let record = self.record_tag(
            kind,
            specifier.tag,
            specifier.members.is_some(),
            tag_use,
            specifier.span,
        )?;
        let ty = self.unit.types.intern(Type::Record(record));
        if let Some(members) = specifier.members {
            if self.types().record(record).complete {
                let tag = self.show(ty);
                let first = self.types().record(record).span;
                let error =
                    self.error("redefinition", specifier.span, format!("`{tag}` is defined twice"));
                self.explain(|it| it.related(first, "first defined here"));
                return Err(error);
            }
            self.unit.types.records[record].span = specifier.span;
            self.define_record(record, members, specifier.attributes)?;
        }
        Ok(ty)
    }

    /// The record that a tag names, new if it has to be.
    fn record_tag(
        &mut self,
        kind: RecordKind,
        tag: Option<ast::Name>,
        defines: bool,
        tag_use: TagUse,
        span: Span,
    ) -> Checked<RecordId> {
        if let Some(name) = tag {
            let found = if defines || tag_use == TagUse::Declaration {
                self.scopes.tag_here(name.symbol)
            } else {
                self.scopes.tag(name.symbol)
            };
            match found {
                Some(Tag::Record(record)) if self.types().record(record).kind == kind => {
                    return Ok(record);
                }
                Some(_) => {
                    let text = self.text(name.symbol);
                    return Err(self.error(
                        "wrong-tag",
                        name.span,
                        format!("the tag `{text}` means another kind of type"),
                    ));
                }
                None => {}
            }
        }
        let record = Record {
            kind,
            tag: tag.map(|it| self.text(it.symbol).to_owned()),
            alias: None,
            complete: false,
            fields: Vec::new(),
            size: 0,
            align: 1,
            span,
            transparent: false,
        };
        let record = self.unit.types.records.push(record);
        if let Some(name) = tag {
            self.scopes.declare_tag(name.symbol, Tag::Record(record));
        }
        Ok(record)
    }

    fn define_record(
        &mut self,
        record: RecordId,
        members: ast::List<ast::Member>,
        attributes: ast::List<ast::Attribute>,
    ) -> Checked<()> {
        let ast = self.ast;
        let mut own = Attributes::default();
        self.attributes(attributes, &mut own)?;
        self.refuse();
        let mut list = Vec::with_capacity(members.len());
        let mut line: Option<(ast::SpecifiersId, Specified)> = None;
        for member in &ast[members] {
            match *member {
                ast::Member::StaticAssert(decl) => self.static_assert(decl)?,
                ast::Member::Field { specifiers, declarator, width, span } => {
                    // The members of a line share a struct that is defined in it.
                    let specified = match line.take().filter(|it| it.0 == specifiers) {
                        Some((_, specified)) => specified,
                        None => self.specifiers(specifiers, TagUse::Reference)?,
                    };
                    let (_, specified) = line.insert((specifiers, specified));
                    if let Some(member) = self.record_member(specified, &declarator, width, span)? {
                        list.push(member);
                    }
                }
            }
        }
        self.check_member_names(&list)?;
        let kind = self.types().record(record).kind;
        self.check_flexible(kind, &list)?;
        let span = self.types().record(record).span;
        let frame = Frame { packed: own.packed, align: own.last_align, pack: own.pack };
        let Some(done) = layout(&self.unit.types, kind, list, frame) else {
            return Err(self.error("too-large", span, "the struct or union is too large"));
        };
        let record = &mut self.unit.types.records[record];
        record.fields = done.fields;
        record.size = done.size;
        record.align = done.align;
        record.complete = true;
        record.transparent = own.transparent;
        Ok(())
    }

    fn check_member_names(&mut self, members: &[Member]) -> Checked<()> {
        let mut seen = rustc_hash::FxHashMap::default();
        for member in members {
            let mut names = Vec::new();
            match &member.name {
                Some(name) => names.push(name.clone()),
                None => self.anonymous_names(member.ty.id, &mut names),
            }
            for name in names {
                if let Some(first) = seen.insert(name.clone(), member.span) {
                    let message = format!("the member `{name}` is declared twice");
                    let error = self.error("redefinition", member.span, message);
                    self.explain(|it| it.related(first, "first declared here"));
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// The names that an anonymous member brings into the record around it.
    fn anonymous_names(&self, ty: TypeId, names: &mut Vec<String>) {
        let Type::Record(record) = *self.types().get(ty) else { return };
        for field in &self.types().record(record).fields {
            match &field.name {
                Some(name) => names.push(name.clone()),
                None => self.anonymous_names(field.ty.id, names),
            }
        }
    }

    /// A flexible array stands last in a struct with other members (C17 6.7.2.1p18).
    fn check_flexible(&mut self, kind: RecordKind, members: &[Member]) -> Checked<()> {
        let flexible = |it: &Member| self.array_length(it.ty.id) == Some(Length::Incomplete);
        let Some(position) = members.iter().position(flexible) else { return Ok(()) };
        let named = members[..position].iter().any(|it| it.name.is_some() || it.kept);
        if kind == RecordKind::Struct && named && position + 1 == members.len() {
            return Ok(());
        }
        let message =
            "only the last of several members of a struct can be an array without a length";
        Err(self.error("flexible-array", members[position].span, message))
    }

    fn record_member(
        &mut self,
        specified: &Specified,
        declarator: &ast::Declarator,
        width: Option<ast::ExprId>,
        span: Span,
    ) -> Checked<Option<Member>> {
        let Some(base) = specified.ty else {
            return Err(self.error("unknown-type", span, "`__auto_type` needs an initialiser"));
        };
        let mut attributes = specified.attributes.clone();
        let ty = self.derive(base, declarator, Position::Member)?;
        let mut own = Attributes::default();
        self.attributes(declarator.attributes, &mut own)?;
        let ty = self.apply_mode(ty, &own);
        self.refuse();
        attributes.align = attributes.align.max(own.align);
        attributes.packed |= own.packed;
        let name = declarator.name.map(|it| self.text(it.symbol).to_owned());
        let record = matches!(self.types().get(ty.id), Type::Record(_));
        if name.is_none() && width.is_none() && !record {
            self.warn("no-member", span, "the declaration declares no member");
            return Ok(None);
        }
        if name.is_none()
            && let Type::Record(inner) = *self.types().get(ty.id)
            && self.types().record(inner).tag.is_some()
            && width.is_none()
        {
            // `struct s { … };` inside a struct declares a tag, no member (unless Microsoft's extensions are on).
            self.warn("no-member", span, "the declaration declares no member");
            return Ok(None);
        }
        if self.types().is_function(ty.id) {
            return Err(self.error("invalid-type", span, "a member cannot be a function"));
        }
        let flexible = self.array_length(ty.id) == Some(Length::Incomplete);
        if !flexible && self.types().size_of(ty.id).is_none() {
            let ty = self.show(ty.id);
            return Err(self.error(
                "incomplete-type",
                span,
                format!("a member cannot have type `{ty}`, which is incomplete"),
            ));
        }
        let type_align = self.type_alignment(specified, declarator, &own);
        let type_align = type_align.unwrap_or_else(|| self.types().align_of_qualified(ty));
        let signed = self.types().integer_kind(ty.id).is_some_and(IntegerKind::is_signed);
        let width = match width {
            Some(width) => Some(self.bit_width(width, ty.id, name.is_some(), span)?),
            None => None,
        };
        Ok(Some(Member {
            kept: name.is_none() && record,
            name,
            ty,
            width,
            align: attributes.align,
            packed: attributes.packed,
            type_align,
            signed,
            span,
        }))
    }

    fn bit_width(
        &mut self,
        width: ast::ExprId,
        ty: TypeId,
        named: bool,
        span: Span,
    ) -> Checked<u64> {
        let value = self.integer_constant(width, "the width of a bit-field")?;
        if !self.types().is_integer(ty) {
            let ty = self.show(ty);
            return Err(self.error(
                "bit-field",
                span,
                format!("a bit-field cannot have type `{ty}`"),
            ));
        }
        let limit = match self.types().integer_kind(ty) {
            None => 1,
            Some(kind) => i128::from(kind.bits(self.types().model())),
        };
        if value < 0 || value > limit {
            return Err(self.error(
                "bit-field",
                span,
                format!("the width of a bit-field cannot be {value}: its type has {limit} bits"),
            ));
        }
        if value == 0 && named {
            return Err(self.error("bit-field", span, "a bit-field of width 0 cannot have a name"));
        }
        Ok(u64::try_from(value).unwrap_or(0))
    }

    pub(crate) fn enum_specifier(&mut self, id: ast::EnumId, tag_use: TagUse) -> Checked<TypeId> {
        let specifier = self.ast[id];
        let defines = specifier.enumerators.is_some();
        let mut known = None;
        if let Some(name) = specifier.tag {
            let found = if defines || tag_use == TagUse::Declaration {
                self.scopes.tag_here(name.symbol)
            } else {
                self.scopes.tag(name.symbol)
            };
            match found {
                Some(Tag::Enum(it)) => known = Some(it),
                Some(Tag::Record(_)) => {
                    let text = self.text(name.symbol);
                    return Err(self.error(
                        "wrong-tag",
                        name.span,
                        format!("the tag `{text}` means another kind of type"),
                    ));
                }
                None => {}
            }
        }
        let id = match known {
            Some(it) => it,
            None => {
                let tag = specifier.tag.map(|it| self.text(it.symbol).to_owned());
                let it = Enum {
                    tag,
                    alias: None,
                    underlying: IntegerKind::UnsignedInt,
                    fixed: false,
                    complete: false,
                    constants: Vec::new(),
                    span: specifier.span,
                };
                let it = self.unit.types.enums.push(it);
                if let Some(name) = specifier.tag {
                    self.scopes.declare_tag(name.symbol, Tag::Enum(it));
                }
                it
            }
        };
        let ty = self.unit.types.intern(Type::Enum(id));
        let fixed = match specifier.underlying {
            Some(name) => Some(self.fixed_underlying(name)?),
            None => None,
        };
        if let Some(kind) = fixed
            && !self.types().enumeration(id).complete
        {
            // Its size is known before its constants are (C23 §6.7.3.3).
            let it = &mut self.unit.types.enums[id];
            it.underlying = kind;
            it.complete = specifier.enumerators.is_none();
            it.fixed = true;
        }
        if let Some(list) = specifier.enumerators {
            let known = self.types().enumeration(id);
            if known.complete && !(known.fixed && known.constants.is_empty()) {
                let tag = self.show(ty);
                return Err(self.error(
                    "redefinition",
                    specifier.span,
                    format!("`{tag}` is defined twice"),
                ));
            }
            let mut attributes = Attributes::default();
            self.attributes(specifier.attributes, &mut attributes)?;
            if attributes.mode.is_some() || attributes.align.is_some() {
                self.meet("an enumeration with a size or alignment of its own", specifier.span);
            }
            self.refuse();
            self.define_enum(id, ty, list, attributes.packed)?;
        }
        Ok(ty)
    }

    fn define_enum(
        &mut self,
        id: EnumId,
        ty: TypeId,
        list: ast::List<ast::Enumerator>,
        packed: bool,
    ) -> Checked<()> {
        let ast = self.ast;
        let int = self.common.int;
        let fixed = self.types().enumeration(id);
        if fixed.fixed {
            let kind = fixed.underlying;
            return self.define_fixed_enum(id, ty, list, kind);
        }
        let mut next = 0i128;
        let mut constants = Vec::with_capacity(list.len());
        for enumerator in &ast[list] {
            let mut constant_type = int;
            let value = match enumerator.value {
                None => next,
                Some(expr) => self.integer_constant(expr, "an enumeration constant")?,
            };
            if i32::try_from(value).is_err() {
                // Until the enumeration is complete the constant has the type it needs, with a sign if possible.
                let low = if i64::try_from(value).is_ok() { value.min(-1) } else { value };
                constant_type = self.smallest(low, value, IntegerKind::UnsignedInt);
            }
            self.declare_constant(enumerator.name, value, constant_type)?;
            constants.push((enumerator.name, value));
            next = value.wrapping_add(1);
        }
        let low = constants.iter().map(|it| it.1).min().unwrap_or(0);
        let high = constants.iter().map(|it| it.1).max().unwrap_or(0);
        let least = if packed { IntegerKind::SignedChar } else { IntegerKind::Int };
        let underlying = self.smallest(low, high, least);
        let underlying = self.types().integer_kind(underlying).unwrap_or(IntegerKind::UnsignedInt);
        // Wide constants have the type of the enumeration.
        for &(name, value) in &constants {
            if i32::try_from(value).is_err() {
                self.scopes.declare(name.symbol, Entity::Constant { value, ty }, name.span);
            }
        }
        let constants = constants
            .iter()
            .map(|&(name, value)| (self.text(name.symbol).to_owned(), value))
            .collect();
        let it = &mut self.unit.types.enums[id];
        it.underlying = underlying;
        it.constants = constants;
        it.complete = true;
        Ok(())
    }

    /// The type after the colon of an enumeration.
    fn fixed_underlying(&mut self, name: ast::TypeNameId) -> Checked<IntegerKind> {
        let span = self.ast[name].span;
        let ty = self.type_name(name)?.id;
        match self.types().integer_kind(ty) {
            Some(kind) => Ok(kind),
            None if *self.types().get(ty) == Type::Bool => {
                self.meet("an enumeration represented by `bool`", span);
                self.refuse();
                Ok(IntegerKind::UnsignedChar)
            }
            None => {
                let ty = self.show(ty);
                let message = format!("an enumeration cannot be represented by `{ty}`");
                Err(self.error("not-an-integer", span, message))
            }
        }
    }

    /// The constants of an enumeration whose type is said have that type.
    fn define_fixed_enum(
        &mut self,
        id: EnumId,
        ty: TypeId,
        list: ast::List<ast::Enumerator>,
        kind: IntegerKind,
    ) -> Checked<()> {
        let ast = self.ast;
        let model = self.types().model();
        let mut next = 0i128;
        let mut constants = Vec::with_capacity(list.len());
        for enumerator in &ast[list] {
            let value = match enumerator.value {
                None => next,
                Some(expr) => self.integer_constant(expr, "an enumeration constant")?,
            };
            if super::build::wrap(value, kind, model) != value {
                let text = self.text(enumerator.name.symbol);
                let message = format!("`{text}` does not fit the type of the enumeration");
                return Err(self.error("constant-overflow", enumerator.name.span, message));
            }
            self.declare_constant(enumerator.name, value, ty)?;
            constants.push((self.text(enumerator.name.symbol).to_owned(), value));
            next = value.wrapping_add(1);
        }
        let it = &mut self.unit.types.enums[id];
        it.constants = constants;
        it.complete = true;
        Ok(())
    }

    /// The smallest type of at least the width of `least` for a range: unsigned if there are no negative values.
    fn smallest(&mut self, low: i128, high: i128, least: IntegerKind) -> TypeId {
        use IntegerKind as Kind;
        let model = self.types().model();
        let ladder =
            [Kind::SignedChar, Kind::Short, Kind::Int, Kind::Long, Kind::LongLong, Kind::Int128];
        let fits = |kind: Kind| {
            super::build::wrap(low, kind, model) == low
                && super::build::wrap(high, kind, model) == high
        };
        let kind = ladder
            .into_iter()
            .filter(|it| it.bits(model) >= least.bits(model))
            .map(|it| if low < 0 { it } else { it.to_unsigned() })
            .find(|&it| fits(it))
            .unwrap_or(Kind::Int128);
        self.unit.types.intern(Type::Integer(kind))
    }

    fn declare_constant(&mut self, name: ast::Name, value: i128, ty: TypeId) -> Checked<()> {
        if let Some((entity, first)) = self.scopes.here(name.symbol)
            && !matches!(entity, Entity::Broken)
        {
            let text = self.text(name.symbol);
            let error =
                self.error("redefinition", name.span, format!("`{text}` is declared twice"));
            self.explain(|it| it.related(first, "first declared here"));
            return Err(error);
        }
        self.scopes.declare(name.symbol, Entity::Constant { value, ty }, name.span);
        Ok(())
    }
}

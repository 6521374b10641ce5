//! The units of a model.

use tribunal_base::Diagnostic;

use super::{Body, BodyKind, Parse, Parser, Reported};
use crate::ast::{
    Active, Block, CCodeKind, CState, CStateKind, Init, Item, Never, Proctype, ProctypeKind, Trace,
    TraceKind,
};
use crate::lexer::Kind;

impl Parser<'_> {
    /// All units; faulty ones are left out.
    pub(super) fn units(&mut self) {
        loop {
            match self.kind() {
                Kind::End => return,
                Kind::Semicolon | Kind::Arrow => {
                    self.bump();
                }
                _ => {
                    let before = self.previous;
                    match self.unit() {
                        Ok(item) => self.items.push(item),
                        Err(Reported) => {
                            // A token that starts no unit must not be looked at again.
                            if self.previous == before {
                                self.bump();
                            }
                            self.skip_unit();
                        }
                    }
                }
            }
        }
    }

    fn unit(&mut self) -> Parse<Item> {
        match self.kind() {
            Kind::Active | Kind::Proctype | Kind::DProctype => self.proctype().map(Item::Proctype),
            Kind::Init => self.init().map(Item::Init),
            Kind::Never => self.never().map(Item::Never),
            Kind::Trace => self.trace().map(Item::Trace),
            Kind::Ltl => self.ltl_block().map(Item::Ltl),
            Kind::Type | Kind::TypeName | Kind::Visibility => self.global_declaration(),
            Kind::Typedef => self.typedef().map(Item::Typedef),
            Kind::Inline => self.inline_definition().map(Item::Inline),
            Kind::CCode => {
                let token = self.bump();
                let kind = if self.text(&token) == "c_decl" {
                    CCodeKind::Declaration
                } else {
                    CCodeKind::Code
                };
                self.c_code(&token, kind).map(Item::CCode)
            }
            Kind::CState => self.c_state().map(Item::CState),
            Kind::CloseBrace => Err(self.unexpected_with(
                "a declaration, a proctype, `init`, `never`, `ltl`, `inline` or `typedef`",
                Some("there is one `}` too many, or a `{` is missing before"),
            )),
            _ => Err(self.unexpected_with(
                "a declaration, a proctype, `init`, `never`, `ltl`, `inline` or `typedef`",
                Some("statements can only be in the body of a proctype or of `init`"),
            )),
        }
    }

    /// `active [2] proctype P(..) priority 3 provided (e) { .. }`.
    fn proctype(&mut self) -> Parse<Proctype> {
        let start = self.span();
        let active = if self.at(Kind::Active) {
            let first = self.bump().lexeme.span;
            let count = if self.at(Kind::OpenBracket) { Some(self.instances()?) } else { None };
            Some(Active { count, span: first.to(self.previous) })
        } else {
            None
        };
        let kind = match self.kind() {
            Kind::Proctype => ProctypeKind::Proctype,
            Kind::DProctype => ProctypeKind::Deterministic,
            _ => return Err(self.unexpected("`proctype`")),
        };
        self.bump();
        let token = self.expect(Kind::Name, "the name of a new proctype")?;
        let name = self.ident(&token);
        self.lexer.names.proctypes.insert(token.lexeme.text);
        self.expect(Kind::OpenParen, "`(` and the parameters")?;
        let parameters = if self.eat(Kind::CloseParen) {
            Vec::new()
        } else {
            self.declarations(Kind::CloseParen)?
        };
        let initialised =
            parameters.iter().flat_map(|it| &it.variables).find(|it| it.initialiser.is_some());
        if let Some(span) = initialised.map(|it| it.span) {
            self.report(
                Diagnostic::error(
                    "initialised-parameter",
                    span,
                    "a parameter cannot be initialised",
                )
                .help("it gets its value from `run`; parameters of an `active` proctype are 0"),
            );
        }
        let priority = self.priority()?;
        let provided = if self.eat(Kind::Provided) {
            Some(self.in_parentheses(Self::condition)?)
        } else {
            None
        };
        let body = self.body(BodyKind::Process)?;
        Ok(Proctype {
            active,
            kind,
            name,
            parameters,
            priority,
            provided,
            body,
            span: start.to(self.previous),
        })
    }

    /// `init { .. }`.
    fn init(&mut self) -> Parse<Init> {
        let start = self.bump().lexeme.span;
        let priority = self.priority()?;
        let body = self.body(BodyKind::Process)?;
        Ok(Init { priority, body, span: start.to(self.previous) })
    }

    /// `never name { .. }`.
    fn never(&mut self) -> Parse<Never> {
        let start = self.bump().lexeme.span;
        let name = if self.at(Kind::Name) { Some(self.name("a name")?) } else { None };
        let body = self.body(BodyKind::Process)?;
        Ok(Never { name, body, span: start.to(self.previous) })
    }

    /// `trace { .. }`, `notrace { .. }`.
    fn trace(&mut self) -> Parse<Trace> {
        let token = self.bump();
        let kind = if self.text(&token) == "trace" { TraceKind::Trace } else { TraceKind::NoTrace };
        let body = self.body(BodyKind::Trace)?;
        Ok(Trace { kind, body, span: token.lexeme.span.to(self.previous) })
    }

    /// `{ .. }` of a process.
    fn body(&mut self, kind: BodyKind) -> Parse<Block> {
        let start = self.expect(Kind::OpenBrace, "`{`")?.lexeme.span;
        self.lexer.mode.in_sequence = true;
        self.body = Body { kind, ..Body::GLOBAL };
        let statements = self.sequence();
        self.body = Body::GLOBAL;
        let statements = statements?;
        self.expect(Kind::CloseBrace, "`;` or `}`")?;
        self.lexer.mode.in_sequence = false;
        Ok(Block { statements, span: start.to(self.previous) })
    }

    /// `c_state ".." ".." ".."`, `c_track ".." ".." ".."`.
    fn c_state(&mut self) -> Parse<CState> {
        let token = self.bump();
        let kind =
            if self.text(&token) == "c_state" { CStateKind::State } else { CStateKind::Track };
        let what = self.string("a C declaration in quotes")?;
        let place = self.string("where it lives, in quotes")?;
        let extra = if self.at(Kind::Text) { Some(self.string("a string")?) } else { None };
        Ok(CState { kind, what, place, extra, span: token.lexeme.span.to(self.previous) })
    }
}

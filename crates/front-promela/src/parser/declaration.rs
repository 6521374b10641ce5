//! Declarations of variables, types and constants.

use tribunal_base::{Diagnostic, Span};

use super::structure::first_run;
use super::{BodyKind, Parse, Parser, Reported};
use crate::ast::{
    BinaryOp, ChannelInitialiser, Declaration, Expr, ExprKind, Ident, Initialiser, Item,
    MtypeDeclaration, Type, TypeKind, Typedef, UnaryOp, Variable, Visibility,
};
use crate::lexer::{Kind, Token};

/// What a constant expression in brackets is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// The size of an array or the number of instances, which Spin also takes from a variable's initial value.
    NameAllowed,
    /// The capacity of a channel.
    ConstantOnly,
}

impl Parser<'_> {
    /// A declaration outside of bodies.
    pub(super) fn global_declaration(&mut self) -> Parse<Item> {
        let start = self.span();
        let visibility = self.visibility();
        let ty = self.declared_type()?;
        // `mtype:t` has been read as a type; only `=` and `{` tell.
        if !self.at_mtype_list() {
            return self.variables(start, visibility.map(|it| it.0), ty).map(Item::Declaration);
        }
        let TypeKind::Mtype(subtype) = ty.kind else { return Err(self.not_a_list()) };
        if let Some((_, span)) = visibility {
            self.report(
                Diagnostic::error(
                    "misplaced-visibility",
                    span,
                    "the constants of an mtype are always visible",
                )
                .help("remove this word"),
            );
        }
        self.mtype_list(start, subtype).map(Item::Mtype)
    }

    /// A declaration in a body.
    pub(super) fn local_declaration(&mut self) -> Parse<Declaration> {
        let start = self.span();
        let visibility = self.visibility().map(|it| it.0);
        let ty = self.declared_type()?;
        if self.at_mtype_list() {
            if !matches!(ty.kind, TypeKind::Mtype(_)) {
                return Err(self.not_a_list());
            }
            return Err(self.report(
                Diagnostic::error(
                    "local-mtype",
                    ty.span,
                    "constants of an mtype cannot be declared here",
                )
                .help("declare them outside of proctypes and typedefs"),
            ));
        }
        self.variables(start, visibility, ty)
    }

    fn not_a_list(&mut self) -> Reported {
        let help =
            "a type is followed by the names of variables; only `mtype` has a list of constants";
        self.unexpected_with("the name of a variable", Some(help))
    }

    fn at_mtype_list(&mut self) -> bool {
        matches!(self.kind(), Kind::Assign | Kind::OpenBrace)
    }

    fn visibility(&mut self) -> Option<(Visibility, Span)> {
        if !self.at(Kind::Visibility) {
            return None;
        }
        let token = self.bump();
        let visibility = match self.text(&token) {
            "hidden" => Visibility::Hidden,
            "show" => Visibility::Show,
            _ => Visibility::Local,
        };
        Some((visibility, token.lexeme.span))
    }

    /// A type that variables can have.
    fn declared_type(&mut self) -> Parse<Type> {
        if self.at(Kind::TypeName) {
            let token = self.bump();
            return Ok(Type { kind: TypeKind::Named(self.ident(&token)), span: token.lexeme.span });
        }
        let token = self.expect(Kind::Type, "a type")?;
        let kind = match self.text(&token) {
            "bit" => TypeKind::Bit,
            "bool" => TypeKind::Bool,
            "byte" => TypeKind::Byte,
            "short" => TypeKind::Short,
            "int" => TypeKind::Int,
            "unsigned" => TypeKind::Unsigned,
            "chan" => TypeKind::Chan,
            "pid" => TypeKind::Pid,
            _ => TypeKind::Mtype(None),
        };
        let mut ty = Type { kind, span: token.lexeme.span };
        if self.at(Kind::Colon) {
            self.subtype(&mut ty)?;
        }
        Ok(ty)
    }

    /// `:name` after a type.
    fn subtype(&mut self, ty: &mut Type) -> Parse<()> {
        self.bump();
        let name = self.name("the name of an mtype's kind")?;
        ty.span = ty.span.to(name.span);
        match &mut ty.kind {
            TypeKind::Mtype(subtype) => {
                *subtype = Some(name);
                Ok(())
            }
            _ => Err(self.report(
                Diagnostic::error(
                    "misplaced-subtype",
                    name.span,
                    "only `mtype` can be followed by `:` and a name",
                )
                .help("the width of a number follows its name: `unsigned x : 3`"),
            )),
        }
    }

    /// `= { a, b, c }`.
    fn mtype_list(&mut self, start: Span, subtype: Option<Ident>) -> Parse<MtypeDeclaration> {
        self.eat(Kind::Assign);
        self.expect(Kind::OpenBrace, "`{` and the names of constants")?;
        let mut names: Vec<Token> = vec![self.expect(Kind::Name, "the name of a new constant")?];
        loop {
            // Commas are optional, and there may be several.
            match self.kind() {
                Kind::Comma => {
                    self.bump();
                }
                Kind::Name => names.push(self.bump()),
                _ => break,
            }
        }
        self.expect(Kind::CloseBrace, "the name of a new constant, `,` or `}`")?;
        let constants = names.iter().map(|it| it.lexeme.text);
        self.lexer.names.mtype_constants.extend(constants);
        let names = names.iter().map(|it| self.ident(it)).collect();
        Ok(MtypeDeclaration { subtype, names, span: start.to(self.previous) })
    }

    fn variables(
        &mut self,
        start: Span,
        visibility: Option<Visibility>,
        ty: Type,
    ) -> Parse<Declaration> {
        let mut variables = vec![self.variable()?];
        while self.eat(Kind::Comma) {
            variables.push(self.variable()?);
        }
        Ok(Declaration { visibility, ty, variables, span: start.to(self.previous) })
    }

    fn variable(&mut self) -> Parse<Variable> {
        let name = self.name("the name of a variable")?;
        let start = name.span;
        let (mut width, mut size) = (None, None);
        if self.eat(Kind::Colon) {
            width = Some(self.known_constant("a number of bits")?);
        } else if self.eat(Kind::OpenBracket) {
            size = Some(self.constant_expression(Bound::NameAllowed)?);
            self.expect(Kind::CloseBracket, "`]`")?;
        }
        let initialiser = if self.eat(Kind::Assign) {
            Some(self.initialiser(&name, size.is_some())?)
        } else {
            None
        };
        Ok(Variable { name, width, size, initialiser, span: start.to(self.previous) })
    }

    fn initialiser(&mut self, name: &Ident, is_array: bool) -> Parse<Initialiser> {
        let start = self.span();
        match self.kind() {
            Kind::OpenBrace => {
                self.bump();
                let mut values = vec![self.list_value()?];
                while self.eat(Kind::Comma) {
                    values.push(self.list_value()?);
                }
                self.expect(Kind::CloseBrace, "`,` or `}`")?;
                let span = start.to(self.previous);
                if !is_array {
                    return Err(self.report(
                        Diagnostic::error(
                            "list-for-scalar",
                            span,
                            format!("`{}` is not an array", name.name),
                        )
                        .help("a list of values can only initialise an array"),
                    ));
                }
                Ok(Initialiser::List { values, span })
            }
            Kind::OpenBracket => {
                let channel = self.channel_initialiser()?;
                self.check_prologue(channel.span)?;
                Ok(Initialiser::Channel(channel))
            }
            _ => {
                let value = self.expression()?;
                if let Some(run) = first_run(&value) {
                    return Err(self.report(
                        Diagnostic::error(
                            "misplaced-run",
                            run,
                            "`run` cannot initialise a variable",
                        )
                        .help("declare the variable first, then assign to it"),
                    ));
                }
                Ok(Initialiser::Value(value))
            }
        }
    }

    fn list_value(&mut self) -> Parse<Expr> {
        if self.at(Kind::Constant) {
            return self.constant();
        }
        Err(self.unexpected_with(
            "a constant",
            Some("a list has plain constants in it, no expressions or negative numbers"),
        ))
    }

    /// A channel must be made before all statements of a process.
    fn check_prologue(&mut self, span: Span) -> Parse<()> {
        if self.body.kind == BodyKind::Global || self.body.prologue {
            return Ok(());
        }
        Err(self.report(
            Diagnostic::error(
                "late-initialiser",
                span,
                "a channel is initialised after a statement",
            )
            .help(
                "move the declaration to the start of the proctype's body, outside of all blocks",
            ),
        ))
    }

    /// `[n] of { types }`.
    fn channel_initialiser(&mut self) -> Parse<ChannelInitialiser> {
        let start = self.bump().lexeme.span;
        let capacity = self.constant_expression(Bound::ConstantOnly)?;
        self.expect(Kind::CloseBracket, "`]`")?;
        self.expect(Kind::Of, "`of` and the types of a message")?;
        self.expect(Kind::OpenBrace, "`{` and the types of a message")?;
        let mut fields = vec![self.field_type()?];
        while self.eat(Kind::Comma) {
            fields.push(self.field_type()?);
        }
        self.expect(Kind::CloseBrace, "`,` or `}`")?;
        Ok(ChannelInitialiser { capacity, fields, span: start.to(self.previous) })
    }

    fn field_type(&mut self) -> Parse<Type> {
        let ty = self.declared_type()?;
        if ty.kind == TypeKind::Unsigned {
            return Err(self.report(
                Diagnostic::error(
                    "unsigned-field",
                    ty.span,
                    "`unsigned` cannot be the type of a message's field",
                )
                .help("use `byte`, `short` or `int`"),
            ));
        }
        Ok(ty)
    }

    /// Constants, `+ - * / %`, unary `-` and parentheses.
    fn constant_expression(&mut self, bound: Bound) -> Parse<Expr> {
        let first = self.span();
        let expr = self.expression()?;
        let bare_name = match &expr.kind {
            ExprKind::Place(place) => {
                place.parts.len() == 1 && place.parts[0].index.is_none() && place.span == expr.span
            }
            _ => false,
        };
        if is_constant(&expr) || (bare_name && bound == Bound::NameAllowed) {
            return Ok(expr);
        }
        Err(self.report(
            Diagnostic::error("constant-expected", first.to(expr.span), "this is not a constant expression")
                .help("only constants, `+`, `-`, `*`, `/`, `%` and parentheses can be used here; use a macro for names"),
        ))
    }

    /// `[n]` after `active`.
    pub(super) fn instances(&mut self) -> Parse<Expr> {
        self.bump();
        let count = self.constant_expression(Bound::NameAllowed)?;
        self.expect(Kind::CloseBracket, "`]`")?;
        Ok(count)
    }

    /// `typedef T { .. }`.
    pub(super) fn typedef(&mut self) -> Parse<Typedef> {
        let start = self.bump().lexeme.span;
        let token = self.expect(Kind::Name, "the name of a new type")?;
        let name = self.ident(&token);
        self.expect(Kind::OpenBrace, "`{` and the fields")?;
        self.lexer.mode.in_sequence = true;
        let fields = self.declarations(Kind::CloseBrace)?;
        self.lexer.mode.in_sequence = false;
        self.lexer.names.typedefs.insert(token.lexeme.text);
        Ok(Typedef { name, fields, span: start.to(self.previous) })
    }

    /// Declarations with semicolons between them, up to and with `close`. Spin's lexer has taken away a last semicolon
    /// before `}`.
    pub(super) fn declarations(&mut self, close: Kind) -> Parse<Vec<Declaration>> {
        let closing = if close == Kind::CloseBrace { "`;` or `}`" } else { "`;` or `)`" };
        let mut out = vec![self.local_declaration()?];
        while self.eat(Kind::Semicolon) {
            out.push(self.local_declaration()?);
        }
        self.expect(close, closing)?;
        Ok(out)
    }
}

fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number(_)
        | ExprKind::Char(_)
        | ExprKind::True
        | ExprKind::False
        | ExprKind::Skip
        | ExprKind::Mtype(_) => true,
        ExprKind::Unary(UnaryOp::Minus, it) => is_constant(it),
        ExprKind::Binary(
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem,
            left,
            right,
        ) => is_constant(left) && is_constant(right),
        _ => false,
    }
}

//! Primary and postfix expressions (C11 §6.5.1, §6.5.2).

use smallvec::SmallVec;
use tribunal_base::{Id as _, Span};

use super::{Parsed, Parser};
use crate::ast::{
    Access, Association, ExprId, ExprKind, FunctionNameStyle, Part, Step, TypeNameId,
};
use crate::lexer::Kind;

impl Parser<'_> {
    /// A primary expression and what follows it.
    pub(super) fn postfix(&mut self) -> Parsed<ExprId> {
        let start = self.here();
        let base = self.primary()?;
        self.postfix_of(start, base)
    }

    /// Calls, indices, members and steps behind `base`.
    pub(super) fn postfix_of(&mut self, start: Span, mut base: ExprId) -> Parsed<ExprId> {
        loop {
            let kind = match self.kind() {
                Kind::OpenBracket => {
                    self.bump();
                    let index = self.nest(Self::expression)?;
                    self.expect(Kind::CloseBracket, "after the index")?;
                    ExprKind::Index { base, index }
                }
                Kind::OpenParen => {
                    self.bump();
                    let arguments = self.arguments()?;
                    ExprKind::Call { function: base, arguments }
                }
                Kind::Dot | Kind::Arrow => {
                    let access =
                        if self.bump().kind == Kind::Dot { Access::Dot } else { Access::Arrow };
                    let name = self.name("the name of a member")?;
                    ExprKind::Member { base, access, name: name.symbol, name_span: name.span }
                }
                Kind::PlusPlus => {
                    self.bump();
                    ExprKind::Step { step: Step::PostIncrement, operand: base }
                }
                Kind::MinusMinus => {
                    self.bump();
                    ExprKind::Step { step: Step::PostDecrement, operand: base }
                }
                _ => return Ok(base),
            };
            base = self.add_expr(kind, self.since(start))?;
        }
    }

    /// What follows the `(` of a call.
    fn arguments(&mut self) -> Parsed<crate::ast::List<ExprId>> {
        let mut arguments: SmallVec<[ExprId; 4]> = SmallVec::new();
        if !self.eat(Kind::CloseParen) {
            loop {
                arguments.push(self.nest(Self::assignment)?);
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
            self.expect(Kind::CloseParen, "after the arguments")?;
        }
        Ok(self.unit.lists.exprs.add(arguments))
    }

    fn primary(&mut self) -> Parsed<ExprId> {
        let token = self.token();
        let start = token.span;
        let kind = match token.kind {
            Kind::Identifier if let Some(quantifier) = self.quantifier() => {
                return self.quantified(quantifier);
            }
            Kind::Identifier => {
                if self.scopes.is_type(token.symbol) {
                    return Err(self.unexpected("an expression, not a type"));
                }
                self.bump();
                ExprKind::Name(token.symbol)
            }
            Kind::Number => self.number_literal(),
            Kind::Character => self.character_literal(),
            Kind::String => {
                let (string, span) = self.string_literal();
                return self.add_expr(ExprKind::String(string), span);
            }
            Kind::Func => self.function_name(FunctionNameStyle::Func),
            Kind::Function => self.function_name(FunctionNameStyle::Function),
            Kind::PrettyFunction => self.function_name(FunctionNameStyle::PrettyFunction),
            Kind::OpenParen if self.peek(1) == Kind::OpenBrace => {
                self.bump();
                let (block, below) = self.measure(|it| it.nest(Self::block_in_new_scope))?;
                self.expect(Kind::CloseParen, "after the statement expression")?;
                return self.add_expr_above(below, ExprKind::Statement(block), self.since(start));
            }
            Kind::OpenParen => {
                self.bump();
                let inner = self.nest(Self::expression)?;
                self.expect(Kind::CloseParen, "after the expression")?;
                self.unit.exprs[inner].span = self.since(start);
                return Ok(inner);
            }
            Kind::Generic => self.generic()?,
            Kind::VaArg => {
                self.bump();
                self.expect(Kind::OpenParen, "after `__builtin_va_arg`")?;
                let list = self.nest(Self::assignment)?;
                self.expect(Kind::Comma, "after the list")?;
                let ty = self.type_name()?;
                self.expect(Kind::CloseParen, "after the type")?;
                ExprKind::VaArg { list, ty }
            }
            Kind::Offsetof => self.offsetof()?,
            Kind::TypesCompatible => {
                self.bump();
                self.expect(Kind::OpenParen, "after `__builtin_types_compatible_p`")?;
                let first = self.type_name()?;
                self.expect(Kind::Comma, "after the type")?;
                let second = self.type_name()?;
                self.expect(Kind::CloseParen, "after the types")?;
                ExprKind::TypesCompatible { first, second }
            }
            Kind::ChooseExpr => {
                self.bump();
                self.expect(Kind::OpenParen, "after `__builtin_choose_expr`")?;
                let condition = self.nest(Self::assignment)?;
                self.expect(Kind::Comma, "after the condition")?;
                let then = self.nest(Self::assignment)?;
                self.expect(Kind::Comma, "after the first choice")?;
                let otherwise = self.nest(Self::assignment)?;
                self.expect(Kind::CloseParen, "after the choices")?;
                ExprKind::Choose { condition, then, otherwise }
            }
            _ => return Err(self.unexpected("an expression")),
        };
        self.add_expr(kind, self.since(start))
    }

    fn function_name(&mut self, style: FunctionNameStyle) -> ExprKind {
        self.bump();
        ExprKind::FunctionName(style)
    }

    /// C11 §6.5.1.1.
    fn generic(&mut self) -> Parsed<ExprKind> {
        self.bump();
        self.expect(Kind::OpenParen, "after `_Generic`")?;
        let control = self.nest(Self::assignment)?;
        let mut associations: SmallVec<[Association; 4]> = SmallVec::new();
        while self.eat(Kind::Comma) {
            let start = self.here();
            let ty = if self.eat(Kind::Default) { None } else { Some(self.type_name()?) };
            self.expect(Kind::Colon, "of the association")?;
            let value = self.nest(Self::assignment)?;
            associations.push(Association { ty, value, span: self.since(start) });
        }
        if associations.is_empty() {
            return Err(self.unexpected("`,` and an association"));
        }
        self.expect(Kind::CloseParen, "after the associations")?;
        let associations = self.unit.lists.associations.add(associations);
        Ok(ExprKind::Generic { control, associations })
    }

    fn offsetof(&mut self) -> Parsed<ExprKind> {
        self.bump();
        self.expect(Kind::OpenParen, "after `__builtin_offsetof`")?;
        let ty = self.type_name()?;
        self.expect(Kind::Comma, "after the type")?;
        let first = self.name("the name of a member")?;
        let mut path: SmallVec<[Part; 2]> = SmallVec::from_elem(Part::Member(first.symbol), 1);
        loop {
            match self.kind() {
                Kind::Dot => {
                    self.bump();
                    let name = self.name("the name of a member")?;
                    path.push(Part::Member(name.symbol));
                }
                Kind::OpenBracket => {
                    self.bump();
                    path.push(Part::Index(self.nest(Self::expression)?));
                    self.expect(Kind::CloseBracket, "after the index")?;
                }
                _ => break,
            }
        }
        self.expect(Kind::CloseParen, "after the member")?;
        let path = self.unit.lists.parts.add(path);
        Ok(ExprKind::Offsetof { ty, path })
    }

    /// The braces of `(type){ … }`.
    pub(super) fn compound_literal(&mut self, start: Span, ty: TypeNameId) -> Parsed<ExprId> {
        let (init, below) = self.measure(|it| it.nest(Self::initialiser))?;
        let below = below.max(self.type_heights[ty.index()]);
        self.add_expr_above(below, ExprKind::CompoundLiteral { ty, init }, self.since(start))
    }
}

//! Expressions with operators (C11 §6.5.3 to §6.5.17).

use smallvec::SmallVec;

use super::{Parsed, Parser};
use crate::ast::{
    Arm, Association, BinaryOp, ExprId, ExprKind, Link, Part, Step, TypeNameId, UnaryOp,
};
use crate::lexer::Kind;

impl Parser<'_> {
    /// `a, b`.
    pub(super) fn expression(&mut self) -> Parsed<ExprId> {
        let start = self.here();
        let first = self.assignment()?;
        if self.kind() != Kind::Comma {
            return Ok(first);
        }
        let mut operands: SmallVec<[ExprId; 4]> = SmallVec::from_elem(first, 1);
        while self.eat(Kind::Comma) {
            operands.push(self.assignment()?);
        }
        let list = self.unit.lists.exprs.add(operands);
        self.add_expr(ExprKind::Comma(list), self.since(start))
    }

    /// An expression without commas.
    pub(super) fn assignment(&mut self) -> Parsed<ExprId> {
        let start = self.here();
        let target = self.conditional()?;
        let op = match self.kind() {
            Kind::Equal => None,
            Kind::StarEqual => Some(BinaryOp::Multiply),
            Kind::SlashEqual => Some(BinaryOp::Divide),
            Kind::PercentEqual => Some(BinaryOp::Remainder),
            Kind::PlusEqual => Some(BinaryOp::Add),
            Kind::MinusEqual => Some(BinaryOp::Subtract),
            Kind::ShiftLeftEqual => Some(BinaryOp::ShiftLeft),
            Kind::ShiftRightEqual => Some(BinaryOp::ShiftRight),
            Kind::AmpersandEqual => Some(BinaryOp::BitAnd),
            Kind::CaretEqual => Some(BinaryOp::BitXor),
            Kind::BarEqual => Some(BinaryOp::BitOr),
            _ => return Ok(target),
        };
        self.bump();
        let value = self.nest(Self::assignment)?;
        self.add_expr(ExprKind::Assign { op, target, value }, self.since(start))
    }

    /// `c ? a : b`, the whole chain of them.
    pub(super) fn conditional(&mut self) -> Parsed<ExprId> {
        let start = self.here();
        let mut last = self.implication()?;
        if self.kind() != Kind::Question {
            return Ok(last);
        }
        let mut arms: SmallVec<[Arm; 2]> = SmallVec::new();
        while self.eat(Kind::Question) {
            let then = match self.kind() {
                Kind::Colon => None,
                _ => Some(self.nest(Self::expression)?),
            };
            self.expect(Kind::Colon, "of the conditional expression")?;
            arms.push(Arm { condition: last, then });
            last = self.implication()?;
        }
        let arms = self.unit.lists.arms.add(arms);
        self.add_expr(ExprKind::Conditional { arms, otherwise: last }, self.since(start))
    }

    /// Operators of at least this level: precedence climbing, with one node for each run of operators of a level.
    pub(super) fn binary(&mut self, least: u8) -> Parsed<ExprId> {
        let start = self.here();
        let mut first = self.unary()?;
        while let Some((_, level)) = self.binary_operator().filter(|it| least <= it.1) {
            let mut links: SmallVec<[Link; 2]> = SmallVec::new();
            while let Some((op, _)) = self.binary_operator().filter(|it| it.1 == level) {
                let op_span = self.bump().span;
                let operand = self.binary(level + 1)?;
                links.push(Link { op, op_span, operand });
            }
            let rest = self.unit.lists.links.add(links);
            first = self.add_expr(ExprKind::Chain { first, rest }, self.since(start))?;
        }
        Ok(first)
    }

    /// The operator here, and its level. `==>` and `<==>` are none, though their first parts are.
    fn binary_operator(&self) -> Option<(BinaryOp, u8)> {
        match self.kind() {
            Kind::EqualEqual | Kind::LessEqual if self.implies().is_some() => None,
            kind => binary_operator(kind),
        }
    }

    /// Operators before their operand, casts, `sizeof`.
    pub(super) fn unary(&mut self) -> Parsed<ExprId> {
        let start = self.here();
        let op = match self.kind() {
            Kind::Ampersand => UnaryOp::AddressOf,
            Kind::Star => UnaryOp::Dereference,
            Kind::Plus => UnaryOp::Plus,
            Kind::Minus => UnaryOp::Negate,
            Kind::Tilde => UnaryOp::Complement,
            Kind::Bang => UnaryOp::Not,
            Kind::Real => UnaryOp::Real,
            Kind::Imag => UnaryOp::Imaginary,
            Kind::PlusPlus | Kind::MinusMinus => {
                let step = if self.bump().kind == Kind::PlusPlus {
                    Step::PreIncrement
                } else {
                    Step::PreDecrement
                };
                let operand = self.nest(Self::unary)?;
                return self.add_expr(ExprKind::Step { step, operand }, self.since(start));
            }
            Kind::Extension => {
                self.bump();
                return self.nest(Self::unary);
            }
            Kind::AndAnd => {
                self.bump();
                let label = self.name("a label after `&&`")?;
                return self.add_expr(ExprKind::LabelAddress(label.symbol), self.since(start));
            }
            Kind::Sizeof | Kind::Alignof | Kind::PreferredAlignof => return self.sizeof(),
            Kind::OpenParen if self.type_name_at(1) => return self.cast(),
            _ => return self.postfix(),
        };
        self.bump();
        let operand = self.nest(Self::unary)?;
        self.add_expr(ExprKind::Unary { op, operand }, self.since(start))
    }

    /// `sizeof x`, `sizeof(type)`, and `_Alignof` likewise.
    fn sizeof(&mut self) -> Parsed<ExprId> {
        let keyword = self.bump();
        let start = keyword.span;
        if self.kind() == Kind::OpenParen && self.type_name_at(1) {
            let open = self.bump().span;
            let ty = self.type_name()?;
            self.expect(Kind::CloseParen, "after the type")?;
            if self.kind() != Kind::OpenBrace {
                let kind = match keyword.kind {
                    Kind::Sizeof => ExprKind::SizeofType(ty),
                    Kind::Alignof => ExprKind::AlignofType(ty),
                    _ => ExprKind::PreferredAlignofType(ty),
                };
                return self.add_expr(kind, self.since(start));
            }
            let literal = self.compound_literal(open, ty)?;
            let operand = self.postfix_of(open, literal)?;
            return self.sizeof_expr(keyword.kind, operand, start);
        }
        let operand = self.nest(Self::unary)?;
        self.sizeof_expr(keyword.kind, operand, start)
    }

    fn sizeof_expr(
        &mut self,
        keyword: Kind,
        operand: ExprId,
        start: tribunal_base::Span,
    ) -> Parsed<ExprId> {
        let kind = match keyword {
            Kind::Sizeof => ExprKind::SizeofExpr(operand),
            _ => ExprKind::AlignofExpr(operand),
        };
        self.add_expr(kind, self.since(start))
    }

    /// `(type)x` or `(type){ … }`.
    fn cast(&mut self) -> Parsed<ExprId> {
        let start = self.bump().span;
        let ty = self.type_name()?;
        self.expect(Kind::CloseParen, "after the type")?;
        if self.kind() == Kind::OpenBrace {
            let literal = self.compound_literal(start, ty)?;
            return self.postfix_of(start, literal);
        }
        let operand = self.nest(Self::unary)?;
        self.add_expr(ExprKind::Cast { ty, operand }, self.since(start))
    }

    /// The height of the highest tree below a node.
    pub(super) fn height_of_children(&self, kind: &ExprKind) -> u16 {
        let height = |it: ExprId| self.heights[tribunal_base::Id::index(it)];
        let type_height = |it: TypeNameId| self.type_heights[tribunal_base::Id::index(it)];
        let highest = |list: &[ExprId]| list.iter().map(|&it| height(it)).max().unwrap_or(0);
        match *kind {
            ExprKind::Generic { control, associations } => {
                let of = |it: &Association| height(it.value).max(it.ty.map_or(0, type_height));
                let values = self.unit[associations].iter().map(of).max();
                height(control).max(values.unwrap_or(0))
            }
            ExprKind::Index { base, index } => height(base).max(height(index)),
            ExprKind::Call { function, arguments } => height(function).max(highest(&self.unit[arguments])),
            ExprKind::Member { base: operand, .. }
            | ExprKind::Step { operand, .. }
            | ExprKind::Unary { operand, .. }
            | ExprKind::SizeofExpr(operand)
            | ExprKind::AlignofExpr(operand) => height(operand),
            ExprKind::Cast { ty, operand } | ExprKind::VaArg { list: operand, ty } => {
                height(operand).max(type_height(ty))
            }
            ExprKind::SizeofType(ty)
            | ExprKind::AlignofType(ty)
            | ExprKind::PreferredAlignofType(ty) => type_height(ty),
            ExprKind::TypesCompatible { first, second } => type_height(first).max(type_height(second)),
            ExprKind::Chain { first, rest } => {
                let operands = self.unit[rest].iter().map(|it| height(it.operand)).max();
                height(first).max(operands.unwrap_or(0))
            }
            ExprKind::Conditional { arms, otherwise } => {
                let parts = self.unit[arms].iter();
                let parts = parts.map(|it| height(it.condition).max(it.then.map_or(0, height))).max();
                height(otherwise).max(parts.unwrap_or(0))
            }
            ExprKind::Assign { target, value, .. } => height(target).max(height(value)),
            ExprKind::Comma(list) => highest(&self.unit[list]),
            ExprKind::Offsetof { ty, path } => {
                let index = |it: &Part| match *it {
                    Part::Index(index) => height(index),
                    Part::Member(_) => 0,
                };
                self.unit[path].iter().map(index).max().unwrap_or(0).max(type_height(ty))
            }
            ExprKind::Quantified { condition, .. } => height(condition),
            ExprKind::Choose { condition, then, otherwise } => {
                height(condition).max(height(then)).max(height(otherwise))
            }
            ExprKind::Name(_)
            | ExprKind::Integer(_)
            | ExprKind::Float(_)
            | ExprKind::Character(_)
            | ExprKind::String(_)
            | ExprKind::FunctionName(_)
            | ExprKind::LabelAddress(_)
            // These come with their heights: see `Parser::measure`.
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::Statement(_)
            | ExprKind::Error => 0,
        }
    }
}

/// An operator between two operands, and its level, from weakest to strongest.
fn binary_operator(kind: Kind) -> Option<(BinaryOp, u8)> {
    Some(match kind {
        Kind::OrOr => (BinaryOp::Or, 0),
        Kind::AndAnd => (BinaryOp::And, 1),
        Kind::Bar => (BinaryOp::BitOr, 2),
        Kind::Caret => (BinaryOp::BitXor, 3),
        Kind::Ampersand => (BinaryOp::BitAnd, 4),
        Kind::EqualEqual => (BinaryOp::Equal, 5),
        Kind::BangEqual => (BinaryOp::NotEqual, 5),
        Kind::Less => (BinaryOp::Less, 6),
        Kind::Greater => (BinaryOp::Greater, 6),
        Kind::LessEqual => (BinaryOp::LessEqual, 6),
        Kind::GreaterEqual => (BinaryOp::GreaterEqual, 6),
        Kind::ShiftLeft => (BinaryOp::ShiftLeft, 7),
        Kind::ShiftRight => (BinaryOp::ShiftRight, 7),
        Kind::Plus => (BinaryOp::Add, 8),
        Kind::Minus => (BinaryOp::Subtract, 8),
        Kind::Star => (BinaryOp::Multiply, 9),
        Kind::Slash => (BinaryOp::Divide, 9),
        Kind::Percent => (BinaryOp::Remainder, 9),
        _ => return None,
    })
}

//! Calls of what CBMC provides: `__CPROVER_*`. Those that are ordinary functions are known by their names when they are lowered.

use tribunal_base::Span;

use crate::ast;
use crate::hir::{
    ArrayOp, BinaryOp, Builtin, ExprId, FloatTest, FunctionType, IntegerKind, Linkage, MemoryQuery,
    QualType, Size, Type, TypeId,
};
use crate::predefined::VERIFIER_TYPES;

use super::convert::Purpose;
use super::scope::Entity;
use super::{Checked, Sema};

/// What starts the names.
const PREFIX: &str = "__CPROVER_";

/// Functions without a result that take any arguments.
const STATEMENTS: [&str; 9] = [
    "assert",
    "assume",
    "atomic_begin",
    "atomic_end",
    "cover",
    "input",
    "output",
    "postcondition",
    "precondition",
];

/// What a call is, by its name and how many arguments it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Ask(MemoryQuery),
    /// So many bytes of what a pointer points to.
    AskOfPointee(MemoryQuery),
    Havoc,
    Array(ArrayOp),
    Overflow(BinaryOp),
    ShiftOverflow,
    NegationOverflow,
    Test(FloatTest),
    Absolute(IntegerKind),
    AbsoluteFloat,
    /// Equality of values of one type.
    Equal,
    Fresh,
    SamePointer,
    /// The value before the call, in a contract.
    Old,
}

impl Operation {
    fn by_name(name: &str, arguments: usize) -> Option<Self> {
        use MemoryQuery as Query;
        Some(match (name, arguments) {
            ("r_ok", 2) => Self::Ask(Query::Readable),
            ("w_ok" | "rw_ok", 2) => Self::Ask(Query::Writable),
            ("r_ok", 1) => Self::AskOfPointee(Query::Readable),
            ("w_ok" | "rw_ok", 1) => Self::AskOfPointee(Query::Writable),
            ("same_object", 2) => Self::Ask(Query::SameObject),
            ("POINTER_OBJECT", 1) => Self::Ask(Query::Object),
            ("POINTER_OFFSET", 1) => Self::Ask(Query::Offset),
            ("OBJECT_SIZE", 1) => Self::Ask(Query::Size),
            ("DYNAMIC_OBJECT", 1) => Self::Ask(Query::IsDynamic),
            ("LIVE_OBJECT", 1) => Self::Ask(Query::IsAlive),
            ("WRITEABLE_OBJECT", 1) => Self::Ask(Query::IsWritable),
            ("pointer_in_range" | "pointer_in_range_dfcc", 3) => Self::Ask(Query::InRange),
            ("havoc_object", 1) | ("havoc_slice", 2) => Self::Havoc,
            ("array_copy", 2) => Self::Array(ArrayOp::Copy),
            ("array_replace", 2) => Self::Array(ArrayOp::Replace),
            ("array_set", 2) => Self::Array(ArrayOp::Set),
            ("overflow_plus", 2) => Self::Overflow(BinaryOp::Add),
            ("overflow_minus", 2) => Self::Overflow(BinaryOp::Subtract),
            ("overflow_mult", 2) => Self::Overflow(BinaryOp::Multiply),
            ("overflow_shl", 2) => Self::ShiftOverflow,
            ("overflow_unary_minus", 1) => Self::NegationOverflow,
            ("isnanf" | "isnand" | "isnanld", 1) => Self::Test(FloatTest::IsNan),
            ("isinff" | "isinfd" | "isinfld", 1) => Self::Test(FloatTest::IsInfinite),
            ("isfinitef" | "isfinited" | "isfiniteld", 1) => Self::Test(FloatTest::IsFinite),
            ("isnormalf" | "isnormald" | "isnormalld", 1) => Self::Test(FloatTest::IsNormal),
            ("signf" | "signd" | "signld", 1) => Self::Test(FloatTest::SignBit),
            ("abs", 1) => Self::Absolute(IntegerKind::Int),
            ("labs", 1) => Self::Absolute(IntegerKind::Long),
            ("llabs", 1) => Self::Absolute(IntegerKind::LongLong),
            ("fabs" | "fabsf" | "fabsl", 1) => Self::AbsoluteFloat,
            ("equal", 2) => Self::Equal,
            ("is_fresh", 2) => Self::Fresh,
            ("pointer_equals", 2) => Self::SamePointer,
            ("old" | "loop_entry", 1) => Self::Old,
            _ => return None,
        })
    }
}

impl Sema<'_> {
    /// The call, if CBMC gives it a meaning that its type does not tell.
    pub(crate) fn verifier_call(
        &mut self,
        name: &str,
        arguments: ast::List<ast::ExprId>,
        span: Span,
    ) -> Option<Checked<ExprId>> {
        let name = name.strip_prefix(PREFIX)?;
        let operation = Operation::by_name(name, arguments.len())?;
        let list = &self.ast[arguments];
        Some(self.values(list).and_then(|values| self.verifier(operation, &values, span)))
    }

    /// Makes the types of CBMC known, where a file mentions them.
    pub(crate) fn verifier_types(&mut self) {
        let types = [self.common.bool, self.common.size, self.common.ptrdiff];
        for (name, ty) in VERIFIER_TYPES.into_iter().zip(types) {
            if let Some(symbol) = self.ast.symbols.find(name) {
                let nowhere = Span::new(self.ast.file, 0, 0);
                let ty = QualType::plain(ty);
                self.scopes.declare(symbol, Entity::Typedef { ty, align: None }, nowhere);
            }
        }
    }

    /// Makes a function of CBMC known that nobody declared.
    pub(crate) fn verifier_function(
        &mut self,
        name: tribunal_preprocess::Symbol,
        span: Span,
    ) -> bool {
        let text = self.text(name);
        if !text.strip_prefix(PREFIX).is_some_and(|it| STATEMENTS.contains(&it)) {
            return false;
        }
        let ty = FunctionType {
            result: self.common.void,
            parameters: Vec::new(),
            variadic: false,
            prototyped: false,
        };
        let ty = self.unit.types.intern(Type::Function(ty));
        let function = self.external_function(text, ty, span);
        self.declare_library(name, function, span);
        true
    }

    /// Whether a name is a function of CBMC that has no body.
    pub(crate) fn is_of_a_verifier(&self, text: &str, entity: Entity) -> bool {
        match entity {
            Entity::Function(it) => {
                let function = &self.unit.functions[it];
                text.starts_with(PREFIX)
                    && function.body.is_none()
                    && function.linkage == Linkage::External
            }
            _ => false,
        }
    }

    fn verifier(&mut self, operation: Operation, values: &[ExprId], span: Span) -> Checked<ExprId> {
        let common = self.common;
        match (operation, values) {
            (Operation::AskOfPointee(query), &[pointer]) => {
                let size = self.pointee(self.ty(pointer)).and_then(|it| self.size(it.id, span));
                let size = self.size_value(size.unwrap_or(Size::Known(1)), span);
                self.ask(query, &[pointer, size], span)
            }
            (Operation::Ask(query), _) => self.ask(query, values, span),
            (Operation::Havoc, &[pointer]) => {
                let pointer = self.pointer(pointer, 1, span)?;
                Ok(self.make(Builtin::Havoc, vec![pointer], common.void, span))
            }
            (Operation::Havoc, &[pointer, size]) => {
                let pointer = self.pointer(pointer, 1, span)?;
                let size = self.assign_convert(size, common.size, Purpose::Argument(2), span)?;
                Ok(self.make(Builtin::Havoc, vec![pointer, size], common.void, span))
            }
            (Operation::Array(ArrayOp::Set), &[pointer, value]) => {
                let Some(element) = self.pointee(self.ty(pointer)) else {
                    return self.pointer(pointer, 1, span);
                };
                let value = self.assign_convert(value, element.id, Purpose::Argument(2), span)?;
                let arguments = vec![pointer, value];
                Ok(self.make(Builtin::Array(ArrayOp::Set), arguments, common.void, span))
            }
            (Operation::Array(op), &[to, from]) => {
                let arguments = vec![self.pointer(to, 1, span)?, self.pointer(from, 2, span)?];
                Ok(self.make(Builtin::Array(op), arguments, common.void, span))
            }
            (Operation::Overflow(op), &[left, right]) => {
                let ty = self.arithmetic_type(left, right);
                if !self.types().is_integer(ty) {
                    return Err(self.wrong_operands(self.ty(left), self.ty(right), span));
                }
                let (left, right) = (self.convert(left, ty), self.convert(right, ty));
                let builtin = Builtin::OverflowQuery(op);
                Ok(self.make(builtin, vec![left, right, left], common.bool, span))
            }
            (Operation::ShiftOverflow, &[left, right]) => {
                let (left, right) = (self.promote(left), self.promote(right));
                let types = [self.ty(left), self.ty(right)];
                if !types.iter().all(|it| self.types().is_integer(*it)) {
                    return Err(self.wrong_operands(types[0], types[1], span));
                }
                Ok(self.make(Builtin::ShiftOverflow, vec![left, right], common.bool, span))
            }
            (Operation::NegationOverflow, &[value]) => {
                let value = self.promote(value);
                let ty = self.ty(value);
                match self.types().integer_kind(ty) {
                    Some(kind) if kind.is_signed() => {
                        let zero = self.integer(0, ty, span);
                        let arguments = vec![zero, value, value];
                        let builtin = Builtin::OverflowQuery(BinaryOp::Subtract);
                        Ok(self.make(builtin, arguments, common.bool, span))
                    }
                    _ => {
                        let what = "whether the negation of a number without sign overflows";
                        Ok(self.unsupported(what, common.bool, span))
                    }
                }
            }
            (Operation::Test(test), &[value]) => {
                self.float(value, 1, span)?;
                Ok(self.make(Builtin::FloatTest(test), vec![value], common.int, span))
            }
            (Operation::Absolute(kind), &[value]) => {
                let ty = self.unit.types.intern(Type::Integer(kind));
                let value = self.assign_convert(value, ty, Purpose::Argument(1), span)?;
                Ok(self.make(Builtin::Absolute, vec![value], ty, span))
            }
            (Operation::AbsoluteFloat, &[value]) => {
                let ty = self.float(value, 1, span)?;
                Ok(self.make(Builtin::Math("fabs".to_owned()), vec![value], ty, span))
            }
            (Operation::Old, &[value]) => self.old_value(value, span),
            (Operation::Fresh, &[pointer, size]) => {
                let pointer = self.pointer(pointer, 1, span)?;
                let size = self.assign_convert(size, common.size, Purpose::Argument(2), span)?;
                Ok(self.make(Builtin::Fresh, vec![pointer, size], common.bool, span))
            }
            (Operation::SamePointer, &[left, right]) => {
                let arguments = vec![self.pointer(left, 1, span)?, self.pointer(right, 2, span)?];
                Ok(self.make(Builtin::SamePointer, arguments, common.bool, span))
            }
            (Operation::Equal, &[left, right]) => {
                self.binary_expr(ast::BinaryOp::Equal, left, right, span)
            }
            _ => Err(self.count(span)),
        }
    }

    /// Asks about memory. The last argument of a question about an area is its size.
    fn ask(&mut self, query: MemoryQuery, values: &[ExprId], span: Span) -> Checked<ExprId> {
        let common = self.common;
        let has_size = matches!(query, MemoryQuery::Readable | MemoryQuery::Writable);
        let mut arguments = Vec::with_capacity(values.len());
        for (index, &value) in values.iter().enumerate() {
            arguments.push(match index {
                1 if has_size => {
                    self.assign_convert(value, common.size, Purpose::Argument(2), span)?
                }
                _ => self.pointer(value, index + 1, span)?,
            });
        }
        let ty = match query {
            MemoryQuery::Object | MemoryQuery::Size => common.size,
            MemoryQuery::Offset => common.ptrdiff,
            _ => common.bool,
        };
        Ok(self.make(Builtin::Memory(query), arguments, ty, span))
    }

    /// An argument that must be a pointer, to anything.
    fn pointer(&mut self, value: ExprId, position: usize, span: Span) -> Checked<ExprId> {
        let void_pointer = self.common.void_pointer;
        if self.pointee(self.ty(value)).is_some() {
            return self.cast(value, void_pointer, span);
        }
        self.assign_convert(value, void_pointer, Purpose::Argument(position), span)
    }

    /// The type of an argument that must be a float.
    fn float(&mut self, value: ExprId, position: usize, span: Span) -> Checked<TypeId> {
        let ty = self.ty(value);
        if matches!(self.types().get(ty), Type::Float(_)) {
            return Ok(ty);
        }
        let shown = self.show(ty);
        let message = format!("argument {position} should be a float, not `{shown}`");
        Err(self.error("wrong-operands", span, message))
    }
}

//! The value of an expression in a state: rules E1 to E7 of `tribunal_ir::expr`.

use crate::enabled::choices;
use crate::float::{self, Operation};
use crate::memory::{Memory, Pointer};
use crate::message::first_match;
use crate::place::address;
use crate::state::{Queue, State, program_counter};
use crate::successors::timeout;
use std::cmp::Ordering;
use tribunal_ir::{BinOp, Expr, ExprId, FloatShape, IntShape, Program, Ty, UnOp};

/// Who looks at which state.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The program.
    pub program: &'a Program,
    /// The state.
    pub state: &'a State,
    /// The index of the process whose expressions are evaluated; `None` for properties and claims.
    pub process: Option<u32>,
    /// What `timeout` is taken to be.
    pub timeout: bool,
    /// Whether this is already the answer to an `Enabled`.
    pub nesting: Nesting,
}

/// Where an `Enabled` occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nesting {
    /// At top: it is answered.
    Outer,
    /// In a guard that is evaluated for the sake of another `Enabled`: it is false.
    Inner,
}

impl<'a> View<'a> {
    /// How a process sees the state, `timeout` being taken to be this.
    #[must_use]
    pub fn of_process(program: &'a Program, state: &'a State, process: u32, timeout: bool) -> Self {
        Self { program, state, process: Some(process), timeout, nesting: Nesting::Outer }
    }

    /// How properties and claims see the state.
    #[must_use]
    pub fn of_property(program: &'a Program, state: &'a State) -> Self {
        let timeout = timeout(program, state);
        Self { program, state, process: None, timeout, nesting: Nesting::Outer }
    }

    /// The same for another process.
    #[must_use]
    pub fn by(self, process: u32) -> Self {
        Self { process: Some(process), ..self }
    }

    /// Whether a `Bool` expression is true.
    #[must_use]
    pub fn holds(self, expr: ExprId) -> bool {
        evaluate(self, expr) != 0
    }

    /// The channel an expression names, if it is alive.
    #[must_use]
    pub fn channel(self, expr: ExprId) -> Option<&'a Queue> {
        self.state.channel(evaluate(self, expr))
    }
}

/// Whether an expression of a property is true in a state.
#[must_use]
pub fn evaluate_atom(program: &Program, state: &State, atom: ExprId) -> bool {
    View::of_property(program, state).holds(atom)
}

/// The value of an expression.
#[must_use]
pub fn evaluate(view: View<'_>, expr: ExprId) -> i128 {
    let View { program, state, .. } = view;
    let value = |arg: ExprId| evaluate(view, arg);
    let process = |arg: ExprId| state.process(value(arg));
    let pointer = |arg: ExprId| Pointer::from_number(value(arg));
    let declaration = |arg: ExprId| Some(&program.channels[view.channel(arg)?.declaration]);

    match &program.exprs[expr] {
        Expr::Const { value, .. } => *value,
        Expr::Load(place) => {
            // E3, E4: what is not there reads as 0.
            address(view, *place).map_or(0, |it| it.read(program, state))
        }
        Expr::Unary(op, arg) => unary(*op, scalar_ty(program, *arg), value(*arg)),
        Expr::Binary(op, a, b) => {
            binary(*op, scalar_ty(program, *a), &state.memory, value(*a), value(*b))
        }
        Expr::Ite(condition, a, b) => value(if view.holds(*condition) { *a } else { *b }),
        Expr::Cast { to, arg } => {
            cast(view, scalar_ty(program, *arg), program.tys[*to], value(*arg))
        }
        Expr::Reinterpret { arg, .. } => program.shape_of(expr).wrap(value(*arg)),

        Expr::Object(object) => Pointer::to_static(*object).number(),
        Expr::Function(function) => Pointer::to_function(*function).number(),
        Expr::Advance { pointer: base, by } => pointer(*base).advance(value(*by)).number(),
        Expr::Pointer(query, arg) => state.memory.ask(program, *query, pointer(*arg)),
        Expr::IsInitialised { pointer: start, size } => {
            let size = u64::try_from(value(*size)).unwrap_or(0);
            truth(state.memory.is_initialised(pointer(*start), size))
        }
        Expr::Heap(query) => {
            let roots = state.pointers(program).into_iter();
            truth(state.memory.ask_heap(program, *query, roots))
        }

        Expr::SelfPid => view.process.map_or(0, i128::from),
        Expr::ProcessCount => count(state.processes.len()),
        Expr::InstanceOf(wanted) => {
            let oldest = state.processes.iter().position(|it| it.process == *wanted);
            oldest.map_or(-1, count)
        }
        Expr::At { process: index, label } => {
            let label = &program.labels[*label];
            truth(
                process(*index).is_some_and(|it| {
                    it.process == label.process && label.locs.contains(&it.location)
                }),
            )
        }
        Expr::ProgramCounter(index) => {
            process(*index).map_or(0, |it| count(program_counter(program, it.location)))
        }
        Expr::Priority(index) => process(*index).map_or(0, |it| it.priority.into()),
        Expr::Enabled(index) => truth(is_enabled(view, value(*index))),
        Expr::Timeout => truth(view.timeout),
        Expr::NonProgress => {
            truth(!state.processes.iter().any(|it| program.locs[it.location].marks.progress))
        }

        Expr::Length(channel) => view.channel(*channel).map_or(0, |it| count(it.messages.len())),
        Expr::Capacity(channel) => declaration(*channel).map_or(0, |it| it.capacity.into()),
        Expr::Arity(channel) => declaration(*channel).map_or(0, |it| count(it.fields.len())),
        Expr::Poll { channel, patterns, scan } => {
            // The queue of a rendezvous channel is always empty.
            let queue = view.channel(*channel);
            truth(queue.is_some_and(|it| first_match(view, it, patterns, *scan).is_some()))
        }
    }
}

/// The answer to `Enabled`.
fn is_enabled(view: View<'_>, index: i128) -> bool {
    let Ok(process) = u32::try_from(index) else { return false };
    view.nesting == Nesting::Outer
        && view.state.process(index).is_some()
        && !choices(View { timeout: false, nesting: Nesting::Inner, ..view.by(process) }).is_empty()
}

/// The type of an operand.
fn scalar_ty(program: &Program, expr: ExprId) -> Scalar {
    match program.ty_of(expr) {
        Some(Ty::Float(shape)) => Scalar::Float(shape),
        Some(Ty::Pointer) => Scalar::Pointer,
        Some(Ty::Int(shape)) => Scalar::Int(shape),
        _ => Scalar::Int(program.shape_of(expr)),
    }
}

/// What a number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scalar {
    Int(IntShape),
    Float(FloatShape),
    Pointer,
}

/// A number as one of another type: E5 to E7.
fn cast(view: View<'_>, from: Scalar, to: Ty, a: i128) -> i128 {
    let View { program, state, .. } = view;
    match (from, to) {
        (Scalar::Float(shape), Ty::Bool) => truth(float::is_nonzero(shape, a)),
        (_, Ty::Bool) => truth(a != 0),
        (Scalar::Float(from), Ty::Float(to)) => float::convert(from, to, a),
        (Scalar::Int(from), Ty::Float(to)) => float::from_int(from, to, a),
        (Scalar::Pointer, Ty::Pointer) => a,
        (Scalar::Int(_), Ty::Pointer) => {
            let bits = u16::try_from(8 * program.pointer_bytes.count()).unwrap_or(64);
            let address = IntShape { bits, signed: false }.wrap(a);
            state.memory.at_address(program, address as u64).number()
        }
        _ => {
            let Some(to) = program.shape_of_ty(to) else { return 0 };
            match from {
                Scalar::Int(_) => to.wrap(a),
                Scalar::Float(from) => float::to_int(from, to, a),
                Scalar::Pointer => to.wrap(state.memory.address(Pointer::from_number(a)).into()),
            }
        }
    }
}

fn unary(op: UnOp, ty: Scalar, a: i128) -> i128 {
    match (op, ty) {
        (UnOp::Not, _) => truth(a == 0),
        (UnOp::Neg, Scalar::Float(shape)) => float::negate(shape, a),
        (UnOp::Sqrt, Scalar::Float(shape)) => float::sqrt(shape, a),
        (UnOp::Round(rounding), Scalar::Float(shape)) => float::round(shape, rounding, a),
        (UnOp::Neg, Scalar::Int(shape)) => shape.wrap(a.wrapping_neg()),
        (UnOp::BitNot, Scalar::Int(shape)) => shape.wrap(!a),
        (UnOp::Neg | UnOp::BitNot, Scalar::Pointer)
        | (UnOp::BitNot, Scalar::Float(_))
        | (UnOp::Sqrt | UnOp::Round(_), Scalar::Int(_) | Scalar::Pointer) => {
            unreachable!("I4: operators should fit their operands")
        }
    }
}

fn binary(op: BinOp, ty: Scalar, memory: &Memory, a: i128, b: i128) -> i128 {
    match ty {
        Scalar::Int(shape) => integers(op, shape, a, b),
        Scalar::Float(shape) => floats(op, shape, a, b),
        Scalar::Pointer => {
            let (p, q) = (Pointer::from_number(a), Pointer::from_number(b));
            truth(match op {
                BinOp::Eq => p == q,
                BinOp::Ne => p != q,
                BinOp::Lt => memory.compare(p, q).is_lt(),
                BinOp::Le => memory.compare(p, q).is_le(),
                BinOp::SameObject => p.object == q.object,
                _ => unreachable!("I4: operators should fit their operands"),
            })
        }
    }
}

fn floats(op: BinOp, shape: FloatShape, a: i128, b: i128) -> i128 {
    let order = || float::compare(shape, a, b);
    match op {
        BinOp::Add => float::operate(shape, Operation::Add, a, b),
        BinOp::Sub => float::operate(shape, Operation::Sub, a, b),
        BinOp::Mul => float::operate(shape, Operation::Mul, a, b),
        BinOp::Div => float::operate(shape, Operation::Div, a, b),
        BinOp::Rem => float::operate(shape, Operation::Rem, a, b),
        BinOp::Eq => truth(order() == Some(Ordering::Equal)),
        BinOp::Ne => truth(order() != Some(Ordering::Equal)),
        BinOp::Lt => truth(order() == Some(Ordering::Less)),
        BinOp::Le => truth(matches!(order(), Some(Ordering::Less | Ordering::Equal))),
        _ => unreachable!("I4: operators should fit their operands"),
    }
}

/// Whether the exact result of an operation, if it fits 128 bits with a sign, fits a shape.
fn overflows(shape: IntShape, exact: Option<i128>) -> i128 {
    truth(exact.is_none_or(|it| shape.wrap(it) != it))
}

/// The same for unsigned numbers of 128 bits, which are kept as signed ones.
fn overflows_wide(exact: Option<u128>) -> i128 {
    truth(exact.is_none())
}

fn integers(op: BinOp, shape: IntShape, a: i128, b: i128) -> i128 {
    // The same numbers without a sign: an unsigned 128-bit number is kept as a signed one.
    let (natural_a, natural_b) = (a.cast_unsigned(), b.cast_unsigned());
    let wide = shape.bits == 128 && !shape.signed;
    let shift = || b.rem_euclid(shape.bits.into()); // E2
    let exact = match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::Div | BinOp::Rem if b == 0 => 0, // E1
        BinOp::Div if shape.signed => a.wrapping_div(b),
        BinOp::Div => (natural_a / natural_b).cast_signed(),
        BinOp::Rem if shape.signed => a.wrapping_rem(b),
        BinOp::Rem => (natural_a % natural_b).cast_signed(),
        BinOp::Shl => a << shift(),
        BinOp::Shr if shape.signed => a >> shift(),
        BinOp::Shr => (natural_a >> shift()).cast_signed(),
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Eq => return truth(a == b),
        BinOp::Ne => return truth(a != b),
        BinOp::Lt if shape.signed => return truth(a < b),
        BinOp::Lt => return truth(natural_a < natural_b),
        BinOp::Le if shape.signed => return truth(a <= b),
        BinOp::Le => return truth(natural_a <= natural_b),
        BinOp::AddOverflows if wide => return overflows_wide(natural_a.checked_add(natural_b)),
        BinOp::SubOverflows if wide => return overflows_wide(natural_a.checked_sub(natural_b)),
        BinOp::MulOverflows if wide => return overflows_wide(natural_a.checked_mul(natural_b)),
        BinOp::AddOverflows => return overflows(shape, a.checked_add(b)),
        BinOp::SubOverflows => return overflows(shape, a.checked_sub(b)),
        BinOp::MulOverflows => return overflows(shape, a.checked_mul(b)),
        BinOp::SameObject => unreachable!("I4: operators should fit their operands"),
    };
    shape.wrap(exact) // E5
}

fn truth(value: bool) -> i128 {
    value.into()
}

fn count(n: usize) -> i128 {
    i128::try_from(n).expect("a count should fit into 128 bits")
}

#[cfg(test)]
mod tests {
    use super::{BinOp, IntShape, Scalar, UnOp, integers, unary};
    use proptest::prelude::{any, prop_assert_eq, proptest};

    const I8: IntShape = IntShape { bits: 8, signed: true };

    proptest! {
        #[test]
        fn signed_arithmetic_is_that_of_the_machine(a in any::<i8>(), b in any::<i8>()) {
            let ours = |op| integers(op, I8, a.into(), b.into());
            let shift = u32::from(b.cast_unsigned()) % 8;
            prop_assert_eq!(ours(BinOp::Add), a.wrapping_add(b).into());
            prop_assert_eq!(ours(BinOp::Sub), a.wrapping_sub(b).into());
            prop_assert_eq!(ours(BinOp::Mul), a.wrapping_mul(b).into());
            prop_assert_eq!(ours(BinOp::Div), a.checked_div(b).unwrap_or(if b == 0 { 0 } else { a }).into());
            prop_assert_eq!(ours(BinOp::Rem), a.checked_rem(b).unwrap_or(0).into());
            prop_assert_eq!(ours(BinOp::Shl), a.wrapping_shl(shift).into());
            prop_assert_eq!(ours(BinOp::Shr), a.wrapping_shr(shift).into());
            prop_assert_eq!(ours(BinOp::Xor), (a ^ b).into());
            prop_assert_eq!(ours(BinOp::Lt), (a < b).into());
            prop_assert_eq!(ours(BinOp::Le), (a <= b).into());
            prop_assert_eq!(ours(BinOp::AddOverflows), a.checked_add(b).is_none().into());
            prop_assert_eq!(ours(BinOp::SubOverflows), a.checked_sub(b).is_none().into());
            prop_assert_eq!(ours(BinOp::MulOverflows), a.checked_mul(b).is_none().into());
            prop_assert_eq!(unary(UnOp::Neg, Scalar::Int(I8), a.into()), a.wrapping_neg().into());
            prop_assert_eq!(unary(UnOp::BitNot, Scalar::Int(I8), a.into()), (!a).into());
        }

        #[test]
        fn unsigned_arithmetic_is_that_of_the_machine(a in any::<u128>(), b in any::<u128>()) {
            let shape = IntShape { bits: 128, signed: false };
            let ours = |op| integers(op, shape, a.cast_signed(), b.cast_signed()).cast_unsigned();
            let shift = (b % 128) as u32;
            prop_assert_eq!(ours(BinOp::Add), a.wrapping_add(b));
            prop_assert_eq!(ours(BinOp::Sub), a.wrapping_sub(b));
            prop_assert_eq!(ours(BinOp::Mul), a.wrapping_mul(b));
            prop_assert_eq!(ours(BinOp::Div), a.checked_div(b).unwrap_or(0));
            prop_assert_eq!(ours(BinOp::Rem), a.checked_rem(b).unwrap_or(0));
            prop_assert_eq!(ours(BinOp::Shl), a << shift);
            prop_assert_eq!(ours(BinOp::Shr), a >> shift);
            prop_assert_eq!(ours(BinOp::Lt), u128::from(a < b));
            prop_assert_eq!(ours(BinOp::Le), u128::from(a <= b));
            prop_assert_eq!(ours(BinOp::AddOverflows), a.checked_add(b).is_none().into());
            prop_assert_eq!(ours(BinOp::SubOverflows), a.checked_sub(b).is_none().into());
            prop_assert_eq!(ours(BinOp::MulOverflows), a.checked_mul(b).is_none().into());
        }
    }
}

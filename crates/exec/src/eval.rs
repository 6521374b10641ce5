//! The value of an expression in a state: rules E1 to E5 of `tribunal_ir::expr`.

use crate::enabled::choices;
use crate::message::first_match;
use crate::place::address;
use crate::state::{Queue, State, Value, program_counter};
use crate::successors::timeout;
use tribunal_ir::{BinOp, Expr, ExprId, IntShape, Program, Ty, UnOp};

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
    let declaration = |arg: ExprId| Some(&program.channels[view.channel(arg)?.declaration]);

    match &program.exprs[expr] {
        Expr::Const { value, .. } => *value,
        Expr::Load(place) => {
            // E3, E4: what is not there reads as 0.
            match address(view, *place).and_then(|it| it.read(state)) {
                Some(Value::Scalar(number)) => *number,
                Some(Value::Parts(_)) | None => 0,
            }
        }
        Expr::Unary(op, arg) => unary(*op, program.shape_of(*arg), value(*arg)),
        Expr::Binary(op, a, b) => binary(*op, program.shape_of(*a), value(*a), value(*b)),
        Expr::Ite(condition, a, b) => value(if view.holds(*condition) { *a } else { *b }),
        Expr::Cast { to, arg } => match program.tys[*to] {
            Ty::Bool => truth(value(*arg) != 0),
            _ => program.shape_of(expr).wrap(value(*arg)),
        },

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

fn unary(op: UnOp, shape: IntShape, a: i128) -> i128 {
    match op {
        UnOp::Not => truth(a == 0),
        UnOp::Neg => shape.wrap(a.wrapping_neg()),
        UnOp::BitNot => shape.wrap(!a),
    }
}

fn binary(op: BinOp, shape: IntShape, a: i128, b: i128) -> i128 {
    // The same numbers without a sign: an unsigned 128-bit number is kept as a signed one.
    let (natural_a, natural_b) = (a.cast_unsigned(), b.cast_unsigned());
    let shift = b.rem_euclid(shape.bits.into()); // E2
    let exact = match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::Div | BinOp::Rem if b == 0 => 0, // E1
        BinOp::Div if shape.signed => a.wrapping_div(b),
        BinOp::Div => (natural_a / natural_b).cast_signed(),
        BinOp::Rem if shape.signed => a.wrapping_rem(b),
        BinOp::Rem => (natural_a % natural_b).cast_signed(),
        BinOp::Shl => a << shift,
        BinOp::Shr if shape.signed => a >> shift,
        BinOp::Shr => (natural_a >> shift).cast_signed(),
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Eq => return truth(a == b),
        BinOp::Ne => return truth(a != b),
        BinOp::Lt if shape.signed => return truth(a < b),
        BinOp::Lt => return truth(natural_a < natural_b),
        BinOp::Le if shape.signed => return truth(a <= b),
        BinOp::Le => return truth(natural_a <= natural_b),
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
    use super::{BinOp, IntShape, UnOp, binary, unary};
    use proptest::prelude::{any, prop_assert_eq, proptest};

    const I8: IntShape = IntShape { bits: 8, signed: true };

    proptest! {
        #[test]
        fn signed_arithmetic_is_that_of_the_machine(a in any::<i8>(), b in any::<i8>()) {
            let ours = |op| binary(op, I8, a.into(), b.into());
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
            prop_assert_eq!(unary(UnOp::Neg, I8, a.into()), a.wrapping_neg().into());
            prop_assert_eq!(unary(UnOp::BitNot, I8, a.into()), (!a).into());
        }

        #[test]
        fn unsigned_arithmetic_is_that_of_the_machine(a in any::<u128>(), b in any::<u128>()) {
            let shape = IntShape { bits: 128, signed: false };
            let ours = |op| binary(op, shape, a.cast_signed(), b.cast_signed()).cast_unsigned();
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
        }
    }
}

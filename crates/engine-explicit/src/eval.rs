//! The value of compiled expressions: rules E1 to E5 of `tribunal_ir::expr`.

use crate::model::{Base, Code, CodeId, Model, PlaceCode, PlaceCodeId};
use crate::state::{Queue, State};
use tribunal_ir::BinOp;

/// Who looks at which state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    pub(crate) model: &'a Model,
    pub(crate) state: &'a State,
    /// The index of the process that asks; for properties, any.
    pub(crate) process: usize,
    /// Where its regions start.
    bit: usize,
    unmatched_bit: usize,
    /// What `timeout` is taken to be.
    pub(crate) timeout: bool,
    /// Whether this is for the sake of an `Enabled`: then others are false.
    pub(crate) inside_enabled: bool,
}

impl<'a> View<'a> {
    /// How a living process sees the state.
    #[inline]
    pub(crate) fn of_process(
        model: &'a Model,
        state: &'a State,
        process: usize,
        timeout: bool,
    ) -> Self {
        let instance = state.processes[process];
        let (bit, unmatched_bit) = (instance.bit, instance.unmatched_bit);
        Self { model, state, process, bit, unmatched_bit, timeout, inside_enabled: false }
    }

    /// How properties and claims see the state.
    pub(crate) fn of_property(model: &'a Model, state: &'a State, timeout: bool) -> Self {
        let (bit, unmatched_bit) = (0, 0);
        Self { model, state, process: 0, bit, unmatched_bit, timeout, inside_enabled: false }
    }

    /// The same for another living process.
    #[inline]
    pub(crate) fn by(self, process: usize) -> Self {
        let instance = self.state.processes[process];
        Self { process, bit: instance.bit, unmatched_bit: instance.unmatched_bit, ..self }
    }

    /// Whether a `Bool` expression is true.
    #[inline]
    pub(crate) fn holds(&self, code: CodeId) -> bool {
        self.value(code) != 0
    }

    /// The value of an expression. What needs no further call is inlined at every use.
    #[inline(always)]
    pub(crate) fn value(&self, id: CodeId) -> i64 {
        match self.model.codes[id as usize] {
            Code::Const(value) => value,
            Code::GlobalByte(byte) => self.state.matched[byte as usize].into(),
            Code::LocalByte(byte) => self.state.matched[self.bit / 8 + byte as usize].into(),
            code => self.compound(code),
        }
    }

    /// The value of an expression with operands, or of a scalar of a rarer kind.
    fn compound(&self, code: Code) -> i64 {
        match code {
            Code::Global(cell, bit) => cell.read(&self.state.matched, bit as usize),
            Code::Local(cell, bit) => cell.read(&self.state.matched, self.bit + bit as usize),
            Code::GlobalElement { index, first, len } => {
                match usize::try_from(self.value(index)) {
                    Ok(index) if index < len as usize => {
                        self.state.matched[first as usize + index].into()
                    }
                    _ => 0, // E3
                }
            }
            Code::Load(place) => self.load(place),
            Code::Not(a) => (self.value(a) == 0).into(),
            Code::IsNotZero(a) => (self.value(a) != 0).into(),
            Code::Neg(a, _) | Code::BitNot(a, _) | Code::Wrapped(a, _) => {
                arithmetic(code, self.value(a), 0)
            }
            Code::Both(a, b) => (self.holds(a) && self.holds(b)).into(),
            Code::Either(a, b) => (self.holds(a) || self.holds(b)).into(),
            Code::Equal(a, b) => (self.value(a) == self.value(b)).into(),
            Code::Unequal(a, b) => (self.value(a) != self.value(b)).into(),
            Code::Less(a, b) => (self.value(a) < self.value(b)).into(),
            Code::LessEqual(a, b) => (self.value(a) <= self.value(b)).into(),
            Code::EqualTo(a, number) => (self.value(a) == number).into(),
            Code::UnequalTo(a, number) => (self.value(a) != number).into(),
            Code::LessThan(a, number) => (self.value(a) < number).into(),
            Code::AtLeast(a, number) => (number <= self.value(a)).into(),
            Code::Inside { a, low, high } => {
                (low.into()..=high.into()).contains(&self.value(a)).into()
            }
            Code::Outside { a, low, high } => {
                (!(low.into()..=high.into()).contains(&self.value(a))).into()
            }
            Code::Plus(a, number) => self.value(a) + number,
            Code::Binary(BinOp::Add, a, b, wrap) => {
                wrap.apply(self.value(a).wrapping_add(self.value(b)))
            }
            Code::Binary(BinOp::Sub, a, b, wrap) => {
                wrap.apply(self.value(a).wrapping_sub(self.value(b)))
            }
            Code::Binary(_, a, b, _) => arithmetic(code, self.value(a), self.value(b)),
            Code::Ite(condition, a, b) => self.value(if self.holds(condition) { a } else { b }),
            _ => self.observation(code),
        }
    }

    /// The value of an expression over processes and channels.
    fn observation(&self, code: Code) -> i64 {
        let (model, state) = (self.model, self.state);
        match code {
            Code::SelfPid => count(self.process),
            Code::ProcessCount => count(state.processes.len()),
            Code::InstanceOf(process) => {
                state.processes.iter().position(|it| it.process == process).map_or(-1, count)
            }
            Code::At { process, label } => {
                let at = |it| model.labels[label as usize].contains(&state.location(model, it));
                self.alive(process).is_some_and(at).into()
            }
            Code::ProgramCounter(process) => {
                let location = |it| model.locations[state.location(model, it) as usize].number;
                self.alive(process).map_or(0, |it| location(it).into())
            }
            Code::Priority(process) => {
                self.alive(process).map_or(0, |it| state.priority(model, it).into())
            }
            Code::Enabled(process) => self.is_enabled(process).into(),
            Code::Timeout => self.timeout.into(),
            Code::NonProgress => {
                let progress = |it| model.locations[state.location(model, it) as usize].progress;
                (!(0..state.processes.len()).any(progress)).into()
            }
            Code::Length(channel) => {
                self.channel(channel).map_or(0, |it| count(it.length(model, state)))
            }
            Code::Capacity(channel) => {
                self.channel(channel).map_or(0, |it| it.layout(model).capacity.into())
            }
            Code::Arity(channel) => {
                self.channel(channel).map_or(0, |it| count(it.layout(model).fields.len()))
            }
            Code::Poll { channel, patterns, scan } => {
                let taken = |it: Queue| self.first_match(it, patterns, scan);
                self.channel(channel).and_then(taken).is_some().into()
            }
            _ => unreachable!("`compound` should deal with operators and variables"),
        }
    }

    /// The index of a process, if it is alive.
    fn alive(&self, index: CodeId) -> Option<usize> {
        usize::try_from(self.value(index)).ok().filter(|&it| it < self.state.processes.len())
    }

    /// The channel an expression names, if it is alive.
    #[inline]
    pub(crate) fn channel(&self, code: CodeId) -> Option<Queue> {
        self.state.channel(self.value(code))
    }

    fn is_enabled(&self, index: CodeId) -> bool {
        if self.inside_enabled {
            return false;
        }
        let Some(process) = self.alive(index) else { return false };
        let view = View { timeout: false, inside_enabled: true, ..self.by(process) };
        view.can_move()
    }

    fn load(&self, place: PlaceCodeId) -> i64 {
        let place = &self.model.places[place as usize];
        let bytes = if place.matched { &self.state.matched } else { &self.state.unmatched };
        self.locate(place).map_or(0, |bit| place.cell.read(bytes, bit))
    }

    /// The bit where a place starts; `None` if it is not there (E3, E4).
    pub(crate) fn locate(&self, place: &PlaceCode) -> Option<usize> {
        let start = match (place.base, place.matched) {
            (Base::Global, _) => 0,
            (Base::Local, true) => self.bit,
            (Base::Local, false) => self.unmatched_bit,
            (Base::Remote { index, process }, matched) => {
                let instance = self.state.processes[self.alive(index)?];
                if instance.process != process {
                    return None;
                }
                if matched { instance.bit } else { instance.unmatched_bit }
            }
            (Base::Nowhere, _) => return None,
        };
        let mut bit = start + place.bit as usize;
        for subscript in &self.model.subscripts[place.subscripts.range()] {
            let index = usize::try_from(self.value(subscript.index)).ok()?;
            if subscript.len as usize <= index {
                return None;
            }
            bit += index * subscript.stride as usize;
        }
        Some(bit)
    }
}

/// The value of an operator.
pub(crate) fn arithmetic(code: Code, a: i64, b: i64) -> i64 {
    match code {
        Code::Not(_) => (a == 0).into(),
        Code::IsNotZero(_) => (a != 0).into(),
        Code::Neg(_, wrap) => wrap.apply(a.wrapping_neg()),
        Code::BitNot(_, wrap) => wrap.apply(!a),
        Code::Wrapped(_, wrap) => wrap.apply(a),
        Code::Both(..) => (a != 0 && b != 0).into(),
        Code::Either(..) => (a != 0 || b != 0).into(),
        Code::Equal(..) => (a == b).into(),
        Code::Unequal(..) => (a != b).into(),
        Code::Less(..) => (a < b).into(),
        Code::LessEqual(..) => (a <= b).into(),
        Code::Binary(op, _, _, wrap) => {
            // Unsigned numbers of fewer than 64 bits are never negative: the signed operations do.
            let natural = wrap.is_unsigned_64();
            let (natural_a, natural_b) = (a.cast_unsigned(), b.cast_unsigned());
            let width = wrap.bits();
            let shift = || {
                // E2. A natural number of 64 bits is congruent modulo 64 to the signed one.
                let modulus = i64::from(width);
                u32::try_from(b.rem_euclid(modulus)).expect("a remainder should be small")
            };
            let exact = match op {
                BinOp::Add => a.wrapping_add(b),
                BinOp::Sub => a.wrapping_sub(b),
                BinOp::Mul => a.wrapping_mul(b),
                BinOp::Div | BinOp::Rem if b == 0 => 0, // E1
                BinOp::Div if natural => (natural_a / natural_b).cast_signed(),
                BinOp::Div => a.wrapping_div(b),
                BinOp::Rem if natural => (natural_a % natural_b).cast_signed(),
                BinOp::Rem => a.wrapping_rem(b),
                BinOp::Shl => a << shift(),
                BinOp::Shr if natural => (natural_a >> shift()).cast_signed(),
                BinOp::Shr => a >> shift(),
                BinOp::And => a & b,
                BinOp::Or => a | b,
                BinOp::Xor => a ^ b,
                BinOp::Eq => return (a == b).into(),
                BinOp::Ne => return (a != b).into(),
                BinOp::Lt if natural => return (natural_a < natural_b).into(),
                BinOp::Lt => return (a < b).into(),
                BinOp::Le if natural => return (natural_a <= natural_b).into(),
                BinOp::Le => return (a <= b).into(),
                BinOp::AddOverflows | BinOp::SubOverflows | BinOp::MulOverflows => {
                    unreachable!("overflow should not be compiled")
                }
                BinOp::SameObject => unreachable!("pointers should not be compiled"),
            };
            wrap.apply(exact) // E5
        }
        _ => unreachable!("only operators should be computed"),
    }
}

fn count(n: usize) -> i64 {
    i64::try_from(n).expect("a count should fit into 64 bits")
}

//! The value of expressions: rules E1 to E5 of `tribunal_ir::expr`.
//!
//! Expressions are total and have no side effects, so that both operands of a conjunction may be
//! evaluated: few branches, none of which depends on the data of small expressions.

use super::emit::{Emitter, part};
use super::memory::Address;
use crate::cell::{Cell, Wrap};
use crate::model::{Base, Code, CodeId, Model, PatternCode};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I64};
use cranelift_codegen::ir::{InstBuilder, Value};
use tribunal_ir::BinOp;

/// The right operand of a conjunction is skipped if it is larger than this.
const LARGE: u32 = 12;

impl Emitter<'_, '_> {
    /// The value of an expression.
    pub(super) fn value(&mut self, id: CodeId) -> Value {
        let model = self.model;
        let code = model.codes[id as usize];
        match code {
            Code::Const(value) => self.number(value),
            Code::Global(cell, bit) => self.read(cell, Address::at(self.matched, bit)),
            Code::Local(cell, bit) => self.read(cell, Address::at(self.region, bit)),
            Code::GlobalByte(byte) => self.read(Cell::U8, Address::at(self.matched, byte * 8)),
            Code::LocalByte(byte) => self.read(Cell::U8, Address::at(self.region, byte * 8)),
            Code::GlobalElement { index, first, len } => self.global_element(index, first, len),
            Code::Load(place) => self.load(place),
            Code::Neg(a, wrap) => {
                let a = self.value(a);
                let negated = self.build.ins().ineg(a);
                self.wrap(wrap, negated)
            }
            Code::BitNot(a, wrap) => {
                let a = self.value(a);
                let complement = self.build.ins().bnot(a);
                self.wrap(wrap, complement)
            }
            Code::Wrapped(a, wrap) => {
                let a = self.value(a);
                self.wrap(wrap, a)
            }
            Code::Plus(a, number) => {
                let a = self.value(a);
                self.plus(a, number)
            }
            Code::Binary(op, a, b, wrap) if !op.is_comparison() => {
                let (a, b) = (self.value(a), self.value(b));
                self.arithmetic(op, a, b, wrap)
            }
            Code::Ite(condition, a, b) => {
                let condition = self.truth(condition);
                let (a, b) = (self.value(a), self.value(b));
                self.build.ins().select(condition, a, b)
            }
            Code::SelfPid => self.pid,
            Code::ProcessCount => self.word(part::PROCESS_COUNT),
            Code::InstanceOf(process) if !model.features.spawn => self.instance_of(process),
            Code::Priority(process) => {
                let zero = self.number(0);
                match model.priority {
                    None => zero,
                    Some(bit) => self.with_process(process, I64, zero, |it, other| {
                        it.read(Cell::U8, Address::at(other.region, bit))
                    }),
                }
            }
            Code::Length(channel) => {
                let zero = self.number(0);
                self.with_channel(channel, I64, zero, &mut |it, queue| it.length(queue))
            }
            Code::Capacity(channel) => {
                let zero = self.number(0);
                self.with_channel(channel, I64, zero, &mut |it, queue| {
                    it.number(queue.layout.capacity.into())
                })
            }
            Code::Arity(channel) => {
                let zero = self.number(0);
                self.with_channel(channel, I64, zero, &mut |it, queue| {
                    it.number(i64::try_from(queue.layout.fields.len()).unwrap_or(i64::MAX))
                })
            }
            Code::InstanceOf(_)
            | Code::ProgramCounter(_)
            | Code::Enabled(_)
            | Code::NonProgress => self.ask(id),
            Code::Not(_)
            | Code::Both(..)
            | Code::Either(..)
            | Code::Equal(..)
            | Code::Unequal(..)
            | Code::Less(..)
            | Code::LessEqual(..)
            | Code::EqualTo(..)
            | Code::UnequalTo(..)
            | Code::LessThan(..)
            | Code::AtLeast(..)
            | Code::Inside { .. }
            | Code::Outside { .. }
            | Code::IsNotZero(_)
            | Code::Binary(..)
            | Code::At { .. }
            | Code::Timeout
            | Code::Poll { .. } => {
                let truth = self.truth(id);
                self.build.ins().uextend(I64, truth)
            }
        }
    }

    /// Whether an expression is not 0.
    pub(super) fn truth(&mut self, id: CodeId) -> Value {
        use IntCC::{
            Equal, NotEqual, SignedGreaterThanOrEqual, SignedLessThan, SignedLessThanOrEqual,
            UnsignedGreaterThan, UnsignedLessThan, UnsignedLessThanOrEqual,
        };
        let model = self.model;
        match model.codes[id as usize] {
            Code::Const(value) => self.boolean(value != 0),
            Code::Not(a) => {
                let a = self.truth(a);
                let zero = self.boolean(false);
                self.build.ins().icmp(Equal, a, zero)
            }
            Code::IsNotZero(a) => self.truth(a),
            Code::Both(a, b) => {
                let a = self.truth(a);
                if self.sizes[b as usize] <= LARGE {
                    let b = self.truth(b);
                    return self.build.ins().band(a, b);
                }
                let no = self.boolean(false);
                self.guarded(a, I8, no, |it| it.truth(b))
            }
            Code::Either(a, b) => {
                let a = self.truth(a);
                if self.sizes[b as usize] <= LARGE {
                    let b = self.truth(b);
                    return self.build.ins().bor(a, b);
                }
                let (yes, no) = (self.boolean(true), self.boolean(false));
                let otherwise = self.build.ins().icmp(Equal, a, no);
                self.guarded(otherwise, I8, yes, |it| it.truth(b))
            }
            Code::Equal(a, b) => self.comparison(Equal, a, b),
            Code::Unequal(a, b) => self.comparison(NotEqual, a, b),
            Code::Less(a, b) => self.comparison(SignedLessThan, a, b),
            Code::LessEqual(a, b) => self.comparison(SignedLessThanOrEqual, a, b),
            Code::EqualTo(a, number) => self.comparison_with(Equal, a, number),
            Code::UnequalTo(a, number) => self.comparison_with(NotEqual, a, number),
            Code::LessThan(a, number) => self.comparison_with(SignedLessThan, a, number),
            Code::AtLeast(a, number) => self.comparison_with(SignedGreaterThanOrEqual, a, number),
            Code::Inside { low, high, .. } if high < low => self.boolean(false),
            Code::Outside { low, high, .. } if high < low => self.boolean(true),
            Code::Inside { a, low, high } => self.range(UnsignedLessThanOrEqual, a, low, high),
            Code::Outside { a, low, high } => self.range(UnsignedGreaterThan, a, low, high),
            Code::Binary(BinOp::Eq, a, b, _) => self.comparison(Equal, a, b),
            Code::Binary(BinOp::Ne, a, b, _) => self.comparison(NotEqual, a, b),
            Code::Binary(BinOp::Lt, a, b, wrap) if wrap.is_unsigned_64() => {
                self.comparison(UnsignedLessThan, a, b)
            }
            Code::Binary(BinOp::Le, a, b, wrap) if wrap.is_unsigned_64() => {
                self.comparison(UnsignedLessThanOrEqual, a, b)
            }
            Code::Binary(BinOp::Lt, a, b, _) => self.comparison(SignedLessThan, a, b),
            Code::Binary(BinOp::Le, a, b, _) => self.comparison(SignedLessThanOrEqual, a, b),
            Code::At { process, label } => {
                let no = self.boolean(false);
                self.with_process(process, I8, no, |it, other| {
                    let counter = it.counter(other.region);
                    it.is_at(counter, &model.labels[label as usize])
                })
            }
            Code::Timeout => {
                let timeout = self.word(part::TIMEOUT);
                self.compare_number(NotEqual, timeout, 0)
            }
            Code::Poll { channel, patterns, scan } => {
                let no = self.boolean(false);
                self.with_channel(channel, I8, no, &mut |it, queue| {
                    it.has_match(queue, patterns, scan)
                })
            }
            _ => {
                let value = self.value(id);
                self.compare_number(NotEqual, value, 0)
            }
        }
    }

    fn comparison(&mut self, order: IntCC, a: CodeId, b: CodeId) -> Value {
        let (a, b) = (self.value(a), self.value(b));
        self.compare(order, a, b)
    }

    fn comparison_with(&mut self, order: IntCC, a: CodeId, number: i64) -> Value {
        let a = self.value(a);
        self.compare_number(order, a, number)
    }

    /// Compares the distance from `low` with that of `high`.
    fn range(&mut self, order: IntCC, a: CodeId, low: i32, high: i32) -> Value {
        let (low, high) = (i64::from(low), i64::from(high));
        let a = self.value(a);
        let distance = self.plus(a, -low);
        self.compare_number(order, distance, high - low)
    }

    fn global_element(&mut self, index: CodeId, first: u32, len: u32) -> Value {
        let index = self.value(index);
        let zero = self.number(0);
        let inside = self.compare_number(IntCC::UnsignedLessThan, index, len.into());
        let safe = self.build.ins().select(inside, index, zero);
        let pointer = self.build.ins().iadd(self.matched, safe);
        let value = self.read(Cell::U8, Address::at(pointer, first * 8));
        self.build.ins().select(inside, value, zero)
    }

    /// The index of the oldest instance of a process, where none is ever started.
    fn instance_of(&mut self, process: u32) -> Value {
        let none = self.number(-1);
        let Some(index) = self.model.active.iter().position(|(it, _)| *it == process) else {
            return none;
        };
        let index = i64::try_from(index).expect("an index should be small");
        let number = self.number(index);
        if !self.model.features.dynamic {
            return number;
        }
        let count = self.word(part::PROCESS_COUNT);
        let alive = self.compare_number(IntCC::SignedGreaterThan, count, index);
        self.build.ins().select(alive, number, none)
    }

    /// An operator whose result is wrapped (E5).
    fn arithmetic(&mut self, op: BinOp, a: Value, b: Value, wrap: Wrap) -> Value {
        let exact = match op {
            BinOp::Add => self.build.ins().iadd(a, b),
            BinOp::Sub => self.build.ins().isub(a, b),
            BinOp::Mul => self.build.ins().imul(a, b),
            BinOp::Div | BinOp::Rem => self.quotient(op, a, b, wrap),
            BinOp::Shl => {
                let by = self.shift(b, wrap);
                self.build.ins().ishl(a, by)
            }
            BinOp::Shr => {
                let by = self.shift(b, wrap);
                if wrap.is_unsigned_64() {
                    self.build.ins().ushr(a, by)
                } else {
                    self.build.ins().sshr(a, by)
                }
            }
            BinOp::And => self.build.ins().band(a, b),
            BinOp::Or => self.build.ins().bor(a, b),
            BinOp::Xor => self.build.ins().bxor(a, b),
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le => {
                unreachable!("`truth` should deal with comparisons")
            }
            BinOp::AddOverflows | BinOp::SubOverflows | BinOp::MulOverflows | BinOp::SameObject => {
                unreachable!("neither overflow nor pointers should be compiled")
            }
        };
        self.wrap(wrap, exact)
    }

    /// A quotient or remainder (E1). The machine traps on a divisor of 0, and on -1 when the
    /// quotient has no representation.
    fn quotient(&mut self, op: BinOp, a: Value, b: Value, wrap: Wrap) -> Value {
        let (zero, one) = (self.number(0), self.number(1));
        let by_zero = self.compare_number(IntCC::Equal, b, 0);
        if wrap.is_unsigned_64() {
            let divisor = self.build.ins().select(by_zero, one, b);
            let result = match op {
                BinOp::Div => self.build.ins().udiv(a, divisor),
                _ => self.build.ins().urem(a, divisor),
            };
            return self.build.ins().select(by_zero, zero, result);
        }
        let next = self.plus(b, 1);
        let special = self.compare_number(IntCC::UnsignedLessThanOrEqual, next, 1);
        let divisor = self.build.ins().select(special, one, b);
        match op {
            BinOp::Div => {
                let quotient = self.build.ins().sdiv(a, divisor);
                let negated = self.build.ins().ineg(a);
                let otherwise = self.build.ins().select(by_zero, zero, negated);
                self.build.ins().select(special, otherwise, quotient)
            }
            _ => {
                let remainder = self.build.ins().srem(a, divisor);
                self.build.ins().select(special, zero, remainder)
            }
        }
    }

    /// How far to shift: modulo the width (E2), never negative.
    fn shift(&mut self, by: Value, wrap: Wrap) -> Value {
        let width = i64::from(wrap.bits());
        if wrap.bits().is_power_of_two() {
            return self.and_number(by, width - 1);
        }
        let modulus = self.number(width);
        let remainder = self.build.ins().srem(by, modulus);
        let negative = self.compare_number(IntCC::SignedLessThan, remainder, 0);
        let positive = self.plus(remainder, width);
        self.build.ins().select(negative, positive, remainder)
    }
}

/// How many operations each expression takes, written out as a tree.
pub(super) fn sizes(model: &Model) -> Vec<u32> {
    let mut sizes: Vec<u32> = Vec::with_capacity(model.codes.len());
    for &code in &model.codes {
        let mut operands = Vec::new();
        operands_of(model, code, &mut operands);
        let size = operands
            .into_iter()
            .map(|it| sizes.get(it as usize).copied().unwrap_or(u32::MAX))
            .fold(1, u32::saturating_add);
        sizes.push(size);
    }
    sizes
}

fn operands_of(model: &Model, code: Code, operands: &mut Vec<CodeId>) {
    match code {
        Code::Const(_)
        | Code::Global(..)
        | Code::Local(..)
        | Code::GlobalByte(_)
        | Code::LocalByte(_)
        | Code::SelfPid
        | Code::ProcessCount
        | Code::InstanceOf(_)
        | Code::Timeout
        | Code::NonProgress => {}
        Code::Load(place) => operands.extend(place_operands(model, place)),
        Code::Not(a)
        | Code::Neg(a, _)
        | Code::BitNot(a, _)
        | Code::EqualTo(a, _)
        | Code::UnequalTo(a, _)
        | Code::LessThan(a, _)
        | Code::AtLeast(a, _)
        | Code::Inside { a, .. }
        | Code::Outside { a, .. }
        | Code::Plus(a, _)
        | Code::IsNotZero(a)
        | Code::Wrapped(a, _)
        | Code::GlobalElement { index: a, .. }
        | Code::At { process: a, .. }
        | Code::ProgramCounter(a)
        | Code::Priority(a)
        | Code::Enabled(a)
        | Code::Length(a)
        | Code::Capacity(a)
        | Code::Arity(a) => operands.push(a),
        Code::Both(a, b)
        | Code::Either(a, b)
        | Code::Equal(a, b)
        | Code::Unequal(a, b)
        | Code::Less(a, b)
        | Code::LessEqual(a, b)
        | Code::Binary(_, a, b, _) => operands.extend([a, b]),
        Code::Ite(a, b, c) => operands.extend([a, b, c]),
        Code::Poll { channel, patterns, .. } => {
            operands.push(channel);
            for pattern in &model.patterns[patterns.range()] {
                if let PatternCode::Match(it) = pattern {
                    operands.push(it.code);
                }
            }
        }
    }
}

/// The expressions that tell where a place is.
pub(super) fn place_operands(model: &Model, place: u32) -> Vec<CodeId> {
    let place = &model.places[place as usize];
    let subscripts = model.subscripts[place.subscripts.range()].iter().map(|it| it.index);
    let index = match place.base {
        Base::Remote { index, .. } => Some(index),
        Base::Global | Base::Local | Base::Nowhere => None,
    };
    subscripts.chain(index).collect()
}

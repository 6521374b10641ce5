//! The function under construction.

use super::call::Env;
use super::chain::{Chain, Plan};
use crate::model::{CodeId, Model};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I64};
use cranelift_codegen::ir::{
    AbiParam, BlockArg, InstBuilder, MemFlagsData, Signature, Type, Value,
};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::FunctionBuilder;
use std::mem::offset_of;

/// A function under construction. All numbers have 64 bits, truth values 8.
pub(super) struct Emitter<'a, 'f> {
    pub(super) model: &'a Model,
    pub(super) shapes: &'a super::channel::Shapes,
    pub(super) sizes: &'a [u32],
    pub(super) plan: &'a Plan,
    /// The ways out of functions so far.
    pub(super) chains: &'a mut Vec<Chain>,
    pub(super) build: FunctionBuilder<'f>,
    pub(super) convention: CallConv,
    /// The process whose code this is; `None` for a property.
    pub(super) process: Option<u32>,
    pub(super) env: Value,
    pub(super) matched: Value,
    pub(super) region: Value,
    pub(super) pid: Value,
}

/// Loads and stores lie inside the state, at any byte.
pub(super) const ANYWHERE: MemFlagsData = MemFlagsData::new().with_notrap();

/// A part of [`Env`].
pub(super) mod part {
    use super::{Env, offset_of};

    pub(in super::super) const UNMATCHED: usize = offset_of!(Env<'_>, unmatched);
    pub(in super::super) const PROCESSES: usize = offset_of!(Env<'_>, processes);
    pub(in super::super) const PROCESS_COUNT: usize = offset_of!(Env<'_>, process_count);
    pub(in super::super) const CHANNELS: usize = offset_of!(Env<'_>, channels);
    pub(in super::super) const CHANNEL_COUNT: usize = offset_of!(Env<'_>, channel_count);
    pub(in super::super) const OFFERS: usize = offset_of!(Env<'_>, offers);
    pub(in super::super) const AIR: usize = offset_of!(Env<'_>, air);
    pub(in super::super) const OFFERED: usize = offset_of!(Env<'_>, offered);
    pub(in super::super) const TIMEOUT: usize = offset_of!(Env<'_>, timeout);
}

/// A byte offset as instructions have it.
pub(super) fn offset(bytes: usize) -> i32 {
    i32::try_from(bytes).expect("a state should be smaller than 2 GiB")
}

impl Emitter<'_, '_> {
    pub(super) fn number(&mut self, value: i64) -> Value {
        self.build.ins().iconst(I64, value)
    }

    pub(super) fn boolean(&mut self, value: bool) -> Value {
        self.build.ins().iconst(I8, i64::from(value))
    }

    /// A word of [`Env`].
    pub(super) fn word(&mut self, part: usize) -> Value {
        self.build.ins().load(I64, ANYWHERE.with_aligned(), self.env, offset(part))
    }

    pub(super) fn compare(&mut self, order: IntCC, a: Value, b: Value) -> Value {
        self.build.ins().icmp(order, a, b)
    }

    pub(super) fn compare_number(&mut self, order: IntCC, a: Value, b: i64) -> Value {
        let b = self.number(b);
        self.build.ins().icmp(order, a, b)
    }

    pub(super) fn plus(&mut self, a: Value, number: i64) -> Value {
        if number == 0 {
            return a;
        }
        let b = self.number(number);
        self.build.ins().iadd(a, b)
    }

    pub(super) fn times(&mut self, a: Value, number: i64) -> Value {
        if number == 1 {
            return a;
        }
        let b = self.number(number);
        self.build.ins().imul(a, b)
    }

    pub(super) fn and_number(&mut self, a: Value, number: i64) -> Value {
        let b = self.number(number);
        self.build.ins().band(a, b)
    }

    /// What `then` yields if the condition holds, else another value.
    pub(super) fn guarded(
        &mut self,
        condition: Value,
        ty: Type,
        otherwise: Value,
        then: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        let (yes, join) = (self.build.create_block(), self.build.create_block());
        let result = self.build.append_block_param(join, ty);
        self.build.ins().brif(condition, yes, &[], join, &[BlockArg::Value(otherwise)]);
        self.enter(yes);
        let value = then(self);
        self.build.ins().jump(join, &[BlockArg::Value(value)]);
        self.enter(join);
        result
    }

    /// Does something if a condition holds.
    pub(super) fn when(&mut self, condition: Value, then: impl FnOnce(&mut Self)) {
        let (yes, join) = (self.build.create_block(), self.build.create_block());
        self.build.ins().brif(condition, yes, &[], join, &[]);
        self.enter(yes);
        then(self);
        self.build.ins().jump(join, &[]);
        self.enter(join);
    }

    /// Goes on at a block to which all jumps are known.
    pub(super) fn enter(&mut self, block: cranelift_codegen::ir::Block) {
        self.build.switch_to_block(block);
        self.build.seal_block(block);
    }

    /// Calls a function of this program; all parameters are words.
    pub(super) fn call(&mut self, address: usize, args: &[Value]) {
        let address = self.number(i64::try_from(address).expect("an address should have 63 bits"));
        let signature = self.signature(args.len(), 0);
        self.build.ins().call_indirect(signature, address, args);
    }

    /// The same of one that yields a word.
    pub(super) fn call_for(&mut self, callee: Value, args: &[Value]) -> Value {
        let signature = self.signature(args.len(), 1);
        let call = self.build.ins().call_indirect(signature, callee, args);
        self.build.inst_results(call)[0]
    }

    fn signature(&mut self, params: usize, returns: usize) -> cranelift_codegen::ir::SigRef {
        let signature = words(self.convention, params, returns);
        self.build.import_signature(signature)
    }

    /// The value of an expression by the interpreter.
    pub(super) fn ask(&mut self, code: CodeId) -> Value {
        let callee = self.number(address(super::call::evaluate as *const ()));
        let code = self.number(code.into());
        let process = if self.process.is_some() { self.pid } else { self.number(-1) };
        self.call_for(callee, &[self.env, code, process])
    }
}

/// The address of a function of this program.
pub(super) fn address(function: *const ()) -> i64 {
    i64::try_from(function as usize).expect("an address should have 63 bits")
}

/// A signature of words.
pub(super) fn words(convention: CallConv, params: usize, returns: usize) -> Signature {
    let mut signature = Signature::new(convention);
    signature.params = vec![AbiParam::new(I64); params];
    signature.returns = vec![AbiParam::new(I64); returns];
    signature
}

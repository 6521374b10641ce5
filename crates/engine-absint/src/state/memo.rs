//! Values of expressions in one state: the guards of a location have most of their parts in common.

use crate::state::State;
use crate::state::value::Value;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use tribunal_ir::ExprId;

/// The values that expressions have in the state that was asked about last.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    state: RefCell<State>,
    /// Changes with the state, so that who asks about another one is not answered.
    generation: Cell<u64>,
    values: RefCell<FxHashMap<ExprId, Value>>,
}

/// Access to the values in one state, for as long as it is the last one.
#[derive(Clone, Copy)]
pub(crate) struct Page<'a> {
    memo: &'a Memo,
    generation: u64,
}

impl Memo {
    /// Access to the values in a state.
    pub(crate) fn page(&self, state: &State) -> Page<'_> {
        if !self.state.borrow().is_same(state) {
            *self.state.borrow_mut() = state.clone();
            self.values.borrow_mut().clear();
            self.generation.set(self.generation.get() + 1);
        }
        Page { memo: self, generation: self.generation.get() }
    }
}

impl Page<'_> {
    fn is_current(self) -> bool {
        self.generation == self.memo.generation.get()
    }

    pub(crate) fn get(self, expr: ExprId) -> Option<Value> {
        if self.is_current() { self.memo.values.borrow().get(&expr).cloned() } else { None }
    }

    pub(crate) fn set(self, expr: ExprId, value: &Value) {
        if self.is_current() {
            self.memo.values.borrow_mut().insert(expr, value.clone());
        }
    }
}

//! Values of expressions in one state: the guards of a location have most of their parts in common.

use crate::state::State;
use crate::state::value::Value;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use tribunal_ir::ExprId;

/// For how many states values are kept: conditions are looked at in a state and in what parts of them make of it, in turns.
const STATES: usize = 4;

/// The values that expressions have in the states that were asked about last.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    sheets: RefCell<Vec<Sheet>>,
    /// How many there were so far.
    count: Cell<u64>,
}

/// The values in one state.
#[derive(Debug)]
struct Sheet {
    number: u64,
    state: State,
    values: FxHashMap<ExprId, Value>,
}

/// Access to the values in one state, for as long as they are kept.
#[derive(Clone, Copy)]
pub(crate) struct Page<'a> {
    memo: &'a Memo,
    number: u64,
}

impl Memo {
    /// Access to the values in a state.
    pub(crate) fn page(&self, state: &State) -> Page<'_> {
        let mut sheets = self.sheets.borrow_mut();
        if let Some(known) = sheets.iter().find(|it| it.state.is_same(state)) {
            return Page { memo: self, number: known.number };
        }
        let values = match sheets.len() {
            STATES => {
                let mut oldest = sheets.remove(0).values;
                oldest.clear();
                oldest
            }
            _ => FxHashMap::default(),
        };
        let number = self.count.get();
        self.count.set(number + 1);
        sheets.push(Sheet { number, state: state.clone(), values });
        Page { memo: self, number }
    }
}

impl Page<'_> {
    pub(crate) fn get(self, expr: ExprId) -> Option<Value> {
        let sheets = self.memo.sheets.borrow();
        sheets.iter().find(|it| it.number == self.number)?.values.get(&expr).cloned()
    }

    pub(crate) fn set(self, expr: ExprId, value: &Value) {
        let mut sheets = self.memo.sheets.borrow_mut();
        if let Some(sheet) = sheets.iter_mut().find(|it| it.number == self.number) {
            sheet.values.insert(expr, value.clone());
        }
    }
}

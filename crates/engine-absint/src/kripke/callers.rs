//! What is known in functions that wait for others, and calls and returns.

use super::control::Thread;
use super::unfold::Builder;
use crate::state::State;
use crate::state::layout::Layout;
use crate::state::value::Value;
use crate::transfer::init::enter;
use std::rc::Rc;
use tribunal_base::{Id as _, Kleene};
use tribunal_domains::{Map, Thresholds};
use tribunal_engine::Reason;
use tribunal_ir::{Action, EdgeId, ExprId, LocId, ProcId};

/// How many calls may be nested.
const CALLS: usize = 100;

/// What is known in a function that waits for another.
#[derive(Debug)]
pub(super) struct Caller {
    locals: Map<Value>,
    allocated: Map<Kleene>,
    next: Option<Rc<Self>>,
}

/// Where a call or return leads.
pub(super) struct Standing {
    pub(super) calls: Rc<[EdgeId]>,
    pub(super) at: LocId,
    pub(super) state: State,
    pub(super) callers: Option<Rc<Caller>>,
}

impl Builder<'_, '_, '_> {
    /// Goes on in a function.
    pub(super) fn call(
        &self,
        thread: &Thread,
        edge: EdgeId,
        (function, args): (ProcId, &[ExprId]),
        state: &State,
        callers: Option<&Rc<Caller>>,
    ) -> Result<Standing, Reason> {
        if CALLS <= thread.calls.len() {
            let what = format!("calls nested more than {CALLS} deep");
            return Err(Reason::Unsupported { what, span: None });
        }
        let args: Vec<Value> =
            args.iter().map(|it| self.stepper().view(state).value(*it)).collect();
        let mut locals = state.locals.clone();
        for cell in &self.dead[self.program.edges[edge].to.index()] {
            if locals.get(*cell).is_some() {
                locals.remove(*cell);
            }
        }
        let empty = State::default();
        let mut inside =
            State { locals: empty.locals, allocated: empty.allocated, ..state.clone() };
        enter(&mut self.stepper(), &mut inside, function, &args);
        let caller = Caller { locals, allocated: state.allocated.clone(), next: callers.cloned() };
        let calls: Rc<[EdgeId]> = thread.calls.iter().copied().chain([edge]).collect();
        let at = self.program.procs[function].entry;
        Ok(Standing { calls, at, state: inside, callers: Some(Rc::new(caller)) })
    }

    /// Goes on where the function was called.
    pub(super) fn resume(
        &self,
        thread: &Thread,
        state: State,
        value: Option<Value>,
        callers: Option<&Rc<Caller>>,
    ) -> Option<Standing> {
        let (call, rest) = thread.calls.split_last()?;
        let caller = callers?;
        let edge = &self.program.edges[*call];
        let Some(Action::Call { result, .. }) = edge.actions.last() else { return None };
        let mut after = State { locals: caller.locals.clone(), ..state };
        after.age_locals(caller.allocated.clone());
        if let Some(place) = *result {
            let ty = self.program.ty_of_place(place).map(|it| self.program.tys[it]);
            let top = || ty.map(|it| Value::top(self.program, it));
            if let Some(value) = value.or_else(top) {
                self.stepper().assign(&mut after, place, value);
            }
        }
        let callers = caller.next.clone();
        Some(Standing { calls: Rc::from(rest), at: edge.to, state: after, callers })
    }
}

pub(super) fn is_same(a: Option<&Rc<Caller>>, b: Option<&Rc<Caller>>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => {
            Rc::ptr_eq(a, b)
                || (is_equal_map(&a.locals, &b.locals)
                    && is_equal_map(&a.allocated, &b.allocated)
                    && is_same(a.next.as_ref(), b.next.as_ref()))
        }
        _ => false,
    }
}

/// What callers know in both of two cases.
pub(super) fn join(
    layout: &Layout<'_>,
    a: Option<&Rc<Caller>>,
    b: Option<&Rc<Caller>>,
) -> Option<Rc<Caller>> {
    let (a, b) = (a?, b?);
    if is_same(Some(a), Some(b)) {
        return Some(a.clone());
    }
    let part = |it: &Caller| State {
        locals: it.locals.clone(),
        allocated: it.allocated.clone(),
        ..State::default()
    };
    // Widened at once: callers change seldom.
    let (old, new) = (part(a), part(b));
    let joined = old.widen(layout, &old.join(layout, &new), &Thresholds::none());
    let next = join(layout, a.next.as_ref(), b.next.as_ref());
    Some(Rc::new(Caller { locals: joined.locals, allocated: joined.allocated, next }))
}

/// Whether two maps have the same values.
pub(super) fn is_equal_map<V: PartialEq>(a: &Map<V>, b: &Map<V>) -> bool {
    a.all_differences(b, &mut |_, a, b| a.map(|it| &**it) == b.map(|it| &**it))
}

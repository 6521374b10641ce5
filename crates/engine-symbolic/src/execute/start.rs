//! How programs and functions start.

use crate::machine::{Machine, Unmodelled};
use crate::state::guard::Guard;
use crate::state::layout::Layout;
use crate::state::pages::Pages;
use crate::state::value::{Pointer, Value, long};
use crate::state::{Frame, State, Thread};
use std::rc::Rc;
use tribunal_ir::{Initially, LocId, PlaceId, ProcId, ProcessKind, Scope, Ty, VarId};
use tribunal_solver::TermId;

impl Machine<'_> {
    /// A state without anything.
    pub(crate) fn empty(&mut self, guard: Guard, next_address: TermId) -> State {
        State {
            guard,
            globals: Pages::new(),
            memory: Pages::new(),
            next_address,
            frames: Vec::new(),
            key: Vec::new(),
            threads: Vec::new(),
            running: Some(0),
            unchecked: false,
        }
    }

    /// Lets the program start: first values of static objects, then of globals, then the process. The
    /// state has the static objects.
    pub(crate) fn start(&mut self, state: &mut State) -> Result<(), Unmodelled> {
        let program = self.program;
        let globals: Vec<VarId> =
            program.vars.ids().filter(|it| program.vars[*it].scope == Scope::Global).collect();
        for var in &globals {
            self.push_zeros(&mut state.globals, *var);
        }
        for (id, object) in program.objects.iter() {
            let Some(&number) = self.layout.statics.get(&id) else { continue };
            for &(offset, value) in &object.init {
                let ty = self.ty_of(value);
                let value = self.evaluate(state, value)?;
                let offset = long(&mut self.terms, offset);
                let pointer = Pointer { offset, ..self.start_of(number) };
                self.store(state, pointer, ty, value)?;
            }
        }
        for var in globals {
            self.initialise(state, var)?;
        }
        let ordinary =
            program.procs.iter().find(|(_, it)| it.kind == ProcessKind::Ordinary && it.active != 0);
        match ordinary {
            Some((id, _)) => {
                if program.spawns() {
                    state.threads.push(None);
                }
                self.enter(state, id, Vec::new(), None)
            }
            None => Ok(()),
        }
    }

    /// Starts a function: parameters, then the first values of the other variables.
    pub(crate) fn enter(
        &mut self,
        state: &mut State,
        function: ProcId,
        args: Vec<(Ty, Value)>,
        back: Option<(LocId, Option<PlaceId>)>,
    ) -> Result<(), Unmodelled> {
        let process = &self.program.procs[function];
        let mut locals = Pages::new();
        for &var in &process.locals {
            self.push_zeros(&mut locals, var);
        }
        for (&param, (from, value)) in process.locals.iter().zip(args) {
            let ty = self.program.tys[self.program.vars[param].ty];
            let value = self.stored(from, ty, value)?;
            if let Some(place) = locals.get_mut(self.layout.slot(param)) {
                *place = value;
            }
        }
        let before = state.frames.iter().rev().find(|it| it.process == function);
        let recursion = before.map_or(0, |it| it.recursion + u32::from(it.guard != state.guard));
        state.frames.push(Frame {
            process: function,
            loc: process.entry,
            locals,
            back,
            start: state.key.len(),
            loops: Vec::new(),
            guard: state.guard,
            recursion,
            any: None,
        });
        for &var in process.locals.iter().skip(process.params) {
            self.initialise(state, var)?;
        }
        Ok(())
    }

    fn push_zeros(&mut self, values: &mut Pages<Value>, var: VarId) {
        for ty in Layout::scalars(self.program, self.program.vars[var].ty) {
            let zero = self.zero(ty);
            values.push(zero);
        }
    }

    fn initialise(&mut self, state: &mut State, var: VarId) -> Result<(), Unmodelled> {
        for initialiser in &self.program.vars[var].init {
            match initialiser.value {
                Initially::Value(expr) => {
                    let value = self.evaluate(state, expr)?;
                    self.set(state, initialiser.place, self.ty_of(expr), value)?;
                }
                Initially::Channel(_) => return Err(Unmodelled("a channel")),
            }
        }
        Ok(())
    }

    /// Starts a thread, which waits at its entry.
    pub(crate) fn spawn(
        &mut self,
        state: &mut State,
        process: ProcId,
        args: Vec<(Ty, Value)>,
    ) -> Result<(), Unmodelled> {
        let (frames, key) = (std::mem::take(&mut state.frames), std::mem::take(&mut state.key));
        let entered = self.enter(state, process, args, None);
        let new = std::mem::replace(&mut state.frames, frames);
        state.key = key;
        // Every position is greater than this.
        let thread = Thread { frames: new, key: vec![0], frozen: false };
        state.threads.push(Some(Rc::new(thread)));
        entered
    }
}

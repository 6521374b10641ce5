//! The border between Rust and machine code: what a function gets, and how it is called.
//!
//! # Safety
//! All `unsafe` code of the crate's native part is here. It relies on these facts:
//! - N1. The functions of a [`Native`](super::Native) were compiled from the model that owns it, for
//!   this machine, with the signatures below; their memory lives as long as the `Native`.
//! - N2. A function reads and writes only inside the packed state, the tables of [`Env`], and the
//!   moves for which there is room. Positions come from the layout, which the state keeps (I1, I2 of
//!   `state`); computed indices are compared with the length of their array first.
//! - N3. An `Env` is made for one call, from references that outlive the call.
#![allow(unsafe_code, reason = "machine code is called and calls back through raw pointers")]

use super::Native;
use super::chain::Chain;
use crate::cell::Cell;
use crate::eval::View;
use crate::model::Model;
use crate::moves::Move;
use crate::state::{Instance, Queue, State};
use cranelift_jit::JITModule;
use cranelift_module::FuncId;
use std::marker::PhantomData;
use std::mem::transmute;

/// How many fields a message may have that native code hands over at a rendezvous.
pub(super) const MAX_FIELDS: usize = 8;

/// The fields of a message on its way from a sender to a receiver.
pub(crate) type Air = [i64; MAX_FIELDS];

/// What every native function gets: where the parts of a state are.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct Env<'a> {
    model: *const Model,
    state: *mut State,
    pub(super) matched: *mut u8,
    pub(super) unmatched: *mut u8,
    pub(super) processes: *const Instance,
    pub(super) process_count: u64,
    pub(super) channels: *const Queue,
    pub(super) channel_count: u64,
    /// The [`Offer`] of each program counter, or 0.
    pub(super) offers: *const usize,
    pub(super) air: *mut Air,
    /// The channel on which there is a message in the air.
    pub(super) offered: i64,
    pub(super) timeout: u64,
    lifetime: PhantomData<&'a mut State>,
}

/// Writes the moves of a process and tells where they end: `(env, matched, region, process, moves)`.
pub(super) type Choices =
    unsafe extern "C" fn(*mut Env<'_>, *mut u8, *mut u8, u64, *mut Move) -> *mut Move;
/// Takes an edge and those that follow: `(env, matched, region, process)`. Tells which: the number of
/// a [`Chain`].
pub(super) type Effect = unsafe extern "C" fn(*mut Env<'_>, *mut u8, *mut u8, u64) -> usize;

/// Since channel numbers have eight bits, a state with more channels than this has some whose number
/// names another one. Native code knows many channels by their place.
const MAX_CHANNELS: usize = 255;

impl<'a> Env<'a> {
    /// For calls that leave the state as it is. `None` if this state is none for native code.
    #[inline]
    pub(crate) fn reading(
        model: &'a Model,
        native: &'a Native,
        state: &'a State,
        timeout: bool,
        air: &'a mut Air,
    ) -> Option<Self> {
        let matched = state.matched.as_ptr().cast_mut();
        let unmatched = state.unmatched.as_ptr().cast_mut();
        let state = std::ptr::from_ref(state).cast_mut();
        // SAFETY: the pointers come from references; nothing is written through them.
        unsafe { Self::new(model, native, state, [matched, unmatched], timeout, air) }
    }

    /// For calls that change the state.
    #[inline]
    pub(crate) fn writing(
        model: &'a Model,
        native: &'a Native,
        state: &'a mut State,
        timeout: bool,
        air: &'a mut Air,
    ) -> Option<Self> {
        let (matched, unmatched) = (state.matched.as_mut_ptr(), state.unmatched.as_mut_ptr());
        let state = std::ptr::from_mut(state);
        // SAFETY: the pointers come from references.
        unsafe { Self::new(model, native, state, [matched, unmatched], timeout, air) }
    }

    /// # Safety
    /// The pointers must belong to a state that lives for `'a`.
    #[inline]
    unsafe fn new(
        model: &'a Model,
        native: &'a Native,
        state: *mut State,
        [matched, unmatched]: [*mut u8; 2],
        timeout: bool,
        air: &'a mut Air,
    ) -> Option<Self> {
        // SAFETY: the caller says that the state lives.
        let (processes, channels) = unsafe { (&(*state).processes, &(*state).channels) };
        (channels.len() <= MAX_CHANNELS).then(|| Self {
            model,
            state,
            matched,
            unmatched,
            processes: processes.as_ptr(),
            process_count: processes.len() as u64,
            channels: channels.as_ptr(),
            channel_count: channels.len() as u64,
            offers: native.offers.as_ptr(),
            air,
            offered: 0,
            timeout: timeout.into(),
            lifetime: PhantomData,
        })
    }
}

impl Native {
    /// Adds the moves of a living process by S1 (but for `provided`), S2 and S3 to a list; false if
    /// there is no native code for the location where it is.
    #[inline]
    pub(crate) fn choices(
        &self,
        env: &mut Env<'_>,
        location: u32,
        instance: Instance,
        process: usize,
        moves: &mut Vec<Move>,
    ) -> bool {
        let entry = &self.locations[location as usize];
        let Some(choices) = entry.choices else { return false };
        moves.reserve(entry.alone + entry.joint * usize::try_from(env.process_count).unwrap_or(0));
        // SAFETY: N1 to N3. There is room for as many moves as a process at this location can have;
        // the function initialises all up to the address that it returns.
        unsafe {
            let matched = env.matched;
            let region = matched.add(instance.bit / 8);
            let start = moves.as_mut_ptr();
            let end = choices(env, matched, region, process as u64, start.add(moves.len()));
            moves.set_len(usize::try_from(end.offset_from(start)).unwrap_or(0));
        }
        true
    }

    /// The same for all processes, from the youngest to the oldest; false and no moves if there is no
    /// native code for the location where one of them is.
    #[inline]
    pub(crate) fn all_choices(
        &self,
        env: &mut Env<'_>,
        counter: Cell,
        state: &State,
        moves: &mut Vec<Move>,
    ) -> bool {
        let count = state.processes.len();
        moves.reserve((self.most.alone + self.most.joint * count) * count);
        // SAFETY: N1 to N3, as above.
        unsafe {
            let matched = env.matched;
            let start = moves.as_mut_ptr();
            let mut end = start.add(moves.len());
            for (process, instance) in state.processes.iter().enumerate().rev() {
                // I1: a living process is somewhere.
                let counter = counter.read_natural(&state.matched, instance.bit / 8);
                let Some(choices) = self.locations[counter - 1].choices else { return false };
                end = choices(env, matched, matched.add(instance.bit / 8), process as u64, end);
            }
            moves.set_len(usize::try_from(end.offset_from(start)).unwrap_or(0));
        }
        true
    }

    /// Takes an edge by a process that is where it starts, and perhaps others that follow; `None` if there is no native code for it.
    #[inline]
    pub(crate) fn effect(
        &self,
        model: &Model,
        state: &mut State,
        timeout: bool,
        air: &mut Air,
        edge: u32,
        process: usize,
    ) -> Option<&Chain> {
        let effect = self.edges[edge as usize]?;
        let instance = state.processes[process];
        let mut env = Env::writing(model, self, state, timeout, air)?;
        // SAFETY: N1 to N3.
        let chain = unsafe {
            let matched = env.matched;
            effect(&raw mut env, matched, matched.add(instance.bit / 8), process as u64)
        };
        Some(&self.chains[chain])
    }
}

/// A function of a finished module that was declared with this signature.
pub(super) fn choices_of(module: &JITModule, function: FuncId) -> Choices {
    // SAFETY: N1.
    unsafe { transmute::<*const u8, Choices>(module.get_finalized_function(function)) }
}

/// A function of a finished module that was declared with this signature.
pub(super) fn effect_of(module: &JITModule, function: FuncId) -> Effect {
    // SAFETY: N1.
    unsafe { transmute::<*const u8, Effect>(module.get_finalized_function(function)) }
}

impl Drop for Native {
    fn drop(&mut self) {
        let module = self.module.get_mut().map(Option::take);
        if let Ok(Some(module)) = module {
            // SAFETY: nobody else has the functions, which are part of what is dropped.
            unsafe { module.free_memory() };
        }
    }
}

/// The value of an expression that native code leaves to the interpreter: of a process, or, without
/// one, of a property.
pub(super) unsafe extern "C" fn evaluate(env: *mut Env<'_>, code: u64, process: i64) -> i64 {
    // SAFETY: N3. Machine code passes on the `Env` that it was called with; nobody changes the state
    // meanwhile.
    let (model, state, timeout) = unsafe { (&*(*env).model, &*(*env).state, (*env).timeout != 0) };
    let view = match usize::try_from(process) {
        Ok(process) => View::of_process(model, state, process, timeout),
        Err(_) => View::of_property(model, state, timeout),
    };
    u32::try_from(code).map_or(0, |code| view.value(code))
}

/// An action that native code leaves to the interpreter.
pub(super) unsafe extern "C" fn act(env: *mut Env<'_>, action: u64, process: u64) {
    // SAFETY: N3, as above; the `Env` is one for writing.
    let (model, state, timeout) =
        unsafe { (&*(*env).model, &mut *(*env).state, (*env).timeout != 0) };
    if let (Ok(action), Ok(process)) = (usize::try_from(action), usize::try_from(process)) {
        model.put(state, process, model.actions[action], timeout);
    }
}

/// Moves bytes down over those that are no longer in use: `to < from`.
pub(super) unsafe extern "C" fn move_down(from: *const u8, to: *mut u8, bytes: u64) {
    // SAFETY: N2: both ranges lie in one channel.
    unsafe { std::ptr::copy(from, to, usize::try_from(bytes).unwrap_or(0)) }
}

#[cfg(test)]
mod tests {
    #[test]
    fn native_code_can_be_shared() {
        fn shared<T: Send + Sync>() {}
        shared::<super::Native>();
    }
}

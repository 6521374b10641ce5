//! The analysis calls functions as deep as the program does, so it runs on a stack of its own; what it owes to the outside world goes by way of
//! the thread that waits for it.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use tribunal_engine::{Context, Limit, Progress, Reason};

/// How large the stack is. Only what is used takes memory.
const STACK: usize = 1 << 30;
/// How many steps are taken between two reports: few, since one step may take long on a large state.
const STRIDE: u64 = 32;

/// What a step costs, and whether there may be another.
pub(crate) struct Pulse {
    reports: SyncSender<Progress>,
    answers: Receiver<Result<(), Reason>>,
    /// How many steps may be taken.
    limit: u64,
    pub(crate) steps: u64,
    pub(crate) states: u64,
}

impl Pulse {
    /// Accounts for one step.
    pub(crate) fn beat(&mut self) -> Result<(), Reason> {
        self.steps += 1;
        if self.limit < self.steps {
            return Err(Reason::Budget(Limit::Time));
        }
        if !self.steps.is_multiple_of(STRIDE) {
            return Ok(());
        }
        let progress =
            Progress { states: self.states, transitions: self.steps, ..Progress::default() };
        // If nobody listens any more, nobody wants to know more.
        self.reports.send(progress).map_err(|_| Reason::Cancelled)?;
        self.answers.recv().unwrap_or(Err(Reason::Cancelled))
    }
}

/// Runs a piece of work on a deep stack.
pub(crate) fn on_deep_stack<T: Send>(
    cx: &mut Context<'_>,
    limit: u64,
    work: impl FnOnce(Pulse) -> Result<T, Reason> + Send,
) -> Result<T, Reason> {
    let (reports, incoming) = sync_channel(0);
    let (outgoing, answers) = sync_channel(1);
    std::thread::scope(|scope| {
        let pulse = Pulse { reports, answers, limit, steps: 0, states: 0 };
        let builder = std::thread::Builder::new().stack_size(STACK);
        let worker = match builder.spawn_scoped(scope, move || work(pulse)) {
            Ok(worker) => worker,
            Err(error) => return Err(Reason::Crashed { message: error.to_string() }),
        };
        for progress in incoming {
            if outgoing.send(cx.report(&progress)).is_err() {
                break;
            }
        }
        match worker.join() {
            Ok(result) => result,
            // The caller knows what to do about it.
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

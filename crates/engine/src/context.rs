//! Budget, cancellation and progress in one place: `cx.tick(..)?` is all an algorithm owes to the
//! outside world.

use crate::fact::Fact;
use crate::verdict::{Limit, Reason};
use std::io::{self, Read, Write};
use std::time::Duration;
use tribunal_ir::PropId;

/// What a run may spend beyond time, which the [`Observer`] keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Bytes of memory.
    pub memory: u64,
    /// Steps in a run.
    pub depth: u64,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// States stored.
    pub states: u64,
    /// Steps taken.
    pub transitions: u64,
    /// The length of the run being explored.
    pub depth: u64,
    /// Bytes in use.
    pub memory_bytes: u64,
}

/// Whoever watches a run: it owns the clock and the interrupt key.
pub trait Observer {
    /// A new part of the work begins.
    fn phase(&mut self, name: &str);
    /// Called again and again; an error stops the run.
    ///
    /// # Errors
    /// If time is up or the user interrupted.
    fn progress(&mut self, progress: &Progress) -> Result<(), Reason>;
    /// Whether another engine that works at the same time has settled a property meanwhile.
    fn is_settled(&self, _property: PropId) -> bool {
        false
    }
    /// How much time is left, if there is a limit.
    fn left(&self) -> Option<Duration> {
        None
    }
    /// What such engines have found out since the run began, or since this was last asked.
    fn news(&mut self) -> Vec<Fact> {
        Vec::new()
    }
}

/// An observer that lets everything pass.
impl Observer for () {
    fn phase(&mut self, _: &str) {}
    fn progress(&mut self, _: &Progress) -> Result<(), Reason> {
        Ok(())
    }
}

/// Where a long run writes down what it has done, to go on later.
pub trait Notebook {
    /// What an earlier run has written.
    fn earlier(&mut self) -> Option<Box<dyn Read>>;
    /// Whether it is time to write again.
    fn is_due(&mut self) -> bool;
    /// Replaces what was written before by what `write` writes.
    ///
    /// # Errors
    /// If it cannot be written; what was there before stays.
    fn replace(
        &mut self,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()>;
}

/// What an engine is given to live with.
pub struct Context<'a> {
    budget: Budget,
    observer: &'a mut dyn Observer,
    notebook: Option<&'a mut dyn Notebook>,
    is_checkpoint_due: bool,
    ticks: u32,
}

impl<'a> Context<'a> {
    /// A context with this budget and observer.
    pub fn new(budget: Budget, observer: &'a mut dyn Observer) -> Self {
        Self { budget, observer, notebook: None, is_checkpoint_due: false, ticks: 0 }
    }

    /// The same with a notebook.
    #[must_use]
    pub fn with_notebook(self, notebook: Option<&'a mut dyn Notebook>) -> Self {
        Self { notebook, ..self }
    }

    /// The notebook, if there is one.
    pub fn notebook(&mut self) -> Option<&mut (dyn Notebook + 'a)> {
        self.notebook.as_deref_mut()
    }

    /// Whether it is time to write down what was done; true once each time.
    #[inline]
    pub fn is_checkpoint_due(&mut self) -> bool {
        std::mem::take(&mut self.is_checkpoint_due)
    }

    /// How much time is left, if there is a limit. What is worth while may depend on it, never what is true.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        self.observer.left()
    }

    /// The budget.
    #[must_use]
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Whether another engine has settled a property of the task meanwhile: nobody waits for a verdict on it any more. An engine that
    /// drops it answers with [`Reason::Overtaken`]; if all are settled, the run is stopped.
    #[must_use]
    pub fn is_settled(&self, property: PropId) -> bool {
        self.observer.is_settled(property)
    }

    /// What other engines have found out since the run began, or since this was last asked: facts that the task did not have.
    pub fn news(&mut self) -> Vec<Fact> {
        self.observer.news()
    }

    /// Announces a new part of the work.
    pub fn phase(&mut self, name: &str) {
        self.observer.phase(name);
    }

    /// Accounts for one unit of work; every loop of every engine calls it, with `?`. `progress` is
    /// asked for only now and then.
    ///
    /// # Errors
    /// If a limit is reached or the user interrupted.
    #[inline]
    pub fn tick(&mut self, progress: impl FnOnce() -> Progress) -> Result<(), Reason> {
        const STRIDE: u32 = 4096;
        self.ticks += 1;
        if self.ticks < STRIDE {
            return Ok(());
        }
        self.ticks = 0;
        self.report(&progress())
    }

    /// Tells how far the run is, now: for those who wait.
    ///
    /// # Errors
    /// If a limit is reached or the user interrupted.
    pub fn report(&mut self, progress: &Progress) -> Result<(), Reason> {
        self.is_checkpoint_due |= self.notebook.as_mut().is_some_and(|it| it.is_due());
        if self.budget.memory < progress.memory_bytes {
            return Err(Reason::Budget(Limit::Memory));
        }
        self.observer.progress(progress)
    }
}

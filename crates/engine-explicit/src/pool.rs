//! Work that threads hand to each other.
//!
//! A thread with nothing left to do waits here; the others notice and give away the states nearest
//! to the bottom of their stacks, which usually have most below them.

use crate::expand::Choice;
use crate::stack::Stack;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// A part of the search.
#[derive(Debug)]
pub(crate) struct Job {
    /// How what is at the bottom of the stack was reached.
    pub(crate) route: Arc<[Choice]>,
    pub(crate) stack: Stack,
}

/// The jobs that nobody does yet.
#[derive(Debug)]
pub(crate) struct Pool {
    threads: usize,
    /// How many threads wait.
    idle: AtomicUsize,
    jobs: Mutex<Jobs>,
    changed: Condvar,
}

#[derive(Debug)]
struct Jobs {
    waiting: Vec<Job>,
    /// Nothing will be added any more.
    closed: bool,
}

/// What a waiting thread gets.
#[derive(Debug)]
pub(crate) enum Offer {
    Job(Job),
    /// Not yet; the thread may look after other things for a moment.
    Patience,
    /// All work is done.
    Done,
}

impl Pool {
    pub(crate) fn new(threads: usize, waiting: Vec<Job>) -> Self {
        let jobs = Mutex::new(Jobs { waiting, closed: false });
        Self { threads, idle: AtomicUsize::new(0), jobs, changed: Condvar::new() }
    }

    /// The jobs that nobody has done.
    pub(crate) fn into_jobs(self) -> Vec<Job> {
        self.jobs.into_inner().unwrap_or_else(PoisonError::into_inner).waiting
    }

    /// Whether some thread waits.
    #[inline]
    pub(crate) fn is_hungry(&self) -> bool {
        self.idle.load(Ordering::Relaxed) != 0
    }

    fn jobs(&self) -> std::sync::MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn add(&self, job: Job) {
        self.jobs().waiting.push(job);
        self.changed.notify_one();
    }

    /// Sends everybody home.
    pub(crate) fn close(&self) {
        self.jobs().closed = true;
        self.changed.notify_all();
    }

    /// Waits a little for a job. The work is done when all threads wait.
    pub(crate) fn take(&self) -> Offer {
        let mut jobs = self.jobs();
        if jobs.closed {
            return Offer::Done;
        }
        if let Some(job) = jobs.waiting.pop() {
            return Offer::Job(job);
        }
        if self.idle.fetch_add(1, Ordering::Relaxed) + 1 == self.threads {
            jobs.closed = true;
            self.changed.notify_all();
            return Offer::Done;
        }
        let patience = Duration::from_millis(20);
        let (mut jobs, _) = self
            .changed
            .wait_timeout_while(jobs, patience, |it| it.waiting.is_empty() && !it.closed)
            .unwrap_or_else(PoisonError::into_inner);
        self.idle.fetch_sub(1, Ordering::Relaxed);
        if jobs.closed {
            return Offer::Done;
        }
        match jobs.waiting.pop() {
            Some(job) => Offer::Job(job),
            None => Offer::Patience,
        }
    }
}

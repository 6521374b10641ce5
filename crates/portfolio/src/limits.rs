//! What a run may spend, and who stops it: the clock, the interrupt key and the memory of the
//! machine.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tribunal_base::Kleene;
use tribunal_engine::{Answer, Budget, Limit, Observer, Progress, Reason};
use tribunal_ir::Program;

/// The part of the time that is kept for the end: engines need some to stop and to give back what they have.
const ENDING: u32 = 32;

/// What a run may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time, if it is limited.
    pub time: Option<Duration>,
    /// Bytes of memory.
    pub memory: u64,
    /// Steps in a run.
    pub depth: u64,
}

impl Limits {
    /// What engines are told.
    #[must_use]
    pub fn budget(&self) -> Budget {
        Budget { memory: self.memory, depth: self.depth }
    }
}

/// Three quarters of the machine's memory; `u64::MAX` where the system does not tell.
#[must_use]
pub fn default_memory() -> u64 {
    std::fs::read_to_string("/proc/meminfo")
        .ok()
        .and_then(|text| total_memory(&text))
        .map_or(u64::MAX, |total| total / 4 * 3)
}

/// The bytes of memory that `/proc/meminfo` tells of.
fn total_memory(meminfo: &str) -> Option<u64> {
    kibibytes(meminfo, "MemTotal:")
}

/// The bytes that a line of such a file tells of.
fn kibibytes(text: &str, what: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(what))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// The bytes of memory that this process has; `None` where the system does not tell.
#[must_use]
pub fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    kibibytes(&status, "VmRSS:")
}

/// Whoever shows the user how far a run has come.
pub trait Spectator {
    /// A new part of the work begins.
    fn phase(&mut self, name: &str);
    /// The work goes on; called often.
    fn progress(&mut self, progress: &Progress, elapsed: Duration);
    /// A part of the work is over.
    fn done(&mut self);
    /// A property has been answered, and the evidence was checked as far as it will be.
    fn answered(&mut self, answered: &Answered<'_>);
    /// How many bytes of memory the process has, if it does nothing but this run.
    fn resident(&mut self) -> Option<u64> {
        None
    }
}

/// A property that has been answered.
#[derive(Clone, Copy, Debug)]
pub struct Answered<'a> {
    /// Its name.
    pub name: &'a str,
    /// The answer.
    pub value: Kleene,
    /// The program and the answer with its evidence, if it is a property of a program.
    pub evidence: Option<(&'a Program, &'a Answer)>,
    /// The time since the start.
    pub elapsed: Duration,
}

/// A spectator that looks away.
impl Spectator for () {
    fn phase(&mut self, _: &str) {}
    fn progress(&mut self, _: &Progress, _: Duration) {}
    fn done(&mut self) {}
    fn answered(&mut self, _: &Answered<'_>) {}
}

/// The clock and the interrupt key.
#[derive(Clone, Copy)]
pub struct Clock<'a> {
    start: Instant,
    time: Option<Duration>,
    cancelled: &'a AtomicBool,
}

impl Clock<'_> {
    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the run must stop now.
    pub fn verdict(&self) -> Result<(), Reason> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Err(Reason::Cancelled);
        }
        match self.time {
            Some(limit) if limit <= self.elapsed() => Err(Reason::Budget(Limit::Time)),
            Some(_) | None => Ok(()),
        }
    }

    /// The time that is left, if it is limited.
    pub fn left(&self) -> Option<Duration> {
        self.time.map(|it| it.saturating_sub(self.elapsed()))
    }
}

/// Whoever works unseen is stopped by the clock.
impl Observer for Clock<'_> {
    fn phase(&mut self, _: &str) {}
    fn progress(&mut self, _: &Progress) -> Result<(), Reason> {
        self.verdict()
    }
}

/// Keeps the clock and listens for the interrupt key while engines run.
pub struct Watch<'a> {
    /// The clock.
    pub clock: Clock<'a>,
    spectator: &'a mut dyn Spectator,
    last: Progress,
}

impl<'a> Watch<'a> {
    /// Starts the clock.
    pub fn start(
        limits: &Limits,
        cancelled: &'a AtomicBool,
        spectator: &'a mut dyn Spectator,
    ) -> Self {
        let time = limits.time.map(|it| it - it / ENDING);
        let clock = Clock { start: Instant::now(), time, cancelled };
        Self { clock, spectator, last: Progress::default() }
    }

    /// How far the current engine had come when it was last seen.
    pub fn last(&self) -> Progress {
        self.last
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// Whether the run must stop now.
    pub fn verdict(&self) -> Result<(), Reason> {
        self.clock.verdict()
    }

    /// Shows the spectator how far several engines have come together.
    pub fn show(&mut self, progress: &Progress) {
        self.spectator.progress(progress, self.clock.elapsed());
    }

    /// How many bytes of memory the process has, if it does nothing else.
    pub(crate) fn resident(&mut self) -> Option<u64> {
        self.spectator.resident()
    }

    /// Tells the spectator that a property has been answered.
    pub fn answered(&mut self, name: &str, value: Kleene) {
        let (evidence, elapsed) = (None, self.clock.elapsed());
        self.spectator.answered(&Answered { name, value, evidence, elapsed });
    }

    /// The same, with the evidence.
    pub(crate) fn certified(&mut self, program: &Program, answer: &Answer) {
        let (name, value) = (&program.props[answer.property].name, answer.verdict.kleene());
        let (evidence, elapsed) = (Some((program, answer)), self.clock.elapsed());
        self.spectator.answered(&Answered { name, value, evidence, elapsed });
    }

    /// Tells the spectator that a search is over.
    pub fn done(&mut self) {
        self.last = Progress::default();
        self.spectator.done();
    }
}

impl Observer for Watch<'_> {
    fn phase(&mut self, name: &str) {
        self.spectator.phase(name);
    }

    fn progress(&mut self, progress: &Progress) -> Result<(), Reason> {
        self.last = *progress;
        let elapsed = self.clock.elapsed();
        self.spectator.progress(progress, elapsed);
        self.clock.verdict()
    }

    fn left(&self) -> Option<Duration> {
        self.clock.left()
    }
}

#[cfg(test)]
mod tests {
    use super::{Limits, Watch, resident_memory, total_memory};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;
    use tribunal_engine::{Limit, Observer, Progress, Reason};

    #[test]
    fn the_memory_of_the_machine_is_read() {
        assert_eq!(total_memory("MemTotal:       1000 kB\nMemFree: 1 kB\n"), Some(1_024_000));
        assert_eq!(total_memory("MemFree: 1 kB\n"), None);
        assert_eq!(total_memory("MemTotal: many kB\n"), None);
        let resident = resident_memory();
        assert!(!cfg!(target_os = "linux") || resident.is_some_and(|it| 1 << 20 < it));
    }

    #[test]
    fn time_and_the_interrupt_key_stop_a_run() {
        let cancelled = AtomicBool::new(false);
        let mut nobody = ();
        let limits = Limits { time: Some(Duration::ZERO), memory: 1, depth: 1 };
        let mut watch = Watch::start(&limits, &cancelled, &mut nobody);
        let progress = Progress { states: 3, ..Progress::default() };
        assert_eq!(watch.progress(&progress), Err(Reason::Budget(Limit::Time)));
        assert_eq!(watch.last().states, 3);
        cancelled.store(true, Ordering::Relaxed);
        assert_eq!(watch.progress(&progress), Err(Reason::Cancelled));
    }

    #[test]
    fn some_time_is_kept_for_the_end() {
        let (cancelled, mut nobody) = (AtomicBool::new(false), ());
        let time = Some(Duration::from_secs(3200));
        let limits = Limits { time, memory: 1, depth: 1 };
        let left = Watch::start(&limits, &cancelled, &mut nobody).clock.left().unwrap();
        assert!((3090..=3100).contains(&left.as_secs()), "{left:?}");
    }

    #[test]
    fn without_a_limit_a_run_goes_on() {
        let cancelled = AtomicBool::new(false);
        let mut nobody = ();
        let limits = Limits { time: None, memory: 1, depth: 1 };
        let mut watch = Watch::start(&limits, &cancelled, &mut nobody);
        assert_eq!(watch.progress(&Progress::default()), Ok(()));
    }
}

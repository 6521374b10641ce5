//! What engines that run side by side know of each other: what is settled, what was found out, who waits, and how much memory is left.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tribunal_base::Id;
use tribunal_engine::{Fact, Limit, Observer, Progress, Reason};
use tribunal_ir::PropId;

use crate::limits::Clock;

/// What all can see.
pub(crate) struct Board {
    /// Whether a property is settled, by its number.
    settled: Vec<AtomicBool>,
    /// What those that are done have found out.
    facts: Mutex<Vec<Fact>>,
    /// Whether others wait for those that run to give way.
    is_awaited: AtomicBool,
    /// Those that run, by the places of their rungs.
    positions: Mutex<BTreeMap<usize, Position>>,
    /// The bytes that all may use together.
    memory: u64,
    /// Who was told last to stop because the process has too many bytes, and when.
    evicted: Mutex<Option<Eviction>>,
}

/// A rung has to stop because the process has too many bytes.
#[derive(Clone, Copy, Debug)]
struct Eviction {
    /// Its place, as long as it has not stopped.
    place: Option<usize>,
    since: Duration,
}

/// How long it may take until memory that was given back is not counted any more.
const GRACE: Duration = Duration::from_secs(2);

/// How far an engine has come.
#[derive(Clone, Debug, Default)]
struct Position {
    phase: String,
    progress: Progress,
    /// The most memory it was seen to use: not every report tells it.
    memory: u64,
}

impl Board {
    /// A board for so many properties.
    pub(crate) fn new(properties: usize, memory: u64) -> Self {
        Self {
            settled: (0..properties).map(|_| AtomicBool::new(false)).collect(),
            facts: Mutex::default(),
            is_awaited: AtomicBool::new(false),
            positions: Mutex::default(),
            memory,
            evicted: Mutex::default(),
        }
    }

    /// A property is settled.
    pub(crate) fn settle(&self, property: PropId) {
        self.settled[property.index()].store(true, Ordering::Relaxed);
    }

    /// Whether a property is settled. One that an engine has made for itself never is.
    fn is_settled(&self, property: PropId) -> bool {
        let settled = self.settled.get(property.index());
        settled.is_some_and(|it| it.load(Ordering::Relaxed))
    }

    /// Nobody waits for an answer any more.
    fn close(&self) {
        self.settled.iter().for_each(|it| it.store(true, Ordering::Relaxed));
    }

    /// Something was found out.
    pub(crate) fn tell(&self, facts: Vec<Fact>) {
        lock(&self.facts).extend(facts);
    }

    /// Whether somebody waits.
    pub(crate) fn set_awaited(&self, is_awaited: bool) {
        self.is_awaited.store(is_awaited, Ordering::Relaxed);
    }

    /// The process has so many bytes of memory: if that is too much, whoever uses most has to stop.
    pub(crate) fn heed(&self, resident: u64, now: Duration) {
        if resident <= self.memory - self.memory / 32 {
            return;
        }
        let mut evicted = lock(&self.evicted);
        if evicted.is_some_and(|it| it.place.is_some() || now < it.since + GRACE) {
            return;
        }
        let positions = lock(&self.positions);
        let largest = positions.iter().max_by_key(|it| it.1.memory).map(|it| *it.0);
        *evicted = largest.map(|it| Eviction { place: Some(it), since: now });
    }

    /// Whether an engine has to stop because the process has too many bytes.
    fn is_evicted(&self, place: usize) -> bool {
        lock(&self.evicted).is_some_and(|it| it.place == Some(place))
    }

    /// An engine is done. How far it had come.
    pub(crate) fn clear(&self, place: usize) -> Progress {
        if let Some(it) = lock(&self.evicted).as_mut().filter(|it| it.place == Some(place)) {
            it.place = None;
        }
        lock(&self.positions).remove(&place).unwrap_or_default().progress
    }

    /// What all do, and how far they have come together.
    pub(crate) fn overview(&self) -> (String, Progress) {
        let positions = lock(&self.positions);
        let phases: Vec<&str> = positions.values().map(|it| it.phase.as_str()).collect();
        let phases = phases.join(" and ");
        let sum = positions.values().fold(Progress::default(), |sum, it| Progress {
            states: sum.states + it.progress.states,
            transitions: sum.transitions + it.progress.transitions,
            depth: sum.depth.max(it.progress.depth),
            memory_bytes: sum.memory_bytes + it.memory,
        });
        (phases, sum)
    }

    /// Notes how far an engine has come. If all together use too much memory, those stop that use more than their part.
    fn note(&self, place: usize, progress: &Progress) -> Result<(), Reason> {
        if self.is_evicted(place) {
            return Err(Reason::Budget(Limit::Memory));
        }
        let mut positions = lock(&self.positions);
        let position = positions.entry(place).or_default();
        position.progress = *progress;
        position.memory = position.memory.max(progress.memory_bytes);
        let own = position.memory;
        let all: u64 = positions.values().map(|it| it.memory).sum();
        let part = self.memory / positions.len() as u64;
        if self.memory < all && part < own {
            return Err(Reason::Budget(Limit::Memory));
        }
        Ok(())
    }
}

/// Closes a board in the end, even if whoever hears the answers fails: nobody goes on for nothing.
pub(crate) struct Closing<'a>(pub(crate) &'a Board);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Nothing is left half done when a thread fails here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One of those that run side by side: whoever observes it.
pub(crate) struct Worker<'a> {
    board: &'a Board,
    clock: Clock<'a>,
    /// The place of its rung.
    place: usize,
    properties: Vec<PropId>,
    /// When it has to give way if others wait.
    turn: Duration,
    /// How many facts it knows.
    known: usize,
}

impl<'a> Worker<'a> {
    /// A worker for one that knows what has been told so far.
    pub(crate) fn new(
        board: &'a Board,
        clock: Clock<'a>,
        place: usize,
        properties: Vec<PropId>,
        turn: Duration,
    ) -> Self {
        let known = lock(&board.facts).len();
        lock(&board.positions).insert(place, Position::default());
        Self { board, clock, place, properties, turn, known }
    }
}

impl Observer for Worker<'_> {
    fn phase(&mut self, name: &str) {
        name.clone_into(&mut lock(&self.board.positions).entry(self.place).or_default().phase);
    }

    fn progress(&mut self, progress: &Progress) -> Result<(), Reason> {
        self.clock.verdict()?;
        if self.properties.iter().all(|it| self.board.is_settled(*it)) {
            return Err(Reason::Overtaken);
        }
        let is_awaited = self.board.is_awaited.load(Ordering::Relaxed);
        if is_awaited && self.turn <= self.clock.elapsed() {
            return Err(Reason::Budget(Limit::Time));
        }
        self.board.note(self.place, progress)
    }

    fn is_settled(&self, property: PropId) -> bool {
        self.board.is_settled(property)
    }

    fn left(&self) -> Option<Duration> {
        self.clock.left()
    }

    fn news(&mut self) -> Vec<Fact> {
        let facts = lock(&self.board.facts);
        let news = facts[self.known..].to_vec();
        self.known = facts.len();
        news
    }
}

#[cfg(test)]
mod tests {
    use super::{Board, Worker};
    use crate::limits::{Limits, Watch};
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;
    use tribunal_base::Id;
    use tribunal_engine::{Fact, Limit, Observer, Progress, Reason, Relation};
    use tribunal_ir::{LocId, PropId, VarId};

    fn used(memory_bytes: u64) -> Progress {
        Progress { memory_bytes, ..Progress::default() }
    }

    /// Lets two sit down, of which the first is about one property and the second about two.
    fn with_workers(memory: u64, play: impl FnOnce(&Board, Worker<'_>, Worker<'_>)) {
        let (cancelled, mut nobody) = (AtomicBool::new(false), ());
        let limits = Limits { time: None, memory, depth: 1 };
        let clock = Watch::start(&limits, &cancelled, &mut nobody).clock;
        let board = Board::new(2, memory);
        let [p, q] = [0, 1].map(PropId::from_index);
        let one = Worker::new(&board, clock, 0, vec![p], Duration::ZERO);
        let other = Worker::new(&board, clock, 1, vec![p, q], Duration::ZERO);
        play(&board, one, other);
    }

    #[test]
    fn who_has_nothing_left_to_settle_stops() {
        with_workers(100, |board, mut one, mut other| {
            assert_eq!(one.progress(&used(1)), Ok(()));
            board.settle(PropId::from_index(0));
            assert_eq!(one.progress(&used(1)), Err(Reason::Overtaken));
            assert_eq!(other.progress(&used(1)), Ok(()));
            assert!(other.is_settled(PropId::from_index(0)));
            assert!(!other.is_settled(PropId::from_index(1)));
            assert!(!other.is_settled(PropId::from_index(2)));
            board.settle(PropId::from_index(1));
            assert_eq!(other.progress(&used(1)), Err(Reason::Overtaken));
        });
    }

    #[test]
    fn a_turn_is_over_only_if_somebody_waits() {
        with_workers(100, |board, mut one, _| {
            board.set_awaited(true);
            assert_eq!(one.progress(&used(1)), Err(Reason::Budget(Limit::Time)));
            board.set_awaited(false);
            assert_eq!(one.progress(&used(1)), Ok(()));
        });
    }

    #[test]
    fn memory_is_shared_and_who_takes_more_than_half_stops() {
        with_workers(100, |board, mut one, mut other| {
            assert_eq!(one.progress(&used(60)), Ok(()));
            assert_eq!(other.progress(&used(40)), Ok(()));
            assert_eq!(board.overview().1.memory_bytes, 100);
            assert_eq!(other.progress(&used(45)), Ok(()));
            // What is not told now was told before.
            assert_eq!(one.progress(&used(0)), Err(Reason::Budget(Limit::Memory)));
            board.clear(0);
            assert_eq!(other.progress(&used(90)), Ok(()));
        });
    }

    #[test]
    fn who_uses_most_stops_if_the_process_has_too_much() {
        with_workers(320, |board, mut one, mut other| {
            assert_eq!(one.progress(&used(60)), Ok(()));
            assert_eq!(other.progress(&used(40)), Ok(()));
            let seconds = Duration::from_secs;
            board.heed(310, seconds(1));
            assert_eq!(one.progress(&used(60)), Ok(()));
            board.heed(311, seconds(1));
            assert_eq!(other.progress(&used(70)), Ok(()));
            assert_eq!(one.progress(&used(60)), Err(Reason::Budget(Limit::Memory)));
            // Nobody else stops as long as it has not, and for some time after that.
            board.heed(400, seconds(9));
            assert_eq!(other.progress(&used(70)), Ok(()));
            board.clear(0);
            board.heed(400, seconds(2));
            assert_eq!(other.progress(&used(70)), Ok(()));
            board.heed(400, seconds(3));
            assert_eq!(other.progress(&used(70)), Err(Reason::Budget(Limit::Memory)));
        });
    }

    #[test]
    fn facts_are_told_once_to_those_that_do_not_know_them() {
        let location = LocId::from_index(0);
        let holds = Relation::NotNull(VarId::from_index(0));
        let fact = Fact::Invariant { location, holds };
        with_workers(100, |board, mut one, _| {
            assert_eq!(one.news(), []);
            board.tell(vec![fact.clone()]);
            assert_eq!(one.news(), [fact]);
            assert_eq!(one.news(), []);
            let properties = vec![PropId::from_index(0)];
            let clock = one.clock;
            let mut late = Worker::new(board, clock, 2, properties, Duration::ZERO);
            assert_eq!(late.news(), []);
        });
    }

    #[test]
    fn the_overview_tells_what_all_do() {
        with_workers(100, |board, mut one, mut other| {
            one.phase("trial");
            other.phase("unrolling");
            let progress = Progress { states: 3, transitions: 5, depth: 7, memory_bytes: 0 };
            assert_eq!((one.progress(&progress), other.progress(&progress)), (Ok(()), Ok(())));
            let sum = Progress { states: 6, transitions: 10, depth: 7, memory_bytes: 0 };
            assert_eq!(board.overview(), ("trial and unrolling".to_owned(), sum));
            assert_eq!(board.clear(1).depth, 7);
            assert_eq!(board.overview().0, "trial");
        });
    }
}

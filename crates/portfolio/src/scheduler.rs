//! The scheduler: runs the engines of the ladder on one lane or on many.
//!
//! On one lane, one rung comes after the other. On several, one that is quick is let alone: it has a head start, and what it settles and finds out in that
//! time is there when the next begins beside it. What a slow one finds out reaches the others while they run. Each engine has a thread of its own; verdicts are
//! assessed and certified one after the other, by the thread that began it all; those that come at the same time in the order of the ladder.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, Scope, scope};
use std::time::Duration;

use tribunal_engine::{Observer, Progress};

use crate::board::{Board, Closing, Worker};
use crate::limits::{Clock, Watch};
use crate::schedule::{Job, Schedule};
use crate::session::{Assessment, Request, Response, Session};

/// How many rungs are climbed side by side.
#[derive(Clone, Copy, Debug)]
pub struct Lanes {
    /// How many at the same time.
    pub count: u32,
    /// How long a rung is climbed before the next begins beside it.
    pub head_start: Duration,
}

impl Lanes {
    /// So many at the same time.
    #[must_use]
    pub fn new(count: u32) -> Self {
        Self { count, head_start: Duration::from_millis(100) }
    }

    /// How long it takes until another rung may begin beside those that are under way; none if there is no room for it.
    fn wait(&self, under_way: &[Job<'_>], clock: &Clock<'_>) -> Option<Duration> {
        let last = under_way.iter().map(|it| it.start).max();
        let start = last.map_or(Duration::ZERO, |it| it + self.head_start);
        (under_way.len() < self.count as usize).then(|| start.saturating_sub(clock.elapsed()))
    }
}

/// How often the spectator is shown how far all have come.
const HEARTBEAT: Duration = Duration::from_millis(100);

/// Engines recurse as deep as programs nest. Only what is used takes memory.
const STACK: usize = 512 << 20;

/// Runs the engines of all rungs, as far as they are needed.
pub(crate) fn run<'a>(
    session: &mut Session<'a>,
    schedule: &mut Schedule<'a>,
    lanes: Lanes,
    watch: &mut Watch<'_>,
) {
    let board = Board::new(session.program.props.len(), session.options.limits.memory);
    let (sender, receiver) = channel();
    let clock = watch.clock;
    let mut shown = String::new();
    scope(|scope| {
        let _closing = Closing(&board);
        let start = |request: Request<'a>, job: &Job<'a>| {
            let Job { place, turn, .. } = *job;
            let worker = Worker::new(&board, clock, place, job.properties.clone(), turn);
            begin(scope, request, worker, place, clock, sender.clone());
        };
        let mut under_way: Vec<Job<'a>> = Vec::new();
        loop {
            while lanes.wait(&under_way, &clock) == Some(Duration::ZERO)
                && let Some(job) = schedule.begin(&clock)
            {
                start(session.request(&job), &job);
                under_way.push(job);
            }
            if under_way.is_empty() {
                break;
            }
            board.set_awaited(schedule.is_awaited());
            // If there is no need to wait, nothing can begin now.
            let wait = lanes.wait(&under_way, &clock).filter(|it| !it.is_zero());
            let first = match receiver.recv_timeout(wait.map_or(HEARTBEAT, |it| it.min(HEARTBEAT)))
            {
                Ok(first) => first,
                Err(RecvTimeoutError::Timeout) => {
                    show(&board, &mut shown, watch);
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let mut arrived: Vec<(usize, Response)> = vec![first];
            arrived.extend(receiver.try_iter());
            arrived.sort_by_key(|it| it.0);
            for (place, mut response) in arrived {
                let Some(number) = under_way.iter().position(|it| it.place == place) else {
                    continue;
                };
                let mut job = under_way.remove(number);
                response.last = board.clear(place);
                let entry = session.enter(&job, response);
                board.tell(entry.facts.clone());
                watch.allot(schedule.is_awaited().then_some(job.turn));
                let Assessment { settled, stopped } = session.assess(&mut job, entry, watch);
                watch.allot(None);
                for property in settled {
                    board.settle(property);
                    schedule.settle(property);
                }
                shown.clear();
                if job.go_on(stopped) {
                    match clock.verdict() {
                        Ok(()) => {
                            start(session.request(&job), &job);
                            under_way.push(job);
                            continue;
                        }
                        Err(reason) => job.give_up(&reason),
                    }
                }
                schedule.leave(job);
            }
        }
    });
    watch.done();
}

/// Asks an engine on a thread of its own.
fn begin<'scope, 'a: 'scope>(
    scope: &'scope Scope<'scope, '_>,
    mut request: Request<'a>,
    mut worker: Worker<'scope>,
    place: usize,
    clock: Clock<'scope>,
    sender: Sender<(usize, Response)>,
) {
    let start = clock.elapsed();
    let failed = sender.clone();
    let ask = move || {
        let outcome = request.put(&mut worker);
        let unwritten = request.close(&outcome);
        // Whoever hears it is there until all have answered.
        let (end, last) = (clock.elapsed(), Progress::default());
        _ = sender.send((place, Response { outcome, start, end, last, unwritten }));
    };
    if let Err(error) = Builder::new().stack_size(STACK).spawn_scoped(scope, ask) {
        let outcome = Err(format!("there is no thread to run on: {error}"));
        let (end, last) = (start, Progress::default());
        let unwritten = None;
        _ = failed.send((place, Response { outcome, start, end, last, unwritten }));
    }
}

/// Shows the spectator how far all have come.
fn show(board: &Board, shown: &mut String, watch: &mut Watch<'_>) {
    let (phases, progress) = board.overview();
    if phases != *shown {
        watch.phase(&phases);
        *shown = phases;
    }
    watch.show(&progress);
}

#[cfg(test)]
mod tests;

//! The scheduler: runs the engines of the ladder on one lane or on many.
//!
//! On one lane, one rung comes after the other. On several, one that is quick is let alone: it has a head start, and what it settles and finds out in that
//! time is there when the next begins beside it. What a slow one finds out reaches the others while they run. Each engine has a thread of its own; verdicts are
//! assessed one after the other, by the thread that began it all; those that come at the same time in the order of the ladder. Proofs are checked a second time
//! by one more thread, so that nobody waits for that.

use std::sync::mpsc::{RecvTimeoutError, SendError, Sender, channel};
use std::thread::{Builder, Scope, scope};
use std::time::Duration;

use tribunal_engine::{Fact, Observer, Progress};

use crate::board::{Board, Closing, Worker};
use crate::limits::{Clock, Watch};
use crate::recheck::{Claims, Rechecked, SecondProofs, recheck};
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

/// How often the spectator is shown how far all have come, and memory is looked at.
const HEARTBEAT: Duration = Duration::from_millis(50);

/// Engines recurse as deep as programs nest. Only what is used takes memory.
const STACK: usize = 512 << 20;

/// What threads tell the one that began them.
enum Message {
    /// What the engine of the rung at this place answers.
    Response(usize, Response),
    /// What came of checking proofs again.
    Rechecked(Claims, Rechecked),
}

/// Proofs, and the facts that were known when they were found.
type Doubt = (Claims, Vec<Fact>);

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
        let doubts = check_again(scope, session, clock, sender.clone());
        let mut doubtful = 0;
        let mut under_way: Vec<Job<'a>> = Vec::new();
        loop {
            while lanes.wait(&under_way, &clock) == Some(Duration::ZERO)
                && let Some(job) = schedule.begin(&clock)
            {
                start(session.request(&job), &job);
                under_way.push(job);
            }
            if under_way.is_empty() && doubtful == 0 {
                break;
            }
            board.set_awaited(schedule.is_awaited());
            // Searches of flat programs know what they use, and may go on in another way.
            if !session.program.is_flat()
                && let Some(resident) = watch.resident()
            {
                board.heed(resident, clock.elapsed());
            }
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
            let mut arrived: Vec<(usize, Response)> = Vec::new();
            for message in [first].into_iter().chain(receiver.try_iter()) {
                match message {
                    Message::Response(place, response) => arrived.push((place, response)),
                    Message::Rechecked(claims, rechecked) => {
                        doubtful -= 1;
                        session.revise(&claims, &rechecked, watch);
                    }
                }
            }
            arrived.sort_by_key(|it| it.0);
            for (place, mut response) in arrived {
                let Some(number) = under_way.iter().position(|it| it.place == place) else {
                    continue;
                };
                let mut job = under_way.remove(number);
                response.last = board.clear(place);
                let entry = session.enter(&job, response);
                board.tell(entry.facts.clone());
                let Assessment { settled, stopped, claims } =
                    session.assess(&mut job, entry, watch);
                if !claims.is_empty() {
                    let facts = session.record.facts.clone();
                    match doubts.send((claims, facts)) {
                        Ok(()) => doubtful += 1,
                        // There is no thread for it.
                        Err(SendError((claims, _))) => {
                            session.revise(&claims, &Rechecked::default(), watch);
                        }
                    }
                }
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

/// Begins to check proofs again, those that come first first, until there will be none.
fn check_again<'scope, 'a: 'scope>(
    scope: &'scope Scope<'scope, '_>,
    session: &Session<'a>,
    clock: Clock<'scope>,
    sender: Sender<Message>,
) -> Sender<Doubt> {
    let (doubts, receiver) = channel::<Doubt>();
    let (program, options) = (session.program, session.options);
    let check = move || {
        for (claims, facts) in receiver {
            let how = (options.second_proofs, &options.limits);
            let rechecked = recheck(program, &claims, &facts, how, clock);
            // Whoever hears it is there until all have answered.
            _ = sender.send(Message::Rechecked(claims, rechecked));
        }
    };
    if options.second_proofs != SecondProofs::Never {
        // If there is no thread, nobody listens.
        _ = Builder::new().stack_size(STACK).spawn_scoped(scope, check);
    }
    doubts
}

/// Asks an engine on a thread of its own.
fn begin<'scope, 'a: 'scope>(
    scope: &'scope Scope<'scope, '_>,
    mut request: Request<'a>,
    mut worker: Worker<'scope>,
    place: usize,
    clock: Clock<'scope>,
    sender: Sender<Message>,
) {
    let start = clock.elapsed();
    let failed = sender.clone();
    let ask = move || {
        let outcome = request.put(&mut worker);
        let unwritten = request.close(&outcome);
        // Whoever hears it is there until all have answered.
        let (end, last) = (clock.elapsed(), Progress::default());
        let response = Response { outcome, start, end, last, unwritten };
        _ = sender.send(Message::Response(place, response));
    };
    if let Err(error) = Builder::new().stack_size(STACK).spawn_scoped(scope, ask) {
        let outcome = Err(format!("there is no thread to run on: {error}"));
        let (end, last) = (start, Progress::default());
        let unwritten = None;
        let response = Response { outcome, start, end, last, unwritten };
        _ = failed.send(Message::Response(place, response));
    }
}

/// Shows the spectator how far all have come.
fn show(board: &Board, shown: &mut String, watch: &mut Watch<'_>) {
    let (mut phases, progress) = board.overview();
    if phases.is_empty() {
        phases.push_str("second proofs");
    }
    if phases != *shown {
        watch.phase(&phases);
        *shown = phases;
    }
    watch.show(&progress);
}

#[cfg(test)]
mod tests;

//! Rungs side by side: while one is climbed, the next begins on another core.
//!
//! One that is quick is let alone: it has a head start, and what it settles and finds out in that time is there when the next begins. What a
//! slow one finds out reaches the others while they run. Verdicts are heard and certified one after the other, by the thread that began it
//! all; those that come at the same time in the order of the ladder.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, Scope, scope};
use std::time::Duration;

use tribunal_engine::{Observer, Progress};

use crate::ascent::{Ascent, Climber};
use crate::board::{Board, Closing, Seat};
use crate::court::{Court, Heard, Question, Reply};
use crate::limits::{Clock, Watch};

/// How rungs are climbed side by side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes {
    /// How many at the same time.
    pub(crate) count: u32,
    /// How long a rung is climbed before the next begins beside it.
    pub(crate) head_start: Duration,
}

impl Lanes {
    /// So many at the same time.
    pub(crate) fn new(count: u32) -> Self {
        Self { count, head_start: Duration::from_millis(100) }
    }

    /// How long it takes until another rung may begin beside those that are under way; none if there is no room for it.
    fn wait(&self, under_way: &[Climber<'_>], clock: &Clock<'_>) -> Option<Duration> {
        let last = under_way.iter().map(|it| it.start).max();
        let start = last.map_or(Duration::ZERO, |it| it + self.head_start);
        (under_way.len() < self.count as usize).then(|| start.saturating_sub(clock.elapsed()))
    }
}

/// How often the spectator is shown how far all have come.
const HEARTBEAT: Duration = Duration::from_millis(100);

/// Engines recurse as deep as programs nest. Only what is used takes memory.
const STACK: usize = 512 << 20;

/// Climbs all rungs.
pub(crate) fn climb<'a>(
    court: &mut Court<'a>,
    ascent: &mut Ascent<'a>,
    lanes: Lanes,
    watch: &mut Watch<'_>,
) {
    let board = Board::new(court.program.props.len(), court.options.limits.memory);
    let (sender, receiver) = channel();
    let clock = watch.clock;
    let mut shown = String::new();
    scope(|scope| {
        let _closing = Closing(&board);
        let start = |question: Question<'a>, climber: &Climber<'a>| {
            let Climber { place, turn, .. } = *climber;
            let seat = Seat::new(&board, clock, place, climber.properties.clone(), turn);
            begin(scope, question, seat, place, clock, sender.clone());
        };
        let mut under_way: Vec<Climber<'a>> = Vec::new();
        loop {
            while lanes.wait(&under_way, &clock) == Some(Duration::ZERO)
                && let Some(climber) = ascent.begin(&clock)
            {
                start(court.question(&climber), &climber);
                under_way.push(climber);
            }
            if under_way.is_empty() {
                break;
            }
            board.set_awaited(ascent.is_awaited());
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
            let mut arrived: Vec<(usize, Reply)> = vec![first];
            arrived.extend(receiver.try_iter());
            arrived.sort_by_key(|it| it.0);
            for (place, mut reply) in arrived {
                let Some(number) = under_way.iter().position(|it| it.place == place) else {
                    continue;
                };
                let mut climber = under_way.remove(number);
                reply.last = board.clear(place);
                let entry = court.enter(&climber, reply);
                board.tell(entry.facts.clone());
                watch.allot(ascent.is_awaited().then_some(climber.turn));
                let Heard { settled, stopped } = court.hear(&mut climber, entry, watch);
                watch.allot(None);
                for property in settled {
                    board.settle(property);
                    ascent.settle(property);
                }
                shown.clear();
                if climber.go_on(stopped) {
                    match clock.verdict() {
                        Ok(()) => {
                            start(court.question(&climber), &climber);
                            under_way.push(climber);
                            continue;
                        }
                        Err(reason) => climber.give_up(&reason),
                    }
                }
                ascent.leave(climber);
            }
        }
    });
    watch.done();
}

/// Asks an engine on a thread of its own.
fn begin<'scope, 'a: 'scope>(
    scope: &'scope Scope<'scope, '_>,
    question: Question<'a>,
    mut seat: Seat<'scope>,
    place: usize,
    clock: Clock<'scope>,
    sender: Sender<(usize, Reply)>,
) {
    let start = clock.elapsed();
    let failed = sender.clone();
    let ask = move || {
        let outcome = question.put(&mut seat, None);
        // Whoever hears it is there until all have answered.
        let (end, last) = (clock.elapsed(), Progress::default());
        _ = sender.send((place, Reply { outcome, start, end, last }));
    };
    if let Err(error) = Builder::new().stack_size(STACK).spawn_scoped(scope, ask) {
        let outcome = Err(format!("there is no thread to run on: {error}"));
        let (end, last) = (start, Progress::default());
        _ = failed.send((place, Reply { outcome, start, end, last }));
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

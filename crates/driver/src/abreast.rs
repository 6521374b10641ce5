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
use crate::board::{Board, Seat};
use crate::court::{Court, Heard, Question, Reply};
use crate::limits::{Clock, Watch};

/// How long a rung is climbed before the next begins beside it.
const HEAD_START: Duration = Duration::from_millis(100);

/// How often the spectator is shown how far all have come.
const HEARTBEAT: Duration = Duration::from_millis(100);

/// Engines recurse as deep as programs nest. Only what is used takes memory.
const STACK: usize = 512 << 20;

/// Climbs all rungs, up to so many at the same time.
pub(crate) fn climb<'a>(
    court: &mut Court<'a>,
    ascent: &mut Ascent<'a>,
    lanes: usize,
    watch: &mut Watch<'_>,
) {
    let board = Board::new(court.program.props.len(), court.options.limits.memory);
    let (sender, receiver) = channel();
    let clock = watch.clock;
    let mut shown = String::new();
    scope(|scope| {
        let start = |question: Question<'a>, climber: &Climber<'a>| {
            let Climber { place, turn, .. } = *climber;
            let seat = Seat::new(&board, clock, place, climber.properties.clone(), turn);
            begin(scope, question, seat, place, clock, sender.clone());
        };
        let mut under_way: Vec<Climber<'a>> = Vec::new();
        loop {
            while under_way.len() < lanes
                && head_start(&under_way, &clock).is_zero()
                && let Some(climber) = ascent.begin(&clock)
            {
                start(court.question(&climber), &climber);
                under_way.push(climber);
            }
            if under_way.is_empty() {
                break;
            }
            let is_awaited = ascent.is_awaited();
            board.set_awaited(is_awaited);
            let patience = match head_start(&under_way, &clock) {
                left if is_awaited && under_way.len() < lanes && !left.is_zero() => left,
                _ => HEARTBEAT,
            };
            let first = match receiver.recv_timeout(patience.min(HEARTBEAT)) {
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

/// How long it takes until another rung may begin beside those that are under way.
fn head_start(under_way: &[Climber<'_>], clock: &Clock<'_>) -> Duration {
    let last = under_way.iter().map(|it| it.start).max();
    last.map_or(Duration::ZERO, |it| (it + HEAD_START).saturating_sub(clock.elapsed()))
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

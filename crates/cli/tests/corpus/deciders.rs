//! Which engines settle a program easily: written into the headers, so that one which becomes weaker is noticed.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tribunal_base::Kleene;
use tribunal_driver::Rung;
use tribunal_testkit::header::with_deciders;

use super::{Program, question};

/// An engine that needs more than that is not relied on: a slow or busy machine must not make the test fail.
const EASY: Duration = Duration::from_millis(300);
const PATIENCE: &str = "400ms";

/// Writes the headers anew.
pub(crate) fn update(programs: &[Program]) {
    let next = AtomicUsize::new(0);
    let lanes = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..lanes {
            scope.spawn(|| {
                while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    rewrite(program);
                }
            });
        }
    });
}

fn rewrite(program: &Program) {
    if program.header.reject.is_some() {
        return;
    }
    let deciders: Vec<&str> =
        Rung::ALL.into_iter().filter(|it| settles(program, *it)).map(Rung::name).collect();
    let text = std::fs::read_to_string(&program.path).expect("a program should be readable");
    let told = with_deciders(&text, &deciders);
    if told != text {
        std::fs::write(&program.path, told).expect("a program should be writable");
    }
}

fn settles(program: &Program, rung: Rung) -> bool {
    let start = Instant::now();
    let answer = question::alone(program, rung, PATIENCE);
    start.elapsed() <= EASY && answer.is_ok_and(|it| it.verdict != Kleene::Maybe)
}

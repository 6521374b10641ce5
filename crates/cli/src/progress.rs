//! Progress on long runs: states, rate, depth and memory on one line of the terminal.

use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use tribunal_base::Kleene;
use tribunal_driver::Spectator;
use tribunal_engine::Progress;
use tribunal_report::{bytes, grouped};

/// How long a run may take before it is a long one.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the line is drawn.
const INTERVAL: Duration = Duration::from_millis(200);

/// A line on the standard error stream, if that is a terminal.
pub(crate) struct ProgressLine {
    bar: Option<ProgressBar>,
    phase: String,
    /// The names of the properties that are known to be false.
    failed: Vec<String>,
    start: Instant,
    drawn: Instant,
}

impl ProgressLine {
    pub(crate) fn new() -> Self {
        let now = Instant::now();
        Self { bar: None, phase: "search".to_owned(), failed: Vec::new(), start: now, drawn: now }
    }
}

impl Spectator for ProgressLine {
    fn phase(&mut self, name: &str) {
        name.clone_into(&mut self.phase);
        self.start = Instant::now();
    }

    fn progress(&mut self, progress: &Progress, elapsed: Duration) {
        if elapsed < PATIENCE || self.drawn.elapsed() < INTERVAL {
            return;
        }
        self.drawn = Instant::now();
        // Nothing is drawn where there is no terminal.
        let bar = self.bar.get_or_insert_with(ProgressBar::new_spinner);
        let so_far = if self.failed.is_empty() { "" } else { " is false; " };
        let line = line(&self.phase, progress, self.start.elapsed());
        bar.set_message(format!("{}{so_far}{line}", self.failed.join(", ")));
        bar.tick();
    }

    fn done(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    fn answered(&mut self, property: &str, answer: Kleene) {
        if answer == Kleene::False {
            self.failed.push(property.to_owned());
        }
    }
}

fn line(phase: &str, progress: &Progress, elapsed: Duration) -> String {
    let rate = progress.states as f64 / elapsed.as_secs_f64().max(0.001);
    format!(
        "{phase}: {} states, {} states/s, depth {}, {}, {} s",
        grouped(progress.states),
        grouped(rate as u64),
        grouped(progress.depth),
        bytes(progress.memory_bytes),
        elapsed.as_secs(),
    )
}

#[cfg(test)]
mod tests {
    use super::line;
    use std::time::Duration;
    use tribunal_engine::Progress;

    #[test]
    fn the_line_tells_states_rate_depth_and_memory() {
        let progress = Progress { states: 3000, transitions: 1, depth: 17, memory_bytes: 2048 };
        assert_eq!(
            line("safety", &progress, Duration::from_secs(2)),
            "safety: 3 000 states, 1 500 states/s, depth 17, 2.0 KiB, 2 s"
        );
    }
}

//! What the processes of a distributed search say that do not report.

use tribunal_report::{Report, Truth, grouped};

/// What this process did, in one line.
pub(super) fn share(process: usize, report: &Report) -> String {
    let searches = || report.statistics.searches.iter();
    let shares = searches().filter_map(|it| it.distribution);
    let own: u64 = shares.map(|it| it.own_states).sum();
    let all: u64 = searches().map(|it| it.states).sum();
    let lost = report.properties.iter().find(|it| it.reason_code == "disconnected");
    let lost = lost.map_or_else(String::new, |it| format!("; {}", it.reason));
    let verdict = match report.verdict {
        Truth::True => "true",
        Truth::False => "false",
        Truth::Maybe => "maybe",
    };
    format!(
        "process {process}: {verdict}, stored {} of {} states{lost}\n",
        grouped(own),
        grouped(all)
    )
}

/// If a connection breaks, the threads that use it fail, which the verdict tells in better words.
pub(super) fn silence() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let thread = std::thread::current();
        if !thread.name().is_some_and(|it| it.starts_with("timely:")) {
            usual(info);
        }
    }));
}

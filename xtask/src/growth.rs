//! How the cost of abstract interpretation grows with the size of a program.

use std::io::Write;
use std::time::Instant;

use tribunal_base::{Severity, Sources};
use tribunal_engine::{Budget, Context, Engine, Task};
use tribunal_engine_absint::AbstractInterpreter;
use tribunal_front_c::hir::Target;
use tribunal_front_c::lower::{Choices, lower};
use tribunal_front_c::{Options, parse, with_deep_stack};
use tribunal_ir::{Program, PropId};

use crate::bench_c::program;

/// How many lines the programs have.
const SIZES: [usize; 5] = [1_000, 5_000, 10_000, 20_000, 40_000];

/// Prints a table with the time and the memory for each size.
pub(crate) fn table(out: &mut dyn Write) -> anyhow::Result<bool> {
    writeln!(
        out,
        "{:<8} {:>9} {:>9} {:>10} {:>12} {:>10} {:>12}",
        "lines", "edges", "followed", "seconds", "µs per line", "memory", "KiB per line"
    )?;
    for size in SIZES {
        let text = program(size);
        let lines = text.lines().count();
        let program = lowered(&text)?;
        forget_peak();
        let before = memory("VmRSS:").unwrap_or_default();
        let start = Instant::now();
        let followed = followed(&program);
        let seconds = start.elapsed().as_secs_f64();
        let used = memory("VmHWM:").unwrap_or_default().saturating_sub(before);
        writeln!(
            out,
            "{lines:<8} {:>9} {:>9} {seconds:>10.2} {:>12.1} {:>10} {:>12.1}",
            program.edges.len(),
            followed,
            1e6 * seconds / lines as f64,
            format!("{} MiB", used >> 10),
            used as f64 / lines as f64,
        )?;
    }
    Ok(true)
}

/// How many edges abstract interpretation follows.
fn followed(program: &Program) -> u64 {
    let mut observer = ();
    let mut cx = Context::new(Budget { memory: u64::MAX, depth: u64::MAX }, &mut observer);
    let properties: Vec<PropId> = program.props.ids().collect();
    let found = AbstractInterpreter::default().run(&Task::new(program, &properties), &mut cx);
    found.statistics.transitions
}

fn lowered(text: &str) -> anyhow::Result<Program> {
    let mut sources = Sources::default();
    let file = sources.add("growth.c", text);
    let options = Options::default();
    let (unit, mut found) = parse(&mut sources, file, &tribunal_driver::files::Disk, &options);
    let target = Target { model: options.data_model, entry: "main".to_owned() };
    let (hir, more) = tribunal_front_c::analyse(&[unit], &target);
    found.extend(more);
    let error = found.iter().find(|it| it.severity == Severity::Error);
    anyhow::ensure!(error.is_none(), "the program should be right: {error:?}");
    Ok(with_deep_stack(|| lower(&hir, &Choices::default())))
}

/// Lets the system start anew with the peak of our memory.
fn forget_peak() {
    // Where that cannot be done, the peak of all sizes so far is shown.
    _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// KiB of memory, as the system tells.
fn memory(key: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix(key))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{followed, lowered};
    use crate::bench_c::program;

    /// What a function is called with does not grow in many small steps, each of which has it analysed again.
    #[test]
    fn functions_are_not_analysed_again_and_again() {
        let program = lowered(&program(1_000)).expect("the program should be right");
        let times = followed(&program) / program.edges.len() as u64;
        assert!(times < 20, "each edge is followed {times} times");
    }
}

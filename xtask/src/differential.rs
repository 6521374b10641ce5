//! Compares tribunal with Spin on many random models.

use std::io::Write;
use std::path::Path;

use tribunal_testkit::differential::{Outcome, compare, minimise};
use tribunal_testkit::random_promela::{Flavour, numbers, random_promela};
use tribunal_testkit::spin;

/// Compares on `cases` models; true if there is no difference.
pub(crate) fn run(
    cases: u32,
    seed: u64,
    folder: &Path,
    out: &mut dyn Write,
) -> anyhow::Result<bool> {
    if !spin::available() {
        writeln!(out, "Spin or a C compiler is not installed: nothing to compare with.")?;
        return Ok(true);
    }
    std::fs::create_dir_all(folder)?;
    let (mut same, mut incomparable, mut different) = (0, 0, 0);
    for case in 0..cases {
        let text = random_promela(Flavour::of_case(case), &numbers(seed, case));
        match compare(&text) {
            Outcome::Same => same += 1,
            Outcome::Incomparable(why) => {
                incomparable += 1;
                writeln!(out, "case {case}: nothing to compare: {why}")?;
            }
            Outcome::Different(found) => {
                different += 1;
                let small = minimise(&text, found.aspect);
                let path = folder.join(format!("seed{seed}-case{case}.pml"));
                let found = match compare(&small) {
                    Outcome::Different(found) => found,
                    Outcome::Same | Outcome::Incomparable(_) => found,
                };
                std::fs::write(&path, format!("// {found}\n{small}"))?;
                writeln!(out, "case {case}: {found}: {}", path.display())?;
            }
        }
        out.flush()?;
    }
    writeln!(out, "{same} the same, {incomparable} incomparable, {different} different")?;
    Ok(different == 0)
}

/// Prints one model and how it compares; true if there is no difference.
pub(crate) fn show(seed: u64, case: u32, out: &mut dyn Write) -> anyhow::Result<bool> {
    let text = random_promela(Flavour::of_case(case), &numbers(seed, case));
    let outcome = compare(&text);
    writeln!(out, "{text}{outcome:?}")?;
    Ok(!matches!(outcome, Outcome::Different(_)))
}

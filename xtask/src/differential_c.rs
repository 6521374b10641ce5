//! Compares tribunal with a C compiler on many random programs.

use std::io::Write;
use std::path::Path;

use tribunal_testkit::differential_c::compare;
use tribunal_testkit::gcc;
use tribunal_testkit::random_c::{RandomC, random_c};

/// How many programs are compiled at once.
const BATCH: u32 = 20;

/// Compares on the programs of some cases; true if there is no difference.
pub(crate) fn run(
    cases: std::ops::Range<u32>,
    seed: u64,
    folder: &Path,
    out: &mut dyn Write,
) -> anyhow::Result<bool> {
    if !gcc::available() {
        writeln!(out, "gcc with sanitizers is not installed: nothing to compare with.")?;
        return Ok(true);
    }
    let work = folder.join(format!("c-seed{seed}-{}", cases.start));
    std::fs::create_dir_all(&work)?;
    let (mut same, mut undefined, mut unanswered, mut different) = (0, 0, 0, 0);
    let numbers: Vec<u32> = cases.collect();
    for batch in numbers.chunks(BATCH as usize) {
        let programs: Vec<RandomC> = batch.iter().map(|&case| random_c(seed, case)).collect();
        for (case, found) in batch.iter().zip(compare(&programs, &work)?) {
            undefined += u32::from(found.undefined);
            unanswered += u32::from(!found.unanswered.is_empty());
            for why in &found.unanswered {
                writeln!(out, "case {case}: {why}")?;
            }
            let file = work.join(format!("c{case}_.c"));
            if found.differences.is_empty() {
                same += 1;
                std::fs::remove_file(&file)?;
                _ = std::fs::remove_file(work.join(format!("c{case}_any.c")));
                continue;
            }
            different += 1;
            for difference in &found.differences {
                writeln!(out, "case {case}: DIFFERENT: {difference}: {}", file.display())?;
            }
        }
        out.flush()?;
    }
    writeln!(
        out,
        "{same} the same, {different} different; {undefined} with undefined behaviour, {unanswered} not answered by all"
    )?;
    Ok(different == 0)
}

//! Spin and its C compiler on the models of the corpus that have C in them: where all data is in Spin's state vector, the graphs have one size and
//! the same errors.

use std::path::Path;
use std::time::Duration;

use tribunal_base::Kleene;
use tribunal_testkit::header::Header;
use tribunal_testkit::ours::{Settings, Size, read};
use tribunal_testkit::spin::{Opinion, ask, available, kind_of_error};

const PATIENCE: Duration = Duration::from_secs(30);

fn agrees(path: &Path) -> datatest_stable::Result<()> {
    let text = std::fs::read_to_string(path)?;
    let header = Header::parse(&text)?;
    if header.reject.is_none() {
        well_formed(path)?;
    }
    let (Some(states), Some(transitions)) = (header.states, header.transitions) else {
        return Ok(());
    };
    if !available() || header.differs.is_some() {
        return Ok(());
    }
    let Opinion::Searched { size, errors } = ask(&text, PATIENCE) else {
        return Err("Spin did not search it".into());
    };
    let expected = Size { states, transitions };
    if size != expected {
        return Err(format!("Spin counts {size}, the header says {expected}").into());
    }
    let found: Vec<&str> = errors.iter().filter_map(|it| kind_of_error(it)).collect();
    for property in ["assertions", "end-states"] {
        let fails = header.expected(property) == Kleene::False;
        if fails != found.contains(&property) {
            return Err(
                format!("Spin says {errors:?}, the header says `{property}`: {fails}").into()
            );
        }
    }
    Ok(())
}

/// The invariants of programs hold with C spliced in.
fn well_formed(path: &Path) -> datatest_stable::Result<()> {
    let program =
        read(&path.to_string_lossy(), &Settings::default()).map_err(|it| it.to_string())?;
    let problems = tribunal_ir::verify(&program);
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

datatest_stable::harness! {
    { test = agrees, root = "../../tests/corpus/promela/embedded-c", pattern = r"\.pml$" },
}

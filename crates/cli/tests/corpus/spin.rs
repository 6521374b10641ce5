//! Spin and its C compiler on models that have C in them: where all data is in Spin's state vector, the graphs have one size and the same errors.

use std::time::Duration;

use tribunal_base::Kleene;
use tribunal_testkit::ours::{Settings, Size, read};
use tribunal_testkit::spin::{Opinion, ask, available, kind_of_error};

use super::Program;

const PATIENCE: Duration = Duration::from_secs(30);

/// The program keeps its invariants with C spliced in, and Spin, where it is installed, sees the same graph.
pub(crate) fn agrees(program: &Program) -> Result<(), String> {
    let header = &program.header;
    well_formed(program)?;
    let (Some(states), Some(transitions)) = (header.states, header.transitions) else {
        return Ok(());
    };
    if !available() || header.differs.is_some() {
        return Ok(());
    }
    let text = std::fs::read_to_string(&program.path).map_err(|it| it.to_string())?;
    let Opinion::Searched { size, errors } = ask(&text, PATIENCE) else {
        return Err("Spin did not search it".to_owned());
    };
    let expected = Size { states, transitions };
    if size != expected {
        return Err(format!("Spin counts {size}, the header says {expected}"));
    }
    let found: Vec<&str> = errors.iter().filter_map(|it| kind_of_error(it)).collect();
    for property in ["assertions", "end-states"] {
        let fails = header.expected(property) == Kleene::False;
        if fails != found.contains(&property) {
            return Err(format!("Spin says {errors:?}, the header says `{property}`: {fails}"));
        }
    }
    Ok(())
}

fn well_formed(program: &Program) -> Result<(), String> {
    let path = program.path.to_string_lossy();
    let read = read(&path, &Settings::default()).map_err(|it| it.to_string())?;
    let problems = tribunal_ir::verify(&read);
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

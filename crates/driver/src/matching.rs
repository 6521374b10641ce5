//! Explains what states are matched on, search by search.

use tribunal_engine::Fairness;
use tribunal_ir::pass::influence::{Explanation, explain};
use tribunal_ir::{Program, PropId};

use tribunal_portfolio::plan::{UnknownProperty, searches, select};
use tribunal_portfolio::reduction::{Reduction, Technique};

/// What the states of one search are matched on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matching {
    /// The properties of the search.
    pub properties: Vec<PropId>,
    /// What is visible where, after slicing.
    pub explanation: Explanation,
}

/// What states are matched on in the searches for some properties; for all that are checked by default if
/// none is named.
///
/// # Errors
/// If a property is asked for that the program does not have.
pub fn explain_matching(
    program: &Program,
    names: &[String],
    fairness: Fairness,
) -> Result<Vec<Matching>, UnknownProperty> {
    let properties = select(program, names)?;
    let explained = searches(program, &properties).into_iter().map(|properties| {
        let slicing = Reduction::NONE.with(Technique::Slice);
        let reduced = slicing.of(program, &properties, fairness);
        let sliced = reduced.as_ref().map_or(program, |it| &it.program);
        Matching { explanation: explain(sliced, &properties), properties }
    });
    Ok(explained.collect())
}

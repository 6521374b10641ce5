//! Conditions that wait until there are fewer processes: `_nr_pr == n`, where `n` is a constant or a
//! variable of the process that waits.
//!
//! Processes end youngest first. Where there are more than the condition asks for, it cannot become true
//! before the one that is the youngest now has ended, unless the process that waits changes `n`.

use crate::eval::View;
use crate::model::{Code, CodeId, Model};

/// Whether a condition that does not hold asks for fewer processes than there are.
pub(super) fn waits_for_ends(
    model: &Model,
    view: View<'_>,
    condition: CodeId,
    count: usize,
) -> bool {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let code = |it: CodeId| model.codes[it as usize];
    let counts = |it: CodeId| matches!(code(it), Code::ProcessCount);
    let is_own = |it: CodeId| matches!(code(it), Code::Local(..) | Code::LocalByte(_));
    match code(condition) {
        Code::EqualTo(a, number) => counts(a) && number < count,
        Code::LessThan(a, number) => counts(a) && number <= count,
        Code::Equal(a, b) if counts(a) && is_own(b) => view.value(b) < count,
        Code::Equal(a, b) if counts(b) && is_own(a) => view.value(a) < count,
        _ => false,
    }
}

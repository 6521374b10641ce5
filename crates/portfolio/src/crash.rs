//! Our own faults, caught at the door: a part that panics must not take the others' answers along.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `work`; a panic becomes its message.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    // Nothing `work` touched is looked at after a panic but counters of the observer.
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| message(&*payload))
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|it| (*it).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "it gave no message".to_owned())
}

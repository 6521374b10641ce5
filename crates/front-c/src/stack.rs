//! Room for recursion over trees of any height that [`crate::ast::MAX_HEIGHT`] allows.

/// Enough for some kilobytes on each level.
const STACK: usize = 256 << 20;

/// Runs `work` on a thread whose stack is deep enough to walk any syntax tree. The memory counts only when it is used.
pub fn with_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        match thread.expect("the system should be able to start a thread").join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

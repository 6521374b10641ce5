//! The interrupt key: the first press asks for the verdict so far, the second ends the program.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the key was pressed.
pub(crate) static CANCELLED: AtomicBool = AtomicBool::new(false);

/// Listens for the key. Where that is impossible the key ends the program, as it would anyway.
pub(crate) fn listen() {
    let _ = ctrlc::set_handler(|| {
        if CANCELLED.swap(true, Ordering::Relaxed) {
            #[allow(clippy::exit, reason = "the user asked twice")]
            std::process::exit(130);
        }
    });
}

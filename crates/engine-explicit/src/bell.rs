//! A thread that fails ends the search of the others, which might wait for it for ever.

/// Rings if the thread that holds it panics.
pub(crate) struct Bell<F: Fn()>(pub(crate) F);

impl<F: Fn()> Drop for Bell<F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Bell;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn it_rings_only_if_the_thread_fails() {
        let rung = |fails: bool| {
            let rung = AtomicBool::new(false);
            std::thread::scope(|scope| {
                let thread = scope.spawn(|| {
                    let _bell = Bell(|| rung.store(true, Ordering::Relaxed));
                    if fails {
                        std::panic::resume_unwind(Box::new("it fails"));
                    }
                });
                assert_eq!(thread.join().is_err(), fails);
            });
            rung.into_inner()
        };
        assert_eq!((rung(false), rung(true)), (false, true));
    }
}

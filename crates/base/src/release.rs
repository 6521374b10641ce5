//! Giving back memory without waiting for it: to walk over millions of allocations takes seconds, and nobody needs to know when that is over.

use std::thread::Builder;

/// What has fewer parts is given back at once.
const MANY: usize = 100_000;

/// Gives back something of so many parts; on a thread of its own if there are many.
pub fn release<T: Send + 'static>(parts: usize, value: T) {
    if MANY <= parts {
        // If there is no thread, it is given back here, with the closure.
        _ = Builder::new().spawn(move || drop(value));
    }
}

#[cfg(test)]
mod tests {
    use super::{MANY, release};
    use std::sync::mpsc::{Sender, channel};
    use std::thread::{ThreadId, current};

    /// Tells where it was given back.
    struct Telling(Sender<ThreadId>);

    impl Drop for Telling {
        fn drop(&mut self) {
            _ = self.0.send(current().id());
        }
    }

    #[test]
    fn what_is_large_is_given_back_elsewhere() {
        let (sender, receiver) = channel();
        release(MANY - 1, Telling(sender.clone()));
        assert_eq!(receiver.recv(), Ok(current().id()));
        release(MANY, Telling(sender));
        assert!(receiver.recv().is_ok_and(|it| it != current().id()));
    }
}

//! Freeing what other threads may still read.
//!
//! A [`Shared`] pointer may be replaced while others read what it pointed to. Every reader is a
//! [`Reader`] that tells from time to time that it holds no reference any more; what was replaced is
//! freed when all readers have told so since. This is quiescent-state-based reclamation: T. E. Hart,
//! P. E. McKenney, A. Demke Brown, J. Walpole: *Performance of memory reclamation for lockless
//! synchronization*, Journal of Parallel and Distributed Computing, 2007. Reading costs nothing.
#![allow(unsafe_code, reason = "pointers whose targets live as long as somebody may read them")]

use std::marker::PhantomData;
use std::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering, fence};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The readers and what waits for them.
#[derive(Debug, Default)]
pub(crate) struct Quiescence {
    /// Counts the replacements.
    epoch: AtomicU64,
    readers: Mutex<Vec<Arc<Announcement>>>,
    garbage: Mutex<Vec<Retired>>,
    /// How many replaced values wait.
    waiting: AtomicUsize,
}

/// A value that was replaced. Not a box yet: others may still read it.
#[derive(Debug)]
struct Retired {
    epoch: u64,
    value: *mut (),
    free: unsafe fn(*mut ()),
}

// SAFETY: made of boxes of values that can be sent only, and it is their owner.
unsafe impl Send for Retired {}

impl Drop for Retired {
    fn drop(&mut self) {
        // SAFETY: the value is owned, and `free` was made for its type.
        unsafe { (self.free)(self.value) }
    }
}

/// What a reader tells.
#[derive(Debug)]
#[repr(align(128))]
struct Announcement {
    /// The epoch in which it last held no reference.
    epoch: AtomicU64,
}

/// The announcement of a reader that holds no reference until it tells otherwise.
const RESTING: u64 = u64::MAX;

impl Quiescence {
    /// A new reader.
    pub(crate) fn reader(self: &Arc<Self>) -> Reader {
        let announcement = Arc::new(Announcement { epoch: AtomicU64::new(RESTING) });
        lock(&self.readers).push(Arc::clone(&announcement));
        let mut reader =
            Reader { domain: Arc::clone(self), announcement, resting: true, alone: false };
        reader.pause();
        reader
    }

    /// Keeps a value that was replaced until no reader can hold a reference to it.
    fn retire<T: Send>(&self, value: *mut T) {
        unsafe fn free<T>(value: *mut ()) {
            // SAFETY: the caller says that the value is a box of this type that nobody else knows.
            drop(unsafe { Box::from_raw(value.cast::<T>()) });
        }
        let epoch = self.epoch.fetch_add(1, Ordering::SeqCst) + 1;
        lock(&self.garbage).push(Retired { epoch, value: value.cast(), free: free::<T> });
        self.waiting.fetch_add(1, Ordering::Relaxed);
    }

    /// Frees what can be freed.
    pub(crate) fn collect(&self) {
        fence(Ordering::SeqCst);
        let free: Vec<_> = {
            // In this order: what is retired after the readers were asked stays.
            let mut garbage = lock(&self.garbage);
            let quiet = lock(&self.readers)
                .iter()
                .map(|it| it.epoch.load(Ordering::SeqCst))
                .min()
                .unwrap_or(RESTING);
            garbage.extract_if(.., |it| it.epoch <= quiet).collect()
        };
        self.waiting.fetch_sub(free.len(), Ordering::Relaxed);
    }
}

/// A thread that reads shared pointers.
#[derive(Debug)]
pub(crate) struct Reader {
    domain: Arc<Quiescence>,
    announcement: Arc<Announcement>,
    resting: bool,
    /// Nobody else changes anything as long as this reader lives.
    pub(crate) alone: bool,
}

impl Reader {
    /// Tells that this thread holds no reference. That is so because it would have borrowed `self`.
    #[inline]
    pub(crate) fn pause(&mut self) {
        // What this thread reads after this, it reads after the pointers of this epoch were set.
        let epoch = self.domain.epoch.load(Ordering::SeqCst);
        if self.resting {
            self.resting = false;
            self.announcement.epoch.store(epoch, Ordering::SeqCst);
            // Who replaces a pointer either sees that this thread is back or is seen by it.
            fence(Ordering::SeqCst);
        } else {
            self.announcement.epoch.store(epoch, Ordering::Release);
        }
        if self.domain.waiting.load(Ordering::Relaxed) > 0 {
            self.domain.collect();
        }
    }

    /// Tells that this thread holds no reference and will not take one before the next
    /// [`pause`](Self::pause).
    pub(crate) fn rest(&mut self) {
        self.resting = true;
        self.announcement.epoch.store(RESTING, Ordering::Release);
    }

    /// Takes up reading again after a rest.
    #[inline]
    pub(crate) fn wake(&mut self) {
        if self.resting {
            self.pause();
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        lock(&self.domain.readers).retain(|it| !Arc::ptr_eq(it, &self.announcement));
        self.domain.collect();
    }
}

/// A pointer that is replaced now and then.
#[derive(Debug)]
pub(crate) struct Shared<T> {
    pointer: AtomicPtr<T>,
    domain: Arc<Quiescence>,
    owned: PhantomData<T>,
}

impl<T: Send + Sync + 'static> Shared<T> {
    pub(crate) fn new(domain: &Arc<Quiescence>, value: Box<T>) -> Self {
        Self {
            pointer: AtomicPtr::new(Box::into_raw(value)),
            domain: Arc::clone(domain),
            owned: PhantomData,
        }
    }

    /// What it points to now. A resting reader must wake first.
    #[inline]
    pub(crate) fn get<'r>(&'r self, reader: &'r Reader) -> &'r T {
        debug_assert!(Arc::ptr_eq(&self.domain, &reader.domain), "a reader of something else");
        assert!(!reader.resting, "a resting reader should wake first");
        // SAFETY: the pointer comes from a box that is freed only after all readers have paused since
        // it was replaced, and this one cannot pause while it is borrowed.
        unsafe { &*self.pointer.load(Ordering::Acquire) }
    }

    /// Makes it point to something else. One thread at a time may do so.
    pub(crate) fn replace(&self, value: Box<T>) {
        let old = self.pointer.swap(Box::into_raw(value), Ordering::SeqCst);
        // Nobody can find it from now on.
        self.domain.retire(old);
    }
}

impl<T> Drop for Shared<T> {
    fn drop(&mut self) {
        // SAFETY: nobody else has access, and the pointer comes from a box.
        drop(unsafe { Box::from_raw(*self.pointer.get_mut()) });
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

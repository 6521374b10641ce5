//! Memory by the cache line, and how much of it there may be.
#![allow(unsafe_code, reason = "large zeroed arrays come from the system, with large pages")]

use std::alloc::Layout;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many bytes are in use, and how many may be.
#[derive(Debug)]
pub(crate) struct Budget {
    used: AtomicU64,
    limit: u64,
}

impl Budget {
    /// Nothing is in use. Without a limit, everything may be.
    pub(crate) fn new(limit: Option<u64>) -> Arc<Self> {
        Arc::new(Self { used: AtomicU64::new(0), limit: limit.unwrap_or(u64::MAX) })
    }

    pub(crate) fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Takes bytes if there are enough left.
    pub(crate) fn take(&self, bytes: u64) -> bool {
        let fits = |used: u64| used.checked_add(bytes).filter(|&it| it <= self.limit);
        self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).is_ok()
    }

    /// Takes bytes that are needed even by an empty set.
    pub(crate) fn force(&self, bytes: u64) {
        self.used.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(crate) fn give_back(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// The words of one cache line.
#[derive(Debug, Default)]
#[repr(C, align(64))]
pub(crate) struct Line(pub(crate) [AtomicU64; CELLS]);

/// Words in a cache line.
pub(crate) const CELLS: usize = 8;

const LINE: usize = size_of::<Line>();

/// From this size on, an array is mapped by the system and asks for large pages: random accesses to
/// small ones miss the translation buffers as often as the caches.
const LARGE: usize = 2 << 20;

/// From this size on, an array is mapped by the system, which has zero pages.
const MAPPED: usize = 128 << 10;

/// An array of cache lines, zero at first. What is never touched takes no memory if it is large.
#[derive(Debug)]
pub(crate) struct Lines {
    start: NonNull<Line>,
    lines: usize,
}

// SAFETY: the array is owned, and shared access to it is access to atomic words.
unsafe impl Send for Lines {}
// SAFETY: as above.
unsafe impl Sync for Lines {}

impl Lines {
    /// An array of at least one line, if the system has the memory.
    pub(crate) fn new(lines: usize) -> Option<Self> {
        let layout = Self::layout(lines)?;
        let start = if layout.size() < MAPPED {
            // SAFETY: the layout is not empty.
            NonNull::new(unsafe { std::alloc::alloc_zeroed(layout) })?.cast()
        } else {
            large::map(layout)?.cast()
        };
        // Zero bytes are atomic words of value zero, and the layout is aligned for them.
        Some(Self { start, lines })
    }

    fn layout(lines: usize) -> Option<Layout> {
        Layout::from_size_align(lines.max(1).checked_mul(LINE)?, LINE).ok()
    }

    /// Its size in bytes.
    pub(crate) fn bytes(lines: usize) -> u64 {
        lines as u64 * LINE as u64
    }
}

impl Deref for Lines {
    type Target = [Line];

    #[inline]
    fn deref(&self) -> &[Line] {
        // SAFETY: `start` points to that many lines until `self` is dropped; they are all atomic.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.lines) }
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        let Some(layout) = Self::layout(self.lines) else { return };
        if layout.size() < MAPPED {
            // SAFETY: allocated by `new` with the same layout.
            unsafe { std::alloc::dealloc(self.start.as_ptr().cast(), layout) }
        } else {
            large::unmap(self.start.cast(), layout);
        }
    }
}

/// A part of an array, to which nobody else has access through another part.
#[derive(Debug)]
pub(crate) struct Part {
    whole: Arc<Lines>,
    start: usize,
    first: NonNull<Line>,
    lines: usize,
}

// SAFETY: it is a reference to lines that it keeps alive, all of which are atomic.
unsafe impl Send for Part {}
// SAFETY: as above.
unsafe impl Sync for Part {}

impl Part {
    /// So many lines of an array, which has them.
    pub(crate) fn new(whole: Arc<Lines>, start: usize, lines: usize) -> Option<Self> {
        let first = NonNull::from(whole.get(start..start.checked_add(lines)?)?).cast();
        Some(Self { whole, start, first, lines })
    }
}

impl Deref for Part {
    type Target = [Line];

    #[inline]
    fn deref(&self) -> &[Line] {
        // SAFETY: `new` has seen to it that the lines are there, and they are as long as `whole`.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.lines) }
    }
}

impl Drop for Part {
    /// Gives the large pages of the part back to the system.
    fn drop(&mut self) {
        if Lines::bytes(self.whole.lines) >= LARGE as u64 {
            let (first, end) = (self.start * LINE, (self.start + self.lines) * LINE);
            let (first, end) = (first.next_multiple_of(LARGE), end / LARGE * LARGE);
            if first < end {
                // SAFETY: the offset lies within the array.
                let start = unsafe { self.whole.start.cast::<u8>().add(first) };
                large::release(start, end - first);
            }
        }
    }
}

#[cfg(unix)]
mod large {
    use super::LARGE;
    use std::alloc::Layout;
    use std::ptr::NonNull;

    /// Maps zero pages that start where a large page may.
    pub(super) fn map(layout: Layout) -> Option<NonNull<u8>> {
        let used = pages(layout.size());
        let is_large = layout.size() >= LARGE;
        let more = if is_large { used.checked_add(LARGE)? } else { used };
        // SAFETY: an anonymous mapping at an address of the system's choice touches nothing of ours.
        let mapped = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                more,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
                -1,
                0,
            )
        };
        if mapped == libc::MAP_FAILED {
            return None;
        }
        let mapped = mapped.cast::<u8>();
        let before = if is_large { mapped.align_offset(LARGE) } else { 0 };
        // SAFETY: both parts lie within the mapping, outside the part that is kept.
        unsafe {
            if before > 0 {
                libc::munmap(mapped.cast(), before);
            }
            if more > before + used {
                libc::munmap(mapped.add(before + used).cast(), more - before - used);
            }
        }
        // SAFETY: `before` is at most the size of the mapping.
        let start = unsafe { mapped.add(before) };
        // Without large pages all is as well, only slower.
        #[cfg(target_os = "linux")]
        if is_large {
            // SAFETY: the range is the part of the mapping that is kept.
            unsafe { libc::madvise(start.cast(), used, libc::MADV_HUGEPAGE) };
        }
        NonNull::new(start)
    }

    /// Makes a range of a mapping zero, which takes no memory.
    pub(super) fn release(start: NonNull<u8>, size: usize) {
        #[cfg(target_os = "linux")]
        // SAFETY: the range lies within a mapping whose content nobody needs any more; that it becomes
        // zero would not surprise others, for its words are atomic.
        unsafe {
            libc::madvise(start.as_ptr().cast(), size, libc::MADV_DONTNEED);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = (start, size);
    }

    pub(super) fn unmap(start: NonNull<u8>, layout: Layout) {
        // SAFETY: the range was mapped by `map`, and its owner is gone.
        unsafe {
            libc::munmap(start.as_ptr().cast(), pages(layout.size()));
        }
    }

    /// No page of any system is larger than this, apart from the large ones.
    fn pages(size: usize) -> usize {
        size.next_multiple_of(1 << 16)
    }
}

#[cfg(not(unix))]
mod large {
    use std::alloc::Layout;
    use std::ptr::NonNull;

    pub(super) fn map(layout: Layout) -> Option<NonNull<u8>> {
        // SAFETY: the layout is not empty.
        NonNull::new(unsafe { std::alloc::alloc_zeroed(layout) })
    }

    pub(super) fn release(_start: NonNull<u8>, _size: usize) {}

    pub(super) fn unmap(start: NonNull<u8>, layout: Layout) {
        // SAFETY: allocated by `map` with the same layout.
        unsafe { std::alloc::dealloc(start.as_ptr(), layout) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, CELLS, Lines, Part};
    use std::sync::Arc;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn arrays_of_all_sizes_are_zero_and_hold_what_is_written() {
        for lines in [1, 3, 1000, 32_768, 32_769, 100_001] {
            let array = Lines::new(lines).unwrap();
            assert_eq!(array.len(), lines);
            assert_eq!(array.as_ptr() as usize % 64, 0);
            assert!(array.iter().all(|line| line.0.iter().all(|it| it.load(Relaxed) == 0)));
            for (at, line) in array.iter().enumerate() {
                line.0[at % CELLS].store(at as u64, Relaxed);
            }
            assert!(
                array
                    .iter()
                    .enumerate()
                    .all(|(at, line)| line.0[at % CELLS].load(Relaxed) == at as u64)
            );
        }
    }

    #[test]
    fn parts_of_large_arrays_come_and_go() {
        let whole = Arc::new(Lines::new(200_000).unwrap());
        let parts = [(0, 50_000), (50_000, 100_000), (150_000, 50_000)];
        let [first, second, third] =
            parts.map(|(start, lines)| Part::new(Arc::clone(&whole), start, lines).unwrap());
        for part in [&first, &second, &third] {
            part.iter().for_each(|line| line.0[7].store(1, Relaxed));
        }
        drop(second);
        let ones = |part: &[super::Line]| part.iter().all(|it| it.0[7].load(Relaxed) == 1);
        assert!(ones(&first) && ones(&third));
        assert!(Part::new(Arc::clone(&whole), 150_000, 50_001).is_none());
        assert!(Part::new(whole, usize::MAX, 2).is_none());
    }

    #[test]
    fn a_budget_is_obeyed() {
        let budget = Budget::new(Some(100));
        assert!(budget.take(60));
        assert!(!budget.take(41));
        budget.give_back(10);
        assert!(budget.take(50));
        assert_eq!(budget.used(), 100);
        assert!(!budget.take(u64::MAX));
    }
}

//! Gathering and scattering of bits, and prefetching.
#![allow(unsafe_code, reason = "instructions that not every processor has")]

/// Whether this processor has the instructions that gather and scatter bits.
#[inline]
pub(crate) fn has_gather() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        std::arch::is_x86_feature_detected!("bmi2")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        false
    }
}

/// How to gather and scatter.
pub(crate) trait Bits: Copy {
    /// The bits of a word that a mask selects, moved together at the lower end.
    fn gather(self, word: u64, mask: u64) -> u64;
    /// The bits at the lower end of a word, moved to the places that a mask selects.
    fn scatter(self, word: u64, mask: u64) -> u64;
}

/// By instructions that every processor has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Bits for Portable {
    #[inline]
    fn gather(self, word: u64, mask: u64) -> u64 {
        let (mut rest, mut gathered, mut at) = (mask, 0, 0);
        while rest != 0 {
            // One run of ones of the mask at a time.
            let start = rest.trailing_zeros();
            let run = (rest >> start).trailing_ones();
            let ones = ones(run);
            gathered |= (word >> start & ones) << at;
            at += run;
            rest &= !(ones << start);
        }
        gathered
    }

    #[inline]
    fn scatter(self, word: u64, mask: u64) -> u64 {
        let (mut rest, mut scattered, mut at) = (mask, 0, 0);
        while rest != 0 {
            let start = rest.trailing_zeros();
            let run = (rest >> start).trailing_ones();
            let ones = ones(run);
            scattered |= (word >> at & ones) << start;
            at += run;
            rest &= !(ones << start);
        }
        scattered
    }
}

/// So many ones at the lower end.
#[inline]
pub(crate) const fn ones(count: u32) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// By the instructions `pext` and `pdep`.
#[derive(Clone, Copy, Debug)]
#[cfg(target_arch = "x86_64")]
struct Native(());

#[cfg(target_arch = "x86_64")]
impl Bits for Native {
    #[inline(always)]
    fn gather(self, word: u64, mask: u64) -> u64 {
        // SAFETY: a value of this type exists only where the instructions do.
        unsafe { std::arch::x86_64::_pext_u64(word, mask) }
    }

    #[inline(always)]
    fn scatter(self, word: u64, mask: u64) -> u64 {
        // SAFETY: as above.
        unsafe { std::arch::x86_64::_pdep_u64(word, mask) }
    }
}

/// Something that gathers or scatters many words.
pub(crate) trait Task {
    /// What comes out.
    type Output;
    /// Does it.
    fn run(self, bits: impl Bits) -> Self::Output;
}

/// Does a task in the best way that the processor has. Implementations of [`Task::run`] should be
/// `#[inline(always)]`, to become a part of the function that may use the instructions.
#[inline]
pub(crate) fn run<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "bmi2")]
        fn native<T: Task>(task: T) -> T::Output {
            task.run(Native(()))
        }
        if has_gather() {
            // SAFETY: the processor has the instructions.
            return unsafe { native(task) };
        }
    }
    task.run(Portable)
}

/// Asks for the cache line of a value.
#[inline]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching changes nothing and cannot fail.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[cfg(test)]
mod tests {
    use super::{Bits, Portable, Task, ones, run};
    use proptest::prelude::*;

    struct Both(u64, u64);

    impl Task for Both {
        type Output = (u64, u64);
        fn run(self, bits: impl Bits) -> (u64, u64) {
            (bits.gather(self.0, self.1), bits.scatter(self.0, self.1))
        }
    }

    proptest! {
        #[test]
        fn both_ways_agree(word: u64, mask: u64) {
            let (gathered, scattered) = run(Both(word, mask));
            prop_assert_eq!(gathered, Portable.gather(word, mask));
            prop_assert_eq!(scattered, Portable.scatter(word, mask));
        }

        #[test]
        fn scattering_undoes_gathering(word: u64, mask: u64) {
            let gathered = Portable.gather(word, mask);
            prop_assert_eq!(gathered & !ones(mask.count_ones()), 0);
            prop_assert_eq!(Portable.scatter(gathered, mask), word & mask);
        }
    }

    #[test]
    fn whole_words() {
        assert_eq!(Portable.gather(0x1234, u64::MAX), 0x1234);
        assert_eq!(Portable.gather(0x1234, 0xFF0), 0x23);
        assert_eq!(Portable.scatter(0x23, 0xFF0), 0x230);
    }
}

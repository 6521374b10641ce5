//! What random programs are drawn from: a list of numbers, so that a shorter list makes a simpler program.

/// Draws from a list of numbers.
pub(crate) struct Choices<'a> {
    pub(crate) numbers: &'a [u32],
    pub(crate) at: usize,
}

impl Choices<'_> {
    /// A number below `bound`; 0 when the numbers are used up.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let number = self.numbers.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        number as usize % bound
    }

    /// True about once in `n` times.
    pub(crate) fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    pub(crate) fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

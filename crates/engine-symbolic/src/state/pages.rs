//! A vector that is cheap to copy: its pages are shared until they are written.

use std::rc::Rc;

/// How many items a page holds.
const PAGE: usize = 32;

/// A vector in shared pages.
#[derive(Clone, Debug)]
pub(crate) struct Pages<T> {
    pages: Vec<Rc<Vec<T>>>,
    len: usize,
}

impl<T: Clone> Pages<T> {
    /// An empty one.
    pub(crate) fn new() -> Self {
        Self { pages: Vec::new(), len: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn get(&self, at: usize) -> Option<&T> {
        self.pages.get(at / PAGE)?.get(at % PAGE)
    }

    pub(crate) fn get_mut(&mut self, at: usize) -> Option<&mut T> {
        Rc::make_mut(self.pages.get_mut(at / PAGE)?).get_mut(at % PAGE)
    }

    pub(crate) fn push(&mut self, item: T) {
        if self.len.is_multiple_of(PAGE) {
            self.pages.push(Rc::new(Vec::with_capacity(PAGE)));
        }
        if let Some(page) = self.pages.last_mut() {
            Rc::make_mut(page).push(item);
        }
        self.len += 1;
    }

    /// All items in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.pages.iter().flat_map(|it| it.iter())
    }

    /// The positions, as ranges, where the two may differ; beyond the shorter one there are none.
    pub(crate) fn unshared(&self, other: &Self) -> Vec<std::ops::Range<usize>> {
        let len = self.len.min(other.len);
        let pairs = self.pages.iter().zip(&other.pages).enumerate();
        let differ = pairs.filter(|(_, (a, b))| !Rc::ptr_eq(a, b));
        differ.map(|(page, _)| page * PAGE..((page + 1) * PAGE).min(len)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Pages;

    #[test]
    fn copies_are_independent_and_share_what_is_equal() {
        let mut first = Pages::new();
        for number in 0..100 {
            first.push(number);
        }
        let mut second = first.clone();
        *second.get_mut(40).expect("it is there") = 7;
        assert_eq!((first.get(40), second.get(40), second.get(100)), (Some(&40), Some(&7), None));
        assert_eq!(first.unshared(&second), std::slice::from_ref(&(32..64)));
        assert_eq!((second.len(), second.iter().sum::<i32>()), (100, 4950 - 40 + 7));
    }
}

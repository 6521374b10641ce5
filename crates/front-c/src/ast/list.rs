//! Lists of nodes in pools: small to refer to, one allocation for all.

use std::marker::PhantomData;
use std::ops::Index;

/// Consecutive elements of a [`Pool`].
pub struct List<T> {
    start: u32,
    len: u32,
    element: PhantomData<fn() -> T>,
}

// Derived instances would ask the same of `T`.
impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<T> {}

impl<T> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        (self.start, self.len) == (other.start, other.len)
    }
}

impl<T> Eq for List<T> {}

impl<T> std::fmt::Debug for List<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{}..{}]", self.start, self.start + self.len)
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self { start: 0, len: 0, element: PhantomData }
    }
}

impl<T> List<T> {
    /// The number of elements.
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// The owner of the elements of all lists of one kind.
#[derive(Clone, Debug)]
pub struct Pool<T> {
    elements: Vec<T>,
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self { elements: Vec::new() }
    }
}

impl<T> Pool<T> {
    /// Makes a list of `elements`.
    pub fn add(&mut self, elements: impl IntoIterator<Item = T>) -> List<T> {
        let start = self.elements.len();
        self.elements.extend(elements);
        let position =
            |it: usize| u32::try_from(it).expect("a pool should hold fewer than 2^32 elements");
        List {
            start: position(start),
            len: position(self.elements.len() - start),
            element: PhantomData,
        }
    }
}

impl<T> Index<List<T>> for Pool<T> {
    type Output = [T];
    fn index(&self, list: List<T>) -> &[T] {
        &self.elements[list.start as usize..][..list.len as usize]
    }
}

//! Arrays: reading, writing, and the array that is the same everywhere.

use crate::term::{Node, Sort, TermId, Terms};

/// How many writes a read passes to find the one it reads.
const WRITES: usize = 64;

impl Terms {
    /// The array over indices of `index` bits whose elements are all `element`.
    pub fn constant_array(&mut self, index: u32, element: TermId) -> TermId {
        let sort = Sort::Array { index, element: self.width(element) };
        self.intern(Node::ConstArray(element, index), sort)
    }

    /// The element of `array` at `index`.
    pub fn select(&mut self, array: TermId, index: TermId) -> TermId {
        let Sort::Array { index: index_width, element } = self.sort(array) else {
            panic!("only an array should be read");
        };
        assert_eq!(index_width, self.width(index), "the index should be of the array's sort");
        let mut array = array;
        for _ in 0..WRITES {
            match self.node(array) {
                Node::Store(below, at, value) => {
                    let hit = self.eq(at, index);
                    match self.as_bool(hit) {
                        Some(true) => return value,
                        Some(false) => array = below,
                        None => break,
                    }
                }
                Node::ConstArray(value, _) => return value,
                _ => break,
            }
        }
        self.intern(Node::Select(array, index), Sort::BitVec(element))
    }

    /// `array` with the element at `index` replaced by `value`.
    pub fn store(&mut self, array: TermId, index: TermId, value: TermId) -> TermId {
        let sort = self.sort(array);
        let fits = Sort::Array { index: self.width(index), element: self.width(value) };
        assert_eq!(sort, fits, "index and element should be of the array's sort");
        match self.node(array) {
            // The later write wins.
            Node::Store(below, at, _) if at == index => return self.store(below, index, value),
            Node::ConstArray(same, _) if same == value => return array,
            _ => {}
        }
        // Writing what is there already changes nothing.
        if self.node(value) == Node::Select(array, index) {
            return array;
        }
        self.intern(Node::Store(array, index, value), sort)
    }
}

//! Typed ids and the containers they index.
//!
//! An [`Arena`] owns entities and names them; an [`Interner`] gives equal values equal names.

use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A name for an entity that lives in an [`Arena`] or [`Interner`].
pub trait Id: Copy + Ord + Hash + std::fmt::Debug {
    /// The id of the `index`-th entity.
    fn from_index(index: usize) -> Self;
    /// The position of the entity.
    fn index(self) -> usize;
}

/// Declares id types; `LocId = "l"` prints as `l7`, the spelling of the textual IR.
#[macro_export]
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(unreachable_pub, reason = "whether ids are seen is for the declaring module to say")]
        pub struct $name(u32);

        impl $crate::index::Id for $name {
            fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("an arena should hold fewer than 2^32 elements"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    )*};
}

/// The one owner of all `T`s of a program; hands out an `I` for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arena<I, T> {
    items: Vec<T>,
    key: PhantomData<fn(I)>,
}

impl<I, T> Default for Arena<I, T> {
    fn default() -> Self {
        Self { items: Vec::new(), key: PhantomData }
    }
}

impl<I: Id, T> Arena<I, T> {
    /// Stores `item` and returns its new name.
    pub fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::from_index(self.items.len() - 1)
    }

    /// The number of entities.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// All names, in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// All entities with their names, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(index, item)| (I::from_index(index), item))
    }

    /// All entities, in order.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// All entities for change, in order.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// The entity, if the id is one of this arena's.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }
}

impl<I: Id, T> Index<I> for Arena<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for Arena<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I, T> FromIterator<T> for Arena<I, T> {
    fn from_iter<Iter: IntoIterator<Item = T>>(iter: Iter) -> Self {
        Self { items: iter.into_iter().collect(), key: PhantomData }
    }
}

/// Hash-conses entities: equal values get equal names.
#[derive(Clone, Debug)]
pub struct Interner<I, T> {
    arena: Arena<I, T>,
    known: FxHashMap<T, I>,
}

impl<I, T: PartialEq> PartialEq for Interner<I, T> {
    fn eq(&self, other: &Self) -> bool {
        self.arena.items == other.arena.items
    }
}

impl<I, T: Eq> Eq for Interner<I, T> {}

impl<I, T> Default for Interner<I, T> {
    fn default() -> Self {
        Self { arena: Arena::default(), known: FxHashMap::default() }
    }
}

impl<I: Id, T: Clone + Eq + Hash> Interner<I, T> {
    /// The name of `item`, a new one if it has none yet.
    pub fn intern(&mut self, item: T) -> I {
        if let Some(&id) = self.known.get(&item) {
            return id;
        }
        let id = self.arena.push(item.clone());
        self.known.insert(item, id);
        id
    }

    /// The number of distinct entities.
    pub fn len(&self) -> usize {
        self.arena.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.arena.is_empty()
    }

    /// All entities with their names, in order of first appearance.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (I, &T)> {
        self.arena.iter()
    }
}

impl<I: Id, T> Index<I> for Interner<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.arena[id]
    }
}

#[cfg(test)]
mod tests {
    use super::{Arena, Interner};

    crate::ids! {
        /// A test id.
        TestId = "t";
    }

    #[test]
    fn interning_is_injective_on_values() {
        let mut interner: Interner<TestId, &str> = Interner::default();
        let (a, b, again) = (interner.intern("a"), interner.intern("b"), interner.intern("a"));
        assert_eq!((a == again, a == b, interner[b]), (true, false, "b"));
    }

    #[test]
    fn ids_print_with_their_prefix() {
        let mut arena: Arena<TestId, ()> = Arena::default();
        arena.push(());
        assert_eq!(format!("{:?}", arena.push(())), "t1");
    }
}

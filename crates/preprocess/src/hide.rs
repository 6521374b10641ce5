//! Hide sets: the macros whose expansion a token comes from, which it must not use again.
//!
//! D. Prosser: *X3J11/86-196: macro expansion algorithm*, 1986, the algorithm behind the standard's wording.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use tribunal_base::Id;

use crate::symbol::Symbol;

tribunal_base::ids! {
    /// A set of macro names; equal sets have equal ids. See [`HideSets`].
    HideSet = "h";
}

/// All hide sets of a run, each a sorted list.
#[derive(Debug)]
pub(crate) struct HideSets {
    sets: Vec<Rc<[Symbol]>>,
    known: FxHashMap<Rc<[Symbol]>, HideSet>,
    unions: FxHashMap<(HideSet, HideSet), HideSet>,
}

impl HideSets {
    pub(crate) fn new() -> Self {
        let mut sets =
            Self { sets: Vec::new(), known: FxHashMap::default(), unions: FxHashMap::default() };
        sets.intern(Vec::new());
        sets
    }

    pub(crate) fn empty() -> HideSet {
        HideSet::from_index(0)
    }

    pub(crate) fn contains(&self, set: HideSet, name: Symbol) -> bool {
        self.sets[set.index()].binary_search(&name).is_ok()
    }

    pub(crate) fn len(&self, set: HideSet) -> usize {
        self.sets[set.index()].len()
    }

    pub(crate) fn with(&mut self, set: HideSet, name: Symbol) -> HideSet {
        match self.sets[set.index()].binary_search(&name) {
            Ok(_) => set,
            Err(at) => {
                let mut names = self.sets[set.index()].to_vec();
                names.insert(at, name);
                self.intern(names)
            }
        }
    }

    pub(crate) fn intersection(&mut self, a: HideSet, b: HideSet) -> HideSet {
        if a == b {
            return a;
        }
        let names =
            self.sets[a.index()].iter().copied().filter(|&it| self.contains(b, it)).collect();
        self.intern(names)
    }

    pub(crate) fn union(&mut self, a: HideSet, b: HideSet) -> HideSet {
        if a == b || b == Self::empty() {
            return a;
        }
        if a == Self::empty() {
            return b;
        }
        if let Some(&known) = self.unions.get(&(a, b)) {
            return known;
        }
        let mut names = self.sets[a.index()].to_vec();
        names.extend_from_slice(&self.sets[b.index()]);
        names.sort_unstable();
        names.dedup();
        let union = self.intern(names);
        self.unions.insert((a, b), union);
        union
    }

    fn intern(&mut self, names: Vec<Symbol>) -> HideSet {
        let names: Rc<[Symbol]> = names.into();
        if let Some(&known) = self.known.get(&names) {
            return known;
        }
        let id = HideSet::from_index(self.sets.len());
        self.sets.push(names.clone());
        self.known.insert(names, id);
        id
    }
}

//! Folds a state into one word.
//!
//! The chunks of a packed state are the leaves of a binary tree. Each is replaced by its number in a
//! [`Dictionary`], each pair of numbers by its number, up to the last pair, which is the state's key.
//! Since most parts of a state have been seen before in other states, there are few numbers beside the
//! keys. A. Laarman, J. van de Pol, M. Weber: *Parallel recursive state compression for free*, SPIN 2011.
//! There all nodes are in one table, and a number is a place in it; here the table can grow, and all
//! that need not be a pair of numbers is none: a state of one chunk is its own key, and a chunk that is
//! as short as a number is its own number.
//!
//! Where few values of the chunks are combined in many ways there are shorter keys, see the module `row`.
//!
//! A successor differs from its predecessor in a few chunks. A [`Folder`] remembers the numbers of a
//! base state, and looks up only those of the parts that differ.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::Key;
use crate::bits::ones;
use crate::dictionary::Dictionary;
use crate::memory::Budget;
use crate::numerals::Field;
use crate::packing::{Class, NUMBER, Packing, Shape};
use crate::quiescence::{Quiescence, Reader};
use crate::row::Row;
use crate::table::Tally;

/// The bits of a key below its class.
pub(crate) const ROOT: u32 = 2 * NUMBER;
/// There are fewer classes than this.
pub(crate) const CLASSES: usize = 1 << (u64::BITS - ROOT);

/// The dictionary and the packing that all keys of a set share.
#[derive(Debug)]
pub(crate) struct Tree {
    pub(crate) packing: Packing,
    /// That of the nodes, then the columns of the rows.
    pub(crate) dictionaries: Vec<Dictionary>,
    /// For each class, where the columns of its rows are among them.
    columns: Vec<usize>,
}

/// Where the dictionary of the nodes is.
const NODES: usize = 0;

/// What one thread needs to fold and unfold.
#[derive(Debug, Default)]
pub(crate) struct Folder {
    base: Nodes,
    /// What the nodes of the base state belong to, if there is a base state.
    known: Option<Key>,
    state: Nodes,
    /// The strings that belong to no class are packed as if there were one for their length.
    lengths: BTreeMap<usize, Class>,
    lookup: Lookup,
}

/// Finds numbers.
#[derive(Debug, Default)]
struct Lookup {
    /// What was added to the dictionaries.
    tallies: Vec<Tally>,
    recent: Recent,
}

/// Nodes that were looked up not long ago: most are looked up again soon.
#[derive(Debug)]
struct Recent(Box<[Number; RECENT]>);

/// A word, the dictionary it was looked up in, and its number there.
#[derive(Clone, Copy, Debug)]
struct Number {
    word: u64,
    dictionary: u32,
    number: u32,
}

const RECENT: usize = 1 << RECENT_BITS;
const RECENT_BITS: u32 = 12;

impl Default for Recent {
    fn default() -> Self {
        Self(Box::new([Number { word: 0, dictionary: u32::MAX, number: 0 }; RECENT]))
    }
}

impl Lookup {
    #[inline]
    fn number(
        &mut self,
        tree: &Tree,
        reader: &Reader,
        dictionary: usize,
        word: u64,
    ) -> Option<u32> {
        let place = word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - RECENT_BITS);
        let place = place as usize;
        let entry = self.recent.0[place];
        if entry.word == word && entry.dictionary == dictionary as u32 {
            return Some(entry.number);
        }
        let (number, _) = self.add(tree, reader, dictionary, word)?;
        self.recent.0[place] = Number { word, dictionary: dictionary as u32, number };
        Some(number)
    }

    /// The number of a word in a dictionary, and whether it is new.
    fn add(
        &mut self,
        tree: &Tree,
        reader: &Reader,
        dictionary: usize,
        word: u64,
    ) -> Option<(u32, bool)> {
        if self.tallies.len() <= dictionary {
            self.tallies.resize_with(tree.dictionaries.len(), Tally::default);
        }
        tree.dictionaries[dictionary].number(reader, &mut self.tallies[dictionary], word)
    }
}

/// The nodes of a tree.
#[derive(Debug, Default)]
struct Nodes {
    chunks: Vec<u64>,
    /// The numbers of the chunks, then those of their pairs, and so on.
    numbers: Vec<u32>,
}

/// The numbers of one level of a tree.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    start: usize,
    count: usize,
}

impl Level {
    /// The level of the pairs.
    fn next(self) -> Self {
        Self { start: self.start + self.count, count: self.count.div_ceil(2) }
    }
}

/// The class in the keys of strings that have none.
const NO_CLASS: u64 = 0;

/// No tree is higher than this: the number of chunks fits a word.
const HEIGHT: usize = 64;

/// Some nodes of a level: those whose bits are set if there are at most 64, else all.
type Selection = u64;

/// What there is not enough of for a key.
enum Missing {
    Memory,
    /// A column has no number left.
    Numbers,
}

/// What the upper part of a key says.
#[derive(Clone, Copy, Debug)]
struct Form {
    /// Keys with the same bits above this one are of the same form.
    low: u32,
    /// The class, or the length of a string that has none.
    class: Result<usize, usize>,
    shape: Shape,
    /// How many numbers make the key.
    top: usize,
}

impl Tree {
    pub(crate) fn new(
        packing: Packing,
        budget: &Arc<Budget>,
        quiescence: &Arc<Quiescence>,
    ) -> Option<Self> {
        let mut dictionaries = vec![Dictionary::new(1 << NUMBER, budget, quiescence)?];
        let mut columns = Vec::new();
        for class in &packing.classes {
            columns.push(dictionaries.len());
            for width in class.row.iter().flat_map(|it| &it.widths) {
                dictionaries.push(Dictionary::new(1 << width, budget, quiescence)?);
            }
        }
        Some(Self { packing, dictionaries, columns })
    }

    #[inline]
    fn nodes(&self) -> &Dictionary {
        &self.dictionaries[NODES]
    }

    /// The form of a key; nothing if this is no key of this tree.
    #[inline]
    fn form(&self, key: Key) -> Option<Form> {
        match key >> ROOT {
            NO_CLASS => {
                let length = (key >> NUMBER) as usize;
                let shape = Shape::new(length * 8);
                Some(Form { low: NUMBER, class: Err(length), shape, top: 1 })
            }
            class => {
                let class = class as usize - 1;
                let shape = self.packing.classes.get(class)?.shape;
                Some(Form { low: ROOT, class: Ok(class), shape, top: 2 })
            }
        }
    }

    /// Asks the memory for the nodes below the root of a key. The columns of a row are near anyway.
    #[inline]
    pub(crate) fn expect(&self, key: Key) {
        let class =
            (key >> ROOT).checked_sub(1).and_then(|it| self.packing.classes.get(it as usize));
        if let Some(class) = class
            && class.shape.chunks > 1
            && class.row.is_none()
        {
            self.nodes().expect((key >> NUMBER & ones(NUMBER)) as u32);
            self.nodes().expect((key & ones(NUMBER)) as u32);
        }
    }

    /// Whether the state of a key is packed as tightly as those of its length can be.
    pub(crate) fn is_tight(&self, key: Key) -> bool {
        let class = (key >> ROOT).checked_sub(1);
        class.is_some_and(|it| self.packing.is_tight(it as usize))
    }

    /// What a key of a class consists of, below the class: the numbers of its columns, or two numbers, or one and
    /// a length.
    pub(crate) fn fields(&self, class: usize) -> Vec<Field> {
        let class = class.checked_sub(1).and_then(|it| self.packing.classes.get(it));
        let row = class.and_then(|it| it.row.as_ref());
        let widths = row.map_or(&[NUMBER; 2][..], |it| &it.widths);
        let mut shift = 0;
        let field = |&width: &u32| {
            let field = Field { shift, width };
            shift += width;
            field
        };
        // The last one is the lowest.
        widths.iter().rev().map(field).collect()
    }
}

impl Folder {
    /// Tells of the nodes that were added.
    pub(crate) fn settle(&mut self, tree: &Tree) {
        for (dictionary, tally) in tree.dictionaries.iter().zip(&mut self.lookup.tallies) {
            dictionary.settle(tally);
        }
    }

    /// Adds a word to a dictionary: its number, and whether it is new.
    pub(crate) fn number(
        &mut self,
        tree: &Tree,
        reader: &Reader,
        dictionary: usize,
        word: u64,
    ) -> Option<(u32, bool)> {
        self.lookup.add(tree, reader, dictionary, word)
    }

    /// Packs a state, for a hash value: its class and chunks.
    #[inline]
    pub(crate) fn pack(&mut self, tree: &Tree, state: &[u8]) -> (u64, &[u64]) {
        let chunks = &mut self.state.chunks;
        let class = match tree.packing.pack(0, state, chunks) {
            Some(class) => class as u64 + 1,
            None => {
                let class = self.lengths.entry(state.len());
                class.or_insert_with(|| Class::wide(state.len())).pack(state, chunks);
                // Strings of different lengths may have the same chunks.
                (state.len() as u64) << 8 | NO_CLASS
            }
        };
        (class, chunks)
    }

    /// The key of a state. Nothing if there is no room for its nodes.
    #[inline]
    pub(crate) fn fold(&mut self, tree: &Tree, reader: &Reader, state: &[u8]) -> Option<Key> {
        let mut class = tree.packing.pack(0, state, &mut self.state.chunks);
        while let Some(number) = class {
            match &tree.packing.classes[number].row {
                None => return self.pairs(tree, reader, number),
                Some(row) => match self.row(tree, reader, number, row) {
                    Ok(key) => return Some(key),
                    Err(Missing::Memory) => return None,
                    Err(Missing::Numbers) => {}
                },
            }
            class = tree.packing.pack(number + 1, state, &mut self.state.chunks);
        }
        if state.len() as u64 > ones(NUMBER) {
            return None;
        }
        let class = self.lengths.entry(state.len());
        let class = class.or_insert_with(|| Class::wide(state.len()));
        class.pack(state, &mut self.state.chunks);
        let shape = class.shape;
        let upper = (state.len() as u64) << NUMBER;
        let top = self.ascend(tree, reader, upper, NUMBER, shape, 1)?;
        Some(upper | u64::from(self.state.numbers[top.start]))
    }

    /// The key of a state that was packed into chunks, in a class whose keys are rows.
    #[inline]
    fn row(
        &mut self,
        tree: &Tree,
        reader: &Reader,
        class: usize,
        row: &Row,
    ) -> Result<Key, Missing> {
        let upper = (class as u64 + 1) << ROOT;
        let known = self.known.is_some_and(|it| it >> ROOT == upper >> ROOT);
        let mut root = 0;
        for (at, (&chunk, width)) in self.state.chunks.iter().zip(&row.widths).enumerate() {
            let number = if known && self.base.chunks[at] == chunk {
                self.base.numbers[at]
            } else {
                let column = tree.columns[class] + at;
                match self.lookup.number(tree, reader, column, chunk) {
                    Some(number) => number,
                    None if tree.dictionaries[column].is_full() => return Err(Missing::Numbers),
                    None => return Err(Missing::Memory),
                }
            };
            root = root << width | u64::from(number);
        }
        Ok(upper | root)
    }

    /// The key of a state that was packed into chunks, in a class whose keys are pairs.
    #[inline]
    fn pairs(&mut self, tree: &Tree, reader: &Reader, class: usize) -> Option<Key> {
        let shape = tree.packing.classes[class].shape;
        let upper = (class as u64 + 1) << ROOT;
        match self.state.chunks[..] {
            [chunk] => return Some(upper | chunk),
            [left, right] => {
                let known = self.known.is_some_and(|it| it >> ROOT == upper >> ROOT);
                let left = self.leaf(tree, reader, shape, known, 0, left)?;
                let right = self.leaf(tree, reader, shape, known, 1, right)?;
                return Some(upper | pair(left, right));
            }
            _ => {}
        }
        let top = self.ascend(tree, reader, upper, ROOT, shape, 2)?;
        let [left, right] = self.state.numbers[top.start..] else { return None };
        Some(upper | pair(left, right))
    }

    /// The number of a chunk, given whether the base state is of the same form.
    #[inline]
    fn leaf(
        &mut self,
        tree: &Tree,
        reader: &Reader,
        shape: Shape,
        known: bool,
        at: usize,
        chunk: u64,
    ) -> Option<u32> {
        if shape.width(at) <= NUMBER {
            Some(chunk as u32)
        } else if known && self.base.chunks[at] == chunk {
            Some(self.base.numbers[at])
        } else {
            self.lookup.number(tree, reader, NODES, chunk)
        }
    }

    /// Numbers the nodes over the chunks, up to the level with at most so many.
    fn ascend(
        &mut self,
        tree: &Tree,
        reader: &Reader,
        upper: Key,
        low: u32,
        shape: Shape,
        top: usize,
    ) -> Option<Level> {
        let Self { base, known, state, lookup, .. } = self;
        let mut level = Level { start: 0, count: shape.chunks };
        let known = known.is_some_and(|known| known >> low == upper >> low);
        let mut changed: Selection = !0;
        if known && shape.chunks <= 64 {
            changed = 0;
            for (at, (chunk, old)) in state.chunks.iter().zip(&base.chunks).enumerate() {
                changed |= u64::from(chunk != old) << at;
            }
            state.numbers.clone_from(&base.numbers);
        } else {
            state.numbers.clear();
            state.numbers.resize(size(shape.chunks, top), 0);
        }
        let mut number = |word| lookup.number(tree, reader, NODES, word);
        for at in selected(changed, level.count) {
            let chunk = state.chunks[at];
            state.numbers[at] =
                if shape.width(at) <= NUMBER { chunk as u32 } else { number(chunk)? };
        }
        while level.count > top {
            let next = level.next();
            let mut above: Selection = if level.count > 64 { !0 } else { 0 };
            for at in selected(changed, level.count) {
                let (left, right) = (at & !1, at | 1);
                if above >> (at / 2 % 64) & 1 == 1 && (level.count <= 64 || at == right) {
                    continue;
                }
                above |= 1 << (at / 2 % 64);
                let first = state.numbers[level.start + left];
                state.numbers[next.start + at / 2] = if right < level.count {
                    number(pair(first, state.numbers[level.start + right]))?
                } else {
                    first
                };
            }
            (level, changed) = (next, above);
        }
        Some(level)
    }

    /// Makes the state of a key the base state; whether it is one.
    pub(crate) fn base(&mut self, tree: &Tree, key: Key) -> bool {
        if self.known == Some(key) {
            return true;
        }
        let Some(form) = tree.form(key) else { return false };
        let known = self.known.is_some_and(|known| known >> form.low == key >> form.low);
        self.known = Some(key);
        let Nodes { chunks, numbers } = &mut self.base;
        if !known {
            chunks.clear();
            chunks.resize(form.shape.chunks, 0);
            numbers.clear();
            numbers.resize(size(form.shape.chunks, form.top), 0);
        }
        let root = key & ones(form.low);
        if let Ok(class) = form.class
            && let Some(row) = &tree.packing.classes[class].row
        {
            let columns = &tree.dictionaries[tree.columns[class]..];
            let mut rest = root;
            for (at, &width) in row.widths.iter().enumerate().rev() {
                let number = (rest & ones(width)) as u32;
                rest >>= width;
                if !known || numbers[at] != number {
                    (numbers[at], chunks[at]) = (number, columns[at].word(number));
                }
            }
            return true;
        }
        if form.shape.chunks == 1 && form.top == 2 {
            chunks[0] = root;
            return true;
        }
        if form.shape.chunks == 2 && form.top == 2 {
            for (at, number) in
                [(root >> NUMBER) as u32, (root & ones(NUMBER)) as u32].into_iter().enumerate()
            {
                if form.shape.width(at) <= NUMBER {
                    (numbers[at], chunks[at]) = (number, number.into());
                } else if !known || numbers[at] != number {
                    (numbers[at], chunks[at]) = (number, tree.nodes().word(number));
                }
            }
            return true;
        }
        let mut levels = [Level::default(); HEIGHT];
        levels[0] = Level { start: 0, count: form.shape.chunks };
        let mut height = 0;
        while levels[height].count > form.top {
            levels[height + 1] = levels[height].next();
            height += 1;
        }
        let mut changed: Selection = 0;
        let set = |numbers: &mut [u32], level: Level, at: usize, number: u32| -> Selection {
            let old = std::mem::replace(&mut numbers[level.start + at], number);
            u64::from(!known || old != number) << (at % 64)
        };
        let top = levels[height];
        if form.top == 2 {
            changed |= set(numbers, top, 0, (root >> NUMBER) as u32);
            changed |= set(numbers, top, 1, (root & ones(NUMBER)) as u32);
        } else {
            changed |= set(numbers, top, 0, root as u32);
        }
        for lower in (0..height).rev() {
            let (level, below) = (levels[lower + 1], levels[lower]);
            let mut changed_below = 0;
            for at in selected(changed, level.count) {
                let number = numbers[level.start + at];
                if 2 * at + 1 < below.count {
                    let pair = tree.nodes().word(number);
                    changed_below |= set(numbers, below, 2 * at, (pair >> NUMBER) as u32);
                    let right = (pair & ones(NUMBER)) as u32;
                    changed_below |= set(numbers, below, 2 * at + 1, right);
                } else {
                    changed_below |= set(numbers, below, 2 * at, number);
                }
            }
            changed = changed_below;
        }
        for at in selected(changed, form.shape.chunks) {
            let number = numbers[at];
            chunks[at] = if form.shape.width(at) <= NUMBER {
                number.into()
            } else {
                tree.nodes().word(number)
            };
        }
        true
    }

    /// The state of a key, which becomes the base state.
    #[inline]
    pub(crate) fn unfold(&mut self, tree: &Tree, key: Key, state: &mut Vec<u8>) {
        let form = tree.form(key).filter(|_| self.base(tree, key));
        match form.map(|it| it.class) {
            Some(Ok(class)) => tree.packing.classes[class].unpack(&self.base.chunks, state),
            Some(Err(length)) => {
                let class = self.lengths.entry(length).or_insert_with(|| Class::wide(length));
                class.unpack(&self.base.chunks, state);
            }
            None => state.clear(),
        }
    }
}

/// How many nodes there are over so many chunks.
fn size(chunks: usize, top: usize) -> usize {
    let mut level = Level { start: 0, count: chunks };
    while level.count > top {
        level = level.next();
    }
    level.start + level.count
}

/// The members of a selection of so many nodes.
#[inline]
fn selected(selection: Selection, count: usize) -> impl Iterator<Item = usize> {
    let mut rest = if count <= 64 { selection & ones(count as u32) } else { 0 };
    let all = if count <= 64 { 0 } else { count };
    (0..all).chain(std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let first = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            first
        })
    }))
}

#[inline]
fn pair(left: u32, right: u32) -> u64 {
    u64::from(left) << NUMBER | u64::from(right)
}

//! Reads of arrays by lemmas on demand (Brummayer & Biere, Lemmas on demand for the extensional theory of arrays, JSAT 2009, without
//! equality of arrays).
//!
//! A deferred read is a fresh word. When the SAT solver has a model, each read is followed through the writes as their indices
//! are in the model; where the word is not what is found, a lemma says why it should have been.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::Blaster;
use super::words::Word;
use crate::bits::Bits;
use crate::sat::Literal;
use crate::term::{Node, Sort, TermId, Terms};

/// Why a read ends where it does.
#[derive(Clone, Default)]
struct Path {
    equal: Vec<(TermId, TermId)>,
    differ: Vec<(TermId, TermId)>,
    holds: Vec<Literal>,
}

/// A read of an array variable.
struct Read {
    path: Path,
    index: Word,
    element: Word,
    value: Bits,
}

/// If the paths are as they are and the indices are equal, so are the words.
struct Lemma {
    paths: Vec<Path>,
    indices: Option<(Word, Word)>,
    words: (Word, Word),
}

/// Where a read ends.
enum End {
    Element(TermId),
    Variable(TermId),
}

impl Blaster {
    /// Adds a lemma for each deferred read whose word in the model is not what the array holds; tells how many.
    pub(crate) fn refine(&mut self, terms: &Terms) -> usize {
        self.elements.clear();
        if self.deferred.is_empty() {
            return 0;
        }
        let lemmas = self.violated(terms);
        for lemma in &lemmas {
            self.add(lemma);
        }
        lemmas.len()
    }

    /// Lemmas that the model violates. If there are none, the elements of array variables are noted.
    fn violated(&mut self, terms: &Terms) -> Vec<Lemma> {
        let mut values: FxHashMap<TermId, Bits> = FxHashMap::default();
        let mut known: BTreeMap<(TermId, Bits), Read> = BTreeMap::new();
        for &array in &self.variables {
            if !matches!(terms.sort(array), Sort::Array { .. }) {
                continue;
            }
            for (index, element) in &self.reads[&array] {
                let read = Read {
                    path: Path::default(),
                    index: index.clone(),
                    element: element.clone(),
                    value: self.number(element),
                };
                known.insert((array, self.number(index)), read);
            }
        }
        let mut lemmas = Vec::new();
        for &term in &self.deferred {
            let Node::Select(array, index) = terms.node(term) else { continue };
            let (path, end) = self.follow(terms, array, index, &mut values);
            let word = &self.words[&term];
            let value = self.number(word);
            match end {
                End::Element(element) => {
                    if self.number(&self.words[&element]) != value {
                        let words = (word.clone(), self.words[&element].clone());
                        lemmas.push(Lemma { paths: vec![path], indices: None, words });
                    }
                }
                End::Variable(array) => {
                    let index = self.words[&index].clone();
                    let key = (array, self.number(&index));
                    match known.get(&key) {
                        None => {
                            known.insert(key, Read { path, index, element: word.clone(), value });
                        }
                        Some(other) if other.value == value => {}
                        Some(other) => lemmas.push(Lemma {
                            paths: vec![path, other.path.clone()],
                            indices: Some((index, other.index.clone())),
                            words: (word.clone(), other.element.clone()),
                        }),
                    }
                }
            }
        }
        if lemmas.is_empty() {
            self.elements = known.into_iter().map(|(key, read)| (key, read.value)).collect();
        }
        lemmas
    }

    /// Follows a read through the writes.
    fn follow(
        &self,
        terms: &Terms,
        array: TermId,
        index: TermId,
        values: &mut FxHashMap<TermId, Bits>,
    ) -> (Path, End) {
        let mut value =
            |it: TermId| values.entry(it).or_insert_with(|| self.number(&self.words[&it])).clone();
        let wanted = value(index);
        let mut path = Path::default();
        let mut array = array;
        loop {
            match terms.node(array) {
                Node::Store(_, at, element) if value(at) == wanted => {
                    path.equal.push((index, at));
                    return (path, End::Element(element));
                }
                Node::Store(below, at, _) => {
                    path.differ.push((index, at));
                    array = below;
                }
                Node::Ite(condition, yes, no) => {
                    let literal = self.literals[&condition];
                    let is_true = self.truth(literal);
                    path.holds.push(if is_true { literal } else { !literal });
                    array = if is_true { yes } else { no };
                }
                Node::ConstArray(element, _) => return (path, End::Element(element)),
                _ => return (path, End::Variable(array)),
            }
        }
    }

    fn add(&mut self, lemma: &Lemma) {
        let mut reasons = Vec::new();
        for path in &lemma.paths {
            reasons.extend(&path.holds);
            for (pairs, is_equal) in [(&path.equal, true), (&path.differ, false)] {
                for (a, b) in pairs {
                    let same = self.gates.eq_words(&self.words[a], &self.words[b]);
                    reasons.push(if is_equal { same } else { !same });
                }
            }
        }
        if let Some((a, b)) = &lemma.indices {
            reasons.push(self.gates.eq_words(a, b));
        }
        let all = self.gates.and_many(reasons);
        for (a, b) in lemma.words.0.iter().zip(&lemma.words.1) {
            self.gates.clause(&[!all, !*a, *b]);
            self.gates.clause(&[!all, *a, !*b]);
        }
    }
}

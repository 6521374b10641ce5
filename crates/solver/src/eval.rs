//! The value of a term under an assignment: the definition of what terms mean, slow and short.
//!
//! Models are checked with it, and everything else is tested against it.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::term::{Node, Sort, TermId, Terms};

/// The value of a term.
#[derive(Clone, Debug)]
pub enum Value {
    /// Of a Bool.
    Bool(bool),
    /// Of a bit-vector.
    Bits(Bits),
    /// Of an array.
    Array(ArrayValue),
}

/// The value of an array: some elements, and one for everywhere else.
#[derive(Clone, Debug)]
pub struct ArrayValue {
    /// The width of indices.
    pub index: u32,
    /// The element where no other is given.
    pub default: Bits,
    /// Elements by index.
    pub elements: BTreeMap<Bits, Bits>,
}

impl ArrayValue {
    /// The element at an index.
    #[must_use]
    pub fn get(&self, index: &Bits) -> &Bits {
        self.elements.get(index).unwrap_or(&self.default)
    }
}

/// As functions: the default does not matter where every index has an element.
impl PartialEq for ArrayValue {
    fn eq(&self, other: &Self) -> bool {
        let mut indices: Vec<_> = self.elements.keys().chain(other.elements.keys()).collect();
        indices.sort();
        indices.dedup();
        let is_everywhere = self.index < 64 && 1_u64 << self.index == indices.len() as u64;
        self.index == other.index
            && (is_everywhere || self.default == other.default)
            && indices.into_iter().all(|it| self.get(it) == other.get(it))
    }
}

impl Eq for ArrayValue {}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Bits(a), Self::Bits(b)) => a == b,
            (Self::Array(a), Self::Array(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Value {}

impl Value {
    /// False, 0, the array of zeros.
    #[must_use]
    pub fn default_of(sort: Sort) -> Self {
        match sort {
            Sort::Bool => Self::Bool(false),
            Sort::BitVec(width) => Self::Bits(Bits::zero(width)),
            Sort::Array { index, element } => {
                let default = Bits::zero(element);
                Self::Array(ArrayValue { index, default, elements: BTreeMap::new() })
            }
        }
    }

    /// The truth value of a Bool.
    ///
    /// # Panics
    /// If it is of another sort, as the next two.
    #[must_use]
    pub fn as_bool(&self) -> bool {
        match self {
            Self::Bool(value) => *value,
            other => panic!("{other:?} should be a Bool"),
        }
    }

    /// The bits of a bit-vector.
    #[must_use]
    pub fn as_bits(&self) -> &Bits {
        match self {
            Self::Bits(bits) => bits,
            other => panic!("{other:?} should be a bit-vector"),
        }
    }

    /// The elements of an array.
    #[must_use]
    pub fn as_array(&self) -> &ArrayValue {
        match self {
            Self::Array(array) => array,
            other => panic!("{other:?} should be an array"),
        }
    }
}

/// Values of variables; those that are missing are [`Value::default_of`] their sort.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    values: FxHashMap<TermId, Value>,
    /// Values of other terms, remembered.
    known: FxHashMap<TermId, Value>,
}

impl Assignment {
    /// Gives a variable a value.
    pub fn set(&mut self, variable: TermId, value: Value) {
        self.known.clear();
        self.values.insert(variable, value);
    }

    /// The value of a term. What was computed for it is remembered until [`Assignment::set`].
    pub fn eval(&mut self, terms: &Terms, term: TermId) -> Value {
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            if self.known.contains_key(&next) {
                open.pop();
                continue;
            }
            let before = open.len();
            let known = |it: TermId| self.known.get(&it);
            // What cannot make a difference is left out.
            match terms.node(next) {
                Node::And(a, _) if known(a).is_none() => open.push(a),
                Node::And(a, _) if known(a) == Some(&Value::Bool(false)) => {}
                Node::Ite(condition, yes, no) => match known(condition) {
                    None => open.push(condition),
                    Some(truth) => {
                        let chosen = if truth.as_bool() { yes } else { no };
                        open.extend(Some(chosen).filter(|it| known(*it).is_none()));
                    }
                },
                node => open.extend(node.operands().filter(|it| known(*it).is_none())),
            }
            if before == open.len() {
                let value = self.apply(terms, next);
                self.known.insert(next, value);
                open.pop();
            }
        }
        self.known[&term].clone()
    }

    /// The value of a term whose operands have one.
    fn apply(&self, terms: &Terms, term: TermId) -> Value {
        let value = |it: TermId| &self.known[&it];
        let truth = |it: TermId| value(it).as_bool();
        let bits = |it: TermId| value(it).as_bits();
        match terms.node(term) {
            Node::Bool(truth) => Value::Bool(truth),
            Node::Bits(constant) => Value::Bits(terms.bits_of(constant).clone()),
            Node::Variable(_) => self
                .values
                .get(&term)
                .cloned()
                .unwrap_or_else(|| Value::default_of(terms.sort(term))),
            Node::Not(a) => Value::Bool(!truth(a)),
            Node::And(a, b) => Value::Bool(truth(a) && truth(b)),
            Node::Xor(a, b) => Value::Bool(truth(a) != truth(b)),
            Node::Ite(condition, yes, no) => value(if truth(condition) { yes } else { no }).clone(),
            Node::Eq(a, b) => Value::Bool(value(a) == value(b)),
            Node::Complement(a) => Value::Bits(bits(a).not()),
            Node::Neg(a) => Value::Bits(bits(a).neg()),
            Node::Binary(op, a, b) => Value::Bits(op.apply(bits(a), bits(b))),
            Node::Ult(a, b) => Value::Bool(bits(a).ult(bits(b))),
            Node::Slt(a, b) => Value::Bool(bits(a).slt(bits(b))),
            Node::Overflow(op, a, b) => Value::Bool(op.apply(bits(a), bits(b))),
            Node::Concat(a, b) => Value::Bits(bits(a).concat(bits(b))),
            Node::Extract { high, low, of } => Value::Bits(bits(of).extract(high, low)),
            Node::ZeroExtend(a, width) => Value::Bits(bits(a).zero_extend(width)),
            Node::SignExtend(a, width) => Value::Bits(bits(a).sign_extend(width)),
            Node::Select(array, index) => {
                Value::Bits(value(array).as_array().get(bits(index)).clone())
            }
            Node::Store(array, index, element) => {
                let mut array = value(array).as_array().clone();
                array.elements.insert(bits(index).clone(), bits(element).clone());
                Value::Array(array)
            }
            Node::ConstArray(element, index) => {
                let default = bits(element).clone();
                Value::Array(ArrayValue { index, default, elements: BTreeMap::new() })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Assignment, Value};
    use crate::bits::Bits;
    use crate::term::{Sort, Terms};

    #[test]
    fn arrays_are_compared_as_functions() {
        let mut terms = Terms::new();
        let [zero, one] = [0, 1].map(|it| terms.number(it, 8));
        let [low, high] = [0, 1].map(|it| terms.number(it, 1));
        let zeros = terms.constant_array(1, zero);
        let some = terms.store(zeros, low, one);
        let all = terms.store(some, high, one);
        let ones = terms.constant_array(1, one);
        let mut nothing = Assignment::default();
        assert!(nothing.eval(&terms, all) == nothing.eval(&terms, ones));
        assert!(nothing.eval(&terms, some) != nothing.eval(&terms, ones));
    }

    #[test]
    fn setting_a_variable_forgets_what_was_computed() {
        let mut terms = Terms::new();
        let x = terms.variable("x", Sort::BitVec(8));
        let three = terms.number(3, 8);
        let triple = terms.mul(x, three);
        let mut assignment = Assignment::default();
        assert_eq!(assignment.eval(&terms, triple), Value::Bits(Bits::zero(8)));
        assignment.set(x, Value::Bits(Bits::new(100, 8)));
        assert_eq!(assignment.eval(&terms, triple), Value::Bits(Bits::new(44, 8)));
    }
}

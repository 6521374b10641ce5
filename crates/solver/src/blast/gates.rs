//! Gates: Boolean functions of literals as clauses, each built once.
//!
//! Clauses follow Tseitin (On the complexity of derivation in propositional calculus, 1968), in both directions, since
//! a gate may be used under either polarity later. Full adders are two gates, `xor3` and `majority`, with their prime
//! implicates as clauses (Eén & Sörensson, Translating pseudo-Boolean constraints into SAT, JSAT 2006).

use rustc_hash::FxHashMap;

use crate::sat::{Literal, Sat};

/// Gates over a SAT solver.
pub(crate) struct Gates {
    pub(crate) sat: Box<dyn Sat>,
    next: u32,
    known: FxHashMap<Gate, Literal>,
}

/// A gate with its inputs in normal form.
#[derive(PartialEq, Eq, Hash)]
enum Gate {
    And(Literal, Literal),
    AndMany(Box<[Literal]>),
    Xor(Literal, Literal),
    Xor3([Literal; 3]),
    Ite(Literal, Literal, Literal),
    Majority([Literal; 3]),
}

/// The literal that is always true.
const TRUE: u32 = 1;

impl Gates {
    pub(crate) fn new(mut sat: Box<dyn Sat>) -> Self {
        sat.add_clause(&[Literal::positive(TRUE)]);
        Self { sat, next: TRUE + 1, known: FxHashMap::default() }
    }

    pub(crate) fn constant(&self, value: bool) -> Literal {
        let literal = Literal::positive(TRUE);
        if value { literal } else { !literal }
    }

    /// The value of a literal that is constant.
    pub(crate) fn as_constant(&self, literal: Literal) -> Option<bool> {
        (literal.variable() == TRUE).then(|| !literal.is_negative())
    }

    pub(crate) fn fresh(&mut self) -> Literal {
        self.next += 1;
        Literal::positive(self.next - 1)
    }

    pub(crate) fn clause(&mut self, clause: &[Literal]) {
        // Constants would be units of every clause they are in.
        if clause.iter().any(|it| self.as_constant(*it) == Some(true)) {
            return;
        }
        if clause.iter().any(|it| self.as_constant(*it) == Some(false)) {
            let rest: Vec<_> =
                clause.iter().copied().filter(|it| self.as_constant(*it).is_none()).collect();
            self.sat.add_clause(&rest);
            return;
        }
        self.sat.add_clause(clause);
    }

    /// The output of the gate; `define` adds the clauses of a new one.
    fn gate(&mut self, gate: Gate, define: impl FnOnce(&mut dyn Sat, Literal)) -> Literal {
        if let Some(&known) = self.known.get(&gate) {
            return known;
        }
        let output = self.fresh();
        define(self.sat.as_mut(), output);
        self.known.insert(gate, output);
        output
    }

    pub(crate) fn and(&mut self, a: Literal, b: Literal) -> Literal {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(true), _) => return b,
            (_, Some(true)) => return a,
            (Some(false), _) | (_, Some(false)) => return self.constant(false),
            _ => {}
        }
        if a == b {
            return a;
        }
        if a == !b {
            return self.constant(false);
        }
        let (a, b) = (a.min(b), a.max(b));
        self.gate(Gate::And(a, b), |sat, output| {
            sat.add_clause(&[!output, a]);
            sat.add_clause(&[!output, b]);
            sat.add_clause(&[output, !a, !b]);
        })
    }

    pub(crate) fn or(&mut self, a: Literal, b: Literal) -> Literal {
        !self.and(!a, !b)
    }

    pub(crate) fn and_many(&mut self, inputs: impl IntoIterator<Item = Literal>) -> Literal {
        let mut inputs: Vec<_> = inputs.into_iter().collect();
        inputs.sort_unstable_by_key(|it| (it.variable(), it.is_negative()));
        inputs.dedup();
        if inputs.iter().any(|it| self.as_constant(*it) == Some(false))
            || inputs.windows(2).any(|pair| pair[0] == !pair[1])
        {
            return self.constant(false);
        }
        inputs.retain(|it| self.as_constant(*it).is_none());
        match inputs[..] {
            [] => return self.constant(true),
            [only] => return only,
            [a, b] => return self.and(a, b),
            _ => {}
        }
        self.gate(Gate::AndMany(inputs.clone().into()), |sat, output| {
            for input in &mut inputs {
                sat.add_clause(&[!output, *input]);
                *input = !*input;
            }
            inputs.push(output);
            sat.add_clause(&inputs);
        })
    }

    pub(crate) fn or_many(&mut self, inputs: impl IntoIterator<Item = Literal>) -> Literal {
        !self.and_many(inputs.into_iter().map(|it| !it))
    }

    pub(crate) fn xor(&mut self, a: Literal, b: Literal) -> Literal {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(value), _) => return if value { !b } else { b },
            (_, Some(value)) => return if value { !a } else { a },
            _ => {}
        }
        if a == b || a == !b {
            return self.constant(a != b);
        }
        let is_negated = a.is_negative() != b.is_negative();
        let [a, b] = [a, b].map(|it| Literal::positive(it.variable()));
        let (a, b) = (a.min(b), a.max(b));
        let output = self.gate(Gate::Xor(a, b), |sat, output| {
            sat.add_clause(&[!output, a, b]);
            sat.add_clause(&[!output, !a, !b]);
            sat.add_clause(&[output, !a, b]);
            sat.add_clause(&[output, a, !b]);
        });
        if is_negated { !output } else { output }
    }

    pub(crate) fn iff(&mut self, a: Literal, b: Literal) -> Literal {
        !self.xor(a, b)
    }

    /// The sum bit of a full adder.
    pub(crate) fn xor3(&mut self, a: Literal, b: Literal, c: Literal) -> Literal {
        for (x, y, z) in [(a, b, c), (b, c, a), (a, c, b)] {
            if self.as_constant(z).is_some() || x == y || x == !y {
                let inner = self.xor(x, y);
                return self.xor(inner, z);
            }
        }
        let is_negated = a.is_negative() ^ b.is_negative() ^ c.is_negative();
        let mut inputs = [a, b, c].map(|it| Literal::positive(it.variable()));
        inputs.sort_unstable();
        let output = self.gate(Gate::Xor3(inputs), |sat, output| {
            for pattern in 0..8_u32 {
                // Each assignment of the inputs forces the output.
                let at =
                    |bit: u32, input: Literal| if pattern >> bit & 1 == 1 { !input } else { input };
                let forced = if pattern.count_ones() % 2 == 1 { output } else { !output };
                sat.add_clause(&[at(0, inputs[0]), at(1, inputs[1]), at(2, inputs[2]), forced]);
            }
        });
        if is_negated { !output } else { output }
    }

    /// The carry of a full adder.
    pub(crate) fn majority(&mut self, a: Literal, b: Literal, c: Literal) -> Literal {
        for (x, y, z) in [(a, b, c), (b, c, a), (a, c, b)] {
            if x == y {
                return x;
            }
            if x == !y {
                return z;
            }
            if let Some(value) = self.as_constant(z) {
                return if value { self.or(x, y) } else { self.and(x, y) };
            }
        }
        let mut inputs = [a, b, c];
        inputs.sort_unstable_by_key(|it| it.variable());
        // Majority is its own dual: one of two complementary triples is enough.
        let is_negated = inputs[0].is_negative();
        if is_negated {
            inputs = inputs.map(|it| !it);
        }
        let output = self.gate(Gate::Majority(inputs), |sat, output| {
            for (x, y) in [(0, 1), (0, 2), (1, 2)] {
                let (x, y) = (inputs[x], inputs[y]);
                sat.add_clause(&[!x, !y, output]);
                sat.add_clause(&[x, y, !output]);
            }
        });
        if is_negated { !output } else { output }
    }

    pub(crate) fn ite(&mut self, condition: Literal, yes: Literal, no: Literal) -> Literal {
        if let Some(value) = self.as_constant(condition) {
            return if value { yes } else { no };
        }
        if yes == no {
            return yes;
        }
        if yes == !no {
            return self.iff(condition, yes);
        }
        if yes == condition || self.as_constant(yes) == Some(true) {
            return self.or(condition, no);
        }
        if yes == !condition || self.as_constant(yes) == Some(false) {
            return self.and(!condition, no);
        }
        if no == condition || self.as_constant(no) == Some(false) {
            return self.and(condition, yes);
        }
        if no == !condition || self.as_constant(no) == Some(true) {
            return self.or(!condition, yes);
        }
        let (condition, yes, no) =
            if condition.is_negative() { (!condition, no, yes) } else { (condition, yes, no) };
        let is_negated = yes.is_negative();
        let (yes, no) = if is_negated { (!yes, !no) } else { (yes, no) };
        let output = self.gate(Gate::Ite(condition, yes, no), |sat, output| {
            sat.add_clause(&[!condition, !yes, output]);
            sat.add_clause(&[!condition, yes, !output]);
            sat.add_clause(&[condition, !no, output]);
            sat.add_clause(&[condition, no, !output]);
            // Redundant, but propagates when the branches agree.
            sat.add_clause(&[!yes, !no, output]);
            sat.add_clause(&[yes, no, !output]);
        });
        if is_negated { !output } else { output }
    }
}

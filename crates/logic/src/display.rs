//! Formulas as text, in the syntax that [`crate::parse()`] reads.
//!
//! Derived operators are recognised and parentheses kept to what the grammar needs, so that a
//! formula prints as a person would write it, and parses to itself.

use std::fmt::{self, Display, Formatter};

use crate::ltl::Ltl::{And, Atom, False, Next, Not, Or, Release, True, Until};
use crate::ltl::{AtomId, Formulas, LtlId};
use crate::parse::is_plain_name;

/// How tightly an operator binds, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Implication,
    Disjunction,
    Conjunction,
    Temporal,
    Unary,
}

impl Binding {
    /// The binding required of the right operand of a left-associative operator.
    fn tighter(self) -> Self {
        match self {
            Self::Implication => Self::Disjunction,
            Self::Disjunction => Self::Conjunction,
            Self::Conjunction => Self::Temporal,
            Self::Temporal | Self::Unary => Self::Unary,
        }
    }
}

/// A formula as a reader sees it.
enum Shape {
    Word(&'static str),
    Name(AtomId),
    Prefix(&'static str, LtlId),
    Infix(LtlId, &'static str, LtlId, Binding),
}

/// A formula that can be written, given the names of atoms.
struct Shown<'a, Name> {
    formulas: &'a Formulas,
    formula: LtlId,
    name: Name,
}

impl Formulas {
    /// The text of a formula; `name` spells the atoms.
    pub fn display<'a, Text: Display>(
        &'a self,
        formula: LtlId,
        name: impl Fn(AtomId) -> Text + 'a,
    ) -> impl Display + 'a {
        Shown { formulas: self, formula, name: move |atom| name(atom).to_string() }
    }
}

/// What is still to be written.
enum Piece {
    Text(&'static str),
    Formula(LtlId, Binding),
}

impl<Name: Fn(AtomId) -> String> Display for Shown<'_, Name> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // An explicit stack: a chain of `&&` may be long.
        let mut pending = vec![Piece::Formula(self.formula, Binding::Implication)];
        while let Some(piece) = pending.pop() {
            match piece {
                Piece::Text(text) => f.write_str(text)?,
                Piece::Formula(formula, context) => {
                    self.write(f, self.shape(formula), context, &mut pending)?;
                }
            }
        }
        Ok(())
    }
}

impl<Name: Fn(AtomId) -> String> Shown<'_, Name> {
    fn write(
        &self,
        f: &mut Formatter<'_>,
        shape: Shape,
        context: Binding,
        pending: &mut Vec<Piece>,
    ) -> fmt::Result {
        match shape {
            Shape::Word(word) => f.write_str(word)?,
            Shape::Name(atom) => {
                let name = (self.name)(atom);
                if is_plain_name(&name) { f.write_str(&name)? } else { write!(f, "\"{name}\"")? }
            }
            Shape::Prefix(operator, operand) => {
                f.write_str(operator)?;
                pending.push(Piece::Formula(operand, Binding::Unary));
            }
            Shape::Infix(left, operator, right, binding) => {
                if binding < context {
                    f.write_str("(")?;
                    pending.push(Piece::Text(")"));
                }
                pending.push(Piece::Formula(right, binding.tighter()));
                pending.push(Piece::Text(operator));
                pending.push(Piece::Formula(left, binding));
            }
        }
        Ok(())
    }

    fn shape(&self, formula: LtlId) -> Shape {
        let get = |it: LtlId| self.formulas[it];
        match get(formula) {
            True => Shape::Word("true"),
            False => Shape::Word("false"),
            Atom(atom) => Shape::Name(atom),
            Not(f) => Shape::Prefix("!", f),
            Next(f) => Shape::Prefix("X ", f),
            Until(f, g) if get(f) == True => Shape::Prefix("<>", g),
            Release(f, g) if get(f) == False => Shape::Prefix("[]", g),
            Until(f, g) => Shape::Infix(f, " U ", g, Binding::Temporal),
            Release(f, g) => match get(g) {
                Or(first, second) if second == f => {
                    Shape::Infix(first, " W ", f, Binding::Temporal)
                }
                _ => Shape::Infix(f, " V ", g, Binding::Temporal),
            },
            Or(f, g) => match get(f) {
                Not(premise) => Shape::Infix(premise, " -> ", g, Binding::Implication),
                _ => Shape::Infix(f, " || ", g, Binding::Disjunction),
            },
            And(f, g) => match (self.implication(f), self.implication(g)) {
                (Some((a, b)), Some((c, d))) if (a, b) == (d, c) => {
                    Shape::Infix(a, " <-> ", b, Binding::Implication)
                }
                _ => Shape::Infix(f, " && ", g, Binding::Conjunction),
            },
        }
    }

    fn implication(&self, formula: LtlId) -> Option<(LtlId, LtlId)> {
        let Or(not_premise, conclusion) = self.formulas[formula] else { return None };
        let Not(premise) = self.formulas[not_premise] else { return None };
        Some((premise, conclusion))
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::ltl::Formulas;
    use crate::parse::tests::{formula, show};

    fn check(text: &str, expected: Expect) {
        let mut formulas = Formulas::default();
        let parsed = formula(&mut formulas, text);
        expected.assert_eq(&show(&formulas, parsed));
    }

    #[test]
    fn parentheses_appear_where_needed() {
        check("(p U q) U r", expect!["p U q U r"]);
        check("p U (q U r)", expect!["p U (q U r)"]);
        check("((p && q) || r) -> (p -> q)", expect!["p && q || r -> (p -> q)"]);
        check("!(p && q) <-> ([](p || q))", expect!["!(p && q) <-> [](p || q)"]);
        check("(p W q) && X (p V q)", expect!["p W q && X (p V q)"]);
    }

    #[test]
    fn odd_names_are_quoted() {
        check("[](\"x > 3\" -> \"until\")", expect![[r#"[]("x > 3" -> "until")"#]]);
    }
}

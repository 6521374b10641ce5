//! Formulas as text that can be read again.

use std::fmt::{Display, Formatter, Result};

use super::product::operand;
use super::{AtomKind, Ctl, CtlId, Formula, Quantifier, position};
use crate::ltl::{Ltl, LtlId};

impl Display for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.write(f, self.root(), Place::Top)
    }
}

/// Where a subformula stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Top,
    /// Beside a Boolean operator, or under a prefix operator.
    Operand,
}

impl Formula {
    fn write(&self, out: &mut Formatter<'_>, id: CtlId, place: Place) -> Result {
        let letter = |quantifier| match quantifier {
            Quantifier::All => 'A',
            Quantifier::Some => 'E',
        };
        match self.node(id) {
            Ctl::Const(value) => write!(out, "{value}"),
            Ctl::Atom(atom) => {
                // A formula of a program has no texts.
                let Some(atom) = self.atoms().get(position(atom)) else {
                    return write!(out, "{atom:?}");
                };
                match atom.kind {
                    AtomKind::Place => write!(out, "at({})", atom.text),
                    AtomKind::Expression if is_word(&atom.text) => out.write_str(&atom.text),
                    AtomKind::Expression => write!(out, "({})", atom.text),
                }
            }
            Ctl::Not(operand) => {
                out.write_str("!")?;
                self.write(out, operand, Place::Operand)
            }
            Ctl::And(left, right) => self.binary(out, place, (left, "&&", right)),
            Ctl::Or(left, right) => self.binary(out, place, (left, "||", right)),
            Ctl::Next(quantifier, operand) => {
                write!(out, "{}X ", letter(quantifier))?;
                self.write(out, operand, Place::Operand)
            }
            Ctl::Until(quantifier, left, right) => match self.node(left) {
                Ctl::Const(true) => {
                    write!(out, "{}F ", letter(quantifier))?;
                    self.write(out, right, Place::Operand)
                }
                _ => self.until(out, letter(quantifier), (left, 'U', right)),
            },
            Ctl::WeakUntil(quantifier, left, right) => match self.node(right) {
                Ctl::Const(false) => {
                    write!(out, "{}G ", letter(quantifier))?;
                    self.write(out, left, Place::Operand)
                }
                _ => self.until(out, letter(quantifier), (left, 'W', right)),
            },
            Ctl::Path(quantifier, path) => {
                write!(out, "{}", letter(quantifier))?;
                self.path(out, path)
            }
        }
    }

    /// A path formula, in parentheses.
    fn path(&self, out: &mut Formatter<'_>, path: LtlId) -> Result {
        let (operator, operands): (&str, &[LtlId]) = match &self.paths()[path] {
            Ltl::True => ("true", &[]),
            Ltl::False => ("false", &[]),
            Ltl::Atom(atom) => return self.write(out, operand(*atom), Place::Operand),
            Ltl::Not(f) => ("!", &[*f]),
            Ltl::Next(f) => ("X ", &[*f]),
            Ltl::Until(f, g) if self.paths()[*f] == Ltl::True => ("F ", &[*g]),
            Ltl::Release(f, g) if self.paths()[*f] == Ltl::False => ("G ", &[*g]),
            Ltl::And(f, g) => (" && ", &[*f, *g]),
            Ltl::Or(f, g) => (" || ", &[*f, *g]),
            Ltl::Until(f, g) => (" U ", &[*f, *g]),
            Ltl::Release(f, g) => (" R ", &[*f, *g]),
        };
        out.write_str("(")?;
        match operands {
            [left, right] => {
                self.path(out, *left)?;
                out.write_str(operator)?;
                self.path(out, *right)?;
            }
            [operand] => {
                out.write_str(operator)?;
                self.path(out, *operand)?;
            }
            _ => out.write_str(operator)?,
        }
        out.write_str(")")
    }

    fn binary(
        &self,
        out: &mut Formatter<'_>,
        place: Place,
        (left, operator, right): (CtlId, &str, CtlId),
    ) -> Result {
        let (open, close) = if place == Place::Top { ("", "") } else { ("(", ")") };
        out.write_str(open)?;
        self.write(out, left, Place::Operand)?;
        write!(out, " {operator} ")?;
        self.write(out, right, Place::Operand)?;
        out.write_str(close)
    }

    fn until(
        &self,
        out: &mut Formatter<'_>,
        letter: char,
        (left, operator, right): (CtlId, char, CtlId),
    ) -> Result {
        write!(out, "{letter}[")?;
        self.write(out, left, Place::Operand)?;
        write!(out, " {operator} ")?;
        self.write(out, right, Place::Operand)?;
        out.write_str("]")
    }
}

fn is_word(text: &str) -> bool {
    text.chars().all(|it| it.is_ascii_alphanumeric() || it == '_')
}

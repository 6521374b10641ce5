//! Where the values come from that a program leaves open, for people.

use crate::expr::Place;
use crate::program::{PlaceId, ProcessKind, Program, Scope};
use tribunal_base::Span;

/// Where the value of an `Action::Havoc` comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin<'a> {
    /// From outside: the result of a function without a body, or an argument of the whole program.
    Input {
        /// The name of the function or argument.
        name: &'a str,
        /// Where it is asked for.
        span: Span,
    },
    /// From nowhere: a variable was not initialised.
    Uninitialised {
        /// The name of the variable.
        name: &'a str,
        /// Its declaration.
        span: Span,
    },
    /// From something that has no name in the source.
    Nameless,
}

impl Program {
    /// Where the arbitrary value of a place comes from. A variable that a translation introduced has a name
    /// that starts with a `%`; what follows is the name of its origin, if it has one.
    #[must_use]
    pub fn origin(&self, place: PlaceId) -> Origin<'_> {
        let Place::Var(var) = self.places[place] else { return Origin::Nameless };
        let var = &self.vars[var];
        let (name, span) = (var.name.as_str(), var.span);
        let of_the_start = |scope: Scope| match scope {
            Scope::Local(process) => self.procs[process].kind == ProcessKind::Ordinary,
            Scope::Global => false,
        };
        match name.strip_prefix('%') {
            Some("") => Origin::Nameless,
            Some(name) => Origin::Input { name, span },
            None if of_the_start(var.scope) => Origin::Input { name, span },
            None => Origin::Uninitialised { name, span },
        }
    }
}

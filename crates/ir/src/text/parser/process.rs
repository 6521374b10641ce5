//! Processes: locals, labels, locations and edges.

use super::{Parsed, Parser, TokenKind};
use crate::edge::Then;
use crate::program::{Control, Marks, ProcessKind};
use crate::text::lexer::Quoting;
use crate::text::syntax::{Declaration, Edge, Guard, Location, Process};

impl Parser<'_> {
    pub(super) fn process(&mut self, kind: ProcessKind) -> Parsed<Process> {
        let mut process = Process {
            name: self.name()?,
            kind,
            params: Vec::new(),
            active: None,
            priority: None,
            provided: None,
            locals: Vec::new(),
            entry: None,
            labels: Vec::new(),
            locations: Vec::new(),
            edges: Vec::new(),
        };
        if self.eat("(") {
            process.params = self.list(")", Self::variable)?;
        }
        if self.eat_word("active") {
            process.active = Some(self.number()?);
        }
        if self.eat_word("priority") {
            process.priority = Some(self.number()?);
        }
        if self.eat_word("provided") {
            process.provided = Some(self.expr()?);
        }
        self.expect("{")?;
        while !self.eat("}") {
            if self.at_end() {
                return self.expected("`}`");
            }
            let start = self.at;
            if self.line(&mut process).is_err() {
                self.recover(start);
            }
        }
        Ok(process)
    }

    /// A line of a process's body.
    fn line(&mut self, process: &mut Process) -> Parsed<()> {
        if self.eat_word("var") {
            process.locals.push(self.variable()?);
        } else if self.eat_word("label") {
            let name = self.name()?;
            let locations = if self.eat_word("at") { self.some(Self::location)? } else { vec![] };
            process.labels.push((name, locations));
        } else if self.eat_word("entry") {
            process.entry = Some(self.location()?);
        } else if self.eat_word("loc") {
            let declaration = self.declaration()?;
            process.locations.push(declaration);
        } else {
            let edge = self.edge()?;
            process.edges.push(edge);
        }
        Ok(())
    }

    fn location(&mut self) -> Parsed<Location> {
        let span = self.span();
        let number = match self.peek() {
            TokenKind::Name { text, ordinal: 1, quoting: Quoting::Bare } => text
                .strip_prefix('l')
                .filter(|it| it.bytes().all(|it| it.is_ascii_digit()))
                .and_then(|it| it.parse().ok()),
            _ => None,
        };
        let Some(number) = number else { return self.expected("a location such as `l0`") };
        self.advance();
        Ok(Location { number, span })
    }

    fn declaration(&mut self) -> Parsed<Declaration> {
        let location = self.location()?;
        let mut control = Control::Free;
        let mut marks = Marks::default();
        loop {
            if self.eat_word("indivisible") {
                control = Control::Indivisible;
            } else if self.eat_word("end") {
                marks.end = true;
            } else if self.eat_word("halt") {
                marks.halt = true;
            } else if self.eat_word("accept") {
                marks.accept = true;
            } else if self.eat_word("progress") {
                marks.progress = true;
            } else {
                return Ok(Declaration { location, control, marks });
            }
        }
    }

    fn edge(&mut self) -> Parsed<Edge> {
        let start = self.span();
        let from = self.location()?;
        self.expect("->")?;
        let to = self.location()?;
        let tier = if self.eat_word("tier") { Some(self.number()?) } else { None };
        let atomic = self.eat_word("atomic");
        let guard = if self.eat_word("when") {
            Guard::When(self.expr()?)
        } else if self.eat_word("else") {
            Guard::Else
        } else {
            Guard::Always
        };
        let mut actions = Vec::new();
        if self.eat_word("do") {
            actions.push(self.action()?);
            while self.eat(";") {
                actions.push(self.action()?);
            }
        }
        let violates = if self.eat_word("violates") {
            let property = self.name()?;
            let message = self.text()?;
            let then = if self.eat_word("stop") {
                Then::Stop
            } else {
                self.expect_word("continue")?;
                Then::Continue
            };
            Some((property, message, then))
        } else {
            None
        };
        let span = self.span_since(start);
        Ok(Edge { from, to, tier, atomic, guard, actions, violates, span })
    }
}

//! Nested depth-first search for an accepting cycle.
//!
//! S. Schwoon, J. Esparza: *A note on on-the-fly verification algorithms*, TACAS 2005, the improved
//! algorithm of section 3.2, after C. Courcoubetis, M. Vardi, P. Wolper, M. Yannakakis:
//! *Memory-efficient algorithms for the verification of temporal properties*, FMSD 1992. The outer
//! search is the blue one, the inner one red; states on the blue path are cyan.
//!
//! Departures: both searches keep their paths themselves instead of recurring; if the monitor is weak,
//! a cycle shows itself to the blue search and there is no red one.

use crate::path::{Path, ending, lasso};
use crate::product::{Expansion, Product, ProductMove};
use crate::search::{Coverage, Interruption};
use crate::store::StateId;
use tribunal_engine::{Context, Progress, Statistics, Trace};

/// Whether the red search is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nesting {
    /// It is.
    Nested,
    /// It is not: the states of a cycle are all accepting, or none is.
    Single,
}

/// How far the search is with a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colour {
    White,
    Cyan,
    Blue,
    Red,
}

/// Searches a product; what it finds is in `found`.
pub(crate) struct NestedDepthFirst<'p, 'a> {
    product: &'p mut Product<'a>,
    nesting: Nesting,
    colours: Vec<Colour>,
    blue: Path,
    red: Path,
    pub(crate) found: Option<Trace>,
    pub(crate) coverage: Coverage,
    depth: u64,
}

impl<'p, 'a> NestedDepthFirst<'p, 'a> {
    pub(crate) fn new(product: &'p mut Product<'a>, nesting: Nesting) -> Self {
        Self {
            product,
            nesting,
            colours: Vec::new(),
            blue: Path::default(),
            red: Path::default(),
            found: None,
            coverage: Coverage::Full,
            depth: 0,
        }
    }

    /// The blue search. Interrupted with `Found` if there is an accepting cycle.
    pub(crate) fn run(
        &mut self,
        initial: StateId,
        cx: &mut Context<'_>,
    ) -> Result<(), Interruption> {
        let limit = usize::try_from(cx.budget().depth).unwrap_or(usize::MAX);
        self.enter_blue(initial)?;
        while let Some(state) = self.blue.top() {
            cx.tick(|| self.progress())?;
            if let Some(taken) = self.blue.next_move() {
                let Some(target) = self.product.follow(state, taken)? else { continue };
                match self.colour(target) {
                    Colour::White if limit < self.blue.len() => {
                        self.coverage = Coverage::Truncated;
                    }
                    Colour::White => self.enter_blue(target)?,
                    Colour::Cyan => {
                        let accepting = |it| self.product.is_accepting(it);
                        if accepting(state) || accepting(target) {
                            let moves: Vec<_> = self.blue.taken(self.blue.len()).collect();
                            return self.report(moves, target);
                        }
                    }
                    Colour::Blue | Colour::Red => {}
                }
                continue;
            }
            let accepting = self.product.is_accepting(state);
            if accepting && self.nesting == Nesting::Nested {
                self.search_red(state, cx)?;
                self.paint(state, Colour::Red);
            } else {
                self.paint(state, Colour::Blue);
            }
            self.blue.pop();
        }
        Ok(())
    }

    fn enter_blue(&mut self, state: StateId) -> Result<(), Interruption> {
        self.paint(state, Colour::Cyan);
        let expansion = self.blue.push(state, self.product)?;
        self.depth = self.depth.max(self.blue.len() as u64 - 1);
        match expansion {
            Expansion::Moves => Ok(()),
            Expansion::MonitorEnd => {
                self.found = Some(ending(self.blue.taken(self.blue.len())));
                Err(Interruption::Found)
            }
        }
    }

    /// The red search, from an accepting state whose blue search is done.
    fn search_red(&mut self, seed: StateId, cx: &mut Context<'_>) -> Result<(), Interruption> {
        self.red.push(seed, self.product)?;
        while let Some(state) = self.red.top() {
            cx.tick(|| self.progress())?;
            let Some(taken) = self.red.next_move() else {
                self.red.pop();
                continue;
            };
            let Some(target) = self.product.follow(state, taken)? else { continue };
            match self.colour(target) {
                Colour::Cyan => {
                    let before = self.blue.taken(self.blue.len() - 1);
                    let moves = before.chain(self.red.taken(self.red.len())).collect();
                    return self.report(moves, target);
                }
                Colour::Blue => {
                    self.paint(target, Colour::Red);
                    self.red.push(target, self.product)?;
                }
                // White is what the limit on the depth left out.
                Colour::White | Colour::Red => {}
            }
        }
        Ok(())
    }

    /// Reports the run that makes these moves and is then at a state of the blue path again.
    fn report(&mut self, moves: Vec<ProductMove>, target: StateId) -> Result<(), Interruption> {
        let start = self.blue.position(target).expect("a cyan state should be on the blue path");
        let (prefix, cycle) = moves.split_at(start);
        self.found = Some(lasso(prefix, cycle));
        Err(Interruption::Found)
    }

    fn colour(&self, state: StateId) -> Colour {
        self.colours.get(state as usize).copied().unwrap_or(Colour::White)
    }

    fn paint(&mut self, state: StateId, colour: Colour) {
        if self.colours.len() <= state as usize {
            self.colours.resize(state as usize + 1, Colour::White);
        }
        self.colours[state as usize] = colour;
    }

    fn memory(&self) -> usize {
        let paths = self.blue.memory() + self.red.memory();
        self.product.memory() + self.colours.capacity() + paths
    }

    fn progress(&self) -> Progress {
        let statistics = self.product.statistics();
        Progress {
            states: statistics.states,
            transitions: statistics.transitions,
            depth: (self.blue.len() + self.red.len()) as u64,
            memory_bytes: self.memory() as u64,
        }
    }

    /// What the search cost.
    pub(crate) fn statistics(&self) -> Statistics {
        let memory_bytes = self.memory() as u64;
        Statistics { depth: self.depth, memory_bytes, ..self.product.statistics() }
    }
}

//! Programs that are asked about instead of others, with the way back.
//!
//! Every pass makes a program of another one and tells how what is found out about it is said of the other: its [`Back`]. Passes compose. Nobody goes the way back
//! but the portfolio, once, when the answer is there: it can run programs, which it takes to find the run that a run stands for.

use std::collections::BTreeMap;

use tribunal_base::Id;

use crate::pass::Reduced;
use crate::program::{EdgeId, LocId, Program};

/// A program that was made from another one.
#[derive(Clone, Debug)]
pub struct Transformed {
    /// The program.
    pub program: Program,
    /// How to say of the other one what is found out about it.
    pub back: Back,
}

/// The way back from a program to the one that it was made from. Properties keep their numbers.
#[derive(Clone, Debug, Default)]
pub enum Back {
    /// They are the same.
    #[default]
    Same,
    /// All ids mean the same. A step may stand for several, and some values are forgotten.
    Reduced(Reduced),
    /// All ids mean the same. There is one process, and some of what it does was left out: its runs are told by the values that they choose, if what was left out comes to
    /// its end.
    Sliced(Sliced),
    /// There is one process, without calls and open values: its runs are told by the edges taken where it may rest.
    Flattened(Flattened),
    /// By way of a program in between.
    Through(Box<Between>),
}

/// What is left of each edge.
#[derive(Clone, Debug, Default)]
pub struct Sliced {
    /// By edge and action, whether it is left.
    pub kept: Vec<Vec<bool>>,
    /// How many actions and decisions were left out.
    pub dropped: usize,
}

/// Where the parts of a flat program are from.
#[derive(Clone, Debug, Default)]
pub struct Flattened {
    /// By edge: what it is a copy of, and the values that it chooses; `None` if it leads back from a function.
    pub edges: Vec<Option<(EdgeId, Vec<i128>)>>,
    /// By location: what it is a copy of, if it is one.
    pub locations: Vec<Option<LocId>>,
    /// By location of the program before, whether steps may end there.
    pub is_rest: Vec<bool>,
    /// The values of edges of the program before that leave no choice.
    pub fixed: BTreeMap<EdgeId, Vec<i128>>,
}

/// A program in between.
#[derive(Clone, Debug)]
pub struct Between {
    /// The program.
    pub program: Program,
    /// The way back to it.
    pub to: Back,
    /// The way on from it.
    pub on: Back,
}

impl Transformed {
    /// What somebody made, who is told by name if it breaks an invariant of programs.
    #[must_use]
    pub fn new(program: Program, back: Back, maker: &str) -> Self {
        crate::check_made(&program, maker);
        Self { program, back }
    }

    /// A program as it is.
    #[must_use]
    pub fn unchanged(program: &Program) -> Self {
        Self { program: program.clone(), back: Back::Same }
    }

    /// What a pass makes of it.
    #[must_use]
    pub fn then(self, pass: impl FnOnce(&Program) -> Self) -> Self {
        let next = pass(&self.program);
        let back = match (self.back, next.back) {
            (Back::Same, back) | (back, Back::Same) => back,
            (Back::Reduced(first), Back::Reduced(last)) => Back::Reduced(first.and(last)),
            (on, to) => Back::Through(Box::new(Between { program: self.program, to, on })),
        };
        Self { program: next.program, back }
    }

    /// By location of the program before, whether runs come there, after a search that took all edges but these.
    #[must_use]
    pub fn reached(&self, before: &Program, unreached: &[EdgeId]) -> Vec<bool> {
        let mut reached = vec![false; before.locs.len()];
        for (id, edge) in self.program.edges.iter() {
            if unreached.contains(&id) {
                continue;
            }
            for at in [edge.from, edge.to] {
                if let Some(at) = self.back.location(at) {
                    reached[at.index()] = true;
                }
            }
        }
        reached
    }
}

impl Back {
    /// The edge of the program before that an edge is, whole.
    #[must_use]
    pub fn edge(&self, before: &Program, edge: EdgeId) -> Option<EdgeId> {
        match self {
            Self::Same | Self::Sliced(_) => Some(edge),
            Self::Reduced(it) => it.is_whole(before, edge).then_some(edge),
            Self::Flattened(it) => it.edges[edge.index()].as_ref().map(|it| it.0),
            Self::Through(it) => it.on.edge(before, it.to.edge(&it.program, edge)?),
        }
    }

    /// The location of the program before that a location is.
    #[must_use]
    pub fn location(&self, at: LocId) -> Option<LocId> {
        match self {
            Self::Same | Self::Reduced(_) | Self::Sliced(_) => Some(at),
            Self::Flattened(it) => it.locations[at.index()],
            Self::Through(it) => it.on.location(it.to.location(at)?),
        }
    }

    /// Whether variables have the values that they have in the program before, so that what is said of them is true of it.
    #[must_use]
    pub fn keeps_values(&self) -> bool {
        matches!(self, Self::Same)
    }
}

impl Sliced {
    /// Whether an action of an edge, by its number in the program before, is left.
    #[must_use]
    pub fn is_kept(&self, edge: EdgeId, action: usize) -> bool {
        self.kept[edge.index()].get(action).is_some_and(|it| *it)
    }
}

#[cfg(test)]
mod tests {
    use super::{Back, Flattened, Transformed};
    use crate::pass::{Runs, merge, slice};
    use crate::program::{EdgeId, Program};
    use crate::text;

    fn program(source: &str) -> Program {
        let (program, diagnostics) = text::parse(source);
        program.unwrap_or_else(|| panic!("{diagnostics:#?}"))
    }

    /// A process that matters, with a location where nothing happens, and one that does not.
    const TWO: &str = "global x: u8 global y: u8
        process P() active 1 {
          l0 -> l1 do x = 1
          l1 -> l2
          l2 -> l0 when x == 2 violates p \"two\" stop
        }
        process Q() active 1 { l3 -> l3 do y = 1 }
        property p: unreachable";

    #[test]
    fn passes_that_keep_ids_are_undone_at_once() {
        let before = program(TWO);
        let properties: Vec<_> = before.props.ids().collect();
        let made = Transformed::unchanged(&before)
            .then(|it| slice::run(it, &properties, Runs::All))
            .then(|it| merge::run(it, Runs::All));
        let Back::Reduced(reduced) = &made.back else { panic!("{:?}", made.back) };
        assert!(!reduced.dropped.is_empty());
        assert_eq!(reduced.merged_locations, 1);
        assert!(!made.back.keeps_values());
        let known = |it: EdgeId| made.back.edge(&before, it);
        let known: Vec<bool> = before.edges.ids().map(|it| known(it).is_some()).collect();
        // Nothing is known of the process that was dropped, nor of a step that another one takes along.
        assert_eq!(known, [true, false, true, false]);
    }

    #[test]
    fn others_are_undone_one_after_the_other() {
        let before = program(TWO);
        let edges: Vec<EdgeId> = before.edges.ids().collect();
        let copies = [Some((edges[3], Vec::new())), Some((edges[0], Vec::new())), None];
        let other = program("process P() active 1 { l0 -> l1 l1 -> l0 l1 -> l1 }");
        let flattened = Flattened {
            edges: copies.into(),
            locations: vec![Some(before.edges[edges[0]].from), None],
            ..Flattened::default()
        };
        let properties: Vec<_> = before.props.ids().collect();
        let made = Transformed::unchanged(&before)
            .then(|it| slice::run(it, &properties, Runs::All))
            .then(|_| Transformed::new(other, Back::Flattened(flattened), "the test"));
        assert!(matches!(made.back, Back::Through(_)));
        let known: Vec<Option<EdgeId>> =
            made.program.edges.ids().map(|it| made.back.edge(&before, it)).collect();
        assert_eq!(known, [None, Some(edges[0]), None]);
        let first: Vec<EdgeId> = made.program.edges.ids().take(1).collect();
        let reached = made.reached(&before, &first);
        assert_eq!(reached.iter().filter(|it| **it).count(), 1);
    }
}

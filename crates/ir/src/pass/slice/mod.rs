//! Slicing: what cannot influence the properties at hand is dropped.
//!
//! Three phases. *What matters* ([`relevance`]): the conditions that are left, the properties, and all
//! that flows into them, through variables, through the messages of aliased channels ([`alias`]), and
//! through parameters. *What goes*: assignments to variables that do not matter, message
//! fields that nobody looks at, whole processes ([`processes`]). *What becomes simpler*: bubbles
//! ([`bubbles`]) shrink to one step. What matters depends on the conditions that go with bubbles and
//! processes, and the other way round: the phases are repeated until nothing changes, beginning with
//! the assumption that nothing matters. In the end everything fits together, which is all that the
//! arguments of the parts rely on.
//!
//! All ids stay as they are. An edge that goes has the condition `false`; what is dropped from an
//! edge is nothing that its step could be told by, so a trace of the slice is one of the original, with
//! a few more steps where a bubble was (and, where processes were dropped, of those in the end).
//! Properties that are not asked for are made trivial: they hold of every slice.
//!
//! G. J. Holzmann: *Software model checking*, in: Engineering Theories of Software Construction, IOS
//! Press, 2001 (section 5); F. Tip: *A survey of program slicing techniques*, Journal of Programming
//! Languages 3(3), 1995.

mod alias;
mod apply;
mod bubbles;
mod instances;
mod processes;
mod relevance;

use self::alias::Aliases;
use self::bubbles::{Asked, Exits};
pub(super) use self::instances::Instances;
use self::processes::{Demand, Jury};
use self::relevance::Relevance;
use super::feasible::is_never_enabled;
use super::observed::Observed;
use super::{Reduced, Runs};
use crate::edge::Guard;
use crate::program::{ChanId, EdgeId, LocId, ProcId, ProcessKind, Program, PropId, VarId};
use crate::property::PropertyKind;
use crate::transformed::Transformed;
use tribunal_base::Id;

/// Something that a slice lacks, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropped {
    /// A process that neither changes nor delays anything that matters. It stays where it starts.
    Process(ProcId),
    /// A variable that no condition that is left and no property depends on.
    Variable(VarId),
    /// A field of a channel's messages that nobody looks at.
    Field {
        /// The channel.
        channel: ChanId,
        /// The field, from 0.
        field: usize,
    },
    /// A statement of a process that is left, which only prints or assigns to variables that are
    /// dropped.
    Statement(EdgeId),
    /// A choice of a process that is left: whatever is chosen, nothing that matters happens before
    /// `exit`.
    Decision {
        /// Where the choice is made.
        at: LocId,
        /// Where all ways meet.
        exit: LocId,
    },
}

/// How often it is looked again at what matters: programs that need more than a few dozen rounds have none that ends.
const ROUNDS: usize = 1000;

/// Drops what cannot influence some of a program's properties on the runs that count.
#[must_use]
pub fn run(program: &Program, properties: &[PropId], runs: Runs) -> Transformed {
    let mut program = program.clone();
    slice(&mut program, properties, runs).made(program, "slice")
}

fn slice(program: &mut Program, properties: &[PropId], runs: Runs) -> Reduced {
    forget_other_properties(program, properties);
    let instances = Instances::new(program);
    fold_limits(program, &instances);
    let aliases = Aliases::new(program);
    let observed = Observed::new(program);
    let asked = Asked::new(program, &observed, properties);
    let demand = Demand::new(program, &observed, properties, runs);
    let claims = properties.iter().filter_map(|it| program.props[*it].kind.claim());
    let mut kept = vec![false; program.procs.len()];
    claims.for_each(|it| kept[it.index()] = true);
    let mut skeleton = Skeleton { kept, exits: vec![None; program.locs.len()] };
    let mut relevance = Relevance::none(program);
    let jury = Jury { program, aliases: &aliases, asked: &asked, instances: &instances, demand };
    // What is relevant need not only grow: a bubble that is found later may take away what made another one necessary, for ever. Such a program is left as it is.
    for _ in 0..ROUNDS {
        let grows = jury.keep(&relevance, &mut skeleton);
        skeleton.exits = bubbles::exits(program, &asked, &relevance, &skeleton);
        let now = Relevance::new(program, &aliases, properties, &skeleton);
        if !grows && now == relevance {
            return apply::apply(program, &aliases, &relevance, &skeleton);
        }
        relevance = now;
    }
    Reduced::default()
}

/// What is left of the control flow.
struct Skeleton {
    /// By process.
    kept: Vec<bool>,
    exits: Exits,
}

impl Skeleton {
    /// Whether an edge is left as it is.
    fn is_left(&self, program: &Program, id: EdgeId) -> bool {
        let edge = &program.edges[id];
        let process = program.locs[edge.from].process;
        self.kept[process.index()]
            && self.exits[edge.from.index()].is_none()
            && !is_never_enabled(program, edge)
    }

    fn is_dropped(&self, program: &Program, process: ProcId) -> bool {
        program.procs[process].kind == ProcessKind::Ordinary && !self.kept[process.index()]
    }
}

/// Makes all properties trivial that are not asked for. Edges that violate them stay, and end the run
/// if they did.
fn forget_other_properties(program: &mut Program, properties: &[PropId]) {
    for id in program.props.ids() {
        if !properties.contains(&id) {
            program.props[id].kind = PropertyKind::Unreachable;
        }
    }
}

/// Decides the conditions that keep the number of processes below a limit it cannot reach.
fn fold_limits(program: &mut Program, instances: &Instances) {
    for id in program.edges.ids() {
        if let Guard::When(condition) = program.edges[id].guard
            && let Some(value) = instances.limit(program, condition)
        {
            program.edges[id].guard = Guard::When(program.truth(value));
        }
    }
}

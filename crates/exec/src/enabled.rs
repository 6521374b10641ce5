//! Which edges a process can take: rules S1 to S3 of `tribunal_ir::edge`.

use crate::eval::{View, evaluate};
use crate::message::{compose, first_match, matches, wrapped};
use crate::state::{Instance, Message};
use tribunal_ir::{Action, BinOp, Edge, EdgeId, Expr, ExprId, Guard, LocId, Overflow, UnOp};

/// A way for a process to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The edge it takes.
    pub edge: EdgeId,
    /// At a rendezvous, the receiving process and its edge.
    pub partner: Option<(u32, EdgeId)>,
}

/// The ways in which the process of the view can move, whoever else may: edges in the order of
/// their location, partners from the youngest process to the oldest.
#[must_use]
pub fn choices(view: View<'_>) -> Vec<Choice> {
    if is_provided(view) { choices_inside(view) } else { Vec::new() }
}

/// The same inside an indivisible step, where `provided` is not asked again.
pub(crate) fn choices_inside(view: View<'_>) -> Vec<Choice> {
    let Some(process) = itself(view) else { return Vec::new() };
    let chosen = select(view, process.location, |edge| unblocked(view, edge));
    chosen.into_iter().map(|(edge, partner)| Choice { edge, partner }).collect()
}

/// The first edge that the process of the view, which is alone, can take.
pub(crate) fn first_choice(view: View<'_>) -> Option<EdgeId> {
    let mut edges = view.program.locs[itself(view)?.location].out.iter();
    let mut known = Vec::new();
    let enabled = |id: &&EdgeId| match view.program.edges[**id].guard {
        Guard::When(condition) => holds(view, condition, &mut known),
        // No edge before it is enabled.
        Guard::Else => true,
    };
    edges.find(enabled).copied()
}

/// Whether a condition holds, given what is known about others in the same state: the guards of one location
/// have most of their parts in common.
fn holds(view: View<'_>, condition: ExprId, known: &mut Vec<(ExprId, bool)>) -> bool {
    if let Some((_, value)) = known.iter().rev().find(|(it, _)| *it == condition) {
        return *value;
    }
    let value = match view.program.exprs[condition] {
        Expr::Binary(BinOp::And, a, b) => holds(view, a, known) && holds(view, b, known),
        Expr::Binary(BinOp::Or, a, b) => holds(view, a, known) || holds(view, b, known),
        Expr::Unary(UnOp::Not, a) => !holds(view, a, known),
        _ => view.holds(condition),
    };
    known.push((condition, value));
    value
}

/// The process of the view, if it is alive.
fn itself(view: View<'_>) -> Option<&Instance> {
    view.state.process(view.process?.into())
}

/// The first half of S1: whether the process of the view may move at all.
fn is_provided(view: View<'_>) -> bool {
    let provided = itself(view).and_then(|it| view.program.procs[it.process].provided);
    provided.is_none_or(|condition| view.holds(condition))
}

/// The edges of a location whose guards S1 and S3 allow, where `ways` tells in which ways the
/// first action of an edge can be done: in none if it is blocked (S2).
///
/// One pass over the list is enough, since both `Else` and tiers look only at earlier edges (I3).
pub(crate) fn select<Way>(
    view: View<'_>,
    location: LocId,
    ways: impl Fn(&Edge) -> Vec<Way>,
) -> Vec<(EdgeId, Way)> {
    let program = view.program;
    let mut enabled: Vec<(EdgeId, Way)> = Vec::new();
    for &id in &program.locs[location].out {
        let edge = &program.edges[id];
        let guard = match edge.guard {
            Guard::When(condition) => view.holds(condition),
            Guard::Else => enabled.is_empty(),
        };
        let lowest_tier = enabled.iter().all(|(it, _)| edge.tier <= program.edges[*it].tier);
        if guard && lowest_tier {
            enabled.extend(ways(edge).into_iter().map(|way| (id, way)));
        }
    }
    enabled
}

/// The ways in which the first action of an edge can be done, each with its partner.
fn unblocked(view: View<'_>, edge: &Edge) -> Vec<Option<(u32, EdgeId)>> {
    let alone = |possible: bool| if possible { vec![None] } else { Vec::new() };
    match edge.actions.first() {
        Some(Action::Send { channel, message, overflow, .. }) => {
            let Some(queue) = view.channel(*channel) else { return Vec::new() };
            let declaration = &view.program.channels[queue.declaration];
            if declaration.capacity == 0 {
                return partners(view, *channel, message).into_iter().map(Some).collect();
            }
            let room = queue.messages.len() < declaration.capacity as usize;
            alone(room || *overflow == Overflow::Lose)
        }
        Some(Action::Receive { channel, patterns, scan, .. }) => {
            // The queue of a rendezvous channel is always empty: such a receive is never alone.
            let queue = view.channel(*channel);
            alone(queue.is_some_and(|it| first_match(view, it, patterns, *scan).is_some()))
        }
        Some(Action::Exit) => {
            alone(view.process.is_some() && view.process == view.state.indices().next_back())
        }
        Some(Action::Assign { .. } | Action::Spawn { .. })
        | Some(Action::SetPriority { .. } | Action::Print { .. })
        | Some(Action::Havoc { .. } | Action::Allocate { .. } | Action::Release { .. })
        | Some(Action::Copy { .. } | Action::Fill { .. })
        | Some(Action::Call { .. } | Action::Return { .. })
        | None => alone(true),
    }
}

/// Who can receive a message that the process of the view offers on a rendezvous channel, and by
/// which edge. `Else` and tiers count among those edges alone.
fn partners(view: View<'_>, channel: ExprId, fields: &[ExprId]) -> Vec<(u32, EdgeId)> {
    let Some(queue) = view.channel(channel) else { return Vec::new() };
    let number = evaluate(view, channel);
    let message = compose(view, queue.declaration, fields);
    let message = wrapped(view.program, queue.declaration, &message);
    let mut found = Vec::new();
    for (receiver, process) in view.state.indices().zip(&view.state.processes).rev() {
        let theirs = view.by(receiver);
        if Some(receiver) == view.process || !is_provided(theirs) {
            continue;
        }
        let accepting = select(theirs, process.location, |edge| {
            Vec::from_iter(accepts(theirs, edge, number, &message).then_some(()))
        });
        found.extend(accepting.into_iter().map(|(edge, ())| (receiver, edge)));
    }
    found
}

/// Whether the first action of an edge receives this message on this channel.
fn accepts(view: View<'_>, edge: &Edge, channel: i128, message: &Message) -> bool {
    edge.receives().is_some_and(|(from, patterns)| {
        evaluate(view, from) == channel && matches(view, patterns, message)
    })
}

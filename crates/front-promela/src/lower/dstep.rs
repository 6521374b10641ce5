//! Indivisible sequences.
//!
//! A `d_step` is one step from its first statement to its last. Inside it the first option that can be taken is taken,
//! and it is an error to be unable to go on. Control never rests inside, so its statements are joined in the plain
//! way, without regard to how Spin numbers them.

use rustc_hash::FxHashMap;
use tribunal_ir::{
    Action, BinOp, Control, EdgeId, Expr, ExprId, Guard, LocId, Location, Marks, Then,
};

use super::Lowering;
use super::command::{Command, CommandGuard};
use super::emit::{Emission, Route};
use super::fault::{Fault, Need};
use super::skeleton::{ElementId, Kind};

/// A `d_step` being emitted.
pub(super) struct Region {
    start: ElementId,
    /// Where the process is afterwards.
    exit: LocId,
    /// Whether it keeps control then.
    atomic: bool,
    inner: FxHashMap<ElementId, LocId>,
    pending: Vec<ElementId>,
}

impl Region {
    pub(super) fn new(start: ElementId, exit: LocId, atomic: bool) -> Self {
        Self { start, exit, atomic, inner: FxHashMap::default(), pending: Vec::new() }
    }
}

impl Lowering<'_> {
    /// Emits a `d_step` that starts at a location.
    pub(super) fn dstep_edges(
        &mut self,
        emission: &mut Emission<'_>,
        mut region: Region,
        from: LocId,
        tier: u32,
    ) {
        let firsts = self.first_commands(emission, region.start);
        let mut earlier = self.truth(false);
        for element in firsts {
            earlier = self.dstep_first(emission, &mut region, element, from, tier, earlier);
        }
        while let Some(element) = region.pending.pop() {
            let loc = region.inner[&element];
            let firsts = self.first_commands(emission, element);
            for &first in &firsts {
                self.dstep_edge(emission, &mut region, first, loc, 0, None);
            }
            if firsts.iter().any(|it| self.never_blocks(emission, *it)) {
                continue;
            }
            let violation = self.violation(
                Fault::Indivisible,
                "a statement inside a d_step is blocked".to_owned(),
                Then::Stop,
            );
            let route = Route { from: loc, to: region.exit, tier: 0, atomic: false };
            let span = emission.skeleton.elements[element].span;
            self.edge(route, Guard::Else, Vec::new(), Some(violation), span);
        }
    }

    /// Whether a statement can always be executed, be it to fail.
    fn never_blocks(&self, emission: &Emission<'_>, element: ElementId) -> bool {
        let Kind::Command(command) = &emission.skeleton.elements[element].kind else { return true };
        let waits =
            matches!(command.actions.first(), Some(Action::Send { .. } | Action::Receive { .. }));
        !waits
            && match command.guard {
                CommandGuard::Else => true,
                CommandGuard::When(condition) => self.constant(condition) == Some(1),
            }
    }

    /// A first step of the sequence: taken only if none before it can be.
    fn dstep_first(
        &mut self,
        emission: &Emission<'_>,
        region: &mut Region,
        element: ElementId,
        from: LocId,
        tier: u32,
        earlier: ExprId,
    ) -> ExprId {
        let none_before = self.not(earlier);
        let before = self.program.locs[from].out.len();
        self.dstep_edge(emission, region, element, from, tier, Some(none_before));
        let added = self.program.locs[from].out[before..].to_vec();
        added.into_iter().fold(earlier, |any, edge| match self.executable(edge) {
            Some(can) => self.or(any, can),
            None => any,
        })
    }

    fn dstep_edge(
        &mut self,
        emission: &Emission<'_>,
        region: &mut Region,
        element: ElementId,
        from: LocId,
        tier: u32,
        only_if: Option<ExprId>,
    ) {
        let (to, atomic) = self.dstep_target(emission, region, element);
        let route = Route { from, to, tier, atomic };
        let span = emission.skeleton.elements[element].span;
        let truth = self.truth(true);
        let only_if = only_if.unwrap_or(truth);
        let Kind::Command(command) = &emission.skeleton.elements[element].kind else {
            return self.edge(route, Guard::When(only_if), Vec::new(), None, span);
        };
        let mut command = self.no_rendezvous(command);
        for action in &command.actions {
            if matches!(action, Action::Spawn { .. }) {
                self.error_with_help(
                    "run-in-d_step",
                    span,
                    "`run` cannot stand inside a d_step",
                    "use `atomic` instead",
                );
            }
        }
        command.guard = match command.guard {
            // Inside, edges are tried in order: what comes last is taken if nothing else can be.
            CommandGuard::Else => CommandGuard::When(only_if),
            CommandGuard::When(condition) => CommandGuard::When(self.and(only_if, condition)),
        };
        for check in &mut command.checks {
            check.under = Some(check.under.map_or(only_if, |it| self.and(only_if, it)));
        }
        self.command_edges(&command, route);
    }

    /// A rendezvous needs another process to take part, which a d_step does not allow.
    fn no_rendezvous(&mut self, command: &Command) -> Command {
        let mut command = command.clone();
        if let Some(Action::Send { channel, .. }) = command.actions.first() {
            let channel = *channel;
            self.checks.clear();
            let var = self.loaded_var(channel);
            self.need(
                channel,
                var,
                Need::Buffered(Fault::Indivisible, "rendezvous inside a d_step"),
            );
            command.checks.append(&mut self.checks);
        }
        command
    }

    fn loaded_var(&self, channel: ExprId) -> Option<tribunal_ir::VarId> {
        let Expr::Load(place) = self.program.exprs[channel] else { return None };
        match self.program.places[place] {
            tribunal_ir::Place::Var(var) => Some(var),
            tribunal_ir::Place::Index(base, _) => match self.program.places[base] {
                tribunal_ir::Place::Var(var) => Some(var),
                _ => None,
            },
            _ => None,
        }
    }

    fn dstep_target(
        &mut self,
        emission: &Emission<'_>,
        region: &mut Region,
        element: ElementId,
    ) -> (LocId, bool) {
        let inside = |it: ElementId| emission.skeleton.elements[it].dstep.is_some();
        let target = emission.flow.follow(element).filter(|it| inside(*it));
        let Some(target) = target else { return (region.exit, region.atomic) };
        if let Some(&known) = region.inner.get(&target) {
            return (known, false);
        }
        let loc = self.program.locs.push(Location {
            process: emission.skeleton.process,
            out: Vec::new(),
            control: Control::Indivisible,
            marks: Marks::default(),
            span: emission.skeleton.elements[target].span,
        });
        region.inner.insert(target, loc);
        region.pending.push(target);
        (loc, false)
    }

    fn first_commands(&self, emission: &Emission<'_>, element: ElementId) -> Vec<ElementId> {
        emission.flow.first_commands(element)
    }

    /// When an edge can be taken, as an expression; `None` if that cannot be said of one process alone.
    pub(super) fn executable(&mut self, edge: EdgeId) -> Option<ExprId> {
        let edge = &self.program.edges[edge];
        let Guard::When(condition) = edge.guard else { return None };
        let ready = match edge.actions.first().cloned() {
            Some(Action::Send { channel, .. }) => {
                let length = self.program.expr(Expr::Length(channel));
                let capacity = self.program.expr(Expr::Capacity(channel));
                self.program.expr(Expr::Binary(BinOp::Lt, length, capacity))
            }
            Some(Action::Receive { channel, patterns, scan, .. }) => {
                let patterns = patterns
                    .into_iter()
                    .map(|it| match it {
                        tribunal_ir::Pattern::Store(_) => tribunal_ir::Pattern::Any,
                        other => other,
                    })
                    .collect();
                self.program.expr(Expr::Poll { channel, patterns, scan })
            }
            _ => self.truth(true),
        };
        Some(self.and(condition, ready))
    }
}

//! Locations and edges: the control states of a skeleton and the steps that leave them.

use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_base::{Arena, Span};
use tribunal_ir::{
    Action, Control, Edge, ExprId, Guard, LocId, Location, Marks, ProcId, ProcessKind, Then,
    Violation,
};

use super::Lowering;
use super::command::{Command, CommandGuard, Idle};
use super::control::{ControlFlow, Exit, JumpCycle};
use super::dstep::Region;
use super::fault::{Failing, Fault, Violated};
use super::skeleton::{Atomicity, ElementId, Kind, Skeleton};

/// The locations made so far for one process.
pub(super) struct Emission<'a> {
    pub(super) skeleton: &'a Skeleton,
    pub(super) flow: ControlFlow<'a>,
    marks: Arena<ElementId, Marks>,
    pub(super) locations: FxHashMap<ElementId, LocId>,
    pending: Vec<ElementId>,
    /// The elements that have become edges.
    stepped: FxHashSet<ElementId>,
}

/// Where an edge goes and how.
#[derive(Clone, Copy)]
pub(super) struct Route {
    pub(super) from: LocId,
    pub(super) to: LocId,
    pub(super) tier: u32,
    pub(super) atomic: bool,
}

impl Lowering<'_> {
    pub(super) fn emit(&mut self, skeleton: &Skeleton) -> FxHashMap<ElementId, LocId> {
        let flow = self.control_flow(skeleton);
        let marks = flow.marks();
        let mut emission = Emission {
            skeleton,
            flow,
            marks,
            locations: FxHashMap::default(),
            pending: Vec::new(),
            stepped: FxHashSet::default(),
        };
        if self.failed() {
            return emission.locations;
        }
        if let Err(cycle) = self.emit_all(&mut emission) {
            self.error_with_help(
                "jump-cycle",
                cycle.span,
                "these jumps go round in a circle",
                "put a statement into the loop, at least `skip`",
            );
        }
        emission.locations
    }

    fn emit_all(&mut self, emission: &mut Emission<'_>) -> Result<(), JumpCycle> {
        let entry = emission.flow.entry()?;
        let process = emission.skeleton.process;
        self.program.procs[process].entry = self.location(emission, entry);
        self.emit_pending(emission)?;
        // Statements that no jump or sequence leads to are part of the program all the same: they are reported
        // as never reached.
        for (id, element) in emission.skeleton.elements.iter() {
            let statement = matches!(&element.kind, Kind::Command(it) if it.idle == Idle::No);
            if statement && element.dstep.is_none() && !emission.stepped.contains(&id) {
                self.location(emission, id);
                self.emit_pending(emission)?;
            }
        }
        Ok(())
    }

    fn emit_pending(&mut self, emission: &mut Emission<'_>) -> Result<(), JumpCycle> {
        let process = emission.skeleton.process;
        while let Some(element) = emission.pending.pop() {
            let from = emission.locations[&element];
            let claim = self.program.procs[process].kind == ProcessKind::Claim;
            if claim && self.program.locs[from].marks.end {
                continue;
            }
            for exit in emission.flow.exits(element)? {
                emission.stepped.insert(exit.element);
                self.exit(emission, from, exit)?;
            }
            if self.deterministic.contains(&process) {
                self.require_determinism(from);
            }
        }
        Ok(())
    }

    /// The location of an element, made if there is none yet.
    pub(super) fn location(&mut self, emission: &mut Emission<'_>, element: ElementId) -> LocId {
        if let Some(&known) = emission.locations.get(&element) {
            return known;
        }
        let loc = self.program.locs.push(Location {
            process: emission.skeleton.process,
            out: Vec::new(),
            control: Control::Free,
            marks: emission.marks[element],
            span: emission.skeleton.elements[element].span,
        });
        emission.locations.insert(element, loc);
        emission.pending.push(element);
        loc
    }

    fn exit(
        &mut self,
        emission: &mut Emission<'_>,
        from: LocId,
        exit: Exit,
    ) -> Result<(), JumpCycle> {
        let Exit { element, tier } = exit;
        let span = emission.skeleton.elements[element].span;
        let atomic = emission.flow.atomicity(element) == Atomicity::Inside;
        let to = match emission.flow.target(element)? {
            Some(target) => self.location(emission, target),
            None => from,
        };
        let route = Route { from, to, tier, atomic };
        match &emission.skeleton.elements[element].kind {
            Kind::Command(command) => self.command_edges(command, route),
            Kind::DStep(inner) => {
                let region = Region::new(emission.skeleton.first(*inner), to, atomic);
                self.dstep_edges(emission, region, from, tier);
            }
            Kind::Stop => {
                let truth = self.truth(true);
                self.edge(route, Guard::When(truth), vec![Action::Exit], None, span);
            }
            Kind::Goto(_)
            | Kind::Join
            | Kind::LoopEnd
            | Kind::Choice(_)
            | Kind::Unless { .. }
            | Kind::Block(_)
            | Kind::Atomic(_) => {
                let truth = self.truth(true);
                self.edge(route, Guard::When(truth), Vec::new(), None, span);
            }
        }
        Ok(())
    }

    /// The edges of one statement: first those where it has no meaning, then what it does.
    pub(super) fn command_edges(&mut self, command: &Command, route: Route) {
        let defined = self.fault_edges(command, route);
        let guard = match command.guard {
            CommandGuard::Else => Guard::Else,
            CommandGuard::When(condition) => Guard::When(self.and(defined, condition)),
        };
        if let (Some(assertion), Guard::When(condition)) = (command.assertion, guard) {
            return self.assertion_edges(command, condition, assertion, route);
        }
        if let Some(function) = command.c {
            return self.c_edges(function, guard, route, command.span);
        }
        self.event_edges(command, guard, route);
    }

    /// A failed assertion is reported and the run goes on. In a claim it is the end of the claim, which is an
    /// error of its own.
    fn assertion_edges(
        &mut self,
        command: &Command,
        condition: ExprId,
        assertion: ExprId,
        route: Route,
    ) {
        let failing = self.not(assertion);
        let failing = self.and(condition, failing);
        if self.constant(failing) != Some(0) {
            let process = self.program.locs[route.from].process;
            let (route, violation) = match self.program.procs[process].kind {
                ProcessKind::Claim => {
                    (Route { to: self.claim_end(process, command.span), ..route }, None)
                }
                ProcessKind::Ordinary | ProcessKind::Function => {
                    let message = "assertion violated".to_owned();
                    (route, Some(self.violation(Fault::Assertion, message, Then::Continue)))
                }
            };
            self.edge(
                route,
                Guard::When(failing),
                command.actions.clone(),
                violation,
                command.span,
            );
        }
        let holding = self.and(condition, assertion);
        if self.constant(holding) != Some(0) {
            self.edge(route, Guard::When(holding), command.actions.clone(), None, command.span);
        }
    }

    fn claim_end(&mut self, process: ProcId, span: Span) -> LocId {
        let marks = Marks { end: true, ..Marks::default() };
        self.program.locs.push(Location {
            process,
            out: Vec::new(),
            control: Control::Free,
            marks,
            span,
        })
    }

    /// Adds an edge for each way the statement can fail, in order of evaluation; when none does.
    fn fault_edges(&mut self, command: &Command, route: Route) -> ExprId {
        let mut defined = self.truth(true);
        let process = self.program.locs[route.from].process;
        for check in &command.checks {
            let Some(failing) = self.failing(check) else { continue };
            let Failing { violated, what, message, span } = failing;
            if self.program.procs[process].kind == ProcessKind::Claim {
                self.claim_faults.push((process, violated));
                continue;
            }
            let first = self.and(defined, violated);
            let property = match what {
                Violated::Promela(fault) => self.property(fault),
                Violated::C(property) => property,
            };
            let violation = Violation { property, message, then: Then::Stop };
            let span = span.unwrap_or(command.span);
            self.edge(route, Guard::When(first), Vec::new(), Some(violation), span);
            let holds = self.not(violated);
            defined = self.and(defined, holds);
        }
        defined
    }

    pub(super) fn violation(&mut self, fault: Fault, message: String, then: Then) -> Violation {
        Violation { property: self.property(fault), message, then }
    }

    pub(super) fn edge(
        &mut self,
        route: Route,
        guard: Guard,
        actions: Vec<Action>,
        violates: Option<Violation>,
        span: Span,
    ) {
        let Route { from, to, tier, atomic } = route;
        self.program.connect(Edge { from, to, tier, guard, actions, atomic, violates, span });
    }

    /// Two edges enabled at a time break the promise of a `D_proctype`.
    fn require_determinism(&mut self, loc: LocId) {
        let edges: Vec<_> = self.program.locs[loc]
            .out
            .iter()
            .copied()
            .filter(|it| self.program.edges[*it].violates.is_none())
            .collect();
        let conditions: Vec<Option<ExprId>> = edges.iter().map(|it| self.executable(*it)).collect();
        for (nth, &second) in edges.iter().enumerate().skip(1) {
            let Some(both) = conditions[nth] else { continue };
            let earlier = conditions[..nth]
                .iter()
                .flatten()
                .fold(self.truth(false), |any, it| self.or(any, *it));
            let both = self.and(earlier, both);
            if self.constant(both) == Some(0) {
                continue;
            }
            let edge = self.program.edges[second].clone();
            let violation = self.violation(
                Fault::Determinism,
                "non-determinism in a D_proctype".to_owned(),
                Then::Stop,
            );
            let route = Route { from: loc, to: edge.to, tier: edge.tier, atomic: edge.atomic };
            self.edge(route, Guard::When(both), Vec::new(), Some(violation), edge.span);
        }
    }
}

//! `trace` and `notrace`: what the messages of a model must, or must not, look like.
//!
//! The body of a trace becomes a finite automaton over sends and receives. Its state is a variable of the program,
//! and every send and receive on a channel that the trace mentions moves it on: a `trace` is violated where it
//! cannot move, and must be at its end when the program ends; a `notrace` is violated where it reaches its
//! end, and forgotten where it cannot move.

use rustc_hash::FxHashMap;
use tribunal_base::{Id, Span};
use tribunal_ir::{
    Action, BinOp, Expr, ExprId, Guard, Initialiser, Initially, Matching, Pattern, Place, PlaceId,
    Scan, Scope, Then, Var, Violation,
};

use super::Lowering;
use super::command::Command;
use super::emit::Route;
use super::expr::Storing;
use super::fault::Fault;
use super::skeleton::{ElementId, Kind};
use crate::ast::{self, ExprKind, StmtKind, TraceKind};

/// What a trace sees of a statement.
#[derive(Clone, Debug)]
pub(super) enum Event {
    Send {
        channel: ExprId,
        message: Vec<ExprId>,
    },
    Receive {
        channel: ExprId,
    },
    /// A statement of the trace itself.
    Expected {
        direction: Direction,
        channel: ExprId,
        patterns: Vec<Pattern>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Send,
    Receive,
}

/// The automaton of a trace.
pub(super) struct EventMonitor {
    kind: TraceKind,
    state: PlaceId,
    moves: Vec<Move>,
    ends: Vec<usize>,
    states: usize,
}

struct Move {
    from: usize,
    to: usize,
    direction: Direction,
    channel: ExprId,
    patterns: Vec<Pattern>,
}

impl Lowering<'_> {
    pub(super) fn trace(&mut self, trace: &ast::Trace) {
        if self.monitor.is_some() {
            self.error("second-trace", trace.span, "a model has at most one trace");
            return;
        }
        self.reading_trace = true;
        self.scopes.open();
        let skeleton = self.body(Id::from_index(0), &trace.body);
        self.scopes.close();
        self.reading_trace = false;
        let flow = self.control_flow(&skeleton);
        let marks = flow.marks();
        let Ok(entry) = flow.entry() else {
            self.error("jump-cycle", trace.span, "these jumps go round in a circle");
            return;
        };

        let mut numbers: FxHashMap<ElementId, usize> = FxHashMap::default();
        numbers.insert(entry, 0);
        let mut pending = vec![entry];
        let (mut moves, mut ends) = (Vec::new(), Vec::new());
        while let Some(element) = pending.pop() {
            let from = numbers[&element];
            if marks[element].end {
                ends.push(from);
            }
            for exit in flow.exits(element).unwrap_or_default() {
                let it = &skeleton.elements[exit.element];
                let expected = match &it.kind {
                    Kind::Stop => continue,
                    Kind::Command(command) => command.event.clone(),
                    _ => None,
                };
                let Some(Event::Expected { direction, channel, patterns }) = expected else {
                    self.unsupported(
                        "a statement of a trace that is not a send or receive",
                        it.span,
                    );
                    continue;
                };
                let Ok(Some(target)) = flow.target(exit.element) else { continue };
                let known = numbers.len();
                let to = *numbers.entry(target).or_insert_with(|| {
                    pending.push(target);
                    known
                });
                moves.push(Move { from, to, direction, channel, patterns });
            }
        }
        let states = numbers.len();
        let state = self.monitor_state(trace.span);
        self.forbid_rendezvous_receives(&moves, trace.span);
        let monitor = EventMonitor { kind: trace.kind, state, moves, ends, states };
        if trace.kind == TraceKind::Trace {
            let ended = monitor.ends.clone();
            // Where no process is left nobody is asked.
            let (count, zero) = (self.program.expr(Expr::ProcessCount), self.program.int(0));
            let mut required = self.program.expr(Expr::Binary(BinOp::Eq, count, zero));
            for end in ended {
                let there = self.monitor_is_at(state, end);
                required = self.or(required, there);
            }
            self.program.end_requires = Some(required);
        }
        self.monitor = Some(monitor);
    }

    fn monitor_state(&mut self, span: Span) -> PlaceId {
        let var = self.program.vars.push(Var {
            name: "_event".to_owned(),
            ty: self.tys.int,
            scope: Scope::Global,
            init: Vec::new(),
            matching: Matching::Matched,
            span,
        });
        let place = self.program.place(Place::Var(var));
        let start = self.program.int(0);
        self.program.vars[var].init = vec![Initialiser { place, value: Initially::Value(start) }];
        place
    }

    fn forbid_rendezvous_receives(&mut self, moves: &[Move], span: Span) {
        let synchronous = moves.iter().filter(|it| it.direction == Direction::Receive).any(|it| {
            let Expr::Load(place) = self.program.exprs[it.channel] else { return true };
            let Place::Var(var) = self.program.places[place] else { return true };
            self.declared_channel(var).is_none_or(|it| it.capacity == 0)
        });
        if synchronous {
            self.unsupported("a trace that watches receives on a rendezvous channel", span);
        }
    }

    /// A send or receive as it stands in a trace: variables match anything.
    pub(super) fn expected_event(&mut self, kind: &StmtKind) -> Option<Event> {
        let (direction, channel, patterns) = match kind {
            StmtKind::Send(send) => {
                let patterns = send.arguments.iter().map(|it| self.expected_field(it)).collect();
                (Direction::Send, &send.channel, patterns)
            }
            StmtKind::Receive(receive) => (
                Direction::Receive,
                &receive.channel,
                self.patterns(&receive.arguments, Storing::No),
            ),
            _ => return None,
        };
        let channel = self.channel_value(channel);
        self.checks.clear();
        Some(Event::Expected { direction, channel, patterns })
    }

    fn expected_field(&mut self, field: &ast::Expr) -> Pattern {
        match &field.kind {
            ExprKind::Place(_) => Pattern::Any,
            _ => Pattern::Match(self.int(field)),
        }
    }

    fn monitor_is_at(&mut self, state: PlaceId, number: usize) -> ExprId {
        let at = self.program.expr(Expr::Load(state));
        let number = self.program.int(i32::try_from(number).unwrap_or(i32::MAX));
        self.program.expr(Expr::Binary(BinOp::Eq, at, number))
    }

    /// The edge of a statement, with the move of the trace that sees it.
    pub(super) fn event_edges(&mut self, command: &Command, guard: Guard, route: Route) {
        let (Some(event), Guard::When(condition), Some(monitor)) =
            (&command.event, guard, self.monitor.take())
        else {
            return self.edge(route, guard, command.actions.clone(), None, command.span);
        };
        self.watched_edges(command, event, condition, route, &monitor);
        self.monitor = Some(monitor);
    }

    fn watched_edges(
        &mut self,
        command: &Command,
        event: &Event,
        condition: ExprId,
        route: Route,
        monitor: &EventMonitor,
    ) {
        // The moves are told apart by guards, not by what is stored: after a receive its message is gone.
        let mut in_scope = self.truth(false);
        let mut moved = self.truth(false);
        for it in &monitor.moves {
            let Some((same_channel, matches)) = self.move_matches(it, event) else { continue };
            in_scope = self.or(in_scope, same_channel);
            let here = self.monitor_is_at(monitor.state, it.from);
            let taken = self.and(here, matches);
            let none_before = self.not(moved);
            let first = self.and(none_before, taken);
            moved = self.or(moved, taken);
            let guard = self.and(condition, first);
            let finished = monitor.kind == TraceKind::NoTrace && monitor.ends.contains(&it.to);
            let violation =
                finished.then(|| self.event_violation("this event completes the notrace"));
            self.monitor_edge(command, guard, route, monitor.state, it.to, violation);
        }
        let not_moved = self.not(moved);
        let stuck = self.and(in_scope, not_moved);
        let guard = self.and(condition, stuck);
        match monitor.kind {
            TraceKind::Trace => {
                let violation = Some(self.event_violation("the trace does not allow this event"));
                self.monitor_edge(command, guard, route, monitor.state, monitor.states, violation);
            }
            TraceKind::NoTrace => {
                self.monitor_edge(command, guard, route, monitor.state, monitor.states, None);
            }
        }
        let unseen = self.not(in_scope);
        let guard = self.and(condition, unseen);
        if self.constant(guard) != Some(0) {
            self.edge(route, Guard::When(guard), command.actions.clone(), None, command.span);
        }
    }

    fn event_violation(&mut self, message: &str) -> Violation {
        self.violation(Fault::EventTrace, message.to_owned(), Then::Stop)
    }

    /// The edge of a statement that brings the trace to a state.
    fn monitor_edge(
        &mut self,
        command: &Command,
        guard: ExprId,
        route: Route,
        state: PlaceId,
        to: usize,
        violation: Option<Violation>,
    ) {
        if self.constant(guard) == Some(0) {
            return;
        }
        let value = self.program.int(i32::try_from(to).unwrap_or(i32::MAX));
        let mut actions = command.actions.clone();
        actions.push(Action::Assign { place: state, value });
        self.edge(route, Guard::When(guard), actions, violation, command.span);
    }

    /// Whether an event is on the channel of a move, and whether it is what the move expects.
    fn move_matches(&mut self, it: &Move, event: &Event) -> Option<(ExprId, ExprId)> {
        let (direction, channel) = match event {
            Event::Send { channel, .. } => (Direction::Send, *channel),
            Event::Receive { channel } => (Direction::Receive, *channel),
            Event::Expected { .. } => return None,
        };
        if direction != it.direction {
            return None;
        }
        let same_channel = if channel == it.channel {
            self.truth(true)
        } else {
            self.program.expr(Expr::Binary(BinOp::Eq, channel, it.channel))
        };
        let contents = match event {
            Event::Send { message, .. } => {
                let mut all = self.truth(true);
                for (field, pattern) in message.iter().zip(&it.patterns) {
                    if let Pattern::Match(value) = pattern {
                        let equal = self.program.expr(Expr::Binary(BinOp::Eq, *field, *value));
                        all = self.and(all, equal);
                    }
                }
                all
            }
            Event::Receive { channel } => {
                let patterns = it.patterns.clone().into();
                self.program.expr(Expr::Poll { channel: *channel, patterns, scan: Scan::Front })
            }
            Event::Expected { .. } => return None,
        };
        let matches = self.and(same_channel, contents);
        Some((same_channel, matches))
    }
}

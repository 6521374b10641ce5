//! What processes and properties see of a process besides what it does to globals and channels.

use crate::edge::Guard;
use crate::expr::{BinOp, Expr};
use crate::program::{ExprId, Initially, LabelId, Location, Program, Scheduling, VarId};
use crate::property::PropertyKind;
use crate::visit::{Root, Use, Walk};
use std::collections::HashSet;
use std::fmt;

/// What is seen of processes from outside.
#[derive(Default)]
pub(super) struct Observed {
    /// Local variables that are read remotely.
    pub(super) vars: HashSet<VarId>,
    /// Labels that are asked for.
    pub(super) labels: HashSet<LabelId>,
    /// Whether somebody asks whether a process is at a location marked as progress.
    pub(super) progress: bool,
    /// Whether `timeout` is asked for.
    pub(super) timeout: bool,
    /// Whether somebody tells apart runs that differ only by steps that change nothing.
    pub(super) every_step: bool,
    /// Whether processes have priorities: one that can move keeps others from moving.
    pub(super) priorities: bool,
    /// Something else that sees every step, if there is such.
    pub(super) obstacle: Option<Obstacle>,
}

/// Something that sees every step of every process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Processes have priorities, and it depends on who can move whether others can: at a rendezvous, or
    /// where only fair runs count.
    Priorities,
    /// A formula speaks of the next state.
    Next,
    /// A claim moves in step with the program.
    Claim,
    /// An expression asks where a process is.
    ProgramCounter,
    /// An expression asks whether a process can move.
    Enabled,
    /// An expression asks whether any process can move, in a way that a pause could make true.
    Timeout,
    /// An expression asks whether any process can move, and only fair runs count.
    FairTimeout,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Priorities => "processes have priorities and wait for each other",
            Self::Next => "a formula speaks of the next state",
            Self::Claim => "a claim moves in step with the program",
            Self::ProgramCounter => "an expression asks where a process is",
            Self::Enabled => "an expression asks whether a process can move",
            Self::Timeout => "an expression depends on timeout in an unusual way",
            Self::FairTimeout => "an expression depends on timeout, and only fair runs count",
        })
    }
}

impl Observed {
    pub(super) fn new(program: &Program) -> Self {
        let priorities = program.scheduling == Scheduling::Priority;
        let mut observed = Self { priorities, ..Self::default() };
        for property in program.props.values() {
            observed.property(program, property.kind);
        }
        observed.progress |=
            program.props.values().any(|it| it.kind == PropertyKind::NoNonProgressCycle);
        let conditions = program.procs.values().filter_map(|it| it.provided);
        let initial =
            program.vars.values().flat_map(|it| &it.init).filter_map(|it| match it.value {
                Initially::Value(value) => Some(value),
                Initially::Channel(_) => None,
            });
        for expr in conditions.chain(initial).chain(program.end_requires) {
            observed.walk(program, TimeoutUse::Strange, |it| it.expr(expr));
        }
        for location in program.locs.values() {
            observed.location(program, location);
        }
        observed
    }

    fn property(&mut self, program: &Program, kind: PropertyKind) {
        match kind {
            PropertyKind::Ltl(formula) | PropertyKind::Branching { formula, .. } => {
                if program.has_next(formula) {
                    self.every_step = true;
                    self.obstacle.get_or_insert(Obstacle::Next);
                }
                self.walk(program, TimeoutUse::Strange, |it| it.formula(formula));
            }
            PropertyKind::Never(_) => {
                self.every_step = true;
                self.obstacle.get_or_insert(Obstacle::Claim);
            }
            PropertyKind::Unreachable
            | PropertyKind::EndStates
            | PropertyKind::NoAcceptanceCycle
            | PropertyKind::NoNonProgressCycle => {}
        }
    }

    fn location(&mut self, program: &Program, location: &Location) {
        let edges = || location.out.iter().map(|it| &program.edges[*it]);
        // An edge that can be taken may disable later ones. Then timeout is asked to be false.
        let last_tier = edges().next_back().map(|it| it.tier);
        let is_simple = edges().all(|it| it.guard != Guard::Else && Some(it.tier) == last_tier);
        for edge in edges() {
            let is_usual = match edge.guard {
                Guard::When(condition) => is_simple && is_monotone(program, condition),
                Guard::Else => true,
            };
            if let Guard::When(condition) = edge.guard {
                let usage = if is_usual { TimeoutUse::Usual } else { TimeoutUse::Strange };
                self.walk(program, usage, |it| it.expr(condition));
            }
            for action in &edge.actions {
                self.walk(program, TimeoutUse::Strange, |it| it.action(action));
            }
        }
    }

    fn walk(
        &mut self,
        program: &Program,
        timeout: TimeoutUse,
        lead: impl FnOnce(&mut Walk<'_, &mut dyn FnMut(Use)>),
    ) {
        let mut each = |it: Use| match it {
            Use::Expr(expr) => match program.exprs[expr] {
                Expr::At { label, .. } => _ = self.labels.insert(label),
                Expr::NonProgress => self.progress = true,
                Expr::ProgramCounter(_) => {
                    self.every_step = true;
                    _ = self.obstacle.get_or_insert(Obstacle::ProgramCounter);
                }
                Expr::Enabled(_) => _ = self.obstacle.get_or_insert(Obstacle::Enabled),
                Expr::Timeout => {
                    self.timeout = true;
                    if timeout == TimeoutUse::Strange {
                        self.obstacle.get_or_insert(Obstacle::Timeout);
                    }
                }
                _ => {}
            },
            Use::Read(place) => {
                if let Root::Remote(var) = program.root(place) {
                    self.vars.insert(var);
                }
            }
            Use::Write(_) => {}
        };
        lead(&mut Walk::new(program, &mut each));
    }
}

/// How an expression that mentions `timeout` depends on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TimeoutUse {
    /// If it holds while `timeout` is false, it also holds while `timeout` is true.
    Usual,
    Strange,
}

/// Whether a condition that holds while `timeout` is false also holds while it is true.
fn is_monotone(program: &Program, condition: ExprId) -> bool {
    match program.exprs[condition] {
        Expr::Timeout => true,
        Expr::Binary(BinOp::And | BinOp::Or, left, right) => {
            is_monotone(program, left) && is_monotone(program, right)
        }
        _ => {
            let mut mentions = false;
            let each = |it| {
                mentions |= matches!(it, Use::Expr(expr) if program.exprs[expr] == Expr::Timeout);
            };
            Walk::new(program, each).expr(condition);
            !mentions
        }
    }
}

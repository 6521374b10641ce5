//! The automaton of a process.

use super::expr::I64;
use super::{Lowering, key, syntax};
use crate::edge::{Action, Edge, Guard, Pattern, Violation};
use crate::expr::Expr;
use crate::program::{ExprId, ProcId};
use crate::ty::{IntShape, Ty};

impl Lowering<'_> {
    pub(super) fn automaton(&mut self, id: ProcId, process: &syntax::Process) {
        for declaration in &process.locations {
            if let Some(loc) = self.location(declaration.location) {
                self.program.locs[loc].control = declaration.control;
                self.program.locs[loc].marks = declaration.marks;
            }
        }
        let first = self.program.locs.iter().find(|(_, it)| it.process == id).map(|(id, _)| id);
        let entry = match process.entry {
            Some(entry) => self.location(entry),
            None => first,
        };
        if let Some(entry) = entry {
            self.program.procs[id].entry = entry;
        }
        for edge in &process.edges {
            if let Some(edge) = self.edge(id, edge) {
                self.program.connect(edge);
            }
        }
    }

    fn edge(&mut self, id: ProcId, edge: &syntax::Edge) -> Option<Edge> {
        // All parts are looked at before giving up, to report all errors.
        let (from, to) = (self.location(edge.from), self.location(edge.to));
        let guard = match &edge.guard {
            syntax::Guard::Always => Some(Guard::When(self.program.truth(true))),
            syntax::Guard::When(condition) => self.expr(Some(id), condition).map(Guard::When),
            syntax::Guard::Else => Some(Guard::Else),
        };
        let actions: Vec<_> = edge.actions.iter().map(|it| self.action(id, it)).collect();
        let violates = match &edge.violates {
            None => None,
            Some((name, message, then)) => {
                let property = match self.props.get(&key(name)) {
                    Some(property) => *property,
                    None => self.unknown("property", name)?,
                };
                Some(Violation { property, message: message.clone(), then: *then })
            }
        };
        Some(Edge {
            from: from?,
            to: to?,
            tier: edge.tier.map_or(0, |it| self.natural(&it)),
            guard: guard?,
            actions: actions.into_iter().collect::<Option<_>>()?,
            atomic: edge.atomic,
            violates,
            span: edge.span,
        })
    }

    fn action(&mut self, id: ProcId, action: &syntax::Action) -> Option<Action> {
        let scope = Some(id);
        Some(match action {
            syntax::Action::Assign { place, value } => {
                let (place, value) = (self.place(scope, place), self.expr(scope, value));
                Action::Assign { place: place?, value: value? }
            }
            syntax::Action::Havoc { place } => Action::Havoc { place: self.place(scope, place)? },
            syntax::Action::Allocate { object, size, place } => {
                let (object, place) = (self.object(object), self.place(scope, place));
                let size = self.expr_as(scope, size, I64);
                Action::Allocate { object: object?, size: size?, place: place? }
            }
            syntax::Action::Release { pointer } => {
                Action::Release { pointer: self.expr(scope, pointer)? }
            }
            syntax::Action::Copy { to, from, size } => {
                let (to, from) = (self.expr(scope, to), self.expr(scope, from));
                let size = self.expr_as(scope, size, I64);
                Action::Copy { to: to?, from: from?, size: size? }
            }
            syntax::Action::Fill { to, byte, size } => {
                let to = self.expr(scope, to);
                let byte = self.expr_as(scope, byte, Ty::Int(IntShape::U8));
                let size = self.expr_as(scope, size, I64);
                Action::Fill { to: to?, byte: byte?, size: size? }
            }
            syntax::Action::Call { process, args, result } => {
                let (process, args) = (self.process(process), self.exprs(scope, args));
                let result = match result {
                    Some(result) => Some(self.place(scope, result)?),
                    None => None,
                };
                Action::Call { process: process?, args: args?, result }
            }
            syntax::Action::Return { value } => {
                let value = match value {
                    Some(value) => Some(self.expr(scope, value)?),
                    None => None,
                };
                Action::Return { value }
            }
            syntax::Action::Send { channel, message, order, overflow } => Action::Send {
                channel: self.expr(scope, channel)?,
                message: self.exprs(scope, message)?,
                order: *order,
                overflow: *overflow,
            },
            syntax::Action::Receive { channel, patterns, scan, removal } => Action::Receive {
                channel: self.expr(scope, channel)?,
                patterns: self.patterns(scope, patterns)?,
                scan: *scan,
                removal: *removal,
            },
            syntax::Action::Spawn { process, args, result, priority } => Action::Spawn {
                process: self.process(process)?,
                args: self.exprs(scope, args)?,
                result: match result {
                    Some(result) => Some(self.place(scope, result)?),
                    None => None,
                },
                priority: match priority {
                    Some(priority) => self.expr(scope, priority)?,
                    None => self.program.int(1),
                },
            },
            syntax::Action::Exit => Action::Exit,
            syntax::Action::SetPriority { process, value } => Action::SetPriority {
                process: self.expr(scope, process)?,
                value: self.expr(scope, value)?,
            },
            syntax::Action::Print { stream, format, args } => Action::Print {
                stream: *stream,
                format: format.clone(),
                args: self.exprs(scope, args)?,
            },
        })
    }

    fn exprs(&mut self, scope: Option<ProcId>, exprs: &[syntax::Expr]) -> Option<Vec<ExprId>> {
        let exprs: Vec<_> = exprs.iter().map(|it| self.expr(scope, it)).collect();
        exprs.into_iter().collect()
    }

    pub(super) fn patterns<C: FromIterator<Pattern>>(
        &mut self,
        scope: Option<ProcId>,
        patterns: &[syntax::Pattern],
    ) -> Option<C> {
        let patterns: Vec<_> = patterns.iter().map(|it| self.pattern(scope, it)).collect();
        patterns.into_iter().collect()
    }

    fn pattern(&mut self, scope: Option<ProcId>, pattern: &syntax::Pattern) -> Option<Pattern> {
        Some(match pattern {
            syntax::Pattern::Any => Pattern::Any,
            syntax::Pattern::Match(value) => Pattern::Match(self.expr(scope, value)?),
            syntax::Pattern::Store(place) => {
                // `kind::name` is a constant, though it looks like a place.
                if let syntax::ExprKind::Member(..) = place.kind {
                    let value = self.expr(scope, place)?;
                    if let Expr::Const { .. } = self.program.exprs[value] {
                        return Some(Pattern::Match(value));
                    }
                }
                Pattern::Store(self.place(scope, place)?)
            }
        })
    }
}

//! What can go wrong in a statement, and the properties that say it does not.

use tribunal_base::Span;
use tribunal_ir::splice::Failure;
use tribunal_ir::{BinOp, Expr, ExprId, PropId, Property, PropertyKind, UnOp, VarId};

use super::Lowering;

/// A class of run-time errors: one property each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Fault {
    Assertion,
    Bounds,
    Division,
    Channel,
    Processes,
    Indivisible,
    Priority,
    Determinism,
    EventTrace,
}

impl Fault {
    fn name(self) -> &'static str {
        match self {
            Self::Assertion => "assertions",
            Self::Bounds => "array-bounds",
            Self::Division => "division",
            Self::Channel => "channels",
            Self::Processes => "processes",
            Self::Indivisible => "d_step",
            Self::Priority => "priorities",
            Self::Determinism => "determinism",
            Self::EventTrace => "event-trace",
        }
    }
}

/// A condition under which a statement has no meaning.
#[derive(Clone, Debug)]
pub(super) struct Check {
    /// When the part that can fail is evaluated at all: `b` in `a && b` only if `a`.
    pub(super) under: Option<ExprId>,
    pub(super) what: Checked,
}

#[derive(Clone, Debug)]
pub(super) enum Checked {
    /// The condition holds: an error.
    Condition { violated: ExprId, fault: Fault, message: String },
    /// The channel is not as needed.
    Channel { channel: ExprId, var: Option<VarId>, need: Need },
    /// A fault of embedded C.
    C(Failure),
}

/// What a failing check violates.
#[derive(Clone, Copy, Debug)]
pub(super) enum Violated {
    Promela(Fault),
    C(PropId),
}

/// A check that can fail.
pub(super) struct Failing {
    /// When it does.
    pub(super) violated: ExprId,
    /// What that violates.
    pub(super) what: Violated,
    pub(super) message: String,
    /// Where it is, if not just in the statement.
    pub(super) span: Option<Span>,
}

/// What a statement needs of its channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// It is a channel.
    Initialised,
    /// Its messages have this many fields; in a send or a receive.
    Arity { fields: usize, sending: bool },
    /// It is not a rendezvous channel; otherwise this goes wrong.
    Buffered(Fault, &'static str),
}

impl Lowering<'_> {
    /// The property that a class of errors violates.
    pub(super) fn property(&mut self, fault: Fault) -> PropId {
        if let Some(&id) = self.properties.get(&fault) {
            return id;
        }
        let (name, kind) = (fault.name().to_owned(), PropertyKind::Unreachable);
        // C may have the same.
        let known = self.program.props.iter().find(|(_, it)| it.name == name && it.kind == kind);
        let id = match known {
            Some((id, _)) => id,
            None => self.program.props.push(Property { name, kind, span: None }),
        };
        self.properties.insert(fault, id);
        id
    }

    /// When a check fails, or `None` if it never does.
    pub(super) fn failing(&mut self, check: &Check) -> Option<Failing> {
        let (violated, what, message, span) = match &check.what {
            Checked::Condition { violated, fault, message } => {
                (*violated, Violated::Promela(*fault), message.clone(), None)
            }
            Checked::Channel { channel, var, need } => {
                let (violated, fault, message) = self.failing_channel(*channel, *var, *need)?;
                (violated, Violated::Promela(fault), message, None)
            }
            Checked::C(it) => {
                (it.when, Violated::C(it.property), it.message.clone(), Some(it.span))
            }
        };
        let violated = match check.under {
            Some(under) => self.and(under, violated),
            None => violated,
        };
        if self.constant(violated) == Some(0) {
            return None;
        }
        Some(Failing { violated, what, message, span })
    }

    fn failing_channel(
        &mut self,
        channel: ExprId,
        var: Option<VarId>,
        need: Need,
    ) -> Option<(ExprId, Fault, String)> {
        let known = var
            .filter(|it| !self.assigned_channels.contains(it))
            .and_then(|it| self.declared_channel(it));
        let name =
            var.map_or_else(|| "channel".to_owned(), |it| self.program.vars[it].name.clone());
        let (violated, message) = match need {
            Need::Initialised => {
                if known.is_some() {
                    return None;
                }
                let zero = self.program.expr(Expr::Const { value: 0, ty: self.tys.channel });
                let violated = self.program.expr(Expr::Binary(BinOp::Eq, channel, zero));
                (violated, format!("reference to uninitialised channel `{name}`"))
            }
            Need::Arity { fields, sending } => {
                if let Some(known) = known
                    && known.fields == fields
                {
                    return None;
                }
                let arity = self.program.expr(Expr::Arity(channel));
                let given = self.program.int(i32::try_from(fields).unwrap_or(i32::MAX));
                let violated = self.program.expr(Expr::Binary(BinOp::Ne, arity, given));
                let violated = self.unless_null(channel, violated);
                let direction = if sending { "sent to" } else { "received from" };
                (violated, format!("wrong number of message fields {direction} `{name}`"))
            }
            Need::Buffered(fault, message) => {
                if known.is_some_and(|it| 0 < it.capacity) {
                    return None;
                }
                let capacity = self.program.expr(Expr::Capacity(channel));
                let zero = self.program.int(0);
                let violated = self.program.expr(Expr::Binary(BinOp::Eq, capacity, zero));
                let violated = self.unless_null(channel, violated);
                return Some((violated, fault, format!("{message} (`{name}`)")));
            }
        };
        Some((violated, Fault::Channel, message))
    }

    /// Only if the channel exists: what does not has faults of its own.
    fn unless_null(&mut self, channel: ExprId, violated: ExprId) -> ExprId {
        let arity = self.program.expr(Expr::Arity(channel));
        let zero = self.program.int(0);
        let exists = self.program.expr(Expr::Binary(BinOp::Lt, zero, arity));
        self.and(exists, violated)
    }

    pub(super) fn constant(&self, expr: ExprId) -> Option<i128> {
        match self.program.exprs[expr] {
            Expr::Const { value, .. } => Some(value),
            _ => None,
        }
    }

    pub(super) fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.constant(a), self.constant(b)) {
            (Some(0), _) | (_, Some(1)) => a,
            (_, Some(0)) | (Some(1), _) => b,
            _ => self.program.expr(Expr::Binary(BinOp::And, a, b)),
        }
    }

    pub(super) fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.constant(a), self.constant(b)) {
            (Some(1), _) | (_, Some(0)) => a,
            (_, Some(1)) | (Some(0), _) => b,
            _ => self.program.expr(Expr::Binary(BinOp::Or, a, b)),
        }
    }

    pub(super) fn not(&mut self, a: ExprId) -> ExprId {
        match self.program.exprs[a] {
            Expr::Const { value, .. } => self.truth(value == 0),
            Expr::Unary(UnOp::Not, inner) => inner,
            _ => self.program.expr(Expr::Unary(UnOp::Not, a)),
        }
    }
}

//! Expressions: all values are 32-bit integers, and what can go wrong is written down beside them.
//!
//! Lowering an expression yields a total one and pushes the conditions under which the source's one has no
//! meaning to `Lowering::checks`.

use tribunal_base::Span;
use tribunal_ir::{BinOp, Expr, ExprId, IntShape, Pattern, Place, PlaceId, Scan, Ty, UnOp, VarId};

use super::Lowering;
use super::c::Wanted;
use super::fault::{Check, Checked, Fault, Need};
use crate::ast::{self, BinaryOp, ExprKind, MatchKind, Probe, Queueing, UnaryOp};

impl Lowering<'_> {
    /// The value of an expression.
    pub(super) fn int(&mut self, expr: &ast::Expr) -> ExprId {
        let lowered = match &expr.kind {
            ExprKind::Number(value) => return self.program.int(*value),
            ExprKind::Char(value) => return self.program.int(i32::from(*value)),
            ExprKind::True | ExprKind::Skip => return self.program.int(1),
            ExprKind::False => return self.program.int(0),
            ExprKind::Mtype(_) | ExprKind::Place(_) | ExprKind::RemoteVariable { .. } => {
                self.native(expr)
            }
            ExprKind::Unary(UnaryOp::Minus, arg) => {
                let arg = self.int(arg);
                return self.unary(UnOp::Neg, arg);
            }
            ExprKind::Unary(UnaryOp::Complement, arg) => {
                let arg = self.int(arg);
                return self.unary(UnOp::BitNot, arg);
            }
            ExprKind::Binary(op, a, b) => match arithmetic(*op) {
                Some(op) => return self.arithmetic(op, a, b),
                None => self.truth_of(expr),
            },
            ExprKind::Conditional { condition, then, otherwise } => {
                let condition = self.truth_of(condition);
                let then = self.evaluated_if(condition, |it| it.int(then));
                let negated = self.not(condition);
                let otherwise = self.evaluated_if(negated, |it| it.int(otherwise));
                return match self.constant(condition) {
                    Some(0) => otherwise,
                    Some(_) => then,
                    None => self.program.expr(Expr::Ite(condition, then, otherwise)),
                };
            }
            ExprKind::Len(place) => {
                let channel = self.channel_value(place);
                return self.program.expr(Expr::Length(channel));
            }
            ExprKind::PcValue(pid) => {
                let pid = self.int(pid);
                return self.program.expr(Expr::ProgramCounter(pid));
            }
            ExprKind::GetPriority(pid) => {
                self.program.scheduling = tribunal_ir::Scheduling::Priority;
                let pid = self.int(pid);
                return self.program.expr(Expr::Priority(pid));
            }
            ExprKind::Run(run) => {
                let spawn = self.run(run, None, expr.span);
                self.spawns.extend(spawn);
                let count = self.program.expr(Expr::ProcessCount);
                let one = self.program.int(1);
                return self.program.expr(Expr::Binary(BinOp::Sub, count, one));
            }
            ExprKind::CExpr(code) => return self.c_expression(code, Wanted::Number),
            ExprKind::Unary(UnaryOp::Not, _)
            | ExprKind::Probe(..)
            | ExprKind::Enabled(_)
            | ExprKind::Poll(_)
            | ExprKind::Timeout
            | ExprKind::NonProgress
            | ExprKind::RemoteLabel { .. } => self.truth_of(expr),
        };
        self.widen(lowered)
    }

    /// Whether an expression is not 0.
    pub(super) fn truth_of(&mut self, expr: &ast::Expr) -> ExprId {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, arg) => {
                let arg = self.truth_of(arg);
                self.not(arg)
            }
            ExprKind::Binary(BinaryOp::And, a, b) => {
                let a = self.truth_of(a);
                let b = self.evaluated_if(a, |it| it.truth_of(b));
                self.and(a, b)
            }
            ExprKind::Binary(BinaryOp::Or, a, b) => {
                let a = self.truth_of(a);
                let not_a = self.not(a);
                let b = self.evaluated_if(not_a, |it| it.truth_of(b));
                self.or(a, b)
            }
            ExprKind::Binary(op, a, b) if comparison(*op).is_some() => {
                let (a, b) = (self.int(a), self.int(b));
                self.comparison(*op, a, b)
            }
            ExprKind::Probe(probe, place) => self.probe(*probe, place),
            ExprKind::Enabled(pid) => {
                let pid = self.int(pid);
                self.program.expr(Expr::Enabled(pid))
            }
            ExprKind::Poll(poll) => {
                let channel = self.channel_value(&poll.channel);
                let patterns = self.patterns(&poll.arguments, Storing::No);
                let var = self.channel_var(&poll.channel);
                self.need(
                    channel,
                    var,
                    Need::Buffered(Fault::Channel, "polling a rendezvous channel"),
                );
                let scan = scan(poll.queueing);
                self.program.expr(Expr::Poll { channel, patterns: patterns.into(), scan })
            }
            ExprKind::Timeout => self.program.expr(Expr::Timeout),
            ExprKind::NonProgress => self.program.expr(Expr::NonProgress),
            ExprKind::CExpr(code) => self.c_expression(code, Wanted::Truth),
            ExprKind::RemoteLabel { proctype, pid, label } => {
                let Some((process, pid)) = self.remote(proctype, pid.as_deref()) else {
                    return self.truth(false);
                };
                let label = self.label(process, label);
                self.program.expr(Expr::At { process: pid, label })
            }
            _ => {
                let value = self.int(expr);
                self.non_zero(value)
            }
        }
    }

    /// The value in its own type: names for printing.
    pub(super) fn native(&mut self, expr: &ast::Expr) -> ExprId {
        match &expr.kind {
            ExprKind::Mtype(name) => match self.mtype_constants.get(name) {
                Some(&(id, value)) => {
                    let ty = self.program.ty(Ty::Enum(id));
                    self.program.expr(Expr::Const { value, ty })
                }
                None => {
                    self.error(
                        "unknown-mtype",
                        expr.span,
                        format!("unknown mtype constant `{name}`"),
                    );
                    self.program.int(0)
                }
            },
            ExprKind::Place(place) => self.load(place),
            ExprKind::RemoteVariable { proctype, pid, variable } => {
                let place = self.remote_place(proctype, pid.as_deref(), variable);
                match place.and_then(|it| self.scalar(it, expr.span)) {
                    Some(place) => self.program.expr(Expr::Load(place)),
                    None => self.program.int(0),
                }
            }
            _ => self.int(expr),
        }
    }

    /// An expression evaluated where what can go wrong does not matter.
    pub(super) fn pure_int(&mut self, expr: &ast::Expr) -> ExprId {
        let outer = std::mem::take(&mut self.checks);
        let lowered = self.int(expr);
        self.forbid_c_faults("an initial value", expr.span);
        self.checks = outer;
        lowered
    }

    fn evaluated_if<T>(&mut self, condition: ExprId, lower: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.under;
        self.under = Some(outer.map_or(condition, |outer| self.and(outer, condition)));
        let lowered = lower(self);
        self.under = outer;
        lowered
    }

    pub(super) fn widen(&mut self, expr: ExprId) -> ExprId {
        if self.program.ty_of(expr) == Some(Ty::Int(IntShape::I32)) {
            return expr;
        }
        match self.program.exprs[expr] {
            Expr::Const { value, .. } => self.program.int(i32::try_from(value).unwrap_or(0)),
            _ => self.program.expr(Expr::Cast { to: self.tys.int, arg: expr }),
        }
    }

    fn non_zero(&mut self, value: ExprId) -> ExprId {
        match self.program.exprs[value] {
            Expr::Const { value, .. } => self.truth(value != 0),
            Expr::Cast { arg, .. } if self.program.ty_of(arg) == Some(Ty::Bool) => arg,
            _ => {
                let zero = self.program.int(0);
                self.program.expr(Expr::Binary(BinOp::Ne, value, zero))
            }
        }
    }

    fn unary(&mut self, op: UnOp, arg: ExprId) -> ExprId {
        match (op, self.constant(arg)) {
            (UnOp::Neg, Some(value)) => self.program.int(wrap(-value)),
            (UnOp::BitNot, Some(value)) => self.program.int(wrap(!value)),
            _ => self.program.expr(Expr::Unary(op, arg)),
        }
    }

    fn arithmetic(&mut self, op: BinOp, a: &ast::Expr, b: &ast::Expr) -> ExprId {
        let divisor_span = b.span;
        let (a, b) = (self.int(a), self.int(b));
        if matches!(op, BinOp::Div | BinOp::Rem) {
            self.check_divisor(b, divisor_span);
        }
        match (self.constant(a), self.constant(b)) {
            (Some(x), Some(y)) if y != 0 || !matches!(op, BinOp::Div | BinOp::Rem) => {
                let value = fold(op, wrap(x), wrap(y));
                self.program.int(value)
            }
            _ => self.program.expr(Expr::Binary(op, a, b)),
        }
    }

    fn check_divisor(&mut self, divisor: ExprId, span: Span) {
        let zero = self.program.int(0);
        let violated = self.comparison(BinaryOp::Eq, divisor, zero);
        let text = self.program.sources.snippet(span).to_owned();
        self.check(violated, Fault::Division, format!("division by zero: `{text}` is 0"));
    }

    pub(super) fn check(&mut self, violated: ExprId, fault: Fault, message: String) {
        if self.constant(violated) != Some(0) {
            let what = Checked::Condition { violated, fault, message };
            self.checks.push(Check { under: self.under, what });
        }
    }

    pub(super) fn need(&mut self, channel: ExprId, var: Option<VarId>, need: Need) {
        self.checks
            .push(Check { under: self.under, what: Checked::Channel { channel, var, need } });
    }

    pub(super) fn comparison(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        let Some((op, swapped)) = comparison(op) else { return self.truth(false) };
        let (a, b) = if swapped { (b, a) } else { (a, b) };
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b)) {
            return self.truth(match op {
                BinOp::Eq => x == y,
                BinOp::Ne => x != y,
                BinOp::Lt => x < y,
                _ => x <= y,
            });
        }
        self.program.expr(Expr::Binary(op, a, b))
    }

    fn probe(&mut self, probe: Probe, place: &ast::Place) -> ExprId {
        let channel = self.channel_value(place);
        let length = self.program.expr(Expr::Length(channel));
        let zero = self.program.int(0);
        match probe {
            Probe::Empty => self.program.expr(Expr::Binary(BinOp::Eq, length, zero)),
            Probe::NotEmpty => self.program.expr(Expr::Binary(BinOp::Ne, length, zero)),
            Probe::Full => self.full(channel),
            Probe::NotFull => {
                let full = self.full(channel);
                self.not(full)
            }
        }
    }

    /// A rendezvous channel is never full.
    fn full(&mut self, channel: ExprId) -> ExprId {
        let length = self.program.expr(Expr::Length(channel));
        let capacity = self.program.expr(Expr::Capacity(channel));
        let zero = self.program.int(0);
        let buffered = self.program.expr(Expr::Binary(BinOp::Ne, capacity, zero));
        let filled = self.program.expr(Expr::Binary(BinOp::Eq, length, capacity));
        self.and(buffered, filled)
    }

    /// The channel that a place holds; reports an error if it cannot hold one.
    pub(super) fn channel_value(&mut self, place: &ast::Place) -> ExprId {
        let lowered = self.place(place).and_then(|it| self.scalar(it, place.span));
        let nothing = Expr::Const { value: 0, ty: self.tys.channel };
        let Some(lowered) = lowered else { return self.program.expr(nothing) };
        if self.program.ty_of_place(lowered) != Some(self.tys.channel) {
            let text = self.program.sources.snippet(place.span).to_owned();
            self.error_with_help(
                "not-a-channel",
                place.span,
                format!("`{text}` is not a channel"),
                "declare it as `chan q = [1] of { byte }`",
            );
            return self.program.expr(nothing);
        }
        let channel = self.program.expr(Expr::Load(lowered));
        let var = self.channel_var(place);
        self.need(channel, var, Need::Initialised);
        channel
    }

    /// The variable behind a channel, unless it is a field.
    pub(super) fn channel_var(&self, place: &ast::Place) -> Option<VarId> {
        let [part] = &*place.parts else { return None };
        self.scopes.find(&part.name.name)
    }

    /// The arguments of a receive or poll, structures expanded.
    pub(super) fn patterns(
        &mut self,
        arguments: &[ast::MatchArg],
        storing: Storing,
    ) -> Vec<Pattern> {
        let mut patterns = Vec::new();
        for argument in arguments {
            match &argument.kind {
                MatchKind::Constant(value) | MatchKind::Eval(value) => {
                    if let ExprKind::Place(place) = &value.kind
                        && self.is_structure(place)
                    {
                        let leaves = self.structure(place);
                        for leaf in leaves {
                            let value = self.program.expr(Expr::Load(leaf));
                            let value = self.widen(value);
                            patterns.push(Pattern::Match(value));
                        }
                        continue;
                    }
                    let value = self.int(value);
                    patterns.push(Pattern::Match(value));
                }
                MatchKind::Place(place) if is_named(place, "_") => patterns.push(Pattern::Any),
                MatchKind::Place(place) => {
                    for leaf in self.structure(place) {
                        patterns.push(match storing {
                            Storing::Yes => {
                                self.writes(leaf);
                                Pattern::Store(leaf)
                            }
                            Storing::No => Pattern::Any,
                        });
                    }
                    self.forbid_assignment(place);
                }
            }
        }
        patterns
    }

    /// The fields of a message, structures expanded.
    pub(super) fn message(&mut self, arguments: &[ast::Expr]) -> Vec<ExprId> {
        let mut fields = Vec::new();
        for argument in arguments {
            match &argument.kind {
                ExprKind::Place(place) if self.is_structure(place) => {
                    for leaf in self.structure(place) {
                        let value = self.program.expr(Expr::Load(leaf));
                        fields.push(self.widen(value));
                    }
                }
                _ => {
                    let value = self.int(argument);
                    fields.push(value);
                }
            }
        }
        fields
    }

    fn is_structure(&mut self, place: &ast::Place) -> bool {
        let Some(var) = self.scopes.find(&place.parts[0].name.name) else { return false };
        let mut ty = self.program.vars[var].ty;
        for part in &place.parts[1..] {
            if let Ty::Array { elem, .. } = self.program.tys[ty] {
                ty = elem;
            }
            let Ty::Record(id) = self.program.tys[ty] else { return false };
            let Some(field) =
                self.program.records[id].fields.iter().find(|it| it.name == part.name.name)
            else {
                return false;
            };
            ty = field.ty;
        }
        if let Ty::Array { elem, .. } = self.program.tys[ty] {
            ty = elem;
        }
        matches!(self.program.tys[ty], Ty::Record(_))
    }

    /// The scalars of a place: itself, or all of a structure's.
    fn structure(&mut self, place: &ast::Place) -> Vec<PlaceId> {
        let mut leaves = Vec::new();
        if let Some(place) = self.place(place) {
            let place = self.first_element(place);
            self.leaf_places(place, &mut leaves);
        }
        leaves
    }

    /// An array without an index stands for its first element.
    pub(super) fn first_element(&mut self, place: PlaceId) -> PlaceId {
        match self.program.ty_of_place(place).map(|ty| self.program.tys[ty]) {
            Some(Ty::Array { .. }) => {
                let zero = self.program.int(0);
                self.program.place(Place::Index(place, zero))
            }
            _ => place,
        }
    }

    /// A place as a scalar; reports an error if it is a structure.
    pub(super) fn scalar(&mut self, place: PlaceId, span: Span) -> Option<PlaceId> {
        let place = self.first_element(place);
        let ty = self.program.ty_of_place(place)?;
        if self.program.shape(ty).is_none() {
            let text = self.program.sources.snippet(span).to_owned();
            self.error_with_help(
                "structure-as-value",
                span,
                format!("`{text}` is a structure, not a value"),
                "structures can be sent and received, but not assigned or compared: name a field",
            );
            return None;
        }
        Some(place)
    }
}

/// Whether the arguments of a receive are stored to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Storing {
    Yes,
    No,
}

pub(super) fn scan(queueing: Queueing) -> Scan {
    match queueing {
        Queueing::Fifo => Scan::Front,
        Queueing::Anywhere => Scan::Any,
    }
}

pub(super) fn is_named(place: &ast::Place, name: &str) -> bool {
    matches!(&*place.parts, [part] if part.name.name == name && part.index.is_none())
}

fn wrap(value: i128) -> i32 {
    i32::try_from(IntShape::I32.wrap(value)).unwrap_or(0)
}

fn fold(op: BinOp, a: i32, b: i32) -> i32 {
    match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::Div => a.wrapping_div(b),
        BinOp::Rem => a.wrapping_rem(b),
        BinOp::Shl => a.wrapping_shl(b.cast_unsigned()),
        BinOp::Shr => a.wrapping_shr(b.cast_unsigned()),
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le => 0,
        BinOp::AddOverflows | BinOp::SubOverflows | BinOp::MulOverflows | BinOp::SameObject => 0,
    }
}

fn arithmetic(op: BinaryOp) -> Option<BinOp> {
    Some(match op {
        BinaryOp::Mul => BinOp::Mul,
        BinaryOp::Div => BinOp::Div,
        BinaryOp::Rem => BinOp::Rem,
        BinaryOp::Add => BinOp::Add,
        BinaryOp::Sub => BinOp::Sub,
        BinaryOp::Shl => BinOp::Shl,
        BinaryOp::Shr => BinOp::Shr,
        BinaryOp::BitAnd => BinOp::And,
        BinaryOp::BitXor => BinOp::Xor,
        BinaryOp::BitOr => BinOp::Or,
        BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::And
        | BinaryOp::Or => return None,
    })
}

/// The operator, and whether its operands change places.
fn comparison(op: BinaryOp) -> Option<(BinOp, bool)> {
    Some(match op {
        BinaryOp::Lt => (BinOp::Lt, false),
        BinaryOp::Le => (BinOp::Le, false),
        BinaryOp::Gt => (BinOp::Lt, true),
        BinaryOp::Ge => (BinOp::Le, true),
        BinaryOp::Eq => (BinOp::Eq, false),
        BinaryOp::Ne => (BinOp::Ne, false),
        _ => return None,
    })
}

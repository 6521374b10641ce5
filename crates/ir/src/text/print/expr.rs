//! Expressions, places, types and formulas as text.

use super::Printer;
use crate::edge::{Pattern, Scan};
use crate::expr::{BinOp, Expr, Place, UnOp};
use crate::formula::Formula;
use crate::memory::HeapQuery;
use crate::program::{ExprId, FormulaId, PlaceId, ProcId, Scope};
use crate::text::parser::OPERATORS;
use crate::text::syntax::{Function, NAMED_OPERATORS};
use crate::ty::{IntShape, Ty, TyId};
use tribunal_base::Id;

/// Binding strength of `as`; the binary operators have the levels below.
const CAST: usize = OPERATORS.len();
/// Binding strength of operators with one operand.
const UNARY: usize = CAST + 1;
/// Binding strength of names and calls.
const PRIMARY: usize = UNARY + 1;

impl Printer<'_> {
    /// An expression as it stands in the given process, or in a property.
    #[must_use]
    pub fn expr(&self, scope: Option<ProcId>, expr: ExprId) -> String {
        self.expr_at(scope, expr, 0)
    }

    /// A place as it stands in the given process, or in a property.
    #[must_use]
    pub fn place(&self, scope: Option<ProcId>, place: PlaceId) -> String {
        match self.program.places[place] {
            Place::Var(var) => {
                let name = &self.names.vars[var.index()];
                match self.program.vars[var].scope {
                    Scope::Local(owner) if scope != Some(owner) => {
                        format!("{}::{name}", self.names.procs[owner.index()])
                    }
                    Scope::Local(_) | Scope::Global => name.clone(),
                }
            }
            Place::Index(base, index) => {
                format!("{}[{}]", self.place(scope, base), self.expr(scope, index))
            }
            Place::Field(base, field) => {
                format!("{}.{}", self.place(scope, base), self.field(base, field))
            }
            Place::Remote { process, var } => {
                let owner = match self.program.vars[var].scope {
                    Scope::Local(owner) => &self.names.procs[owner.index()],
                    Scope::Global => "global",
                };
                let process = self.expr(scope, process);
                format!("{owner}[{process}]:{}", self.names.vars[var.index()])
            }
            Place::Deref { pointer, ty } => {
                format!("memory({}, {})", self.expr(scope, pointer), self.ty(ty))
            }
        }
    }

    /// The name of a field of the record at a place.
    pub(super) fn field(&self, base: PlaceId, field: u32) -> String {
        let record = match self.program.ty_of_place(base).map(|it| self.program.tys[it]) {
            Some(Ty::Record(record)) => self.names.fields.get(record.index()),
            _ => None,
        };
        let name = record.and_then(|it| it.get(field as usize));
        name.cloned().unwrap_or_else(|| field.to_string())
    }

    /// A type.
    #[must_use]
    pub fn ty(&self, ty: TyId) -> String {
        match self.program.tys[ty] {
            Ty::Bool => "bool".to_owned(),
            Ty::Int(shape) => int_ty(shape),
            Ty::Enum(id) => self.names.enums[id.index()].clone(),
            Ty::Channel => "chan".to_owned(),
            Ty::Float(float) => format!("f{}", float.bits()),
            Ty::Pointer => "pointer".to_owned(),
            Ty::Array { elem, len } => format!("[{}; {len}]", self.ty(elem)),
            Ty::Record(id) => self.names.records[id.index()].clone(),
        }
    }

    /// The patterns of a receive.
    pub(super) fn patterns(&self, scope: Option<ProcId>, patterns: &[Pattern]) -> String {
        let pattern = |pattern: &Pattern| match *pattern {
            Pattern::Store(place) => self.place(scope, place),
            Pattern::Match(value) => match self.program.exprs[value] {
                Expr::Const { .. } => self.expr(scope, value),
                _ => format!("eval({})", self.expr(scope, value)),
            },
            Pattern::Any => "_".to_owned(),
        };
        patterns.iter().map(pattern).collect::<Vec<_>>().join(", ")
    }

    /// An expression beside an operator that binds at `level`.
    pub(super) fn expr_at(&self, scope: Option<ProcId>, expr: ExprId, level: usize) -> String {
        let (text, own_level) = self.expr_with_level(scope, expr);
        if own_level < level { format!("({text})") } else { text }
    }

    /// An expression that has to stand beside `!` and `?`.
    pub(super) fn operand(&self, scope: Option<ProcId>, expr: ExprId) -> String {
        self.expr_at(scope, expr, UNARY)
    }

    fn expr_with_level(&self, scope: Option<ProcId>, expr: ExprId) -> (String, usize) {
        let call = |name: &str, arg: ExprId| format!("{name}({})", self.expr(scope, arg));
        let text = match self.program.exprs[expr] {
            Expr::Const { value, ty } => self.constant(value, ty, None),
            Expr::Load(place) => self.place(scope, place),
            Expr::Unary(op, arg) => {
                let operator = match op {
                    UnOp::Not => "!",
                    UnOp::Neg => "-",
                    UnOp::BitNot => "~",
                    UnOp::Sqrt => return (call(Function::Sqrt.name(), arg), PRIMARY),
                    UnOp::Round(rounding) => {
                        return (call(Function::Round(rounding).name(), arg), PRIMARY);
                    }
                };
                // `!!` and `-5` would be read as something else.
                let is_const = matches!(self.program.exprs[arg], Expr::Const { .. });
                let arg = self.expr_at(scope, arg, PRIMARY);
                let arg = if is_const { format!("({arg})") } else { arg };
                return (format!("{operator}{arg}"), UNARY);
            }
            Expr::Binary(op, left, right) => return self.binary(scope, op, left, right),
            Expr::Ite(condition, yes, no) => {
                let condition = self.expr(scope, condition);
                let yes_text = self.beside(scope, yes, no, 0);
                let no_text = self.beside(scope, no, yes, 0);
                let text = format!("if {condition} then {yes_text} else {no_text}");
                return (format!("({text})"), PRIMARY);
            }
            Expr::Cast { to, arg } => {
                return (format!("{} as {}", self.expr_at(scope, arg, CAST), self.ty(to)), CAST);
            }
            Expr::Reinterpret { to, arg } => {
                format!("reinterpret({}, {})", self.expr(scope, arg), self.ty(to))
            }
            Expr::Object(object) => format!("object({})", self.names.objects[object.index()]),
            Expr::Function(function) => {
                format!("function({})", self.names.procs[function.index()])
            }
            Expr::Advance { pointer, by } => {
                format!("advance({}, {})", self.expr(scope, pointer), self.bytes(scope, by))
            }
            Expr::Pointer(query, pointer) => call(Function::Pointer(query).name(), pointer),
            Expr::IsInitialised { pointer, size } => {
                let (pointer, size) = (self.expr(scope, pointer), self.bytes(scope, size));
                format!("is_initialised({pointer}, {size})")
            }
            Expr::Heap(HeapQuery::InUse) => "heap_in_use".to_owned(),
            Expr::Heap(HeapQuery::Lost) => "heap_lost".to_owned(),
            Expr::SelfPid => "self".to_owned(),
            Expr::ProcessCount => "process_count".to_owned(),
            Expr::InstanceOf(process) => {
                format!("instance_of({})", self.names.procs[process.index()])
            }
            Expr::At { process, label } => {
                let owner = &self.names.procs[self.program.labels[label].process.index()];
                let label = &self.names.labels[label.index()];
                format!("{owner}[{}]@{label}", self.expr(scope, process))
            }
            Expr::ProgramCounter(process) => call("pc", process),
            Expr::Priority(process) => call("priority", process),
            Expr::Enabled(process) => call("enabled", process),
            Expr::Timeout => "timeout".to_owned(),
            Expr::NonProgress => "non_progress".to_owned(),
            Expr::Length(channel) => call("len", channel),
            Expr::Capacity(channel) => call("capacity", channel),
            Expr::Arity(channel) => call("arity", channel),
            Expr::Poll { channel, ref patterns, scan } => {
                let operator = scan_operator(scan);
                let channel = self.operand(scope, channel);
                let patterns = self.patterns(scope, patterns);
                let patterns = if patterns.is_empty() { "()" } else { &patterns };
                format!("poll({channel} {operator} {patterns})")
            }
        };
        (text, PRIMARY)
    }

    fn binary(
        &self,
        scope: Option<ProcId>,
        op: BinOp,
        left: ExprId,
        right: ExprId,
    ) -> (String, usize) {
        if let Some((name, _)) = NAMED_OPERATORS.into_iter().find(|(_, it)| *it == op) {
            let left_text = self.beside(scope, left, right, 0);
            let right_text = self.beside(scope, right, left, 0);
            return (format!("{name}({left_text}, {right_text})"), PRIMARY);
        }
        let is_logical = self.program.ty_of(left) == Some(Ty::Bool);
        let spellings: Vec<(usize, &str)> = (0..)
            .zip(OPERATORS)
            .flat_map(|(level, all)| all.iter().map(move |it| (level, it)))
            .filter(|(_, (_, it))| *it == op)
            .map(|(level, (spelling, _))| (level, *spelling))
            .collect();
        // Conjunction comes before bitwise and in the table, likewise for or.
        let choice = if is_logical { spellings.first() } else { spellings.last() };
        let &(level, operator) = choice.expect("every operator should have a spelling");
        // A chain of comparisons would be read from the left, but hardly by people.
        let left_level = if op.is_comparison() { level + 1 } else { level };
        let left_text = self.beside(scope, left, right, left_level);
        let right_text = self.beside(scope, right, left, level + 1);
        (format!("{left_text} {operator} {right_text}"), level)
    }

    /// A number of bytes.
    pub(super) fn bytes(&self, scope: Option<ProcId>, expr: ExprId) -> String {
        self.expr_as(scope, expr, Ty::Int(IntShape::I64))
    }

    /// An expression where one of a known type should stand.
    pub(super) fn expr_as(&self, scope: Option<ProcId>, expr: ExprId, expected: Ty) -> String {
        match self.program.exprs[expr] {
            Expr::Const { value, ty } => self.constant(value, ty, Some(expected)),
            _ => self.expr(scope, expr),
        }
    }

    /// One of two operands that should be of the same type: a number needs to name its type only
    /// if the reader cannot tell it from the other operand.
    fn beside(&self, scope: Option<ProcId>, expr: ExprId, other: ExprId, level: usize) -> String {
        match self.program.exprs[expr] {
            Expr::Const { value, ty } => {
                let hint = match self.program.exprs[other] {
                    // Of two numbers the first names the type unless it is the usual one, and the
                    // parser hands it to the second; writing both is as clear.
                    Expr::Const { ty: other, .. } if other == ty => None,
                    Expr::Const { .. } => return self.suffixed(value, ty),
                    _ => self.program.ty_of(other),
                };
                match hint {
                    Some(hint) if hint != self.program.tys[ty] => self.suffixed(value, ty),
                    _ => self.constant(value, ty, hint),
                }
            }
            _ => self.expr_at(scope, expr, level),
        }
    }

    /// A constant whose type is written unless it is the expected one, or a plain `i32` where
    /// nothing is expected.
    fn constant(&self, value: i128, ty: TyId, expected: Option<Ty>) -> String {
        let usual = Ty::Int(IntShape::I32);
        let is_known = self.program.tys[ty] == expected.unwrap_or(usual);
        match self.program.tys[ty] {
            Ty::Int(shape) if is_known && shape.wrap(value) == value => number(value, shape),
            _ => self.suffixed(value, ty),
        }
    }

    fn suffixed(&self, value: i128, ty: TyId) -> String {
        match self.program.tys[ty] {
            Ty::Bool if value == 0 => "false".to_owned(),
            Ty::Bool if value == 1 => "true".to_owned(),
            Ty::Int(shape) => format!("{}{}", number(value, shape), int_ty(shape)),
            Ty::Enum(id) => {
                let owner = &self.names.enums[id.index()];
                let variants = &self.program.enums[id].variants;
                match variants.iter().position(|(_, it)| *it == value) {
                    Some(at) => format!("{owner}::{}", self.names.variants[id.index()][at]),
                    None => format!("{owner}::{value}"),
                }
            }
            Ty::Pointer if value == 0 => "null".to_owned(),
            Ty::Float(_) | Ty::Pointer => {
                format!("{}::{}", self.ty(ty), value.cast_unsigned())
            }
            Ty::Bool | Ty::Channel | Ty::Array { .. } | Ty::Record(_) => {
                format!("{}::{value}", self.ty(ty))
            }
        }
    }

    /// A temporal formula.
    #[must_use]
    pub fn formula(&self, formula: FormulaId) -> String {
        self.formula_at(formula, 0)
    }

    fn formula_at(&self, formula: FormulaId, level: usize) -> String {
        // `!!` would be read as the sign of a sorted send.
        let is_negation = |arg| matches!(self.program.formulas[arg], Formula::Not(_));
        let prefix = |operator: &str, arg| {
            let text = self.formula_at(arg, 3);
            if is_negation(arg) {
                format!("{operator}({text})")
            } else {
                format!("{operator}{text}")
            }
        };
        let infix = |level, left, operator, right, right_level| {
            let left = self.formula_at(left, level + 1);
            (format!("{left} {operator} {}", self.formula_at(right, right_level)), level)
        };
        let (text, own_level) = match self.program.formulas[formula] {
            Formula::Const(value) => (value.to_string(), 3),
            Formula::Atom(expr) => (format!("{{{}}}", self.expr(None, expr)), 3),
            Formula::Not(arg) => (prefix("!", arg), 3),
            Formula::Next(arg) => (prefix("X ", arg), 3),
            Formula::AllRuns(arg) => (prefix("A ", arg), 3),
            Formula::SomeRun(arg) => (prefix("E ", arg), 3),
            Formula::Release(left, right) if self.is_const(left, false) => (prefix("G ", right), 3),
            Formula::Until(left, right) if self.is_const(left, true) => (prefix("F ", right), 3),
            Formula::Or(left, right) => infix(0, left, "||", right, 0),
            Formula::And(left, right) => infix(1, left, "&&", right, 1),
            Formula::Until(left, right) => infix(2, left, "U", right, 3),
            Formula::Release(left, right) => infix(2, left, "R", right, 3),
        };
        if own_level < level { format!("({text})") } else { text }
    }

    fn is_const(&self, formula: FormulaId, value: bool) -> bool {
        self.program.formulas[formula] == Formula::Const(value)
    }
}

/// The sign of a receive.
pub(super) fn scan_operator(scan: Scan) -> &'static str {
    match scan {
        Scan::Front => "?",
        Scan::Any => "??",
    }
}

/// The name of an integer type.
pub(super) fn int_ty(shape: IntShape) -> String {
    format!("{}{}", if shape.signed { 'i' } else { 'u' }, shape.bits)
}

/// A number of a shape; the widest unsigned ones are kept as negative ones.
fn number(value: i128, shape: IntShape) -> String {
    if shape.bits == 128 && !shape.signed {
        value.cast_unsigned().to_string()
    } else {
        value.to_string()
    }
}

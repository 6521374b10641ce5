//! Programs as text.

mod expr;
mod object;

use super::names::{Names, quote};
use crate::edge::{Action, Edge, Guard, MessageOrder, Overflow, Removal, Stream, Then};
use crate::expr::{Expr, Place};
use crate::program::{
    Control, EdgeId, ExprId, Initialiser, Initially, LabelId, LocId, Matching, PlaceId,
    PointerBytes, ProcId, ProcessKind, Program, PropId, Scheduling, Scope, VarId,
};
use crate::property::PropertyKind;
use crate::ty::{IntShape, Ty};
use expr::{int_ty, scan_operator};
use std::fmt::Write as _;
use tribunal_base::{Id, Span};

/// Writes parts of a program, naming things as the whole text does.
pub struct Printer<'a> {
    program: &'a Program,
    names: Names,
    /// The offsets of the line ends of each source.
    line_ends: Vec<Vec<usize>>,
}

impl<'a> Printer<'a> {
    /// Finds a name for everything.
    #[must_use]
    pub fn new(program: &'a Program) -> Self {
        let line_ends = |text: &str| text.match_indices('\n').map(|(at, _)| at).collect();
        Self {
            program,
            names: Names::new(program),
            line_ends: program.sources.files().map(|(_, _, text)| line_ends(text)).collect(),
        }
    }

    /// The whole program.
    #[must_use]
    pub fn program(&self) -> String {
        let mut out = String::new();
        self.declarations(&mut out);
        for process in self.program.procs.ids() {
            self.process(&mut out, process);
        }
        if !self.program.props.is_empty() {
            out.push('\n');
        }
        for (id, property) in self.program.props.iter() {
            let kind = match property.kind {
                PropertyKind::Ltl(formula) => format!("ltl {}", self.formula(formula)),
                PropertyKind::Branching { formula, granularity } => {
                    format!("ctl {} {}", granularity.name(), self.formula(formula))
                }
                PropertyKind::Never(claim) => format!("never {}", self.names.procs[claim.index()]),
                plain => {
                    let known = PropertyKind::PLAIN.into_iter().find(|it| it.1 == plain);
                    known.map_or_else(String::new, |it| it.0.to_owned())
                }
            };
            let line = format!("property {}: {kind}", self.names.props[id.index()]);
            match property.span {
                Some(span) => self.line(&mut out, &line, span),
                None => push_line(&mut out, &line),
            }
        }
        out.trim_start().to_owned()
    }

    /// The name of a process.
    #[must_use]
    pub fn process_name(&self, process: ProcId) -> &str {
        &self.names.procs[process.index()]
    }

    /// The name of a location.
    #[must_use]
    pub fn location_name(&self, location: LocId) -> String {
        format!("{location:?}")
    }

    /// The name of a property.
    #[must_use]
    pub fn property_name(&self, property: PropId) -> &str {
        &self.names.props[property.index()]
    }

    /// The name of a variable within its scope.
    #[must_use]
    pub fn var_name(&self, var: VarId) -> &str {
        &self.names.vars[var.index()]
    }

    /// The name of a label within its process.
    #[must_use]
    pub fn label_name(&self, label: LabelId) -> &str {
        &self.names.labels[label.index()]
    }

    /// When an edge may be taken and what it does, without its ends: `when x == 1 do x = 2`.
    #[must_use]
    pub fn command(&self, edge: EdgeId) -> String {
        self.clauses(edge).join(" ")
    }

    /// The clauses of a command: `when x == 1`, `do x = 2`.
    #[must_use]
    pub fn clauses(&self, edge: EdgeId) -> Vec<String> {
        let edge = &self.program.edges[edge];
        let scope = Some(self.program.locs[edge.from].process);
        let mut clauses = Vec::new();
        if edge.tier != 0 {
            clauses.push(format!("tier {}", edge.tier));
        }
        if edge.atomic {
            clauses.push("atomic".to_owned());
        }
        match edge.guard {
            Guard::When(condition) if self.is_true(condition) => {}
            Guard::When(condition) => clauses.push(format!("when {}", self.expr(scope, condition))),
            Guard::Else => clauses.push("else".to_owned()),
        }
        if !edge.actions.is_empty() {
            clauses.push(format!("do {}", self.actions(scope, edge)));
        }
        if let Some(violation) = &edge.violates {
            let property = &self.names.props[violation.property.index()];
            let then = match violation.then {
                Then::Continue => "continue",
                Then::Stop => "stop",
            };
            clauses.push(format!("violates {property} {} {then}", quote(&violation.message, '"')));
        }
        clauses
    }

    fn is_true(&self, expr: ExprId) -> bool {
        match self.program.exprs[expr] {
            Expr::Const { value: 1, ty } => self.program.tys[ty] == Ty::Bool,
            _ => false,
        }
    }

    fn actions(&self, scope: Option<ProcId>, edge: &Edge) -> String {
        let actions: Vec<String> = edge.actions.iter().map(|it| self.action(scope, it)).collect();
        actions.join("; ")
    }

    /// An action of the given process.
    #[must_use]
    pub fn action(&self, scope: Option<ProcId>, action: &Action) -> String {
        match action {
            Action::Assign { place, value } => {
                format!("{} = {}", self.place(scope, *place), self.expr(scope, *value))
            }
            Action::Havoc { place } => format!("havoc {}", self.place(scope, *place)),
            Action::Allocate { object, size, place } => {
                let (place, size) = (self.place(scope, *place), self.bytes(scope, *size));
                format!("{place} = allocate {}({size})", self.names.objects[object.index()])
            }
            Action::Release { pointer } => format!("release({})", self.expr(scope, *pointer)),
            Action::Copy { to, from, size } => {
                let (pointers, size) = (self.exprs(scope, &[*to, *from]), self.bytes(scope, *size));
                format!("copy_bytes({pointers}, {size})")
            }
            Action::Fill { to, byte, size } => {
                let byte = self.expr_as(scope, *byte, Ty::Int(IntShape::U8));
                let (to, size) = (self.expr(scope, *to), self.bytes(scope, *size));
                format!("fill_bytes({to}, {byte}, {size})")
            }
            Action::Call { process, args, result } => {
                let result = result.map(|it| format!("{} = ", self.place(scope, it)));
                let function = &self.names.procs[process.index()];
                let args = self.exprs(scope, args);
                format!("{}call {function}({args})", result.unwrap_or_default())
            }
            Action::Return { value: None } => "return".to_owned(),
            Action::Return { value: Some(value) } => format!("return {}", self.expr(scope, *value)),
            Action::Send { channel, message, order, overflow } => {
                let overflow = match overflow {
                    Overflow::Block => "",
                    Overflow::Lose => "lossy ",
                };
                let order = match order {
                    MessageOrder::Fifo => "!",
                    MessageOrder::Sorted => "!!",
                };
                let message =
                    if message.is_empty() { "()".to_owned() } else { self.exprs(scope, message) };
                format!("{overflow}{} {order} {message}", self.operand(scope, *channel))
            }
            Action::Receive { channel, patterns, scan, removal } => {
                let patterns = self.patterns(scope, patterns);
                let patterns = match removal {
                    Removal::Take if patterns.is_empty() => "()".to_owned(),
                    Removal::Take => patterns,
                    Removal::Copy => format!("<{patterns}>"),
                };
                let channel = self.operand(scope, *channel);
                format!("{channel} {} {patterns}", scan_operator(*scan))
            }
            Action::Spawn { process, args, result, priority } => {
                let mut text = String::new();
                if let Some(result) = result {
                    _ = write!(text, "{} = ", self.place(scope, *result));
                }
                let process = &self.names.procs[process.index()];
                _ = write!(text, "run {process}({})", self.exprs(scope, args));
                if !self.is_usual_priority(*priority) {
                    _ = write!(text, " priority {}", self.expr(scope, *priority));
                }
                text
            }
            Action::Exit => "exit".to_owned(),
            Action::SetPriority { process, value } => {
                let process = self.expr(scope, *process);
                format!("set_priority({process}, {})", self.expr(scope, *value))
            }
            Action::Print { stream, format, args } => {
                let stream = match stream {
                    Stream::Output => "",
                    Stream::Error => "error ",
                    Stream::Status => "status ",
                };
                let mut text = format!("print {stream}{}", quote(format, '"'));
                for arg in args {
                    _ = write!(text, ", {}", self.expr(scope, *arg));
                }
                text
            }
        }
    }

    fn exprs(&self, scope: Option<ProcId>, exprs: &[ExprId]) -> String {
        let exprs: Vec<String> = exprs.iter().map(|it| self.expr(scope, *it)).collect();
        exprs.join(", ")
    }

    fn is_usual_priority(&self, expr: ExprId) -> bool {
        match self.program.exprs[expr] {
            Expr::Const { value: 1, ty } => self.program.tys[ty] == Ty::Int(IntShape::I32),
            _ => false,
        }
    }
}

/// Declarations.
impl Printer<'_> {
    fn declarations(&self, out: &mut String) {
        if self.program.scheduling == Scheduling::Priority {
            push_line(out, "scheduling priority");
        }
        if self.program.pointer_bytes != PointerBytes::default() {
            let line = format!("pointer_bytes {}", self.program.pointer_bytes.count());
            push_line(out, &line);
        }
        if let Some(condition) = self.program.end_requires {
            push_line(out, &format!("end_requires {}", self.expr(None, condition)));
        }
        for unsupported in &self.program.unsupported {
            let line = format!("unsupported {}", quote(&unsupported.what, '"'));
            self.line(out, &line, unsupported.span);
        }
        for (id, enumeration) in self.program.enums.iter() {
            let names = &self.names.variants[id.index()];
            let variants = names.iter().zip(&enumeration.variants);
            let variants: Vec<String> =
                variants.map(|(name, (_, value))| format!("{name} = {value}")).collect();
            let (name, shape) = (&self.names.enums[id.index()], int_ty(enumeration.shape));
            push_line(out, &format!("enum {name}: {shape} {{ {} }}", variants.join(", ")));
        }
        for (id, record) in self.program.records.iter() {
            let fields = self.names.fields[id.index()].iter().zip(&record.fields);
            let fields: Vec<String> =
                fields.map(|(name, field)| format!("{name}: {}", self.ty(field.ty))).collect();
            let name = &self.names.records[id.index()];
            push_line(out, &format!("record {name} {{ {} }}", fields.join(", ")));
        }
        for (id, channel) in self.program.channels.iter() {
            let mut line =
                format!("channel {} [{}]", self.names.channels[id.index()], channel.capacity);
            let fields: Vec<String> = channel.fields.iter().map(|it| self.ty(*it)).collect();
            if !fields.is_empty() {
                _ = write!(line, " of {}", fields.join(", "));
            }
            self.line(out, &line, channel.span);
        }
        for (id, object) in self.program.objects.iter() {
            self.line(out, &self.object(id), object.span);
        }
        for (id, var) in self.program.vars.iter() {
            if var.scope == Scope::Global {
                self.line(out, &format!("global {}", self.variable(None, id)), var.span);
            }
        }
    }

    fn variable(&self, scope: Option<ProcId>, id: VarId) -> String {
        let var = &self.program.vars[id];
        let matching = match var.matching {
            Matching::Matched => "",
            Matching::Unmatched => "unmatched ",
        };
        let mut text = format!("{matching}{}: {}", self.names.vars[id.index()], self.ty(var.ty));
        match &var.init[..] {
            [] => {}
            [one] if self.program.places[one.place] == Place::Var(id) => {
                _ = write!(text, " = {}", self.initially(scope, one.value));
            }
            all => _ = write!(text, " = {{ {} }}", self.initialisers(scope, id, all)),
        }
        text
    }

    /// Neighbouring elements with the same first value are written as one range.
    fn initialisers(&self, scope: Option<ProcId>, var: VarId, all: &[Initialiser]) -> String {
        let mut parts = Vec::new();
        let mut rest = all;
        while let Some(first) = rest.first() {
            let run = self.run_length(rest);
            let path = match self.element(first.place) {
                Some((base, index)) if 1 < run => {
                    let end = index + i128::try_from(run).unwrap_or_default();
                    format!("{}[{index}..{end}]", self.path(scope, var, base))
                }
                _ => self.path(scope, var, first.place),
            };
            let path = if path.is_empty() { "self" } else { &path };
            parts.push(format!("{path} = {}", self.initially(scope, first.value)));
            rest = &rest[run..];
        }
        parts.join(", ")
    }

    /// How many of the first initialisers set consecutive elements to the same value.
    fn run_length(&self, all: &[Initialiser]) -> usize {
        let Some((base, start)) = self.element(all[0].place) else { return 1 };
        let expected = (start..).zip(all);
        let is_next = |(index, it): &(i128, &Initialiser)| {
            self.element(it.place) == Some((base, *index)) && it.value == all[0].value
        };
        expected.take_while(is_next).count()
    }

    fn element(&self, place: PlaceId) -> Option<(PlaceId, i128)> {
        let Place::Index(base, index) = self.program.places[place] else { return None };
        match self.program.exprs[index] {
            Expr::Const { value, ty } if self.program.tys[ty] == Ty::Int(IntShape::I32) => {
                Some((base, value))
            }
            _ => None,
        }
    }

    /// From a variable to one of its scalars.
    fn path(&self, scope: Option<ProcId>, var: VarId, place: PlaceId) -> String {
        match self.program.places[place] {
            Place::Var(it) if it == var => String::new(),
            Place::Var(_) | Place::Remote { .. } | Place::Deref { .. } => self.place(scope, place),
            Place::Index(base, index) => {
                format!("{}[{}]", self.path(scope, var, base), self.expr(scope, index))
            }
            Place::Field(base, field) => {
                format!("{}.{}", self.path(scope, var, base), self.field(base, field))
            }
        }
    }

    fn initially(&self, scope: Option<ProcId>, value: Initially) -> String {
        match value {
            Initially::Value(expr) => self.expr(scope, expr),
            Initially::Channel(channel) => format!("new {}", self.names.channels[channel.index()]),
        }
    }

    fn process(&self, out: &mut String, id: ProcId) {
        let process = &self.program.procs[id];
        let kind = match process.kind {
            ProcessKind::Ordinary => "process",
            ProcessKind::Claim => "claim",
            ProcessKind::Function => "function",
        };
        let scope = Some(id);
        let (params, locals) = process.locals.split_at(process.params.min(process.locals.len()));
        let params: Vec<String> = params.iter().map(|it| self.variable(scope, *it)).collect();
        let mut head = format!("{kind} {}({})", self.names.procs[id.index()], params.join(", "));
        if process.active != 0 {
            _ = write!(head, " active {}", process.active);
        }
        if process.priority != 1 {
            _ = write!(head, " priority {}", process.priority);
        }
        if let Some(condition) = process.provided {
            _ = write!(head, " provided {}", self.expr(scope, condition));
        }
        head.push_str(" {");
        out.push('\n');
        self.line(out, &head, process.span);
        for &local in locals {
            let line = format!("  var {}", self.variable(scope, local));
            self.line(out, &line, self.program.vars[local].span);
        }
        for (label, _) in self.program.labels.iter().filter(|(_, it)| it.process == id) {
            push_line(out, &self.label(label));
        }
        self.automaton(out, id);
        push_line(out, "}");
    }

    fn label(&self, label: LabelId) -> String {
        let name = &self.names.labels[label.index()];
        let locs = &self.program.labels[label].locs;
        let locs: Vec<String> = locs.iter().map(|it| format!("{it:?}")).collect();
        let at = if locs.is_empty() { "" } else { " at " };
        format!("  label {name}{at}{}", locs.join(", "))
    }

    fn automaton(&self, out: &mut String, id: ProcId) {
        let locs: Vec<LocId> =
            self.program.locs.iter().filter(|(_, it)| it.process == id).map(|(id, _)| id).collect();
        let entry = self.program.procs[id].entry;
        if locs.first() != Some(&entry) {
            push_line(out, &format!("  entry {entry:?}"));
        }
        for id in locs {
            let loc = &self.program.locs[id];
            let mut line = format!("  loc {id:?}");
            let words = [
                (loc.control == Control::Indivisible, " indivisible"),
                (loc.marks.end, " end"),
                (loc.marks.halt, " halt"),
                (loc.marks.accept, " accept"),
                (loc.marks.progress, " progress"),
            ];
            let is_plain = words.iter().all(|(holds, _)| !holds);
            line.extend(words.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word));
            if !is_plain || loc.out.is_empty() {
                self.line(out, &line, loc.span);
            }
            for &edge in &loc.out {
                let Edge { from, to, span, .. } = self.program.edges[edge];
                let command = self.command(edge);
                let space = if command.is_empty() { "" } else { " " };
                self.line(out, &format!("  {from:?} -> {to:?}{space}{command}"), span);
            }
        }
    }

    /// A line with its place in the source, if that is known.
    fn line(&self, out: &mut String, line: &str, span: Span) {
        let Some(line_ends) = self.line_ends.get(span.file.0 as usize) else {
            return push_line(out, line);
        };
        let number = line_ends.partition_point(|it| *it < span.start as usize) + 1;
        let path = self.program.sources.path(span.file);
        push_line(out, &format!("{line:<60} // {path}:{number}"));
    }
}

fn push_line(out: &mut String, line: &str) {
    out.push_str(line);
    out.push('\n');
}

//! Invariant I4: types.

use crate::edge::Action;
use crate::expr::{BinOp, Expr, Place, UnOp};
use crate::program::{ExprId, PlaceId, ProcId, Program, Scope};
use crate::ty::{IntShape, RecordId, Ty, TyId};
use std::collections::HashSet;

/// Looks at each expression once: a problem of it is told at its first use only.
pub(super) struct Typing<'a> {
    program: &'a Program,
    seen: HashSet<ExprId>,
}

/// What is wrong, if anything.
type Problem = Option<&'static str>;

fn unless(holds: bool, problem: &'static str) -> Problem {
    (!holds).then_some(problem)
}

impl<'a> Typing<'a> {
    pub(super) fn new(program: &'a Program) -> Self {
        Self { program, seen: HashSet::new() }
    }

    /// The problems of the types themselves.
    pub(super) fn types(&self) -> Vec<String> {
        let mut problems = Vec::new();
        let mut shape = |place: String, shape: IntShape| {
            if !(1..=128).contains(&shape.bits) {
                problems.push(format!("I4: {place}: {} bits are no width", shape.bits));
            }
        };
        for (id, ty) in self.program.tys.iter() {
            match *ty {
                Ty::Int(it) => shape(format!("{id:?}"), it),
                Ty::Bool | Ty::Enum(_) | Ty::Channel | Ty::Array { .. } | Ty::Record(_) => {}
                Ty::Float(_) | Ty::Pointer => {}
            }
        }
        for it in self.program.enums.values() {
            shape(format!("enum {}", it.name), it.shape);
        }
        for (id, ty) in self.program.tys.iter() {
            if matches!(*ty, Ty::Array { len: 0, .. }) {
                problems.push(format!("I4: {id:?}: an array has no elements"));
            }
        }
        for (id, record) in self.program.records.iter() {
            if self.contains(id, id, &mut HashSet::new()) {
                problems.push(format!("I4: record {}: it contains itself", record.name));
            }
        }
        problems
    }

    /// Whether a part of `outer` is an `inner`.
    fn contains(&self, outer: RecordId, inner: RecordId, seen: &mut HashSet<RecordId>) -> bool {
        self.program.records[outer].fields.iter().any(|field| {
            let mut ty = self.program.tys[field.ty];
            while let Ty::Array { elem, .. } = ty {
                ty = self.program.tys[elem];
            }
            match ty {
                Ty::Record(id) if id == inner => true,
                Ty::Record(id) => seen.insert(id) && self.contains(id, inner, seen),
                _ => false,
            }
        })
    }

    fn ty_of(&self, expr: ExprId) -> Option<Ty> {
        self.program.ty_of(expr)
    }

    fn is_int(&self, expr: ExprId) -> bool {
        matches!(self.ty_of(expr), Some(Ty::Int(_)))
    }

    fn is_float(&self, expr: ExprId) -> bool {
        matches!(self.ty_of(expr), Some(Ty::Float(_)))
    }

    fn pointer(&self, expr: ExprId) -> Problem {
        unless(self.ty_of(expr) == Some(Ty::Pointer), "the operand is not a pointer")
    }

    /// Offsets and sizes in memory.
    fn offset(&self, expr: ExprId) -> Problem {
        let is_offset = self.ty_of(expr) == Some(Ty::Int(IntShape::I64));
        unless(is_offset, "a number of bytes is not an i64")
    }

    fn is_bool(&self, expr: ExprId) -> bool {
        self.ty_of(expr) == Some(Ty::Bool)
    }

    fn is_channel(&self, expr: ExprId) -> bool {
        self.ty_of(expr) == Some(Ty::Channel)
    }

    fn is_scalar(&self, ty: TyId) -> bool {
        self.program.shape(ty).is_some()
    }

    /// The problem of an expression, apart from its operands.
    pub(super) fn expr(&mut self, expr: ExprId) -> Problem {
        if !self.seen.insert(expr) {
            return None;
        }
        match self.program.exprs[expr] {
            Expr::Const { value, ty } => match self.program.shape(ty) {
                Some(shape) => unless(shape.wrap(value) == value, "it does not fit its type"),
                None => Some("its type is not scalar"),
            },
            // The place is checked where it is read.
            Expr::Load(_)
            | Expr::SelfPid
            | Expr::ProcessCount
            | Expr::InstanceOf(_)
            | Expr::Timeout
            | Expr::NonProgress
            | Expr::Object(_)
            | Expr::Function(_)
            | Expr::Heap(_) => None,
            Expr::Unary(UnOp::Not, arg) => {
                unless(self.is_bool(arg), "the operand is not a truth value")
            }
            Expr::Unary(UnOp::Neg, arg) => {
                unless(self.is_int(arg) || self.is_float(arg), "the operand is not a number")
            }
            Expr::Unary(UnOp::BitNot, arg) => {
                unless(self.is_int(arg), "the operand is not an integer")
            }
            Expr::Unary(UnOp::Sqrt | UnOp::Round(_), arg) => {
                unless(self.is_float(arg), "the operand is not a float")
            }
            Expr::Binary(op, left, right) => self.binary(op, left, right),
            Expr::Ite(condition, yes, no) => {
                unless(self.is_bool(condition), "the condition is not a truth value").or_else(
                    || unless(self.ty_of(yes) == self.ty_of(no), "the branches differ in type"),
                )
            }
            Expr::Cast { to, .. } => unless(self.is_scalar(to), "a cast to a type with parts"),
            Expr::Reinterpret { to, arg } => {
                let from = self.ty_of(arg).filter(|it| *it != Ty::Pointer);
                let width = |ty: Ty| self.program.shape_of_ty(ty).map(|it| it.bits);
                let same =
                    from.and_then(width).is_some_and(|it| Some(it) == width(self.program.tys[to]));
                unless(same && self.program.tys[to] != Ty::Pointer, "the widths differ")
            }
            Expr::Advance { pointer, by: number }
            | Expr::IsInitialised { pointer, size: number } => {
                self.pointer(pointer).or_else(|| self.offset(number))
            }
            Expr::Pointer(_, pointer) => self.pointer(pointer),
            Expr::At { process, .. }
            | Expr::ProgramCounter(process)
            | Expr::Priority(process)
            | Expr::Enabled(process) => {
                unless(self.is_int(process), "the index of the process is not an integer")
            }
            Expr::Length(channel)
            | Expr::Capacity(channel)
            | Expr::Arity(channel)
            | Expr::Poll { channel, .. } => {
                unless(self.is_channel(channel), "the operand is not a channel")
            }
        }
    }

    fn binary(&self, op: BinOp, left: ExprId, right: ExprId) -> Problem {
        if self.ty_of(left) != self.ty_of(right) {
            return Some("the operands differ in type");
        }
        match op {
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le => None,
            BinOp::SameObject => self.pointer(left),
            BinOp::AddOverflows | BinOp::SubOverflows | BinOp::MulOverflows => {
                unless(self.is_int(left), "the operands are not integers")
            }
            BinOp::And | BinOp::Or | BinOp::Xor => unless(
                self.is_bool(left) || self.is_int(left),
                "the operands are neither truth values nor integers",
            ),
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => {
                unless(self.is_int(left) || self.is_float(left), "the operands are not numbers")
            }
            BinOp::Shl | BinOp::Shr => unless(self.is_int(left), "the operands are not integers"),
        }
    }

    /// The problem of a place that is read or written.
    pub(super) fn place(&self, place: PlaceId) -> Problem {
        self.part(place).or_else(|| match self.program.ty_of_place(place) {
            Some(ty) => unless(self.is_scalar(ty), "it is not a scalar"),
            None => Some("there is no such part"),
        })
    }

    fn part(&self, place: PlaceId) -> Problem {
        match self.program.places[place] {
            Place::Var(_) => None,
            Place::Index(base, index) => self
                .part(base)
                .or_else(|| unless(self.is_int(index), "the index is not an integer"))
                .or_else(|| {
                    unless(
                        self.program.ty_of_place(place).is_some(),
                        "what is indexed is not an array",
                    )
                }),
            Place::Field(base, _) => self.part(base).or_else(|| {
                unless(self.program.ty_of_place(place).is_some(), "there is no such field")
            }),
            Place::Deref { pointer, ty } => {
                let fits = match self.program.tys[ty] {
                    Ty::Int(shape) => shape.bits % 8 == 0,
                    Ty::Float(_) | Ty::Pointer => true,
                    _ => false,
                };
                self.pointer(pointer).or_else(|| unless(fits, "a type that memory does not hold"))
            }
            Place::Remote { process, var } => {
                let is_local = matches!(self.program.vars[var].scope, Scope::Local(_));
                unless(is_local, "a global variable is not remote")
                    .or_else(|| unless(self.is_int(process), "the index is not an integer"))
            }
        }
    }

    fn arguments(&self, process: ProcId, args: &[ExprId]) -> Problem {
        let process = &self.program.procs[process];
        let params = process.locals.iter().take(process.params);
        let mut types = params.map(|it| self.program.vars[*it].ty);
        unless(types.all(|it| self.is_scalar(it)), "a parameter is not scalar")
            .or_else(|| unless(args.len() == process.params, "wrong number of arguments"))
    }

    /// The problem of an action, apart from its places and expressions.
    pub(super) fn action(&self, action: &Action) -> Problem {
        match action {
            Action::Assign { .. } | Action::Exit | Action::Print { .. } => None,
            Action::Havoc { .. } | Action::Return { .. } => None,
            Action::Allocate { object: _, size, place } => {
                let to = self.program.ty_of_place(*place).map(|it| self.program.tys[it]);
                unless(to == Some(Ty::Pointer), "the place is not a pointer")
                    .or_else(|| self.offset(*size))
            }
            Action::Release { pointer } => self.pointer(*pointer),
            Action::Copy { to, from, size } => {
                self.pointer(*to).or_else(|| self.pointer(*from)).or_else(|| self.offset(*size))
            }
            Action::Fill { to, byte, size } => {
                let is_byte = self.ty_of(*byte) == Some(Ty::Int(IntShape::U8));
                self.pointer(*to)
                    .or_else(|| unless(is_byte, "the number is not a u8"))
                    .or_else(|| self.offset(*size))
            }
            Action::Call { process, args, .. } => self.arguments(*process, args),
            Action::Send { channel, .. } | Action::Receive { channel, .. } => {
                unless(self.is_channel(*channel), "the operand is not a channel")
            }
            Action::Spawn { process, args, result: _, priority } => self
                .arguments(*process, args)
                .or_else(|| unless(self.is_int(*priority), "the priority is not an integer")),
            Action::SetPriority { process, value } => {
                unless(self.is_int(*process), "the index of the process is not an integer")
                    .or_else(|| unless(self.is_int(*value), "the priority is not an integer"))
            }
        }
    }
}

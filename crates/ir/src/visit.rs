//! What expressions, actions and edges are made of: the one walk over them that analyses share.

use crate::edge::{Action, Edge, Guard, Pattern};
use crate::expr::{Expr, Place};
use crate::program::{ExprId, FormulaId, PlaceId, Program, VarId};
use rustc_hash::FxHashSet;

/// Something that a part of a program uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// An expression is evaluated.
    Expr(ExprId),
    /// The scalar at a place is read. A place in a pattern of `Expr::Poll` counts as read.
    Read(PlaceId),
    /// The scalar at a place is written.
    Write(PlaceId),
}

/// Reports what it is led over. An expression that occurs again is not reported again.
pub struct Walk<'a, F> {
    program: &'a Program,
    each: F,
    seen: FxHashSet<ExprId>,
}

impl<'a, F: FnMut(Use)> Walk<'a, F> {
    /// A walk that hands each use to `each`.
    pub fn new(program: &'a Program, each: F) -> Self {
        Self { program, each, seen: FxHashSet::default() }
    }

    /// Everything an edge uses.
    pub fn edge(&mut self, edge: &Edge) {
        if let Guard::When(condition) = edge.guard {
            self.expr(condition);
        }
        for action in &edge.actions {
            self.action(action);
        }
    }

    /// Everything an action uses.
    pub fn action(&mut self, action: &Action) {
        match action {
            Action::Assign { place, value } => {
                self.expr(*value);
                self.write(*place);
            }
            Action::Havoc { place } => self.write(*place),
            Action::Allocate { object: _, size, place } => {
                self.expr(*size);
                self.write(*place);
            }
            Action::Release { pointer } => self.expr(*pointer),
            Action::Copy { to, from, size } => self.exprs(&[*to, *from, *size]),
            Action::Fill { to, byte, size } => self.exprs(&[*to, *byte, *size]),
            Action::Call { process: _, args, result } => {
                self.exprs(args);
                if let Some(place) = *result {
                    self.write(place);
                }
            }
            Action::Return { value } => self.exprs(value.as_slice()),
            Action::Send { channel, message, .. } => {
                self.expr(*channel);
                self.exprs(message);
            }
            Action::Receive { channel, patterns, .. } => {
                self.expr(*channel);
                for pattern in patterns {
                    match *pattern {
                        Pattern::Store(place) => self.write(place),
                        Pattern::Match(value) => self.expr(value),
                        Pattern::Any => {}
                    }
                }
            }
            Action::Spawn { process: _, args, result, priority } => {
                self.exprs(args);
                self.expr(*priority);
                if let Some(place) = *result {
                    self.write(place);
                }
            }
            Action::Exit => {}
            Action::SetPriority { process, value } => {
                self.expr(*process);
                self.expr(*value);
            }
            Action::Print { stream: _, format: _, args } => self.exprs(args),
        }
    }

    /// Everything a formula uses.
    pub fn formula(&mut self, formula: FormulaId) {
        for atom in self.program.atoms(formula) {
            self.expr(atom);
        }
    }

    /// Everything an expression uses, itself included.
    pub fn expr(&mut self, expr: ExprId) {
        if !self.seen.insert(expr) {
            return;
        }
        (self.each)(Use::Expr(expr));
        match &self.program.exprs[expr] {
            Expr::Const { .. }
            | Expr::SelfPid
            | Expr::ProcessCount
            | Expr::InstanceOf(_)
            | Expr::Timeout
            | Expr::NonProgress
            | Expr::Object(_)
            | Expr::Function(_)
            | Expr::Heap(_) => {}
            Expr::Load(place) => self.read(*place),
            Expr::Unary(_, arg)
            | Expr::Cast { arg, .. }
            | Expr::Reinterpret { arg, .. }
            | Expr::Pointer(_, arg)
            | Expr::At { process: arg, .. }
            | Expr::ProgramCounter(arg)
            | Expr::Priority(arg)
            | Expr::Enabled(arg)
            | Expr::Length(arg)
            | Expr::Capacity(arg)
            | Expr::Arity(arg) => self.expr(*arg),
            Expr::Binary(_, left, right)
            | Expr::Advance { pointer: left, by: right }
            | Expr::IsInitialised { pointer: left, size: right } => {
                self.expr(*left);
                self.expr(*right);
            }
            Expr::Ite(condition, yes, no) => {
                self.expr(*condition);
                self.expr(*yes);
                self.expr(*no);
            }
            Expr::Poll { channel, patterns, .. } => {
                self.expr(*channel);
                for pattern in patterns {
                    match *pattern {
                        Pattern::Store(place) => self.read(place),
                        Pattern::Match(value) => self.expr(value),
                        Pattern::Any => {}
                    }
                }
            }
        }
    }

    fn exprs(&mut self, exprs: &[ExprId]) {
        for expr in exprs {
            self.expr(*expr);
        }
    }

    fn read(&mut self, place: PlaceId) {
        (self.each)(Use::Read(place));
        self.way_to(place);
    }

    fn write(&mut self, place: PlaceId) {
        (self.each)(Use::Write(place));
        self.way_to(place);
    }

    /// The expressions that are evaluated to find a place.
    fn way_to(&mut self, place: PlaceId) {
        match self.program.places[place] {
            Place::Var(_) => {}
            Place::Index(base, index) => {
                self.expr(index);
                self.way_to(base);
            }
            Place::Field(base, _) => self.way_to(base),
            Place::Remote { process, .. } => self.expr(process),
            Place::Deref { pointer, .. } => self.expr(pointer),
        }
    }
}

/// Where a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// In a variable that is global or the process's own.
    Own(VarId),
    /// In a variable of another process.
    Remote(VarId),
    /// In memory.
    Memory,
}

impl Program {
    /// Where a place is.
    #[must_use]
    pub fn root(&self, place: PlaceId) -> Root {
        match self.places[place] {
            Place::Var(var) => Root::Own(var),
            Place::Remote { var, .. } => Root::Remote(var),
            Place::Deref { .. } => Root::Memory,
            Place::Index(base, _) | Place::Field(base, _) => self.root(base),
        }
    }
}

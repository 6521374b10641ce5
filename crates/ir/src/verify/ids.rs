//! Ids that name nothing: with one of them, nothing else can be said about a program.

use crate::edge::{Action, Edge, Guard, Pattern};
use crate::expr::{Expr, Place};
use crate::formula::Formula;
use crate::memory::Layout;
use crate::program::{Initially, Program, Scope};
use crate::ty::{Ty, TyId};
use tribunal_base::Id;

/// What is mentioned but does not exist, and mentions that go round in circles.
pub(super) fn dangling(program: &Program) -> Vec<String> {
    let mut ids = Ids { program, found: Vec::new(), place: String::new() };
    ids.declarations();
    ids.interned();
    for (id, loc) in program.locs.iter() {
        ids.place = format!("{id:?}");
        ids.expect(loc.process, program.procs.len());
        for edge in &loc.out {
            ids.expect(*edge, program.edges.len());
        }
    }
    for (id, edge) in program.edges.iter() {
        ids.place = format!("{id:?}");
        ids.edge(edge);
    }
    ids.found
}

struct Ids<'a> {
    program: &'a Program,
    found: Vec<String>,
    place: String,
}

impl Ids<'_> {
    fn expect(&mut self, id: impl Id, len: usize) {
        if len <= id.index() {
            self.found.push(format!("{}: {id:?} names nothing", self.place));
        }
    }

    /// An interned entity is older than those that mention it.
    fn expect_older<I: Id>(&mut self, id: I, than: I) {
        if than <= id {
            self.found.push(format!("{}: {id:?} is not older than it", self.place));
        }
    }

    fn ty(&mut self, ty: TyId) {
        self.expect(ty, self.program.tys.len());
    }

    fn layout(&mut self, layout: &Layout) {
        match layout {
            Layout::Bytes => {}
            Layout::Scalar(ty) => self.ty(*ty),
            Layout::Array { elem, .. } => self.layout(elem),
            Layout::Record(members) => members.iter().for_each(|it| self.layout(&it.layout)),
        }
    }

    fn declarations(&mut self) {
        let program = self.program;
        for (id, record) in program.records.iter() {
            self.place = format!("{id:?}");
            record.fields.iter().for_each(|it| self.ty(it.ty));
        }
        for (id, channel) in program.channels.iter() {
            self.place = format!("{id:?}");
            channel.fields.iter().for_each(|it| self.ty(*it));
        }
        for (id, var) in program.vars.iter() {
            self.place = format!("{id:?}");
            self.ty(var.ty);
            if let Scope::Local(process) = var.scope {
                self.expect(process, program.procs.len());
            }
            for initialiser in &var.init {
                self.expect(initialiser.place, program.places.len());
                match initialiser.value {
                    Initially::Value(value) => self.expect(value, program.exprs.len()),
                    Initially::Channel(channel) => self.expect(channel, program.channels.len()),
                }
            }
        }
        for (id, object) in program.objects.iter() {
            self.place = format!("{id:?}");
            object.init.iter().for_each(|(_, it)| self.expect(*it, program.exprs.len()));
            self.layout(&object.layout);
        }
        for (id, process) in program.procs.iter() {
            self.place = format!("{id:?}");
            process.locals.iter().for_each(|it| self.expect(*it, program.vars.len()));
            self.expect(process.entry, program.locs.len());
            process.provided.iter().for_each(|it| self.expect(*it, program.exprs.len()));
        }
        for (id, label) in program.labels.iter() {
            self.place = format!("{id:?}");
            self.expect(label.process, program.procs.len());
            label.locs.iter().for_each(|it| self.expect(*it, program.locs.len()));
        }
        for (id, property) in program.props.iter() {
            self.place = format!("{id:?}");
            let formula = property.kind.formula();
            formula.into_iter().for_each(|it| self.expect(it, program.formulas.len()));
            if let Some(claim) = property.kind.claim() {
                self.expect(claim, program.procs.len());
            }
        }
        self.place = "end_requires".to_owned();
        program.end_requires.iter().for_each(|it| self.expect(*it, program.exprs.len()));
    }

    fn interned(&mut self) {
        let program = self.program;
        for (id, ty) in program.tys.iter() {
            self.place = format!("{id:?}");
            match *ty {
                Ty::Enum(it) => self.expect(it, program.enums.len()),
                Ty::Record(it) => self.expect(it, program.records.len()),
                Ty::Array { elem, .. } => self.expect_older(elem, id),
                Ty::Bool | Ty::Int(_) | Ty::Channel | Ty::Float(_) | Ty::Pointer => {}
            }
        }
        for (id, formula) in program.formulas.iter() {
            self.place = format!("{id:?}");
            if let Formula::Atom(expr) = *formula {
                self.expect(expr, program.exprs.len());
            }
            formula.operands().for_each(|it| self.expect_older(it, id));
        }
        for (id, place) in program.places.iter() {
            self.place = format!("{id:?}");
            match *place {
                Place::Var(var) => self.expect(var, program.vars.len()),
                Place::Index(base, index) => {
                    self.expect_older(base, id);
                    self.expect(index, program.exprs.len());
                }
                Place::Field(base, _) => self.expect_older(base, id),
                Place::Deref { pointer, ty } => {
                    self.expect(pointer, program.exprs.len());
                    self.ty(ty);
                }
                Place::Remote { process, var } => {
                    self.expect(process, program.exprs.len());
                    self.expect(var, program.vars.len());
                }
            }
        }
        for (id, expr) in program.exprs.iter() {
            self.place = format!("{id:?}");
            match expr {
                Expr::Const { ty, .. } => self.ty(*ty),
                Expr::Load(place) => self.expect(*place, program.places.len()),
                Expr::Object(object) => self.expect(*object, program.objects.len()),
                Expr::Cast { to, arg } | Expr::Reinterpret { to, arg } => {
                    self.ty(*to);
                    self.expect_older(*arg, id);
                }
                Expr::Binary(_, left, right)
                | Expr::Advance { pointer: left, by: right }
                | Expr::IsInitialised { pointer: left, size: right } => {
                    self.expect_older(*left, id);
                    self.expect_older(*right, id);
                }
                Expr::Ite(condition, yes, no) => {
                    self.expect_older(*condition, id);
                    self.expect_older(*yes, id);
                    self.expect_older(*no, id);
                }
                Expr::InstanceOf(process) | Expr::Function(process) => {
                    self.expect(*process, program.procs.len())
                }
                Expr::At { process, label } => {
                    self.expect_older(*process, id);
                    self.expect(*label, program.labels.len());
                }
                Expr::Unary(_, arg)
                | Expr::Pointer(_, arg)
                | Expr::ProgramCounter(arg)
                | Expr::Priority(arg)
                | Expr::Enabled(arg)
                | Expr::Length(arg)
                | Expr::Capacity(arg)
                | Expr::Arity(arg) => self.expect_older(*arg, id),
                Expr::Poll { channel, patterns, .. } => {
                    self.expect_older(*channel, id);
                    self.patterns(patterns);
                }
                Expr::SelfPid | Expr::ProcessCount | Expr::Timeout | Expr::NonProgress => {}
                Expr::Heap(_) => {}
            }
        }
    }

    fn patterns(&mut self, patterns: &[Pattern]) {
        for pattern in patterns {
            match *pattern {
                Pattern::Store(place) => self.expect(place, self.program.places.len()),
                Pattern::Match(value) => self.expect(value, self.program.exprs.len()),
                Pattern::Any => {}
            }
        }
    }

    fn edge(&mut self, edge: &Edge) {
        let program = self.program;
        let (exprs, places) = (program.exprs.len(), program.places.len());
        self.expect(edge.from, program.locs.len());
        self.expect(edge.to, program.locs.len());
        if let Guard::When(condition) = edge.guard {
            self.expect(condition, exprs);
        }
        if let Some(violation) = &edge.violates {
            self.expect(violation.property, program.props.len());
        }
        for action in &edge.actions {
            match action {
                Action::Assign { place, value } => {
                    self.expect(*place, places);
                    self.expect(*value, exprs);
                }
                Action::Havoc { place } => self.expect(*place, places),
                Action::Allocate { object, size, place } => {
                    self.expect(*object, program.objects.len());
                    self.expect(*size, exprs);
                    self.expect(*place, places);
                }
                Action::Release { pointer } => self.expect(*pointer, exprs),
                Action::Copy { to, from: third, size } | Action::Fill { to, byte: third, size } => {
                    [to, third, size].into_iter().for_each(|it| self.expect(*it, exprs));
                }
                Action::Call { process, args, result } => {
                    self.expect(*process, program.procs.len());
                    args.iter().for_each(|it| self.expect(*it, exprs));
                    result.iter().for_each(|it| self.expect(*it, places));
                }
                Action::Return { value } => value.iter().for_each(|it| self.expect(*it, exprs)),
                Action::Send { channel, message, .. } => {
                    self.expect(*channel, exprs);
                    message.iter().for_each(|it| self.expect(*it, exprs));
                }
                Action::Receive { channel, patterns, .. } => {
                    self.expect(*channel, exprs);
                    self.patterns(patterns);
                }
                Action::Spawn { process, args, result, priority } => {
                    self.expect(*process, program.procs.len());
                    args.iter().for_each(|it| self.expect(*it, exprs));
                    result.iter().for_each(|it| self.expect(*it, places));
                    self.expect(*priority, exprs);
                }
                Action::Exit => {}
                Action::SetPriority { process, value } => {
                    self.expect(*process, exprs);
                    self.expect(*value, exprs);
                }
                Action::Print { args, .. } => args.iter().for_each(|it| self.expect(*it, exprs)),
            }
        }
    }
}

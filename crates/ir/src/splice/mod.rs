//! Splicing: the functions of one program put into another, as parts of its steps or as conditions.
//!
//! It joins programs of two languages, one embedded in the other. The program that is spliced in (the *guest*) starts
//! with the declarations of the other one (the *host*), so that it can mention its variables and processes;
//! all its further functions, variables and objects come to the host when they are needed. Calls are replaced by what they
//! call: the code of the guest makes no step of its own, and needs no memory for calls.
//!
//! Reading order: this module (names and expressions), [`inline`] (statements), [`condition`] (conditions), [`fold`].

mod condition;
mod fold;
mod inline;

use crate::edge::Action;
use crate::expr::{BinOp, Expr, Place};
use crate::memory::ObjectId;
use crate::program::{
    Control, ExprId, Initialiser, Initially, Location, Marks, PlaceId, ProcId, Process, Program,
    PropId, Scope, Var, VarId,
};
use crate::property::{Property, PropertyKind};
use crate::ty::{IntShape, RecordId, Ty, TyId};
use std::collections::HashMap;
use tribunal_base::{Id, Span};

pub use condition::{Failure, Value};
pub use inline::Spliced;

/// Why something of the guest cannot be spliced in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// Whose fault it is.
    pub nature: Nature,
    /// What it is, for people: lower case, no full stop.
    pub what: String,
    /// Where it is, if it is in one place.
    pub span: Option<Span>,
}

/// The two kinds of obstacles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// A condition changes something: it is none.
    Effect,
    /// It is beyond what can be spliced in.
    Unsupported,
}

impl Obstacle {
    fn new(what: impl Into<String>) -> Self {
        Self { nature: Nature::Unsupported, what: what.into(), span: None }
    }

    /// A condition changes something.
    fn effect() -> Self {
        Self { nature: Nature::Effect, ..Self::new("a condition that changes something") }
    }

    /// The same, in this place unless it has one.
    fn at(self, span: Span) -> Self {
        Self { span: self.span.or(Some(span)), ..self }
    }
}

type Spliceable<T> = Result<T, Obstacle>;

/// A splicing of parts of one program into another.
pub struct Splice<'a> {
    guest: &'a Program,
    /// How many of the guest's variables and processes are those of the host.
    host_vars: usize,
    host_procs: usize,
    host_records: usize,
    /// What has come to the host.
    vars: HashMap<VarId, VarId>,
    scratch: HashMap<(ProcId, VarId), VarId>,
    objects: HashMap<ObjectId, ObjectId>,
    records: HashMap<RecordId, RecordId>,
    functions: HashMap<ProcId, ProcId>,
}

/// Where a part of the guest is put.
pub(crate) struct Site {
    /// The process of the host; none in a property.
    process: Option<ProcId>,
    /// What local variables of functions are known to hold, instead of variables.
    known: Option<HashMap<VarId, Option<ExprId>>>,
    /// What was translated already.
    memo: HashMap<ExprId, ExprId>,
}

impl<'a> Splice<'a> {
    /// The first variables, processes and records of `guest` are those of `declarations`, whose names the host knows.
    #[must_use]
    pub fn new(guest: &'a Program, declarations: &Program) -> Self {
        Self {
            guest,
            host_vars: declarations.vars.len(),
            host_procs: declarations.procs.len(),
            host_records: declarations.records.len(),
            vars: HashMap::new(),
            scratch: HashMap::new(),
            objects: HashMap::new(),
            records: HashMap::new(),
            functions: HashMap::new(),
        }
    }

    /// For functions about the program itself: `guest` is a copy of the host to which something was added.
    #[must_use]
    pub fn about(guest: &'a Program, host: &Program) -> Self {
        let mut splice = Self::new(guest, host);
        // Functions of the program may be called as well.
        splice.host_procs = 0;
        splice.vars = host.vars.ids().map(|it| (it, it)).collect();
        splice.objects = host.objects.ids().map(|it| (it, it)).collect();
        splice.functions = host.procs.ids().map(|it| (it, it)).collect();
        splice
    }

    /// Whether a variable of the guest is one of a function: it has no value between two steps.
    fn is_passing(&self, var: VarId) -> bool {
        match self.guest.vars[var].scope {
            Scope::Global => false,
            Scope::Local(process) => self.host_procs <= process.index(),
        }
    }

    /// The property of the host that has the name of one of the guest.
    fn property(&self, host: &mut Program, property: PropId) -> PropId {
        let name = &self.guest.props[property].name;
        let known = host
            .props
            .iter()
            .find(|(_, it)| it.kind == PropertyKind::Unreachable && it.name == *name);
        let id = match known {
            Some((id, _)) => id,
            None => host.props.push(Property {
                name: name.clone(),
                kind: PropertyKind::Unreachable,
                span: None,
            }),
        };
        if self.guest.boundary == Some(property) {
            host.boundary = Some(id);
        }
        id
    }

    fn ty(&mut self, host: &mut Program, ty: TyId) -> TyId {
        let ty = match self.guest.tys[ty] {
            Ty::Array { elem, len } => Ty::Array { elem: self.ty(host, elem), len },
            Ty::Record(record) => Ty::Record(self.record(host, record)),
            // Enumerations are those of the host, in the same order.
            other => other,
        };
        host.ty(ty)
    }

    fn record(&mut self, host: &mut Program, id: RecordId) -> RecordId {
        if id.index() < self.host_records {
            return id;
        }
        if let Some(known) = self.records.get(&id) {
            return *known;
        }
        let mut record = self.guest.records[id].clone();
        for field in &mut record.fields {
            field.ty = self.ty(host, field.ty);
        }
        let copy = host.records.push(record);
        self.records.insert(id, copy);
        copy
    }

    /// The variable of the host that a variable of the guest is.
    fn var(&mut self, host: &mut Program, site: &Site, id: VarId) -> Spliceable<VarId> {
        if self.is_passing(id) {
            return self.scratch(host, site, id);
        }
        if let Some(known) = self.vars.get(&id) {
            return self.visible(host, site, *known);
        }
        let var = &self.guest.vars[id];
        let copy = if id.index() < self.host_vars {
            let is_same =
                |it: &Var| it.name == var.name && it.span == var.span && it.scope == var.scope;
            let known = host.vars.iter().find(|(_, it)| is_same(it)).map(|(id, _)| id);
            known
                .ok_or_else(|| Obstacle::new(format!("`{}`, which is declared later", var.name)))?
        } else {
            self.new_var(host, id)?
        };
        self.vars.insert(id, copy);
        self.visible(host, site, copy)
    }

    /// I5: a local variable is mentioned by its own process alone.
    fn visible(&self, host: &Program, site: &Site, var: VarId) -> Spliceable<VarId> {
        match host.vars[var].scope {
            Scope::Local(owner) if Some(owner) != site.process => {
                let (name, owner) = (&host.vars[var].name, &host.procs[owner].name);
                Err(Obstacle::new(format!("`{name}` of `{owner}` in another process")))
            }
            Scope::Local(_) | Scope::Global => Ok(var),
        }
    }

    /// A variable of the guest that lives as long as its process or the whole program.
    fn new_var(&mut self, host: &mut Program, id: VarId) -> Spliceable<VarId> {
        let var = self.guest.vars[id].clone();
        let ty = self.ty(host, var.ty);
        let copy = host.vars.push(Var { ty, init: Vec::new(), ..var.clone() });
        self.vars.insert(id, copy);
        let process = match var.scope {
            Scope::Local(process) => {
                host.procs[process].locals.push(copy);
                Some(process)
            }
            Scope::Global => None,
        };
        let mut site = Site::new(process);
        let mut init = Vec::new();
        for first in &var.init {
            let place = self.place(host, &mut site, first.place)?;
            let value = match first.value {
                Initially::Value(value) => Initially::Value(self.expr(host, &mut site, value)?),
                Initially::Channel(channel) => Initially::Channel(channel),
            };
            init.push(Initialiser { place, value });
        }
        host.vars[copy].init = init;
        Ok(copy)
    }

    /// The variable that stands for one of a function while it runs.
    fn scratch(&mut self, host: &mut Program, site: &Site, id: VarId) -> Spliceable<VarId> {
        let Some(process) = site.process else {
            return Err(Obstacle::new("a variable of a function in a property"));
        };
        if let Some(known) = self.scratch.get(&(process, id)) {
            return Ok(*known);
        }
        let var = self.guest.vars[id].clone();
        let ty = self.ty(host, var.ty);
        // Between steps there is nothing to see of it.
        let name = if var.name.starts_with('%') { var.name } else { format!("%{}", var.name) };
        let (scope, init) = (Scope::Local(process), Vec::new());
        let copy = host.vars.push(Var { name, ty, scope, init, ..var });
        host.procs[process].locals.push(copy);
        self.scratch.insert((process, id), copy);
        Ok(copy)
    }

    fn object(&mut self, host: &mut Program, id: ObjectId) -> Spliceable<ObjectId> {
        if let Some(known) = self.objects.get(&id) {
            return Ok(*known);
        }
        host.pointer_bytes = self.guest.pointer_bytes;
        let mut object = self.guest.objects[id].clone();
        object.layout = self.layout(host, &object.layout);
        let init = std::mem::take(&mut object.init);
        let copy = host.objects.push(object);
        self.objects.insert(id, copy);
        let mut site = Site::new(None);
        for (offset, value) in init {
            let value = self.expr(host, &mut site, value)?;
            host.objects[copy].init.push((offset, value));
        }
        Ok(copy)
    }

    /// Something for a pointer to a function to point to. It is never called: calls are replaced by what they call.
    fn function(&mut self, host: &mut Program, id: ProcId) -> ProcId {
        if let Some(known) = self.functions.get(&id) {
            return *known;
        }
        let function = &self.guest.procs[id];
        let process = ProcId::from_index(host.procs.len());
        let entry = host.locs.push(Location {
            process,
            out: Vec::new(),
            control: Control::Free,
            marks: Marks::default(),
            span: function.span,
        });
        let (params, locals) = (0, Vec::new());
        host.procs.push(Process { params, locals, entry, ..function.clone() });
        self.functions.insert(id, process);
        process
    }

    fn layout(
        &mut self,
        host: &mut Program,
        layout: &crate::memory::Layout,
    ) -> crate::memory::Layout {
        use crate::memory::{Layout, Member};
        match layout {
            Layout::Bytes => Layout::Bytes,
            Layout::Scalar(ty) => Layout::Scalar(self.ty(host, *ty)),
            Layout::Array { stride, elem } => {
                Layout::Array { stride: *stride, elem: Box::new(self.layout(host, elem)) }
            }
            Layout::Record(members) => {
                let member =
                    |it: &Member| Member { layout: self.layout(host, &it.layout), ..it.clone() };
                Layout::Record(members.iter().map(member).collect())
            }
        }
    }

    fn place(
        &mut self,
        host: &mut Program,
        site: &mut Site,
        place: PlaceId,
    ) -> Spliceable<PlaceId> {
        let copy = match self.guest.places[place] {
            Place::Var(var) => Place::Var(self.var(host, site, var)?),
            Place::Index(base, index) => {
                Place::Index(self.place(host, site, base)?, self.expr(host, site, index)?)
            }
            Place::Field(base, field) => Place::Field(self.place(host, site, base)?, field),
            Place::Deref { pointer, ty } => {
                host.pointer_bytes = self.guest.pointer_bytes;
                Place::Deref { pointer: self.expr(host, site, pointer)?, ty: self.ty(host, ty) }
            }
            Place::Remote { process, var } => Place::Remote {
                process: self.expr(host, site, process)?,
                var: self.var(host, site, var)?,
            },
        };
        Ok(host.place(copy))
    }

    fn expr(&mut self, host: &mut Program, site: &mut Site, expr: ExprId) -> Spliceable<ExprId> {
        if let Some(known) = site.memo.get(&expr) {
            return Ok(*known);
        }
        let copy = self.new_expr(host, site, expr)?;
        site.memo.insert(expr, copy);
        Ok(copy)
    }

    fn new_expr(
        &mut self,
        host: &mut Program,
        site: &mut Site,
        expr: ExprId,
    ) -> Spliceable<ExprId> {
        let mut copy = self.guest.exprs[expr].clone();
        match &mut copy {
            Expr::SelfPid | Expr::ProcessCount | Expr::Heap(_) => {}
            Expr::Const { ty, .. } => *ty = self.ty(host, *ty),
            Expr::Load(place) => match self.known(host, site, *place)? {
                Some(value) => return Ok(value),
                None => *place = self.place(host, site, *place)?,
            },
            Expr::Unary(_, arg)
            | Expr::Pointer(_, arg)
            | Expr::ProgramCounter(arg)
            | Expr::Priority(arg)
            | Expr::Length(arg)
            | Expr::Capacity(arg)
            | Expr::Arity(arg) => *arg = self.expr(host, site, *arg)?,
            Expr::Cast { to, arg } | Expr::Reinterpret { to, arg } => {
                *to = self.ty(host, *to);
                *arg = self.expr(host, site, *arg)?;
            }
            Expr::Binary(op, left, right) => {
                *left = self.expr(host, site, *left)?;
                *right = self.expr(host, site, *right)?;
                let exact = match op {
                    BinOp::AddOverflows => Some(BinOp::Add),
                    BinOp::SubOverflows => Some(BinOp::Sub),
                    BinOp::MulOverflows => Some(BinOp::Mul),
                    _ => None,
                };
                if let Some(exact) = exact
                    && let Some(wide) = wide_overflow(host, exact, *left, *right)
                {
                    return Ok(wide);
                }
            }
            Expr::Advance { pointer: left, by: right }
            | Expr::IsInitialised { pointer: left, size: right } => {
                *left = self.expr(host, site, *left)?;
                *right = self.expr(host, site, *right)?;
            }
            Expr::Ite(condition, yes, no) => {
                *condition = self.expr(host, site, *condition)?;
                *yes = self.expr(host, site, *yes)?;
                *no = self.expr(host, site, *no)?;
            }
            Expr::Object(object) => *object = self.object(host, *object)?,
            Expr::Function(function) => *function = self.function(host, *function),
            Expr::InstanceOf(_)
            | Expr::At { .. }
            | Expr::Enabled(_)
            | Expr::Timeout
            | Expr::NonProgress
            | Expr::Poll { .. } => return Err(Obstacle::new("an expression of the host")),
        }
        Ok(fold::folded(host, copy))
    }

    /// What a variable of a function is known to hold.
    fn known(
        &mut self,
        host: &mut Program,
        site: &Site,
        place: PlaceId,
    ) -> Spliceable<Option<ExprId>> {
        let (Some(known), Place::Var(var)) = (&site.known, self.guest.places[place]) else {
            return Ok(None);
        };
        if !self.is_passing(var) {
            return Ok(None);
        }
        match known.get(&var) {
            Some(Some(value)) => Ok(Some(*value)),
            Some(None) => Err(Obstacle::new("a value that was never written, in a condition")),
            None => {
                let ty = self.ty(host, self.guest.vars[var].ty);
                Ok(Some(host.expr(Expr::Const { value: 0, ty })))
            }
        }
    }

    /// An action that is neither a call nor a return.
    fn action(
        &mut self,
        host: &mut Program,
        site: &mut Site,
        action: &Action,
    ) -> Spliceable<Action> {
        let mut copy = action.clone();
        match &mut copy {
            Action::Assign { place, value } => {
                *value = self.expr(host, site, *value)?;
                *place = self.place(host, site, *place)?;
            }
            Action::Havoc { place } => *place = self.place(host, site, *place)?,
            Action::Allocate { object, size, place } => {
                *object = self.object(host, *object)?;
                *size = self.expr(host, site, *size)?;
                *place = self.place(host, site, *place)?;
            }
            Action::Release { pointer } => *pointer = self.expr(host, site, *pointer)?,
            Action::Copy { to, from, size } | Action::Fill { to, byte: from, size } => {
                *to = self.expr(host, site, *to)?;
                *from = self.expr(host, site, *from)?;
                *size = self.expr(host, site, *size)?;
            }
            Action::Print { args, .. } => {
                for arg in args {
                    *arg = self.expr(host, site, *arg)?;
                }
            }
            Action::Send { .. }
            | Action::Receive { .. }
            | Action::Spawn { .. }
            | Action::Exit
            | Action::SetPriority { .. }
            | Action::Call { .. }
            | Action::Return { .. } => return Err(Obstacle::new("an action of the host")),
        }
        Ok(copy)
    }
}

impl Site {
    fn new(process: Option<ProcId>) -> Self {
        Self { process, known: None, memo: HashMap::new() }
    }
}

/// Whether an operation on numbers of at most 32 bits overflows, computed in 64: so it can be asked of flat programs too.
fn wide_overflow(host: &mut Program, op: BinOp, left: ExprId, right: ExprId) -> Option<ExprId> {
    let Some(Ty::Int(shape)) = host.ty_of(left) else { return None };
    if 32 < shape.bits {
        return None;
    }
    let (narrow, wide) = (host.int_ty(shape), host.int_ty(IntShape::I64));
    let cast =
        |host: &mut Program, to: TyId, arg: ExprId| fold::folded(host, Expr::Cast { to, arg });
    let (left, right) = (cast(host, wide, left), cast(host, wide, right));
    let exact = fold::folded(host, Expr::Binary(op, left, right));
    let wrapped = cast(host, narrow, exact);
    let wrapped = cast(host, wide, wrapped);
    Some(fold::folded(host, Expr::Binary(BinOp::Ne, wrapped, exact)))
}

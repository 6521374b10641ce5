//! C as a part of a model of another language: the model's variables as members of structs that C declares.
//!
//! Spin's convention: `now.x` is the global variable `x` of the model, `Pproctype->x` a local one of the process that runs. They stay
//! variables of the model; a member selected from one of these structs, and what is selected from it, is a place there. What C
//! declares as a part of the state (`c_state`) is a variable of C under such a name. Everything else that could be done with
//! these structs, such as taking an address, is not supported.

use std::collections::HashMap;

use tribunal_base::{Id, Span};
use tribunal_ir::{BinOp, Expr, Matching, Place, ProcId, Program, Scope, Ty, Var};

use super::check::Check;
use super::place::Spot;
use super::types::Class;
use super::whole::{Wholes, wholes};
use super::{Choices, Home, Lowering};
use crate::hir::{self, ExprKind, PlaceKind, TypeId, Unit};

/// The names by which C knows the model.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The variable whose members are the global variables.
    pub globals: String,
    /// The pointers to structs whose members are the variables of a process.
    pub processes: Vec<(String, ProcId)>,
    /// What C declares as a part of the state.
    pub states: Vec<StateName>,
}

/// Something that C declares as a part of the state.
#[derive(Clone, Debug)]
pub struct StateName {
    /// The member it is known as.
    pub member: String,
    /// Each instance of this process has one, or there is one for all.
    pub owner: Option<ProcId>,
    /// The variable of C that it is.
    pub variable: String,
}

/// Functions that were translated.
#[derive(Debug)]
pub struct Parts {
    /// The program: the declarations of the model, and what was translated.
    pub program: Program,
    /// The functions asked for; those without a body are missing.
    pub functions: Vec<Option<ProcId>>,
}

/// The model around.
pub(super) struct Host {
    globals: Option<hir::VarId>,
    pointers: HashMap<hir::VarId, ProcId>,
    /// By owner and name.
    states: HashMap<(Option<ProcId>, String), hir::VarId>,
    /// How many variables are those of the model.
    vars: usize,
    /// Structs and arrays of C that are kept like those of the model.
    pub(super) wholes: Wholes,
}

/// A place of the model.
#[derive(Clone, Copy, Debug)]
pub(super) enum HostSpot {
    Place {
        place: tribunal_ir::PlaceId,
        /// Whether a number that does not fit loses its upper bits by the rules of C.
        is_bit_field: bool,
    },
    /// Something that can only be read.
    Value(tribunal_ir::ExprId),
    /// Nothing: control comes no further.
    Lost,
}

/// Translates functions of a type-checked program, which is a part of a model. The caller provides a deep stack.
#[must_use]
pub fn lower_parts(
    unit: &mut Unit,
    choices: &Choices,
    declarations: Program,
    names: &Names,
    functions: &[String],
) -> Parts {
    let mut host = Host::new(unit, names, declarations.vars.len());
    host.mark_addresses(unit);
    host.wholes = wholes(unit, &host);
    let mut lowering = Lowering::new(unit, choices, declarations);
    lowering.note_order();
    let owned: Vec<(hir::VarId, ProcId)> = names
        .states
        .iter()
        .filter_map(|it| {
            let owner = it.owner?;
            Some((*host.states.get(&(Some(owner), it.member.clone()))?, owner))
        })
        .collect();
    lowering.host = Some(host);
    for (variable, owner) in owned {
        lowering.settle_in_process(variable, owner);
    }
    let mut translated = Vec::new();
    for name in functions {
        let found = super::ids(&unit.functions)
            .find(|it| unit.functions[*it].name == *name && unit.functions[*it].body.is_some());
        translated.push(found.map(|it| lowering.process_of(it)));
        while let Some(function) = lowering.queue.pop() {
            lowering.function(function);
        }
    }
    Parts { program: lowering.finished().0, functions: translated }
}

impl Host {
    fn new(unit: &Unit, names: &Names, vars: usize) -> Self {
        let named = |name: &str| {
            super::ids(&unit.variables).find(|it| {
                let variable = &unit.variables[*it];
                variable.name == name && variable.storage == hir::Storage::Static
            })
        };
        let pointers = names.processes.iter();
        let states = names.states.iter();
        Self {
            globals: named(&names.globals),
            pointers: pointers.filter_map(|(name, id)| Some((named(name)?, *id))).collect(),
            states: states
                .filter_map(|it| Some(((it.owner, it.member.clone()), named(&it.variable)?)))
                .collect(),
            vars,
            wholes: Wholes::new(),
        }
    }

    /// What a place is, if it is one of the structs: the globals, or the locals of a process.
    #[expect(clippy::option_option, reason = "the globals are of no process")]
    fn whole(&self, unit: &Unit, place: hir::PlaceId) -> Option<Option<ProcId>> {
        match unit.places[place].kind {
            PlaceKind::Variable(variable) => (self.globals == Some(variable)).then_some(None),
            PlaceKind::Deref(pointer) => {
                let ExprKind::Load(place) = unit.exprs[pointer].kind else { return None };
                let PlaceKind::Variable(variable) = unit.places[place].kind else { return None };
                self.pointers.get(&variable).map(|it| Some(*it))
            }
            _ => None,
        }
    }

    /// The variable of C that a place is, by a name of the model.
    pub(super) fn state(
        &self,
        unit: &Unit,
        place: hir::PlaceId,
    ) -> Option<(hir::VarId, Option<ProcId>)> {
        let PlaceKind::Field { base, record, index } = unit.places[place].kind else { return None };
        let owner = self.whole(unit, base)?;
        let name = unit.types.record(record).fields[index as usize].name.clone()?;
        Some((*self.states.get(&(owner, name))?, owner))
    }

    /// Whether a place is a variable of the model, or is kept like one, or a part of one.
    fn has(&self, unit: &Unit, place: hir::PlaceId) -> bool {
        match unit.places[place].kind {
            PlaceKind::Variable(variable) => self.wholes.contains_key(&variable),
            PlaceKind::Field { base, .. } => match self.state(unit, place) {
                Some((variable, _)) => self.wholes.contains_key(&variable),
                None => self.whole(unit, base).is_some() || self.has(unit, base),
            },
            PlaceKind::Deref(pointer) => {
                element(unit, pointer).is_some_and(|it| self.has(unit, it.base))
            }
            _ => false,
        }
    }

    /// Variables of C that are known by names of the model may have their addresses taken by these.
    fn mark_addresses(&self, unit: &mut Unit) {
        let addresses = unit.exprs.values().filter_map(|it| match it.kind {
            ExprKind::AddressOf(place) => self.state(unit, place),
            _ => None,
        });
        let taken: Vec<hir::VarId> = addresses.map(|it| it.0).collect();
        for variable in taken {
            unit.variables[variable].address_taken = true;
        }
    }
}

/// What a pointer points to, if that is named.
pub(super) struct Element {
    /// The array, or the place itself.
    pub(super) base: hir::PlaceId,
    pub(super) index: Index,
}

/// Which part of a place a pointer points to.
#[derive(Clone, Copy)]
pub(super) enum Index {
    /// All of it.
    Itself,
    /// The first element.
    First,
    /// This element.
    Of(hir::ExprId),
}

/// What a pointer points to, if it is an element of an array that is named, or another place that is.
pub(super) fn element(unit: &Unit, pointer: hir::ExprId) -> Option<Element> {
    let (address, index) = match unit.exprs[pointer].kind {
        ExprKind::PointerAdd {
            pointer,
            index,
            direction: hir::Direction::Forward | hir::Direction::Subscript,
            ..
        } => (pointer, Some(index)),
        _ => (pointer, None),
    };
    let ExprKind::AddressOf(base) = unit.exprs[address].kind else { return None };
    let hir::Type::Pointer(to) = unit.types.get(unit.exprs[address].ty) else { return None };
    let of = unit.places[base].ty.id;
    let is_element = match unit.types.get(of) {
        hir::Type::Array { element, .. } => element.id == to.id,
        _ => false,
    };
    match index {
        Some(index) if is_element => Some(Element { base, index: Index::Of(index) }),
        None if is_element => Some(Element { base, index: Index::First }),
        None if to.id == of => Some(Element { base, index: Index::Itself }),
        Some(_) | None => None,
    }
}

impl Lowering<'_> {
    /// A variable that each instance of a process has one of.
    fn settle_in_process(&mut self, id: hir::VarId, owner: ProcId) {
        let variable = &self.unit.variables[id];
        let (name, span, ty) = (variable.name.clone(), variable.span, variable.ty.id);
        let is_whole = self.host.as_ref().is_some_and(|it| it.wholes.contains_key(&id));
        if is_whole {
            self.whole(id, Scope::Local(owner));
            return;
        }
        if variable.address_taken || !matches!(self.class(ty), Class::Scalar(_)) {
            return;
        }
        let ty = self.scalar(ty);
        let (scope, matching) = (Scope::Local(owner), Matching::Matched);
        let var = Var { name, ty, scope, init: Vec::new(), matching, span };
        let home = Home::Register(self.program.vars.push(var));
        self.homes[id.index()] = Some(home);
        self.first_values(id, home);
    }

    /// Where a place is, if it has to do with the model around.
    pub(super) fn host_spot(&mut self, place: hir::PlaceId) -> Option<Spot> {
        let host = self.host.as_ref()?;
        let span = self.unit.places[place].span;
        if host.has(self.unit, place) {
            return Some(Spot::Host(self.host_place(place)));
        }
        if let Some((variable, owner)) = host.state(self.unit, place) {
            if owner.is_some() && self.homes[variable.index()].is_none() {
                self.unsupported("data of this kind that each process has one of", span);
                return Some(Spot::Host(HostSpot::Lost));
            }
            return Some(self.spot_of(variable));
        }
        let PlaceKind::Variable(variable) = self.unit.places[place].kind else { return None };
        if host.globals == Some(variable) || host.pointers.contains_key(&variable) {
            self.unsupported("the state of the model as a whole", span);
            return Some(Spot::Host(HostSpot::Lost));
        }
        None
    }

    /// Whether reading a place of the model needs no check.
    pub(super) fn is_plain_host(&self, place: hir::PlaceId) -> bool {
        let Some(host) = &self.host else { return false };
        match self.unit.places[place].kind {
            PlaceKind::Field { base, .. } => {
                host.has(self.unit, place)
                    && (host.whole(self.unit, base).is_some() || self.is_plain_host(base))
            }
            _ => false,
        }
    }

    /// A place of the model; evaluates what leads there.
    fn host_place(&mut self, place: hir::PlaceId) -> HostSpot {
        let hir::Place { kind, span, .. } = self.unit.places[place].clone();
        let state = self.host.as_ref().and_then(|it| it.state(self.unit, place));
        let variable = match (state, &kind) {
            (Some((variable, owner)), _) => Some((variable, owner)),
            (None, PlaceKind::Variable(variable)) => Some((*variable, None)),
            (None, _) => None,
        };
        if let Some((variable, owner)) = variable {
            let place = self.whole(variable, owner.map_or(Scope::Global, Scope::Local));
            return HostSpot::Place { place, is_bit_field: false };
        }
        match kind {
            PlaceKind::Field { base, record, index } => {
                let field = &self.unit.types.record(record).fields[index as usize];
                let (name, is_bit_field) =
                    (field.name.clone().unwrap_or_default(), field.bits.is_some());
                let whole = self.host.as_ref().and_then(|it| it.whole(self.unit, base));
                if let Some(owner) = whole {
                    return self.host_member(owner, &name, is_bit_field, span);
                }
                let HostSpot::Place { place: base, .. } = self.host_place(base) else {
                    return HostSpot::Lost;
                };
                let fields = match self.program.ty_of_place(base).map(|it| self.program.tys[it]) {
                    Some(Ty::Record(record)) => &self.program.records[record].fields[..],
                    _ => &[],
                };
                match (0..).zip(fields).find(|(_, it)| it.name == name) {
                    Some((position, _)) => {
                        let place = self.program.place(Place::Field(base, position));
                        HostSpot::Place { place, is_bit_field }
                    }
                    None => self.host_lost(&name, span),
                }
            }
            PlaceKind::Deref(pointer) => {
                let Some(Element { base, index }) = element(self.unit, pointer) else {
                    return self.host_lost("", span);
                };
                let HostSpot::Place { place: base, .. } = self.host_place(base) else {
                    return HostSpot::Lost;
                };
                self.host_element(base, index, span)
            }
            _ => self.host_lost("", span),
        }
    }

    fn host_element(&mut self, base: tribunal_ir::PlaceId, index: Index, span: Span) -> HostSpot {
        let is_bit_field = false;
        let index = match index {
            Index::Itself => return HostSpot::Place { place: base, is_bit_field },
            Index::First => self.bytes(0),
            Index::Of(index) => self.value(index),
        };
        let len = match self.program.ty_of_place(base).map(|it| self.program.tys[it]) {
            Some(Ty::Array { len, .. }) => len,
            _ => return self.host_lost("", span),
        };
        let i64_ty = self.i64_ty();
        let index = self.cast(i64_ty, index);
        let (zero, len) = (self.bytes(0), self.bytes(len.into()));
        let before = self.binary(BinOp::Lt, index, zero);
        let behind = self.binary(BinOp::Le, len, index);
        let outside = self.either(before, behind);
        self.check(Check::Bounds, outside, "index outside the array", span);
        let place = self.program.place(Place::Index(base, index));
        HostSpot::Place { place, is_bit_field }
    }

    fn host_member(
        &mut self,
        owner: Option<ProcId>,
        name: &str,
        is_bit_field: bool,
        span: Span,
    ) -> HostSpot {
        match (owner, name) {
            (None, "_nr_pr") => {
                return HostSpot::Value(self.program.expr(Expr::ProcessCount));
            }
            (Some(_), "_pid") => return HostSpot::Value(self.program.expr(Expr::SelfPid)),
            _ => {}
        }
        let scope = owner.map_or(Scope::Global, Scope::Local);
        let count = self.host.as_ref().map_or(0, |it| it.vars);
        let vars = self.program.vars.iter().take(count);
        let named: Option<tribunal_ir::VarId> =
            vars.filter(|(_, it)| it.scope == scope && it.name == name).map(|(id, _)| id).next();
        match named {
            Some(var) => {
                let place = self.program.place(Place::Var(var));
                HostSpot::Place { place, is_bit_field }
            }
            None => self.host_lost(name, span),
        }
    }

    fn host_lost(&mut self, name: &str, span: Span) -> HostSpot {
        let what = match name {
            "" => "this use of a variable of the model".to_owned(),
            _ => format!("`{name}` of the model"),
        };
        self.unsupported(&what, span);
        HostSpot::Lost
    }

    /// The place, with indices that later effects cannot change.
    pub(super) fn keep_host(&mut self, spot: HostSpot) -> HostSpot {
        match spot {
            HostSpot::Place { place, is_bit_field } => {
                HostSpot::Place { place: self.keep_indices(place), is_bit_field }
            }
            HostSpot::Value(_) | HostSpot::Lost => spot,
        }
    }

    fn keep_indices(&mut self, place: tribunal_ir::PlaceId) -> tribunal_ir::PlaceId {
        let kept = match self.program.places[place] {
            Place::Index(base, index) => Place::Index(self.keep_indices(base), self.keep(index)),
            Place::Field(base, field) => Place::Field(self.keep_indices(base), field),
            other => other,
        };
        self.program.place(kept)
    }

    /// Reads a scalar of the model.
    pub(super) fn read_host(&mut self, spot: HostSpot, ty: TypeId) -> tribunal_ir::ExprId {
        let value = match spot {
            HostSpot::Place { place, .. } => self.load(place),
            HostSpot::Value(value) => value,
            HostSpot::Lost => return self.lost_value(ty),
        };
        let ty = self.scalar(ty);
        self.cast(ty, value)
    }

    /// Writes a scalar of the model.
    pub(super) fn write_host(&mut self, spot: HostSpot, value: tribunal_ir::ExprId, span: Span) {
        let (place, is_bit_field) = match spot {
            HostSpot::Place { place, is_bit_field } => (place, is_bit_field),
            HostSpot::Value(_) => {
                return self.unsupported("a write to what only the model changes", span);
            }
            HostSpot::Lost => return,
        };
        let Some(to) = self.program.ty_of_place(place) else { return };
        if self.program.tys[to] == Ty::Channel {
            return self.unsupported("a write to a channel of the model", span);
        }
        let (bits, from) = (self.program.shape(to), self.program.ty_of(value));
        if let (Some(to_shape), Some(Ty::Int(from_shape))) = (bits, from)
            && to_shape.bits < from_shape.bits
            && !is_bit_field
        {
            // C has more room for it than the model.
            let from = self.program.int_ty(from_shape);
            let narrow = self.program.int_ty(to_shape);
            let kept = self.program.expr(Expr::Cast { to: narrow, arg: value });
            let kept = self.cast(from, kept);
            let lost = self.binary(BinOp::Ne, kept, value);
            self.check(
                Check::Unsupported,
                lost,
                "a number too large for its variable of the model",
                span,
            );
        }
        self.act(tribunal_ir::Action::Assign { place, value });
    }
}

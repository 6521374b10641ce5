//! How the scalars in variables are numbered, and what types expressions have.

use crate::settings::{Settings, Transformer};
use crate::state::address::Address;
use crate::state::relation::Domain;
use std::collections::BTreeSet;
use tribunal_base::Id as _;
use tribunal_domains::{Number, Numeric as _};
use tribunal_ir::{
    Action, BinOp, Edge, Expr, ExprId, Guard, IntShape, LocId, Place, PlaceId, ProcId, Program,
    Scope, Ty, TyId, VarId,
};

/// Arrays with more elements than this have one scalar for all of them.
const ELEMENTS: u32 = 64;
/// So have arrays that would take more scalars than this.
const SCALARS: u32 = 256;

/// Numbers and types, computed once.
#[derive(Debug)]
pub(crate) struct Layout<'a> {
    pub(crate) program: &'a Program,
    /// The number of the first scalar of each variable.
    first: Vec<u32>,
    /// The types of expressions.
    types: Vec<Ty>,
    /// The type of each scalar.
    scalars: Vec<Ty>,
    /// The variable of each scalar.
    owners: Vec<VarId>,
    /// What says where each place in memory is, if it can be told.
    addresses: Vec<Option<Address>>,
    /// The position of each location in its process.
    position: Vec<u32>,
    /// The place of each scalar among those of its function that are related to each other.
    related: Vec<Option<usize>>,
    /// The scalars of each function that are related to each other.
    packs: Vec<Vec<u32>>,
    /// By what.
    pub(crate) domain: Domain,
    pub(crate) transformer: Transformer,
    /// The locations of each process.
    pub(crate) locations: Vec<Vec<LocId>>,
}

/// Scalars that a place may be.
pub(crate) struct Spots {
    /// Their numbers.
    pub(crate) cells: Vec<u32>,
    /// Whether there is exactly one scalar, and it is not one of several.
    pub(crate) is_exact: bool,
    /// Whether the place may be outside its array.
    pub(crate) may_miss: bool,
}

impl<'a> Layout<'a> {
    pub(crate) fn new(program: &'a Program) -> Self {
        let mut layout = Self {
            program,
            first: Vec::new(),
            types: Vec::new(),
            scalars: Vec::new(),
            owners: Vec::new(),
            addresses: Vec::new(),
            position: Vec::new(),
            related: Vec::new(),
            packs: vec![Vec::new(); program.procs.len()],
            domain: Domain::default(),
            transformer: Transformer::default(),
            locations: vec![Vec::new(); program.procs.len()],
        };
        for (id, var) in program.vars.iter() {
            layout.first.push(u32::try_from(layout.scalars.len()).unwrap_or(u32::MAX));
            layout.number(var.ty);
            layout.owners.resize(layout.scalars.len(), id);
        }
        // An expression that is not well typed is never evaluated.
        let ty = |(id, _): (ExprId, _)| program.ty_of(id).unwrap_or(Ty::Bool);
        layout.types = program.exprs.iter().map(ty).collect();
        layout.addresses = program.places.iter().map(|(it, _)| Address::of(&layout, it)).collect();
        for (id, location) in program.locs.iter() {
            let own = &mut layout.locations[location.process.index()];
            layout.position.push(u32::try_from(own.len()).unwrap_or(u32::MAX));
            own.push(id);
        }
        layout
    }

    /// The same, with variables of each function related to each other as the settings say.
    pub(crate) fn with(mut self, settings: Settings) -> Self {
        (self.domain, self.transformer) = (settings.domain, settings.transformer);
        self.packs = crate::state::packs::packs(&self, settings.related);
        self.related = vec![None; self.scalars.len()];
        for pack in &self.packs {
            pack.iter().enumerate().for_each(|(at, cell)| self.related[*cell as usize] = Some(at));
        }
        self
    }

    /// The place of a scalar among those of its function that are related to each other.
    pub(crate) fn related(&self, cell: u32) -> Option<usize> {
        self.related.get(cell as usize).copied().flatten()
    }

    /// The scalars that are related to each other in the function of one of them.
    pub(crate) fn pack_of(&self, cell: u32) -> &[u32] {
        match self.program.vars[self.owner(cell)].scope {
            Scope::Local(process) => self.pack(process),
            Scope::Global => &[],
        }
    }

    /// The scalars of a function that are related to each other.
    pub(crate) fn pack(&self, process: ProcId) -> &[u32] {
        &self.packs[process.index()]
    }

    fn number(&mut self, ty: TyId) {
        match self.program.tys[ty] {
            Ty::Array { elem, len } => {
                let count = if self.is_smashed(elem, len) { 1 } else { len };
                (0..count).for_each(|_| self.number(elem));
            }
            Ty::Record(record) => {
                let fields = &self.program.records[record].fields;
                fields.iter().for_each(|it| self.number(it.ty));
            }
            scalar => self.scalars.push(scalar),
        }
    }

    fn is_smashed(&self, elem: TyId, len: u32) -> bool {
        ELEMENTS < len || SCALARS < self.size(elem).saturating_mul(len)
    }

    /// How many scalars a type has.
    fn size(&self, ty: TyId) -> u32 {
        match self.program.tys[ty] {
            Ty::Array { elem, len } => {
                let count = if self.is_smashed(elem, len) { 1 } else { len };
                self.size(elem).saturating_mul(count)
            }
            Ty::Record(record) => {
                let fields = self.program.records[record].fields.iter();
                fields.map(|it| self.size(it.ty)).fold(0, u32::saturating_add)
            }
            _ => 1,
        }
    }

    /// What says where a place in memory is, if it can be told.
    pub(crate) fn address(&self, place: PlaceId) -> Option<&Address> {
        self.addresses[place.index()].as_ref()
    }

    pub(crate) fn ty(&self, expr: ExprId) -> Ty {
        self.types[expr.index()]
    }

    pub(crate) fn shape(&self, expr: ExprId) -> IntShape {
        self.program.shape_of_ty(self.ty(expr)).unwrap_or(IntShape::I64)
    }

    /// The position of a location in its process.
    pub(crate) fn position(&self, location: LocId) -> usize {
        self.position[location.index()] as usize
    }

    pub(crate) fn process(&self, location: LocId) -> ProcId {
        self.program.locs[location].process
    }

    pub(crate) fn cell_ty(&self, cell: u32) -> Ty {
        self.scalars[cell as usize]
    }

    /// The variable that a scalar is a part of.
    pub(crate) fn owner(&self, cell: u32) -> VarId {
        self.owners[cell as usize]
    }

    pub(crate) fn is_global(&self, cell: u32) -> bool {
        self.program.vars[self.owner(cell)].scope == Scope::Global
    }

    /// The scalars of a variable.
    pub(crate) fn cells(&self, var: VarId) -> std::ops::Range<u32> {
        let first = self.first[var.index()];
        first..first + self.size(self.program.vars[var].ty)
    }

    /// The scalar of a variable that is one.
    pub(crate) fn scalar(&self, var: VarId) -> Option<u32> {
        let is_scalar = self.program.shape(self.program.vars[var].ty).is_some();
        is_scalar.then_some(self.first[var.index()])
    }

    /// The scalar of a place that is a variable: most places are.
    pub(crate) fn only_cell(&self, place: PlaceId) -> Option<u32> {
        match self.program.places[place] {
            Place::Var(var) => Some(self.first[var.index()]),
            _ => None,
        }
    }

    /// The scalars that a place in a variable may be, where `index` tells what an index may be; `None` for other places.
    pub(crate) fn spots(
        &self,
        place: PlaceId,
        index: &mut dyn FnMut(ExprId) -> Number,
    ) -> Option<Spots> {
        match self.program.places[place] {
            Place::Var(var) => Some(Spots {
                cells: vec![self.first[var.index()]],
                is_exact: true,
                may_miss: false,
            }),
            Place::Field(base, field) => {
                let mut spots = self.spots(base, index)?;
                let Ty::Record(record) = self.program.tys[self.program.ty_of_place(base)?] else {
                    return None;
                };
                let before = self.program.records[record].fields.iter().take(field as usize);
                let offset = before.map(|it| self.size(it.ty)).fold(0, u32::saturating_add);
                spots.cells.iter_mut().for_each(|it| *it += offset);
                Some(spots)
            }
            Place::Index(base, at) => {
                let mut spots = self.spots(base, index)?;
                let Ty::Array { elem, len } = self.program.tys[self.program.ty_of_place(base)?]
                else {
                    return None;
                };
                let at = index(at);
                let hull = at.hull();
                spots.may_miss |= hull.lo < 0 || i128::from(len) <= hull.hi;
                if self.is_smashed(elem, len) {
                    spots.is_exact = false;
                    return Some(spots);
                }
                let step = self.size(elem);
                let possible: Vec<u32> = (0..len).filter(|it| at.contains((*it).into())).collect();
                let moved = |cell: &u32| possible.iter().map(move |it| cell + it * step).collect();
                spots.cells = spots.cells.iter().flat_map(|it| -> Vec<u32> { moved(it) }).collect();
                spots.is_exact &= possible.len() == 1;
                Some(spots)
            }
            Place::Deref { .. } | Place::Remote { .. } => None,
        }
    }

    /// The constants that are assigned at some locations, and those that are compared with, these with their neighbours: where widenings stop.
    pub(crate) fn thresholds(&self, locations: impl Iterator<Item = LocId>) -> Vec<i128> {
        let mut found = BTreeSet::new();
        for location in locations {
            for edge in &self.program.locs[location].out {
                let Edge { guard, actions, .. } = &self.program.edges[*edge];
                if let Guard::When(condition) = guard {
                    self.compared(*condition, &mut found);
                }
                for action in actions {
                    if let Action::Assign { value, .. } = action
                        && let Expr::Const { value, .. } = self.program.exprs[*value]
                    {
                        found.insert(value);
                    }
                }
            }
        }
        found.into_iter().collect()
    }

    fn compared(&self, expr: ExprId, found: &mut BTreeSet<i128>) {
        match self.program.exprs[expr] {
            Expr::Unary(_, a) | Expr::Cast { arg: a, .. } => self.compared(a, found),
            Expr::Binary(op, a, b) => {
                let is_comparison = matches!(op, BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le);
                for side in [a, b] {
                    match self.program.exprs[side] {
                        Expr::Const { value, .. } if is_comparison => {
                            found.extend([value.saturating_sub(1), value, value.saturating_add(1)]);
                        }
                        _ => self.compared(side, found),
                    }
                }
            }
            _ => {}
        }
    }
}

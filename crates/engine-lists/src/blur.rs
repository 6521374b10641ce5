//! Forgetting numbers: what depends on values that are too many to try is left open wherever it decides.
//!
//! The shape of a heap seldom depends on the numbers that are kept in it. A copy of the program is made in which such numbers are 0, and conditions on
//! them are always true, and so are their opposites: it can do all that the program can. What is forgotten is found flow-insensitively: the values themselves, what is computed
//! from them, what is compared with them (it may count up to them without end); in memory, everything of the same type. Should memory be read as another
//! type than it was written, the bytes in question are noted as not known ([`Blurred::stores`]), and the search gives up.

use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use tribunal_ir::visit::{Root, Use, Walk};
use tribunal_ir::{
    Action, EdgeId, Expr, ExprId, Guard, IntShape, Place, PlaceId, ProcId, Program, Ty, TyId, VarId,
};
use tribunal_states::classes::Classes;

/// How many values are few enough to be tried.
const FEW: usize = 32;

/// What is forgotten.
#[derive(Default)]
struct Forgotten {
    vars: BTreeSet<VarId>,
    /// The types of scalars in memory.
    memory: BTreeSet<TyId>,
    /// Functions whose results are.
    results: BTreeSet<ProcId>,
}

/// A copy of a program that leaves open what depends on too many values.
pub(crate) struct Blurred {
    pub(crate) program: Program,
    /// The edges that store in memory what is forgotten, with where and how many bytes.
    pub(crate) stores: FxHashMap<EdgeId, (ExprId, u64)>,
}

/// Forgets what depends on too many values; `None` if pointers depend on them.
pub(crate) fn blur(program: &Program) -> Option<Blurred> {
    let mut forgotten = Forgotten::default();
    let mut classes = Classes::new(program);
    for (id, edge) in program.edges.iter() {
        for action in &edge.actions {
            let Action::Havoc { place } = action else { continue };
            match program.places[*place] {
                Place::Var(var) if is_bool(program, program.vars[var].ty) => {}
                Place::Var(var) if classes.of(id, var).is_some_and(|it| it.len() <= FEW) => {}
                _ => forgotten.place(program, *place)?,
            }
        }
    }
    loop {
        let before = forgotten.size();
        for edge in program.edges.ids() {
            forgotten.spread(program, edge)?;
        }
        if forgotten.size() == before {
            break;
        }
    }
    let stores = forgotten.stores(program)?;
    // What is forgotten was written, though its bytes are not known any more: nobody may ask.
    let is_asked = program.exprs.iter().any(|it| matches!(it.1, Expr::IsInitialised { .. }));
    if is_asked && !stores.is_empty() {
        return None;
    }
    let mut blurred = Blurred { program: program.clone(), stores };
    if 0 < forgotten.size() {
        forgotten.leave_out(program, &mut blurred.program);
    }
    Some(blurred)
}

fn is_bool(program: &Program, ty: TyId) -> bool {
    program.tys[ty] == Ty::Bool || program.shape(ty) == Some(IntShape::BOOL)
}

impl Forgotten {
    fn size(&self) -> usize {
        self.vars.len() + self.memory.len() + self.results.len()
    }

    /// Forgets what is at a place; `None` if it may be a pointer.
    fn place(&mut self, program: &Program, place: PlaceId) -> Option<()> {
        let ty = program.ty_of_place(place)?;
        if !matches!(program.tys[ty], Ty::Bool | Ty::Int(_) | Ty::Enum(_) | Ty::Float(_)) {
            return None;
        }
        match program.root(place) {
            Root::Own(var) => _ = self.vars.insert(var),
            _ => _ = self.memory.insert(ty),
        }
        Some(())
    }

    /// Whether an expression depends on what is forgotten.
    fn has(&self, program: &Program, expr: ExprId) -> bool {
        let mut found = false;
        let mut walk = Walk::new(program, |used| {
            if let Use::Read(place) = used {
                found |= match program.root(place) {
                    Root::Own(var) => self.vars.contains(&var),
                    _ => program.ty_of_place(place).is_some_and(|it| self.memory.contains(&it)),
                };
            }
        });
        walk.expr(expr);
        found
    }

    /// Whether where something lies depends on it.
    fn misplaces(&self, program: &Program, place: PlaceId) -> bool {
        match program.places[place] {
            Place::Var(_) => false,
            Place::Index(array, index) => {
                self.has(program, index) || self.misplaces(program, array)
            }
            Place::Field(record, _) => self.misplaces(program, record),
            Place::Deref { pointer, .. } => self.has(program, pointer),
            Place::Remote { .. } => true,
        }
    }

    /// Forgets what an edge computes from what is forgotten.
    fn spread(&mut self, program: &Program, id: EdgeId) -> Option<()> {
        let edge = &program.edges[id];
        if let Guard::When(condition) = edge.guard
            && self.has(program, condition)
        {
            self.counted(program, condition)?;
        }
        for action in &edge.actions {
            let mut misplaced = false;
            let mut walk = Walk::new(program, |used| {
                if let Use::Read(place) | Use::Write(place) = used {
                    misplaced |= self.misplaces(program, place);
                }
            });
            walk.action(action);
            if misplaced {
                return None;
            }
            match action {
                Action::Assign { place, value } if self.has(program, *value) => {
                    self.place(program, *place)?;
                }
                Action::Call { process, args, result } => {
                    for (arg, param) in args.iter().zip(&program.procs[*process].locals) {
                        if self.has(program, *arg) {
                            let ty = program.vars[*param].ty;
                            matches!(
                                program.tys[ty],
                                Ty::Bool | Ty::Int(_) | Ty::Enum(_) | Ty::Float(_)
                            )
                            .then_some(())?;
                            self.vars.insert(*param);
                        }
                    }
                    if let Some(place) = result.filter(|_| self.results.contains(process)) {
                        self.place(program, place)?;
                    }
                }
                Action::Return { value: Some(value) } if self.has(program, *value) => {
                    self.results.insert(program.locs[edge.from].process);
                }
                Action::Allocate { size, .. } if self.has(program, *size) => return None,
                Action::Release { pointer } if self.has(program, *pointer) => return None,
                Action::Copy { to, from, size } | Action::Fill { to, byte: from, size }
                    if [to, from, size].into_iter().any(|it| self.has(program, *it)) =>
                {
                    return None;
                }
                _ => {}
            }
        }
        Some(())
    }

    /// Forgets the numbers in a condition that is left open: one of them may be counted up to another.
    fn counted(&mut self, program: &Program, condition: ExprId) -> Option<()> {
        let mut places = Vec::new();
        let mut walk = Walk::new(program, |used| {
            if let Use::Read(place) = used {
                places.push(place);
            }
        });
        walk.expr(condition);
        for place in places {
            if self.misplaces(program, place) {
                return None;
            }
            let is_number = |it: TyId| matches!(program.tys[it], Ty::Int(_) | Ty::Float(_));
            if program.ty_of_place(place).is_some_and(is_number)
                && matches!(program.root(place), Root::Own(_))
            {
                self.place(program, place)?;
            }
        }
        Some(())
    }

    /// Where it is stored in memory; `None` if an edge does so among other things.
    fn stores(&self, program: &Program) -> Option<FxHashMap<EdgeId, (ExprId, u64)>> {
        let mut stores = FxHashMap::default();
        for (id, edge) in program.edges.iter() {
            for action in &edge.actions {
                let place = match action {
                    Action::Assign { place, value } if self.has(program, *value) => *place,
                    Action::Havoc { place } | Action::Call { result: Some(place), .. } => *place,
                    _ => continue,
                };
                if let Place::Deref { pointer, ty } = program.places[place]
                    && self.memory.contains(&ty)
                {
                    let bytes = u64::from(program.shape(ty)?.bits / 8);
                    let is_alone =
                        edge.actions.len() == 1 && !matches!(action, Action::Call { .. });
                    is_alone.then(|| stores.insert(id, (pointer, bytes)))?;
                }
            }
        }
        Some(stores)
    }

    /// Writes 0 for what is forgotten, and lets conditions on it be true.
    fn leave_out(&self, program: &Program, copy: &mut Program) {
        let always = copy.truth(true);
        let zero = |copy: &mut Program, expr: ExprId| -> ExprId {
            match program.ty_of(expr).map(|it| copy.tys.intern(it)) {
                Some(ty) => copy.exprs.intern(Expr::Const { value: 0, ty }),
                None => expr,
            }
        };
        for location in program.locs.values() {
            let mut is_open = false;
            for &id in &location.out {
                let edge = &program.edges[id];
                is_open |= matches!(edge.guard, Guard::When(it) if self.has(program, it));
                let is_else = edge.guard == Guard::Else && is_open;
                if is_else || matches!(edge.guard, Guard::When(it) if self.has(program, it)) {
                    copy.edges[id].guard = Guard::When(always);
                }
                for number in 0..edge.actions.len() {
                    let mut action = edge.actions[number].clone();
                    match &mut action {
                        Action::Assign { value, .. } | Action::Return { value: Some(value) }
                            if self.has(program, *value) =>
                        {
                            *value = zero(copy, *value);
                        }
                        Action::Havoc { place } if self.knows(program, *place) => {
                            if let Some(ty) = program.ty_of_place(*place) {
                                let value = copy.exprs.intern(Expr::Const { value: 0, ty });
                                action = Action::Assign { place: *place, value };
                            }
                        }
                        Action::Call { args, .. } | Action::Print { args, .. } => {
                            for arg in args {
                                if self.has(program, *arg) {
                                    *arg = zero(copy, *arg);
                                }
                            }
                        }
                        _ => {}
                    }
                    copy.edges[id].actions[number] = action;
                }
            }
        }
    }

    /// Whether what is at a place is forgotten.
    fn knows(&self, program: &Program, place: PlaceId) -> bool {
        match program.root(place) {
            Root::Own(var) => self.vars.contains(&var),
            _ => program.ty_of_place(place).is_some_and(|it| self.memory.contains(&it)),
        }
    }
}

//! What a loop, or a call, changes: found by trying, and made arbitrary.

use crate::machine::{Kind, Machine, Object};
use crate::memory::object::{Access, widest};
use crate::state::cells::{Cell, Cells, Content};
use crate::state::layout::Layout;
use crate::state::pages::Pages;
use crate::state::value::{OBJECT, Pointer, Value, choose_pointer, constant, null};
use crate::state::{Block, State};
use std::collections::BTreeSet;
use std::rc::Rc;
use tribunal_ir::{ObjectId, Program, Scope, VarId};
use tribunal_solver::Sort;

/// What a loop changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    globals: BTreeSet<usize>,
    locals: BTreeSet<usize>,
    /// Objects by what they were made from.
    contents: BTreeSet<ObjectId>,
    /// Where in those there are pointers.
    pointers: BTreeSet<(ObjectId, u64)>,
    /// Objects that may die.
    deaths: BTreeSet<ObjectId>,
    /// What changed pointers may point to.
    targets: BTreeSet<Target>,
    next_address: bool,
}

impl Changes {
    /// Whether a variable of the loop's function, or a global one, is among them.
    pub(crate) fn has(&self, program: &Program, layout: &Layout, var: VarId) -> bool {
        let slot = layout.slot(var);
        match program.vars[var].scope {
            Scope::Global => self.globals.contains(&slot),
            Scope::Local(_) => self.locals.contains(&slot),
        }
    }
}

/// What a pointer may point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    Nothing,
    Function(usize),
    Object(ObjectId),
    /// An object that was there during an iteration only.
    Gone,
}

/// Which scalars of a state.
#[derive(Clone, Copy)]
enum Place {
    Global(usize),
    Local(usize),
}

impl Machine<'_> {
    /// Makes everything arbitrary that a loop changes; `None` if that cannot be done.
    pub(crate) fn loosen(&mut self, state: &mut State, changes: &mut Changes) -> Option<()> {
        let places = changes.globals.iter().map(|it| Place::Global(*it));
        let places: Vec<Place> =
            places.chain(changes.locals.iter().map(|it| Place::Local(*it))).collect();
        for place in &places {
            if let Some(Value::Pointer(pointer)) = value_at(state, *place) {
                self.add_targets(state, pointer, changes, usize::MAX)?;
            }
        }
        let last = state.memory.len() + self.first_block;
        let numbers: Vec<usize> = (self.first_block..last).collect();
        for &(declaration, offset) in &changes.pointers.clone() {
            for &object in &numbers {
                if self.declaration(object) != Some(declaration) {
                    continue;
                }
                let Some(block) = self.block(state, object) else { continue };
                if let Content::Pointer(pointer) = self.pointer_cell(object, &block, offset)? {
                    self.add_targets(state, pointer, changes, usize::MAX)?;
                }
            }
        }
        for place in places {
            let arbitrary = match value_at(state, place)? {
                Value::Term(term) => Value::Term(self.terms.fresh("loop", self.terms.sort(term))),
                Value::Pointer(_) => Value::Pointer(self.any_target(state, changes)),
            };
            *value_mut(state, place)? = arbitrary;
        }
        for object in numbers {
            let Some(declaration) = self.declaration(object) else { continue };
            let Some(mut block) = self.block(state, object) else { continue };
            if changes.contents.contains(&declaration) {
                let cells = self.any_cells(state, object, declaration, &block, changes)?;
                block = Rc::new(Block { cells, alive: block.alive });
            }
            if changes.deaths.contains(&declaration) {
                let lives = self.terms.fresh("lives", Sort::Bool);
                let alive = self.terms.and(block.alive, lives);
                block = Rc::new(Block { cells: block.cells.clone(), alive });
            }
            self.set_block(state, object, block);
        }
        if changes.next_address {
            let before = state.next_address;
            state.next_address = self.terms.fresh("address", Sort::BitVec(64));
            let later = self.terms.ule(before, state.next_address);
            state.guard = self.guards.and(&mut self.terms, state.guard, later);
        }
        Some(())
    }

    /// The pointer in a cell that is to hold any pointer.
    fn pointer_cell(&mut self, object: usize, block: &Block, offset: u64) -> Option<Content> {
        let width = self.program.pointer_bytes.count();
        let when = self.terms.truth(true);
        let cell = self.piece(Access { object, when }, block, offset, width);
        match cell.content {
            Content::Pointer(_) => Some(cell.content),
            Content::Bits(bits) if constant(&self.terms, bits) == Some(0) => {
                Some(Content::Pointer(null(&mut self.terms)))
            }
            Content::Bits(_) | Content::Mixed { .. } => None,
        }
    }

    pub(crate) fn add_targets(
        &mut self,
        state: &State,
        pointer: Pointer,
        changes: &mut Changes,
        first_new: usize,
    ) -> Option<bool> {
        let mut grown = false;
        for case in self.cases(pointer).iter() {
            let target = match self.objects[case.object].kind {
                Kind::Nothing => Target::Nothing,
                Kind::Function => Target::Function(case.object),
                Kind::Ghost => Target::Gone,
                // Another one in each iteration.
                Kind::Wild(_) => return None,
                Kind::Block(_) if first_new <= case.object => {
                    let alive = self.block(state, case.object).map(|it| it.alive);
                    if alive.is_some_and(|it| self.terms.as_bool(it) != Some(false)) {
                        return None;
                    }
                    Target::Gone
                }
                Kind::Block(declaration) => Target::Object(declaration),
            };
            grown |= changes.targets.insert(target);
        }
        Some(grown)
    }

    /// A pointer to any of the targets, with any offset.
    pub(crate) fn any_target(&mut self, state: &State, changes: &Changes) -> Pointer {
        let mut candidates = Vec::new();
        for target in &changes.targets {
            match target {
                Target::Nothing => candidates.push(0),
                Target::Function(object) => candidates.push(*object),
                Target::Gone => candidates.push(self.ghost()),
                Target::Object(declaration) => {
                    let last = state.memory.len() + self.first_block;
                    let of_it = (self.first_block..last).filter(|it| {
                        self.declaration(*it) == Some(*declaration)
                            && self.block(state, *it).is_some()
                    });
                    candidates.extend(of_it);
                }
            }
        }
        let offset = self.terms.fresh("offset", Sort::BitVec(64));
        let mut result: Option<Pointer> = None;
        for object in candidates {
            let pointer = Pointer { object: self.terms.number(object as u128, OBJECT), offset };
            result = Some(match result {
                None => pointer,
                Some(other) => {
                    let which = self.terms.fresh("target", Sort::Bool);
                    choose_pointer(&mut self.terms, which, pointer, other)
                }
            });
        }
        result.unwrap_or_else(|| null(&mut self.terms))
    }

    /// The object that stands for all that are gone.
    fn ghost(&mut self) -> usize {
        if let Some(known) = self.objects.iter().position(|it| it.kind == Kind::Ghost) {
            return known;
        }
        self.objects.push(Object { kind: Kind::Ghost, ..self.objects[0].clone() });
        self.objects.len() - 1
    }

    fn any_cells(
        &mut self,
        state: &State,
        object: usize,
        declaration: ObjectId,
        block: &Block,
        changes: &Changes,
    ) -> Option<Cells> {
        let size = constant(&self.terms, self.objects[object].size);
        let pointer_width = self.program.pointer_bytes.count();
        let pointers: BTreeSet<u64> = changes
            .pointers
            .iter()
            .filter(|it| it.0 == declaration)
            .map(|it| it.1)
            .filter(|it| size.is_none_or(|size| it + pointer_width <= size))
            .collect();
        let Some(size) = size.filter(|_| self.is_small(object)) else {
            // As a whole: a function of the offset, but for pointers.
            let first = block.cells.iter().next().map(|it| it.width);
            let width = block.cells.log().and_then(|it| it.width()).or(first).unwrap_or(1);
            let mut cells = Cells::on(self.any_base(object, width));
            for start in pointers {
                self.pointer_cell(object, block, start)?;
                let content = Content::Pointer(self.any_target(state, changes));
                self.put_any(object, &mut cells, (start, pointer_width), content);
            }
            return Some(cells);
        };
        let mut ends: BTreeSet<u64> =
            block.cells.iter().flat_map(|it| [it.start, it.end()]).collect();
        ends.extend(pointers.iter().flat_map(|it| [*it, it + pointer_width]));
        ends.insert(size);
        let mut cells = Cells::default();
        let mut at = 0;
        while at < size {
            let next = ends.range(at + 1..).next().copied().unwrap_or(size);
            let is_pointer = pointers.contains(&at);
            let width = if is_pointer { pointer_width } else { (next - at).min(widest(at)) };
            let content = if is_pointer {
                self.pointer_cell(object, block, at)?;
                Content::Pointer(self.any_target(state, changes))
            } else {
                Content::Bits(self.terms.fresh("loop", Sort::BitVec(8 * width as u32)))
            };
            self.put_any(object, &mut cells, (at, width), content);
            at += width;
        }
        Some(cells)
    }

    /// Puts a cell of which everything can be anything.
    fn put_any(
        &mut self,
        object: usize,
        cells: &mut Cells,
        (start, width): (u64, u64),
        content: Content,
    ) {
        let initialised = if self.asks.initialised && self.is_arbitrary(object) {
            self.terms.fresh("written", Sort::Bool)
        } else {
            self.terms.truth(true)
        };
        let when = self.terms.truth(true);
        let cell = Cell { start, width, content, initialised };
        self.put(Access { object, when }, cells, cell);
    }

    /// Whether a state after an iteration is one of those before it; else what is to be made
    /// arbitrary, too, is noted. `None` if it cannot be.
    pub(crate) fn conform(
        &mut self,
        after: &State,
        before: &State,
        changes: &mut Changes,
    ) -> Option<bool> {
        // What an iteration leaves behind nobody can know of later.
        if !self.left_behind(after, before).is_empty() {
            return None;
        }
        self.changed(after, before, changes)
    }

    /// Objects that were made between two states and may be alive.
    pub(crate) fn left_behind(&self, after: &State, before: &State) -> Vec<ObjectId> {
        let made = before.memory.len()..after.memory.len();
        let alive = made.filter_map(|it| {
            let block = after.memory.get(it)?.as_ref()?;
            if self.terms.as_bool(block.alive) == Some(false) {
                return None;
            }
            self.declaration(self.first_block + it)
        });
        alive.collect()
    }

    /// The same, but objects may be left behind if nothing points to them that was there before.
    pub(crate) fn changed(
        &mut self,
        after: &State,
        before: &State,
        changes: &mut Changes,
    ) -> Option<bool> {
        let mut grown = false;
        let first_new = self.first_block + before.memory.len();
        let depth = before.frames.len();
        if after.frames.len() != depth {
            return None;
        }
        let values = |it: &State, which: usize| -> Pages<Value> {
            if which == depth { it.globals.clone() } else { it.frames[which].locals.clone() }
        };
        for which in 0..=depth {
            let (new, old) = (values(after, which), values(before, which));
            for slot in new.unshared(&old).into_iter().flatten() {
                let (Some(new), Some(old)) = (new.get(slot), old.get(slot)) else { continue };
                if new == old {
                    continue;
                }
                let known = match which {
                    _ if which == depth => changes.globals.insert(slot),
                    _ if which + 1 == depth => changes.locals.insert(slot),
                    _ => return None,
                };
                grown |= known;
                if let Value::Pointer(pointer) = new {
                    grown |= self.add_targets(after, *pointer, changes, first_new)?;
                }
            }
        }
        for object in self.first_block..self.first_block + after.memory.len() {
            let Some(new) = self.block(after, object) else { continue };
            let Some(declaration) = self.declaration(object) else { continue };
            if first_new <= object {
                break;
            }
            let Some(old) = self.block(before, object) else {
                // Made on another path.
                if self.terms.as_bool(new.alive) != Some(false) {
                    return None;
                }
                continue;
            };
            if Rc::ptr_eq(&new, &old) {
                continue;
            }
            if new.alive != old.alive {
                grown |= changes.deaths.insert(declaration);
            }
            if !new.cells.is_same(&old.cells) {
                grown |= changes.contents.insert(declaration);
                grown |=
                    self.conform_cells(after, object, declaration, &new, changes, first_new)?;
            }
        }
        if after.next_address != before.next_address {
            grown |= !changes.next_address;
            changes.next_address = true;
        }
        Some(grown)
    }

    fn conform_cells(
        &mut self,
        after: &State,
        object: usize,
        declaration: ObjectId,
        block: &Block,
        changes: &mut Changes,
        first_new: usize,
    ) -> Option<bool> {
        let mut grown = false;
        let truth = self.terms.truth(true);
        if let Some(log) = block.cells.log() {
            let is_partial = self.asks.initialised && !self.is_arbitrary(object);
            if log.has_pointers() || is_partial && !log.is_initialised(truth) {
                return None;
            }
        }
        for cell in block.cells.iter() {
            if self.asks.initialised && !self.is_arbitrary(object) && cell.initialised != truth {
                return None;
            }
            match cell.content {
                Content::Bits(_) => {}
                Content::Mixed { .. } => return None,
                Content::Pointer(pointer) => {
                    grown |= changes.pointers.insert((declaration, cell.start));
                    grown |= self.add_targets(after, pointer, changes, first_new)?;
                }
            }
        }
        // Where a pointer is expected, there must be one, or null.
        let offsets: Vec<u64> =
            changes.pointers.iter().filter(|it| it.0 == declaration).map(|it| it.1).collect();
        for offset in offsets {
            self.pointer_cell(object, block, offset)?;
        }
        Some(grown)
    }
}

fn value_at(state: &State, place: Place) -> Option<Value> {
    match place {
        Place::Global(slot) => state.globals.get(slot).copied(),
        Place::Local(slot) => state.top().locals.get(slot).copied(),
    }
}

fn value_mut(state: &mut State, place: Place) -> Option<&mut Value> {
    match place {
        Place::Global(slot) => state.globals.get_mut(slot),
        Place::Local(slot) => state.top_mut().locals.get_mut(slot),
    }
}

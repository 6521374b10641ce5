//! Reading and writing memory through pointers: M3 to M5.
//!
//! Where an offset is not known, a read chooses among the cells that it can mean by the bits of the offset, else it reads what
//! lies under them (`function`); a write replaces each cell if it is the one and they are few, else it is written down (`log`).

use crate::machine::{Case, Machine, Unmodelled};
use crate::memory::object::Access;
use crate::state::cells::{Cell, Content};
use crate::state::places::{Alignment, Places};
use crate::state::value::{Pointer, Value, choose_pointer, constant, long};
use crate::state::{Block, State};
use std::rc::Rc;
use tribunal_ir::Ty;
use tribunal_solver::TermId;

type Result<T> = std::result::Result<T, Unmodelled>;

impl Machine<'_> {
    /// How many bytes a scalar takes.
    pub(crate) fn width(&self, ty: Ty) -> u64 {
        match ty {
            Ty::Pointer => self.program.pointer_bytes.count(),
            _ => self.program.shape_of_ty(ty).map_or(0, |it| u64::from(it.bits / 8)),
        }
    }

    /// Whether an object has so many bytes from an offset on; a Bool.
    pub(crate) fn inside(&mut self, object: usize, offset: TermId, width: TermId) -> TermId {
        let size = self.objects[object].size;
        let terms = &mut self.terms;
        // Sizes are below 2^63, so a negative offset is too large.
        let fits = terms.ule(width, size);
        let last = terms.sub(size, width);
        let starts = terms.ule(offset, last);
        terms.and(fits, starts)
    }

    /// What is known of the lowest bits of a number.
    pub(crate) fn alignment(&mut self, number: TermId) -> Alignment {
        let (mut step, mut rest) = (0, 0);
        while step < Alignment::MOST {
            let low = self.terms.extract(number, step, 0);
            let Some(known) = constant(&self.terms, low) else { break };
            (step, rest) = (step + 1, known);
        }
        Alignment { step, rest }
    }

    /// The places that an offset may mean.
    pub(crate) fn places(&mut self, object: usize, offset: TermId, width: u64) -> Places {
        let Alignment { step, rest } = self.alignment(offset);
        let size = constant(&self.terms, self.objects[object].size).unwrap_or(u64::MAX);
        let (low, high) = self.terms.range(offset).unwrap_or((0, u64::MAX));
        let last = high.min(size.saturating_sub(width));
        // The first place from the lowest on that has the same rest.
        let first = low.saturating_sub(rest).div_ceil(1 << step).saturating_mul(1 << step) + rest;
        if last < first {
            // Whatever is read is not there.
            return Places { first: rest, last: rest, step };
        }
        Places { first, last: first + ((last - first) >> step << step), step }
    }

    /// What an object holds at an offset, wherever that is within it.
    pub(crate) fn fetch(
        &mut self,
        access: Access,
        block: &Block,
        offset: TermId,
        width: u64,
    ) -> Cell {
        if let Some(at) = constant(&self.terms, offset) {
            let size = constant(&self.terms, self.objects[access.object].size);
            let end = at.checked_add(width).filter(|it| *it <= size.unwrap_or(1 << 62));
            return match end {
                Some(_) => self.piece(access, block, at, width),
                None => self.zeros(0, width),
            };
        }
        let places = self.places(access.object, offset, width);
        self.layered(access, block, (offset, &places), width)
    }

    /// What an object holds at one of some places, but for what lies over its cells.
    pub(crate) fn select(
        &mut self,
        access: Access,
        block: &Block,
        offset: TermId,
        (width, places): (u64, &Places),
    ) -> Cell {
        if let Some(at) = constant(&self.terms, offset) {
            return self.base_piece(access, block, at, width);
        }
        let object = access.object;
        let base = block.cells.base();
        let all = (places.first, places.last);
        // The bytes of a small object that can be anything have names of their own, like cells.
        let is_named = base.is_none() && self.is_arbitrary(object) && self.is_small(object);
        let runs = if is_named { vec![all] } else { runs(block, places, width) };
        if runs == [all] {
            return self.choose_place(access, block, offset, (width, places));
        }
        let mut result = self.bare_cell(object, base, offset, width);
        for (first, last) in runs {
            let run = Places { first, last, ..*places };
            let cell = self.choose_place(access, block, offset, (width, &run));
            let [least, most] = [first, last].map(|it| long(&mut self.terms, it));
            let here = if first == last {
                self.terms.eq(offset, least)
            } else {
                let above = self.terms.ule(least, offset);
                let below = self.terms.ule(offset, most);
                self.terms.and(above, below)
            };
            result = self.choose_cell(here, &cell, &result);
        }
        result
    }

    /// What the cells of an object hold at one of some places, each of which is looked at.
    fn choose_place(
        &mut self,
        access: Access,
        block: &Block,
        offset: TermId,
        (width, places): (u64, &Places),
    ) -> Cell {
        let starts = (places.first..=places.last).step_by(1 << places.step);
        // Neighbours whose numbers differ in one bit are joined by that bit, level by level.
        let mut level: Vec<(u64, Cell)> = starts
            .map(|at| (at >> places.step, self.base_piece(access, block, at, width)))
            .collect();
        let mut bit = places.step;
        while 1 < level.len() {
            let condition = self.terms.bit(offset, bit);
            let mut next: Vec<(u64, Cell)> = Vec::with_capacity(level.len() / 2 + 1);
            for (number, cell) in level {
                match next.last_mut() {
                    Some((known, low)) if *known == number / 2 => {
                        *low = self.choose_cell(condition, &cell, low);
                    }
                    _ => next.push((number / 2, cell)),
                }
            }
            level = next;
            bit += 1;
        }
        let cell = level.pop().map(|(_, it)| it);
        cell.unwrap_or_else(|| self.zeros(0, width))
    }

    /// Puts a scalar into an object at an offset where the condition holds.
    fn place(&mut self, access: Access, block: &mut Block, offset: TermId, cell: &Cell) {
        let is_known = constant(&self.terms, offset).is_some();
        if !is_known || block.cells.log().is_some() {
            let places = self.places(access.object, offset, cell.width);
            if self.log(access, &mut block.cells, (offset, &places), cell) {
                return;
            }
        }
        if block.cells.log().is_some() {
            *block = self.settled(access, block);
        }
        self.replace(access, block, offset, cell);
    }

    /// The same for an object where nothing is written down: each cell that may be meant is replaced.
    pub(crate) fn replace(
        &mut self,
        access: Access,
        block: &mut Block,
        offset: TermId,
        cell: &Cell,
    ) {
        let width = cell.width;
        if let Some(start) = constant(&self.terms, offset) {
            let size = constant(&self.terms, self.objects[access.object].size);
            if start.checked_add(width).is_none_or(|end| size.unwrap_or(1 << 62) < end) {
                return;
            }
            let cell = self.guarded(access, block, &Cell { start, ..*cell });
            self.put(access, &mut block.cells, cell);
            return;
        }
        let places = self.places(access.object, offset, width);
        for start in (places.first..=places.last).step_by(1 << places.step) {
            let number = long(&mut self.terms, start);
            let here = self.terms.eq(offset, number);
            let when = self.terms.and(access.when, here);
            if self.terms.as_bool(when) == Some(false) {
                continue;
            }
            let access = Access { when, ..access };
            let cell = self.guarded(access, block, &Cell { start, ..*cell });
            self.put(access, &mut block.cells, cell);
        }
    }

    /// The cell where the condition holds, else what is there.
    fn guarded(&mut self, access: Access, block: &Block, cell: &Cell) -> Cell {
        if self.terms.as_bool(access.when) == Some(true) {
            return *cell;
        }
        let old = self.piece(access, block, cell.start, cell.width);
        self.choose_cell(access.when, cell, &old)
    }

    /// What memory holds at a pointer; zeros where no living object has the bytes.
    pub(crate) fn read(&mut self, state: &State, pointer: Pointer, width: u64) -> Result<Cell> {
        let mut result: Option<Cell> = None;
        for case in self.cases(pointer).iter() {
            let cell = match self.block(state, case.object) {
                None => self.zeros(0, width),
                Some(block) => {
                    let path = self.guards.all(state.guard);
                    let when = self.terms.and(path, case.when);
                    let access = Access { object: case.object, when };
                    let cell = self.fetch(access, &block, case.offset, width);
                    let size = long(&mut self.terms, width);
                    let inside = self.inside(case.object, case.offset, size);
                    let there = self.terms.and(block.alive, inside);
                    let zeros = self.zeros(0, width);
                    self.choose_cell(there, &cell, &zeros)
                }
            };
            result = Some(match result {
                None => cell,
                Some(other) => self.choose_cell(case.when, &cell, &other),
            });
        }
        Ok(result.unwrap_or_else(|| self.zeros(0, width)))
    }

    /// Puts a cell at a pointer where the condition holds and a living object has the bytes.
    pub(crate) fn write(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        cell: &Cell,
        condition: TermId,
    ) -> Result<()> {
        for &Case { when, object, offset } in self.cases(pointer).iter() {
            let Some(shared) = self.block(state, object) else { continue };
            let size = long(&mut self.terms, cell.width);
            let inside = self.inside(object, offset, size);
            let when = self.terms.all([condition, when, shared.alive, inside]);
            if self.terms.as_bool(when) == Some(false) {
                continue;
            }
            let mut block = take(self, state, object, shared);
            self.place(Access { object, when }, Rc::make_mut(&mut block), offset, cell);
            self.set_block(state, object, block);
        }
        Ok(())
    }

    /// A cell as a scalar of a type (M3, M4).
    fn interpret(&mut self, state: &State, cell: &Cell, ty: Ty) -> Value {
        if ty != Ty::Pointer {
            return Value::Term(self.bits_of(cell));
        }
        Value::Pointer(match cell.content {
            Content::Pointer(pointer) => pointer,
            Content::Bits(bits) => {
                let address = self.terms.zero_resize(bits, 64);
                self.at_address(state, address)
            }
            Content::Mixed { is_pointer, pointer, bits } => {
                let address = self.terms.zero_resize(bits, 64);
                let made = self.at_address(state, address);
                choose_pointer(&mut self.terms, is_pointer, pointer, made)
            }
        })
    }

    /// The scalar at a pointer.
    pub(crate) fn load(&mut self, state: &State, pointer: Pointer, ty: Ty) -> Result<Value> {
        let width = self.width(ty);
        let cell = self.read(state, pointer, width)?;
        Ok(self.interpret(state, &cell, ty))
    }

    /// Stores a scalar at a pointer.
    pub(crate) fn store(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        ty: Ty,
        value: Value,
    ) -> Result<()> {
        let content = match value {
            Value::Term(bits) => Content::Bits(bits),
            Value::Pointer(pointer) => Content::Pointer(pointer),
        };
        let truth = self.terms.truth(true);
        let cell = Cell { start: 0, width: self.width(ty), content, initialised: truth };
        self.write(state, pointer, &cell, truth)
    }
}

/// The places at which a scalar has a byte in common with a cell of an object, as runs of neighbours: the first and the last of each.
fn runs(block: &Block, places: &Places, width: u64) -> Vec<(u64, u64)> {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for (first, last) in block.cells.iter().filter_map(|it| places.touching(it, width)) {
        match runs.last_mut() {
            Some(run) if first <= run.1.saturating_add(1 << places.step) => run.1 = run.1.max(last),
            _ => runs.push((first, last)),
        }
    }
    runs
}

/// Takes an object out of a state, so that it can be written without a copy if nobody else has it.
fn take(machine: &Machine<'_>, state: &mut State, object: usize, shared: Rc<Block>) -> Rc<Block> {
    if let Some(place) = state.memory.get_mut(object - machine.first_block) {
        *place = None;
    }
    shared
}

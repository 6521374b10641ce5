//! Addresses (M6, E7), and questions about pointers.

use crate::machine::{Case, Machine, Unmodelled};
use crate::memory::object::Access as Reach;
use crate::state::value::{OBJECT, Pointer, Value, choose_pointer, constant, long, null};
use crate::state::{Block, State};
use std::collections::BTreeSet;
use tribunal_ir::{Access, PointerQuery, Storage};
use tribunal_solver::{Node, TermId};

/// How many numbers a choice of constants may be made of.
const CONSTANTS: usize = 32;

impl Machine<'_> {
    /// The address of a pointer.
    pub(crate) fn address(&mut self, pointer: Pointer) -> TermId {
        self.forbid_ghosts(pointer);
        self.touch(pointer);
        self.by_case(pointer, |machine, case| {
            let base = machine.objects[case.object].address;
            machine.terms.add(base, case.offset)
        })
    }

    /// A term that depends on the object of a pointer.
    fn by_case(
        &mut self,
        pointer: Pointer,
        mut each: impl FnMut(&mut Self, &Case) -> TermId,
    ) -> TermId {
        let cases = self.cases(pointer);
        let mut result = None;
        for case in cases.iter() {
            let term = each(self, case);
            result = Some(match result {
                None => term,
                Some(other) => self.terms.ite(case.when, term, other),
            });
        }
        result.unwrap_or_else(|| self.terms.number(0, 64))
    }

    /// The pointer that an address stands for.
    ///
    /// A number that is not known stands for no object; that it could is a gap where it is used.
    pub(crate) fn at_address(&mut self, state: &State, address: TermId) -> Pointer {
        let Some(constants) = self.constants(address) else {
            let terms = &mut self.terms;
            let first = long(terms, 16);
            let below = terms.ult(address, first);
            let beyond = terms.ule(state.next_address, address);
            let bare = terms.or(below, beyond);
            let hits = terms.not(bare);
            return self.bare(address, hits);
        };
        let mut result: Option<Pointer> = None;
        for number in constants {
            let pointer = self.at_number(state, number);
            result = Some(match result {
                None => pointer,
                Some(other) => {
                    let term = long(&mut self.terms, number);
                    let here = self.terms.eq(address, term);
                    choose_pointer(&mut self.terms, here, pointer, other)
                }
            });
        }
        result.unwrap_or_else(|| null(&mut self.terms))
    }

    /// The numbers that a term chooses from, if they are few.
    fn constants(&self, term: TermId) -> Option<BTreeSet<u64>> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            match self.terms.node(term) {
                Node::Ite(_, yes, no) => open.extend([yes, no]),
                _ => {
                    found.insert(constant(&self.terms, term)?);
                }
            }
            if CONSTANTS < seen.len() {
                return None;
            }
        }
        Some(found)
    }

    /// The pointer that a known address stands for.
    fn at_number(&mut self, state: &State, address: u64) -> Pointer {
        let number = long(&mut self.terms, address);
        let mut result = Pointer { object: self.terms.number(0, OBJECT), offset: number };
        let function = (address / 16).checked_sub(1).filter(|_| address.is_multiple_of(16));
        if let Some(function) = function.filter(|it| *it < self.program.procs.len() as u64) {
            return self.start_of(function as usize + 1);
        }
        if address < 16 {
            return result;
        }
        for object in self.first_block..self.objects.len() {
            let Some(block) = self.block(state, object) else { continue };
            let (base, size) = (self.objects[object].address, self.objects[object].size);
            let terms = &mut self.terms;
            let offset = terms.sub(number, base);
            let starts = terms.ule(base, number);
            let ends = terms.ule(offset, size);
            let here = terms.all([block.alive, starts, ends]);
            if terms.as_bool(here) == Some(false) {
                continue;
            }
            let pointer = Pointer { object: terms.number(object as u128, OBJECT), offset };
            result = choose_pointer(terms, here, pointer, result);
        }
        result
    }

    /// The answer to a question about a pointer.
    pub(crate) fn ask(&mut self, state: &State, query: PointerQuery, pointer: Pointer) -> Value {
        if query == PointerQuery::Offset {
            return Value::Term(self.tame(pointer).offset);
        }
        self.touch(pointer);
        if query != PointerQuery::IsAlive {
            self.forbid_ghosts(pointer);
        }
        Value::Term(self.by_case(pointer, |machine, case| {
            let declaration = machine.declaration(case.object);
            let declared = declaration.map(|it| &machine.program.objects[it]);
            let truth = match query {
                PointerQuery::Offset => return case.offset,
                PointerQuery::ObjectSize => return machine.objects[case.object].size,
                PointerQuery::IsAlive => {
                    let block = machine.block(state, case.object);
                    return block.map_or(machine.terms.truth(false), |it| it.alive);
                }
                PointerQuery::HasObject => declared.is_some(),
                PointerQuery::IsWritable => {
                    declared.is_some_and(|it| it.access == Access::ReadWrite)
                }
                PointerQuery::IsDynamic => {
                    declared.is_some_and(|it| it.storage == Storage::Dynamic)
                }
            };
            machine.terms.truth(truth)
        }))
    }

    /// Whether no byte from a pointer on just happened to be there; a Bool.
    pub(crate) fn is_initialised(
        &mut self,
        state: &State,
        pointer: Pointer,
        size: TermId,
    ) -> Result<TermId, Unmodelled> {
        const LARGEST: u64 = 1 << 20;
        let size = self.size(size);
        let count = constant(&self.terms, size).filter(|it| *it <= LARGEST);
        let count = count.ok_or(Unmodelled("a number of bytes that is not known"))?;
        let mut result = self.terms.truth(true);
        for case in self.cases(pointer).iter() {
            let Some(block) = self.block(state, case.object) else { continue };
            let reach = Reach { object: case.object, when: case.when };
            let there = self.terms.and(case.when, block.alive);
            if self.terms.as_bool(there) == Some(false) {
                continue;
            }
            let initialised = match constant(&self.terms, case.offset) {
                Some(start) => self.initialised_from(reach, &block, start.cast_signed(), count)?,
                None => self.initialised_somewhere(reach, &block, case.offset, count)?,
            };
            let fine = self.terms.implies(there, initialised);
            result = self.terms.and(result, fine);
        }
        Ok(result)
    }

    /// Whether the bytes of an object from an offset on, as far as it has them, are initialised.
    fn initialised_from(
        &mut self,
        reach: Reach,
        block: &Block,
        start: i64,
        count: u64,
    ) -> Result<TermId, Unmodelled> {
        let size = constant(&self.terms, self.objects[reach.object].size);
        let end = i128::from(start) + i128::from(count);
        let within = |it: i128| u64::try_from(it.max(0)).unwrap_or(u64::MAX);
        let (start, end) = (within(start.into()), within(end));
        match size {
            Some(size) => {
                let end = end.min(size);
                let pieces =
                    if start < end { self.pieces(reach, block, start, end) } else { Vec::new() };
                Ok(self.terms.all(pieces.into_iter().map(|it| it.initialised)))
            }
            None => {
                // Byte by byte, where the object has it.
                if 256 < end - start.min(end) {
                    return Err(Unmodelled(
                        "whether many bytes of an object of unknown size are initialised",
                    ));
                }
                let mut all = self.terms.truth(true);
                for at in start..end {
                    let cell = self.piece(reach, block, at, 1);
                    let at = long(&mut self.terms, at);
                    let has = self.terms.ult(at, self.objects[reach.object].size);
                    let fine = self.terms.implies(has, cell.initialised);
                    all = self.terms.and(all, fine);
                }
                Ok(all)
            }
        }
    }

    /// The same for an offset that is not known.
    fn initialised_somewhere(
        &mut self,
        reach: Reach,
        block: &Block,
        offset: TermId,
        count: u64,
    ) -> Result<TermId, Unmodelled> {
        const LARGEST: u64 = 4096;
        const UNKNOWN: &str = "whether bytes at an unknown offset are initialised";
        let size = constant(&self.terms, self.objects[reach.object].size);
        let is_scalar = count.is_power_of_two() && count <= 16;
        let number = long(&mut self.terms, count);
        if is_scalar && (size.is_none_or(|it| LARGEST < it) || block.cells.log().is_some()) {
            let inside = self.inside(reach.object, offset, number);
            let outside = self.terms.not(inside);
            let when = self.terms.all([self.path, reach.when, outside]);
            self.gap(when, UNKNOWN);
            return Ok(self.fetch(reach, block, offset, count).initialised);
        }
        let size = size.filter(|it| *it <= LARGEST).ok_or(Unmodelled(UNKNOWN))?;
        let mut all = self.terms.truth(true);
        for piece in self.pieces(reach, block, 0, size) {
            for at in piece.start..piece.end() {
                // The byte is asked for if it is less than `count` after the offset.
                let at = long(&mut self.terms, at);
                let after = self.terms.sub(at, offset);
                let asked = self.terms.ult(after, number);
                let fine = self.terms.implies(asked, piece.initialised);
                all = self.terms.and(all, fine);
            }
        }
        Ok(all)
    }

    /// Ends the life of the object of a pointer.
    pub(crate) fn release(&mut self, state: &mut State, pointer: Pointer) {
        for case in self.cases(pointer).iter() {
            let declared = self.declaration(case.object).map(|it| self.program.objects[it].storage);
            if declared == Some(Storage::Static) {
                continue; // M1
            }
            if let Some(block) = self.block(state, case.object) {
                let not = self.terms.not(case.when);
                let alive = self.terms.and(block.alive, not);
                let mut block = (*block).clone();
                block.alive = alive;
                self.set_block(state, case.object, std::rc::Rc::new(block));
            }
        }
    }
}

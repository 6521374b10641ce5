//! States as keys: equal keys mean that nobody can tell the states apart.
//!
//! Objects that were allocated are renamed in the order in which they are reached from variables and static
//! objects, so that it does not matter when they were allocated and where they lie; what cannot be reached
//! any more is left out (R. Iosif, Exploiting heap symmetries in explicit-state model checking of
//! software, ASE 2001). This is right as long as no run looks at addresses; if one does, all objects keep
//! their names and addresses. The contents of objects are kept once each, and keys name them by numbers
//! (G. J. Holzmann, State compression in Spin: recursive indexing and compression training runs, SPIN 1997).

use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::sync::Arc;
use tribunal_base::{Id, release};
use tribunal_exec::memory::{Block, Byte};
use tribunal_exec::{Pointer, State, Value};
use tribunal_ir::live::Liveness;
use tribunal_ir::{Access, LocId, Matching, Program, Storage, Ty, TyId, VarId};

/// Whether allocated objects are renamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// By the order in which they are reached.
    Canonical,
    /// Not at all.
    Exact,
}

/// Makes keys.
pub struct Keys<'a> {
    program: &'a Program,
    /// Found out when it is needed first: programs can be large.
    liveness: OnceCell<Liveness>,
    naming: Naming,
    /// The contents of objects, by number.
    contents: FxHashMap<Box<[u8]>, u32>,
    /// The static objects as they were last seen, with the numbers of their contents.
    known: FxHashMap<u64, (Arc<Block>, u32)>,
    /// The bytes of all contents.
    bytes: usize,
}

impl<'a> Keys<'a> {
    /// Of the states of a program.
    #[must_use]
    pub fn new(program: &'a Program, naming: Naming) -> Self {
        Self {
            program,
            liveness: OnceCell::new(),
            naming,
            contents: FxHashMap::default(),
            known: FxHashMap::default(),
            bytes: 0,
        }
    }

    /// The memory in use.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.bytes + self.contents.len() * 32
    }

    /// Gives back the memory in use, when no key is needed any more.
    pub fn close(&mut self) {
        release(self.contents.len(), std::mem::take(&mut self.contents));
        self.known.clear();
        self.bytes = 0;
    }

    /// The key of a state, to be kept.
    pub fn key(&mut self, state: &State) -> Box<[u8]> {
        self.make(state, Filing::Numbered)
    }

    /// Another key of a state, to be compared with a few others of this kind and forgotten.
    pub fn transient(&mut self, state: &State) -> Box<[u8]> {
        self.make(state, Filing::Inline)
    }

    fn make(&mut self, state: &State, filing: Filing) -> Box<[u8]> {
        let mut key = Key::new(self.program, self.naming);
        let liveness = self.liveness.get_or_init(|| Liveness::new(self.program));
        key.number(state.exclusive.map_or(0, |it| i128::from(it) + 1));
        key.count(state.processes.len());
        for process in &state.processes {
            key.number(process.priority.into());
            key.count(process.callers.len());
            for frame in &process.callers {
                key.count(frame.process.index());
                key.count(frame.result.map_or(0, |it| it.index() + 1));
                key.locals(liveness, frame.location, &frame.locals);
            }
            key.count(process.process.index());
            key.locals(liveness, process.location, &process.locals);
        }
        for (&var, value) in &state.globals {
            key.variable(var, value);
        }
        for queue in &state.channels {
            key.count(queue.declaration.index());
            key.number(queue.creator.map_or(0, |it| i128::from(it) + 1));
            key.count(queue.messages.len());
            let fields = &self.program.channels[queue.declaration].fields;
            for message in &queue.messages {
                for (ty, field) in fields.iter().zip(message) {
                    key.scalar(*ty, *field);
                }
            }
        }
        match self.naming {
            Naming::Exact => self.all_objects(state, &mut key, filing),
            Naming::Canonical => self.reached_objects(state, &mut key, filing),
        }
        key.bytes.into()
    }

    /// Adds all objects as they are.
    fn all_objects(&mut self, state: &State, key: &mut Key<'_>, filing: Filing) {
        for (number, block) in &state.memory.blocks {
            key.number((*number).into());
            key.number(block.address.into());
            self.content(key, block, filing);
        }
    }

    /// Adds the objects that can be reached, and whether there are others in use.
    fn reached_objects(&mut self, state: &State, key: &mut Key<'_>, filing: Filing) {
        let blocks = &state.memory.blocks;
        for (&number, block) in blocks.range(..key.first) {
            let known = self.known.get(&number).filter(|(it, _)| Arc::ptr_eq(it, block));
            if let Some((_, content)) = known {
                key.number((*content).into());
                continue;
            }
            let is_constant = self.program.objects[block.declaration].access == Access::ReadOnly;
            let filing = if is_constant { Filing::Numbered } else { filing };
            key.renamed = false;
            if let Some(content) = self.content(key, block, filing)
                && !key.renamed
            {
                self.known.insert(number, (Arc::clone(block), content));
            }
        }
        let mut next = 0;
        let mut automatic = blocks.range(key.first..).filter(|(_, block)| {
            block.alive && self.program.objects[block.declaration].storage == Storage::Automatic
        });
        loop {
            while let Some(number) = key.reached.get(next).copied() {
                next += 1;
                match blocks.get(&number) {
                    Some(block) => _ = self.content(key, block, filing),
                    None => key.number(-1),
                }
            }
            // Even if nobody points to it, an automatic object keeps what it points to.
            let Some((number, _)) = automatic.next() else { break };
            key.rename(*number);
        }
        let mut others = blocks.range(key.first..);
        let lost = others.any(|(number, it)| it.alive && !key.names.contains_key(number));
        key.number(lost.into());
    }

    /// Adds the content of an object, and tells its number if it has one.
    fn content(&mut self, key: &mut Key<'_>, block: &Block, filing: Filing) -> Option<u32> {
        let start = key.bytes.len();
        key.block(block);
        if filing == Filing::Inline {
            return None;
        }
        let content = key.bytes.split_off(start);
        let new = u32::try_from(self.contents.len()).ok()?;
        let bytes = content.len();
        let number = *self.contents.entry(content.into()).or_insert(new);
        if number == new {
            self.bytes += bytes;
        }
        key.number(number.into());
        Some(number)
    }
}

/// Where the contents of objects are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filing {
    /// They are kept, and named by their numbers.
    Numbered,
    /// In the key.
    Inline,
}

/// A key in the making.
struct Key<'a> {
    program: &'a Program,
    naming: Naming,
    bytes: Vec<u8>,
    /// The number of the first object that is not static.
    first: u64,
    /// The objects that were reached, in order.
    reached: Vec<u64>,
    /// Their new numbers.
    names: FxHashMap<u64, u64>,
    /// Whether a name was asked for.
    renamed: bool,
}

/// Functions have numbers from here on.
pub const FUNCTIONS: u64 = 1 << 63;

impl<'a> Key<'a> {
    fn new(program: &'a Program, naming: Naming) -> Self {
        Self {
            program,
            naming,
            bytes: Vec::new(),
            first: program.objects.len() as u64 + 1,
            reached: Vec::new(),
            names: FxHashMap::default(),
            renamed: false,
        }
    }

    /// Adds a number: seven bits a byte, the sign lowest.
    fn number(&mut self, number: i128) {
        let mut rest = ((number << 1) ^ (number >> 127)).cast_unsigned();
        while 127 < rest {
            self.bytes.push(rest as u8 | 128);
            rest >>= 7;
        }
        self.bytes.push(rest as u8);
    }

    fn count(&mut self, count: usize) {
        self.number(count as i128);
    }

    fn locals<'v>(
        &mut self,
        liveness: &Liveness,
        location: LocId,
        locals: impl IntoIterator<Item = (&'v VarId, &'v Value)>,
    ) {
        self.count(location.index());
        for (&var, value) in locals {
            if liveness.is_live(location, var) {
                self.variable(var, value);
            }
        }
    }

    fn variable(&mut self, var: VarId, value: &Value) {
        let declaration = &self.program.vars[var];
        if declaration.matching == Matching::Matched {
            self.value(declaration.ty, value);
        }
    }

    fn value(&mut self, ty: TyId, value: &Value) {
        match (value, self.program.tys[ty]) {
            (Value::Scalar(number), _) => self.scalar(ty, *number),
            (Value::Parts(parts), Ty::Record(record)) => {
                let program = self.program;
                for (part, field) in parts.iter().zip(&program.records[record].fields) {
                    self.value(field.ty, part);
                }
            }
            (Value::Parts(parts), Ty::Array { elem, .. }) => {
                parts.iter().for_each(|it| self.value(elem, it));
            }
            (Value::Parts(_), _) => {}
        }
    }

    fn scalar(&mut self, ty: TyId, number: i128) {
        match self.program.tys[ty] {
            Ty::Pointer => self.pointer(Pointer::from_number(number)),
            _ => self.number(number),
        }
    }

    fn pointer(&mut self, pointer: Pointer) {
        let object = self.rename(pointer.object);
        self.number(object.into());
        self.number(pointer.offset.into());
    }

    /// The name of an object.
    fn rename(&mut self, object: u64) -> u64 {
        if self.naming == Naming::Exact || object < self.first || FUNCTIONS <= object {
            return object;
        }
        self.renamed = true;
        let new = self.first + self.reached.len() as u64;
        let name = *self.names.entry(object).or_insert(new);
        if name == new {
            self.reached.push(object);
        }
        name
    }

    fn block(&mut self, block: &Block) {
        self.count(block.declaration.index());
        self.number(block.alive.into());
        self.number(block.size.into());
        self.byte(block.rest);
        self.count(block.bytes.len());
        for (&offset, byte) in &block.bytes {
            self.number(offset.into());
            self.byte(*byte);
        }
    }

    fn byte(&mut self, byte: Byte) {
        match byte {
            Byte::Written(value) => self.bytes.extend([0, value]),
            Byte::Found(value) => self.bytes.extend([1, value]),
            Byte::Part(pointer, position) => {
                self.bytes.extend([2, position]);
                self.pointer(pointer);
            }
        }
    }
}

//! Memory: rules M1 to M6 of `tribunal_ir::memory`.

use crate::notes::Notes;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tribunal_base::Id;
use tribunal_ir::{
    Access, Content, HeapQuery, ObjectId, PointerQuery, ProcId, Program, Storage, Ty,
};

/// All objects that have ever been alive.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Memory {
    /// The objects by number. They are shared by states until they are written.
    pub blocks: BTreeMap<u64, Arc<Block>>,
    /// The number of the next object.
    next: u64,
    /// Where it may be.
    next_address: u64,
    /// What was looked at so far.
    pub notes: Notes,
}

/// An object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block {
    /// What it was made from.
    pub declaration: ObjectId,
    /// Whether it is alive.
    pub alive: bool,
    /// Its address.
    pub address: u64,
    /// How many bytes it has, or had.
    pub size: u64,
    /// What it holds where it is not `rest`; nothing if it is dead.
    pub bytes: BTreeMap<u64, Byte>,
    /// What the other bytes are.
    pub rest: Byte,
}

impl Block {
    /// The byte at an offset.
    #[must_use]
    pub fn byte(&self, offset: u64) -> Byte {
        self.bytes.get(&offset).copied().unwrap_or(self.rest)
    }

    fn set(&mut self, offset: u64, byte: Byte) {
        if byte == self.rest {
            self.bytes.remove(&offset);
        } else {
            self.bytes.insert(offset, byte);
        }
    }

    /// The bytes of a range, if it is alive and has them all.
    #[must_use]
    pub fn range(&self, start: i64, size: u64) -> Option<std::ops::Range<u64>> {
        let start = u64::try_from(start).ok()?;
        let end = start.checked_add(size)?;
        (self.alive && end <= self.size).then_some(start..end)
    }
}

/// A byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Byte {
    /// A number that was written, or zero from the start.
    Written(u8),
    /// A number that happened to be there (M5).
    Found(u8),
    /// A part of a pointer, counted from the least significant byte (M3).
    Part(Pointer, u8),
}

/// A pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pointer {
    /// The number of its object; 0 is none.
    pub object: u64,
    /// The distance from the start of the object, in bytes.
    pub offset: i64,
}

/// How many dead objects are worth a look at all pointers.
const MANY_DEAD: usize = 16;

/// The numbers of functions start here.
const FUNCTIONS: u64 = 1 << 63;
/// Functions are below, objects at this address or above.
const FIRST_ADDRESS: u64 = 1 << 16;

impl Pointer {
    /// The pointer that a number stands for (M2).
    #[must_use]
    pub fn from_number(number: i128) -> Self {
        let number = number.cast_unsigned();
        Self { object: (number >> 64) as u64, offset: (number as u64).cast_signed() }
    }

    /// The number that stands for the pointer.
    #[must_use]
    pub fn number(self) -> i128 {
        (u128::from(self.object) << 64 | u128::from(self.offset.cast_unsigned())).cast_signed()
    }

    /// The start of a static object.
    #[must_use]
    pub fn to_static(object: ObjectId) -> Self {
        Self { object: static_number(object), offset: 0 }
    }

    /// A function.
    #[must_use]
    pub fn to_function(function: ProcId) -> Self {
        Self { object: FUNCTIONS + function.index() as u64, offset: 0 }
    }

    /// The pointer moved by so many bytes.
    #[must_use]
    pub fn advance(self, by: i128) -> Self {
        // The number of bytes is an `I64`.
        Self { offset: self.offset.wrapping_add(by as i64), ..self }
    }

    /// The position of its function in the program, if it is one.
    fn function(self) -> Option<u64> {
        self.object.checked_sub(FUNCTIONS)
    }
}

/// The address of a function by its position in the program.
fn function_address(function: u64) -> u64 {
    function.wrapping_add(1).wrapping_mul(16)
}

fn static_number(object: ObjectId) -> u64 {
    object.index() as u64 + 1
}

/// How many bytes a scalar takes.
fn width(program: &Program, ty: Ty) -> u64 {
    match ty {
        Ty::Pointer => program.pointer_bytes.count(),
        _ => program.shape_of_ty(ty).map_or(0, |it| u64::from(it.bits / 8)),
    }
}

/// Objects.
impl Memory {
    /// The memory at the start: all static objects, not yet with their first values.
    #[must_use]
    pub fn initial(program: &Program) -> Self {
        let next = program.objects.len() as u64 + 1;
        let next_address = FIRST_ADDRESS.max(function_address(program.procs.len() as u64));
        let mut memory =
            Self { blocks: BTreeMap::new(), next, next_address, notes: Notes::default() };
        for (id, object) in program.objects.iter() {
            if object.storage == Storage::Static {
                memory.place(program, id, static_number(id), object.size, Byte::Written(0));
            }
        }
        memory
    }

    /// Brings an object to life. Of arbitrary content, `found` tells what is not 0.
    pub fn allocate(
        &mut self,
        program: &Program,
        declaration: ObjectId,
        size: u64,
        found: &[(u64, u8)],
    ) -> Pointer {
        let rest = match program.objects[declaration].content {
            Content::Zero => Byte::Written(0),
            Content::Arbitrary => Byte::Found(0),
        };
        let object = self.next;
        self.next += 1;
        let block = self.place(program, declaration, object, size, rest);
        for &(offset, value) in found {
            if offset < size {
                block.set(offset, Byte::Found(value));
            }
        }
        Pointer { object, offset: 0 }
    }

    /// Forgets dead objects that no pointer leads to, if there are many; `roots` are the pointers in variables. Only who looks
    /// at addresses could tell.
    pub(crate) fn forget_dead(&mut self, roots: impl FnOnce() -> Vec<Pointer>) {
        let dead = self.blocks.values().filter(|it| !it.alive).count();
        if dead < MANY_DEAD {
            return;
        }
        let mut known: BTreeSet<u64> = roots().into_iter().map(|it| it.object).collect();
        for block in self.blocks.values() {
            known.extend(block.bytes.values().filter_map(|it| match it {
                Byte::Part(pointer, _) => Some(pointer.object),
                Byte::Written(_) | Byte::Found(_) => None,
            }));
        }
        self.blocks.retain(|number, it| it.alive || known.contains(number));
    }

    /// Gives an object its address (M6): at least one byte lies between two objects.
    fn place(
        &mut self,
        program: &Program,
        declaration: ObjectId,
        number: u64,
        size: u64,
        rest: Byte,
    ) -> &mut Block {
        let align = program.objects[declaration].align.max(16);
        let address = self.next_address.next_multiple_of(align);
        self.next_address = address.saturating_add(size).saturating_add(1);
        let bytes = BTreeMap::new();
        let block = Block { declaration, alive: true, address, size, bytes, rest };
        let block = self.blocks.entry(number).or_insert(Arc::new(block));
        Arc::make_mut(block)
    }

    /// Ends the life of an object, unless it is static (M1).
    pub fn release(&mut self, program: &Program, pointer: Pointer) {
        let mortal = |block: &Block| program.objects[block.declaration].storage != Storage::Static;
        if let Some(block) = self.blocks.get_mut(&pointer.object).filter(|it| mortal(it)) {
            let block = Arc::make_mut(block);
            block.alive = false;
            block.bytes = BTreeMap::new();
        }
    }

    /// The object of a pointer, alive or dead.
    #[must_use]
    pub fn block(&self, pointer: Pointer) -> Option<&Block> {
        self.blocks.get(&pointer.object).map(|it| &**it)
    }

    /// So many bytes from a pointer on, if a living object has them all.
    fn bytes(&self, pointer: Pointer, size: u64) -> Option<Vec<Byte>> {
        let block = self.block(pointer)?;
        Some(block.range(pointer.offset, size)?.map(|it| block.byte(it)).collect())
    }

    /// Writes bytes from a pointer on, if a living object has them all.
    fn set_bytes(&mut self, pointer: Pointer, bytes: &[Byte]) {
        let Some(block) = self.blocks.get_mut(&pointer.object) else { return };
        let Some(range) = block.range(pointer.offset, bytes.len() as u64) else { return };
        let block = Arc::make_mut(block);
        for (offset, byte) in range.zip(bytes) {
            block.set(offset, *byte);
        }
    }
}

/// Addresses (M6).
impl Memory {
    /// The address of a pointer.
    #[must_use]
    pub fn address(&self, pointer: Pointer) -> u64 {
        let base = match (pointer.function(), self.block(pointer)) {
            (Some(function), _) => function_address(function),
            (None, Some(block)) => {
                self.notes.address();
                block.address
            }
            (None, None) => 0,
        };
        base.wrapping_add_signed(pointer.offset)
    }

    /// How the addresses of two pointers compare.
    #[must_use]
    pub fn compare(&self, p: Pointer, q: Pointer) -> Ordering {
        let size = self.block(p).map_or(0, |it| it.size);
        let within = |it: Pointer| u64::try_from(it.offset).is_ok_and(|it| it <= size);
        if p.object == q.object && within(p) && within(q) {
            // Wherever the object lies.
            return p.offset.cmp(&q.offset);
        }
        self.address(p).cmp(&self.address(q))
    }

    /// The pointer that an address stands for.
    #[must_use]
    pub fn at_address(&self, program: &Program, address: u64) -> Pointer {
        let function = (address / 16).checked_sub(1).filter(|it| *it < program.procs.len() as u64);
        if let Some(function) = function.filter(|_| address.is_multiple_of(16)) {
            return Pointer { object: FUNCTIONS + function, offset: 0 };
        }
        if address < FIRST_ADDRESS {
            return Pointer { object: 0, offset: address.cast_signed() };
        }
        self.notes.address();
        let offset_in = |block: &Block| {
            let offset = address.checked_sub(block.address)?;
            (block.alive && offset <= block.size).then_some(offset)
        };
        let object = self.blocks.iter().find_map(|(number, it)| Some((*number, offset_in(it)?)));
        let (object, offset) = object.unwrap_or((0, address));
        Pointer { object, offset: offset.cast_signed() }
    }
}

/// Scalars (M3, M4).
impl Memory {
    /// The scalar at a pointer.
    #[must_use]
    pub fn load(&self, program: &Program, pointer: Pointer, ty: Ty) -> i128 {
        let Some(bytes) = self.bytes(pointer, width(program, ty)) else { return 0 };
        if ty == Ty::Pointer
            && let Some(pointer) = whole_pointer(&bytes)
        {
            return pointer.number();
        }
        let mut number: u128 = 0;
        for (position, byte) in bytes.iter().enumerate() {
            number |= u128::from(self.value(*byte)) << (8 * position);
        }
        match ty {
            Ty::Pointer => self.at_address(program, number as u64).number(),
            _ => program.shape_of_ty(ty).map_or(0, |it| it.wrap(number.cast_signed())),
        }
    }

    /// Stores a scalar at a pointer.
    pub fn store(&mut self, program: &Program, pointer: Pointer, ty: Ty, number: i128) {
        let byte = |position: u8| match ty {
            Ty::Pointer => Byte::Part(Pointer::from_number(number), position),
            _ => Byte::Written((number >> (8 * u32::from(position))) as u8),
        };
        let bytes: Vec<Byte> = (0..).map(byte).take(width(program, ty) as usize).collect();
        self.set_bytes(pointer, &bytes);
    }

    /// Copies bytes with all they know.
    pub fn copy(&mut self, to: Pointer, from: Pointer, size: u64) {
        if let Some(bytes) = self.bytes(from, size) {
            self.set_bytes(to, &bytes);
        }
    }

    /// Sets bytes to a number.
    pub fn fill(&mut self, to: Pointer, byte: u8, size: u64) {
        let Some(block) = self.blocks.get_mut(&to.object) else { return };
        let Some(range) = block.range(to.offset, size) else { return };
        let block = Arc::make_mut(block);
        if size == block.size {
            (block.bytes, block.rest) = (BTreeMap::new(), Byte::Written(byte));
        } else {
            range.for_each(|it| block.set(it, Byte::Written(byte)));
        }
    }

    /// A byte as a number.
    fn value(&self, byte: Byte) -> u8 {
        match byte {
            Byte::Written(value) => value,
            Byte::Found(value) => {
                self.notes.found_byte();
                value
            }
            Byte::Part(pointer, position) => (self.address(pointer) >> (8 * position)) as u8,
        }
    }
}

/// The pointer whose parts these are, all and in order.
fn whole_pointer(bytes: &[Byte]) -> Option<Pointer> {
    let Some(&Byte::Part(pointer, 0)) = bytes.first() else { return None };
    let is_next = |(position, byte): (u8, &Byte)| *byte == Byte::Part(pointer, position);
    (0..).zip(bytes).all(is_next).then_some(pointer)
}

/// Questions.
impl Memory {
    /// The answer to a question about a pointer.
    #[must_use]
    pub fn ask(&self, program: &Program, query: PointerQuery, pointer: Pointer) -> i128 {
        let block = self.block(pointer);
        let object = block.map(|it| &program.objects[it.declaration]);
        match query {
            PointerQuery::Offset => pointer.offset.into(),
            PointerQuery::ObjectSize => block.map_or(0, |it| it.size.into()),
            PointerQuery::IsAlive => block.is_some_and(|it| it.alive).into(),
            PointerQuery::HasObject => block.is_some().into(),
            PointerQuery::IsWritable => {
                object.is_some_and(|it| it.access == Access::ReadWrite).into()
            }
            PointerQuery::IsDynamic => {
                object.is_some_and(|it| it.storage == Storage::Dynamic).into()
            }
        }
    }

    /// Whether no byte from a pointer on just happened to be there.
    #[must_use]
    pub fn is_initialised(&self, pointer: Pointer, size: u64) -> bool {
        let Some(block) = self.block(pointer) else { return true };
        if !block.alive {
            return true;
        }
        let start = i128::from(pointer.offset);
        let within =
            |offset: i128| u64::try_from(offset.max(0)).unwrap_or(u64::MAX).min(block.size);
        let mut asked = within(start)..within(start + i128::from(size));
        !asked.any(|it| matches!(block.byte(it), Byte::Found(_)))
    }

    /// The answer to a question about all dynamic objects; `roots` are the pointers in variables.
    #[must_use]
    pub fn ask_heap(
        &self,
        program: &Program,
        query: HeapQuery,
        roots: impl Iterator<Item = Pointer>,
    ) -> bool {
        let storage = |block: &Block| program.objects[block.declaration].storage;
        let living = || self.blocks.iter().filter(|(_, it)| it.alive);
        let mut dynamic = living().filter(|(_, it)| storage(it) == Storage::Dynamic);
        match query {
            HeapQuery::InUse => dynamic.next().is_some(),
            HeapQuery::Lost => {
                let fixed = living().filter(|(_, it)| storage(it) != Storage::Dynamic);
                let fixed = fixed.map(|(number, _)| *number);
                let mut stack: Vec<u64> = fixed.chain(roots.map(|it| it.object)).collect();
                let mut reached = BTreeSet::new();
                while let Some(number) = stack.pop() {
                    let Some(block) = self.blocks.get(&number) else { continue };
                    if reached.insert(number) {
                        stack.extend(block.bytes.values().filter_map(|it| match it {
                            Byte::Part(pointer, _) => Some(pointer.object),
                            Byte::Written(_) | Byte::Found(_) => None,
                        }));
                    }
                }
                dynamic.any(|(number, _)| !reached.contains(number))
            }
        }
    }
}

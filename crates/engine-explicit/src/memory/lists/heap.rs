//! Who points to what, how far objects are from variables, and how a segment is told from an object.

use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::Arc;
use tribunal_exec::memory::{Block, Byte};
use tribunal_exec::{Pointer, State, Value};
use tribunal_ir::{Program, Storage, Ty, TyId};

/// How the nodes of a segment hang together: each points to the next one, and perhaps back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Links {
    pub(super) forward: Link,
    pub(super) backward: Option<Link>,
}

/// Where a node points to its neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// The field's offset.
    pub(super) field: u64,
    /// Where in the neighbour it points to.
    pub(super) into: i64,
}

/// Segments carry their links beyond the end of all objects, where no program comes.
const MARK: u64 = u64::MAX - 3;

fn marks(links: Links) -> [(u64, Option<i64>); 4] {
    let Links { forward, backward } = links;
    [
        (MARK, Some(forward.field.cast_signed())),
        (MARK + 1, Some(forward.into)),
        (MARK + 2, backward.map(|it| it.field.cast_signed())),
        (MARK + 3, backward.map(|it| it.into)),
    ]
}

/// Makes an object a segment.
pub(super) fn mark(block: &mut Block, links: Links) {
    for (at, number) in marks(links) {
        if let Some(offset) = number {
            block.bytes.insert(at, Byte::Part(Pointer { object: 0, offset }, 0));
        }
    }
}

/// Makes a segment an object.
pub(super) fn unmark(block: &mut Block) {
    (MARK..=u64::MAX).for_each(|it| _ = block.bytes.remove(&it));
}

/// The links of a segment; `None` if it is an object.
pub(super) fn links(block: &Block) -> Option<Links> {
    let number = |at: u64| match block.bytes.get(&at) {
        Some(Byte::Part(pointer, _)) => Some(pointer.offset),
        _ => None,
    };
    let link = |at: u64| Some(Link { field: number(at)?.cast_unsigned(), into: number(at + 1)? });
    Some(Links { forward: link(MARK)?, backward: link(MARK + 2) })
}

/// A place that holds a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Holder {
    /// A variable, or a part of memory that holds only a part of the pointer.
    Fixed,
    /// A field of an object.
    Field(u64, u64),
}

/// The pointers of a state.
pub(super) struct Index {
    /// Who points to each object.
    to: FxHashMap<u64, Vec<(Holder, Pointer)>>,
    /// The pointers in each object that can be reached, by field.
    from: FxHashMap<u64, Vec<(u64, Pointer)>>,
    /// How many pointers have to be followed to come to an object.
    pub(super) distance: FxHashMap<u64, usize>,
    /// The objects that can be reached, near ones first.
    pub(super) order: Vec<u64>,
}

impl Index {
    pub(super) fn new(program: &Program, state: &State) -> Self {
        let mut index = Self {
            to: FxHashMap::default(),
            from: FxHashMap::default(),
            distance: FxHashMap::default(),
            order: Vec::new(),
        };
        let mut queue: VecDeque<(u64, usize)> = VecDeque::new();
        let fixed = |block: &Block| program.objects[block.declaration].storage != Storage::Dynamic;
        for (number, block) in &state.memory.blocks {
            if block.alive && fixed(block) {
                queue.push_back((*number, 0));
            }
        }
        for pointer in variables(program, state) {
            index.to.entry(pointer.object).or_default().push((Holder::Fixed, pointer));
            queue.push_back((pointer.object, 1));
        }
        while let Some((number, distance)) = queue.pop_front() {
            let Some(block) = state.memory.blocks.get(&number) else { continue };
            if index.distance.contains_key(&number) {
                continue;
            }
            index.distance.insert(number, distance);
            index.order.push(number);
            let mut own = Vec::new();
            for (field, pointer, is_whole) in pointers(program, block) {
                let holder = if is_whole { Holder::Field(number, field) } else { Holder::Fixed };
                index.to.entry(pointer.object).or_default().push((holder, pointer));
                own.push((field, pointer));
                queue.push_back((pointer.object, distance + 1));
            }
            index.from.insert(number, own);
        }
        index
    }

    /// Who points to an object.
    pub(super) fn to(&self, number: u64) -> &[(Holder, Pointer)] {
        self.to.get(&number).map_or(&[], Vec::as_slice)
    }

    /// The pointers in an object.
    pub(super) fn from(&self, number: u64) -> &[(u64, Pointer)] {
        self.from.get(&number).map_or(&[], Vec::as_slice)
    }

    /// The pointer in a field.
    pub(super) fn at(&self, number: u64, field: u64) -> Option<Pointer> {
        self.from(number).iter().find(|it| it.0 == field).map(|it| it.1)
    }
}

/// The pointers of an object to others or itself, where they start, and whether all of each is there.
fn pointers(program: &Program, block: &Block) -> Vec<(u64, Pointer, bool)> {
    let width = program.pointer_bytes.count();
    let mut found: Vec<(u64, Pointer, bool)> = Vec::new();
    for (&at, byte) in block.bytes.range(..MARK) {
        let Byte::Part(pointer, position) = *byte else { continue };
        if pointer.object == 0 {
            continue;
        }
        let continues = found.last().is_some_and(|(start, known, _)| {
            *known == pointer && at < start + width && at - start == u64::from(position)
        });
        if !continues {
            let whole = (0..width)
                .all(|it| block.bytes.get(&(at + it)) == Some(&Byte::Part(pointer, it as u8)));
            found.push((at, pointer, whole && position == 0));
        }
    }
    found
}

/// The pointers that variables hold.
fn variables(program: &Program, state: &State) -> Vec<Pointer> {
    let mut found = Vec::new();
    let mut add = |(var, value): (&tribunal_ir::VarId, &Value)| {
        collect(program, program.vars[*var].ty, value, &mut found);
    };
    state.globals.iter().for_each(&mut add);
    for process in &state.processes {
        process.callers.iter().flat_map(|it| &it.locals).for_each(&mut add);
        process.locals.iter().for_each(&mut add);
    }
    found
}

fn collect(program: &Program, ty: TyId, value: &Value, found: &mut Vec<Pointer>) {
    match (value, program.tys[ty]) {
        (Value::Scalar(number), Ty::Pointer) => {
            let pointer = Pointer::from_number(*number);
            if pointer.object != 0 {
                found.push(pointer);
            }
        }
        (Value::Parts(parts), Ty::Record(record)) => {
            let fields = &program.records[record].fields;
            parts.iter().zip(fields).for_each(|(it, field)| collect(program, field.ty, it, found));
        }
        (Value::Parts(parts), Ty::Array { elem, .. }) => {
            parts.iter().for_each(|it| collect(program, elem, it, found));
        }
        _ => {}
    }
}

/// An object, to be changed.
pub(super) fn block_mut(state: &mut State, number: u64) -> Option<&mut Block> {
    state.memory.blocks.get_mut(&number).map(Arc::make_mut)
}

/// Lets a field point somewhere.
pub(super) fn set(program: &Program, state: &mut State, number: u64, field: u64, to: Pointer) {
    let width = program.pointer_bytes.count();
    if let Some(block) = block_mut(state, number) {
        for position in 0..width {
            block.bytes.insert(field + position, Byte::Part(to, position as u8));
        }
    }
}

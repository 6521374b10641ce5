//! Who points to what, how far objects are from variables, and how a segment is told from an object.

use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use tribunal_exec::memory::{Block, Byte};
use tribunal_exec::{Pointer, State, Value};
use tribunal_ir::{Program, Storage, Ty, TyId};

/// How the nodes of a segment hang together: each points to the next one, and perhaps back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Links {
    /// Where in a node it is pointed to from before.
    pub(crate) into: i64,
    pub(crate) backward: Option<Link>,
}

/// Where a node points to the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// The field's offset.
    pub(crate) field: u64,
    /// Where in the neighbour it points to.
    pub(crate) into: i64,
}

/// A segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    pub(crate) links: Links,
    /// How many nodes it has at least.
    pub(crate) least: u8,
}

/// No more nodes than these are counted.
pub(crate) const MOST: u8 = 2;

/// Segments carry what they are beyond the end of all objects, where no program comes.
const MARK: u64 = u64::MAX - 7;

/// There, too, is the pointer of the last node to what follows.
pub(crate) const AFTER: u64 = u64::MAX - 31;

/// In a segment, a pointer to the next node, whichever that is: there are not so many functions.
const NEXT: Pointer = Pointer { object: u64::MAX, offset: 0 };

/// A part of the pointer to the next node.
pub(crate) fn next(position: u8) -> Byte {
    Byte::Part(NEXT, position)
}

/// Which part of the pointer to the next node this is, if it is one.
pub(crate) fn as_next(byte: Byte) -> Option<u8> {
    match byte {
        Byte::Part(NEXT, position) => Some(position),
        _ => None,
    }
}

/// Makes an object a segment.
pub(crate) fn mark(block: &mut Block, segment: Segment) {
    let Segment { links: Links { into, backward }, least } = segment;
    let marks = [
        Some(i64::from(least)),
        Some(into),
        backward.map(|it| it.field.cast_signed()),
        backward.map(|it| it.into),
    ];
    for (at, number) in (MARK..).zip(marks) {
        if let Some(offset) = number {
            block.bytes.insert(at, Byte::Part(Pointer { object: 0, offset }, 0));
        }
    }
}

/// Makes a segment an object.
pub(crate) fn unmark(block: &mut Block) {
    block.bytes.split_off(&AFTER);
}

/// What an object is as a segment; `None` if it is none.
pub(crate) fn segment(block: &Block) -> Option<Segment> {
    // Most objects are none.
    block.bytes.last_key_value().filter(|it| MARK <= *it.0)?;
    let number = |at: u64| match block.bytes.get(&at) {
        Some(Byte::Part(pointer, _)) => Some(pointer.offset),
        _ => None,
    };
    let link = |at: u64| Some(Link { field: number(at)?.cast_unsigned(), into: number(at + 1)? });
    let least = u8::try_from(number(MARK)?).ok()?;
    Some(Segment { links: Links { into: number(MARK + 1)?, backward: link(MARK + 2) }, least })
}

/// What two objects hold below an offset, where either holds anything.
pub(crate) fn both(left: &Block, right: &Block, end: u64) -> Vec<(u64, Byte, Byte)> {
    let mut found = Vec::new();
    let (mut here, mut there) =
        (left.bytes.range(..end).peekable(), right.bytes.range(..end).peekable());
    loop {
        let at = match (here.peek(), there.peek()) {
            (Some(one), Some(other)) => *one.0.min(other.0),
            (Some(one), None) | (None, Some(one)) => *one.0,
            (None, None) => return found,
        };
        let one = here.next_if(|it| *it.0 == at).map_or(left.rest, |it| *it.1);
        let other = there.next_if(|it| *it.0 == at).map_or(right.rest, |it| *it.1);
        found.push((at, one, other));
    }
}

/// The bytes of a pointer somewhere in an object.
pub(crate) fn bytes(program: &Program, block: &Block, at: u64) -> Vec<Byte> {
    (at..at + program.pointer_bytes.count()).map(|it| block.byte(it)).collect()
}

/// Writes bytes to an object.
pub(crate) fn put(block: &mut Block, at: u64, bytes: &[Byte]) {
    for (at, byte) in (at..).zip(bytes) {
        if *byte == block.rest {
            block.bytes.remove(&at);
        } else {
            block.bytes.insert(at, *byte);
        }
    }
}

/// A place that holds a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Holder {
    /// A variable, or a part of memory that holds only a part of the pointer.
    Fixed,
    /// A field of an object.
    Field(u64, u64),
}

/// The pointers of a state.
pub(crate) struct Index {
    /// Who points to each object.
    to: FxHashMap<u64, Vec<(Holder, Pointer)>>,
    /// The pointers in each object that can be reached, by field.
    from: FxHashMap<u64, Vec<(u64, Pointer)>>,
    /// How many pointers have to be followed to come to an object.
    pub(crate) distance: FxHashMap<u64, usize>,
    /// The objects that can be reached, near ones first.
    pub(crate) order: Vec<u64>,
}

impl Index {
    pub(crate) fn new(program: &Program, state: &State) -> Self {
        let mut index = Self {
            to: FxHashMap::default(),
            from: FxHashMap::default(),
            distance: FxHashMap::default(),
            order: Vec::new(),
        };
        let mut queue: VecDeque<(u64, usize)> = VecDeque::new();
        for (number, block) in &state.memory.blocks {
            if block.alive && is_fixed(program, block) {
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
    pub(crate) fn to(&self, number: u64) -> &[(Holder, Pointer)] {
        self.to.get(&number).map_or(&[], Vec::as_slice)
    }

    /// The pointers in an object.
    pub(crate) fn from(&self, number: u64) -> &[(u64, Pointer)] {
        self.from.get(&number).map_or(&[], Vec::as_slice)
    }

    /// The pointer in a field.
    pub(crate) fn at(&self, number: u64, field: u64) -> Option<Pointer> {
        self.from(number).iter().find(|it| it.0 == field).map(|it| it.1)
    }
}

/// The pointers of an object to others or itself, where they start, and whether all of each is there.
fn pointers(program: &Program, block: &Block) -> Vec<(u64, Pointer, bool)> {
    let width = program.pointer_bytes.count();
    let mut found: Vec<(u64, Pointer, bool)> = Vec::new();
    for (&at, byte) in block.bytes.range(..MARK) {
        let Byte::Part(pointer, position) = *byte else { continue };
        if pointer.object == 0 || pointer == NEXT {
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
pub(crate) fn variables(program: &Program, state: &State) -> Vec<Pointer> {
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
pub(crate) fn block_mut(state: &mut State, number: u64) -> Option<&mut Block> {
    state.memory.blocks.get_mut(&number).map(Arc::make_mut)
}

/// Lets a field point somewhere.
pub(crate) fn set(program: &Program, state: &mut State, number: u64, field: u64, to: Pointer) {
    let parts: Vec<Byte> =
        (0..).map(|it| Byte::Part(to, it)).take(program.pointer_bytes.count() as usize).collect();
    if let Some(block) = block_mut(state, number) {
        put(block, field, &parts);
    }
}

/// Whether an object is there without being pointed to.
pub(crate) fn is_fixed(program: &Program, block: &Block) -> bool {
    program.objects[block.declaration].storage != Storage::Dynamic
}

/// Whether there is, or was, a dynamic object of this number. What was freed may still be pointed to.
pub(crate) fn is_dynamic(program: &Program, state: &State, number: u64) -> bool {
    state.memory.blocks.get(&number).is_some_and(|it| !is_fixed(program, it))
}

/// An object that hangs on a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) number: u64,
    pub(crate) scope: Scope,
}

/// Of which segment it is said what is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Of the one that is looked at.
    This,
    /// Of one that hangs on its nodes.
    Inner,
}

impl Part {
    /// Of which segment it is said what is next, at an offset of the object.
    pub(crate) fn scope_at(self, top: u64, block: &Block, at: u64) -> Scope {
        // What comes after a segment is nothing of its own.
        if self.number == top || AFTER <= at || segment(block).is_none() {
            self.scope
        } else {
            Scope::Inner
        }
    }
}

/// A node and the objects that hang on it: all that it leads to, but not by its links and not what comes after it.
pub(crate) fn bundle(
    program: &Program,
    state: &State,
    index: &Index,
    top: u64,
    links: Links,
    after: Option<Pointer>,
) -> Vec<Part> {
    let mut found = vec![Part { number: top, scope: Scope::This }];
    let mut at = 0;
    while let Some(&part) = found.get(at) {
        at += 1;
        let Some(block) = state.memory.blocks.get(&part.number) else { continue };
        for (field, pointer) in index.from(part.number) {
            let is_back = links.backward.is_some_and(|it| it.field == *field);
            let is_link = part.number == top && (is_back || *field == AFTER);
            let object = pointer.object;
            let is_own = !is_link
                && Some(*pointer) != after
                && is_dynamic(program, state, object)
                && found.iter().all(|it| it.number != object);
            if is_own {
                found.push(Part { number: object, scope: part.scope_at(top, block, *field) });
            }
        }
    }
    found
}

/// Copies objects, and what they are to each other; says which copy is whose.
pub(crate) fn copy(
    program: &Program,
    state: &mut State,
    blocks: &[(u64, Arc<Block>)],
) -> BTreeMap<u64, u64> {
    let mut copies: BTreeMap<u64, u64> = BTreeMap::new();
    for (number, block) in blocks {
        let copy = state.memory.allocate(program, block.declaration, block.size, &[]);
        copies.insert(*number, copy.object);
        let address = state.memory.blocks.get(&copy.object).map_or(0, |it| it.address);
        state.memory.blocks.insert(copy.object, Arc::new(Block { address, ..(**block).clone() }));
    }
    for copy in copies.values() {
        for byte in block_mut(state, *copy).into_iter().flat_map(|it| it.bytes.values_mut()) {
            if let Byte::Part(pointer, _) = byte
                && let Some(own) = copies.get(&pointer.object)
            {
                pointer.object = *own;
            }
        }
    }
    copies
}

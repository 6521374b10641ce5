//! Objects and pointers in words: `&table[3].left`, `table[3].left = 7`.

use super::{Change, scalar};
use crate::memory::{Block, Pointer};
use crate::state::State;
use std::sync::Arc;
use tribunal_ir::{Layout, Member, Program, Storage, Ty, TyId};

/// What a pointer is called.
#[must_use]
pub fn pointer_name(program: &Program, state: &State, pointer: Pointer) -> String {
    if let Some(function) = program.procs.ids().find(|it| Pointer::to_function(*it) == pointer) {
        return format!("&{}", program.procs[function].name);
    }
    let Some(block) = state.memory.block(pointer) else {
        return match pointer.offset {
            0 => "NULL".to_owned(),
            address => format!("{:#x}", address.cast_unsigned()),
        };
    };
    let name = object_name(program, state, pointer.object, block);
    let layout = &program.objects[block.declaration].layout;
    let path = u64::try_from(pointer.offset).ok().and_then(|it| part_name(layout, it));
    let dead = if block.alive { "" } else { " (dead)" };
    match path {
        Some(path) => format!("&{name}{path}{dead}"),
        None if pointer.offset == 0 => format!("&{name}{dead}"),
        None if pointer.offset < 0 => format!("&{name} - {}{dead}", pointer.offset.unsigned_abs()),
        None => format!("&{name} + {}{dead}", pointer.offset),
    }
}

/// What an object is called: as its declaration, with its number unless it is the only one.
fn object_name(program: &Program, state: &State, number: u64, block: &Block) -> String {
    let declaration = block.declaration;
    let name = &program.objects[declaration].name;
    let is_sibling = |it: &&Arc<Block>| it.declaration == declaration;
    let siblings = state.memory.blocks.values().filter(is_sibling).count();
    if program.objects[declaration].storage == Storage::Static || siblings == 1 {
        name.clone()
    } else {
        format!("{name}#{}", number.saturating_sub(program.objects.len() as u64))
    }
}

/// From an object to the smallest part that starts at an offset, as in `[3].left`; `None` if none does.
#[must_use]
pub fn part_name(layout: &Layout, offset: u64) -> Option<String> {
    match layout {
        Layout::Bytes | Layout::Scalar(_) => (offset == 0).then(String::new),
        Layout::Array { stride: 0, .. } => None,
        Layout::Array { stride, elem } => {
            Some(format!("[{}]{}", offset / stride, part_name(elem, offset % stride)?))
        }
        Layout::Record(members) => {
            if offset == 0 {
                return Some(String::new());
            }
            // The nearest one first: arrays do not tell where they end.
            let mut before: Vec<&Member> =
                members.iter().filter(|it| it.offset <= offset).collect();
            before.sort_by_key(|it| std::cmp::Reverse(it.offset));
            let mut paths = before.into_iter().filter_map(|it| {
                Some(format!(".{}{}", it.name, part_name(&it.layout, offset - it.offset)?))
            });
            paths.next()
        }
    }
}

/// The scalars of a layout that lie within so many bytes: path, offset, type.
fn scalars(layout: &Layout, size: u64, at: u64, path: &str, found: &mut Vec<(String, u64, TyId)>) {
    match layout {
        Layout::Bytes => {}
        Layout::Scalar(ty) => found.push((path.to_owned(), at, *ty)),
        Layout::Array { stride: 0, .. } => {}
        Layout::Array { stride, elem } => {
            for index in 0..size / stride {
                scalars(elem, *stride, at + index * stride, &format!("{path}[{index}]"), found);
            }
        }
        Layout::Record(members) => {
            for member in members {
                let path = format!("{path}.{}", member.name);
                let room = size.saturating_sub(member.offset);
                scalars(&member.layout, room, at + member.offset, &path, found);
            }
        }
    }
}

/// What differs between the memories of two states, object by object.
pub(super) fn changes(program: &Program, before: &State, after: &State) -> Vec<Change> {
    let mut changes = Vec::new();
    for (number, block) in &after.memory.blocks {
        let old = before.memory.blocks.get(number);
        if old.is_some_and(|it| Arc::ptr_eq(it, block) || it == block) {
            continue;
        }
        let name = object_name(program, after, *number, block);
        let held = |state: &State, at: u64, ty: TyId| {
            let start = Pointer { object: *number, offset: at.cast_signed() };
            let value = state.memory.load(program, start, program.tys[ty]);
            scalar(program, state, ty, value)
        };
        let mut parts = Vec::new();
        let layout = &program.objects[block.declaration].layout;
        if block.alive {
            scalars(layout, block.size, 0, "", &mut parts);
        }
        for (path, at, ty) in parts {
            let width = match program.tys[ty] {
                Ty::Pointer => program.pointer_bytes.count(),
                _ => program.shape(ty).map_or(0, |it| u64::from(it.bits / 8)),
            };
            let is_same = old.is_some_and(|it| {
                (at..at + width).all(|offset| it.byte(offset) == block.byte(offset))
            });
            if !is_same && old.is_some() {
                changes.push(Change {
                    owner: None,
                    name: format!("{name}{path}"),
                    before: Some(held(before, at, ty)),
                    after: Some(held(after, at, ty)),
                });
            }
        }
    }
    changes
}

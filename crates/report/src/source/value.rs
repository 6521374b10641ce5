//! What is shown of values: under which name, and how.

use tribunal_exec::describe::scalar;
use tribunal_exec::place::{Address, address};
use tribunal_exec::{State, View};
use tribunal_ir::{IntShape, Place, PlaceId, Program, Ty, TyId};

use super::access::Written;
use super::name;
use super::record::Node;
use crate::data::ChangeReport;

/// Changes of the same thing in one visit are one change.
pub(super) fn merged(
    changes: Vec<(Option<Node>, ChangeReport)>,
    matters: &impl Fn(Option<Node>) -> bool,
) -> Vec<ChangeReport> {
    let mut all: Vec<ChangeReport> = Vec::new();
    for (node, change) in changes {
        let change = ChangeReport { matters: matters(node), ..change };
        match all.iter_mut().find(|it| it.name == change.name) {
            Some(known) => {
                known.after = change.after;
                known.matters |= change.matters;
            }
            None => all.push(change),
        }
    }
    all
}

/// What a scalar that was written is called, and what it holds; nothing if it is none of the source.
pub(super) fn told(view: View<'_>, written: Written) -> Option<(String, String)> {
    let Written::Scalar(place) = written else { return None };
    let ty = view.program.ty_of_place(place)?;
    let found = address(view, place)?;
    let name = name_of(view, place, &found)?;
    let value = found.read(view.program, view.state);
    Some((name, shown(view.program, view.state, ty, value)))
}

fn name_of(view: View<'_>, place: PlaceId, found: &Address) -> Option<String> {
    match (found, view.program.places[place]) {
        (Address::Variable(part), _) => {
            let name = &view.program.vars[part.var].name;
            (!name.starts_with(['%', '&', '.'])).then(|| name.clone())
        }
        (Address::Memory { .. }, Place::Deref { pointer, .. }) => name::name(view, pointer),
        (Address::Memory { .. }, _) => None,
    }
}

/// A value as people read it: a byte that stands for a character with that character.
pub(super) fn shown(program: &Program, state: &State, ty: TyId, value: i128) -> String {
    let number = scalar(program, state, ty, value);
    match character(program, ty, value) {
        Some(character) => format!("{number} {character}"),
        None => number,
    }
}

/// The character that a byte stands for, if it can be printed.
pub(super) fn character(program: &Program, ty: TyId, value: i128) -> Option<String> {
    let Ty::Int(IntShape { bits: 8, .. }) = program.tys[ty] else { return None };
    let byte = u8::try_from(value).ok()?;
    let escaped = byte == b'\n' || byte == b'\t' || byte == b'\r';
    (escaped || (0x20..0x7f).contains(&byte)).then(|| format!("'{}'", byte.escape_ascii()))
}

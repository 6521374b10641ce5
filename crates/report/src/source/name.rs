//! What a part of memory is called: by the pointer through which a program reaches it, as in `p->next->key` or `table[3].left`, or by its
//! declaration.

use tribunal_exec::describe::pointer_name;
use tribunal_exec::{Pointer, Value, View, evaluate};
use tribunal_ir::{Expr, ExprId, Layout, Member, Place, Storage, Ty, VarId};

/// How many pointers are followed by name; what is further away is called by its declaration.
const LONGEST: usize = 3;

/// What the scalar is called to which a pointer leads; `None` if it is none of the source.
pub(super) fn name(view: View<'_>, pointer: ExprId) -> Option<String> {
    let target = Pointer::from_number(evaluate(view, pointer));
    let block = view.state.memory.block(target)?;
    let declared = &view.program.objects[block.declaration];
    if declared.name == "temporary" {
        return None;
    }
    if declared.storage == Storage::Dynamic
        && let Some(name) = reached(view, pointer, target, LONGEST)
    {
        return Some(name);
    }
    let offset = u64::try_from(target.offset).ok();
    if let Some(path) = offset.and_then(|it| scalar(&declared.layout, it))
        && declared.storage != Storage::Dynamic
        && is_alone(view, target)
    {
        return Some(format!("{}{path}", declared.name));
    }
    pointer_name(view.program, view.state, target).strip_prefix('&').map(str::to_owned)
}

/// Whether no other object was made from the same declaration.
fn is_alone(view: View<'_>, pointer: Pointer) -> bool {
    let blocks = &view.state.memory.blocks;
    let Some(block) = blocks.get(&pointer.object) else { return false };
    view.program.objects[block.declaration].storage == Storage::Static
        || blocks.values().filter(|it| it.declaration == block.declaration).count() == 1
}

/// The name of a target by the pointer from which it was reached, or by another variable that points to the same object.
fn reached(view: View<'_>, pointer: ExprId, target: Pointer, left: usize) -> Option<String> {
    let mut base = pointer;
    while let Expr::Advance { pointer, .. } | Expr::Cast { arg: pointer, .. } =
        view.program.exprs[base]
    {
        base = pointer;
    }
    let known = match view.program.exprs[base] {
        Expr::Load(place) => called(view, place, left),
        _ => None,
    };
    let start = Pointer::from_number(evaluate(view, base));
    let (name, start) = match known {
        Some(name) => (name, start),
        None => alias(view, target)?,
    };
    from(view, &name, start, target)
}

/// What a pointer variable, or a pointer in memory, is called.
fn called(view: View<'_>, place: tribunal_ir::PlaceId, left: usize) -> Option<String> {
    match view.program.places[place] {
        Place::Var(var) => own_name(view, var).map(str::to_owned),
        Place::Deref { pointer, .. } if 0 < left => {
            let target = Pointer::from_number(evaluate(view, pointer));
            let block = view.state.memory.block(target)?;
            let declared = &view.program.objects[block.declaration];
            if declared.storage == Storage::Dynamic {
                return reached(view, pointer, target, left - 1);
            }
            let path = scalar(&declared.layout, u64::try_from(target.offset).ok()?)?;
            is_alone(view, target).then(|| format!("{}{path}", declared.name))
        }
        _ => None,
    }
}

fn own_name<'a>(view: View<'a>, var: VarId) -> Option<&'a str> {
    let name = view.program.vars[var].name.as_str();
    (!name.starts_with(['%', '&', '.'])).then_some(name)
}

/// A variable of the function at hand, or of all, that points to the start of the same object, or else into it.
fn alias(view: View<'_>, target: Pointer) -> Option<(String, Pointer)> {
    let locals = view.state.processes.first().map(|it| &it.locals);
    let variables = locals.into_iter().flatten().chain(&view.state.globals);
    let pointers = variables.filter_map(|(var, value)| {
        let Value::Scalar(number) = *value else { return None };
        let declared = &view.program.vars[*var];
        let pointer = Pointer::from_number(number);
        let leads = view.program.tys[declared.ty] == Ty::Pointer && pointer.object == target.object;
        Some((own_name(view, *var).filter(|_| leads)?.to_owned(), pointer))
    });
    pointers.min_by_key(|it| it.1.offset.unsigned_abs())
}

/// The name of a target seen from a pointer into the same object.
fn from(view: View<'_>, name: &str, start: Pointer, target: Pointer) -> Option<String> {
    if start.object != target.object {
        return None;
    }
    let block = view.state.memory.block(target)?;
    let layout = &view.program.objects[block.declaration].layout;
    let distance = target.offset - start.offset;
    let Some((stride, element)) = element(layout, u64::try_from(start.offset).ok()?) else {
        return Some(match distance {
            0 => format!("*{name}"),
            _ if distance < 0 => format!("{name} - {}", distance.unsigned_abs()),
            _ => format!("{name} + {distance}"),
        });
    };
    let stride = i64::try_from(stride).ok().filter(|it| 0 < *it)?;
    let (index, rest) = (distance.div_euclid(stride), distance.rem_euclid(stride));
    let path = scalar(element, rest.cast_unsigned())?;
    Some(match (index, path.strip_prefix('.')) {
        (0, Some(member)) => format!("{name}->{member}"),
        _ => format!("{name}[{index}]{path}"),
    })
}

/// The largest part of a layout that starts at an offset and that elements of its kind follow: its size, and what it is.
fn element(layout: &Layout, offset: u64) -> Option<(u64, &Layout)> {
    match layout {
        Layout::Bytes | Layout::Scalar(_) | Layout::Array { stride: 0, .. } => None,
        Layout::Array { stride, elem } if offset.is_multiple_of(*stride) => Some((*stride, elem)),
        Layout::Array { stride, elem } => element(elem, offset % stride),
        Layout::Record(members) => {
            let member = nearest(members, offset)?;
            element(&member.layout, offset - member.offset)
        }
    }
}

/// The member that an offset is in: arrays do not tell where they end.
fn nearest(members: &[Member], offset: u64) -> Option<&Member> {
    let before = members.iter().filter(|it| it.offset <= offset);
    before.reduce(|a, b| if a.offset < b.offset { b } else { a })
}

/// From a part to the scalar that starts at an offset, as in `[3].left`.
fn scalar(layout: &Layout, offset: u64) -> Option<String> {
    match layout {
        Layout::Bytes | Layout::Scalar(_) => (offset == 0).then(String::new),
        Layout::Array { stride: 0, .. } => None,
        Layout::Array { stride, elem } => {
            Some(format!("[{}]{}", offset / stride, scalar(elem, offset % stride)?))
        }
        Layout::Record(members) => {
            let member = nearest(members, offset)?;
            Some(format!(".{}{}", member.name, scalar(&member.layout, offset - member.offset)?))
        }
    }
}

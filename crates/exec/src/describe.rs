//! States in words: what a variable is called and what it holds, and what a step has changed.

mod memory;

use crate::float;
use crate::memory::Pointer;
use crate::state::{Message, Queue, State, Value};
use std::collections::BTreeMap;
use tribunal_ir::{EnumId, Program, Scheduling, Ty, TyId, VarId};

pub use memory::{part_name, pointer_name};

/// A scalar or a channel of a state, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The index of the process it belongs to; `None` if it is global.
    pub owner: Option<u32>,
    /// What it is called, e.g. `table[2].left`.
    pub name: String,
    /// What it holds, e.g. `RED`, `-1` or, for a channel, `[(1, RED), (2, BLUE)]`.
    pub value: String,
}

/// How an item differs between two states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The index of the process it belongs to; `None` if it is global.
    pub owner: Option<u32>,
    /// What it is called.
    pub name: String,
    /// What it held; `None` if it was not alive.
    pub before: Option<String>,
    /// What it holds; `None` if it is not alive any more.
    pub after: Option<String>,
}

/// What the process of an index is called, e.g. `Producer:1`.
#[must_use]
pub fn process_name(program: &Program, state: &State, index: u32) -> String {
    match state.process(index.into()) {
        Some(it) => format!("{}:{index}", program.procs[it.process].name),
        None => format!("process {index}"),
    }
}

/// Everything a state holds: the globals and their channels, then process by process its locals
/// and the channels it created. A variable that holds just the channel named after it is left
/// out; the channel is there.
#[must_use]
pub fn items(program: &Program, state: &State) -> Vec<Item> {
    let mut items = variables(program, state, None, &state.globals);
    items.extend(channels(program, state, None));
    for (index, process) in state.indices().zip(&state.processes) {
        items.extend(variables(program, state, Some(index), &process.locals));
        items.extend(channels(program, state, Some(index)));
        if program.scheduling == Scheduling::Priority {
            let value = process.priority.to_string();
            items.push(Item { owner: Some(index), name: "priority".into(), value });
        }
    }
    items
}

/// What differs between two states, in the order of [`items`], then what is gone, then objects.
#[must_use]
pub fn changes(program: &Program, before: &State, after: &State) -> Vec<Change> {
    let in_memory = memory::changes(program, before, after);
    let before = items(program, before);
    let after = items(program, after);
    let held = |items: &[Item], wanted: &Item| {
        let same = |it: &&Item| it.owner == wanted.owner && it.name == wanted.name;
        items.iter().find(same).map(|it| it.value.clone())
    };
    let gone = before.iter().filter(|it| held(&after, it).is_none());
    let all = after.iter().chain(gone).map(|it| Change {
        owner: it.owner,
        name: it.name.clone(),
        before: held(&before, it),
        after: held(&after, it),
    });
    all.filter(|it| it.before != it.after).chain(in_memory).collect()
}

/// A number of a type, by name if it has one.
#[must_use]
pub fn scalar(program: &Program, state: &State, ty: TyId, value: i128) -> String {
    match program.tys[ty] {
        Ty::Bool => (value != 0).to_string(),
        Ty::Enum(id) => variant(program, id, value),
        Ty::Channel => match state.channel(value) {
            Some(_) => channel_name(program, state, value),
            None => value.to_string(),
        },
        Ty::Int(shape) if !shape.signed => value.cast_unsigned().to_string(),
        Ty::Float(shape) => float::show(shape, value),
        Ty::Pointer => pointer_name(program, state, Pointer::from_number(value)),
        Ty::Int(_) | Ty::Array { .. } | Ty::Record(_) => value.to_string(),
    }
}

/// The number of a type that a text stands for: what [`scalar`] shows, but names; also numbers to the base 16,
/// and a character in quotes.
#[must_use]
pub fn read_scalar(program: &Program, ty: Ty, text: &str) -> Option<i128> {
    let text = text.trim();
    let integer = || -> Option<i128> {
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        let hexadecimal = digits.strip_prefix("0x").or(digits.strip_prefix("0X"));
        let quoted = digits.strip_prefix('\'').and_then(|it| it.strip_suffix('\''));
        let number = match (hexadecimal, quoted) {
            (Some(digits), _) => i128::from_str_radix(digits, 16).ok()?,
            (None, Some(character)) if character.chars().count() == 1 => {
                i128::from(u32::from(character.chars().next()?))
            }
            _ => digits.parse().ok()?,
        };
        Some(sign * number)
    };
    match ty {
        Ty::Float(shape) => float::parse(shape, text),
        Ty::Bool if text == "true" => Some(1),
        Ty::Bool if text == "false" => Some(0),
        Ty::Pointer if text == "NULL" => Some(0),
        Ty::Array { .. } | Ty::Record(_) => None,
        _ => integer().map(|it| program.shape_of_ty(ty).map_or(it, |shape| shape.wrap(it))),
    }
}

/// What a living channel is called: as its declaration, with its number if others are called so.
#[must_use]
pub fn channel_name(program: &Program, state: &State, number: i128) -> String {
    let name = |queue: &Queue| program.channels[queue.declaration].name.as_str();
    let Some(queue) = state.channel(number) else { return format!("channel {number}") };
    let namesakes = state.channels.iter().filter(|&it| name(it) == name(queue));
    match namesakes.count() {
        1 => name(queue).to_owned(),
        _ => format!("{}#{number}", name(queue)),
    }
}

/// The name of a number of an enumeration.
pub(crate) fn variant(program: &Program, id: EnumId, value: i128) -> String {
    let named = program.enums[id].variants.iter().find(|(_, number)| *number == value);
    named.map_or_else(|| value.to_string(), |(name, _)| name.clone())
}

fn variables(
    program: &Program,
    state: &State,
    owner: Option<u32>,
    variables: &BTreeMap<VarId, Value>,
) -> Vec<Item> {
    let mut items = Vec::new();
    // What a translation introduced has a name that no language allows.
    let is_own = |name: &str| !name.starts_with(['%', '&']);
    for (&var, value) in variables.iter().filter(|(var, _)| is_own(&program.vars[**var].name)) {
        let var = &program.vars[var];
        parts(program, state, var.ty, value, var.name.clone(), &mut |name, value| {
            if name != value {
                items.push(Item { owner, name, value });
            }
        });
    }
    items
}

/// Hands the name and value of every scalar of a variable to `each`.
fn parts(
    program: &Program,
    state: &State,
    ty: TyId,
    value: &Value,
    name: String,
    each: &mut impl FnMut(String, String),
) {
    match (value, program.tys[ty]) {
        (Value::Scalar(number), _) => each(name, scalar(program, state, ty, *number)),
        (Value::Parts(elements), Ty::Array { elem, .. }) => {
            for (index, element) in elements.iter().enumerate() {
                parts(program, state, elem, element, format!("{name}[{index}]"), each);
            }
        }
        (Value::Parts(values), Ty::Record(id)) => {
            for (field, value) in program.records[id].fields.iter().zip(values) {
                parts(program, state, field.ty, value, format!("{name}.{}", field.name), each);
            }
        }
        (Value::Parts(_), Ty::Bool | Ty::Int(_) | Ty::Enum(_) | Ty::Channel) => {}
        (Value::Parts(_), Ty::Float(_) | Ty::Pointer) => {}
    }
}

fn channels(program: &Program, state: &State, owner: Option<u32>) -> Vec<Item> {
    let numbered = (1..).zip(&state.channels).filter(|(_, it)| it.creator == owner);
    numbered
        .map(|(number, queue)| {
            let show = |it: &Message| message(program, state, queue, it);
            let messages: Vec<String> = queue.messages.iter().map(show).collect();
            let value = format!("[{}]", messages.join(", "));
            Item { owner, name: channel_name(program, state, number), value }
        })
        .collect()
}

/// The fields of a message, in parentheses unless there is just one.
#[must_use]
pub fn message(program: &Program, state: &State, queue: &Queue, message: &Message) -> String {
    let types = &program.channels[queue.declaration].fields;
    let show = |(&field, &ty): (&i128, &TyId)| scalar(program, state, ty, field);
    let fields: Vec<String> = message.iter().zip(types).map(show).collect();
    match &fields[..] {
        [field] => field.clone(),
        _ => format!("({})", fields.join(", ")),
    }
}

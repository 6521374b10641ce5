//! Messages: how they are made, put into order and matched.

use crate::eval::{View, evaluate};
use crate::state::{Message, Queue};
use tribunal_ir::{ChanId, ExprId, MessageOrder, Pattern, Program, Scan};

/// The fields of a message to be sent, before they are wrapped. What the sender leaves out is 0;
/// what the channel has no field for is dropped.
#[must_use]
pub fn compose(view: View<'_>, declaration: ChanId, fields: &[ExprId]) -> Message {
    let mut message: Message = fields.iter().map(|&it| evaluate(view, it)).collect();
    message.resize(view.program.channels[declaration].fields.len(), 0);
    message
}

/// The message as the channel keeps it: each field wrapped to its type.
#[must_use]
pub fn wrapped(program: &Program, declaration: ChanId, message: &Message) -> Message {
    let types = &program.channels[declaration].fields;
    let wrap = |(&field, &ty)| program.shape(ty).map_or(0, |shape| shape.wrap(field));
    message.iter().zip(types).map(wrap).collect()
}

/// Where a message, not yet wrapped, goes in a queue.
#[must_use]
pub fn position(queue: &Queue, message: &Message, order: MessageOrder) -> usize {
    match order {
        MessageOrder::Fifo => queue.messages.len(),
        MessageOrder::Sorted => {
            let greater = queue.messages.iter().position(|it| it > message);
            greater.unwrap_or(queue.messages.len())
        }
    }
}

/// Whether a message has the values that the patterns ask for. Patterns beyond the fields of the
/// message ask for nothing.
#[must_use]
pub fn matches(view: View<'_>, patterns: &[Pattern], message: &Message) -> bool {
    patterns.iter().zip(message).all(|(pattern, &field)| match *pattern {
        Pattern::Match(value) => evaluate(view, value) == field,
        Pattern::Store(_) | Pattern::Any => true,
    })
}

/// The position of the message that a receive would take.
#[must_use]
pub fn first_match(
    view: View<'_>,
    queue: &Queue,
    patterns: &[Pattern],
    scan: Scan,
) -> Option<usize> {
    let looked_at = match scan {
        Scan::Front => 1,
        Scan::Any => queue.messages.len(),
    };
    queue.messages.iter().take(looked_at).position(|it| matches(view, patterns, it))
}

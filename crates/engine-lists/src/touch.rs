//! What a step looks at: the segments among that have to be unfolded before it is taken.

use crate::heap::{Holder, segment};
use tribunal_exec::memory::Byte;
use tribunal_exec::{Pointer, State, View, evaluate};
use tribunal_ir::visit::{Use, Walk};
use tribunal_ir::{Action, Edge, ExprId, Guard, Location, Place, Program, Ty};

/// What the edges of a location look at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Touch {
    /// Where pointers are read, by guards and first actions.
    loads: Vec<ExprId>,
    /// From where how many bytes are copied, likewise.
    copies: Vec<(ExprId, ExprId)>,
    /// What follows may read what was just written: it follows at most so many pointers, whichever.
    pub(crate) radius: usize,
}

impl Touch {
    pub(crate) fn of(program: &Program, location: &Location) -> Self {
        let mut touch = Self { radius: HELD, ..Self::default() };
        for edge in &location.out {
            touch.add(program, &program.edges[*edge]);
        }
        touch
    }

    fn add(&mut self, program: &Program, edge: &Edge) {
        let guard = match edge.guard {
            Guard::When(condition) => Some(condition),
            Guard::Else => None,
        };
        let first = reads(program, |walk| {
            guard.into_iter().for_each(|it| walk.expr(it));
            edge.actions.iter().take(1).for_each(|it| walk.action(it));
        });
        let later =
            reads(program, |walk| edge.actions.iter().skip(1).for_each(|it| walk.action(it)));
        let copies = |it: &&Action| matches!(it, Action::Copy { .. });
        let copied_later = edge.actions.iter().skip(1).filter(copies).count();
        if let Some(Action::Copy { from, size, .. }) = edge.actions.first() {
            self.copies.push((*from, *size));
        }
        if !later.is_empty() || 0 < copied_later {
            let most = first.len() + later.len() + copied_later + 1 + HELD;
            self.radius = self.radius.max(most);
        }
        self.loads.extend(first.into_iter().filter(|it| it.1).map(|it| it.0));
    }

    /// A segment that a pointer is read of, and where that lies.
    pub(crate) fn segment(&self, program: &Program, state: &State) -> Option<(u64, Holder)> {
        let view = View::of_process(program, state, 0, false);
        let blocks = &state.memory.blocks;
        let is_segment = |it: u64| blocks.get(&it).is_some_and(|it| segment(it).is_some());
        let found = |at: Pointer| {
            let block = blocks.get(&at.object)?;
            let offset = u64::try_from(at.offset).ok()?;
            match block.byte(offset) {
                Byte::Part(pointer, _) if is_segment(pointer.object) => {
                    Some((pointer.object, Holder::Field(at.object, offset)))
                }
                _ => None,
            }
        };
        // What is read of a segment waits until that is unfolded: something else leads there.
        let value = |it: &ExprId| Some(Pointer::from_number(evaluate(view, *it)));
        let from = |it: &ExprId| value(it).filter(|it| !is_segment(it.object));
        let loaded = self.loads.iter().filter_map(from).find_map(found);
        let copied = || {
            self.copies.iter().find_map(|(source, size)| {
                let (start, size) = (from(source)?, evaluate(view, *size));
                let block = blocks.get(&start.object)?;
                let end = i128::from(start.offset).saturating_add(size);
                let is_within = |at: &&u64| {
                    i128::from(start.offset) <= i128::from(**at) && i128::from(**at) < end
                };
                let mut within = block.bytes.keys().filter(is_within);
                within.find_map(|it| found(Pointer { offset: i64::try_from(*it).ok()?, ..start }))
            })
        };
        loaded.or_else(copied)
    }
}

/// Where memory is read, and whether a pointer is.
fn reads(
    program: &Program,
    lead: impl FnOnce(&mut Walk<'_, &mut dyn FnMut(Use)>),
) -> Vec<(ExprId, bool)> {
    let mut found = Vec::new();
    let mut note = |used: Use| {
        if let Use::Read(place) = used
            && let Place::Deref { pointer, ty } = program.places[place]
        {
            found.push((pointer, program.tys[ty] == Ty::Pointer));
        }
    };
    lead(&mut Walk::new(program, &mut note));
    found
}

/// What variables hold is never a segment.
pub(crate) const HELD: usize = 1;

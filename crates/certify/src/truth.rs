//! Whether what is said is true of a state of the reference semantics.

use tribunal_engine::{Age, Content, Pointers, Relation, Statement, Sum, Target};
use tribunal_exec::{State, Value, View, memory::Pointer};
use tribunal_ir::{ObjectId, Program, Ty, VarId};

/// Whether a statement is true of a state of a sequential program, in the scope of what runs there. Of variables that are not alive anything is.
#[must_use]
pub fn is_true(program: &Program, state: &State, statement: &Statement) -> bool {
    let truth = Truth { program, state };
    match statement {
        Statement::Holds(condition) => View::of_process(program, state, 0, false).holds(*condition),
        Statement::Numbers(var, values) => truth.value(*var).is_none_or(|it| values.contains(it)),
        Statement::Pointers(var, pointers) => {
            truth.value(*var).is_none_or(|it| truth.points(it, pointers))
        }
        Statement::Related(relation) => truth.relation(relation).unwrap_or(true),
        Statement::Memory(object, content) => truth.content(*object, content),
    }
}

struct Truth<'a> {
    program: &'a Program,
    state: &'a State,
}

impl Truth<'_> {
    fn value(&self, var: VarId) -> Option<i128> {
        let process = self.state.processes.first()?;
        match process.locals.get(&var).or_else(|| self.state.globals.get(&var))? {
            Value::Scalar(value) => Some(*value),
            _ => None,
        }
    }

    /// The static object of a declaration, or the last one made from it.
    fn last(&self, object: ObjectId) -> Option<u64> {
        let mut all = self.state.memory.blocks.iter().rev();
        all.find(|it| it.1.declaration == object).map(|it| *it.0)
    }

    fn points(&self, value: i128, pointers: &Pointers) -> bool {
        let pointer = Pointer::from_number(value);
        let is_function = |it| Pointer { offset: 0, ..pointer } == Pointer::to_function(it);
        let function = self.program.procs.ids().find(|it| is_function(*it));
        let target = match (self.state.memory.block(pointer), function) {
            (_, Some(function)) => Target::Function(function),
            (None, None) => Target::Nothing,
            (Some(block), None) => {
                let is_last = self.last(block.declaration) == Some(pointer.object);
                let age = if is_last { Age::Last } else { Age::Older };
                Target::Object(block.declaration, age)
            }
        };
        pointers.iter().any(|it| it.0 == target && it.1.contains(pointer.offset.into()))
    }

    fn content(&self, object: ObjectId, content: &Content) -> bool {
        let Some(number) = self.last(object) else { return true };
        let block = &self.state.memory.blocks[&number];
        let read = |offset: u64, ty: Ty| {
            let pointer = Pointer { object: number, offset: offset.cast_signed() };
            let bytes = match ty {
                Ty::Pointer => self.program.pointer_bytes.count(),
                _ => self.program.shape_of_ty(ty).map_or(0, |it| u64::from(it.bits / 8)),
            };
            let is_there = block.alive && offset + bytes <= block.size;
            is_there.then(|| self.state.memory.load(self.program, pointer, ty))
        };
        match content {
            Content::Absent => false,
            Content::Alive => block.alive,
            Content::Size(values) => values.contains(block.size.into()),
            Content::Numbers(offset, ty, values) => {
                read(*offset, *ty).is_none_or(|it| values.contains(it))
            }
            Content::Pointers(offset, pointers) => {
                read(*offset, Ty::Pointer).is_none_or(|it| self.points(it, pointers))
            }
        }
    }

    /// Whether a relation holds; `None` if a variable is not alive, or the numbers are too large to tell.
    fn relation(&self, relation: &Relation) -> Option<bool> {
        Some(match relation {
            Relation::AtMostZero(sum) => self.sum(sum)? <= 0,
            Relation::Zero(sum) => self.sum(sum)? == 0,
            Relation::Multiple { of: 0, sum } => self.sum(sum)? == 0,
            Relation::Multiple { of, sum } => self.sum(sum)? % of == 0,
            Relation::Vanishes { bits, products } => {
                let mut total = 0_i128;
                for (factor, vars) in products {
                    let mut product = *factor;
                    for var in vars {
                        product = product.wrapping_mul(self.value(*var)?);
                    }
                    total = total.wrapping_add(product);
                }
                128 <= *bits || total & ((1 << *bits) - 1) == 0
            }
            Relation::NotNull(var) => {
                let pointer = Pointer::from_number(self.value(*var)?);
                pointer != Pointer::from_number(0)
            }
            Relation::Any(all) => all.iter().any(|it| self.relation(it).unwrap_or(true)),
        })
    }

    fn sum(&self, sum: &Sum) -> Option<i128> {
        let mut total = sum.constant;
        for (factor, var) in &sum.terms {
            total = total.checked_add(factor.checked_mul(self.value(*var)?)?)?;
        }
        Some(total)
    }
}

//! Where the scalars of variables are kept.

use rustc_hash::FxHashMap;
use tribunal_base::Id;
use tribunal_ir::{ObjectId, Program, Scope, Ty, TyId, VarId};

/// Where everything is kept.
pub(crate) struct Layout {
    /// By type: how many scalars it has.
    sizes: Vec<usize>,
    /// By variable: the first of its scalars, within the globals or the function's locals.
    slots: Vec<usize>,
    /// The numbers of the static objects.
    pub(crate) statics: FxHashMap<ObjectId, usize>,
}

impl Layout {
    pub(crate) fn new(program: &Program) -> Self {
        let mut layout = Self {
            sizes: vec![0; program.tys.len()],
            slots: vec![0; program.vars.len()],
            statics: FxHashMap::default(),
        };
        let mut globals = 0;
        for (id, var) in program.vars.iter() {
            if var.scope == Scope::Global {
                layout.slots[id.index()] = globals;
                globals += layout.size(program, var.ty);
            }
        }
        for process in program.procs.values() {
            let mut locals = 0;
            for &id in &process.locals {
                layout.slots[id.index()] = locals;
                locals += layout.size(program, program.vars[id].ty);
            }
        }
        layout
    }

    /// How many scalars a type has.
    fn size(&mut self, program: &Program, ty: TyId) -> usize {
        if self.sizes[ty.index()] == 0 {
            self.sizes[ty.index()] = match program.tys[ty] {
                Ty::Array { elem, len } => self.size(program, elem) * len as usize,
                Ty::Record(record) => {
                    program.records[record].fields.iter().map(|it| self.size(program, it.ty)).sum()
                }
                _ => 1,
            };
        }
        self.sizes[ty.index()]
    }

    /// How many scalars the type of a variable, or a part of it, has.
    pub(crate) fn count(&self, ty: TyId) -> usize {
        self.sizes[ty.index()]
    }

    /// Where a variable starts.
    pub(crate) fn slot(&self, var: VarId) -> usize {
        self.slots[var.index()]
    }

    /// The scalar types of a type, in order.
    pub(crate) fn scalars(program: &Program, ty: TyId) -> Vec<Ty> {
        match program.tys[ty] {
            Ty::Array { elem, len } => {
                let one = Self::scalars(program, elem);
                std::iter::repeat_n(one, len as usize).flatten().collect()
            }
            Ty::Record(record) => {
                let fields = &program.records[record].fields;
                fields.iter().flat_map(|it| Self::scalars(program, it.ty)).collect()
            }
            scalar => vec![scalar],
        }
    }
}

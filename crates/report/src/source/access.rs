//! What the parts of an edge read and write, in the state where they are done.

use tribunal_exec::place::{Address, address};
use tribunal_exec::{Pointer, View, evaluate};
use tribunal_ir::{
    Action, Expr, ExprId, HeapQuery, Place, PlaceId, PointerQuery, Program, Storage, Ty, VarId,
};

/// Accesses to more bytes than this are taken for accesses to the whole object.
const BYTES: u64 = 1 << 12;

/// A part of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Cell {
    /// A variable of a call of a function; calls are numbered.
    Local(u32, VarId),
    /// A variable of all.
    Global(VarId),
    /// A byte of an object.
    Byte(u64, u64),
    /// Any byte of an object.
    Bytes(u64),
    /// Whether an object is alive, and how large it is.
    Life(u64),
}

/// A place that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// A scalar.
    Scalar(PlaceId),
    /// So many bytes.
    Bytes(Pointer, u64),
    /// An object came alive or died.
    Life(u64),
}

/// A state as seen by a call of a function.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) view: View<'a>,
    /// The number of the call.
    pub(super) call: u32,
}

impl Scene<'_> {
    fn program(&self) -> &Program {
        self.view.program
    }

    fn pointer(&self, expr: ExprId) -> Pointer {
        Pointer::from_number(evaluate(self.view, expr))
    }

    fn size(&self, expr: ExprId) -> u64 {
        u64::try_from(evaluate(self.view, expr)).unwrap_or(0)
    }

    /// Adds what an expression reads.
    pub(super) fn expr(&self, expr: ExprId, reads: &mut Vec<Cell>) {
        match &self.program().exprs[expr] {
            Expr::Load(place) => {
                self.path(*place, reads);
                self.cells(*place, reads);
            }
            Expr::Unary(_, arg) | Expr::Cast { arg, .. } | Expr::Reinterpret { arg, .. } => {
                self.expr(*arg, reads);
            }
            Expr::Binary(_, a, b) | Expr::Advance { pointer: a, by: b } => {
                self.expr(*a, reads);
                self.expr(*b, reads);
            }
            Expr::Ite(condition, yes, no) => {
                self.expr(*condition, reads);
                let taken = if self.view.holds(*condition) { yes } else { no };
                self.expr(*taken, reads);
            }
            Expr::Pointer(query, pointer) => {
                self.expr(*pointer, reads);
                if matches!(query, PointerQuery::IsAlive | PointerQuery::ObjectSize) {
                    reads.push(Cell::Life(self.pointer(*pointer).object));
                }
            }
            Expr::IsInitialised { pointer, size } => {
                self.expr(*pointer, reads);
                bytes(self.pointer(*pointer), self.size(*size), reads);
            }
            Expr::Heap(HeapQuery::InUse | HeapQuery::Lost) => {
                let program = self.program();
                let blocks = self.view.state.memory.blocks.iter().filter(|(_, it)| {
                    it.alive && program.objects[it.declaration].storage == Storage::Dynamic
                });
                reads.extend(blocks.map(|(number, _)| Cell::Life(*number)));
            }
            // Constants, and what sequential programs do not ask.
            _ => {}
        }
    }

    /// Adds what is read to find a place.
    fn path(&self, place: PlaceId, reads: &mut Vec<Cell>) {
        match self.program().places[place] {
            Place::Var(_) | Place::Remote { .. } => {}
            Place::Index(base, index) => {
                self.path(base, reads);
                self.expr(index, reads);
            }
            Place::Field(base, _) => self.path(base, reads),
            Place::Deref { pointer, .. } => self.expr(pointer, reads),
        }
    }

    /// Adds the cells of a place.
    fn cells(&self, place: PlaceId, cells: &mut Vec<Cell>) {
        match address(self.view, place) {
            Some(Address::Variable(part)) => cells.push(match part.owner {
                Some(_) => Cell::Local(self.call, part.var),
                None => Cell::Global(part.var),
            }),
            Some(Address::Memory { pointer, ty }) => {
                bytes(pointer, width(self.program(), ty), cells);
            }
            None => {}
        }
    }

    /// What an action reads, and what it writes. Calls and returns are left to those who follow them.
    pub(super) fn action(&self, action: &Action) -> (Vec<Cell>, Vec<Written>) {
        let mut reads = Vec::new();
        let mut writes = Vec::new();
        match action {
            Action::Assign { place, value } => {
                self.expr(*value, &mut reads);
                self.path(*place, &mut reads);
                writes.push(Written::Scalar(*place));
            }
            Action::Havoc { place } => {
                self.path(*place, &mut reads);
                writes.push(Written::Scalar(*place));
            }
            Action::Allocate { size, place, .. } => {
                self.expr(*size, &mut reads);
                self.path(*place, &mut reads);
                writes.push(Written::Scalar(*place));
            }
            Action::Release { pointer } => {
                self.expr(*pointer, &mut reads);
                writes.push(Written::Life(self.pointer(*pointer).object));
            }
            Action::Copy { to, from, size } => {
                [*to, *from, *size].iter().for_each(|it| self.expr(*it, &mut reads));
                bytes(self.pointer(*from), self.size(*size), &mut reads);
                writes.push(Written::Bytes(self.pointer(*to), self.size(*size)));
            }
            Action::Fill { to, byte, size } => {
                [*to, *byte, *size].iter().for_each(|it| self.expr(*it, &mut reads));
                writes.push(Written::Bytes(self.pointer(*to), self.size(*size)));
            }
            _ => {}
        }
        (reads, writes)
    }

    /// The cells of what was written.
    pub(super) fn written(&self, written: Written) -> Vec<Cell> {
        let mut cells = Vec::new();
        match written {
            Written::Scalar(place) => self.cells(place, &mut cells),
            Written::Bytes(pointer, size) => bytes(pointer, size, &mut cells),
            Written::Life(object) => cells.push(Cell::Life(object)),
        }
        cells
    }
}

/// How many bytes a scalar takes.
fn width(program: &Program, ty: Ty) -> u64 {
    match ty {
        Ty::Pointer => program.pointer_bytes.count(),
        _ => program.shape_of_ty(ty).map_or(0, |it| u64::from(it.bits / 8)),
    }
}

fn bytes(pointer: Pointer, size: u64, cells: &mut Vec<Cell>) {
    let Ok(start) = u64::try_from(pointer.offset) else { return };
    if size <= BYTES {
        cells.extend((start..start.saturating_add(size)).map(|at| Cell::Byte(pointer.object, at)));
    } else {
        cells.push(Cell::Bytes(pointer.object));
    }
}

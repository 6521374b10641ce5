//! Random objects, pointers, floats and calls.

use super::{Builder, span};
use tribunal_ir::{
    Access, Action, BinOp, Content, Expr, ExprId, FloatShape, HeapQuery, IntShape, Layout, Member,
    Object, ObjectId, Place, PlaceId, PointerBytes, PointerQuery, ProcId, ProcessKind, Rounding,
    Storage, Ty, TyId, UnOp,
};

const FLOATS: [FloatShape; 4] =
    [FloatShape::Single, FloatShape::Double, FloatShape::Extended, FloatShape::Quad];

/// The scalar types that only programs with memory have.
pub(super) fn types() -> Vec<Ty> {
    let mut tys = vec![Ty::Pointer, Ty::Int(IntShape::I64)];
    tys.push(Ty::Int(IntShape { bits: 8, signed: true }));
    tys.extend(FLOATS.map(Ty::Float));
    tys
}

/// Objects.
impl Builder {
    pub(super) fn objects(&mut self) {
        if self.rarely(4) {
            self.program.pointer_bytes = PointerBytes::Four;
        }
        for _ in 0..=self.below(4) {
            let storage = [Storage::Static, Storage::Automatic, Storage::Dynamic][self.below(3)];
            let is_static = storage == Storage::Static;
            let object = Object {
                name: self.name(),
                storage,
                content: if !is_static && self.flip() { Content::Arbitrary } else { Content::Zero },
                size: if is_static { self.below(40) as u64 } else { 0 },
                align: 1 << self.below(5),
                init: Vec::new(),
                access: if self.rarely(4) { Access::ReadOnly } else { Access::ReadWrite },
                layout: self.layout(3),
                span: span(),
            };
            self.program.objects.push(object);
        }
    }

    fn layout(&mut self, depth: usize) -> Layout {
        match self.below(if depth == 0 { 2 } else { 4 }) {
            0 => Layout::Bytes,
            1 => Layout::Scalar(self.scalar_ty()),
            2 => {
                let stride = self.below(9) as u64;
                Layout::Array { stride, elem: Box::new(self.layout(depth - 1)) }
            }
            _ => {
                let mut members = Vec::new();
                for _ in 0..self.below(3) {
                    let (name, offset) = (self.name(), self.below(20) as u64);
                    members.push(Member { name, offset, layout: self.layout(depth - 1) });
                }
                Layout::Record(members)
            }
        }
    }

    /// What static objects hold at first; it may mention functions.
    pub(super) fn first_values(&mut self) {
        for id in self.program.objects.ids() {
            let Object { storage: Storage::Static, size, .. } = self.program.objects[id] else {
                continue;
            };
            let mut end = 0;
            for _ in 0..self.below(6) {
                // Mostly without gaps, so that there are texts.
                let offset = end + if self.rarely(4) { 1 } else { 0 };
                let value = self.first_value();
                end = offset + self.bytes_of(value);
                if size < end {
                    break;
                }
                self.program.objects[id].init.push((offset, value));
            }
        }
    }

    fn first_value(&mut self) -> ExprId {
        match self.below(4) {
            0 => {
                let pointer = self.constant_pointer();
                if self.flip() {
                    return pointer;
                }
                let by = self.byte_count();
                self.program.expr(Expr::Advance { pointer, by })
            }
            1 => {
                let ty = self.program.ty(Ty::Float(FLOATS[self.at % 4]));
                self.constant(ty)
            }
            _ => {
                let bits = [8, 8, 8, 32, 128][self.below(5)];
                let signed = self.flip();
                let ty = self.program.int_ty(IntShape { bits, signed });
                self.constant(ty)
            }
        }
    }

    fn bytes_of(&self, value: ExprId) -> u64 {
        match self.program.ty_of(value) {
            Some(Ty::Pointer) => self.program.pointer_bytes.count(),
            _ => u64::from(self.program.shape_of(value).bits / 8),
        }
    }

    fn constant_pointer(&mut self) -> ExprId {
        let statics = self.object_ids(|it| it == Storage::Static);
        let functions = self.functions();
        let expr = match (self.pick(&statics), self.pick(&functions)) {
            (Some(object), None) => Expr::Object(object),
            (None, Some(function)) => Expr::Function(function),
            (Some(object), Some(_)) if self.flip() => Expr::Object(object),
            (Some(_), Some(function)) => Expr::Function(function),
            (None, None) => {
                let ty = self.program.ty(Ty::Pointer);
                return self.constant(ty);
            }
        };
        self.program.expr(expr)
    }

    fn object_ids(&self, allowed: impl Fn(Storage) -> bool) -> Vec<ObjectId> {
        let objects = self.program.objects.iter().filter(|(_, it)| allowed(it.storage));
        objects.map(|(id, _)| id).collect()
    }

    pub(super) fn functions(&self) -> Vec<ProcId> {
        let is_function = |id: &ProcId| self.program.procs[*id].kind == ProcessKind::Function;
        self.program.procs.ids().filter(is_function).collect()
    }

    fn byte_count(&mut self) -> ExprId {
        let value = [0, 1, 4, -1, 8][self.below(5)];
        let ty = self.program.int_ty(IntShape::I64);
        self.program.expr(Expr::Const { value, ty })
    }
}

/// Expressions and places.
impl Builder {
    pub(super) fn pointer(&mut self, scope: Option<ProcId>, depth: usize) -> ExprId {
        if depth == 0 {
            return self.constant_pointer();
        }
        match self.below(3) {
            0 => self.constant_pointer(),
            1 => {
                let ty = self.program.ty(Ty::Pointer);
                self.expr(scope, ty, depth - 1)
            }
            _ => {
                let pointer = self.pointer(scope, depth - 1);
                let by = self.offset(scope, depth - 1);
                self.program.expr(Expr::Advance { pointer, by })
            }
        }
    }

    fn offset(&mut self, scope: Option<ProcId>, depth: usize) -> ExprId {
        if self.flip() {
            return self.byte_count();
        }
        let ty = self.program.int_ty(IntShape::I64);
        self.expr(scope, ty, depth)
    }

    pub(super) fn memory_place(&mut self, ty: TyId) -> Option<PlaceId> {
        let fits = match self.program.tys[ty] {
            Ty::Int(shape) => shape.bits.is_multiple_of(8),
            Ty::Float(_) | Ty::Pointer => true,
            _ => false,
        };
        let pointer = self.constant_pointer();
        fits.then(|| self.program.place(Place::Deref { pointer, ty }))
    }

    /// A truth value about memory or overflow.
    pub(super) fn memory_truth(&mut self, scope: Option<ProcId>, depth: usize) -> ExprId {
        let queries = [
            PointerQuery::IsAlive,
            PointerQuery::HasObject,
            PointerQuery::IsWritable,
            PointerQuery::IsDynamic,
        ];
        let expr = match self.below(6) {
            0 => Expr::Heap(if self.flip() { HeapQuery::Lost } else { HeapQuery::InUse }),
            1 => Expr::Pointer(queries[self.below(4)], self.pointer(scope, depth - 1)),
            2 => {
                let pointer = self.pointer(scope, depth - 1);
                Expr::IsInitialised { pointer, size: self.offset(scope, depth - 1) }
            }
            3 => {
                let left = self.pointer(scope, depth - 1);
                Expr::Binary(BinOp::SameObject, left, self.pointer(scope, depth - 1))
            }
            _ => {
                let ops = [BinOp::AddOverflows, BinOp::SubOverflows, BinOp::MulOverflows];
                let bits = [2, 8, 32, 64, 128][self.below(5)];
                let signed = self.flip();
                let ty = self.program.int_ty(IntShape { bits, signed });
                let left = self.expr(scope, ty, depth - 1);
                Expr::Binary(ops[self.below(3)], left, self.expr(scope, ty, depth - 1))
            }
        };
        self.program.expr(expr)
    }

    pub(super) fn float(&mut self, scope: Option<ProcId>, ty: TyId, depth: usize) -> ExprId {
        let roundings = [
            Rounding::NearestEven,
            Rounding::NearestAway,
            Rounding::Zero,
            Rounding::Down,
            Rounding::Up,
        ];
        let expr = match self.below(4) {
            0 => {
                let op = [UnOp::Neg, UnOp::Sqrt, UnOp::Round(roundings[self.below(5)])];
                Expr::Unary(op[self.below(3)], self.expr(scope, ty, depth - 1))
            }
            1 => {
                let shape = self.program.shape(ty).expect("a float should be scalar");
                let from = self.program.int_ty(shape);
                Expr::Reinterpret { to: ty, arg: self.expr(scope, from, depth - 1) }
            }
            _ => {
                let ops = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem];
                let left = self.expr(scope, ty, depth - 1);
                Expr::Binary(ops[self.below(5)], left, self.expr(scope, ty, depth - 1))
            }
        };
        self.program.expr(expr)
    }

    /// An `i64` about a pointer, or the bits of a float.
    pub(super) fn memory_number(
        &mut self,
        scope: Option<ProcId>,
        ty: TyId,
        depth: usize,
    ) -> Option<ExprId> {
        let Ty::Int(shape) = self.program.tys[ty] else { return None };
        let expr = if shape == IntShape::I64 && self.flip() {
            let query = if self.flip() { PointerQuery::Offset } else { PointerQuery::ObjectSize };
            Expr::Pointer(query, self.pointer(scope, depth - 1))
        } else {
            let float = FLOATS.into_iter().find(|it| it.bits() == shape.bits)?;
            let from = self.program.ty(Ty::Float(float));
            Expr::Reinterpret { to: ty, arg: self.expr(scope, from, depth - 1) }
        };
        Some(self.program.expr(expr))
    }
}

/// Actions.
impl Builder {
    /// An action that may stand anywhere.
    pub(super) fn memory_action(&mut self, scope: Option<ProcId>) -> Option<Action> {
        Some(match self.below(5) {
            0 => Action::Havoc { place: self.writable(scope)? },
            1 => {
                let objects = self.object_ids(|it| it != Storage::Static);
                let (object, ty) = (self.pick(&objects)?, self.program.ty(Ty::Pointer));
                let size = self.offset(scope, 1);
                let place = self.writable(scope)?;
                let is_pointer = self.program.ty_of_place(place) == Some(ty);
                let place = if is_pointer { place } else { self.memory_place(ty)? };
                Action::Allocate { object, size, place }
            }
            2 => Action::Release { pointer: self.pointer(scope, 2) },
            3 => {
                let (to, from) = (self.pointer(scope, 2), self.pointer(scope, 2));
                Action::Copy { to, from, size: self.offset(scope, 2) }
            }
            _ => {
                let ty = self.program.int_ty(IntShape::U8);
                let (to, byte) = (self.pointer(scope, 2), self.expr(scope, ty, 2));
                Action::Fill { to, byte, size: self.offset(scope, 2) }
            }
        })
    }

    /// An action that has to be the last.
    pub(super) fn last_action(&mut self, scope: Option<ProcId>) -> Option<Action> {
        if self.flip() {
            let ty = self.scalar_ty();
            let value = if self.flip() { Some(self.expr(scope, ty, 2)) } else { None };
            return Some(Action::Return { value });
        }
        let functions = self.functions();
        let process = self.pick(&functions)?;
        let types = self.parameter_types(process);
        let args = types.into_iter().map(|ty| self.expr(scope, ty, 2)).collect();
        let result = if self.flip() { self.writable(scope) } else { None };
        Some(Action::Call { process, args, result })
    }
}

//! What is handed to the entry, where no contract says it. A pointer is null or points to an object of its own, in which pointers are followed in turn; all else
//! in there is arbitrary. That no two pointers point to the same object, and how far they are followed, is told as an assumption.

use tribunal_base::Span;
use tribunal_ir::{
    Action, AssumptionKind, BinOp, Expr, ExprId, Layout, Place, ProcId, ProcessKind, Storage, Ty,
};

use super::types::Class;
use super::{Lowering, new_process};
use crate::hir::{self, FunctionId, IntegerKind, Length, RecordKind, Type, TypeId};

/// Pointers are followed this far at most.
const FARTHEST: usize = 3;

/// They are followed less far if more objects than these would have to be made.
const OBJECTS: usize = 64;

/// So many parts of an object are looked after by themselves.
const PARTS: usize = 256;

/// An object of any number of bytes has at most so many.
const LONGEST: u64 = 1 << 17;

/// A part of an object that not all bytes are good for.
struct Part {
    name: String,
    offset: u64,
    kind: PartKind,
}

#[derive(Clone, Copy)]
enum PartKind {
    Truth,
    /// A pointer to something of this type.
    Pointer(TypeId),
}

/// How many bytes there are where a pointer points to.
enum Pointee {
    Function,
    /// So many.
    One(u64),
    /// Any number of them, the last of which is 0.
    Text,
    /// Any number of them.
    Bytes,
}

impl Lowering<'_> {
    /// Arbitrary arguments for a function that is not `main`.
    pub(super) fn handed_arguments(&mut self, entry: FunctionId) -> Vec<ExprId> {
        let function = &self.unit.functions[entry];
        let (parameters, span) = (function.parameters.clone(), function.span);
        let result = self.function_type(function.ty).result;
        let mut args = Vec::new();
        if self.class(result) == Class::Aggregate {
            let size = self.bytes(self.size(result));
            args.push(self.room_for_ever("result", size, span).0);
        }
        let depth = match self.depth_of(&parameters) {
            Ok(depth) => depth,
            Err(what) => {
                self.unsupported(what, span);
                0
            }
        };
        for parameter in parameters {
            let hir::Variable { name, ty, span, .. } = self.unit.variables[parameter].clone();
            let is_used = self.is_mentioned(parameter);
            let value = match self.class(ty.id) {
                Class::Scalar(Ty::Pointer) if is_used => {
                    self.assume_ownership(entry);
                    match *self.unit.types.get(ty.id) {
                        Type::Pointer(to) => self.handed_pointer(to.id, &name, depth, span),
                        _ => self.null(),
                    }
                }
                Class::Scalar(Ty::Pointer) => self.null(),
                Class::Scalar(scalar) => {
                    let scalar = self.program.ty(scalar);
                    let anything = self.local(&name, scalar, span);
                    self.havoc(anything);
                    self.settle();
                    self.load_var(anything)
                }
                Class::Aggregate if is_used && !self.has_strings() => {
                    // What is arbitrary would count as never written.
                    self.unsupported("a struct handed to the entry, under `uninit`,", span);
                    self.null()
                }
                Class::Aggregate => {
                    let size = self.bytes(self.size(ty.id));
                    let (to, object) = self.room_for_ever(&name, size, span);
                    self.program.objects[object].layout = self.layout(ty.id);
                    if is_used {
                        self.fill_handed(to, ty.id, &name, depth, span);
                    }
                    to
                }
                Class::Void | Class::Unsupported => {
                    self.unsupported("an entry with such parameters", span);
                    self.null()
                }
            };
            args.push(value);
        }
        args
    }

    /// Whether a function looks at a parameter.
    pub(super) fn is_mentioned(&self, parameter: hir::VarId) -> bool {
        self.unit.places.values().any(|it| it.kind == hir::PlaceKind::Variable(parameter))
    }

    fn assume_ownership(&mut self, entry: FunctionId) {
        let hir::Function { name, span, .. } = &self.unit.functions[entry];
        let what = format!(
            "pointers handed to `{name}`, and those in what they point to, are null or point to allocated objects of their own: one value of the type, a string for `char`, \
             at most {LONGEST} bytes for `void` and other characters"
        );
        self.assume_that(AssumptionKind::Environment, what, *span);
    }

    /// How far pointers are followed.
    fn depth_of(&self, parameters: &[hir::VarId]) -> Result<usize, &'static str> {
        let mut roots = Vec::new();
        for parameter in parameters.iter().filter(|it| self.is_mentioned(**it)) {
            self.parts(self.unit.variables[*parameter].ty.id, "", 0, &mut roots)?;
        }
        let mut depth = FARTHEST;
        while 1 < depth && OBJECTS < self.count_objects(&roots, depth)? {
            depth -= 1;
        }
        Ok(depth)
    }

    /// How many objects there are behind pointers, counted a little beyond [`OBJECTS`].
    fn count_objects(&self, parts: &[Part], depth: usize) -> Result<usize, &'static str> {
        let mut count = 0;
        for part in parts {
            let PartKind::Pointer(to) = part.kind else { continue };
            count += 1;
            if 1 < depth && count <= OBJECTS {
                let mut inner = Vec::new();
                self.parts(to, "", 0, &mut inner)?;
                count += self.count_objects(&inner, depth - 1)?;
            }
        }
        Ok(count)
    }

    /// Finds the parts of an object that not all bytes are good for.
    fn parts(
        &self,
        ty: TypeId,
        name: &str,
        offset: u64,
        found: &mut Vec<Part>,
    ) -> Result<(), &'static str> {
        let types = &self.unit.types;
        let kind = match types.get(ty) {
            Type::Bool => PartKind::Truth,
            Type::Pointer(to) => PartKind::Pointer(to.id),
            Type::Array { element, length: Length::Known(length) } => {
                let (mut inside, size) = (Vec::new(), self.size(element.id));
                self.parts(element.id, "", 0, &mut inside)?;
                if inside.is_empty() {
                    return Ok(());
                }
                for index in 0..*length {
                    let at = offset + index * size;
                    self.parts(element.id, &format!("{name}[{index}]"), at, found)?;
                }
                return Ok(());
            }
            Type::Array { length: Length::Variable(_) | Length::Unspecified, .. } => {
                return Err("an array of variable length handed to the entry");
            }
            Type::Record(record) => {
                let record = types.record(*record);
                if record.tag.as_deref() == Some("_IO_FILE") {
                    return Err("a stream handed to the entry");
                }
                let before = found.len();
                for field in record.fields.iter().filter(|it| it.bits.is_none()) {
                    let name = match &field.name {
                        Some(field) => format!("{name}.{field}"),
                        None => name.to_owned(),
                    };
                    self.parts(field.ty.id, &name, offset + field.offset, found)?;
                }
                if record.kind == RecordKind::Union && before < found.len() {
                    return Err("a union with pointers handed to the entry");
                }
                return Ok(());
            }
            Type::VaList => return Err("a list of arguments handed to the entry"),
            _ => return Ok(()),
        };
        if PARTS <= found.len() {
            return Err("an object with so many pointers handed to the entry");
        }
        found.push(Part { name: name.to_owned(), offset, kind });
        Ok(())
    }

    fn pointee(&self, ty: TypeId) -> Pointee {
        match self.unit.types.get(ty) {
            Type::Function(_) => Pointee::Function,
            Type::Integer(IntegerKind::Char) => Pointee::Text,
            Type::Void | Type::Integer(IntegerKind::SignedChar | IntegerKind::UnsignedChar) => {
                Pointee::Bytes
            }
            _ => match self.unit.types.size_of(ty) {
                Some(size) => Pointee::One(size),
                None => Pointee::Bytes,
            },
        }
    }

    /// A pointer that is null or points to an object of its own.
    fn handed_pointer(&mut self, to: TypeId, name: &str, depth: usize, span: Span) -> ExprId {
        if depth == 0 {
            let what = "pointers that are handed over behind too many others are null: they are followed up to 64 objects, and 3 of them in a row";
            self.assume_that(AssumptionKind::Environment, what.to_owned(), span);
            return self.null();
        }
        let (truth, pointer) = (self.program.ty(Ty::Bool), self.pointer_ty());
        let value = self.local(&format!("%{name}"), pointer, span);
        let is_null = self.input(&format!("{name} is null"), truth, span);
        self.havoc(is_null);
        self.settle();
        let [none, some, end] = std::array::from_fn(|_| self.point());
        let is_null = self.load_var(is_null);
        self.branch(is_null, none, some);
        self.arrive(none);
        let null = self.null();
        self.set(value, null);
        self.goto(end);
        self.arrive(some);
        let pointee = self.pointee(to);
        if let Pointee::Function = pointee {
            let process = self.handed_function(span);
            let address = self.program.expr(Expr::Function(process));
            self.set(value, address);
        } else {
            self.handed_object(value, (to, &pointee), name, depth, span);
        }
        if self.is_reached() {
            self.goto(end);
        }
        self.arrive(end);
        self.load_var(value)
    }

    /// Makes a new object and lets a variable point to it.
    fn handed_object(
        &mut self,
        pointer: tribunal_ir::VarId,
        (to, pointee): (TypeId, &Pointee),
        name: &str,
        depth: usize,
        span: Span,
    ) {
        if !self.has_strings() {
            // What is arbitrary would count as never written.
            return self.unsupported("a pointer handed to the entry, under `uninit`,", span);
        }
        if self.properties.contains_key(&super::Check::Cleanup) {
            return self.unsupported("a pointer handed to the entry, under `cleanup`,", span);
        }
        let size = match *pointee {
            Pointee::One(size) => self.bytes(size),
            Pointee::Function | Pointee::Text | Pointee::Bytes => {
                let number = self.i64_ty();
                let size = self.input(&format!("size of *{name}"), number, span);
                self.havoc(size);
                self.settle();
                let size = self.load_var(size);
                let (one, most) = (self.bytes(1), self.bytes(LONGEST));
                let some = self.binary(BinOp::Le, one, size);
                let few = self.binary(BinOp::Le, size, most);
                let fits = self.both(some, few);
                self.assume(fits);
                size
            }
        };
        let object = self.site(&format!("*{name}"), Storage::Dynamic, span);
        let layout = self.layout(to);
        self.program.objects[object].layout = match *pointee {
            Pointee::Text => Layout::Array { stride: 1, elem: Box::new(layout) },
            _ => layout,
        };
        let place = self.program.place(Place::Var(pointer));
        self.act(Action::Allocate { object, size, place });
        self.settle();
        let start = self.load_var(pointer);
        if let Pointee::Text = pointee {
            let one = self.bytes(1);
            let last = self.binary(BinOp::Sub, size, one);
            let end = self.advance(start, last);
            let byte = self.program.int_ty(tribunal_ir::IntShape::U8);
            let place = self.program.place(Place::Deref { pointer: end, ty: byte });
            let value = self.number(0, byte);
            self.act(Action::Assign { place, value });
            self.settle();
        }
        self.fill_handed(start, to, &format!("(*{name})"), depth - 1, span);
    }

    /// Writes the parts of an object that not all bytes are good for.
    fn fill_handed(&mut self, start: ExprId, ty: TypeId, name: &str, depth: usize, span: Span) {
        let mut parts = Vec::new();
        if let Err(what) = self.parts(ty, name, 0, &mut parts) {
            return self.unsupported(what, span);
        }
        for Part { name, offset, kind } in parts {
            if !self.is_reached() {
                return;
            }
            let (value, stored) = match kind {
                PartKind::Truth => {
                    let truth = self.program.ty(Ty::Bool);
                    let value = self.input(&name, truth, span);
                    self.havoc(value);
                    self.settle();
                    let byte = self.program.int_ty(tribunal_ir::IntShape::U8);
                    let value = self.load_var(value);
                    (self.cast(byte, value), byte)
                }
                PartKind::Pointer(to) => {
                    let value = self.handed_pointer(to, &name, depth, span);
                    (value, self.pointer_ty())
                }
            };
            let here = self.advance_by(start, offset);
            let place = self.program.place(Place::Deref { pointer: here, ty: stored });
            self.act(Action::Assign { place, value });
            self.settle();
        }
    }

    /// The function that pointers to functions point to: it has no statements, a call of it is lowered as what it stands for.
    fn handed_function(&mut self, span: Span) -> ProcId {
        if let Some(process) = self.handed {
            return process;
        }
        let what = "functions that are handed over return anything and change nothing";
        self.assume_that(AssumptionKind::Environment, what.to_owned(), span);
        let name = "a function that was handed over";
        let process = new_process(&mut self.program, name, ProcessKind::Function, span);
        self.handed = Some(process);
        process
    }

    /// What a call of that function yields.
    pub(super) fn call_handed(&mut self, ty: TypeId, span: Span) -> Option<ExprId> {
        match self.class(ty) {
            Class::Void => None,
            Class::Scalar(Ty::Pointer) | Class::Aggregate | Class::Unsupported => {
                self.unsupported("what a function that was handed over returns", span);
                None
            }
            Class::Scalar(scalar) => {
                let scalar = self.program.ty(scalar);
                let anything =
                    self.input("result of a function that was handed over", scalar, span);
                self.havoc(anything);
                self.settle();
                Some(self.load_var(anything))
            }
        }
    }
}

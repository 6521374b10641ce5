//! One past the end of an object may be where another one starts, or not: C leaves it open (C17 6.5.9p6), and so does the memory of the program
//! representation, in which such pointers always differ. A run that compares two of them is not supported from there on.
//!
//! Pointers past the end come from arithmetic alone. Types whose pointers never do are left alone, so that programs about lists pay nothing.

use rustc_hash::FxHashSet;
use tribunal_base::Span;
use tribunal_ir::{BinOp, Expr, ExprId, PointerQuery};

use super::Lowering;
use super::check::Check;
use crate::hir::{
    self, ConversionKind, ExprKind, Initialiser, Part, PlaceId, PlaceKind, Type, TypeId, Unit,
    UpdateOp,
};

/// The types whose pointers may point past the end of an object.
pub(super) fn moving_types(unit: &Unit) -> FxHashSet<TypeId> {
    let mut search = Search { unit, moving: FxHashSet::default(), conversions: Vec::new() };
    unit.exprs.values().for_each(|it| search.look_at(&it.kind, it.ty));
    for statement in unit.stmts.ids() {
        for part in unit.parts(statement) {
            if let Part::Expr(value) = part {
                search.note_value(value);
            }
        }
    }
    let initialisers = unit.variables.values().filter_map(|it| it.initialiser.as_ref());
    initialisers.flat_map(Initialiser::values).for_each(|it| search.note_value(it));
    search.closed()
}

struct Search<'u> {
    unit: &'u Unit,
    moving: FxHashSet<TypeId>,
    /// From which type a pointer is converted to which.
    conversions: Vec<(TypeId, TypeId)>,
}

impl Search<'_> {
    fn look_at(&mut self, kind: &ExprKind, ty: TypeId) {
        match kind {
            // `a[i]` makes no pointer that anybody sees, unless it is an array itself.
            &ExprKind::Load(place) => self.look_through(place),
            &ExprKind::AddressOf(place) => {
                let is_array = matches!(
                    self.unit.types.get(self.unit.places[place].ty.id),
                    Type::Array { .. }
                );
                match self.unit.places[place].kind {
                    PlaceKind::Deref(pointer) if is_array => {
                        if matches!(self.unit.exprs[pointer].kind, ExprKind::PointerAdd { .. }) {
                            self.note_type(ty);
                        }
                    }
                    _ => self.look_through(place),
                }
            }
            &ExprKind::Assign { place, value } => {
                self.look_through(place);
                self.note_value(value);
            }
            ExprKind::Update(update) => {
                self.look_through(update.place);
                self.note_value(update.operand);
                if matches!(update.operation, UpdateOp::Pointer { .. }) {
                    self.note_type(self.unit.places[update.place].ty.id);
                }
            }
            &ExprKind::Convert(ConversionKind::IntegerToPointer, _) => self.note_type(ty),
            &ExprKind::Convert(ConversionKind::Pointer, from) => {
                self.note_value(from);
                // What a call yields as `void *` is a new object, as a rule; `moving` has the types of all others.
                let is_call = matches!(self.unit.exprs[from].kind, ExprKind::Call { .. });
                if let (Some(from), Some(to), false) =
                    (self.pointee(self.unit.exprs[from].ty), self.pointee(ty), is_call)
                {
                    self.conversions.push((from, to));
                }
            }
            ExprKind::Conditional { then, otherwise, .. } => {
                self.note_value(*then);
                self.note_value(*otherwise);
            }
            ExprKind::Comma(_, value) | ExprKind::Let { body: value, .. } => {
                self.note_value(*value)
            }
            ExprKind::Compare(_, left, right) => {
                self.note_value(*left);
                self.note_value(*right);
            }
            ExprKind::PointerAdd { pointer, .. } => self.note_value(*pointer),
            ExprKind::Call { arguments, .. } | ExprKind::Builtin { arguments, .. } => {
                arguments.iter().for_each(|&it| self.note_value(it));
            }
            &ExprKind::Statement { value: Some(value), .. } => self.note_value(value),
            _ => {}
        }
    }

    /// The pointer by which a place is reached is not seen by anybody.
    fn look_through(&mut self, place: PlaceId) {
        let mut pointer = None;
        self.unit.place_operands(place, &mut |it| pointer = Some(it));
        if let Some(pointer) = pointer
            && let ExprKind::PointerAdd { pointer, .. } = self.unit.exprs[pointer].kind
        {
            self.note_value(pointer);
        }
    }

    /// A value goes somewhere.
    fn note_value(&mut self, value: hir::ExprId) {
        if matches!(self.unit.exprs[value].kind, ExprKind::PointerAdd { .. }) {
            self.note_type(self.unit.exprs[value].ty);
        }
    }

    fn note_type(&mut self, pointer: TypeId) {
        self.moving.extend(self.pointee(pointer));
    }

    fn pointee(&self, pointer: TypeId) -> Option<TypeId> {
        match self.unit.types.get(pointer) {
            Type::Pointer(pointee) => Some(pointee.id),
            _ => None,
        }
    }

    /// What is converted from a type that moves, moves.
    fn closed(mut self) -> FxHashSet<TypeId> {
        loop {
            let known = self.moving.len();
            for &(from, to) in &self.conversions {
                if self.moving.contains(&from) {
                    self.moving.insert(to);
                }
            }
            if self.moving.len() == known {
                return self.moving;
            }
        }
    }
}

impl Lowering<'_> {
    /// Whether two pointers that are compared may be the end of one object and the start of another, as far as their types tell.
    pub(super) fn may_be_neighbours(&self, left: hir::ExprId, right: hir::ExprId) -> bool {
        let moves = |it: hir::ExprId| match self.unit.types.get(self.unit.exprs[it].ty) {
            Type::Pointer(pointee) => self.moving.contains(&pointee.id),
            _ => false,
        };
        !self.is_null(left) && !self.is_null(right) && (moves(left) || moves(right))
    }

    /// Whether a pointer is written as null.
    pub(super) fn is_null(&self, pointer: hir::ExprId) -> bool {
        let mut it = pointer;
        while let ExprKind::Convert(ConversionKind::Pointer, from) = self.unit.exprs[it].kind {
            it = from;
        }
        matches!(self.unit.exprs[it].kind, ExprKind::Null)
    }

    /// No run goes on that compares the end of one object with the start of another.
    pub(super) fn check_neighbours(&mut self, a: ExprId, b: ExprId, span: Span) {
        let same = self.program.expr(Expr::Binary(BinOp::SameObject, a, b));
        let different = self.negated(same);
        let touches = [(a, b), (b, a)].map(|(end, start)| {
            let is_end = self.is_end(end);
            let is_start = self.is_start(start);
            self.both(is_end, is_start)
        });
        let touch = self.either(touches[0], touches[1]);
        let neighbours = self.both(different, touch);
        let what = "a comparison of the end of one object with the start of another";
        self.check(Check::Unsupported, neighbours, what, span);
    }

    fn is_end(&mut self, pointer: ExprId) -> ExprId {
        let offset = self.ask(PointerQuery::Offset, pointer);
        let size = self.ask(PointerQuery::ObjectSize, pointer);
        let zero = self.bytes(0);
        let at_end = self.binary(BinOp::Eq, offset, size);
        // Objects without bytes have places of their own.
        let has_bytes = self.binary(BinOp::Lt, zero, size);
        self.both(at_end, has_bytes)
    }

    fn is_start(&mut self, pointer: ExprId) -> ExprId {
        let offset = self.ask(PointerQuery::Offset, pointer);
        let zero = self.bytes(0);
        let at_start = self.binary(BinOp::Eq, offset, zero);
        let has_object = self.ask(PointerQuery::HasObject, pointer);
        self.both(at_start, has_object)
    }
}

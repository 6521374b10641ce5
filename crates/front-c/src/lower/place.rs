//! Places: where they are, whether they may be accessed, reading and writing them.

use tribunal_base::{Id, Span};
use tribunal_ir::{
    Action, BinOp, Expr, ExprId, IntShape, Place, PointerQuery, Storage, Ty, TyId, UnOp, VarId,
};

use super::check::Check;
use super::host::HostSpot;
use super::subscript::Reach;
use super::types::Class;
use super::{Home, Lowering};
use crate::hir::{self, BitField, ExprKind, PlaceId, PlaceKind, TypeId};

/// Where a place is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spot {
    /// In a variable of the program.
    Register(VarId),
    /// In memory.
    Memory(Address),
    /// In the model around.
    Host(HostSpot),
}

/// A place in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Address {
    /// Where it starts.
    pub(super) pointer: ExprId,
    /// The pointer it was reached by, before members were selected.
    base: ExprId,
    /// What is known of its object.
    trust: Trust,
    /// Which bits.
    bits: Option<BitField>,
    /// Whether other bit-fields have bits in the same bytes.
    is_shared: bool,
}

/// What is known of the object of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trust {
    /// It is a variable, and the place is inside.
    Inside,
    /// It is a variable.
    Alive,
    /// Nothing.
    Unknown,
}

/// What is done at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    Write,
}

impl Address {
    /// Bytes that are known to be there.
    pub(super) fn inside(pointer: ExprId) -> Self {
        Self { pointer, base: pointer, trust: Trust::Inside, bits: None, is_shared: false }
    }

    /// Bytes of which nothing is known.
    pub(super) fn unknown(pointer: ExprId) -> Self {
        Self { pointer, base: pointer, trust: Trust::Unknown, bits: None, is_shared: false }
    }

    /// The pointer it was reached by.
    pub(super) fn base(self) -> ExprId {
        self.base
    }

    /// The same place by pointers that are kept.
    pub(super) fn moved(self, pointer: ExprId, base: ExprId) -> Self {
        Self { pointer, base, ..self }
    }

    /// Which bits.
    pub(super) fn bits(self) -> Option<BitField> {
        self.bits
    }

    pub(super) fn with_bits(self, bits: Option<BitField>) -> Self {
        Self { bits, ..self }
    }
}

impl Lowering<'_> {
    /// Where a place is; evaluates what leads there.
    pub(super) fn spot(&mut self, place: PlaceId) -> Spot {
        if let Some(spot) = self.host_spot(place) {
            return spot;
        }
        let span = self.unit.places[place].span;
        match self.unit.places[place].kind.clone() {
            PlaceKind::Variable(variable) => {
                if self.is_unknown(variable) {
                    let name = &self.unit.variables[variable].name;
                    let what = format!("the variable `{name}`, which is defined elsewhere,");
                    self.unsupported(&what, span);
                }
                if let Some(conflict) = self.unit.conflict(variable) {
                    self.unsupported(&conflict.what, span);
                }
                self.spot_of(variable)
            }
            PlaceKind::Deref(expr) => {
                let trust =
                    if self.points_to_variable(expr) { Trust::Alive } else { Trust::Unknown };
                let pointer = self.moved_pointer(expr, Reach::Elements);
                Spot::Memory(Address { trust, ..Address::unknown(pointer) })
            }
            PlaceKind::Field { base, record, index } => {
                let field = &self.unit.types.record(record).fields[index as usize];
                let (offset, bits) = (field.offset, field.bits);
                let is_shared = self.shares_bytes(record, index as usize);
                match self.spot(base) {
                    Spot::Memory(whole) => {
                        let pointer = self.advance_by(whole.pointer, offset);
                        Spot::Memory(Address { pointer, bits, is_shared, ..whole })
                    }
                    // Records are always in memory.
                    other @ (Spot::Register(_) | Spot::Host(_)) => other,
                }
            }
            PlaceKind::CompoundLiteral { variable, initialiser } => {
                self.initialise(variable, &initialiser, span);
                self.spot_of(variable)
            }
            PlaceKind::Temporary(value) => Spot::Memory(Address::inside(self.value(value))),
            PlaceKind::Unsupported(what) => {
                self.unsupported(&what, span);
                Spot::Memory(Address::inside(self.null()))
            }
        }
    }

    /// Where a variable is.
    pub(super) fn spot_of(&mut self, variable: hir::VarId) -> Spot {
        match self.home(variable) {
            Home::Register(var) => Spot::Register(var),
            Home::Static(object) => Spot::Memory(Address::inside(self.object(object))),
            Home::Slot { address, .. } => {
                self.check_captured(variable, address);
                Spot::Memory(Address::inside(self.load_var(address)))
            }
        }
    }

    /// The address of a place.
    pub(super) fn address(&mut self, place: PlaceId) -> ExprId {
        if let Some(address) = self.address_in_temporary(place) {
            return address;
        }
        match self.spot(place) {
            Spot::Memory(address) => {
                self.check_member(place, address);
                address.pointer
            }
            // The address of a variable that has none is never looked at.
            Spot::Register(_) => self.null(),
            Spot::Host(_) => {
                let span = self.unit.places[place].span;
                self.unsupported("the address of a variable of the model", span);
                self.null()
            }
        }
    }

    /// Goes wrong if the address of a member is asked for of what the null pointer points to (C17 6.5.3.2p3, 6.5.2.3p4). A constant is left alone: `&((T *)0)->member`
    /// is how `offsetof` was written for decades, and gcc computes it.
    fn check_member(&mut self, place: PlaceId, address: Address) {
        let hir::Place { kind, span, .. } = &self.unit.places[place];
        let is_member = matches!(kind, PlaceKind::Field { .. });
        if is_member && address.trust == Trust::Unknown && self.constant(address.base).is_none() {
            let (null, span) = (self.null(), *span);
            let is_null = self.binary(BinOp::Eq, address.base, null);
            self.check(Check::Null, is_null, "a member of what the null pointer points to", span);
        }
    }

    /// Whether a pointer points to a variable, or next to it.
    pub(super) fn points_to_variable(&self, expr: hir::ExprId) -> bool {
        match self.unit.exprs[expr].kind {
            ExprKind::AddressOf(place) => self.is_in_variable(place),
            ExprKind::PointerAdd { pointer, .. } => self.points_to_variable(pointer),
            ExprKind::Convert(hir::ConversionKind::Pointer, pointer) => {
                self.points_to_variable(pointer)
            }
            _ => false,
        }
    }

    fn is_in_variable(&self, place: PlaceId) -> bool {
        match self.unit.places[place].kind {
            PlaceKind::Variable(variable) => {
                // A block that is entered by a jump past the declaration has no array of variable length yet.
                self.unit.types.size_of(self.unit.variables[variable].ty.id).is_some()
            }
            PlaceKind::Field { base, .. } => self.is_in_variable(base),
            PlaceKind::Deref(pointer) => self.points_to_variable(pointer),
            _ => false,
        }
    }

    /// Goes wrong unless so many bytes may be accessed.
    pub(super) fn check_access(
        &mut self,
        address: Address,
        size: ExprId,
        access: Access,
        span: Span,
    ) {
        self.check_typed_access(address, size, access, None, span);
    }

    /// The same for a value of a type.
    pub(super) fn check_typed_access(
        &mut self,
        address: Address,
        size: ExprId,
        access: Access,
        ty: Option<TypeId>,
        span: Span,
    ) {
        let Address { pointer, base, trust, .. } = address;
        if access == Access::Write {
            self.check_frame(pointer, size, span);
        }
        if trust == Trust::Inside || self.is_inside(pointer, size, access) {
            return;
        }
        let what = match access {
            Access::Read => "read",
            Access::Write => "write",
        };
        if trust == Trust::Unknown {
            let null = self.null();
            let is_null = self.binary(BinOp::Eq, base, null);
            self.check(Check::Null, is_null, format!("{what} by the null pointer"), span);
            let has_object = self.ask(PointerQuery::HasObject, pointer);
            let has_none = self.negated(has_object);
            self.check(Check::Pointer, has_none, format!("{what} by a pointer to no object"), span);
            let alive = self.ask(PointerQuery::IsAlive, pointer);
            let dead = self.negated(alive);
            self.check(Check::Lifetime, dead, format!("{what} of an object that is dead"), span);
        }
        let (offset, whole) =
            (self.ask(PointerQuery::Offset, pointer), self.ask(PointerQuery::ObjectSize, pointer));
        let zero = self.bytes(0);
        let before = self.binary(BinOp::Lt, offset, zero);
        let room = self.binary(BinOp::Sub, whole, size);
        let behind = self.binary(BinOp::Lt, room, offset);
        let outside = self.either(before, behind);
        let typed = match ty {
            Some(ty) => format!("{what} of `{}`", self.unit.types.describe(ty)),
            None => what.to_owned(),
        };
        self.check(Check::Bounds, outside, format!("{typed} outside the object"), span);
        if access == Access::Write {
            let writable = self.ask(PointerQuery::IsWritable, pointer);
            let forbidden = self.negated(writable);
            self.check(
                Check::Pointer,
                forbidden,
                "write to an object that must not be written",
                span,
            );
        }
    }

    /// Whether bytes at a constant distance are inside a static object.
    fn is_inside(&self, pointer: ExprId, size: ExprId, access: Access) -> bool {
        let (object, offset) = match self.program.exprs[pointer] {
            Expr::Object(object) => (object, 0),
            Expr::Advance { pointer, by } => {
                match (&self.program.exprs[pointer], self.constant(by)) {
                    (Expr::Object(object), Some(offset)) => (*object, offset),
                    _ => return false,
                }
            }
            _ => return false,
        };
        let object = &self.program.objects[object];
        let writable = object.access == tribunal_ir::Access::ReadWrite;
        object.storage == Storage::Static
            && 0 <= offset
            && self.constant(size).is_some_and(|size| offset + size <= object.size.into())
            && (access == Access::Read || writable)
    }

    /// Reads a scalar, with all checks.
    pub(super) fn read(&mut self, spot: Spot, ty: TypeId, span: Span) -> ExprId {
        match spot {
            Spot::Register(var) => {
                self.check_stale(var, span);
                let value = self.load_var(var);
                if self.is_shared(var) { self.in_one_step(value) } else { value }
            }
            Spot::Host(spot) => self.read_host(spot, ty),
            Spot::Memory(address) => {
                let size = address.bits.map_or(self.access_size(ty), BitField::bytes);
                let size = self.bytes(size);
                self.check_typed_access(address, size, Access::Read, Some(ty), span);
                self.check_initialised(address.pointer, size, span);
                let value = self.read_unchecked(address, ty, span);
                self.in_one_step(value)
            }
        }
    }

    /// How many bytes of a scalar are accessed: a `long double` has padding.
    fn access_size(&self, ty: TypeId) -> u64 {
        match self.class(ty) {
            Class::Scalar(Ty::Float(shape)) => u64::from(shape.bits() / 8),
            _ => self.size(ty),
        }
    }

    pub(super) fn check_initialised(&mut self, pointer: ExprId, size: ExprId, span: Span) {
        if self.properties.contains_key(&Check::Uninitialised) {
            let initialised = self.program.expr(Expr::IsInitialised { pointer, size });
            let not = self.negated(initialised);
            self.check(Check::Uninitialised, not, "read of a value that was never written", span);
        }
    }

    /// Whether a bit-field has bits in bytes where others have some, too.
    fn shares_bytes(&self, record: hir::RecordId, index: usize) -> bool {
        let bytes = |it: &hir::Field| it.bits.map(|bits| it.offset..it.offset + bits.bytes());
        let fields = &self.unit.types.record(record).fields;
        let Some(own) = bytes(&fields[index]) else { return false };
        let touches = |other: std::ops::Range<u64>| other.start < own.end && own.start < other.end;
        let mut others = fields.iter().enumerate().filter(|(position, _)| *position != index);
        others.any(|(_, it)| bytes(it).is_some_and(touches))
    }

    /// Bytes are written or not as a whole. Where bit-fields share bytes that nobody wrote, and one is written, it would be forgotten that the others were not:
    /// there is no answer from there on.
    fn check_neighbours_initialised(&mut self, pointer: ExprId, size: ExprId, span: Span) {
        if self.properties.contains_key(&Check::Uninitialised) {
            let initialised = self.program.expr(Expr::IsInitialised { pointer, size });
            let not = self.negated(initialised);
            let what = "`uninit` for bit-fields that share bytes and are written one by one";
            self.check(Check::Unsupported, not, what, span);
        }
    }

    fn read_unchecked(&mut self, address: Address, ty: TypeId, span: Span) -> ExprId {
        let scalar = self.scalar(ty);
        let Some(bits) = address.bits else {
            let stored = self.stored(ty);
            let place = self.program.place(Place::Deref { pointer: address.pointer, ty: stored });
            let loaded = self.load(place);
            if self.program.tys[scalar] == Ty::Bool && self.bytes_seen.may_forge_truths() {
                let loaded = self.keep(loaded);
                let truth = self.number(1, stored);
                let is_neither = self.binary(BinOp::Lt, truth, loaded);
                let what = "a `_Bool` that is neither 0 nor 1";
                self.check(Check::Unsupported, is_neither, what, span);
                return self.cast(scalar, loaded);
            }
            return self.cast(scalar, loaded);
        };
        let Some(container) = self.container(bits, span) else { return self.number(0, scalar) };
        let place = self.program.place(Place::Deref { pointer: address.pointer, ty: container });
        let loaded = self.load(place);
        let shift = self.number(bits.shift.into(), container);
        let shifted = if bits.shift == 0 { loaded } else { self.binary(BinOp::Shr, loaded, shift) };
        let narrow = self.program.int_ty(IntShape { bits: bits.width.into(), signed: bits.signed });
        let value = self.program.expr(Expr::Cast { to: narrow, arg: shifted });
        self.cast(scalar, value)
    }

    /// The bytes that hold a bit-field, as a number.
    fn container(&mut self, bits: BitField, span: Span) -> Option<TyId> {
        let width = 8 * bits.bytes();
        if 128 < width {
            self.unsupported("a bit-field over more than 16 bytes", span);
            return None;
        }
        Some(self.program.int_ty(IntShape { bits: width as u16, signed: false }))
    }

    /// Writes a scalar, with all checks.
    pub(super) fn write(&mut self, spot: Spot, ty: TypeId, value: ExprId, span: Span) {
        match spot {
            Spot::Register(var) if self.is_shared(var) => {
                self.begin_step();
                self.check_frame_of_variable(var, span);
                self.set(var, value);
                self.settle();
            }
            Spot::Register(var) => {
                self.check_frame_of_variable(var, span);
                self.set(var, value);
                self.note_written(var);
            }
            Spot::Host(spot) => self.write_host(spot, value, span),
            Spot::Memory(address) => {
                let size = address.bits.map_or(self.access_size(ty), BitField::bytes);
                let size = self.bytes(size);
                self.end_step();
                self.check_typed_access(address, size, Access::Write, Some(ty), span);
                if address.is_shared {
                    self.check_neighbours_initialised(address.pointer, size, span);
                }
                self.write_unchecked(address, ty, value, span);
                self.end_step();
            }
        }
    }

    pub(super) fn write_unchecked(
        &mut self,
        address: Address,
        ty: TypeId,
        value: ExprId,
        span: Span,
    ) {
        let Some(bits) = address.bits else {
            let stored = self.stored(ty);
            let value = self.cast(stored, value);
            let place = self.program.place(Place::Deref { pointer: address.pointer, ty: stored });
            return self.act(Action::Assign { place, value });
        };
        let Some(container) = self.container(bits, span) else { return };
        let place = self.program.place(Place::Deref { pointer: address.pointer, ty: container });
        let ones = if bits.width == 128 { -1 } else { (1_i128 << bits.width) - 1 };
        let mask = self.number(ones << bits.shift, container);
        let others = self.unary(UnOp::BitNot, mask);
        let old = self.load(place);
        let old = self.binary(BinOp::And, old, others);
        let wide = self.cast(container, value);
        let shift = self.number(bits.shift.into(), container);
        let wide = if bits.shift == 0 { wide } else { self.binary(BinOp::Shl, wide, shift) };
        let new = self.binary(BinOp::And, wide, mask);
        let value = self.binary(BinOp::Or, old, new);
        self.act(Action::Assign { place, value });
    }

    /// Copies a struct or union, with all checks.
    pub(super) fn copy(&mut self, to: Address, from: ExprId, ty: TypeId, span: Span) {
        let size = self.bytes(self.size(ty));
        self.end_step();
        self.check_typed_access(to, size, Access::Write, Some(ty), span);
        self.check_copied_apart(to.pointer, from, ty, span);
        self.act(Action::Copy { to: to.pointer, from, size });
        self.end_step();
    }

    /// Where a variable is kept.
    pub(super) fn home(&mut self, variable: hir::VarId) -> Home {
        match self.homes[variable.index()] {
            Some(home) => home,
            None => self.settle_in(variable),
        }
    }
}

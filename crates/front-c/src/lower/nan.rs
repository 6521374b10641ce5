//! The sign and the content of a NaN that was computed: IEEE 754 leaves them open, processors and compilers differ, and here all such NaNs are one.
//! Most programs never see them. One that may look at the bytes of floats, by a union, by a pointer to another type or as a text, is not supported
//! from where on it computes a NaN; a NaN that is written down or only copied keeps its bits.
//!
//! The same search finds programs in which a `_Bool` may have another byte than 0 or 1, which no `_Bool` has (C17 6.2.6.1p5).

use std::collections::BTreeSet;

use tribunal_base::Span;
use tribunal_ir::{BinOp, Expr, ExprId, FloatShape, Ty};

use super::Lowering;
use super::check::Check;
use crate::hir::{
    Callee, ConversionKind, ExprId as Source, ExprKind, PlaceKind, RecordId, RecordKind, Type,
    TypeId, Unit,
};
use crate::library::plain;
use crate::support::functions::modelled;

/// What a program may see, or make, of the bytes of its values.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bytes {
    floats: bool,
    truths: bool,
}

impl Bytes {
    pub(super) fn of(unit: &Unit) -> Self {
        let seen =
            |wanted: Wanted| Search { unit, harmless: harmless(unit, wanted), wanted }.finds();
        Self {
            floats: seen(|it| matches!(it, Type::Float(_))),
            truths: seen(|it| matches!(it, Type::Bool)),
        }
    }

    /// Whether a `_Bool` may have any byte.
    pub(super) fn may_forge_truths(self) -> bool {
        self.truths
    }
}

/// The types whose bytes are looked for.
pub(super) type Wanted = fn(&Type) -> bool;

/// Functions of the library that look at no byte of what they get, or do not tell what they saw.
const BLIND: [&str; 9] = [
    "free",
    "realloc",
    "memset",
    "memcpy",
    "memmove",
    "qsort",
    "bsearch",
    "fwrite",
    "posix_memalign",
];

/// The conversions of pointers that are arguments of such functions. What is copied must be copied from floats to floats.
fn harmless(unit: &Unit, wanted: Wanted) -> BTreeSet<Source> {
    let mut found = BTreeSet::new();
    for expr in unit.exprs.values() {
        let ExprKind::Call { callee: Callee::Direct(function), arguments } = &expr.kind else {
            continue;
        };
        let name = plain(&unit.functions[*function].name);
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        let copies = matches!(name, "memcpy" | "memmove");
        let alike = arguments.iter().take(2).all(|it| match unit.exprs[*it].kind {
            ExprKind::Convert(ConversionKind::Pointer, from) => {
                has(unit, pointee(unit, unit.exprs[from].ty), wanted)
            }
            _ => false,
        });
        let clears = arguments.get(1).is_some_and(|it| is_zero(unit, *it));
        if BLIND.contains(&name) && (!copies || alike) && (name != "memset" || clears) {
            found.extend(arguments.iter().copied());
        }
    }
    found
}

pub(super) fn pointee(unit: &Unit, ty: TypeId) -> Option<TypeId> {
    match unit.types.get(ty) {
        Type::Pointer(to) => Some(to.id),
        _ => None,
    }
}

fn is_zero(unit: &Unit, value: Source) -> bool {
    match unit.exprs[value].kind {
        ExprKind::Integer(number) => number == 0,
        ExprKind::Convert(_, inner) => is_zero(unit, inner),
        _ => false,
    }
}

/// Whether values of a type have values of a wanted type in them.
pub(super) fn has(unit: &Unit, ty: Option<TypeId>, wanted: Wanted) -> bool {
    ty.is_some_and(|it| match unit.types.get(it) {
        it if wanted(it) => true,
        Type::Array { element, .. } => has(unit, Some(element.id), wanted),
        Type::Record(record) => {
            let fields = &unit.types.record(*record).fields;
            fields.iter().any(|it| has(unit, Some(it.ty.id), wanted))
        }
        _ => false,
    })
}

struct Search<'u> {
    unit: &'u Unit,
    harmless: BTreeSet<Source>,
    wanted: Wanted,
}

impl Search<'_> {
    fn finds(&self) -> bool {
        let unit = self.unit;
        let by_union = unit.places.values().any(|it| {
            !unit.library.contains(&it.span.file)
                && matches!(it.kind, PlaceKind::Field { record, .. } if self.is_mixed(record))
        });
        by_union
            || unit.exprs.iter().any(|(id, it)| {
                !unit.library.contains(&it.span.file) && self.looks(id, &it.kind, it.ty)
            })
    }

    /// Whether a record is a union of what is wanted and something else.
    fn is_mixed(&self, record: RecordId) -> bool {
        let record = self.unit.types.record(record);
        let is_other = |ty: TypeId| !(self.wanted)(self.unit.types.get(ty));
        record.kind == RecordKind::Union
            && record.fields.iter().any(|it| has(self.unit, Some(it.ty.id), self.wanted))
            && record.fields.iter().any(|it| is_other(it.ty.id))
    }

    fn looks(&self, id: Source, kind: &ExprKind, ty: TypeId) -> bool {
        match kind {
            ExprKind::Convert(ConversionKind::Pointer, from) => {
                let from = pointee(self.unit, self.unit.exprs[*from].ty);
                let to = pointee(self.unit, ty);
                let [has, gets] = [from, to].map(|it| has(self.unit, it, self.wanted));
                // What is `void *` may be a new object.
                let is_void = from.is_some_and(|it| self.unit.types.is_void(it));
                has != gets && (has || !is_void) && !self.harmless.contains(&id)
            }
            ExprKind::Call { callee: Callee::Direct(function), arguments } => {
                let name = plain(&self.unit.functions[*function].name);
                let is_wanted =
                    |it: &Source| (self.wanted)(self.unit.types.get(self.unit.exprs[*it].ty));
                modelled::FORMAT.contains(&name)
                    && (name.starts_with('v') || arguments.iter().any(is_wanted))
            }
            _ => false,
        }
    }
}

impl Lowering<'_> {
    /// A float that was computed: if it is a NaN, nobody may look at its bytes.
    pub(super) fn hide_nan(&mut self, value: ExprId, span: Span) {
        if self.bytes_seen.floats && self.is_float(value) {
            // Only a NaN differs from itself.
            let is_nan = self.binary(BinOp::Ne, value, value);
            self.check(Check::Unsupported, is_nan, "the bytes of a NaN that was computed", span);
        }
    }

    /// The same for a float that was converted from another format. The usual NaN, positive and without content, stays what it is.
    pub(super) fn hide_converted_nan(&mut self, arg: ExprId, span: Span) {
        let Some(Ty::Float(shape)) = self.program.ty_of(arg) else { return };
        let usual = match shape {
            FloatShape::Single => 0x7fc0_0000,
            FloatShape::Double => 0x7ff8_0000_0000_0000,
            FloatShape::Extended | FloatShape::Quad => {
                return self.hide_nan(arg, span);
            }
        };
        if self.bytes_seen.floats {
            let is_nan = self.binary(BinOp::Ne, arg, arg);
            let ty = self.program.int_ty(shape.shape());
            let bits = self.program.expr(Expr::Reinterpret { to: ty, arg });
            let usual = self.number(usual, ty);
            let is_other = self.binary(BinOp::Ne, bits, usual);
            let is_unusual = self.both(is_nan, is_other);
            self.check(
                Check::Unsupported,
                is_unusual,
                "the bytes of a NaN that was computed",
                span,
            );
        }
    }
}

//! Layout of structs and unions as gcc does it on x86 (System V ABI, i386 and x86-64 supplements).
//!
//! The supplements say how bit-fields share the units of their types. What `packed`, `aligned` and `#pragma pack` change about that is nowhere
//! written but in gcc; `tests/all/layout.rs` compares with it.

use crate::hir::{BitField, DataModel, Field, QualType, RecordKind, Types};
use tribunal_base::Span;

/// A member before it has a place.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) name: Option<String>,
    pub(crate) ty: QualType,
    /// The width of a bit-field.
    pub(crate) width: Option<u64>,
    /// Whether it is anonymous but kept: a struct or union without a name.
    pub(crate) kept: bool,
    /// An alignment of its own.
    pub(crate) align: Option<u64>,
    /// `packed` on this member.
    pub(crate) packed: bool,
    /// The alignment of its type, as a typedef has it.
    pub(crate) type_align: u64,
    pub(crate) signed: bool,
    pub(crate) span: Span,
}

/// What attributes and pragmas say about a record as a whole.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    /// `packed`
    pub(crate) packed: bool,
    /// `aligned(n)`
    pub(crate) align: Option<u64>,
    /// `#pragma pack(n)`
    pub(crate) pack: Option<u64>,
}

/// Where members are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) fields: Vec<Field>,
    pub(crate) size: u64,
    pub(crate) align: u64,
}

/// The largest alignment that a type has by itself, in bits.
const BIGGEST: u128 = 128;

/// Places the members; none if the record is larger than an object may be.
pub(crate) fn layout(
    types: &Types,
    kind: RecordKind,
    members: Vec<Member>,
    frame: Frame,
) -> Option<Layout> {
    let mut fields = Vec::with_capacity(members.len());
    // All positions are in bits, 128 of them wide so that nothing overflows.
    let mut position = 0u128;
    let mut end = 0u128;
    let whole = bits_of(frame.align.unwrap_or(1));
    let mut placing =
        Placing { model: types.model(), frame, align: whole, unit: whole.max(BIGGEST) };
    for member in members {
        let start = match kind {
            RecordKind::Struct => position,
            RecordKind::Union => 0,
        };
        let size = bits_of(types.size_of(member.ty.id).unwrap_or(0));
        let (at, bits) = match member.width {
            Some(width) => (placing.bit_field(&member, start, width, size), u128::from(width)),
            None => (placing.plain(&member, start), size),
        };
        position = at + bits;
        end = end.max(position);
        let named = member.name.is_some() || member.kept;
        if named && member.width != Some(0) {
            let offset = u64::try_from(at / 8).ok()?;
            let bits = match member.width {
                Some(width) => Some(BitField {
                    shift: u8::try_from(at % 8).ok()?,
                    width: u8::try_from(width).ok()?,
                    signed: member.signed,
                }),
                None => None,
            };
            let align = placing.alignment(&member);
            fields.push(Field {
                name: member.name,
                ty: member.ty,
                offset,
                align,
                bits,
                span: member.span,
            });
        }
    }
    let align = placing.align;
    let size = end.next_multiple_of(align) / 8;
    let size = u64::try_from(size).ok().filter(|&it| it < 1 << 62)?;
    Some(Layout { fields, size, align: u64::try_from(align / 8).ok()? })
}

fn bits_of(bytes: u64) -> u128 {
    u128::from(bytes) * 8
}

/// A record whose members get their places one by one. All numbers are in bits.
struct Placing {
    model: DataModel,
    frame: Frame,
    /// The alignment of the record so far.
    align: u128,
    /// Positions are counted from multiples of this number.
    unit: u128,
}

impl Placing {
    /// `#pragma pack`, in bits.
    fn limit(&self) -> Option<u128> {
        self.frame.pack.map(bits_of)
    }

    fn limited(&self, align: u128) -> u128 {
        self.limit().map_or(align, |it| align.min(it))
    }

    /// The alignment in bytes of a member that is no bit-field. `packed` makes nothing of its type's alignment, but leaves its own; the pragma limits both.
    fn alignment(&self, member: &Member) -> u64 {
        let packed = self.frame.packed || member.packed;
        let of_type = if packed { 1 } else { member.type_align };
        let align = of_type.max(member.align.unwrap_or(1));
        self.frame.pack.map_or(align, |it| align.min(it))
    }

    /// The first bit of a member that is no bit-field.
    fn plain(&mut self, member: &Member, start: u128) -> u128 {
        let align = bits_of(self.alignment(member));
        self.align = self.align.max(align);
        start.next_multiple_of(align)
    }

    /// The first bit of a bit-field.
    fn bit_field(&mut self, member: &Member, start: u128, width: u64, size: u128) -> u128 {
        let packed = self.frame.packed || member.packed;
        let of_type = bits_of(member.type_align);
        let own = member.align.map(bits_of);
        if width == 0 {
            // Closes the unit, whatever is packed; does not align the record.
            return start.next_multiple_of(of_type.max(own.unwrap_or(1)));
        }
        let width = u128::from(width);
        let is_integer = self.is_integer(width, start) && !(packed && width > 8);
        let mut align = own.unwrap_or(1);
        if is_integer {
            align = align.max(width);
        }
        match own {
            None if packed => align = align.min(8),
            None if self.model == DataModel::Ilp32 => align = align.min(32),
            _ => {}
        }
        align = self.limited(align);
        let mut at = start.next_multiple_of(align);
        // A bit-field does not reach over more units of its type than an object of the type would. The pragma knows no units.
        if !is_integer && !packed && self.frame.pack.is_none() {
            let units = (at % of_type + width).div_ceil(of_type);
            if units > size / of_type {
                let inside = at % self.unit;
                at = at - inside + inside.next_multiple_of(of_type);
            }
        }
        if member.name.is_some() {
            let of_type = match self.limit() {
                Some(limit) => of_type.min(limit),
                None if packed => 8,
                None => of_type,
            };
            self.align = self.align.max(of_type).max(align);
        }
        at
    }

    /// Whether so many bits from a place on are an aligned integer of the machine: to gcc it is then hardly a bit-field any more.
    fn is_integer(&self, width: u128, start: u128) -> bool {
        let largest = if self.model == DataModel::Ilp32 { 64 } else { 128 };
        width.is_power_of_two() && (8..=largest).contains(&width) && start.is_multiple_of(width)
    }
}

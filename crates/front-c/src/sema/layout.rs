//! Layout of structs and unions as gcc does it on x86 (System V ABI, i386 and x86-64 supplements).

use crate::hir::{BitField, Field, QualType, RecordKind, Types};
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
    /// The alignment of its type, if a typedef says another.
    pub(crate) typedef_align: Option<u64>,
    pub(crate) signed: bool,
    pub(crate) span: Span,
}

/// Where members are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) fields: Vec<Field>,
    pub(crate) size: u64,
    pub(crate) align: u64,
}

/// Places the members; none if the record is larger than an object may be.
pub(crate) fn layout(
    types: &Types,
    kind: RecordKind,
    members: Vec<Member>,
    packed: bool,
    align: Option<u64>,
) -> Option<Layout> {
    let mut fields = Vec::with_capacity(members.len());
    // All positions are in bits, 128 of them wide so that nothing overflows.
    let mut position = 0u128;
    let mut end = 0u128;
    let mut record_align = 1u64;
    for member in members {
        let packed = packed || member.packed;
        let start = match kind {
            RecordKind::Struct => position,
            RecordKind::Union => 0,
        };
        let natural = member.typedef_align.unwrap_or_else(|| types.align_of(member.ty.id));
        let size = u128::from(types.size_of(member.ty.id).unwrap_or(0)) * 8;
        let (at, bits) = match member.width {
            Some(width) => {
                place_bits(&member, start, width, size, natural, packed, &mut record_align)
            }
            None => {
                let align = if packed { 1 } else { natural }.max(member.align.unwrap_or(1));
                record_align = record_align.max(align);
                (start.next_multiple_of(u128::from(align) * 8), size)
            }
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
            fields.push(Field {
                name: member.name,
                ty: member.ty,
                offset,
                bits,
                span: member.span,
            });
        }
    }
    let align = record_align.max(align.unwrap_or(1));
    let size = end.div_ceil(8);
    let size =
        u64::try_from(size.next_multiple_of(u128::from(align))).ok().filter(|&it| it < 1 << 62)?;
    Some(Layout { fields, size, align })
}

/// The first bit of a bit-field and how many it takes.
fn place_bits(
    member: &Member,
    start: u128,
    width: u64,
    size: u128,
    natural: u64,
    packed: bool,
    record_align: &mut u64,
) -> (u128, u128) {
    let unit = u128::from(natural) * 8;
    if width == 0 {
        // Closes the unit; its own type does not align the record.
        let align = unit.max(u128::from(member.align.unwrap_or(1)) * 8);
        return (start.next_multiple_of(align), 0);
    }
    let mut at = start;
    if let Some(align) = member.align {
        at = at.next_multiple_of(u128::from(align) * 8);
    }
    let width = u128::from(width);
    // A bit-field does not straddle more units of its type than an object of the type would.
    if !packed && (at % unit + width).div_ceil(unit) > size / unit {
        at = at.next_multiple_of(unit);
    }
    if member.name.is_some() {
        let align = if packed { 1 } else { natural }.max(member.align.unwrap_or(1));
        *record_align = (*record_align).max(align);
    }
    (at, width)
}

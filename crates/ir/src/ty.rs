//! Types. Every scalar is a bit-vector of known width and signedness; there is no default width.

use tribunal_base::ids;

ids! {
    /// Names a [`Ty`]; equal ids mean equal types.
    TyId = "ty";
    /// Names a [`Record`].
    RecordId = "record";
    /// Names an [`Enumeration`].
    EnumId = "enum";
}

/// A type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ty {
    /// A truth value; as a number, 0 or 1.
    Bool,
    /// A two's complement or natural number of a fixed width. Arithmetic is modular.
    Int(IntShape),
    /// A number whose values have names.
    Enum(EnumId),
    /// A reference to a channel: 0 is no channel, `n` is the `n`-th channel alive, in order of
    /// creation. Eight bits.
    Channel,
    /// A number in one of the formats of IEEE 754, kept as its bits.
    Float(FloatShape),
    /// A pointer (`memory.rs`), kept as a number of 128 bits.
    Pointer,
    /// A fixed number of elements.
    Array {
        /// The type of each element.
        elem: TyId,
        /// How many there are; at least one.
        len: u32,
    },
    /// Named fields.
    Record(RecordId),
}

/// A format of IEEE 754.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatShape {
    /// 32 bits.
    Single,
    /// 64 bits.
    Double,
    /// The 80 bits of the x87, whose leading bit is explicit.
    Extended,
    /// 128 bits.
    Quad,
}

impl FloatShape {
    /// How wide it is.
    #[must_use]
    pub fn bits(self) -> u16 {
        match self {
            Self::Single => 32,
            Self::Double => 64,
            Self::Extended => 80,
            Self::Quad => 128,
        }
    }

    /// How its bits are kept.
    #[must_use]
    pub fn shape(self) -> IntShape {
        IntShape { bits: self.bits(), signed: false }
    }
}

/// Width and signedness of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IntShape {
    /// The width in bits, 1 to 128.
    pub bits: u16,
    /// Whether the top bit is a sign.
    pub signed: bool,
}

impl IntShape {
    /// One bit: a truth value.
    pub const BOOL: Self = Self { bits: 1, signed: false };
    /// Eight bits, unsigned.
    pub const U8: Self = Self { bits: 8, signed: false };
    /// Thirty-two bits, signed.
    pub const I32: Self = Self { bits: 32, signed: true };
    /// Sixty-four bits, signed: offsets and sizes in memory.
    pub const I64: Self = Self { bits: 64, signed: true };
    /// How a pointer is kept.
    pub const POINTER: Self = Self { bits: 128, signed: false };

    /// The number of this shape that is congruent to `value` modulo 2^bits.
    ///
    /// Numbers are kept as `i128`: by value, except that an unsigned 128-bit number is kept as the
    /// signed number of the same bits.
    #[must_use]
    pub fn wrap(self, value: i128) -> i128 {
        let unused = 128 - u32::from(self.bits);
        if self.signed || unused == 0 {
            (value << unused) >> unused
        } else {
            ((value.cast_unsigned() << unused) >> unused).cast_signed()
        }
    }
}

/// A record type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its name in the source.
    pub name: String,
    /// Its fields, in order.
    pub fields: Vec<Field>,
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: TyId,
}

/// Numbers with names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// Its name in the source.
    pub name: String,
    /// How its numbers are kept.
    pub shape: IntShape,
    /// The names and their numbers, in source order.
    pub variants: Vec<(String, i128)>,
}

#[cfg(test)]
mod tests {
    use super::IntShape;

    #[test]
    fn wrap_is_modular() {
        assert_eq!(IntShape::U8.wrap(300), 44);
        assert_eq!(IntShape::U8.wrap(-1), 255);
        assert_eq!(IntShape::I32.wrap(i128::from(i32::MAX) + 1), i128::from(i32::MIN));
        assert_eq!(IntShape::BOOL.wrap(2), 0);
        assert_eq!(IntShape { bits: 128, signed: false }.wrap(-1), -1);
    }
}

//! Scalars in packed bytes.
//!
//! Every scalar takes 1, 2, 4, 8, 16, 32 or 64 bits, the least that holds its declared width. One of
//! up to 8 bits lies within one byte; a longer one starts at a byte.

use tribunal_ir::IntShape;

/// Reduces a number to a declared shape of at most 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wrap {
    /// How many of the 64 bits are not used.
    unused: u8,
    signed: bool,
}

impl Wrap {
    /// `None` if the shape is wider than 64 bits.
    pub(crate) fn new(shape: IntShape) -> Option<Self> {
        let bits = u8::try_from(shape.bits).ok().filter(|&bits| (1..=64).contains(&bits))?;
        Some(Self { unused: 64 - bits, signed: shape.signed })
    }

    /// The number of this shape with the same low bits. Unsigned numbers of 64 bits are kept as the
    /// signed number of the same bits.
    #[inline]
    pub(crate) fn apply(self, value: i64) -> i64 {
        if self.signed {
            (value << self.unused) >> self.unused
        } else {
            ((value.cast_unsigned() << self.unused) >> self.unused).cast_signed()
        }
    }

    pub(crate) fn bits(self) -> u32 {
        64 - u32::from(self.unused)
    }

    pub(crate) fn is_signed(self) -> bool {
        self.signed
    }

    /// Whether `i64` cannot hold all its numbers by value.
    pub(crate) fn is_unsigned_64(self) -> bool {
        !self.signed && self.unused == 0
    }

    /// The number by value.
    #[inline]
    pub(crate) fn widen(self, value: i64) -> i128 {
        if self.is_unsigned_64() { value.cast_unsigned().into() } else { value.into() }
    }

    pub(crate) fn cell(self) -> Cell {
        match (self.bits(), self.signed) {
            (1, false) => Cell::Bits1,
            (2, false) => Cell::Bits2,
            (3..=4, false) => Cell::Bits4,
            (..=8, false) => Cell::U8,
            (..=8, true) => Cell::I8,
            (..=16, false) => Cell::U16,
            (..=16, true) => Cell::I16,
            (..=32, false) => Cell::U32,
            (..=32, true) => Cell::I32,
            _ => Cell::W64,
        }
    }
}

/// How a scalar lies in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    Bits1,
    Bits2,
    Bits4,
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    W64,
}

impl Cell {
    /// How many bits it takes.
    pub(crate) fn width(self) -> u32 {
        match self {
            Self::Bits1 => 1,
            Self::Bits2 => 2,
            Self::Bits4 => 4,
            Self::U8 | Self::I8 => 8,
            Self::U16 | Self::I16 => 16,
            Self::U32 | Self::I32 => 32,
            Self::W64 => 64,
        }
    }

    /// The scalar at a bit.
    #[inline]
    pub(crate) fn read(self, bytes: &[u8], bit: usize) -> i64 {
        let byte = bit >> 3;
        match self {
            Self::Bits1 => (bytes[byte] >> (bit & 7) & 1).into(),
            Self::Bits2 => (bytes[byte] >> (bit & 7) & 3).into(),
            Self::Bits4 => (bytes[byte] >> (bit & 7) & 15).into(),
            Self::U8 => bytes[byte].into(),
            Self::I8 => bytes[byte].cast_signed().into(),
            Self::U16 => u16::from_le_bytes(array(bytes, byte)).into(),
            Self::I16 => i16::from_le_bytes(array(bytes, byte)).into(),
            Self::U32 => u32::from_le_bytes(array(bytes, byte)).into(),
            Self::I32 => i32::from_le_bytes(array(bytes, byte)).into(),
            Self::W64 => i64::from_le_bytes(array(bytes, byte)),
        }
    }

    /// The same of a natural number that starts at a byte.
    #[inline(always)]
    pub(crate) fn read_natural(self, bytes: &[u8], byte: usize) -> usize {
        match self {
            Self::U8 => bytes[byte].into(),
            Self::U16 => u16::from_le_bytes(array(bytes, byte)).into(),
            _ => usize::try_from(self.read(bytes, byte * 8)).unwrap_or(0),
        }
    }

    /// Stores the low bits of a number.
    #[inline]
    pub(crate) fn write(self, bytes: &mut [u8], bit: usize, value: i64) {
        let byte = bit >> 3;
        let low = value.to_le_bytes();
        let mut part = |mask: u8| {
            let shift = bit & 7;
            bytes[byte] = bytes[byte] & !(mask << shift) | (low[0] & mask) << shift;
        };
        match self {
            Self::Bits1 => part(1),
            Self::Bits2 => part(3),
            Self::Bits4 => part(15),
            Self::U8 | Self::I8 => bytes[byte] = low[0],
            Self::U16 | Self::I16 => bytes[byte..byte + 2].copy_from_slice(&low[..2]),
            Self::U32 | Self::I32 => bytes[byte..byte + 4].copy_from_slice(&low[..4]),
            Self::W64 => bytes[byte..byte + 8].copy_from_slice(&low),
        }
    }
}

#[inline]
fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut copy = [0; N];
    copy.copy_from_slice(&bytes[at..at + N]);
    copy
}

#[cfg(test)]
mod tests {
    use super::Wrap;
    use proptest::prelude::*;
    use tribunal_ir::IntShape;

    proptest! {
        #[test]
        fn wraps_as_the_shape_does(value: i64, bits in 1..=64u16, signed: bool) {
            let shape = IntShape { bits, signed };
            let wrap = Wrap::new(shape).unwrap();
            prop_assert_eq!(wrap.widen(wrap.apply(value)), shape.wrap(value.into()));
        }

        #[test]
        fn a_cell_keeps_a_wrapped_number_and_its_neighbours(
            value: i64, bits in 1..=64u16, signed: bool, place in 0..8usize, noise: [u8; 24],
        ) {
            let wrap = Wrap::new(IntShape { bits, signed }).unwrap();
            let cell = wrap.cell();
            let width = cell.width() as usize;
            let bit = 64 + if width < 8 { place * width % 8 } else { place * 8 };
            let mut bytes = noise;
            cell.write(&mut bytes, bit, wrap.apply(value));
            prop_assert_eq!(cell.read(&bytes, bit), wrap.apply(value));
            for other in (0..bytes.len() * 8).filter(|&it| it < bit || bit + width <= it) {
                prop_assert_eq!(bytes[other / 8] >> (other % 8) & 1, noise[other / 8] >> (other % 8) & 1);
            }
        }
    }

    #[test]
    fn more_than_64_bits_are_refused() {
        assert_eq!(Wrap::new(IntShape { bits: 65, signed: true }), None);
    }
}

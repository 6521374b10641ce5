//! The integer types of C, where `int` has 32 bits and `long` has 64.

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Int {
    Bool,
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
}

/// Those of objects, the common ones more often.
pub(super) const ALL: [Int; 12] = [
    Int::I32,
    Int::U32,
    Int::U8,
    Int::I8,
    Int::I16,
    Int::U16,
    Int::I64,
    Int::U64,
    Int::I32,
    Int::Bool,
    Int::I32,
    Int::U32,
];

impl Int {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Bool => "_Bool",
            Self::I8 => "signed char",
            Self::U8 => "unsigned char",
            Self::I16 => "short",
            Self::U16 => "unsigned short",
            Self::I32 => "int",
            Self::U32 => "unsigned",
            Self::I64 => "long",
            Self::U64 => "unsigned long",
        }
    }

    pub(super) fn is_signed(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64)
    }

    /// The type after the integer promotions.
    pub(super) fn promoted(self) -> Self {
        match self {
            Self::U32 | Self::I64 | Self::U64 => self,
            Self::Bool | Self::I8 | Self::U8 | Self::I16 | Self::U16 | Self::I32 => Self::I32,
        }
    }

    /// The type after the usual arithmetic conversions.
    pub(super) fn usual(self, other: Self) -> Self {
        let (a, b) = (self.promoted(), other.promoted());
        let either = |it: Self| a == it || b == it;
        [Self::U64, Self::I64, Self::U32].into_iter().find(|it| either(*it)).unwrap_or(Self::I32)
    }

    /// The unsigned type of the same width, after promotion.
    pub(super) fn unsigned(self) -> Self {
        match self.promoted() {
            Self::I64 | Self::U64 => Self::U64,
            _ => Self::U32,
        }
    }
}

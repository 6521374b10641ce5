//! Types, interned, with their sizes.

use tribunal_base::{Arena, Interner, Span};

use super::{DataModel, EnumId, RecordId, TypeId, VarId};

/// A type with what `const` and its kin say about the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct QualType {
    /// The type.
    pub id: TypeId,
    /// Its qualifiers.
    pub qualifiers: Qualifiers,
}

impl QualType {
    /// `id` without qualifiers.
    pub fn plain(id: TypeId) -> Self {
        Self { id, qualifiers: Qualifiers::default() }
    }
}

/// The type qualifiers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Qualifiers {
    /// `const`
    pub constant: bool,
    /// `volatile`
    pub volatile: bool,
    /// `restrict`
    pub restrict: bool,
    /// `_Atomic`
    pub atomic: bool,
}

impl Qualifiers {
    /// Those of either.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            constant: self.constant | other.constant,
            volatile: self.volatile | other.volatile,
            restrict: self.restrict | other.restrict,
            atomic: self.atomic | other.atomic,
        }
    }

    /// Whether every qualifier of `other` is one of these.
    pub fn contains(self, other: Self) -> bool {
        self.union(other) == self
    }
}

/// A type without qualifiers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `void`
    Void,
    /// `_Bool`
    Bool,
    /// The other integers.
    Integer(IntegerKind),
    /// An enumeration; represented as its underlying integer.
    Enum(EnumId),
    /// A real floating type.
    Float(FloatKind),
    /// A complex type: expressions over it are unsupported.
    Complex(FloatKind),
    /// GNU's vector of `bytes` bytes: expressions over it are unsupported.
    Vector {
        /// The type of an element.
        element: TypeId,
        /// The size in bytes.
        bytes: u64,
    },
    /// A pointer.
    Pointer(QualType),
    /// An array.
    Array {
        /// The type of an element.
        element: QualType,
        /// How many there are.
        length: Length,
    },
    /// A function.
    Function(FunctionType),
    /// A struct or union.
    Record(RecordId),
    /// `va_list`: opaque, copied by assignment and when passed. Only the `Va…` nodes look inside.
    VaList,
}

/// How many elements an array has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Length {
    /// Known when compiling.
    Known(u64),
    /// Not said: the type is incomplete (or the member is flexible).
    Incomplete,
    /// Computed when the declaration is reached, and kept in this variable (`size_t`, [`super::Origin::Length`]).
    Variable(VarId),
    /// `[*]`, or a length in a prototype that is never evaluated.
    Unspecified,
}

/// A function's type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionType {
    /// What it returns.
    pub result: TypeId,
    /// What it takes, adjusted and without qualifiers.
    pub parameters: Vec<TypeId>,
    /// Whether more may follow.
    pub variadic: bool,
    /// Whether the parameters are known at calls; without a prototype arguments get the default promotions.
    pub prototyped: bool,
}

/// The integer types with a rank of their own, except `_Bool` and enumerations. Plain `char` is signed.
///
/// A bit-field that is wider than `int` and no integer of the machine has a type of its own to gcc, and so has what is computed with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names are C's")]
pub enum IntegerKind {
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Int128,
    UnsignedInt128,
    BitField { width: u8, signed: bool },
    BitInt { width: u8, signed: bool },
}

/// The real floating types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatKind {
    /// `_Float16`: IEEE 754 binary16.
    Float16,
    /// `float`: IEEE 754 binary32.
    Float,
    /// `double`: IEEE 754 binary64.
    Double,
    /// `long double`: the x87's 80 bits, stored in 12 (ILP32) or 16 (LP64) bytes.
    LongDouble,
    /// `_Float128`, `__float128`: IEEE 754 binary128.
    Float128,
}

/// Struct or union.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordKind {
    /// `struct`
    Struct,
    /// `union`
    Union,
}

/// A struct or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Which of the two.
    pub kind: RecordKind,
    /// Its tag.
    pub tag: Option<String>,
    /// What a `typedef` outside of functions calls it first, if it has no tag.
    pub alias: Option<String>,
    /// Whether the members are known; if not, the rest is empty.
    pub complete: bool,
    /// The members, unnamed bit-fields left out.
    pub fields: Vec<Field>,
    /// The size in bytes, padding included, a flexible array left out.
    pub size: u64,
    /// The alignment in bytes.
    pub align: u64,
    /// Where it is declared.
    pub span: Span,
    /// `transparent_union`: an argument may have the type of any member.
    pub transparent: bool,
}

/// A member of a struct or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name; none for an anonymous struct or union.
    pub name: Option<String>,
    /// The declared type.
    pub ty: QualType,
    /// The first byte, counted from the start of the record.
    pub offset: u64,
    /// The alignment in bytes; of a bit-field it means nothing.
    pub align: u64,
    /// Which bits, if it is a bit-field.
    pub bits: Option<BitField>,
    /// Where it is declared.
    pub span: Span,
}

/// The bits of a bit-field: `width` bits from bit `shift` (0 is the least significant) of the byte at the member's offset, upward.
/// Only the bytes `offset .. offset + (shift + width).div_ceil(8)` belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitField {
    /// The lowest bit, 0 to 7.
    pub shift: u8,
    /// How many bits, 1 to 128.
    pub width: u8,
    /// Whether the highest is a sign.
    pub signed: bool,
}

impl BitField {
    /// How many bytes it touches.
    pub fn bytes(self) -> u64 {
        (u64::from(self.shift) + u64::from(self.width)).div_ceil(8)
    }
}

/// An enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enum {
    /// Its tag.
    pub tag: Option<String>,
    /// What a `typedef` outside of functions calls it first, if it has no tag.
    pub alias: Option<String>,
    /// The integer type that represents it.
    pub underlying: IntegerKind,
    /// Whether the program says which that is.
    pub fixed: bool,
    /// Whether its constants are known.
    pub complete: bool,
    /// The constants with their values.
    pub constants: Vec<(String, i128)>,
    /// Where it is declared.
    pub span: Span,
}

/// All types of a unit.
#[derive(Clone, Debug)]
pub struct Types {
    pub(crate) model: DataModel,
    pub(crate) interner: Interner<TypeId, Type>,
    pub(crate) records: Arena<RecordId, Record>,
    pub(crate) enums: Arena<EnumId, Enum>,
}

impl Types {
    /// No types yet.
    pub fn new(model: DataModel) -> Self {
        Self {
            model,
            interner: Interner::default(),
            records: Arena::default(),
            enums: Arena::default(),
        }
    }

    /// The machine's widths.
    pub fn model(&self) -> DataModel {
        self.model
    }

    /// The name of `ty`.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        self.interner.intern(ty)
    }

    /// What a type is.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.interner[id]
    }

    /// A struct or union.
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id]
    }

    /// An enumeration.
    pub fn enumeration(&self, id: EnumId) -> &Enum {
        &self.enums[id]
    }

    /// All types, in the order of their appearance.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (TypeId, &Type)> {
        self.interner.iter()
    }

    /// All structs and unions.
    pub fn records(&self) -> impl ExactSizeIterator<Item = (RecordId, &Record)> {
        self.records.iter()
    }

    /// The integer kind that represents a `_Bool`-free integer or enumeration; none for other types.
    pub fn integer_kind(&self, id: TypeId) -> Option<IntegerKind> {
        match *self.get(id) {
            Type::Integer(kind) => Some(kind),
            Type::Enum(it) => Some(self.enums[it].underlying),
            _ => None,
        }
    }

    /// The size in bytes; none for functions, `void`, incomplete types and arrays of variable length.
    pub fn size_of(&self, id: TypeId) -> Option<u64> {
        match *self.get(id) {
            Type::Void | Type::Function(_) => None,
            Type::Bool => Some(1),
            Type::Integer(kind) => Some(kind.size(self.model)),
            Type::Enum(it) => {
                self.enums[it].complete.then(|| self.enums[it].underlying.size(self.model))
            }
            Type::Float(kind) => Some(kind.size(self.model)),
            Type::Complex(kind) => Some(2 * kind.size(self.model)),
            Type::Vector { bytes, .. } => Some(bytes),
            Type::Pointer(_) => Some(self.model.pointer_size()),
            Type::Array { element, length: Length::Known(length) } => {
                self.size_of(element.id)?.checked_mul(length)
            }
            Type::Array { .. } => None,
            Type::Record(it) => self.records[it].complete.then(|| self.records[it].size),
            Type::VaList => Some(match self.model {
                DataModel::Ilp32 => 4,
                DataModel::Lp64 | DataModel::Integers => 24,
            }),
        }
    }

    /// The alignment in bytes of an object of this type; 1 where there is none.
    pub fn align_of(&self, id: TypeId) -> u64 {
        match *self.get(id) {
            Type::Void | Type::Function(_) | Type::Bool => 1,
            Type::Integer(kind) => kind.align(self.model),
            Type::Enum(it) => self.enums[it].underlying.align(self.model),
            Type::Float(kind) | Type::Complex(kind) => kind.align(self.model),
            Type::Vector { bytes, .. } => bytes,
            Type::Pointer(_) => self.model.pointer_size(),
            Type::Array { element, .. } => self.align_of_qualified(element),
            Type::Record(it) => self.records[it].align,
            Type::VaList => self.model.pointer_size(),
        }
    }
}

impl Types {
    /// The alignment in bytes of an object of this type with its qualifiers: gcc aligns what is atomic so that one instruction can access it.
    pub fn align_of_qualified(&self, ty: QualType) -> u64 {
        let align = self.align_of(ty.id);
        match self.size_of(ty.id) {
            Some(size @ (1 | 2 | 4 | 8 | 16)) if ty.qualifiers.atomic => align.max(size),
            _ => align,
        }
    }

    /// The alignment in bytes that gcc prefers for an object on its own, which `__alignof__` tells: eight where a member of a struct has four.
    pub fn preferred_align_of(&self, ty: QualType) -> u64 {
        let align = self.align_of_qualified(ty);
        match *self.get(ty.id) {
            Type::Array { element, .. } => self.preferred_align_of(element),
            Type::Integer(_) | Type::Enum(_) => align.max(self.size_of(ty.id).unwrap_or(1).min(8)),
            Type::Float(FloatKind::Double) | Type::Complex(FloatKind::Double) => align.max(8),
            _ => align,
        }
    }
}

impl DataModel {
    /// The size of a pointer and of `long`, in bytes.
    pub fn pointer_size(self) -> u64 {
        match self {
            Self::Ilp32 => 4,
            Self::Lp64 | Self::Integers => 8,
        }
    }
}

impl IntegerKind {
    /// The size in bytes.
    pub fn size(self, model: DataModel) -> u64 {
        match self {
            Self::Char | Self::SignedChar | Self::UnsignedChar => 1,
            _ if model == DataModel::Integers => 16,
            Self::Short | Self::UnsignedShort => 2,
            Self::Int | Self::UnsignedInt => 4,
            Self::Long | Self::UnsignedLong => model.pointer_size(),
            Self::LongLong | Self::UnsignedLongLong => 8,
            Self::BitInt { width: ..=8, .. } => 1,
            Self::BitInt { width: ..=16, .. } => 2,
            Self::BitInt { width: ..=32, .. } => 4,
            Self::BitInt { width: 65..=96, .. } if model == DataModel::Ilp32 => 12,
            Self::BitField { width: ..=64, .. } | Self::BitInt { width: ..=64, .. } => 8,
            Self::Int128 | Self::UnsignedInt128 | Self::BitField { .. } | Self::BitInt { .. } => 16,
        }
    }

    /// The width in bits.
    pub fn bits(self, model: DataModel) -> u32 {
        if let Self::BitField { width, .. } | Self::BitInt { width, .. } = self {
            return width.into();
        }
        u32::try_from(8 * self.size(model)).unwrap_or(128)
    }

    /// The alignment of an object as a member, in bytes.
    pub fn align(self, model: DataModel) -> u64 {
        match (self, model) {
            (Self::LongLong | Self::UnsignedLongLong | Self::BitField { .. }, DataModel::Ilp32) => {
                4
            }
            (Self::BitInt { .. }, DataModel::Ilp32) => self.size(model).min(4),
            (Self::BitInt { .. }, _) => self.size(model).min(8),
            _ => self.size(model),
        }
    }

    /// Whether it has negative values.
    pub fn is_signed(self) -> bool {
        matches!(
            self,
            Self::Char
                | Self::SignedChar
                | Self::Short
                | Self::Int
                | Self::Long
                | Self::LongLong
                | Self::Int128
                | Self::BitField { signed: true, .. }
                | Self::BitInt { signed: true, .. }
        )
    }
}

impl FloatKind {
    /// The size in bytes, padding included.
    pub fn size(self, model: DataModel) -> u64 {
        match (self, model) {
            (Self::Float16, _) => 2,
            (Self::Float, _) => 4,
            (Self::Double, _) => 8,
            (Self::LongDouble, DataModel::Ilp32) => 12,
            (Self::LongDouble, DataModel::Lp64 | DataModel::Integers) | (Self::Float128, _) => 16,
        }
    }

    /// The alignment of an object as a member, in bytes.
    pub fn align(self, model: DataModel) -> u64 {
        match (self, model) {
            (Self::Double | Self::LongDouble, DataModel::Ilp32) => 4,
            _ => self.size(model),
        }
    }
}

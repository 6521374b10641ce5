//! What a caller may choose.

/// The sizes of the basic types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits: x86.
    Ilp32,
    /// `int` has 32 bits, `long` and pointers have 64 bits: x86-64.
    #[default]
    Lp64,
    /// Integers without widths: from `short` on, all integer types hold the same numbers, with a sign, for which 128 bits stand. Whoever runs the program takes care that these do not wrap around.
    /// Where the program asks for the bits of a number, it cannot be followed. Characters and pointers are those of [`DataModel::Lp64`].
    Integers,
}

/// How a C file is read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The sizes of the basic types.
    pub data_model: DataModel,
    /// Macros defined before the first line, as if by `#define name value`.
    pub defines: Vec<(String, String)>,
    /// Where to look for included files, in this order, before the headers that come with the front end.
    pub include: Vec<String>,
}

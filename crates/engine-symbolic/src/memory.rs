//! Memory: objects of bytes, read and written through pointers (M1 to M6 of `tribunal_ir`).

pub(crate) mod access;
pub(crate) mod address;
pub(crate) mod bulk;
pub(crate) mod function;
pub(crate) mod heap;
pub(crate) mod log;
pub(crate) mod object;
pub(crate) mod range;

//! Terms as text: for people in the syntax of C ([`Terms::show`]), for solvers in that of SMT-LIB ([`smtlib`]).

mod c;
pub mod smtlib;

pub use c::Naming;

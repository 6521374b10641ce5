//! Functions of the C library: each is modelled, or a run that calls it is not supported there.

mod addresses;
mod arguments;
mod bit_fields;
mod builtins;
mod conflicts;
mod edges;
mod examples;
mod glibc;
mod headers;
mod initialisers;
mod lifetimes;
mod machine;
mod nan;
mod output;
mod own;
mod posix;
mod predefined;
mod promises;
mod questions;
mod reference;
mod refused;
mod streams;
mod table;
mod verifiers;

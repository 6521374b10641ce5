//! See `ARCHITECTURE.md`.

pub mod random_program;

//! What tests of several crates share: random programs and models, the corpus, Spin as a referee.

mod choices;
pub mod corpus;
pub mod differential;
pub mod differential_c;
pub mod gcc;
pub mod harness;
pub mod header;
pub mod imperative;
pub mod ours;
pub mod random_c;
pub mod random_embedded;
pub mod random_library;
pub mod random_program;
pub mod random_promela;
pub mod reactive;
pub mod runs;
pub mod spin;

//! Every rule of the semantics, on a program that shows it.

mod atomic;
mod calls;
mod channels;
mod choice;
mod claims;
mod describing;
mod explore;
mod floats;
mod memory;
mod order;
mod printing;
mod processes;
mod rendezvous;
mod run;
mod values;

//! Every rule of the semantics, on a program that shows it.

mod atomic;
mod channels;
mod choice;
mod claims;
mod describing;
mod explore;
mod order;
mod printing;
mod processes;
mod rendezvous;
mod values;

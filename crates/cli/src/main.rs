//! The `tribunal` command: arguments, progress and exit codes. What it does is done by
//! `tribunal-driver`, what it says is said by `tribunal-report`.

mod arguments;
mod commands;
mod interactive;
mod interrupt;
mod progress;
mod quantity;
mod terminal;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};
use commands::Exit;
use terminal::Stream;

/// Translations of deeply nested models recurse.
const STACK: usize = 512 << 20;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || run(arguments));
    let outcome = worker.map(std::thread::JoinHandle::join);
    match outcome {
        Ok(Ok(Ok(exit))) => exit.code(),
        Ok(Ok(Err(error))) => {
            Stream::Error.write(&format!("error: {error:#}\n"));
            Exit::Usage.code()
        }
        // A fault of ours, already reported: nothing is known.
        Ok(Err(_)) => Exit::Maybe.code(),
        Err(error) => {
            Stream::Error.write(&format!("error: no thread to work in: {error}\n"));
            Exit::Usage.code()
        }
    }
}

fn run(arguments: Arguments) -> anyhow::Result<Exit> {
    match arguments.command {
        Command::Check(it) => commands::check::run(&it),
        Command::Resume(it) => commands::resume::run(&it),
        Command::Run(it) => commands::run::run(&it),
        Command::Simulate(it) => commands::simulate::run(&it),
        Command::Replay(it) => commands::replay::run(&it),
        Command::Certify(it) => commands::certify::run(&it),
        Command::Ir(it) => commands::ir::run(&it),
        Command::Invariants(it) => commands::invariants::run(&it),
        Command::Slice(it) => commands::slice::run(&it),
        Command::Unit(it) => commands::unit::run(&it),
        Command::Automaton(it) => commands::automaton::run(&it),
        Command::Svcomp(it) => commands::svcomp::run(&it),
        Command::Bench(it) => commands::bench::run(&it),
    }
}

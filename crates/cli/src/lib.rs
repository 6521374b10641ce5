//! The command line of tribunal: arguments, progress and exit codes. What it does is done by
//! `tribunal-driver`, what it says is said by `tribunal-report`.

mod arguments;
mod commands;
mod interactive;
mod interrupt;
mod progress;
mod quantity;
mod terminal;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};
use commands::Exit;
use terminal::Stream;
use tribunal_report::json::{ErrorReport, json};

/// Translations of deeply nested models recurse.
const STACK: usize = 512 << 20;

/// What a command has said, and how it has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The exit code.
    pub code: u8,
    /// What went to the standard output stream.
    pub output: String,
    /// What went to the standard error stream.
    pub error: String,
}

/// Does what the arguments of the process say.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    on_large_stack(move || run(arguments)).unwrap_or_else(|exit| exit).code()
}

/// Does what these words say, the first of which is the name of a command, and keeps what it says: for those who ask for much and need no process for
/// each question.
pub fn tell<W: Into<OsString>>(words: impl IntoIterator<Item = W>) -> Told {
    let program = OsString::from("tribunal");
    let words = std::iter::once(program).chain(words.into_iter().map(Into::into));
    let (code, (output, error)) = match Arguments::try_parse_from(words) {
        Ok(arguments) => match on_large_stack(move || terminal::kept(|| run(arguments))) {
            Ok((exit, said)) => (exit.number(), said),
            Err(exit) => (exit.number(), Default::default()),
        },
        Err(refused) => (Exit::Usage.number(), (String::new(), refused.to_string())),
    };
    Told { code, output, error }
}

/// Works on a stack of its own; if that fails, how the command ends.
fn on_large_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Exit> {
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(work);
    match worker.map(std::thread::JoinHandle::join) {
        // A fault of ours, already reported: nothing is known.
        Ok(done) => done.map_err(|_| Exit::Maybe),
        Err(error) => {
            Stream::Error.write(&format!("error: no thread to work in: {error}\n"));
            Err(Exit::Usage)
        }
    }
}

fn run(arguments: Arguments) -> Exit {
    let is_json = arguments.command.is_json();
    let done = match arguments.command {
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
    };
    done.unwrap_or_else(|error| {
        if is_json {
            Stream::Out.write(&json(&ErrorReport::of(format!("{error:#}"))));
        } else {
            Stream::Error.write(&format!("error: {error:#}\n"));
        }
        Exit::Usage
    })
}

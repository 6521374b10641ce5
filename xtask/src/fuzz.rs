//! A mutation fuzzer for the front ends: takes good programs apart, puts them together wrongly, and
//! expects diagnostics, never a panic, an ill-formed program or an endless run.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use proptest::prelude::Rng as _;
use proptest::test_runner::{RngAlgorithm, TestRng};
use tribunal_base::Sources;
use tribunal_front_promela::{Options, compile};

use crate::workspace;

/// Longer runs are failures.
const PATIENCE: Duration = Duration::from_secs(10);

/// A front end.
struct Subject {
    /// How the names of its files end.
    ending: &'static str,
    /// Where good ones are.
    folders: &'static [&'static str],
    /// Compiles a text; what is wrong with the program if there is one.
    compiles: fn(&str) -> Vec<String>,
}

const PROMELA: Subject = Subject {
    ending: ".pml",
    folders: &["examples", "tests/corpus/promela"],
    compiles: compiles_promela,
};

const C: Subject = Subject {
    ending: ".c",
    folders: &[
        "examples",
        "tests/corpus/c",
        "crates/front-c/tests/accepted",
        "crates/front-c/library",
    ],
    compiles: compiles_c,
};

/// Fuzzes the front end of Promela for some minutes; true if nothing failed.
pub(crate) fn promela(minutes: u64, seed: u64, out: &mut dyn Write) -> anyhow::Result<bool> {
    fuzz(&PROMELA, minutes, seed, out)
}

/// The same for C.
pub(crate) fn c(minutes: u64, seed: u64, out: &mut dyn Write) -> anyhow::Result<bool> {
    fuzz(&C, minutes, seed, out)
}

fn fuzz(subject: &Subject, minutes: u64, seed: u64, out: &mut dyn Write) -> anyhow::Result<bool> {
    let root = workspace::root();
    let mut seeds = Vec::new();
    for folder in subject.folders {
        let folder = root.join(folder);
        let paths =
            if folder.is_dir() { workspace::files(&folder, subject.ending)? } else { Vec::new() };
        for path in paths {
            seeds.push(std::fs::read_to_string(path)?);
        }
    }
    let folder = root.join("target/fuzz");
    std::fs::create_dir_all(&folder)?;
    let mut mutator = Mutator::new(seed, &seeds);
    let (start, mut runs, mut failures) = (Instant::now(), 0u64, 0u32);
    // Panics are reported below, with the input that causes them.
    std::panic::set_hook(Box::new(|_| {}));
    while start.elapsed() < Duration::from_secs(60 * minutes) {
        let text = mutator.next();
        // If the process itself dies, this is the input to look at.
        std::fs::write(folder.join(format!("current{}", subject.ending)), &text)?;
        runs += 1;
        if let Err(why) = survives(subject, &text) {
            failures += 1;
            let path = folder.join(format!("seed{seed}-{failures}{}", subject.ending));
            std::fs::write(&path, &text)?;
            writeln!(out, "{}: {why}", path.display())?;
            out.flush()?;
        }
    }
    writeln!(out, "{runs} inputs, {failures} failures")?;
    Ok(failures == 0)
}

/// Compiles a text within the time that is allowed.
fn survives(subject: &Subject, text: &str) -> Result<(), String> {
    let (sender, receiver) = mpsc::channel();
    let (text, compiles) = (text.to_owned(), subject.compiles);
    std::thread::spawn(move || {
        let result = catch_unwind(AssertUnwindSafe(|| compiles(&text)));
        // Nobody listens any more if it took too long.
        let _ = sender.send(result);
    });
    match receiver.recv_timeout(PATIENCE) {
        Ok(Ok(problems)) if problems.is_empty() => Ok(()),
        Ok(Ok(problems)) => Err(format!("ill-formed program: {}", problems.join("; "))),
        Ok(Err(panic)) => {
            let message = panic.downcast_ref::<String>().map(String::as_str);
            let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
            Err(format!("panic: {}", message.unwrap_or("without a message")))
        }
        Err(_) => Err("takes too long".to_owned()),
    }
}

fn compiles_promela(text: &str) -> Vec<String> {
    let mut sources = Sources::default();
    let file = sources.add("fuzz.pml", text);
    let compiled = compile(&mut sources, file, &NoFiles, &Options::default());
    compiled.program.map_or_else(Vec::new, |program| tribunal_ir::verify::verify(&program))
}

fn compiles_c(text: &str) -> Vec<String> {
    let mut sources = Sources::default();
    let file = sources.add("fuzz.c", text);
    let (options, choices) =
        (tribunal_front_c::Options::default(), tribunal_front_c::lower::Choices::default());
    let compiled =
        tribunal_front_c::compile(&mut sources, &[file], &NoFiles, &options, "main", &choices);
    compiled.program.map_or_else(Vec::new, |program| tribunal_ir::verify::verify(&program))
}

/// Nothing can be included.
struct NoFiles;

impl tribunal_preprocess::Files for NoFiles {
    fn open(&self, _: &tribunal_preprocess::Include<'_>) -> Option<tribunal_preprocess::File> {
        None
    }
}

/// Makes new texts from good ones.
struct Mutator<'a> {
    random: TestRng,
    seeds: &'a [String],
}

/// Pieces that are likely to matter.
const PIECES: [&str; 44] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    "->",
    "::",
    "if",
    "fi",
    "do",
    "od",
    "else",
    "atomic {",
    "d_step {",
    "unless",
    "!",
    "?",
    "??",
    "!!",
    "<",
    ">",
    "goto",
    "run",
    "timeout",
    "*",
    "&",
    "int ",
    "struct s ",
    "while (1)",
    "switch (x) { case 1:",
    "sizeof ",
    "= { [2] = 1, .a = 2 }",
    "inline f(a) { a }\n",
    "#define x x + x\n",
    "#define f(a, b) a##b #a\n",
    "#if 1 /\n",
    "#endif\n",
    "\\\n",
    "\"",
    "'",
    "/*",
    "99999999999999999999",
];

impl<'a> Mutator<'a> {
    fn new(seed: u64, seeds: &'a [String]) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self { random: TestRng::from_seed(RngAlgorithm::ChaCha, &key), seeds }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.random.next_u32() as usize % bound.max(1)
    }

    fn next(&mut self) -> String {
        let chosen = self.below(self.seeds.len());
        let mut text = self.seeds[chosen].as_bytes().to_vec();
        for _ in 0..=self.below(4) {
            self.mutate(&mut text);
        }
        String::from_utf8_lossy(&text).into_owned()
    }

    fn mutate(&mut self, text: &mut Vec<u8>) {
        match self.below(8) {
            0 => self.flip(text),
            1 => {
                let range = self.range(text.len(), 20);
                text.drain(range);
            }
            2 => {
                let range = self.range(text.len(), 60);
                let (at, piece) = (self.below(text.len() + 1), text[range].to_vec());
                text.splice(at..at, piece);
            }
            3 => {
                let other = self.below(self.seeds.len());
                let other = self.seeds[other].as_bytes();
                let range = self.range(other.len(), 200);
                let at = self.below(text.len() + 1);
                text.splice(at..at, other[range].to_vec());
            }
            4 | 5 => {
                let piece = PIECES[self.below(PIECES.len())];
                let at = self.below(text.len() + 1);
                text.splice(at..at, piece.bytes());
            }
            6 => self.swap_tokens(text),
            _ => {
                let at = self.below(text.len() + 1);
                text.truncate(at);
            }
        }
    }

    fn flip(&mut self, text: &mut [u8]) {
        if !text.is_empty() {
            let at = self.below(text.len());
            text[at] ^= 1 << self.below(8);
        }
    }

    /// Some bytes, not more than `longest`.
    fn range(&mut self, length: usize, longest: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        let end = (start + self.below(longest)).min(length);
        start..end
    }

    fn swap_tokens(&mut self, text: &mut Vec<u8>) {
        let string = String::from_utf8_lossy(text).into_owned();
        let mut tokens: Vec<&str> = string.split_inclusive([' ', '\n', ';', '(', ')']).collect();
        let (one, other) = (self.below(tokens.len()), self.below(tokens.len()));
        if one < tokens.len() && other < tokens.len() {
            tokens.swap(one, other);
        }
        *text = tokens.concat().into_bytes();
    }
}

#[cfg(test)]
mod tests {
    use super::{C, Mutator, PROMELA, survives};

    #[test]
    fn mutants_are_repeatable_and_differ() {
        let seeds = ["byte x; active proctype P() { x = 1 }".to_owned()];
        let texts = |seed| {
            let mut mutator = Mutator::new(seed, &seeds);
            (0..20).map(|_| mutator.next()).collect::<Vec<_>>()
        };
        assert_eq!(texts(1), texts(1));
        assert_ne!(texts(1), texts(2));
        assert!(texts(1).iter().any(|it| *it != seeds[0]));
    }

    #[test]
    fn good_and_bad_texts_survive() {
        assert_eq!(survives(&PROMELA, "init { skip }"), Ok(()));
        assert_eq!(survives(&PROMELA, "init { skip"), Ok(()));
        assert_eq!(survives(&C, "int main(void) { return 0; }"), Ok(()));
        assert_eq!(survives(&C, "int main(void) { return"), Ok(()));
    }
}

//! The command line.

mod search;
mod unit;

pub(crate) use search::{EngineChoice, Order, Reduce, ReductionName, Search, Store};
pub(crate) use unit::{Cover, Framework, Merge, Search as UnitSearch, Unit, sequence};

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;
use tribunal_bench::{Measure, Tables};
use tribunal_driver::Checks;

use crate::quantity::{define, duration, size};

/// Checks what programs and models do, and says why.
#[derive(Debug, Parser)]
#[command(
    name = "tribunal",
    version,
    after_help = "Exit codes: 0 true, 1 false, 3 maybe, 2 wrong usage or input.\n\
                  `tribunal COMMAND --help` shows examples."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check the properties of a model
    #[command(after_help = "Examples:\n  \
        tribunal check model.pml\n  \
        tribunal check model.pml --ltl '[] (request -> <> reply)' --fair\n  \
        tribunal check model.pml --ctl 'AG(request -> AF(reply))' --ctl 'AG EF at(idle)'\n  \
        tribunal check program.c --ctl 'EF(x == 3)' --granularity statement\n  \
        tribunal check program.c --ltl '[] (request -> <> reply)'\n  \
        tribunal check model.pml --property end-states --shortest --trace-out run.json\n  \
        tribunal check model.pml -D N=3 --memory 4G --time 5m --json\n  \
        tribunal check model.pml --threads 1 --reduce full --without merge\n  \
        tribunal check model.pml --hosts hosts.txt --process 0\n  \
        tribunal check main.c queue.c -I include --checks all --data-model ILP32\n  \
        tribunal check program.c --engine explicit --time 1m\n  \
        tribunal check program.c --trace-out run.json --harness bugs\n\n\
        Exit codes: 0 all true, 1 one is false, 3 not known, 2 wrong usage or input.")]
    Check(Box<Check>),
    /// Go on with a check that was interrupted
    #[command(after_help = "Examples:\n  \
        tribunal check model.pml --checkpoint run1 --time 8h\n  \
        tribunal resume run1\n\n\
        Exit codes: as for `check`.")]
    Resume(Resume),
    /// Run a C program once with all checks on
    #[command(after_help = "Examples:\n  \
        tribunal run program.c\n  \
        tribunal run program.c --seed 7 --checks all\n  \
        tribunal run main.c queue.c --input 3,-1,0x7fffffff\n  \
        tribunal run program.c --ask\n  \
        tribunal run sort.c -- 3 1 2\n\n\
        What the program prints goes where it sends it, all else to the standard error stream. One run proves\n\
        nothing about others: `tribunal check` looks at all of them.\n\n\
        Exit codes: 0 the program ended and no check failed in this run, 1 a check failed, 3 a limit or something\n\
        that is not supported was met, 2 wrong usage or input.")]
    Run(Run),
    /// Run a model once: at random, by a stored trace, or by your choices
    #[command(after_help = "Examples:\n  \
        tribunal simulate model.pml --seed 7 --steps 200\n  \
        tribunal simulate model.pml --interactive\n  \
        tribunal simulate model.pml --trace run.json\n\n\
        Exit codes: 0 nothing wrong was seen, 1 the run shows a violation, 2 wrong usage or input.")]
    Simulate(Simulate),
    /// Show a stored trace again, after checking that it is a run of the model
    #[command(after_help = "Examples:\n  \
        tribunal replay run.json\n  \
        tribunal replay run.json elsewhere/model.pml --full-trace\n\n\
        Exit codes: 0 it shows no violation, 1 it shows one, 2 it is not a run of the model.")]
    Replay(Replay),
    /// Check a stored certificate: that its properties hold, without the engines that proved them
    #[command(after_help = "Examples:\n  \
        tribunal certify program.c proof.json\n  \
        tribunal certify program.c proof.json --steps 10000000 --json\n  \
        tribunal certify task.c witness.yml --time 60s\n\n\
        `tribunal check program.c --certificate proof.json` writes a certificate. The program is translated by the options\n\
        that are stored in it.\n\
        A witness (YAML) is a hint: what it says is written into the program as checks, and the program is verified with them.\n\
        Exit codes: 0 accepted, 1 rejected, 3 too dear to check or of a kind that cannot be checked, 2 wrong usage or input.")]
    Certify(Certify),
    /// Print the program representation of a model
    #[command(after_help = "Examples:\n  \
        tribunal ir model.pml > model.ir\n  \
        tribunal ir model.pml --dot | dot -Tsvg > model.svg")]
    Ir(Ir),
    /// Print the part of a model that its properties depend on, and what was dropped
    #[command(after_help = "Examples:\n  \
        tribunal slice model.pml --property assertions\n  \
        tribunal slice model.pml --ltl '[] (x <= y)' --property ltl-1\n  \
        tribunal slice model.pml --property p --json\n\n\
        Exit codes: 0 the slice was printed, 2 wrong usage or input.")]
    Slice(Slice),
    /// Print the source with what is known at each line
    #[command(after_help = "Examples:\n  \
        tribunal invariants program.c\n  \
        tribunal invariants model.pml --json\n  \
        tribunal invariants main.c queue.c --data-model ILP32 --time 10s\n  \
        tribunal invariants program.c --domain octagons --prove\n\n\
        Below a line stands what holds whenever control is there, before its statement: intervals and remainders of\n\
        numbers, targets of pointers. A variable that is not mentioned can be anything.\n\
        Exit codes: 0 the source was printed, 3 a limit was reached first, 2 wrong usage or input.")]
    Invariants(Invariants),
    /// Check a function by itself: find paths through it, with their conditions and inputs
    #[command(after_help = "Examples:\n  \
        tribunal unit gcd.c --function gcd --where 'a > 0 && b > 0' --find '<>(at(end) && x == 0)' --repeat 2\n  \
        tribunal unit buffer.c --function put --find '!at(full) U (at(full) && count < size)'\n  \
        tribunal unit parser.c --function next --path 'start (digit | letter)* end' --all --json\n  \
        tribunal unit parser.c --function next --cover branch --tests out\n  \
        tribunal unit parser.c --function next --tests out --framework unity\n\n\
        A formula describes suspicious paths. Its atoms are at(LABEL), at(LINE), at(FUNCTION:LABEL), at(end), and C\n\
        expressions over the variables in scope (at the end also `result`). Operators: ! && || -> <-> [] <> X (there is a next\n\
        node and ..), N (if there is a next node, then ..), U, R, W. A path is told as soon as it satisfies the formula\n\
        whatever follows, else at the end of the function. Arithmetic wraps.\n\n\
        Exit codes: 0 proved that there is no such path, 1 paths were found, 3 none was found within the limits,\n\
        2 wrong usage or input.")]
    Unit(Unit),
    /// Translate a temporal formula to a Büchi automaton
    #[command(after_help = "Examples:\n  \
        tribunal automaton '[] (p -> <> q)'\n  \
        tribunal automaton 'p U q' --dot | dot -Tsvg > until.svg\n  \
        tribunal automaton '! [] <> p' --never")]
    Automaton(Automaton),
    /// Decide a task of the competition on software verification, and write a witness
    #[command(after_help = "Examples:\n  \
        tribunal svcomp --prop unreach-call.prp --data-model ILP32 task.c\n  \
        tribunal svcomp --prop no-overflow.prp --data-model LP64 task.i --witness witness.yml --time 900s\n\n\
        The answer is one line: true, false(unreach-call), false(no-overflow), false(valid-deref), …, or unknown.\n\
        Why is told on the standard error stream.\n\
        Exit codes: 0 true, 1 false, 3 unknown, 2 wrong usage.")]
    Svcomp(Svcomp),
    /// Measure tribunal against another tool on a folder of models
    #[command(after_help = "Examples:\n  \
        tribunal bench promela models --against spin\n  \
        tribunal bench promela models --measure speed,memory --runs 1 --only peterson\n  \
        tribunal bench promela models --measure reduction --expected --csv > counts.csv\n  \
        tribunal bench ladder programs --time-limit 10s\n  \
        tribunal bench ladder programs --ladder absint,bmc,kind --json\n  \
        tribunal bench unit examples/unit\n\n\
        Exit codes: 0 it was measured, 2 wrong usage, or the other tool is not installed.")]
    Bench(Bench),
}
impl Command {
    /// Whether a program reads what is printed.
    pub(crate) fn is_json(&self) -> bool {
        match self {
            Self::Check(it) => it.is_json(),
            Self::Resume(it) => it.json,
            Self::Run(it) => it.json,
            Self::Simulate(it) => it.json,
            Self::Replay(it) => it.output.json,
            Self::Certify(it) => it.json,
            Self::Ir(it) => it.json,
            Self::Slice(it) => it.json,
            Self::Invariants(it) => it.json,
            Self::Unit(it) => it.json,
            Self::Automaton(it) => it.json,
            Self::Svcomp(_) => false,
            Self::Bench(it) => it.json,
        }
    }
}

/// What shapes the translation of a model.
#[derive(Clone, Debug, Args)]
pub(crate) struct Model {
    /// The program: C (.c .i), Promela (.pml .prom .promela .pr .spin .p) or IR text (.ir)
    pub(crate) file: PathBuf,
    /// Further files of a C program
    #[arg(value_name = "MORE.c")]
    pub(crate) more: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) translation: Translation,
}

/// What shapes the translation, apart from the file.
#[derive(Clone, Debug, Args)]
pub(crate) struct Translation {
    /// Define a macro before reading the model
    #[arg(short = 'D', value_name = "NAME[=VALUE]", value_parser = define)]
    pub(crate) defines: Vec<(String, String)>,
    /// A full channel loses messages instead of blocking the sender
    #[arg(long)]
    pub(crate) lossy: bool,
    /// Keep Spin's peculiarities where tribunal corrects them
    #[arg(long)]
    pub(crate) spin_compatible: bool,
    /// Add a temporal formula as a property (of a C program: check it instead of looking for errors); may be repeated
    #[arg(long, value_name = "FORMULA")]
    pub(crate) ltl: Vec<String>,
    #[command(flatten)]
    pub(crate) c: C,
}

/// What concerns C programs alone.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "C programs")]
pub(crate) struct C {
    /// What to look for, by name or group: unreach overflow memsafety leak uninit div shift deadlock … or `all`
    #[arg(long, value_name = "LIST", value_parser = checks)]
    pub(crate) checks: Option<Checks>,
    /// The sizes of the basic types
    #[arg(long, value_name = "MODEL", value_enum, default_value_t = DataModel::Lp64, ignore_case = true)]
    pub(crate) data_model: DataModel,
    /// The function where the program starts, as FUNCTION or FILE.c:FUNCTION; if it has a contract, it is checked against it
    #[arg(long, value_name = "FUNCTION", default_value = "main", visible_alias = "enforce")]
    pub(crate) entry: String,
    /// Let the contracts of these functions stand for their calls
    #[arg(long, value_name = "FUNCTIONS", value_delimiter = ',')]
    pub(crate) replace: Vec<String>,
    /// Check contracts of loops, and let them stand for the loops
    #[arg(long)]
    pub(crate) apply_loop_contracts: bool,
    /// Say nothing about runs in which a loop goes back to its start this often (as CBMC counts); never needed
    #[arg(long, value_name = "N")]
    pub(crate) unwind: Option<u64>,
    /// The same for single loops: the function, a dot, the number of the loop from 0 on, a colon, the bound
    #[arg(long, value_name = "LOOP:N", value_delimiter = ',', value_parser = bounded_loop)]
    pub(crate) unwindset: Vec<(String, u64)>,
    /// Look for included files here
    #[arg(short = 'I', value_name = "FOLDER")]
    pub(crate) include: Vec<String>,
    /// Preprocess by this command instead of our own preprocessor, e.g. 'cc -E'
    #[arg(long, value_name = "COMMAND")]
    pub(crate) cpp: Option<String>,
    /// Allocations may fail and yield the null pointer
    #[arg(long)]
    pub(crate) malloc_may_fail: bool,
    /// How far `bounds` lets an index go
    #[arg(long, value_name = "WHERE", value_enum, default_value_t = Bounds::Array)]
    pub(crate) bounds: Bounds,
}

/// How far an index may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Bounds {
    /// To the end of its array, also inside a struct or another array
    Array,
    /// To the end of the object
    Object,
}

/// The sizes of the basic types of C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum DataModel {
    /// `int`, `long` and pointers have 32 bits
    Ilp32,
    /// `long` and pointers have 64 bits
    Lp64,
}

fn bounded_loop(text: &str) -> Result<(String, u64), String> {
    let (name, bound) = text.rsplit_once(':').ok_or("a loop and its bound look like `main.0:5`")?;
    let bound = bound.parse().map_err(|_| format!("`{bound}` is no number"))?;
    Ok((name.to_owned(), bound))
}

fn checks(text: &str) -> Result<Checks, String> {
    Checks::parse(text).map_err(|it| format!("there is no check `{it}`"))
}

/// How results are shown.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Output {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Show every step of long traces
    #[arg(long)]
    pub(crate) full_trace: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) model: Model,
    /// Check only this property; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) property: Vec<String>,
    /// Check this formula of computation tree logic, instead of the properties; may be repeated
    #[arg(long, value_name = "FORMULA", conflicts_with_all = ["property", "ltl", "fair", "checkpoint", "hosts", "harness", "explain_matching"])]
    pub(crate) ctl: Vec<String>,
    /// Which states --ctl sees: those after each step, after each that stores in a global variable, or at labels
    /// that start with `state` [default: statement; C, unless `at` is asked for: global]
    #[arg(long, value_name = "WHICH", requires = "ctl")]
    pub(crate) granularity: Option<Granularity>,
    /// Only runs in which no process is passed over for ever count (weak fairness)
    #[arg(long)]
    pub(crate) fair: bool,
    /// Do not search: print which variables tell states apart at each point of control, and why
    #[arg(long)]
    pub(crate) explain_matching: bool,
    /// Do not search: print the properties, and where each can be violated
    #[arg(long, conflicts_with_all = ["explain_matching", "ctl"])]
    pub(crate) show_properties: bool,
    /// Tell the story: what each engine made of each property, what it handed on, and what would help
    #[arg(long, conflicts_with = "json")]
    pub(crate) explain: bool,
    /// Go on after an error and show every violation
    #[arg(long)]
    pub(crate) all_errors: bool,
    /// Write the first trace to a file, for `replay` and `simulate`
    #[arg(long, value_name = "FILE")]
    pub(crate) trace_out: Option<PathBuf>,
    /// Write to a file why properties hold, for `certify`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ctl", "cpp"])]
    pub(crate) certificate: Option<PathBuf>,
    /// For every check of a C program that fails, write a C file to this folder that makes it fail when compiled
    /// together with the program as its first lines say
    #[arg(long, value_name = "DIR")]
    pub(crate) harness: Option<PathBuf>,
    /// Print only the verdicts
    #[arg(long, short, conflicts_with = "json")]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) output: Output,
    /// Print a line of JSON for each property as soon as it is answered, and the report as the last line
    #[arg(long, conflicts_with_all = ["json", "quiet", "explain", "explain_matching", "show_properties", "hosts"])]
    pub(crate) json_lines: bool,
    /// How far proofs are checked a second time: not at all, or whatever it takes [default: as far as about half of the time of the first proof goes]
    #[arg(long, value_name = "HOW", conflicts_with = "ctl")]
    pub(crate) assurance: Option<Assurance>,
    #[command(flatten)]
    pub(crate) search: Search,
    /// Write the search for safety properties down in this folder, now and then and when it is
    /// interrupted; `tribunal resume DIR` goes on
    #[arg(long, value_name = "DIR", conflicts_with = "hosts")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// How often
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10m")]
    pub(crate) every: Duration,
}

/// How far proofs are to be believed without a second one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Assurance {
    /// Engines are trusted, no proof is checked again
    Trusted,
    /// Every proof is checked again, without a limit but --time
    Checked,
}

impl Check {
    /// Whether programs read what is printed.
    pub(crate) fn is_json(&self) -> bool {
        self.output.json || self.json_lines
    }
}

/// Which states are seen by formulas of computation tree logic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Granularity {
    /// The state after each step
    Statement,
    /// The state after each step that stores in a global variable
    Global,
    /// The state after each step to a label that starts with `state`
    Marked,
}

#[derive(Debug, Args)]
pub(crate) struct Simulate {
    #[command(flatten)]
    pub(crate) model: Model,
    /// The seed of the random choices
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Stop after this many steps
    #[arg(long, value_name = "NUMBER", default_value_t = 1000)]
    pub(crate) steps: u64,
    /// Follow a stored trace
    #[arg(long, value_name = "TRACE", conflicts_with_all = ["interactive", "seed"])]
    pub(crate) trace: Option<PathBuf>,
    /// Choose every step yourself
    #[arg(long, short, conflicts_with_all = ["seed", "json"])]
    pub(crate) interactive: bool,
    /// Write the run to a file, for `replay`
    #[arg(long, value_name = "FILE")]
    pub(crate) trace_out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) model: Model,
    /// The seed of all values that the program leaves open and nobody gives
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The inputs, in the order in which the program asks for them: results of functions without a body, such
    /// as `__VERIFIER_nondet_int` and `getchar`
    #[arg(long, value_name = "V1,V2,…", allow_hyphen_values = true)]
    pub(crate) input: Option<String>,
    /// Read the inputs from a file, separated by commas or white space
    #[arg(long, value_name = "FILE", conflicts_with = "input")]
    pub(crate) input_file: Option<PathBuf>,
    /// Ask for inputs at the terminal
    #[arg(long, conflicts_with = "json")]
    pub(crate) ask: bool,
    /// Stop after this many steps
    #[arg(long, value_name = "NUMBER")]
    pub(crate) steps: Option<u64>,
    /// Stop after this time
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    pub(crate) time: Option<Duration>,
    /// Write a run that fails to a file, for `replay`
    #[arg(long, value_name = "FILE")]
    pub(crate) trace_out: Option<PathBuf>,
    /// Show every step of the trace
    #[arg(long)]
    pub(crate) full_trace: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// What `main` gets as its arguments, after its name, e.g. `tribunal run sort.c -- 3 1 2`
    #[arg(last = true, value_name = "ARGUMENT")]
    pub(crate) arguments: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// The trace, as written by --trace-out
    pub(crate) trace: PathBuf,
    /// The model, if it is not where the trace says
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct Ir {
    #[command(flatten)]
    pub(crate) model: Model,
    /// Show the program as `check --reduce` would search it
    #[arg(long, value_name = "HOW", default_value = "none")]
    pub(crate) reduce: Reduce,
    /// Print a graph in the language of Graphviz
    #[arg(long, conflicts_with = "json")]
    pub(crate) dot: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Resume {
    /// The folder that was given to `check --checkpoint`
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Stop after this time, instead of what was said before
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Use at most this much memory, instead of what was said before
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<u64>,
    /// Search with this many threads, instead of what was said before
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<std::num::NonZeroUsize>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Certify {
    /// The program
    #[arg(value_name = "PROGRAM")]
    pub(crate) file: PathBuf,
    /// What `check --certificate` wrote, or a witness of any tool in the format 2.0 of the competition
    #[arg(value_name = "FILE")]
    pub(crate) certificate: PathBuf,
    /// How many steps may be taken for each kind of evidence
    #[arg(long, value_name = "NUMBER", default_value_t = tribunal_driver::certificate::STEPS)]
    pub(crate) steps: u64,
    /// How long a witness may be judged, such as 30s, 5m or 1h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Slice {
    #[command(flatten)]
    pub(crate) model: Model,
    /// Keep what this property depends on; may be repeated [default: all that are checked]
    #[arg(long, value_name = "NAME")]
    pub(crate) property: Vec<String>,
    /// Only runs in which no process is passed over for ever count (weak fairness)
    #[arg(long)]
    pub(crate) fair: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Domain {
    Octagons,
    Polyhedra,
    Powersets,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Transformer {
    Usual,
    Best,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Widening {
    /// To the next constant of the function, a few times, then to the limits of types
    Thresholds,
    /// To the limits of types at once
    Plain,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Join {
    /// Those that are nearest to each other, until there are few enough
    Nearest,
    /// All of them
    All,
}

#[derive(Debug, Args)]
pub(crate) struct Invariants {
    #[command(flatten)]
    pub(crate) model: Model,
    /// Relate local variables to each other, too, and so know more of each: by octagons, polyhedra or powersets of polyhedra
    #[arg(long, value_name = "DOMAIN")]
    pub(crate) domain: Option<Domain>,
    /// What assignments and conditions do: as written by hand for each operator, or the best there is, by a solver, for small programs
    #[arg(long, value_name = "WHICH", default_value = "usual")]
    pub(crate) transformer: Transformer,
    /// Where bounds that go on growing in a loop are moved to
    #[arg(long, value_name = "HOW", default_value = "thresholds")]
    pub(crate) widening: Widening,
    /// In which round of a loop they are moved there [default: 4]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) max_loop: Option<u32>,
    /// How often what is known in a loop is made smaller at the end [default: 2]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) narrowing: Option<u32>,
    /// How many intervals a set of numbers may have [default: 5]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) intervals: Option<std::num::NonZeroUsize>,
    /// Which intervals are joined where there would be more
    #[arg(long, value_name = "WHICH", default_value = "nearest")]
    pub(crate) join: Join,
    /// Print what was known at the heads of loops, round by round, too
    #[arg(long, conflicts_with = "json")]
    pub(crate) rounds: bool,
    /// Let somebody else prove all of it again, step by step with a solver, and print what could not be
    #[arg(long)]
    pub(crate) prove: bool,
    /// Stop after this time, such as 30s, 5m or 1h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Svcomp {
    /// The program
    pub(crate) file: PathBuf,
    /// The property file
    #[arg(long, value_name = "FILE")]
    pub(crate) prop: PathBuf,
    /// The sizes of the basic types
    #[arg(long, value_name = "MODEL", value_enum, default_value_t = DataModel::Lp64, ignore_case = true)]
    pub(crate) data_model: DataModel,
    /// Write a witness of the answer, in format 2.0
    #[arg(long, value_name = "FILE")]
    pub(crate) witness: Option<PathBuf>,
    /// Stop after this time, such as 30s, 5m or 1h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Stop at this much memory, such as 512M or 4G [default: 3/4 of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct Automaton {
    /// The formula: `[] <> X ! U W V R && || -> <->`, or `always eventually next until …`
    pub(crate) formula: String,
    /// Print a graph in the language of Graphviz
    #[arg(long, conflicts_with_all = ["never", "json"])]
    pub(crate) dot: bool,
    /// Print a never claim in Promela
    #[arg(long, conflicts_with = "json")]
    pub(crate) never: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// Models in Promela, against another tool
    Promela,
    /// What each rung of the ladder settles on programs of any language, and its time
    Ladder,
    /// Coverage of the functions of C files by generated tests
    Unit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Opponent {
    Spin,
}

#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// What is measured
    #[arg(value_name = "WHAT")]
    pub(crate) language: Language,
    /// The folder of the models; an `expected.tsv` in it saves finding out their sizes
    #[arg(default_value = ".")]
    pub(crate) folder: PathBuf,
    /// With `ladder`: the rungs, as for `check` [default: what suits each program]
    #[arg(long, value_name = "RUNGS", value_delimiter = ',', value_parser = search::rung)]
    pub(crate) ladder: Vec<tribunal_driver::Rung>,
    /// The other tool
    #[arg(long, value_name = "TOOL", default_value = "spin")]
    pub(crate) against: Opponent,
    /// What to measure: speed, cores, start, memory, reduction, ltl [default: all]
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = measure,
          default_values = Measure::ALL.map(Measure::name), hide_default_value = true)]
    pub(crate) measure: Vec<Measure>,
    /// How often each tool is run; the median counts
    #[arg(long, value_name = "NUMBER", default_value_t = 3, value_parser = runs)]
    pub(crate) runs: usize,
    /// Measure speed and memory on models with at least this many states, and the time to a verdict
    /// on the others
    #[arg(long, value_name = "NUMBER", default_value_t = 100_000)]
    pub(crate) min_states: u64,
    /// Give up on a run after this time
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    pub(crate) time_limit: Duration,
    /// Give up on a run that needs more memory than this
    #[arg(long, value_name = "SIZE", default_value = "8G", value_parser = size)]
    pub(crate) memory: u64,
    /// Spin's hash table where speed is compared: as shipped, or sized to the graph, which is known from
    /// a run before
    #[arg(long, value_name = "HOW", default_value = "shipped", value_parser = tables)]
    pub(crate) tables: Tables,
    /// Only models whose path contains this
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub(crate) only: String,
    /// Take Spin's counts for `reduction` from `expected.tsv` instead of running Spin
    #[arg(long)]
    pub(crate) expected: bool,
    /// Print JSON
    #[arg(long, conflicts_with = "csv")]
    pub(crate) json: bool,
    /// Print comma-separated values
    #[arg(long)]
    pub(crate) csv: bool,
}

fn measure(text: &str) -> Result<Measure, String> {
    let known = Measure::ALL.map(Measure::name);
    let found = Measure::ALL.into_iter().find(|it| it.name() == text);
    found.ok_or_else(|| format!("expected some of {}", known.join(", ")))
}

fn tables(text: &str) -> Result<Tables, String> {
    let found = Tables::ALL.into_iter().find(|it| it.name() == text);
    found.ok_or_else(|| format!("expected {}", Tables::ALL.map(Tables::name).join(" or ")))
}

fn runs(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|it| 0 < *it);
    number.ok_or_else(|| "expected a positive number".to_owned())
}

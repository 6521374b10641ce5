//! What a report says, as plain data: the JSON contract, version 1.
//!
//! `docs/book/src/json.md` documents every field under the name it has here. Fields may be added;
//! none is renamed or removed while [`CONTRACT`] stays the same. The terminal shows the same data.

use serde::{Deserialize, Serialize};

/// The version of the JSON contract.
pub const CONTRACT: u32 = 1;

/// Who speaks.
pub const TOOL: &str = "tribunal";

/// The version of the tool.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// All that `tribunal check` has to say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Always [`TOOL`].
    pub tool: &'static str,
    /// The version of the tool.
    pub version: &'static str,
    /// The version of this contract.
    pub contract: u32,
    /// The path of the model as the user gave it.
    pub model: String,
    /// False if any property is false, else maybe if any is maybe, else true.
    pub verdict: Truth,
    /// How the program was simplified for the search: states and transitions are counted on that
    /// simplified program, traces are of the program itself.
    pub reduction: String,
    /// One entry for each property that was asked for.
    pub properties: Vec<PropertyReport>,
    /// What every true answer rests on.
    pub assumptions: Vec<AssumptionReport>,
    /// What else is good to know of the answers: what they do not cover.
    pub remarks: Vec<AssumptionReport>,
    /// Statements no run reaches, by process; absent unless a search was complete.
    pub unreached: Option<Vec<UnreachedReport>>,
    /// What it cost.
    pub statistics: StatisticsReport,
    /// The paths of the harnesses that were written, if any were.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub harnesses: Vec<String>,
    /// Messages about the input.
    pub diagnostics: Vec<DiagnosticReport>,
}

/// Something that was taken for granted, or that an answer does not cover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AssumptionReport {
    /// What kind of thing, in one word.
    pub kind: &'static str,
    /// What it is.
    pub what: String,
    /// Where it matters first.
    pub place: Option<PlaceReport>,
}

/// A verdict in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Truth {
    /// It holds.
    True,
    /// It does not hold.
    False,
    /// Not known.
    Maybe,
}

/// What was found out about one property.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PropertyReport {
    /// Its name.
    pub name: String,
    /// What kind of question it is.
    pub kind: &'static str,
    /// The answer.
    pub verdict: Truth,
    /// The engine that gave it.
    pub by: &'static str,
    /// `checked`, `repeated` or `trusted`.
    pub assurance: &'static str,
    /// What the answer rests on.
    pub basis: Vec<AssumptionReport>,
    /// How a proof was checked again, for people.
    pub rechecked: Option<String>,
    /// Why, for people.
    pub reason: String,
    /// Why, for programs: one of a fixed list of words.
    pub reason_code: &'static str,
    /// What would settle a maybe.
    pub hint: Option<String>,
    /// What else would help to settle a maybe.
    pub helps: Vec<String>,
    /// What each rung of the ladder made of it, in order.
    pub rungs: Vec<RungReport>,
    /// The property is true only because this expression never is.
    pub vacuous: Option<String>,
    /// Where the violation, the reason or the property stands in the source.
    pub place: Option<PlaceReport>,
    /// The run that shows a false.
    pub trace: Option<TraceReport>,
    /// Further runs, where all errors were asked for.
    pub more_traces: Vec<TraceReport>,
}

/// What a rung of the ladder made of a property.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RungReport {
    /// The rung.
    pub rung: &'static str,
    /// Its engine.
    pub engine: &'static str,
    /// What it found.
    pub verdict: Truth,
    /// Why, for people.
    pub reason: String,
    /// Why, for programs.
    pub reason_code: &'static str,
    /// What the rung cost, for all properties that it looked at together.
    pub seconds: f64,
}

/// A place in a source text; numbers start at 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct PlaceReport {
    /// The path of the file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

/// A run of the program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TraceReport {
    /// `violation`, `deadlock`, `cycle`, `stutter`, `claim-end`; for a simulation also `finished`,
    /// `stopped` or `diverges`, for the run of a C program also `unsupported` or `blocked`.
    pub end: &'static str,
    /// What the run shows, for people.
    pub message: String,
    /// The first step of the cycle, as an index into `steps`.
    pub cycle_start: Option<usize>,
    /// The steps.
    pub steps: Vec<StepReport>,
    /// Where every living process is at the end.
    pub processes: Vec<StandingReport>,
    /// The variables and channels at the end.
    pub values: Vec<ValueReport>,
    /// The run in compact form, for `tribunal replay`.
    pub replay: ReplaySteps,
    /// Of a sequential program: the values that came from outside, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<InputReport>,
    /// Of a sequential program: the calls that are open at the end, the innermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<FrameReport>,
    /// Of a sequential program: the object that is accessed where that goes wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<ObjectReport>,
}

/// An object in memory, and an access to it that goes wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObjectReport {
    /// Its name in the source, or what made it, e.g. `malloc`.
    pub name: String,
    /// `declared` or `allocated`.
    pub kind: &'static str,
    /// How many bytes it has, or had.
    pub size: u64,
    /// Where the access begins, in bytes from the start of the object.
    pub offset: i64,
    /// How many bytes are accessed, as far as that is asked.
    pub bytes: Option<u64>,
    /// What would be at the offset by name, as in `table[7]`.
    pub part: Option<String>,
    /// Where it was declared or allocated.
    pub made: Option<PlaceReport>,
    /// Where its life ended: it was freed, or its block was left.
    pub ended: Option<PlaceReport>,
}

/// A value that a program left open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InputReport {
    /// The function that returned it, or the variable that held it.
    pub name: String,
    /// `input` or `uninitialised`.
    pub kind: &'static str,
    /// The file where it was asked for.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The value.
    pub value: String,
    /// The same as a character, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub character: Option<String>,
    /// Whether what the run shows depends on it.
    pub matters: bool,
}

/// A call that has not returned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FrameReport {
    /// The function.
    pub function: String,
    /// The file where it is.
    pub file: String,
    /// The line where it is.
    pub line: u32,
    /// Its variables.
    pub values: Vec<ChangeReport>,
}

/// A loop that a step is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LoopReport {
    /// Tells it from other loops, and from the same loop entered another time.
    pub id: u32,
    /// Its line.
    pub line: u32,
    /// The round, from 1.
    pub round: u64,
}

/// One step of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepReport {
    /// The name of the process that moves.
    pub process: String,
    /// Its index.
    pub pid: u32,
    /// The file of the statement.
    pub file: String,
    /// The line of the statement.
    pub line: u32,
    /// The column of the statement.
    pub column: u32,
    /// The text of the statement.
    pub text: String,
    /// The values that changed.
    pub changes: Vec<ChangeReport>,
    /// The processes that came alive.
    pub started: Vec<ProcessReport>,
    /// The processes that ended.
    pub ended: Vec<ProcessReport>,
    /// The channel traffic.
    pub messages: Vec<MessageReport>,
    /// At a rendezvous, who received.
    pub partner: Option<PartnerReport>,
    /// What the step printed.
    pub output: String,
    /// What the step violated, for people.
    pub violation: Option<String>,
    /// Of a sequential program: how many calls are around, `main` being 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub depth: usize,
    /// Of a sequential program: the loops around, the outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub loops: Vec<LoopReport>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks like this")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A process of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProcessReport {
    /// Its name.
    pub process: String,
    /// Its index.
    pub pid: u32,
}

/// A value that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangeReport {
    /// The variable or channel.
    pub name: String,
    /// The process it belongs to; absent if it is global.
    pub owner: Option<ProcessReport>,
    /// What it held; absent if it was not there.
    pub before: Option<String>,
    /// What it holds; absent if it is there no more.
    pub after: Option<String>,
    /// Whether what the run shows depends on it, as far as is known.
    pub matters: bool,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ValueReport {
    /// The variable or channel.
    pub name: String,
    /// The process it belongs to; absent if it is global.
    pub owner: Option<ProcessReport>,
    /// What it holds.
    pub value: String,
}

/// A message on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MessageReport {
    /// What happened to it.
    pub kind: MessageKind,
    /// The channel.
    pub channel: String,
    /// The fields.
    pub fields: Vec<String>,
    /// The index of the process that did it.
    pub pid: u32,
    /// At a handshake, the index of the receiving process.
    pub to: Option<u32>,
}

/// What happened to a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MessageKind {
    /// It was put into a channel.
    Send,
    /// It was taken from a channel, or copied.
    Receive,
    /// It was handed over at a rendezvous.
    Handshake,
    /// It was lost: the channel was full.
    Lost,
}

/// The other side of a rendezvous.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartnerReport {
    /// The name of the process.
    pub process: String,
    /// Its index.
    pub pid: u32,
    /// The line of its statement.
    pub line: u32,
    /// The column of its statement.
    pub column: u32,
    /// The text of its statement.
    pub text: String,
}

/// Where a process is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StandingReport {
    /// The name of the process.
    pub process: String,
    /// Its index.
    pub pid: u32,
    /// The line of the statement it is at.
    pub line: u32,
    /// The column of the statement it is at.
    pub column: u32,
    /// The text of the statement it is at.
    pub text: String,
    /// Whether it may stop there.
    pub valid_end: bool,
}

/// The steps of a run in compact form, separated by spaces: `process:edge` or, at a rendezvous,
/// `process:edge/partner:edge`, all of them numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplaySteps(pub String);

/// Statements of a process that no run reaches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnreachedReport {
    /// The name of the process.
    pub process: String,
    /// How many statements it has.
    pub of: usize,
    /// The statements.
    pub statements: Vec<StatementReport>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct StatementReport {
    /// Its file.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// Its column.
    pub column: u32,
    /// Its text.
    pub text: String,
}

/// What all searches together cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StatisticsReport {
    /// States stored, in all searches.
    pub states: u64,
    /// Steps between stored states, in all searches.
    pub transitions: u64,
    /// The longest run explored.
    pub depth: u64,
    /// Seconds from start to end.
    pub seconds: f64,
    /// The largest memory in use by a search.
    pub memory_bytes: u64,
    /// The speed of the searches.
    pub states_per_second: f64,
    /// Each search.
    pub searches: Vec<SearchReport>,
}

/// What one search cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchReport {
    /// The rung of the ladder.
    pub rung: &'static str,
    /// What that does, for people.
    #[serde(skip)]
    pub summary: &'static str,
    /// The engine.
    pub engine: &'static str,
    /// The properties it was about.
    pub properties: Vec<String>,
    /// Those that it settled.
    pub settled: Vec<String>,
    /// How many facts it handed on.
    pub facts: u64,
    /// States stored.
    pub states: u64,
    /// Steps between stored states.
    pub transitions: u64,
    /// Steps that end inside an atomic sequence.
    pub atomic_steps: u64,
    /// The longest run explored.
    pub depth: u64,
    /// When it began, in seconds since the check did.
    pub start: f64,
    /// Seconds.
    pub seconds: f64,
    /// The largest memory in use.
    pub memory_bytes: u64,
    /// The size of one state before it is stored; 0 if the engine does not tell.
    pub state_bytes: u64,
    /// The memory of the states stored, with all tables.
    pub table_bytes: u64,
    /// The share of that memory for each state.
    pub bytes_per_state: f64,
    /// How many threads searched.
    pub threads: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// Clauses that it was given.
    pub clauses: u64,
    /// Dead ends that it ran into.
    pub conflicts: u64,
    /// What formulas and the solver have cost, in steps that are counted, not measured.
    pub steps: u64,
    /// How states were stored: `exact`, `small`, `compact` or `bitstate`; empty if none was.
    pub storage: &'static str,
    /// The share of the states that the search is expected to have visited; absent if the search was
    /// exact.
    pub coverage: Option<f64>,
    /// The reductions that were in force.
    pub reductions: Vec<String>,
    /// What slicing dropped from the program before, in short; empty if nothing.
    pub dropped: String,
    /// How the search was shared out; absent if one process searched alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distribution: Option<DistributionReport>,
}

/// How a distributed search was shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DistributionReport {
    /// The number of the process that reports, from 0.
    pub process: u64,
    /// How many processes searched.
    pub processes: u64,
    /// The states that the reporting process stored.
    pub own_states: u64,
    /// Steps from a state of one worker to a state of another.
    pub crossings: u64,
    /// What all processes sent to each other during the search.
    pub bytes: u64,
    /// How often all workers waited for each other.
    pub rounds: u64,
}

/// A message about the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DiagnosticReport {
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// A stable name for this kind of message.
    pub code: String,
    /// The message.
    pub message: String,
    /// The file; absent if the message is about no place.
    pub file: Option<String>,
    /// The line.
    pub line: Option<u32>,
    /// The column.
    pub column: Option<u32>,
    /// What the user can do.
    pub help: Option<String>,
}

/// What `tribunal run`, `tribunal simulate` and `tribunal replay` have to say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunReport {
    /// Always [`TOOL`].
    pub tool: &'static str,
    /// The version of the tool.
    pub version: &'static str,
    /// The version of this contract.
    pub contract: u32,
    /// The path of the model.
    pub model: String,
    /// The seed of a random run.
    pub seed: Option<u64>,
    /// The property that a stored trace violates.
    pub property: Option<String>,
    /// `false` if the run shows something wrong, else `maybe`: one run proves nothing.
    pub verdict: Truth,
    /// The run; absent if there is none.
    pub trace: Option<TraceReport>,
    /// What a C program printed; absent for other commands than `run`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// The exit status of a C program that came to its end; absent for other commands than `run`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_status: Option<u8>,
    /// Messages about the input.
    pub diagnostics: Vec<DiagnosticReport>,
}

/// What `tribunal ir` has to say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IrReport {
    /// Always [`TOOL`].
    pub tool: &'static str,
    /// The version of the tool.
    pub version: &'static str,
    /// The version of this contract.
    pub contract: u32,
    /// The path of the model.
    pub model: String,
    /// The text form of the program; absent if the model has errors.
    pub ir: Option<String>,
    /// Messages about the input.
    pub diagnostics: Vec<DiagnosticReport>,
}

/// What `tribunal automaton` has to say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AutomatonReport {
    /// Always [`TOOL`].
    pub tool: &'static str,
    /// The version of the tool.
    pub version: &'static str,
    /// The version of this contract.
    pub contract: u32,
    /// The formula as the user gave it.
    pub formula: String,
    /// The state in which runs start; absent if the formula has errors.
    pub initial: Option<usize>,
    /// The states.
    pub states: Vec<AutomatonStateReport>,
    /// Messages about the input.
    pub diagnostics: Vec<DiagnosticReport>,
}

/// A state of an automaton.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AutomatonStateReport {
    /// Its number: its position in the list.
    pub state: usize,
    /// Whether it is accepting.
    pub accepting: bool,
    /// The edges that leave it.
    pub edges: Vec<AutomatonEdgeReport>,
}

/// An edge of an automaton.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AutomatonEdgeReport {
    /// The condition under which it is taken.
    pub guard: String,
    /// The state it leads to.
    pub target: usize,
}

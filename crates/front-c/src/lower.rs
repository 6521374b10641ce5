//! From the typed tree to the program representation: what C means is written into edges here.
//!
//! - L1. Operands are evaluated from left to right, the place of an assignment before its value.
//! - L2. A scalar variable whose address is never taken is a variable of the program; all others are objects in memory, and so
//!   are structs, unions and arrays. A value of such a type is handled as a pointer to its bytes.
//! - L3. Whatever C leaves undefined is an edge that violates a property ([`Check`]) and ends the run. If that check is not wanted,
//!   arithmetic goes on with the wrapped number; anything else is a boundary, as what is not supported (L5).
//! - L4. A function with a struct or union as result gets a pointer to it as its first parameter; a variadic one gets a pointer to
//!   an object with its further arguments, sixteen bytes each, as its last.
//! - L5. What is not supported violates [`Check::Unsupported`] where it is reached.
//!
//! - L6. In a program with threads, every step reads or writes one thing that others can see ([`threads`]).
//!
//! Reading order: `flow` (building automata), `types`, `ops`, `place`, `expr`, `stmt`, `call`, `library`, `start`.

mod addresses;
mod approximate;
mod arith;
mod builtin;
mod call;
mod cancel;
mod captured;
mod check;
mod contract;
mod declare;
mod effects;
mod environment;
mod expr;
mod far_jump;
mod finished;
mod flow;
mod foreign;
mod format;
mod frame;
mod fresh;
mod handed;
mod havoc;
mod heap;
mod host;
mod indirect;
mod initial;
mod integers;
mod jump;
mod library;
mod literal;
mod loop_contract;
mod loop_writes;
mod missing;
mod nan;
mod neighbour;
mod nonnull;
mod ops;
mod output;
mod overlap;
mod place;
mod pointer;
mod quantified;
mod reuse;
mod sign;
mod start;
mod stmt;
mod subscript;
mod temporary;
mod threads;
mod types;
mod uninterpreted;
mod unwinding;
mod verifier;
mod whole;

pub use check::{Check, Checks};
pub(crate) use finished::Finished;
pub use host::{Names, Parts, StateName, lower_parts};

use std::collections::{BTreeMap, BTreeSet, HashMap};

use tribunal_base::{Arena, Id, Span};
use tribunal_ir::{
    Action, Assumption, AssumptionKind, LocId, Matching, ObjectId, Place, PointerBytes, ProcId,
    Process, ProcessKind, Program, PropId, Property, Scope, Shape, TyId, Var,
};

use self::nan::Bytes;
use self::output::Closing;
use self::temporary::Temporaries;
use crate::hir::{DataModel, ExprId, FunctionId, LabelId, StmtId, TypeId, Unit};
use flow::Flow;

/// What shapes a translation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// What is looked for.
    pub checks: Checks,
    /// Whether memory can run out.
    pub allocation: Allocation,
    /// How far an index may go.
    pub bounds: Bounds,
    /// What violates [`Check::Assertion`].
    pub errors: Errors,
    /// The functions whose calls are replaced by their contracts.
    pub replaced: Vec<String>,
    /// How often loops are gone through, if that is bounded.
    pub unwinding: Unwinding,
    /// What becomes of contracts of loops.
    pub loops: LoopContracts,
}

/// What becomes of contracts of loops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoopContracts {
    /// Nothing: loops are followed.
    #[default]
    Ignored,
    /// They are checked and stand for the loops.
    Applied,
}

/// How often loops are gone through: nothing is said about runs that go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unwinding {
    /// All loops.
    pub every: Option<u64>,
    /// These loops: the function, a dot and a number, counted from 0 in the order in which loops end.
    pub loops: Vec<(String, u64)>,
}

/// What stands for an error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Errors {
    /// A failed assertion, or a call of a function that stands for an error by convention.
    #[default]
    Assertions,
    /// Only a call of this function; a failed assertion ends the run.
    Calls(String),
}

/// How far an index may go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bounds {
    /// To the end of its array, also where that is a member of a struct or a row of another array.
    #[default]
    Array,
    /// To the end of the object.
    Object,
}

/// Whether memory can run out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Allocation {
    /// It never does; but who asks for more than an object can have gets none.
    #[default]
    Succeeds,
    /// It never does, and nobody asks for more than an object can have, as the competition has it.
    Granted,
    /// Any allocation may fail and yield the null pointer.
    MayFail,
}

/// Translates a type-checked program. The caller provides a deep stack ([`crate::with_deep_stack`]).
#[must_use]
pub fn lower(unit: &Unit, choices: &Choices) -> Program {
    lower_recording(unit, choices).0
}

/// The same, with what conditions about the program have to know.
pub(crate) fn lower_recording(unit: &Unit, choices: &Choices) -> (Program, Finished) {
    let mut lowering = Lowering::new(unit, choices, Program::default());
    lowering.prepare_threads();
    lowering.prepare_approximation();
    lowering.prepare_far_jumps();
    lowering.note_order();
    lowering.note_unchecked();
    lowering.note_bytes_of_pointers();
    lowering.start();
    while let Some(function) = lowering.queue.pop() {
        lowering.function(function);
    }
    lowering.finish_threads();
    lowering.finished()
}

/// A translation in the making.
struct Lowering<'u> {
    unit: &'u Unit,
    choices: &'u Choices,
    program: Program,
    properties: BTreeMap<Check, PropId>,
    /// The processes of functions that are used.
    functions: Vec<Option<ProcId>>,
    /// Those that are still to be translated.
    queue: Vec<FunctionId>,
    /// Where variables are kept.
    homes: Vec<Option<Home>>,
    /// Whether evaluating an expression changes anything, as far as is known.
    effects: Vec<Option<bool>>,
    /// Whether functions may end without the value they should return, as far as is known.
    suspects: Vec<Option<bool>>,
    /// Tells whether the last of those to return did.
    returned_nothing: Option<tribunal_ir::VarId>,
    assumptions: BTreeSet<Assumption>,
    /// The types whose pointers may point past the end of an object.
    moving: rustc_hash::FxHashSet<TypeId>,
    /// The calls of which only the sign is looked at.
    signs: rustc_hash::FxHashSet<ExprId>,
    /// The conversions of pointers to numbers of which no address is kept.
    fleeting: rustc_hash::FxHashSet<ExprId>,
    /// The conditions of quantifiers for which one value of the variable may be chosen.
    chosen: rustc_hash::FxHashSet<ExprId>,
    /// Whether a condition of a contract is assumed or checked here.
    stance: Option<contract::Stance>,
    /// What the function that is checked against its contract may write.
    frame: Option<std::rc::Rc<frame::Frame>>,
    /// What stands for functions whose calls are replaced by their contracts.
    replaced: BTreeMap<FunctionId, ProcId>,
    /// What pointers to functions point to that are handed to the entry.
    handed: Option<ProcId>,
    /// What is known of addresses that are kept as numbers.
    kept: Option<reuse::Kept>,
    /// Whether there are objects that die at the end of an expression.
    temporaries: Temporaries,
    /// Whether the program closes streams.
    closing: Closing,
    /// What the program may see of the bytes of its values.
    bytes_seen: Bytes,
    /// What is done when the program ends.
    finish: Option<ProcId>,
    /// If the program has threads: the variable that says which one moves alone, its number and one, or 0.
    threads: Option<tribunal_ir::VarId>,
    /// If the program has functions whose results are not exact: the variable that says whether there was such a result.
    imprecise: Option<tribunal_ir::VarId>,
    /// If the program has `setjmp` and `longjmp`: what it needs for them.
    far_jumps: Option<far_jump::FarJumps>,
    /// The labels of the source.
    labels: Vec<tribunal_ir::Label>,
    /// What stands for the addresses of labels: pointers to functions that nobody calls.
    label_addresses: BTreeMap<LabelId, ProcId>,
    /// The labels that have one, in all functions.
    addressed_labels: Vec<LabelId>,
    /// The model around, if the program is a part of one.
    host: Option<host::Host>,
    build: Build,
}

/// Where a variable is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Home {
    /// In a variable of the program.
    Register(tribunal_ir::VarId),
    /// In a static object.
    Static(ObjectId),
    /// In an object whose address a variable of the program holds.
    Slot { address: tribunal_ir::VarId, object: ObjectId },
}

/// The function at hand.
struct Build {
    process: ProcId,
    /// Which it is in the source.
    function: Option<FunctionId>,
    flow: Flow,
    /// The blocks around, from the outermost.
    scopes: Vec<StmtId>,
    /// The loops and switches around, from the outermost.
    exits: Vec<Exit>,
    /// The points of labels.
    labels: HashMap<LabelId, LocId>,
    /// The blocks around labels.
    label_scopes: HashMap<LabelId, Vec<StmtId>>,
    /// What is done when blocks are left, each with how many blocks are around it.
    cleanups: Vec<(usize, ExprId)>,
    /// How many of these there are at labels that control has passed.
    cleanups_at: HashMap<LabelId, usize>,
    /// Where the result goes, if it is a struct or union.
    result: Option<tribunal_ir::VarId>,
    /// The further arguments of a variadic function.
    variadic: Option<tribunal_ir::VarId>,
    /// Objects that live until the function returns.
    until_return: Vec<tribunal_ir::VarId>,
    /// Objects that live until the end of the full expression.
    until_full_expression: Vec<tribunal_ir::VarId>,
    /// Pointers on their way in the statement at hand, if it matters who holds them.
    passing: Vec<tribunal_ir::VarId>,
    /// If the function calls `setjmp`: which call of it this is.
    activation: Option<far_jump::Activation>,
    /// The points to which calls lead that jumps leave.
    landings: Vec<far_jump::Landing>,
    /// If others wait while the function runs: what to restore when it returns.
    section: Option<tribunal_ir::ExprId>,
    /// In a contract: variables for pointers to the objects that it makes, the next one last.
    made: Vec<tribunal_ir::VarId>,
    /// In a contract: pointers to memory that other pointers are not to share.
    apart: Vec<tribunal_ir::ExprId>,
    /// What the loops around may write that have contracts, from the outermost.
    loop_frames: Vec<loop_contract::LoopFrame>,
}

/// Where `break` and `continue` lead.
#[derive(Clone, Copy)]
struct Exit {
    breaks: LocId,
    continues: Option<LocId>,
    /// How many blocks are around.
    depth: usize,
}

impl Build {
    fn empty(process: ProcId, flow: Flow) -> Self {
        Self {
            process,
            function: None,
            flow,
            scopes: Vec::new(),
            exits: Vec::new(),
            labels: HashMap::new(),
            label_scopes: HashMap::new(),
            cleanups: Vec::new(),
            cleanups_at: HashMap::new(),
            result: None,
            variadic: None,
            until_return: Vec::new(),
            until_full_expression: Vec::new(),
            passing: Vec::new(),
            activation: None,
            landings: Vec::new(),
            section: None,
            made: Vec::new(),
            apart: Vec::new(),
            loop_frames: Vec::new(),
        }
    }

    /// A new process, with control at its entry.
    fn new_process(program: &mut Program, name: &str, kind: ProcessKind, span: Span) -> Self {
        let process = new_process(program, name, kind, span);
        Self::of(program, process)
    }

    /// Control at the entry of a process.
    fn of(program: &mut Program, process: ProcId) -> Self {
        let (entry, span) = (program.procs[process].entry, program.procs[process].span);
        let flow = Flow::new(program, process, entry, span);
        Self::empty(process, flow)
    }
}

/// A process without statements.
fn new_process(program: &mut Program, name: &str, kind: ProcessKind, span: Span) -> ProcId {
    let process = ProcId::from_index(program.procs.len());
    let entry = flow::location(program, process, span, tribunal_ir::Marks::default());
    program.procs.push(Process {
        name: name.to_owned(),
        kind,
        params: 0,
        locals: Vec::new(),
        entry,
        active: u32::from(kind == ProcessKind::Ordinary),
        priority: 1,
        provided: None,
        span,
    })
}

impl<'u> Lowering<'u> {
    /// Nothing translated yet; what is will be added to a program.
    fn new(unit: &'u Unit, choices: &'u Choices, mut program: Program) -> Self {
        program.pointer_bytes = match unit.types.model() {
            DataModel::Ilp32 => PointerBytes::Four,
            DataModel::Lp64 | DataModel::Integers => PointerBytes::Eight,
        };
        let mut properties = BTreeMap::new();
        for check in choices.checks.iter() {
            let (name, kind) = (check.name().to_owned(), check.kind());
            properties.insert(check, program.props.push(Property { name, kind, span: None }));
        }
        program.boundary = properties.get(&Check::Unsupported).copied();
        let nowhere = Span::new(tribunal_base::FileId(0), 0, 0);
        let build = Build::new_process(&mut program, "start", ProcessKind::Ordinary, nowhere);
        let nothing = Finished::nothing(unit, properties);
        Self::going_on(unit, choices, program, nothing, build)
    }

    /// The program, when all is translated.
    fn finished(mut self) -> (Program, Finished) {
        self.program.assumptions = std::mem::take(&mut self.assumptions).into_iter().collect();
        havoc::drop_unread(&mut self.program);
        self.name_parts_of_wrapped();
        let program = std::mem::take(&mut self.program);
        (program, self.record())
    }

    /// Notes where effects happen in an order that C leaves open.
    fn note_order(&mut self) {
        for it in &self.unit.unsequenced {
            let what = match it.variable {
                Some(it) => format!("`{}`", self.unit.variables[it].name),
                None => "memory behind pointers".to_owned(),
            };
            let what =
                format!("effects on {what} whose order C leaves open happen from left to right");
            self.assume_that(AssumptionKind::Order, what, it.span);
        }
    }
}

impl Lowering<'_> {
    /// A new local variable of the function at hand.
    fn local(&mut self, name: &str, ty: TyId, span: Span) -> tribunal_ir::VarId {
        let process = self.build.process;
        self.local_of(process, name, ty, span)
    }

    fn local_of(
        &mut self,
        process: ProcId,
        name: &str,
        ty: TyId,
        span: Span,
    ) -> tribunal_ir::VarId {
        let scope = Scope::Local(process);
        let name = name.to_owned();
        let var = Var { name, ty, scope, init: Vec::new(), matching: Matching::Matched, span };
        let var = self.program.vars.push(var);
        self.program.procs[process].locals.push(var);
        var
    }

    /// A new local variable for a value on its way.
    fn temporary(&mut self, ty: TyId) -> tribunal_ir::VarId {
        let span = self.build.flow.span;
        let temporary = self.local("%", ty, span);
        if self.program.tys[ty] == tribunal_ir::Ty::Pointer
            && self.properties.contains_key(&Check::Leak)
        {
            self.build.passing.push(temporary);
        }
        temporary
    }

    /// A new local variable for a value that comes from outside, under the name by which people know its origin. Like all names that no
    /// language allows, it starts with a `%`.
    fn input(&mut self, origin: &str, ty: TyId, span: Span) -> tribunal_ir::VarId {
        self.local(&format!("%{origin}"), ty, span)
    }

    /// Stores a value to a variable of the program.
    fn set(&mut self, var: tribunal_ir::VarId, value: tribunal_ir::ExprId) {
        let place = self.program.place(Place::Var(var));
        self.act(Action::Assign { place, value });
    }

    /// Stores any value to a variable of the program.
    fn havoc(&mut self, var: tribunal_ir::VarId) {
        let place = self.program.place(Place::Var(var));
        self.act(Action::Havoc { place });
    }

    /// The value, kept where later effects cannot change it.
    fn keep(&mut self, value: tribunal_ir::ExprId) -> tribunal_ir::ExprId {
        if let tribunal_ir::Expr::Const { .. }
        | tribunal_ir::Expr::Object(_)
        | tribunal_ir::Expr::Function(_) = self.program.exprs[value]
        {
            return value;
        }
        let ty = self.program.ty_of(value).expect("I4: an expression should be well typed");
        let ty = self.program.ty(ty);
        let kept = self.temporary(ty);
        self.set(kept, value);
        self.load_var(kept)
    }

    /// The value, kept if evaluating `later` could change it.
    fn keep_before(&mut self, value: tribunal_ir::ExprId, later: &[ExprId]) -> tribunal_ir::ExprId {
        if later.iter().any(|it| self.has_effects(*it)) { self.keep(value) } else { value }
    }

    /// Notes what is taken for granted, or else good to know.
    fn assume_that(&mut self, kind: AssumptionKind, what: String, span: Span) {
        if !self.assumptions.iter().any(|it| it.what == what) {
            self.assumptions.insert(Assumption { kind, what, span: Some(span) });
        }
    }

    /// Notes what is not looked for.
    fn note_unchecked(&mut self) {
        let can_fail = |it: &Check| *it != Check::Deadlock || self.threads.is_some();
        let off = Check::ALL.into_iter().filter(|it| !self.choices.checks.has(*it));
        let off = off.filter(|it| it.kind().shape() != Shape::Run).filter(can_fail);
        let names: Vec<&str> = off.map(Check::name).collect();
        if !names.is_empty() {
            let what = format!("not looked for: {}", names.join(", "));
            self.assumptions.insert(Assumption {
                kind: AssumptionKind::NotChecked,
                what,
                span: None,
            });
        }
    }

    /// What is not supported ends the run.
    fn unsupported(&mut self, what: &str, span: Span) {
        self.fail(Check::Unsupported, what, span);
    }
}

/// The ids of an arena.
fn ids<I: Id, T>(arena: &Arena<I, T>) -> impl Iterator<Item = I> + use<I, T> {
    (0..arena.len()).map(I::from_index)
}

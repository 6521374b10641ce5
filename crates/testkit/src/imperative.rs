//! Random sequential imperative programs, and the exact answers to their questions.
//!
//! Such a program is what a C front end yields: one process, a few functions, variables of small
//! widths, objects of all kinds of storage, pointers that may well be wrong, loops with small bounds,
//! arbitrary values of few bits, and edges that violate properties. Engines are tested against
//! [`explore()`], which tries every choice on the reference semantics.
//!
//! A program is made from a list of choices, so that proptest can shrink it.

mod explore;
mod expression;
mod statement;

pub use explore::{Exploration, GaveUp, explore, explore_each};

use proptest::prelude::{Strategy, any, prop};
use std::fmt::Write as _;
use tribunal_ir::{Program, text, verify};

/// The program that the choices lead to. When they are used up, the simplest choice is made.
///
/// # Panics
/// If the generator is wrong: the program breaks an invariant.
#[must_use]
pub fn program(choices: &[u32]) -> Program {
    let source = source(choices);
    let (program, diagnostics) = text::parse(&source);
    let Some(program) = program else { panic!("{diagnostics:#?}\n{source}") };
    let problems = verify(&program);
    assert!(problems.is_empty(), "{problems:#?}\n{source}");
    program
}

/// The program of a seed: the same one every time.
#[must_use]
pub fn program_of_seed(seed: u64) -> Program {
    // G. Steele, D. Lea, C. Flood: Fast splittable pseudorandom number generators, OOPSLA 2014.
    let mut state = seed;
    let choices = std::iter::repeat_with(|| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 32) as u32
    });
    program(&choices.take(400).collect::<Vec<_>>())
}

/// Programs for proptest.
pub fn programs() -> impl Strategy<Value = Program> {
    prop::collection::vec(any::<u32>(), 0..400).prop_map(|choices| program(&choices))
}

/// The text of the program that the choices lead to.
fn source(choices: &[u32]) -> String {
    let mut builder = Builder {
        choices,
        at: 0,
        locations: 0,
        globals: Vec::new(),
        global_pointers: Vec::new(),
        functions: Vec::new(),
        arbitrary_bits: 9,
    };
    let declarations = builder.declarations();
    let mut functions = String::new();
    for _ in 0..builder.below(3) {
        functions += &builder.function();
    }
    let main = builder.main();
    format!("{declarations}{functions}{main}property p: unreachable\nproperty q: unreachable\n")
}

/// How many static objects there are.
const STATICS: u32 = 2;

/// A number type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Int {
    bits: u32,
    signed: bool,
}

impl std::fmt::Display for Int {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", if self.signed { 'i' } else { 'u' }, self.bits)
    }
}

/// The types of variables, those of few values first.
const TYPES: [Int; 6] = [
    Int { bits: 2, signed: false },
    Int { bits: 4, signed: true },
    Int { bits: 4, signed: false },
    Int { bits: 8, signed: false },
    Int { bits: 8, signed: true },
    Int { bits: 32, signed: true },
];

/// The types of numbers in memory.
const STORED: [Int; 5] = [
    Int { bits: 8, signed: false },
    Int { bits: 8, signed: true },
    Int { bits: 16, signed: false },
    Int { bits: 32, signed: true },
    Int { bits: 32, signed: false },
];

/// A variable that holds a number.
#[derive(Clone, Debug)]
struct Var {
    name: String,
    ty: Int,
}

/// A function that can be called.
#[derive(Clone, Debug)]
struct Function {
    name: String,
    /// The type of its first parameter, which bounds recursion; the second is a pointer.
    first: Int,
    result: Int,
}

struct Builder<'a> {
    choices: &'a [u32],
    at: usize,
    /// How many locations there are so far.
    locations: u32,
    globals: Vec<Var>,
    global_pointers: Vec<String>,
    functions: Vec<Function>,
    /// How many bits may still be left open, so that all choices can be tried.
    arbitrary_bits: u32,
}

/// What is known inside a process or function.
#[derive(Default)]
struct Scope {
    /// Variables that can be read; the first `fixed` of them are not assigned.
    vars: Vec<Var>,
    fixed: usize,
    pointers: Vec<String>,
    /// The number of the location reached.
    here: u32,
    /// How many loops stand around it.
    loops: u32,
    /// Declarations and edges, line by line.
    variables: String,
    edges: String,
}

/// Choices.
impl Builder<'_> {
    /// A number below `n`.
    fn below(&mut self, n: u32) -> u32 {
        let choice = self.choices.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        choice % n.max(1)
    }

    /// Once in `n` times, and never when the choices are used up.
    fn rarely(&mut self, n: u32) -> bool {
        self.below(n) == n - 1
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        let len = u32::try_from(from.len()).unwrap_or(u32::MAX);
        from.get(self.below(len) as usize).cloned()
    }

    fn ty(&mut self) -> Int {
        TYPES[self.below(6) as usize]
    }

    fn location(&mut self) -> u32 {
        self.locations += 1;
        self.locations - 1
    }
}

/// Declarations.
impl Builder<'_> {
    fn declarations(&mut self) -> String {
        let mut out = String::new();
        if self.rarely(8) {
            out.push_str("pointer_bytes 4\n");
        }
        let first = self.below(256);
        _ = writeln!(out, "object o0: static size 4 align 4 = {{ 1: {first}u8 }}");
        let readonly = if self.rarely(4) { "readonly " } else { "" };
        let size = [8, 3, 16][self.below(3) as usize];
        _ = writeln!(out, "object o1: static size {size} align 8 {readonly}layout [u8 by 1]");
        out.push_str("object local: automatic align 4\nobject heap: dynamic align 8\n");
        out.push_str("object found: dynamic arbitrary\n");
        for index in 0..=self.below(3) {
            let var = Var { name: format!("g{index}"), ty: self.ty() };
            let value = self.constant(var.ty);
            _ = writeln!(out, "global {}: {} = {value}", var.name, var.ty);
            self.globals.push(var);
        }
        for index in 0..self.below(3) {
            let name = format!("gp{index}");
            let value = ["null", "object(o0)", "object(o1)"][self.below(3) as usize];
            _ = writeln!(out, "global {name}: pointer = {value}");
            self.global_pointers.push(name);
        }
        out
    }

    /// A function that may call itself, with a smaller first argument, and older ones.
    fn function(&mut self) -> String {
        let name = format!("f{}", self.functions.len());
        let (first, result) = (TYPES[self.below(3) as usize], self.ty());
        let mut scope = self.scope();
        scope.vars.push(Var { name: "n".to_owned(), ty: first });
        scope.fixed = 1;
        scope.pointers.push("p".to_owned());
        self.locals(&mut scope);
        let entry = scope.here;
        if self.rarely(3) {
            self.recursion(&mut scope, &name, first);
        }
        self.block(&mut scope, 2);
        let value = self.expr(&scope, result, 2);
        _ = writeln!(scope.edges, "  l{0} -> l{0} do return {value}", scope.here);
        self.functions.push(Function { name: name.clone(), first, result });
        let Scope { variables, edges, .. } = scope;
        format!(
            "function {name}(n: {first}, p: pointer) {{\n{variables}  entry l{entry}\n{edges}}}\n"
        )
    }

    fn main(&mut self) -> String {
        let mut scope = self.scope();
        self.locals(&mut scope);
        let entry = scope.here;
        self.block(&mut scope, 3);
        let Scope { variables, edges, here, .. } = scope;
        format!(
            "process main() active 1 {{\n{variables}  entry l{entry}\n{edges}  loc l{here} end\n}}\n"
        )
    }

    fn scope(&mut self) -> Scope {
        Scope { here: self.location(), ..Scope::default() }
    }

    fn locals(&mut self, scope: &mut Scope) {
        for index in 0..=self.below(3) {
            let var = Var { name: format!("x{index}"), ty: self.ty() };
            let value = self.constant(var.ty);
            _ = writeln!(scope.variables, "  var {}: {} = {value}", var.name, var.ty);
            scope.vars.push(var);
        }
        for index in 0..self.below(3) {
            let name = format!("q{index}");
            _ = writeln!(scope.variables, "  var {name}: pointer");
            scope.pointers.push(name);
        }
    }
}

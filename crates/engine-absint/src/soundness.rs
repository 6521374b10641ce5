//! Every state that a run comes to is one of those that the abstract state at its location stands for: on random programs.

use crate::fixpoint::Analysis;
use crate::fixpoint::pulse::on_deep_stack;
use crate::report::joined;
use crate::settings::{Settings, Transformer};
use crate::state::State;
use crate::state::layout::Layout;
use crate::state::object::width;
use crate::state::relation::Domain;
use crate::state::value::Value;
use proptest::prelude::{ProptestConfig, any, prop, proptest};
use std::collections::HashSet;
use std::rc::Rc;
use tribunal_base::{Id as _, Kleene};
use tribunal_domains::pointer::{Key, Target};
use tribunal_domains::{Map, Number, Numeric as _};
use tribunal_engine::{Budget, Context};
use tribunal_exec::eval::{View, evaluate};
use tribunal_exec::memory::{Byte, Pointer};
use tribunal_exec::{Oracle, State as Concrete, Value as Scalar, apply_with, initial, steps};
use tribunal_ir::{IntShape, Place, Program, Ty, VarId, text::Printer};
use tribunal_testkit::imperative;
use tribunal_testkit::random_program::random_program;

/// Whether an abstract state stands for a concrete one; what is wrong if it does not.
struct Judge<'a> {
    layout: &'a Layout<'a>,
    concrete: &'a Concrete,
    shared: Option<&'a Map<Value>>,
}

impl Judge<'_> {
    /// What a pointer has as its object.
    fn target(&self, pointer: Pointer) -> Target {
        if let Some(function) = pointer.object.checked_sub(1 << 63) {
            return Target::Function(tribunal_ir::ProcId::from_index(function as usize));
        }
        match self.concrete.memory.blocks.get(&pointer.object) {
            None => Target::Nothing,
            Some(_) => Target::Object(self.key(pointer.object)),
        }
    }

    fn key(&self, number: u64) -> Key {
        let blocks = &self.concrete.memory.blocks;
        let declaration = blocks[&number].declaration;
        let youngest = blocks.iter().rev().find(|it| it.1.declaration == declaration);
        let key = Key::single(declaration);
        if youngest.is_some_and(|it| *it.0 == number) { key } else { key.older() }
    }

    fn has(&self, value: &Value, ty: Ty, number: i128) -> bool {
        match (value, ty) {
            (Value::Number(known), _) if ty != Ty::Pointer => known.contains(number),
            (Value::Pointer(known), Ty::Pointer) => {
                let Some(targets) = known.targets() else { return true };
                let pointer = Pointer::from_number(number);
                let target = self.target(pointer);
                targets.iter().any(|it| it.0 == target && it.1.contains(pointer.offset.into()))
            }
            (Value::Pointer(known), _) => known.targets().is_none(),
            (Value::Number(_), _) => false,
        }
    }

    fn check_var(&self, state: &State, var: VarId, value: &Scalar) -> Result<(), String> {
        let Some(cell) = self.layout.scalar(var) else { return Ok(()) };
        let Scalar::Scalar(number) = value else { return Ok(()) };
        let known = match self.layout.is_global(cell) {
            true => state.globals.get(cell).or_else(|| self.shared?.get(cell)),
            false => state.locals.get(cell),
        };
        match known {
            Some(known) if !self.has(known, self.layout.cell_ty(cell), *number) => {
                let name = &self.layout.program.vars[var].name;
                Err(format!("{name} is {number}, not one of {known:?}"))
            }
            _ => Ok(()),
        }
    }

    /// Parts of arrays and records, in the order of the layout.
    fn check_parts(&self, state: &State, var: VarId, value: &Scalar) -> Result<(), String> {
        fn scalars(value: &Scalar, found: &mut Vec<i128>) {
            match value {
                Scalar::Scalar(number) => found.push(*number),
                Scalar::Parts(parts) => parts.iter().for_each(|it| scalars(it, found)),
            }
        }
        let mut numbers = Vec::new();
        scalars(value, &mut numbers);
        let cells = self.layout.cells(var);
        if cells.len() != numbers.len() {
            return Ok(()); // It is smashed.
        }
        for (cell, number) in cells.zip(numbers) {
            let map = if self.layout.is_global(cell) { &state.globals } else { &state.locals };
            let ty = self.layout.cell_ty(cell);
            if let Some(known) = map.get(cell).filter(|it| !self.has(it, ty, number)) {
                return Err(format!("cell {cell} is {number}, not one of {known:?}"));
            }
        }
        Ok(())
    }

    fn check_memory(&self, state: &State) -> Result<(), String> {
        let program = self.layout.program;
        for (number, block) in &self.concrete.memory.blocks {
            let key = self.key(*number);
            let Some(object) = state.object(key) else {
                if state.has_others {
                    continue;
                }
                return Err(format!("no object {key:?}"));
            };
            if object.alive != Kleene::Maybe && object.alive != Kleene::from(block.alive) {
                return Err(format!("object {key:?} is alive: {}", block.alive));
            }
            if !object.size.contains(block.size.into()) {
                return Err(format!("object {key:?} has {} bytes: {:?}", block.size, object.size));
            }
            if !block.alive {
                continue;
            }
            // What any access would read.
            let tys = [
                Ty::Int(IntShape::U8),
                Ty::Int(IntShape::I32),
                Ty::Int(IntShape::I64),
                Ty::Pointer,
            ];
            for ty in tys {
                for at in 0..block.size.saturating_sub(width(program, ty) - 1) {
                    let pointer = Pointer { object: *number, offset: at.cast_signed() };
                    let is_part = |it: u64| matches!(block.byte(it), Byte::Part(..));
                    let parts =
                        (at..at + width(program, ty)).filter(|it| is_part(*it)).count() as u64;
                    if parts != 0 && parts != width(program, ty) {
                        continue;
                    }
                    let read = self.concrete.memory.load(program, pointer, ty);
                    let known = object.load(program, &Number::constant(at.into()), ty);
                    if !known.as_ref().is_some_and(|it| self.has(it, ty, read)) {
                        return Err(format!(
                            "object {key:?} at {at} as {ty:?} is {read}, not one of {known:?}"
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    /// What is read at the places that something was found out about.
    fn check_recalled(&self, state: &State, process: u32) -> Result<(), String> {
        let program = self.layout.program;
        let view = View::of_process(program, self.concrete, process, false);
        for (place, _) in program.places.iter() {
            let Place::Deref { pointer, ty } = program.places[place] else { continue };
            let Some(known) = state.recall(place) else { continue };
            let (pointer, ty) = (Pointer::from_number(evaluate(view, pointer)), program.tys[ty]);
            let read = self.concrete.memory.load(program, pointer, ty);
            if !self.has(known, ty, read) {
                return Err(format!("{place:?} is {read}, not one of {known:?}"));
            }
        }
        Ok(())
    }

    fn check(&self, states: &[Option<State>]) -> Result<(), String> {
        for (instance, number) in self.concrete.processes.iter().zip(0..) {
            let location = instance.location;
            let Some(state) = &states[location.index()] else {
                return Err(format!("{location:?} is not reached"));
            };
            for (var, value) in instance.locals.iter().chain(&self.concrete.globals) {
                self.check_var(state, *var, value)?;
                self.check_parts(state, *var, value)?;
            }
            if let Some(relation) = &state.relation {
                let value = |cell: &u32| {
                    let var = self.layout.owner(*cell);
                    let found = instance.locals.iter().find(|it| *it.0 == var);
                    match found.map(|it| it.1) {
                        Some(Scalar::Scalar(number)) => *number,
                        _ => 0,
                    }
                };
                let pack = self.layout.pack(self.layout.process(location));
                let values: Vec<i128> = pack.iter().map(value).collect();
                if !relation.contains(&values) {
                    return Err(format!("{values:?} is not in {relation:?}"));
                }
            }
            if self.shared.is_none() {
                self.check_memory(state)?;
                self.check_recalled(state, number)?;
            }
        }
        Ok(())
    }
}

/// Chooses by a list of numbers, again and again.
struct Choices<'a> {
    numbers: &'a [u32],
    at: usize,
}

impl Choices<'_> {
    fn next(&mut self) -> u32 {
        self.at += 1;
        self.numbers.get(self.at % self.numbers.len().max(1)).copied().unwrap_or(0)
    }
}

impl Oracle for Choices<'_> {
    fn value(&mut self, shape: IntShape) -> i128 {
        let number = self.next();
        shape.wrap(if number.is_multiple_of(3) {
            (number % 7).into()
        } else {
            i128::from(number) << 1
        })
    }

    fn bytes(&mut self, size: u64) -> Vec<(u64, u8)> {
        (0..size.min(4)).map(|it| (it, self.next() as u8)).collect()
    }
}

fn check(program: &Program, numbers: &[u32], settings: Settings) {
    let mut observer = ();
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut observer);
    let result = on_deep_stack(&mut cx, u64::MAX, |pulse| {
        let layout = Layout::new(program).with(settings);
        let mut analysis = Analysis::new(&layout, settings, pulse);
        analysis.run()?;
        let states = joined(&mut analysis);
        let shared = analysis.shared.as_ref().map(|it| &it.cells);
        let mut oracle = Choices { numbers, at: 0 };
        let mut seen = HashSet::new();
        // Several runs, each by other choices.
        for _ in 0..6 {
            let mut state = initial(program);
            for _ in 0..60 {
                let judge = Judge { layout: &layout, concrete: &state, shared };
                if seen.insert(state.clone())
                    && !state.stopped
                    && let Err(wrong) = judge.check(&states)
                {
                    return Ok(Some(wrong));
                }
                let possible = steps(program, &state);
                if possible.is_empty() {
                    break;
                }
                let step = possible[oracle.next() as usize % possible.len()];
                let Some((next, _)) = apply_with(program, state, &step, &mut oracle) else { break };
                state = next;
            }
        }
        Ok(None)
    });
    let wrong = result.expect("there should be no limit");
    assert!(wrong.is_none(), "{}\n{}", wrong.unwrap_or_default(), Printer::new(program).program());
}

fn settings() -> [Settings; 4] {
    let usual = Settings::default();
    [
        usual,
        Settings { delay: 0, narrowing: 1, inlining: 0, entries: 0, ..usual },
        Settings { delay: 20, narrowing: 0, inlining: 20, ..usual },
        Settings { related: 5, ..usual },
    ]
}

fn parsed(text: &str) -> Program {
    let (program, diagnostics) = tribunal_ir::text::parse(text);
    program.unwrap_or_else(|| panic!("{diagnostics:#?}\n{text}"))
}

#[test]
fn pointers_that_a_function_leaves_alone_grow_old_when_it_allocates() {
    let source = "
        object heap: dynamic align 8
        global g: pointer
        function f(p: pointer) {
            l0 -> l1 do p = allocate heap(4)
            l1 -> l2 do return
            loc l2 end
        }
        process main() active 1 {
            l3 -> l4 do g = allocate heap(4)
            l4 -> l5 do call f(g)
            loc l5 end
        }";
    settings().into_iter().for_each(|it| check(&parsed(source), &[1], it));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sequential_programs(choices in prop::collection::vec(any::<u32>(), 0..400), numbers in prop::collection::vec(any::<u32>(), 1..40)) {
        let program = imperative::program(&choices);
        settings().into_iter().for_each(|it| check(&program, &numbers, it));
    }

    #[test]
    fn programs_of_several_processes(choices in prop::collection::vec(any::<u32>(), 0..300), numbers in prop::collection::vec(any::<u32>(), 1..40)) {
        let program = random_program(&choices);
        settings().into_iter().for_each(|it| check(&program, &numbers, it));
    }
}

/// A program of a few local variables that are compared with and assigned from each other, in a loop.
fn related_program(choices: &[u32]) -> Program {
    let mut at = 0;
    let mut next = |below: u32| {
        at += 1;
        choices.get(at).copied().unwrap_or(0) % below
    };
    let types = ["i8", "u8", "i32"];
    let mut text = String::from("process main() active 1 {\n");
    let ty = types[next(3) as usize];
    for name in ["a", "b", "c"] {
        text += &format!("var {name}: {ty}\n");
    }
    let name = |it: u32| ["a", "b", "c"][it as usize % 3];
    let locations = 3 + next(5);
    for location in 0..locations {
        for _ in 0..=next(2) {
            let to = next(locations + 1);
            let (x, y, z, w) = (name(next(3)), name(next(3)), name(next(3)), name(next(3)));
            let op = ["<", "<=", "==", "!=", "<"][next(5) as usize];
            let guard = match next(3) {
                0 => format!("{x} {op} {y}"),
                1 => format!("{x} {op} {}", next(9)),
                _ => format!("!({x} {op} {y})"),
            };
            let value = match next(6) {
                0 => format!("{z} + {}", next(4)),
                1 => format!("{z} - {}", next(4)),
                2 => format!("0 - {z}"),
                3 => format!("{}", next(100)),
                4 => format!("{z} + {y}"),
                _ => z.to_owned(),
            };
            let action = if next(5) == 0 { format!("havoc {w}") } else { format!("{w} = {value}") };
            text += &format!("l{location} -> l{to} when {guard} do {action}\n");
        }
        text += &format!("l{location} -> l{} else\n", next(locations + 1));
    }
    text += &format!("loc l{locations} end\n}}\n");
    parsed(&text)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn related_variables(choices in prop::collection::vec(any::<u32>(), 60..160), numbers in prop::collection::vec(any::<u32>(), 1..40)) {
        let program = related_program(&choices);
        let usual = Settings { related: 3, ..Settings::default() };
        check(&program, &numbers, usual);
        check(&program, &numbers, Settings { delay: 0, narrowing: 0, ..usual });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn variables_related_by_polyhedra(choices in prop::collection::vec(any::<u32>(), 60..160), numbers in prop::collection::vec(any::<u32>(), 1..40)) {
        let program = related_program(&choices);
        for domain in [Domain::Polyhedra, Domain::Powersets] {
            check(&program, &numbers, Settings { related: 3, domain, ..Settings::default() });
            check(&program, &numbers, Settings { related: 2, delay: 0, domain, ..Settings::default() });
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn best_transformers(choices in prop::collection::vec(any::<u32>(), 60..120), numbers in prop::collection::vec(any::<u32>(), 1..40)) {
        let best = Settings { transformer: Transformer::Best, ..Settings::default() };
        check(&related_program(&choices), &numbers, best);
        check(&imperative::program(&choices), &numbers, best);
    }
}

/// A function that calls itself, and links nodes, follows the links and asks what there is, by names of which two may mean the same node.
fn linked_program(choices: &[u32]) -> Program {
    let mut at = 0;
    let mut next = |below: u32| {
        at += 1;
        choices.get(at).copied().unwrap_or(0) % below
    };
    let mut text = String::from(
        "object heap: dynamic align 8
        function walk(p: pointer, depth: i32) {
        var q: pointer
        var r: pointer
        l0 -> l1 do q = allocate heap(16); memory(q, i32) = 1; memory(advance(q, 8), pointer) = p; r = q
        l1 -> l2 do p = allocate heap(16); memory(p, i32) = 2; memory(advance(p, 8), pointer) = q
        l2 -> l3 do q = p
        l2 -> l3
        l3 -> l4 do r = allocate heap(16); memory(r, i32) = 3; memory(advance(r, 8), pointer) = q
        l3 -> l4
        ",
    );
    let name = |it: u32| ["p", "q", "r"][it as usize % 3];
    let first = 4;
    let last = first + 3 + next(5);
    for location in first..last {
        for _ in 0..=next(2) {
            let to = first + next(last - first + 1);
            let (x, y, z) = (name(next(3)), name(next(3)), name(next(3)));
            let guard = match next(4) {
                0 => format!("memory({x}, i32) < {}", next(4)),
                1 => format!("memory(advance({x}, 8), pointer) == {y}"),
                _ => format!("memory(advance({x}, 8), pointer) != null"),
            };
            let action = match next(9) {
                0 => format!("memory({y}, i32) = {}", next(4)),
                1 => format!("memory(advance({y}, 8), pointer) = {z}"),
                2 => format!("memory(advance({y}, 8), pointer) = null"),
                3 => format!("{z} = memory(advance({y}, 8), pointer)"),
                4 => format!("{z} = {y}"),
                5 => format!("{z} = allocate heap(16)"),
                6 => format!("release({y})"),
                7 => format!("memory(memory(advance({y}, 8), pointer), i32) = {}", next(4)),
                _ => format!("call walk({y}, depth + 1)"),
            };
            let guard =
                if action.starts_with("call") { format!("depth < 2 && {guard}") } else { guard };
            text += &format!("l{location} -> l{to} when {guard} do {action}\n");
        }
        text += &format!("l{location} -> l{} else\n", first + next(last - first + 1));
    }
    text += &format!("l{last} -> l{0} do return\nloc l{0} end\n}}\n", last + 1);
    text += "process main() active 1 {\nl90 -> l91 do call walk(null, 0)\nloc l91 end\n}\n";
    parsed(&text)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn links(choices in prop::collection::vec(any::<u32>(), 60..200), numbers in prop::collection::vec(any::<u32>(), 1..40)) {
        let program = linked_program(&choices);
        settings().into_iter().for_each(|it| check(&program, &numbers, it));
    }
}

/// A program that computes with floats of one format, and compares them, in a loop.
fn float_program(choices: &[u32]) -> Program {
    let mut at = 0;
    let mut next = |below: u32| {
        at += 1;
        choices.get(at).copied().unwrap_or(0) % below
    };
    let ty = ["f32", "f64"][next(2) as usize];
    let mut text = format!("process main() active 1 {{\nvar a: {ty}\nvar b: {ty}\nvar i: i32\n");
    let locations = 3 + next(4);
    for location in 0..locations {
        for _ in 0..=next(2) {
            let to = next(locations + 1);
            let name = |it: u32| ["a", "b"][it as usize % 2];
            let (x, y, z) = (name(next(2)), name(next(2)), name(next(2)));
            let guard = match next(4) {
                0 => format!("{x} < {y}"),
                1 => format!("!({x} <= ({} as {ty}))", next(9)),
                2 => format!("{x} == {y}"),
                _ => format!("i < {}", next(20)),
            };
            let action = match next(9) {
                0 => format!("{z} = {x} + {y}"),
                1 => format!("{z} = {x} - ({} as {ty})", next(5)),
                2 => format!("{z} = {x} * {y}"),
                3 => format!("{z} = {x} / {y}"),
                4 => format!("{z} = -{x}"),
                5 => format!("{z} = i as {ty}"),
                6 => format!("i = {x} as i32"),
                7 => format!("havoc {z}"),
                _ => "i = i + 1".to_owned(),
            };
            text += &format!("l{location} -> l{to} when {guard} do {action}\n");
        }
        text += &format!("l{location} -> l{} else\n", next(locations + 1));
    }
    text += &format!("loc l{locations} end\n}}\n");
    parsed(&text)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn floats(choices in prop::collection::vec(any::<u32>(), 60..160), numbers in prop::collection::vec(any::<u32>(), 1..40)) {
        let program = float_program(&choices);
        check(&program, &numbers, Settings::default());
        check(&program, &numbers, Settings { delay: 12, ..Settings::default() });
    }
}

/// The tests above would notice: a state that lacks a value is found out.
#[test]
fn a_wrong_state_is_caught() {
    let text = "global x: u8 process main() active 1 { l0 -> l1 do x = 7 loc l1 end }";
    let (program, _) = tribunal_ir::text::parse(text);
    let program = program.expect("the text should be a program");
    let layout = Layout::new(&program);
    let mut state = State::default();
    let number = |value: i128| Rc::new(Value::Number(Number::constant(value)));
    let concrete = initial(&program);
    let judge = Judge { layout: &layout, concrete: &concrete, shared: None };
    state.globals.insert(0, number(0));
    assert_eq!(judge.check(&[Some(state.clone()), None]), Ok(()));
    state.globals.insert(0, number(1));
    assert!(judge.check(&[Some(state), None]).is_err());
    assert!(judge.check(&[None, None]).is_err());
}

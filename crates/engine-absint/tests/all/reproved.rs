//! Relations and memory, too, are proved again by somebody else: most of what the engine says, and nothing that is wrong.

use proptest::prelude::*;
use std::collections::BTreeSet;
use tribunal_certify::{Content, Said, Statement, Unproved, reprove};
use tribunal_domains::pointer::{Key, Pointers, Target};
use tribunal_domains::{Lattice as _, Number, Numeric as _};
use tribunal_engine::{Budget, Context, Relation, Sum};
use tribunal_engine_absint::{Detail, Domain, Invariants, Settings, analyse};
use tribunal_exec::{Script, State, apply_with, initial, memory::Pointer, steps};
use tribunal_ir::{LocId, ObjectId, Program, Ty, VarId};
use tribunal_testkit::imperative;

fn found(program: &Program) -> Invariants {
    let mut observer = ();
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut observer);
    let settings = Settings { related: 4, domain: Domain::Octagons, ..Settings::default() };
    analyse(program, settings, Detail::Everything, &mut cx).expect("there should be no limit")
}

/// All that the engine says of a program.
fn said(program: &Program) -> Said {
    let found = found(program);
    let mut said = Said::new();
    for (location, known) in &found.known {
        let all = said.entry(*location).or_default();
        for it in known {
            all.extend(it.numbers.clone().map(|numbers| Statement::Numbers(it.var, numbers)));
            all.extend(it.pointers.clone().map(|pointers| Statement::Pointers(it.var, pointers)));
        }
        all.extend(found.relations[location].iter().cloned().map(Statement::Related));
        let absent = found.absent[location].iter();
        all.extend(absent.map(|it| Statement::Memory(*it, Content::Absent)));
        for it in &found.objects[location] {
            let mut tell = |content| all.push(Statement::Memory(it.object, content));
            if it.is_alive {
                tell(Content::Alive);
            }
            tell(Content::Size(it.size.clone()));
            for cell in &it.cells {
                let numbers = cell.numbers.clone();
                let pointers = cell.pointers.clone();
                numbers.into_iter().for_each(|it| tell(Content::Numbers(cell.offset, cell.ty, it)));
                pointers.into_iter().for_each(|it| tell(Content::Pointers(cell.offset, it)));
            }
        }
    }
    said
}

fn unproved(program: &Program, said: &Said) -> Vec<Unproved> {
    reprove(program, said, &mut || true).expect("there should be one process")
}

fn program(text: &str) -> Program {
    let (program, diagnostics) = tribunal_ir::text::parse(text);
    program.unwrap_or_else(|| panic!("{diagnostics:#?}"))
}

fn var(program: &Program, name: &str) -> VarId {
    program.vars.iter().find(|it| it.1.name == name).expect("it should be declared").0
}

/// Adds a statement to what is said of a location; tells why it was not proved, if so, and that nothing else is left open because of it.
fn planted(program: &Program, said: &Said, at: LocId, statement: Statement) -> Option<String> {
    let mut more = said.clone();
    let all = more.get_mut(&at).expect("it should be reached");
    all.push(statement);
    let number = all.len() - 1;
    let found = unproved(program, &more);
    let is_new = |it: &&Unproved| it.location == at && it.statement == Some(number);
    let why = found.iter().find(is_new).map(|it| it.why.clone());
    assert_eq!(found.len(), unproved(program, said).len() + usize::from(why.is_some()));
    why
}

const PAIR: &str = "
    process main() active 1 {
      var x: i32
      var y: i32
      l0 -> l1 when x < 10 do x = x + 1
      l1 -> l0 do y = x
      l0 -> l2 else
      loc l2 end
    }
";

#[test]
fn relations_are_proved_and_wrong_ones_refused() {
    let program = program(PAIR);
    let said = said(&program);
    let related = |it: &Statement| matches!(it, Statement::Related(_));
    assert!(said.values().flatten().any(related), "{said:#?}");
    assert_eq!(unproved(&program, &said), []);
    let head = program.procs.values().next().expect("there should be one").entry;
    let (x, y) = (var(&program, "x"), var(&program, "y"));
    let difference = |constant| {
        let sum = Sum { terms: vec![(1, x), (-1, y)], constant };
        Statement::Related(Relation::Zero(sum))
    };
    assert_eq!(planted(&program, &said, head, difference(0)), None);
    // It holds at first, but no round keeps it.
    let twice =
        Statement::Related(Relation::Zero(Sum { terms: vec![(2, x), (-1, y)], constant: 0 }));
    let why = planted(&program, &said, head, twice).expect("it should be refused");
    assert!(why.starts_with("does not follow by the step at"), "{why}");
    let why = planted(&program, &said, head, difference(1)).expect("it should be refused");
    assert_eq!(why, "does not follow where runs start");
}

const TABLE: &str = "
    object table: static size 8
    object cell: automatic align 4
    global p: pointer
    process main() active 1 {
      var i: i32
      var q: pointer
      l0 -> l1 do p = object(table)
      l1 -> l2 do memory(advance(p, 4), i32) = 7
      l2 -> l3 do q = allocate cell(4)
      l3 -> l4 do memory(q, i32) = 5
      l4 -> l5 when i < 3 do memory(advance(p, 4), i32) = memory(advance(p, 4), i32) + memory(q, i32)
      l5 -> l4 do memory(advance(p, 4), i32) = 7; i = i + 1
      l4 -> l6 else
      loc l6 end
    }
";

#[test]
fn memory_is_proved_and_wrong_statements_about_it_refused() {
    let program = program(TABLE);
    let said = said(&program);
    let in_memory = |it: &Statement| matches!(it, Statement::Memory(_, Content::Numbers(..)));
    assert!(said.values().flatten().any(in_memory), "{said:#?}");
    assert_eq!(unproved(&program, &said), []);
    let mut objects = program.objects.ids();
    let (table, cell) = (objects.next().expect("table"), objects.next().expect("cell"));
    let end = program.locs.ids().last().expect("there should be one");
    let holds = |object: ObjectId, offset: u64, number: i128| {
        let ty = Ty::Int(tribunal_ir::IntShape::I32);
        Statement::Memory(object, Content::Numbers(offset, ty, Number::constant(number)))
    };
    let try_one = |statement| planted(&program, &said, end, statement);
    assert_eq!(try_one(holds(table, 4, 7)), None);
    assert_eq!(try_one(holds(cell, 0, 5)), None);
    for wrong in [holds(table, 4, 12), holds(table, 0, 7), holds(cell, 0, 7)] {
        assert!(try_one(wrong.clone()).is_some(), "{wrong:?}");
    }
    assert!(try_one(Statement::Memory(cell, Content::Absent)).is_some());
    assert!(try_one(Statement::Memory(cell, Content::Size(Number::constant(8)))).is_some());
    let to = |object| Pointers::to(Target::Object(Key::single(object)));
    let p = var(&program, "p");
    assert_eq!(try_one(Statement::Pointers(p, to(table))), None);
    assert!(try_one(Statement::Pointers(p, to(cell))).is_some());
}

/// Whether a statement is true of a state.
struct Judge<'a> {
    program: &'a Program,
    state: &'a State,
}

impl Judge<'_> {
    fn value(&self, var: VarId) -> Option<i128> {
        let process = self.state.processes.first()?;
        match process.locals.get(&var).or_else(|| self.state.globals.get(&var))? {
            tribunal_exec::Value::Scalar(value) => Some(*value),
            _ => None,
        }
    }

    /// The static object of a declaration, or the last one made from it.
    fn last(&self, object: ObjectId) -> Option<u64> {
        let mut all = self.state.memory.blocks.iter().rev();
        all.find(|it| it.1.declaration == object).map(|it| *it.0)
    }

    fn points(&self, value: i128, pointers: &Pointers) -> bool {
        let pointer = Pointer::from_number(value);
        let is_function = |it| Pointer { offset: 0, ..pointer } == Pointer::to_function(it);
        let function = self.program.procs.ids().find(|it| is_function(*it));
        let target = match (self.state.memory.block(pointer), function) {
            (_, Some(function)) => Target::Function(function),
            (None, None) => Target::Nothing,
            (Some(block), None) => {
                let key = Key::single(block.declaration);
                let is_last = self.last(block.declaration) == Some(pointer.object);
                Target::Object(if is_last { key } else { key.older() })
            }
        };
        let Some(targets) = pointers.targets() else { return true };
        targets.iter().any(|it| it.0 == target && it.1.contains(pointer.offset.into()))
    }

    fn holds(&self, statement: &Statement) -> bool {
        match statement {
            Statement::Numbers(var, numbers) => {
                self.value(*var).is_none_or(|it| numbers.contains(it))
            }
            Statement::Pointers(var, pointers) => {
                self.value(*var).is_none_or(|it| self.points(it, pointers))
            }
            Statement::Related(Relation::AtMostZero(sum)) => self.sum(sum) <= 0,
            Statement::Related(Relation::Zero(sum)) => self.sum(sum) == 0,
            Statement::Related(_) => true,
            Statement::Memory(object, content) => {
                let last = self.last(*object);
                let Some(number) = last else { return true };
                let block = &self.state.memory.blocks[&number];
                let read = |offset: u64, ty: Ty| {
                    let pointer = Pointer { object: number, offset: offset.cast_signed() };
                    let bytes = match ty {
                        Ty::Pointer => self.program.pointer_bytes.count(),
                        _ => self.program.shape_of_ty(ty).map_or(0, |it| u64::from(it.bits / 8)),
                    };
                    let is_there = block.alive && offset + bytes <= block.size;
                    is_there.then(|| self.state.memory.load(self.program, pointer, ty))
                };
                match content {
                    Content::Absent => false,
                    Content::Alive => block.alive,
                    Content::Size(numbers) => numbers.contains(block.size.into()),
                    Content::Numbers(offset, ty, numbers) => {
                        read(*offset, *ty).is_none_or(|it| numbers.contains(it))
                    }
                    Content::Pointers(offset, pointers) => {
                        read(*offset, Ty::Pointer).is_none_or(|it| self.points(it, pointers))
                    }
                }
            }
        }
    }

    fn sum(&self, sum: &Sum) -> i128 {
        let terms = sum.terms.iter().map(|it| it.0 * self.value(it.1).unwrap_or(0));
        sum.constant + terms.sum::<i128>()
    }
}

/// What is proved, and what is wrong in a run by some choices, if something is.
fn wrong_along(
    program: &Program,
    said: &Said,
    left: &[Unproved],
    choices: &[u32],
) -> Option<String> {
    let refused: BTreeSet<(LocId, Option<usize>)> =
        left.iter().map(|it| (it.location, it.statement)).collect();
    let mut state = initial(program);
    for choice in choices {
        let at = state.processes.first().filter(|_| !state.stopped)?.location;
        match said.get(&at) {
            None if !refused.contains(&(at, None)) => return Some(format!("{at:?} is reached")),
            None => {}
            Some(all) => {
                let judge = Judge { program, state: &state };
                for (number, statement) in all.iter().enumerate() {
                    let is_proved = !refused.contains(&(at, Some(number)));
                    if is_proved && !judge.holds(statement) {
                        return Some(format!("{at:?}: {statement:?}"));
                    }
                }
            }
        }
        let possible = steps(program, &state);
        if possible.is_empty() {
            return None;
        }
        let step = possible[*choice as usize % possible.len()];
        let values = [tribunal_engine::Chosen::Value(i128::from(*choice % 9) - 4)];
        state = apply_with(program, state, &step, &mut Script::new(&values))?.0;
    }
    None
}

/// The same with less in it, rightly or wrongly.
fn narrowed(statement: &Statement, bound: i128) -> Statement {
    let fewer = |numbers: &Number| {
        let narrower = Number::range(bound, i64::MAX.into()).and_then(|it| numbers.meet(&it));
        narrower.unwrap_or_else(|| Number::constant(bound))
    };
    let first = |pointers: &Pointers| match pointers.targets() {
        Some([first, ..]) => Pointers::To(vec![first.clone()]),
        _ => Pointers::null(),
    };
    match statement {
        Statement::Numbers(var, numbers) => Statement::Numbers(*var, fewer(numbers)),
        Statement::Pointers(var, pointers) => Statement::Pointers(*var, first(pointers)),
        Statement::Related(Relation::AtMostZero(sum)) => {
            let constant = sum.constant + bound.abs();
            Statement::Related(Relation::AtMostZero(Sum { constant, ..sum.clone() }))
        }
        Statement::Related(other) => Statement::Related(other.clone()),
        Statement::Memory(object, content) => {
            let content = match content {
                Content::Absent | Content::Alive => content.clone(),
                Content::Size(numbers) => Content::Size(fewer(numbers)),
                Content::Numbers(offset, ty, numbers) => {
                    Content::Numbers(*offset, *ty, fewer(numbers))
                }
                Content::Pointers(offset, pointers) => Content::Pointers(*offset, first(pointers)),
            };
            Statement::Memory(*object, content)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_proved_again_holds(
        seed in any::<u64>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), -3..20_i128), 0..4),
        choices in prop::collection::vec(any::<u32>(), 60),
    ) {
        let program = imperative::program_of_seed(seed);
        let mut said = said(&program);
        for (location, number, bound) in changes {
            let Some(at) = said.keys().nth(location.index(said.len().max(1))).copied() else { continue };
            let all = said.get_mut(&at).expect("there should be one");
            if !all.is_empty() {
                let chosen = number.index(all.len());
                all[chosen] = narrowed(&all[chosen], bound);
            }
        }
        let left = unproved(&program, &said);
        prop_assert_eq!(wrong_along(&program, &said, &left, &choices), None);
    }
}

/// How much of what the engine says is proved again.
#[test]
fn most_is_proved_again() {
    let (mut all, mut left) = (0, 0);
    for seed in 0..40 {
        let program = imperative::program_of_seed(seed);
        let said = said(&program);
        all += said.values().map(Vec::len).sum::<usize>();
        left += unproved(&program, &said).len();
    }
    assert!(1_000 < all, "{all}");
    assert!(4 * left < all, "{left} of {all} are left");
}

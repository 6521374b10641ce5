//! A search that is interrupted, written down and taken up again ends as one that was not.

use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::rc::Rc;
use tribunal_engine::{
    Budget, Context, Engine, Errors, Fairness, Notebook, Observer, Outcome, Progress, Reason, Task,
    Verdict,
};
use tribunal_engine_explicit::{Explicit, PartialOrder, Storage};
use tribunal_ir::{Program, PropId};

/// Counters that run through 32³ states, one of which is an error; one process is atomic.
const COUNTERS: &str = "
    global unmatched noise: u8
    global late: bool
    process a() active 2 {
      var n: u8
      l0 -> l0 when n < 30 do n = n + 1
      l0 -> l1 when n == 30
      loc l1 end
    }
    process b() active 1 {
      var n: u8
      l10 -> l11 atomic when n < 30 do n = n + 1
      l11 -> l10 do noise = noise + 1
      l10 -> l12 when n == 30 violates late \"too late\" continue
      loc l12 end
    }
    property late: unreachable
    property never: unreachable
    property ends: end_states
";

/// A notebook in memory, which is due whenever it is asked.
#[derive(Clone, Default)]
struct Pages {
    text: Rc<RefCell<Option<Vec<u8>>>>,
    written: Rc<RefCell<usize>>,
}

impl Notebook for Pages {
    fn earlier(&mut self) -> Option<Box<dyn Read>> {
        let text = self.text.borrow().clone()?;
        Some(Box::new(io::Cursor::new(text)))
    }

    fn is_due(&mut self) -> bool {
        true
    }

    fn replace(
        &mut self,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut text = Vec::new();
        write(&mut text)?;
        *self.text.borrow_mut() = Some(text);
        *self.written.borrow_mut() += 1;
        Ok(())
    }
}

/// Interrupts the search after some time.
struct Impatient(u32);

impl Observer for Impatient {
    fn phase(&mut self, _: &str) {}

    fn progress(&mut self, _: &Progress) -> Result<(), Reason> {
        self.0 = self.0.checked_sub(1).ok_or(Reason::Cancelled)?;
        Ok(())
    }
}

/// With and without variables that do not tell states apart.
fn programs() -> [Program; 2] {
    [COUNTERS.to_owned(), COUNTERS.replace("unmatched", "")].map(|source| {
        let (program, diagnostics) = tribunal_ir::text::parse(&source);
        assert_eq!(diagnostics, []);
        program.expect("a text without errors should be a program")
    })
}

fn run(
    engine: Explicit,
    program: &Program,
    observer: &mut dyn Observer,
    pages: Option<&mut Pages>,
) -> Outcome {
    let properties: Vec<PropId> = program.props.ids().collect();
    run_for(&properties, engine, program, observer, pages)
}

fn run_for(
    properties: &[PropId],
    engine: Explicit,
    program: &Program,
    observer: &mut dyn Observer,
    pages: Option<&mut Pages>,
) -> Outcome {
    let budget = Budget { memory: 1 << 30, depth: u64::MAX };
    let notebook = pages.map(|it| it as &mut dyn Notebook);
    let mut cx = Context::new(budget, observer).with_notebook(notebook);
    let task = Task::new(program, properties);
    engine.run(&task, &mut cx)
}

fn kinds(outcome: &Outcome) -> Vec<tribunal_base::Kleene> {
    outcome.verdicts.iter().map(|(_, verdict)| verdict.kleene()).collect()
}

fn engines() -> Vec<Explicit> {
    let mut engines = Vec::new();
    for threads in [1, 2] {
        for storage in [Storage::Exact, Storage::Small] {
            for partial_order in [PartialOrder::Ignored, PartialOrder::Reduced] {
                let plain = Explicit { threads, storage, partial_order, ..Explicit::default() };
                engines.push(plain);
            }
        }
    }
    engines
}

#[test]
fn pauses_change_nothing() {
    let programs = programs();
    let cases =
        programs.iter().flat_map(|it| engines().into_iter().map(move |engine| (it, engine)));
    for (program, engine) in cases {
        let whole = run(engine, program, &mut (), None);
        let mut pages = Pages::default();
        let paused = run(engine, program, &mut (), Some(&mut pages));
        let long = engine.partial_order == PartialOrder::Ignored;
        assert!(!long || *pages.written.borrow() > 5, "there should be pauses");
        assert_eq!(kinds(&whole), kinds(&paused));
        // With a reduction and several threads, how many states there are is a matter of luck.
        if engine.threads == 1 || engine.partial_order == PartialOrder::Ignored {
            let (whole, paused) = (whole.statistics, paused.statistics);
            assert_eq!(whole.states, paused.states);
            if engine.partial_order == PartialOrder::Ignored {
                assert_eq!(whole.transitions, paused.transitions, "{engine:?}");
            }
        }
    }
}

#[test]
fn an_interrupted_search_goes_on() {
    let programs = programs();
    let cases =
        programs.iter().flat_map(|it| engines().into_iter().map(move |engine| (it, engine)));
    for (program, engine) in cases {
        let whole = run(engine, program, &mut (), None);
        let mut pages = Pages::default();
        let mut last = run(engine, program, &mut Impatient(2), Some(&mut pages));
        let mut runs = 1;
        while last.verdicts.iter().any(|it| it.1 == Verdict::Maybe(Reason::Cancelled)) {
            last = run(engine, program, &mut Impatient(4), Some(&mut pages));
            runs += 1;
            assert!(runs < 1000, "the search should come to an end");
        }
        let long = engine.partial_order == PartialOrder::Ignored;
        assert!(!long || 1 < runs, "the search should be interrupted");
        assert_eq!(kinds(&whole), kinds(&last));
        for (property, verdict) in &last.verdicts {
            let checked = tribunal_certify::check(program, *property, Fairness::None, verdict);
            assert!(checked.is_ok(), "{checked:?}");
        }
    }
}

/// Processes that get in each other's way, others whose steps commute with everything,
/// and one whose step must not be put off for ever.
const ROUNDS: &str = "
    global total: u8
    process busy() active 3 {
      var n: u8
      l0 -> l0 when total < 40 do total = total + 1; n = n + 1
      l0 -> l1 when total == 40
      loc l1 end
    }
    process idle() active 2 { var n: u8 l2 -> l2 when n < 3 do n = n + 1 }
    process last() active 1 {
      l3 -> l4 when total == 40 violates late \"it is late\" continue
      loc l4 end
    }
    property late: unreachable
    property never: unreachable
";

#[test]
fn one_thread_goes_on_where_several_reduced() {
    let (program, diagnostics) = tribunal_ir::text::parse(ROUNDS);
    assert_eq!(diagnostics, []);
    let program = program.expect("a text without errors should be a program");
    let engine = |threads, partial_order| Explicit {
        threads,
        partial_order,
        errors: Errors::All,
        ..Explicit::default()
    };
    let whole = run(engine(1, PartialOrder::Ignored), &program, &mut (), None);
    let mut interrupted = 0;
    for patience in 0..5 {
        let mut pages = Pages::default();
        let several = engine(3, PartialOrder::Reduced);
        run(several, &program, &mut Impatient(patience), Some(&mut pages));
        // How often the threads look up depends on the scheduler, so that some may come to an end.
        interrupted += u32::from(0 < *pages.written.borrow());
        // It has the stacks of three threads, so that it must not believe to know what is left.
        let last = run(engine(1, PartialOrder::Reduced), &program, &mut (), Some(&mut pages));
        assert_eq!(kinds(&whole), kinds(&last));
        assert!(last.statistics.states < whole.statistics.states, "it should be reduced");
    }
    assert!(0 < interrupted, "a search should be interrupted");
}

#[test]
fn what_belongs_to_another_program_is_refused() {
    let [program, _] = programs();
    let mut pages = Pages::default();
    run(Explicit::default(), &program, &mut Impatient(2), Some(&mut pages));
    let mut other = program.clone();
    other.vars.values_mut().for_each(|var| var.name.push('x'));
    let outcome = run(Explicit::default(), &other, &mut (), Some(&mut pages));
    let refused = |it: &(PropId, Verdict)| matches!(&it.1, Verdict::Maybe(Reason::Checkpoint { why }) if why.contains("another program"));
    assert!(outcome.verdicts.iter().any(refused), "{:?}", outcome.verdicts);

    let cut = pages.text.borrow().as_ref().map(|it| it[..it.len() / 2].to_vec());
    *pages.text.borrow_mut() = cut;
    let outcome = run(Explicit::default(), &program, &mut (), Some(&mut pages));
    let broken = |it: &(PropId, Verdict)| matches!(it.1, Verdict::Maybe(Reason::Checkpoint { .. }));
    assert!(outcome.verdicts.iter().any(broken), "{:?}", outcome.verdicts);
}

#[test]
fn what_was_searched_for_other_properties_is_refused() {
    let [program, _] = programs();
    let properties: Vec<PropId> = program.props.ids().collect();
    let mut pages = Pages::default();
    let engine = Explicit::default();
    // Where `late` fails, nobody looks.
    run_for(&properties[2..], engine, &program, &mut Impatient(4), Some(&mut pages));
    let late = run_for(&properties[..1], engine, &program, &mut (), Some(&mut pages));
    let refused = matches!(late.verdicts[0].1, Verdict::Maybe(Reason::Checkpoint { .. }));
    assert!(refused, "{:?}", late.verdicts);
}

/// Counters that go round, and formulas about them that hold and that fail, some with a nested search.
const WHEELS: &str = "
    global sum: u8
    process wheel() active 3 {
      var n: u8
      l0 -> l0 when n < 15 do n = n + 1; sum = sum + 1
      l0 -> l0 when n == 15 do n = 0; sum = sum - 15
    }
    process idle() active 1 { var n: u8 l2 -> l2 when n < 3 do n = n + 1 }
    property bounded: ltl G {sum <= 45}
    property never: ltl G ({sum == 50} -> F {sum == 0})
    property response: ltl G ({sum == 20} -> ({sum < 50} U {sum != 20})) || F G {sum == 20}
    property often: ltl G F {sum <= 45}
    property again: ltl G F {sum == 20}
    property settles: ltl F G {sum >= 15}
";

#[test]
fn a_search_for_cycles_goes_on() {
    let (program, diagnostics) = tribunal_ir::text::parse(WHEELS);
    assert_eq!(diagnostics, []);
    let program = program.expect("a text without errors should be a program");
    let mut interrupted = 0;
    let exact = |it: &Explicit| it.storage == Storage::Exact;
    for engine in engines().into_iter().filter(exact) {
        for property in program.props.ids() {
            let run = |observer: &mut dyn Observer, pages: Option<&mut Pages>| {
                run_for(&[property], engine, &program, observer, pages)
            };
            let whole = run(&mut (), None);
            let paused = run(&mut (), Some(&mut Pages::default()));
            let mut pages = Pages::default();
            let mut last = run(&mut Impatient(1), Some(&mut pages));
            let mut runs = 1;
            while last.verdicts[0].1 == Verdict::Maybe(Reason::Cancelled) {
                last = run(&mut Impatient(2), Some(&mut pages));
                runs += 1;
                assert!(runs < 1000, "the search should come to an end");
            }
            interrupted += runs - 1;
            for other in [&paused, &last] {
                let name = &program.props[property].name;
                assert_eq!(kinds(&whole), kinds(other), "{name} {engine:?}");
                assert_eq!(whole.vacuous, other.vacuous, "{name} {engine:?}");
                let verdict = &other.verdicts[0].1;
                let checked = tribunal_certify::check(&program, property, Fairness::None, verdict);
                assert!(checked.is_ok(), "{checked:?}");
                if engine.threads == 1
                    && whole.verdicts[0].1.kleene() == tribunal_base::Kleene::True
                {
                    assert_eq!(whole.statistics.states, other.statistics.states, "{name}");
                    assert!(whole.statistics.transitions <= other.statistics.transitions, "{name}");
                }
            }
        }
    }
    assert!(20 < interrupted, "searches should be interrupted");
}

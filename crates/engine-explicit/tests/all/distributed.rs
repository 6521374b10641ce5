//! The distributed search over several processes, each of them a thread here, on the loopback.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;
use std::time::Duration;
use tribunal_base::Kleene;
use tribunal_engine::{
    Budget, Context, Engine, Errors, Fairness, Limit, Observer, Outcome, Progress, Reason, Task,
    Verdict,
};
use tribunal_engine_explicit::{Cluster, Code, Distributed, Explicit};
use tribunal_ir::{Program, PropId};

const UNLIMITED: Budget = Budget { memory: u64::MAX, depth: u64::MAX };

/// Three counters up to a limit. They meet once, at the end.
fn counters(limit: u32) -> Program {
    let source = format!(
        "
        global x: u32
        global y: u32
        global z: u32
        process P() active 1 {{
          loc l0 end
          l0 -> l0 when x < {limit} do x = x + 1
        }}
        process Q() active 1 {{
          loc l1 end
          l1 -> l1 when y < {limit} do y = y + 1
        }}
        process R() active 1 {{
          loc l2 end
          l2 -> l2 when z < {limit} do z = z + 1
          l2 -> l3 when x + y + z == 3 * {limit} violates meet \"they meet\" continue
          l2 -> l3 when x + y + z == 4 * {limit} violates never \"never\" continue
          loc l3 end
        }}
        property meet: unreachable
        property never: unreachable
        property ends: end_states
        "
    );
    let (program, diagnostics) = tribunal_ir::text::parse(&source);
    assert_eq!(diagnostics, []);
    program.expect("a text without errors should be a program")
}

fn run(
    engine: &dyn Engine,
    program: &Program,
    budget: Budget,
    observer: &mut dyn Observer,
) -> Outcome {
    let properties: Vec<PropId> = program.props.ids().collect();
    let task = Task::new(program, &properties);
    let outcome = engine.run(&task, &mut Context::new(budget, observer));
    for (property, verdict) in &outcome.verdicts {
        let checked = tribunal_certify::check(program, *property, Fairness::None, verdict);
        assert!(checked.is_ok(), "{checked:?}");
    }
    outcome
}

/// Addresses where nobody listens.
fn free_addresses(count: usize) -> Vec<String> {
    let listeners: Vec<TcpListener> = (0..count)
        .map(|_| TcpListener::bind("127.0.0.1:0").expect("there should be a free port"))
        .collect();
    let address = |it: &TcpListener| it.local_addr().expect("a listener should have an address");
    listeners.iter().map(|it| address(it).to_string()).collect()
}

fn process(hosts: &[String], process: usize, threads: usize) -> Distributed {
    let cluster = Cluster { hosts: hosts.to_vec(), process, patience: Duration::from_secs(20) };
    Distributed { errors: Errors::First, code: Code::Native, threads, cluster }
}

/// What every process of a cluster answers.
fn together(processes: usize, threads: usize, program: &Program, budget: Budget) -> Vec<Outcome> {
    let hosts = free_addresses(processes);
    thread::scope(|scope| {
        let running: Vec<_> = (0..processes)
            .map(|it| {
                let engine = process(&hosts, it, threads);
                scope.spawn(move || run(&engine, program, budget, &mut ()))
            })
            .collect();
        running.into_iter().map(|it| it.join().expect("a process should not fail")).collect()
    })
}

fn answers(outcome: &Outcome) -> Vec<Kleene> {
    outcome.verdicts.iter().map(|(_, verdict)| verdict.kleene()).collect()
}

#[test]
fn all_processes_answer_as_one_search_does() {
    let program = counters(9);
    let expected = run(&Explicit::default(), &program, UNLIMITED, &mut ());
    assert_eq!(answers(&expected), [Kleene::False, Kleene::True, Kleene::True]);
    for (processes, threads) in [(2, 1), (3, 2)] {
        let outcomes = together(processes, threads, &program, UNLIMITED);
        let mut own = 0;
        for (number, outcome) in outcomes.iter().enumerate() {
            assert_eq!(outcome.verdicts, outcomes[0].verdicts);
            assert_eq!(answers(outcome), answers(&expected));
            let (one, many) = (&expected.statistics, &outcome.statistics);
            assert_eq!((one.states, one.transitions), (many.states, many.transitions));
            let whole = (many.count("process"), many.count("processes"));
            assert_eq!(whole, (number as u64, processes as u64));
            assert!(0 < many.count("bytes") && many.count("crossings") < many.transitions);
            own += many.count("own_states");
        }
        assert_eq!(own, expected.statistics.states);
    }
}

#[test]
fn a_limit_in_one_process_ends_the_search_of_all() {
    /// Has time for a while.
    struct Impatient(u32);
    impl Observer for Impatient {
        fn phase(&mut self, _: &str) {}
        fn progress(&mut self, _: &Progress) -> Result<(), Reason> {
            self.0 += 1;
            if 10 < self.0 { Err(Reason::Budget(Limit::Time)) } else { Ok(()) }
        }
    }
    let program = counters(1_000_000);
    let hosts = free_addresses(2);
    let outcomes = thread::scope(|scope| {
        let patient = scope.spawn(|| run(&process(&hosts, 0, 1), &program, UNLIMITED, &mut ()));
        let impatient = run(&process(&hosts, 1, 1), &program, UNLIMITED, &mut Impatient(0));
        [impatient, patient.join().expect("a process should not fail")]
    });
    for outcome in outcomes {
        for (_, verdict) in outcome.verdicts {
            assert_eq!(verdict, Verdict::Maybe(Reason::Budget(Limit::Time)));
        }
    }
    let shallow = Budget { depth: 5, ..UNLIMITED };
    for outcome in together(2, 1, &counters(9), shallow) {
        assert_eq!(outcome.verdicts[0].1, Verdict::Maybe(Reason::Budget(Limit::Depth)));
        // As many as there are sums of three numbers up to five.
        assert_eq!(outcome.statistics.states, 56);
    }
}

fn reason(outcome: &Outcome) -> &str {
    match &outcome.verdicts[0].1 {
        Verdict::Maybe(Reason::Disconnected { what }) => what,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_process_that_goes_away_leaves_a_doubt() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there should be a free port");
    let address = listener.local_addr().expect("a listener should have an address").to_string();
    let hosts = [address.clone(), free_addresses(1).remove(0)];
    // It greets as process 0 would, with the same task, and is never heard of again.
    let traitor = thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("there should be a call");
        let mut greeting = [0; 24];
        stream.read_exact(&mut greeting).expect("there should be a greeting");
        greeting[8..16].fill(0);
        stream.write_all(&greeting).expect("the answer should be heard");
    });
    let outcome = run(&process(&hosts, 1, 2), &counters(100), UNLIMITED, &mut ());
    traitor.join().expect("it should go quietly");
    assert_eq!(reason(&outcome), format!("process 0 at {address}: the connection was lost"));
}

#[test]
fn processes_with_different_tasks_do_not_search() {
    let hosts = free_addresses(2);
    let (one, other) = (counters(3), counters(4));
    let outcomes = thread::scope(|scope| {
        let first = scope.spawn(|| run(&process(&hosts, 0, 1), &one, UNLIMITED, &mut ()));
        let second = run(&process(&hosts, 1, 1), &other, UNLIMITED, &mut ());
        [first.join().expect("a process should not fail"), second]
    });
    for outcome in &outcomes {
        assert!(reason(outcome).ends_with("it checks another model, or with other options"));
    }
}

#[test]
fn a_process_that_never_comes_is_named() {
    let hosts = free_addresses(2);
    let mut engine = process(&hosts, 0, 1);
    engine.cluster.patience = Duration::from_millis(100);
    let outcome = run(&engine, &counters(3), UNLIMITED, &mut ());
    let expected = format!("process 1 at {}: there is no connection", hosts[1]);
    assert_eq!(reason(&outcome), expected);
}

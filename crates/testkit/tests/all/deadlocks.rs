//! Random programs with threads that lock, wait, signal, join and end: engines find a deadlock iff a few lines of Rust do, which know what POSIX says of
//! these functions and nothing of C, of our models of the library, or of the program representation.
//!
//! `TRIBUNAL_RANDOM_DEADLOCKS=1000` asks for more programs.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tribunal_driver::{
    CTranslation, CheckOptions, Checks, Choices, Dialect, Explicit, Limits, Method, Reduction,
    Rung, Transformer, Translation, check, load,
};
use tribunal_engine::{Answer, Fairness, Verdict};
use tribunal_ir::Overflow;

/// What a thread does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Lock(usize),
    Unlock(usize),
    /// Locks, if nobody has it.
    Try(usize),
    Take(usize),
    Post(usize),
    /// Waits for the condition, with the first mutex.
    Wait,
    Signal,
    Broadcast,
    Barrier,
    Join(usize),
    Set(u8),
    Assume(u8),
    /// Asserts that the flag has another value.
    Deny(u8),
    SetDivisor(u8),
    Divide,
    Exit,
    Stop,
}

/// The threads, the first of which starts the others, and what the semaphores hold at first.
#[derive(Clone, Debug)]
struct Threads {
    ops: Vec<Vec<Op>>,
    /// Whether the last thread does all this in two rounds of a loop.
    last: Rounds,
    semaphores: [u8; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rounds {
    One,
    Two,
}

/// Xorshift (Marsaglia, Journal of Statistical Software, 2003).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }
}

fn threads(seed: u64) -> Threads {
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    for _ in 0..8 {
        chance.below(2);
    }
    let others = 1 + chance.below(2);
    let flavour = chance.below(5);
    let mut ops: Vec<Vec<Op>> = Vec::new();
    for thread in 0..=others {
        let (mut own, mut held) = (Vec::new(), [false; 2]);
        for _ in 0..2 + chance.below(3) {
            let which = chance.below(2);
            let op = match (flavour, chance.below(8)) {
                (4, 0 | 1) => Op::Deny(which as u8),
                (4, 2 | 3) => Op::Set(which as u8),
                (4, 4) => Op::SetDivisor(which as u8),
                (4, 5) => Op::Divide,
                (_, 0 | 1) => Op::Lock(which),
                (_, 2) if held[which] => Op::Unlock(which),
                (0, 3) => Op::Try(which),
                (0, 4) => Op::Assume(which as u8),
                (0, 5) => Op::Set(which as u8),
                (1, 3 | 4) => Op::Take(which),
                (1, 5 | 6) => Op::Post(which),
                (2, 3 | 4) if held[0] => Op::Wait,
                (2, 5) => Op::Signal,
                (2, 6) => Op::Broadcast,
                (3, 3 | 4) => Op::Barrier,
                (0 | 3, 6) => Op::Deny(which as u8),
                (3, 5) => Op::SetDivisor(which as u8),
                (3, 2) | (0, 2) => Op::Divide,
                (_, 7) if chance.below(4) == 0 => Op::Exit,
                (_, 7) if thread != 0 && chance.below(2) == 0 => Op::Stop,
                _ => Op::Set(which as u8),
            };
            match op {
                Op::Lock(it) => held[it] = true,
                Op::Unlock(it) => held[it] = false,
                _ => {}
            }
            own.push(op);
        }
        for (mutex, _) in held.iter().enumerate().filter(|it| *it.1) {
            if chance.below(5) != 0 {
                own.push(Op::Unlock(mutex));
            }
        }
        if thread == 0 {
            own.extend((1..=others).filter(|_| chance.below(4) != 0).map(Op::Join));
            own.extend((chance.below(3) == 0).then_some(Op::Stop));
        }
        ops.push(own);
    }
    let mut last = Rounds::One;
    if let Some(own) = ops.last_mut()
        && !own.contains(&Op::Stop)
        && chance.below(3) == 0
    {
        last = Rounds::Two;
        *own = [own.as_slice(), own.as_slice()].concat();
    }
    Threads { ops, last, semaphores: [chance.below(2) as u8, chance.below(2) as u8] }
}

/// What keeps a thread where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    Ready,
    /// For the condition.
    Waits,
    /// It was signalled, and wants its mutex back.
    Woken,
    /// At the barrier, for another.
    AtBarrier,
    Ended,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    at: Vec<(usize, Status)>,
    owners: [Option<usize>; 2],
    semaphores: [u8; 2],
    flag: u8,
    divisor: u8,
}

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Assertion,
    Division,
    Deadlock,
}

/// What comes of a step of a thread.
enum Step {
    /// One of these states.
    To(Vec<State>),
    /// The program is over, or the run does not count.
    Over,
    /// An assertion fails, or a division.
    Fails(Fault),
    /// It cannot move.
    Stuck,
}

impl Threads {
    fn step(&self, state: &State, me: usize) -> Step {
        let (at, status) = state.at[me];
        let mut next = state.clone();
        match status {
            Status::Ended | Status::Waits | Status::AtBarrier => return Step::Stuck,
            Status::Woken if state.owners[0].is_some() => return Step::Stuck,
            Status::Woken => {
                next.owners[0] = Some(me);
                next.at[me] = (at + 1, Status::Ready);
                return Step::To(vec![next]);
            }
            Status::Ready => {}
        }
        next.at[me].0 += 1;
        let Some(op) = self.ops[me].get(at) else {
            next.at[me] = (at, Status::Ended);
            // The end of `main` ends all.
            return if me == 0 { Step::Over } else { Step::To(vec![next]) };
        };
        match *op {
            Op::Lock(it) if state.owners[it].is_some() => return Step::Stuck,
            Op::Lock(it) => next.owners[it] = Some(me),
            Op::Unlock(it) => next.owners[it] = None,
            Op::Try(it) => next.owners[it] = state.owners[it].or(Some(me)),
            Op::Take(it) if state.semaphores[it] == 0 => return Step::Stuck,
            Op::Take(it) => next.semaphores[it] -= 1,
            Op::Post(it) => next.semaphores[it] += 1,
            Op::Wait => {
                next.owners[0] = None;
                next.at[me] = (at, Status::Waits);
            }
            Op::Signal => {
                let waits = |it: &usize| state.at[*it].1 == Status::Waits;
                let wake = |it: usize| {
                    let mut next = next.clone();
                    next.at[it].1 = Status::Woken;
                    next
                };
                let woken: Vec<State> = (0..self.ops.len()).filter(waits).map(wake).collect();
                if !woken.is_empty() {
                    return Step::To(woken);
                }
            }
            Op::Broadcast => {
                for it in next.at.iter_mut().filter(|it| it.1 == Status::Waits) {
                    it.1 = Status::Woken;
                }
            }
            Op::Barrier => match next.at.iter_mut().find(|it| it.1 == Status::AtBarrier) {
                Some(other) => *other = (other.0 + 1, Status::Ready),
                None => next.at[me] = (at, Status::AtBarrier),
            },
            Op::Join(it) if state.at[it].1 != Status::Ended => return Step::Stuck,
            Op::Join(_) => {}
            Op::Set(value) => next.flag = value,
            Op::Assume(value) if state.flag != value => return Step::Over,
            Op::Assume(_) => {}
            Op::Deny(value) if state.flag == value => return Step::Fails(Fault::Assertion),
            Op::Deny(_) => {}
            Op::SetDivisor(value) => next.divisor = value,
            Op::Divide if state.divisor == 0 => return Step::Fails(Fault::Division),
            Op::Divide => {}
            Op::Exit => return Step::Over,
            Op::Stop => next.at[me] = (at, Status::Ended),
        }
        Step::To(vec![next])
    }

    /// What can go wrong.
    fn faults(&self) -> Vec<Fault> {
        let first = State {
            at: vec![(0, Status::Ready); self.ops.len()],
            owners: [None; 2],
            semaphores: self.semaphores,
            flag: 0,
            divisor: 1,
        };
        let mut known = BTreeSet::from([first.clone()]);
        let mut open = vec![first];
        let mut faults = Vec::new();
        while let Some(state) = open.pop() {
            let mut moves = false;
            for thread in 0..self.ops.len() {
                match self.step(&state, thread) {
                    Step::Stuck => {}
                    Step::Over => moves = true,
                    Step::Fails(fault) => {
                        moves = true;
                        faults.push(fault);
                    }
                    Step::To(states) => {
                        moves = true;
                        open.extend(states.into_iter().filter(|it| known.insert(it.clone())));
                    }
                }
            }
            if !moves && state.at.iter().any(|it| it.1 != Status::Ended) {
                faults.push(Fault::Deadlock);
            }
        }
        faults
    }

    /// The program in C.
    fn text(&self) -> String {
        let mut text = "#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <stdlib.h>\n\
            extern void __VERIFIER_assume(int);\n\
            pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;\n\
            pthread_cond_t condition = PTHREAD_COND_INITIALIZER;\n\
            pthread_barrier_t barrier;\nsem_t s0, s1;\npthread_t t1, t2;\nint flag[1];\nint divisor = 1;\n"
            .to_owned();
        for (thread, ops) in self.ops.iter().enumerate().rev() {
            let is_looped = self.last == Rounds::Two && thread + 1 == self.ops.len();
            let ops = if is_looped { &ops[ops.len() / 2..] } else { ops };
            let mut body: String = ops.iter().map(|it| statement(*it)).collect();
            if is_looped {
                body = format!("for (int i = 0; i < 2; i++) {{\n{body}}}\n");
            }
            _ = match thread {
                0 => {
                    let [a, b] = self.semaphores;
                    let create = |it: usize| format!("pthread_create(&t{it}, 0, f{it}, 0);\n");
                    let starts: String = (1..self.ops.len()).map(create).collect();
                    write!(
                        text,
                        "int main(void) {{\nsem_init(&s0, 0, {a});\nsem_init(&s1, 0, {b});\n\
                         pthread_barrier_init(&barrier, 0, 2);\n{starts}{body}return 0;\n}}\n"
                    )
                }
                _ => write!(text, "void *f{thread}(void *unused) {{\n{body}return 0;\n}}\n"),
            };
        }
        text
    }
}

fn statement(op: Op) -> String {
    let line = match op {
        Op::Lock(it) => format!("pthread_mutex_lock(&m{it})"),
        Op::Unlock(it) => format!("pthread_mutex_unlock(&m{it})"),
        Op::Try(it) => format!("pthread_mutex_trylock(&m{it})"),
        Op::Take(it) => format!("sem_wait(&s{it})"),
        Op::Post(it) => format!("sem_post(&s{it})"),
        Op::Wait => "pthread_cond_wait(&condition, &m0)".to_owned(),
        Op::Signal => "pthread_cond_signal(&condition)".to_owned(),
        Op::Broadcast => "pthread_cond_broadcast(&condition)".to_owned(),
        Op::Barrier => "pthread_barrier_wait(&barrier)".to_owned(),
        Op::Join(it) => format!("pthread_join(t{it}, 0)"),
        Op::Set(value) => format!("flag[0] = {value}"),
        Op::Assume(value) => format!("__VERIFIER_assume(flag[0] == {value})"),
        Op::Deny(value) => format!("assert(flag[0] != {value})"),
        Op::SetDivisor(value) => format!("divisor = {value}"),
        Op::Divide => "(void)(1 / divisor)".to_owned(),
        Op::Exit => "exit(0)".to_owned(),
        Op::Stop => "pthread_exit(0)".to_owned(),
    };
    format!("{line};\n")
}

/// What an engine says of each fault.
fn verdicts(path: &Path, method: Method) -> Vec<(Fault, Verdict)> {
    let checks = Checks::parse("deadlock,unreach,div").expect("the checks should be known");
    let translation = Translation {
        defines: Vec::new(),
        formulas: Vec::new(),
        questions: tribunal_driver::Questions::default(),
        dialect: Dialect::Tribunal,
        overflow: Overflow::Block,
        c: CTranslation {
            choices: Choices { checks, ..Choices::default() },
            ..CTranslation::default()
        },
    };
    let loaded = load(&path.to_string_lossy(), &translation);
    let program = loaded.program.unwrap_or_else(|| panic!("{:#?}", loaded.diagnostics));
    let options = CheckOptions {
        method,
        properties: Vec::new(),
        fairness: Fairness::None,
        engine: Explicit::default(),
        then: Vec::new(),
        transformer: Transformer::Usual,
        swarm: 1,
        reduction: Reduction::NONE,
        limits: Limits { time: Some(Duration::from_secs(10)), memory: 1 << 30, depth: u64::MAX },
        checkpoint: None,
    };
    let checked = check(program, &options, &AtomicBool::new(false), &mut ())
        .unwrap_or_else(|unknown| panic!("{unknown}"));
    let named = |(fault, name): (Fault, &str)| {
        let is_it = |it: &&Answer| checked.program.props[it.property].name == name;
        let answer = checked.answers.iter().find(is_it).expect("there should be an answer");
        (fault, answer.verdict.clone())
    };
    let names = [
        (Fault::Assertion, "assertions"),
        (Fault::Division, "division"),
        (Fault::Deadlock, "deadlock"),
    ];
    names.map(named).to_vec()
}

#[test]
fn engines_find_deadlocks_where_there_are_some() {
    let cases = std::env::var("TRIBUNAL_RANDOM_DEADLOCKS").ok().and_then(|it| it.parse().ok());
    let folder = std::env::temp_dir().join(format!("tribunal-deadlocks-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder should be writable");
    let path = folder.join("threads.c");
    let (mut true_ones, mut false_ones, mut open) = (0, 0, 0);
    for seed in 1..=cases.unwrap_or(30) {
        let threads = threads(seed);
        std::fs::write(&path, threads.text()).expect("the folder should be writable");
        let expected = threads.faults();
        for method in [Method::only(Rung::KIND), Method::only(Rung::EXPLICIT)] {
            let text = || format!("{seed}, {method:?}: {expected:?}\n{}", threads.text());
            for (fault, verdict) in verdicts(&path, method.clone()) {
                let is_wrong = expected.contains(&fault);
                match verdict {
                    Verdict::True(_) => {
                        assert!(!is_wrong, "{fault:?} is missed: {}", text());
                        true_ones += 1;
                    }
                    Verdict::False(_) | Verdict::Refuted(_) => {
                        assert!(is_wrong, "there is no {fault:?}: {}", text());
                        false_ones += 1;
                    }
                    Verdict::Maybe(_) => open += 1,
                }
            }
        }
    }
    _ = std::fs::remove_dir_all(&folder);
    assert!(10 * open < true_ones + false_ones, "{open} of {} are open", true_ones + false_ones);
    assert!(5 < true_ones && 5 < false_ones, "{true_ones} true ones, {false_ones} false ones");
}

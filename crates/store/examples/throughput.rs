//! Prints how long insertions take and how many bytes a state takes, for synthetic states.
#![allow(clippy::print_stdout, reason = "this is a program")]

use tribunal_store::{Insertion, Kind, Packing, Prepared, Session, Store};

/// How many states are prepared before the first of them is inserted.
const AHEAD: usize = 16;

/// State number `number` of some million; all of them are different.
type Generator = fn(number: u64, state: &mut [u8]);

/// 40 bits spread over 16 bytes.
fn forty_bits(number: u64, state: &mut [u8]) {
    let mut value = number.wrapping_mul(0x9E_3779_B97F) & ((1 << 40) - 1);
    for byte in &mut state[..10] {
        *byte = (value & 0xF) as u8;
        value >>= 4;
    }
}

/// Five parts of four bytes, six bits of which vary.
fn parts(number: u64, state: &mut [u8]) {
    for part in 0..5 {
        let local = number >> (part * 5) & 0x1F;
        for (at, byte) in state[part as usize * 4..][..4].iter_mut().enumerate() {
            *byte = (local.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (at * 6)) as u8 & 0x3F;
        }
    }
}

/// 100 bytes, all of which vary.
fn hundred_bytes(number: u64, state: &mut [u8]) {
    for part in 0..5 {
        let local = number >> (part * 5) & 0x1F;
        for (at, byte) in state[part as usize * 20..][..20].iter_mut().enumerate() {
            *byte = (local.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (at * 2)) as u8;
        }
    }
}

/// The processor time of this thread, which other programs do not disturb much, in nanoseconds.
fn now() -> f64 {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    times.split(' ').next().and_then(|it| it.parse().ok()).unwrap_or(0.0)
}

fn run(
    session: &mut Session<'_>,
    numbers: impl Iterator<Item = u64>,
    length: usize,
    generate: Generator,
) -> u64 {
    let mut state = vec![0; length];
    let mut ring: [Option<Prepared>; AHEAD] = [None; AHEAD];
    let mut new = 0;
    let mut insert = |session: &mut Session<'_>, prepared: Option<Prepared>| {
        if let Some(prepared) = prepared {
            new += u64::from(matches!(session.insert(prepared), Insertion::New(_)));
        }
    };
    for (at, number) in numbers.enumerate() {
        generate(number, &mut state);
        let before = ring[at % AHEAD].replace(session.prepare(&state));
        insert(session, before);
    }
    for prepared in ring {
        insert(session, prepared);
    }
    new
}

fn measure(name: &str, kind: Kind, count: u64, length: usize, generate: Generator, threads: u64) {
    let sample: Vec<Vec<u8>> = (0..100_000u64)
        .map(|it| {
            let mut state = vec![0; length];
            generate((it.wrapping_mul(0x9E37_79B9_7F4A_7C15)) % count, &mut state);
            state
        })
        .collect();
    let store = Store::new(kind, Packing::learn(sample.iter().map(Vec::as_slice)), None);
    let pass = || {
        let (new, time) = std::thread::scope(|scope| {
            let work = |thread: u64| {
                let store = &store;
                scope.spawn(move || {
                    let numbers = (0..count / threads).map(|it| it * threads + thread);
                    let start = now();
                    let new = run(&mut store.session(), numbers, length, generate);
                    (new, now() - start)
                })
            };
            let all: Vec<_> = (0..threads).map(work).collect();
            all.into_iter()
                .map(|it| it.join().expect("a thread should not fail"))
                .fold((0, 0.0), |sum, it| (sum.0 + it.0, sum.1 + it.1))
        });
        (new, time / count as f64)
    };
    let mut state = vec![0; length];
    let start = now();
    let mut sum = 0u64;
    for number in 0..count {
        generate(number, &mut state);
        sum += u64::from(std::hint::black_box(&state)[0]);
    }
    std::hint::black_box(sum);
    let generation = (now() - start) / count as f64;
    let (new, first) = pass();
    let (_, second) = pass();
    println!(
        "{name:14} {kind:?} threads {threads}: {new} states, new {:.1} ns, known {:.1} ns, {:.2} bytes",
        first - generation,
        second - generation,
        store.memory() as f64 / store.len() as f64
    );
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let count = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(10_000_000);
    let wanted = arguments.next().unwrap_or_default();
    let bitstate = Kind::Bitstate { bits: 16 * count, hashes: 3, seed: 0 };
    for kind in [Kind::Exact, Kind::Small, Kind::Compact, bitstate] {
        for threads in [1, 2] {
            let cases: [(&str, usize, Generator); 3] = [
                ("40 bits", 16, forty_bits),
                ("120 bits", 24, parts),
                ("100 bytes", 100, hundred_bytes),
            ];
            for (name, length, generate) in cases {
                if format!("{name} {kind:?} {threads}").contains(&wanted) {
                    measure(name, kind, count, length, generate, threads);
                }
            }
        }
    }
}

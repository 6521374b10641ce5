//! Every kind of store, compared with an ordered set.

use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use tribunal_store::{Insertion, Key, Kind, Numbering, Packing, Store};

const INVERTIBLE: [Kind; 2] = [Kind::Exact, Kind::Small];

fn packing(states: &[Vec<u8>], samples: usize) -> Packing {
    Packing::learn(states.iter().take(samples).map(Vec::as_slice))
}

/// Inserts all states one after the other; successors of their predecessor, as it were.
fn is_a_set(kind: Kind, packing: Packing, states: &[Vec<u8>]) {
    holds(&Store::new(kind, packing, None), &[], states);
}

/// The same for a set that has some of the states already.
fn holds(store: &Store, before: &[Vec<u8>], states: &[Vec<u8>]) {
    let mut session = store.session();
    let mut known: BTreeMap<&[u8], Key> = BTreeMap::new();
    let mut loaded = Vec::new();
    for state in before {
        let prepared = session.prepare(state);
        let Insertion::Known(key) = session.insert(prepared) else { panic!("{state:?}") };
        known.insert(state, key);
    }
    for (number, state) in states.iter().enumerate() {
        let prepared = session.prepare(state);
        assert_eq!(session.contains(prepared), known.contains_key(&state[..]));
        let key = match (session.insert(prepared), known.get(&state[..])) {
            (Insertion::New(key), None) => key,
            (Insertion::Known(key), Some(&before)) if key == before => key,
            other => panic!("{other:?} for {state:?}"),
        };
        assert!(session.contains(prepared));
        known.insert(state, key);
        match number % 3 {
            0 => session.base(key),
            1 => {
                session.load(key, &mut loaded);
                assert_eq!(&loaded, state);
            }
            _ => {}
        }
    }
    for (state, &key) in &known {
        session.load(key, &mut loaded);
        assert_eq!(&loaded, state);
    }
    let distinct: BTreeSet<Key> = known.values().copied().collect();
    assert_eq!(distinct.len(), known.len());
    drop(session);
    assert_eq!(store.len(), known.len() as u64);
}

/// Several threads insert overlapping parts of the states; every state is new exactly once.
fn is_a_shared_set(kind: Kind, packing: Packing, states: &[Vec<u8>], threads: usize) {
    share(&Store::new(kind, packing, None), &[], states, threads);
}

/// The same for a set that has some of the states already.
fn share(store: &Store, before: &[Vec<u8>], states: &[Vec<u8>], threads: usize) {
    let insert = |thread: usize| {
        let mut session = store.session();
        let mut new = Vec::new();
        let mut keys = Vec::new();
        let mut ring = std::collections::VecDeque::new();
        let mut loaded = Vec::new();
        // Each goes its own way through all of them.
        let start = thread * states.len() / (2 * threads);
        let all = states[start..].iter().chain(&states[..start]);
        for (number, state) in all.map(Some).chain([None; 8]).enumerate() {
            if let Some(state) = state {
                ring.push_back((state, session.prepare(state)));
            }
            if ring.len() == 8 || state.is_none() {
                let Some((state, prepared)) = ring.pop_front() else { continue };
                let key = match session.insert(prepared) {
                    Insertion::New(key) => {
                        new.push(state);
                        key
                    }
                    Insertion::Known(key) => key,
                    Insertion::Full => panic!("there is no limit"),
                };
                keys.push((state, key));
                if number % 16 == 0 {
                    session.load(key, &mut loaded);
                    assert_eq!(&loaded, state);
                }
                if number % 1000 == 0 {
                    session.rest();
                }
            }
        }
        for (state, key) in keys {
            session.load(key, &mut loaded);
            assert_eq!(&loaded, state);
        }
        new
    };
    let new: Vec<Vec<&Vec<u8>>> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|it| scope.spawn(move || insert(it))).collect();
        all.into_iter().map(|it| it.join().unwrap()).collect()
    });
    let before: BTreeSet<&Vec<u8>> = before.iter().collect();
    let expected: BTreeSet<&Vec<u8>> = states.iter().filter(|it| !before.contains(it)).collect();
    let found: BTreeSet<&Vec<u8>> = new.iter().flatten().copied().collect();
    assert_eq!(found, expected);
    assert_eq!(new.iter().map(Vec::len).sum::<usize>(), expected.len());
    assert_eq!(store.len(), (before.len() + expected.len()) as u64);
}

/// A small set of some states whose columns were learned from them.
fn in_columns(states: &[Vec<u8>]) -> Store {
    let store = Store::new(Kind::Small, packing(states, 10), None);
    let mut session = store.session();
    for state in states {
        let prepared = session.prepare(state);
        session.insert(prepared);
    }
    drop(session);
    store.repacked(None, 2).unwrap()
}

/// States of some parts, each of which has so many values at first and more of them later.
fn parts(count: usize, values: impl Fn(u64) -> u64, steps: u64) -> Vec<Vec<u8>> {
    let mut random = 1u64;
    let mut next = move |limit: u64| {
        random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        (random >> 33) % limit
    };
    let state = |step| {
        let part = |_| {
            let value = next(values(step));
            (value | value << 16 ^ (value * 7) << 32).to_le_bytes()
        };
        (0..count).flat_map(part).collect()
    };
    (0..steps).map(state).collect()
}

/// States of one length in which a few bytes change at a time.
fn walk(length: usize, steps: usize, seed: u64) -> Vec<Vec<u8>> {
    let mut random = seed | 1;
    let mut next = move |limit: usize| {
        random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        (random >> 33) as usize % limit
    };
    let mut state = vec![7; length];
    let mut states = Vec::new();
    for _ in 0..steps {
        for _ in 0..1 + next(2) {
            let at = next(length);
            state[at] = next(5) as u8;
        }
        states.push(state.clone());
    }
    states
}

fn strings() -> impl Strategy<Value = Vec<Vec<u8>>> {
    prop::collection::vec(prop::collection::vec(0..4u8, 0..30), 0..600)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn strings_of_any_length(states in strings(), samples in 0..100usize) {
        for kind in INVERTIBLE {
            is_a_set(kind, packing(&states, samples), &states);
        }
    }

    #[test]
    fn strings_of_one_length(length in 1..150usize, seed: u64, samples in 0..2000usize) {
        let states = walk(length, 2000, seed);
        for kind in INVERTIBLE {
            is_a_set(kind, packing(&states, samples), &states);
        }
    }

    #[test]
    fn any_bytes(states: Vec<[u8; 11]>, samples in 0..10usize) {
        let states: Vec<Vec<u8>> = states.iter().map(|it| it.to_vec()).collect();
        for kind in INVERTIBLE {
            is_a_set(kind, packing(&states, samples), &states);
        }
    }

    #[test]
    fn columns_are_a_set(
        length in 1..100usize, seed: u64, learned in 1..1000usize, others in strings(),
    ) {
        let mut states = walk(length, 2000, seed);
        states.extend(others);
        holds(&in_columns(&states[..learned]), &states[..learned], &states);
    }

    #[test]
    fn numbers_are_dense(length in 1..100usize, seed: u64, samples in 0..500usize) {
        let states = walk(length, 1000, seed);
        let numbering = Numbering::new(packing(&states, samples), None);
        let mut session = numbering.session();
        let mut known: BTreeMap<&[u8], u32> = BTreeMap::new();
        for state in &states {
            let prepared = session.prepare(state);
            prop_assert_eq!(session.find(prepared), known.get(&state[..]).copied());
            let next = known.len() as u32;
            let expected = *known.entry(state).or_insert(next);
            prop_assert_eq!(session.insert(prepared), Some((expected, expected == next)));
            session.base(expected);
        }
        prop_assert_eq!(numbering.len() as usize, known.len());
        let mut loaded = Vec::new();
        for (state, &id) in &known {
            session.get(id, &mut loaded);
            prop_assert_eq!(&loaded[..], *state);
        }
    }
}

#[test]
fn very_long_strings() {
    // More than 64 chunks, with and without a class.
    let mut states = walk(700, 300, 3);
    states.extend(walk(2000, 300, 4));
    for kind in INVERTIBLE {
        for samples in [0, 10, 600] {
            is_a_set(kind, packing(&states, samples), &states);
        }
    }
}

#[test]
fn sets_can_be_packed_again() {
    let states = walk(40, 5000, 23);
    for kind in INVERTIBLE {
        let store = Store::new(kind, packing(&states, 1), None);
        let mut session = store.session();
        for state in &states {
            let prepared = session.prepare(state);
            session.insert(prepared);
        }
        drop(session);
        // The first state is all that the packing of the sample knows.
        assert!(store.unpacked() > store.len() / 2, "{} of {}", store.unpacked(), store.len());
        let again = store.repacked(None, 2).unwrap();
        assert_eq!((again.len(), again.unpacked()), (store.len(), 0));
        let mut session = again.session();
        let mut loaded = Vec::new();
        for state in &states {
            let prepared = session.prepare(state);
            let Insertion::Known(key) = session.insert(prepared) else { panic!("{state:?}") };
            session.load(key, &mut loaded);
            assert_eq!(&loaded, state);
        }
        assert!(store.repacked(Some(20_000), 2).is_none());
    }
    assert!(Store::new(Kind::Compact, Packing::default(), None).repacked(None, 2).is_none());
}

#[test]
fn a_column_without_numbers_is_no_harm() {
    // Eight words take ever more values, more than there are numbers in a key.
    let mut random = 1u64;
    let mut state = |values: u64| {
        let words = [0; 8].map(|_: u64| {
            random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            let value = (random >> 33) % values;
            value << 40 | value
        });
        words.map(u64::to_le_bytes).concat()
    };
    let sample: Vec<Vec<u8>> = (0..200).map(|_| state(60)).collect();
    let states: BTreeSet<Vec<u8>> = (0..50_000u64).map(|it| state(60 + it / 50)).collect();
    let states: Vec<Vec<u8>> = states.into_iter().collect();
    let packing = Packing::learn(sample.iter().map(Vec::as_slice));
    let store = Store::new(Kind::Exact, packing.clone(), None);
    let mut session = store.session();
    for state in &states {
        let prepared = session.prepare(state);
        assert!(matches!(session.insert(prepared), Insertion::New(_)), "{state:?}");
    }
    for state in &states {
        let prepared = session.prepare(state);
        assert!(matches!(session.insert(prepared), Insertion::Known(_)), "{state:?}");
    }
    drop(session);
    let unpacked = store.unpacked();
    assert!(0 < unpacked && unpacked < store.len(), "{unpacked} of {}", store.len());
    is_a_shared_set(Kind::Exact, packing, &states, 2);
}

#[test]
fn columns_take_ever_more_values() {
    // Until their numbers do not fit a key any more.
    let states = parts(5, |step| 30 + step / 3, 60_000);
    for learned in [100, 5_000] {
        let store = in_columns(&states[..learned]);
        share(&store, &states[..learned], &states, 3);
        let unpacked = store.unpacked();
        assert!(0 < unpacked && unpacked < store.len(), "{unpacked} of {}", store.len());
    }
}

#[test]
fn columns_take_little_memory() {
    let states = parts(6, |_| 40, 200_000);
    let store = in_columns(&states[..20_000]);
    share(&store, &states[..20_000], &states, 2);
    assert_eq!(store.unpacked(), 0);
    // There are 40 to the power of 6 such states, which is 32 bits, and the columns have a byte of each.
    assert!(store.memory() < 5 * store.len(), "{} for {}", store.memory(), store.len());
}

#[test]
fn threads_share_a_growing_set() {
    for (threads, length) in [(2, 5), (3, 12), (4, 40)] {
        let states = walk(length, 60_000, 11);
        for kind in INVERTIBLE {
            is_a_shared_set(kind, packing(&states, 50_000), &states, threads);
            is_a_shared_set(kind, packing(&states, 100), &states, threads);
        }
    }
}

#[test]
fn threads_share_numbers() {
    let states = walk(30, 40_000, 5);
    let numbering = Numbering::new(packing(&states, 1000), None);
    let insert = || {
        let mut session = numbering.session();
        let ids: Vec<(u32, bool)> = states
            .iter()
            .map(|it| {
                let prepared = session.prepare(it);
                session.insert(prepared).unwrap()
            })
            .collect();
        ids
    };
    let all: Vec<Vec<(u32, bool)>> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..3).map(|_| scope.spawn(insert)).collect();
        all.into_iter().map(|it| it.join().unwrap()).collect()
    });
    let mut session = numbering.session();
    let mut loaded = Vec::new();
    for (at, state) in states.iter().enumerate() {
        assert!(all.iter().all(|it| it[at].0 == all[0][at].0));
        session.get(all[0][at].0, &mut loaded);
        assert_eq!(&loaded, state);
    }
    let new: Vec<u32> = all.iter().flatten().filter(|it| it.1).map(|it| it.0).collect();
    let distinct: BTreeSet<u32> = new.iter().copied().collect();
    assert_eq!(new.len(), numbering.len() as usize);
    assert_eq!(distinct, (0..numbering.len()).collect());
}

#[test]
fn a_memory_limit_is_obeyed() {
    let states = walk(20, 100_000, 17);
    for kind in INVERTIBLE {
        let limit = 300_000;
        let store = Store::new(kind, packing(&states, 1000), Some(limit));
        let mut session = store.session();
        let mut stored = Vec::new();
        for state in &states {
            let prepared = session.prepare(state);
            match session.insert(prepared) {
                Insertion::New(key) => stored.push((state, key)),
                Insertion::Known(_) => {}
                Insertion::Full => break,
            }
        }
        // Most of the memory is used, and what is stored can be found.
        assert!(store.memory() <= limit, "{}", store.memory());
        assert!(store.memory() > limit / 3, "{}", store.memory());
        assert!(stored.len() > 2_000 && stored.len() < states.len(), "{}", stored.len());
        let mut loaded = Vec::new();
        for (state, key) in stored {
            let prepared = session.prepare(state);
            assert_eq!(session.insert(prepared), Insertion::Known(key));
            session.load(key, &mut loaded);
            assert_eq!(&loaded, state);
        }
    }
}

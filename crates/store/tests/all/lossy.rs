//! The kinds that may take a state for another one: what they omit is what the papers say.

use tribunal_store::{Insertion, Kind, Packing, Store};

/// How many of so many distinct states are taken for others.
fn omitted(kind: Kind, states: u64) -> (u64, f64) {
    let state = |number: u64| [number.to_le_bytes(), (number * 7).to_le_bytes()].concat();
    let samples: Vec<Vec<u8>> = (0..1000).map(|it| state(it * 999)).collect();
    let store = Store::new(kind, Packing::learn(samples.iter().map(Vec::as_slice)), None);
    assert!(!store.is_invertible());
    let mut session = store.session();
    let mut omitted = 0;
    for number in 0..states {
        let prepared = session.prepare(&state(number));
        let seen = session.contains(prepared);
        match session.insert(prepared) {
            Insertion::New(_) => assert!(!seen),
            Insertion::Known(_) => omitted += 1,
            Insertion::Full => panic!("there is no limit"),
        }
        assert!(session.contains(prepared));
    }
    drop(session);
    assert_eq!(store.len(), states - omitted);
    (omitted, store.omission())
}

#[test]
fn fingerprints_of_64_bits_omit_nothing_in_practice() {
    let (omitted, expected) = omitted(Kind::Compact, 300_000);
    assert_eq!(omitted, 0);
    assert!(expected > 0.0 && expected < 1e-13, "{expected}");
}

#[test]
fn bitstate_omits_what_the_formula_says() {
    for (bits, hashes) in [(1 << 20, 1), (1 << 20, 2), (1 << 19, 3), (1 << 20, 5)] {
        let states = 100_000;
        let (omitted, expected) = omitted(Kind::Bitstate { bits, hashes, seed: 1 }, states);
        let expected = expected * states as f64;
        let ratio = omitted as f64 / expected;
        assert!((0.9..1.1).contains(&ratio), "{bits} {hashes}: {omitted} of {expected}");
    }
}

#[test]
fn seeds_omit_different_states() {
    let run = |seed| {
        let kind = Kind::Bitstate { bits: 1 << 16, hashes: 2, seed };
        let store = Store::new(kind, Packing::default(), None);
        let mut session = store.session();
        let is_new = |number: &u64| {
            let prepared = session.prepare(&number.to_le_bytes());
            matches!(session.insert(prepared), Insertion::New(_))
        };
        (0..20_000).filter(is_new).collect::<Vec<u64>>()
    };
    assert_eq!(run(1), run(1));
    let (one, two) = (run(1), run(2));
    let both = one.iter().filter(|it| two.contains(it)).count();
    // Independent: what both have is the product of the shares.
    let expected = one.len() as f64 * two.len() as f64 / 20_000.0;
    assert!((0.97..1.03).contains(&(both as f64 / expected)), "{both} of {expected}");
}

#[test]
fn an_array_of_bits_obeys_the_memory_limit() {
    let kind = Kind::Bitstate { bits: 1 << 30, hashes: 3, seed: 0 };
    let store = Store::new(kind, Packing::default(), Some(1 << 20));
    assert!(store.memory() <= 1 << 20 && store.memory() > 1 << 18, "{}", store.memory());
}

//! Sets survive being written and read back; broken files are refused.

use proptest::prelude::*;
use tribunal_store::{Insertion, Key, Kind, Packing, Store};

const KINDS: [Kind; 4] =
    [Kind::Exact, Kind::Small, Kind::Compact, Kind::Bitstate { bits: 5000, hashes: 3, seed: 9 }];

fn filled(kind: Kind, states: &[Vec<u8>]) -> (Store, Vec<Key>) {
    let packing = Packing::learn(states.iter().take(20).map(Vec::as_slice));
    let store = Store::new(kind, packing, None);
    let mut session = store.session();
    let mut keys = Vec::new();
    for state in states {
        let prepared = session.prepare(state);
        match session.insert(prepared) {
            Insertion::New(key) | Insertion::Known(key) => keys.push(key),
            Insertion::Full => panic!("there is no limit"),
        }
    }
    drop(session);
    (store, keys)
}

fn saved(store: &Store) -> Vec<u8> {
    let mut file = Vec::new();
    store.save(&mut file).unwrap();
    file
}

fn states() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let length = prop_oneof![Just(3usize), Just(20), Just(33), 0..60usize];
    let state = length.prop_flat_map(|it| prop::collection::vec(0..3u8, it));
    prop::collection::vec(state, 1..300)
}

/// A set that is written and read back has the same keys.
fn comes_back(store: &Store, states: &[Vec<u8>], keys: &[Key]) -> Result<(), TestCaseError> {
    let file = saved(store);
    let back = Store::load(&mut &file[..], None).unwrap();
    prop_assert_eq!((back.kind(), back.len()), (store.kind(), store.len()));
    let mut session = back.session();
    let mut loaded = Vec::new();
    for (state, &key) in states.iter().zip(keys) {
        let prepared = session.prepare(state);
        prop_assert_eq!(session.insert(prepared), Insertion::Known(key));
        if back.is_invertible() {
            session.load(key, &mut loaded);
            prop_assert_eq!(&loaded, state);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn sets_come_back(states in states()) {
        for kind in KINDS {
            let (store, keys) = filled(kind, &states);
            comes_back(&store, &states, &keys)?;
        }
    }

    #[test]
    fn columns_come_back(states in states()) {
        let store = filled(Kind::Small, &states).0.repacked(None, 1).unwrap();
        let mut session = store.session();
        let mut key = |state: &Vec<u8>| {
            let prepared = session.prepare(state);
            match session.insert(prepared) {
                Insertion::Known(key) => key,
                other => panic!("{other:?} for {state:?}"),
            }
        };
        let keys: Vec<Key> = states.iter().map(&mut key).collect();
        comes_back(&store, &states, &keys)?;
    }

    #[test]
    fn broken_files_are_refused(states in states(), at: prop::sample::Index, bit in 0..8u32) {
        let stores = KINDS.map(|kind| filled(kind, &states).0);
        let columns = stores[1].repacked(None, 1).unwrap();
        for store in stores.iter().chain([&columns]) {
            let mut file = saved(store);
            let short = file[..at.index(file.len())].to_vec();
            prop_assert!(Store::load(&mut &short[..], Some(1 << 24)).is_err());
            let at = at.index(file.len());
            file[at] ^= 1 << bit;
            prop_assert!(Store::load(&mut &file[..], Some(1 << 24)).is_err());
        }
    }

    #[test]
    fn anything_is_refused_without_a_panic(bytes: Vec<u8>) {
        let file = [b"trbset-3".to_vec(), bytes].concat();
        prop_assert!(Store::load(&mut &file[..], Some(1 << 24)).is_err());
    }
}

#[test]
fn the_memory_limit_holds_for_files() {
    let states: Vec<Vec<u8>> = (0..100_000u32).map(|it| it.to_le_bytes().to_vec()).collect();
    let file = saved(&filled(Kind::Exact, &states).0);
    let error = Store::load(&mut &file[..], Some(100_000)).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::OutOfMemory);
    assert!(Store::load(&mut &file[..], Some(4_000_000)).is_ok());
}

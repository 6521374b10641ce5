//! Every function that has a model is compared with glibc, or stands in a list with the reason why it cannot be.

use std::collections::BTreeSet;

use tribunal_front_c::support::Support;
use tribunal_front_c::support::functions::{ROWS, modelled};

use super::all_calls;
use super::system::HELPERS;

/// Functions that are compared with nothing here, and why.
#[rustfmt::skip]
const ELSEWHERE: &[(&str, &[&str])] = &[
    ("of verifiers: glibc has none", modelled::VERIFIERS),
    ("of verifiers: glibc has none", modelled::CBMC),
    ("of verifiers: glibc has none", modelled::VERIFIER),
    ("they need other threads", modelled::THREADS),
    ("they need other threads, or time", &["cnd_timedwait", "cnd_wait", "mtx_timedlock", "pthread_cond_timedwait", "pthread_cond_wait", "pthread_mutex_timedlock", "sem_timedwait"]),
    ("they end the program: compared by whole runs", modelled::ENDS),
    ("the environment is arbitrary", modelled::ENVIRONMENT),
    ("what is in files is arbitrary", modelled::SEEK),
    ("what is in files is arbitrary", &["fclose", "fgets", "fscanf", "getdelim", "getline", "gets", "read", "remove", "scanf", "tmpfile", "vscanf"]),
    ("compared by random formats", &["printf", "puts", "snprintf", "sprintf", "sscanf"]),
    ("not in the glibc of this machine", &["cfree", "pthread_yield", "signbitf", "signbitl", "strlcat", "strlcpy"]),
    ("what others are made of", &["__sigsetjmp"]),
];

/// The words of all calls and of what they need.
fn called() -> BTreeSet<&'static str> {
    let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let texts = all_calls().map(|it| it.code).chain([HELPERS]);
    texts.flat_map(|it| it.split(move |letter| !is_word(letter))).collect()
}

#[test]
fn every_model_is_compared_with_glibc() {
    let called = called();
    let elsewhere: BTreeSet<&str> = ELSEWHERE.iter().flat_map(|it| it.1).copied().collect();
    let models = ROWS.iter().filter(|it| it.support == Support::Honoured);
    let left: Vec<&str> = models
        .flat_map(|it| it.names)
        .copied()
        .filter(|it| !called.contains(it) && !elsewhere.contains(it))
        .collect();
    assert!(left.is_empty(), "no call compares {left:?} with glibc");
}

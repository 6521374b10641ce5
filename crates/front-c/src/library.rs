//! The part of the C library that is written in C. A file of it is read only if the program uses one of its functions.

use crate::support::functions::modelled;
use crate::support::{Support, variables};

/// A file of the library: its name, its text, the functions it defines for others.
pub(crate) struct Part {
    pub(crate) path: &'static str,
    pub(crate) text: &'static str,
    functions: &'static [&'static str],
}

const PARTS: &[Part] = &[
    Part {
        path: STREAMS,
        text: include_str!("../library/streams.c"),
        functions: modelled::STREAMS,
    },
    Part {
        path: "<library>/string.c",
        text: include_str!("../library/string.c"),
        functions: modelled::STRING,
    },
    Part {
        path: "<library>/ctype.c",
        text: include_str!("../library/ctype.c"),
        functions: modelled::CTYPE,
    },
    Part {
        path: "<library>/stdlib.c",
        text: include_str!("../library/stdlib.c"),
        functions: modelled::STDLIB,
    },
    Part {
        path: "<library>/strtod.c",
        text: include_str!("../library/strtod.c"),
        functions: modelled::STRTOD,
    },
    Part {
        path: "<library>/random.c",
        text: include_str!("../library/random.c"),
        functions: modelled::RANDOM,
    },
    Part {
        path: "<library>/memory.c",
        text: include_str!("../library/memory.c"),
        functions: modelled::MEMORY,
    },
    Part {
        path: "<library>/wide.c",
        text: include_str!("../library/wide.c"),
        functions: modelled::WIDE,
    },
    Part {
        path: "<library>/time.c",
        text: include_str!("../library/time.c"),
        functions: modelled::TIME,
    },
    Part {
        path: "<library>/errno.c",
        text: include_str!("../library/errno.c"),
        functions: modelled::ERRNO,
    },
    Part {
        path: "<library>/signal.c",
        text: include_str!("../library/signal.c"),
        functions: modelled::SIGNAL,
    },
    Part {
        path: "<library>/rounding.c",
        text: include_str!("../library/rounding.c"),
        functions: modelled::ROUNDING,
    },
    Part {
        path: "<library>/locale.c",
        text: include_str!("../library/locale.c"),
        functions: modelled::LOCALE,
    },
    Part {
        path: "<library>/verifier.c",
        text: include_str!("../library/verifier.c"),
        functions: modelled::VERIFIER,
    },
    Part {
        path: "<library>/stdio.c",
        text: include_str!("../library/stdio.c"),
        functions: modelled::STDIO,
    },
    Part {
        path: "<library>/print.c",
        text: include_str!("../library/print.c"),
        functions: modelled::PRINT,
    },
    Part {
        path: "<library>/format.c",
        text: include_str!("../library/format.c"),
        functions: modelled::FORMAT,
    },
    Part {
        path: "<library>/decimal.c",
        text: include_str!("../library/decimal.c"),
        functions: &[],
    },
    Part {
        path: "<library>/scan.c",
        text: include_str!("../library/scan.c"),
        functions: modelled::SCAN,
    },
    Part {
        path: "<library>/exit.c",
        text: include_str!("../library/exit.c"),
        functions: modelled::EXIT,
    },
    Part {
        path: "<library>/math.c",
        text: include_str!("../library/math.c"),
        functions: modelled::MATH,
    },
    Part {
        path: "<library>/approximate.c",
        text: include_str!("../library/approximate.c"),
        functions: modelled::APPROXIMATE,
    },
    Part {
        path: "<library>/calendar.c",
        text: include_str!("../library/calendar.c"),
        functions: modelled::CALENDAR,
    },
    Part {
        path: "<library>/strftime.c",
        text: include_str!("../library/strftime.c"),
        functions: modelled::STRFTIME,
    },
    Part {
        path: "<library>/neighbours.c",
        text: include_str!("../library/neighbours.c"),
        functions: modelled::NEIGHBOURS,
    },
    Part {
        path: "<library>/single.c",
        text: include_str!("../library/single.c"),
        functions: modelled::SINGLE,
    },
    Part {
        path: "<library>/network.c",
        text: include_str!("../library/network.c"),
        functions: modelled::NETWORK,
    },
    Part {
        path: "<library>/fma.c",
        text: include_str!("../library/fma.c"),
        functions: modelled::FUSED,
    },
    Part {
        path: "<library>/seek.c",
        text: include_str!("../library/seek.c"),
        functions: modelled::SEEK,
    },
    Part {
        path: "<library>/local_time.c",
        text: include_str!("../library/local_time.c"),
        functions: modelled::LOCAL_TIME,
    },
    Part {
        path: "<library>/strerror.c",
        text: include_str!("../library/strerror.c"),
        functions: modelled::ERRORS,
    },
    Part {
        path: "<library>/multibyte.c",
        text: include_str!("../library/multibyte.c"),
        functions: modelled::MULTIBYTE,
    },
    Part {
        path: "<library>/sort.c",
        text: include_str!("../library/sort.c"),
        functions: modelled::SORT,
    },
    Part {
        path: "<library>/threads.c",
        text: include_str!("../library/threads.c"),
        functions: modelled::THREADS,
    },
    Part {
        path: "<library>/locks.c",
        text: include_str!("../library/locks.c"),
        functions: modelled::LOCKS,
    },
];

/// How names start that only the library knows.
pub(crate) const OURS: &str = "__tribunal_";

/// Functions that parts of the library share and nobody else knows, and their files.
const OWN: [(&str, &str); 11] = [
    ("__tribunal_print", "<library>/format.c"),
    ("__tribunal_digits", "<library>/decimal.c"),
    ("__tribunal_in_set", "<library>/scan.c"),
    ("__tribunal_stream", STREAMS),
    ("__tribunal_to", STREAMS),
    ("__tribunal_to_number", STREAMS),
    ("__tribunal_failed", STREAMS),
    ("__tribunal_at_end", STREAMS),
    ("__tribunal_no_more", STREAMS),
    ("__tribunal_pushed", STREAMS),
    ("__tribunal_nothing_pushed", STREAMS),
];

/// The file that defines the streams.
const STREAMS: &str = "<library>/streams.c";

/// What stands before the name of a function of the library where the program has another one of that name.
pub(crate) const PREFIX: &str = "__tribunal_own_";

/// The name of a function of the library, as C has it.
pub(crate) fn plain(function: &str) -> &str {
    function.strip_prefix(PREFIX).unwrap_or(function)
}

/// The file that defines a variable.
pub(crate) fn providing_variable(name: &str) -> Option<&'static Part> {
    let is_stream = variables::support(plain(name)) == Some(Support::Honoured);
    PARTS.iter().find(|it| is_stream && it.path == STREAMS)
}

/// The file that defines a function.
pub(crate) fn providing(function: &str) -> Option<&'static Part> {
    let name = plain(function);
    let own = OWN.iter().find(|it| it.0 == name).map(|it| it.1);
    PARTS.iter().find(|it| it.functions.contains(&name) || own == Some(it.path))
}

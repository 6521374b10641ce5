//! The part of the C library that is written in C. A file of it is read only if the program uses one of its functions.

/// A file of the library: its name, its text, the functions it defines for others.
pub(crate) struct Part {
    pub(crate) path: &'static str,
    pub(crate) text: &'static str,
    functions: &'static [&'static str],
}

const PARTS: &[Part] = &[
    Part {
        path: "<library>/string.c",
        text: include_str!("../library/string.c"),
        functions: &[
            "strlen", "strnlen", "strcpy", "stpcpy", "strncpy", "strcat", "strncat", "strcmp",
            "strncmp", "memcmp", "memchr", "strchr", "strrchr", "strspn", "strcspn", "strpbrk",
            "strstr", "strdup",
        ],
    },
    Part {
        path: "<library>/ctype.c",
        text: include_str!("../library/ctype.c"),
        functions: &[
            "isdigit", "islower", "isupper", "isalpha", "isalnum", "isxdigit", "isblank",
            "isspace", "iscntrl", "isprint", "isgraph", "ispunct", "tolower", "toupper",
        ],
    },
    Part {
        path: "<library>/stdlib.c",
        text: include_str!("../library/stdlib.c"),
        functions: &["abs", "labs", "llabs", "strtol", "atoi", "atol"],
    },
];

/// The file that defines a function.
pub(crate) fn providing(function: &str) -> Option<&'static Part> {
    PARTS.iter().find(|it| it.functions.contains(&function))
}

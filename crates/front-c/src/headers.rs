//! Where included files are looked for, and the standard headers that come with the front end.

use tribunal_preprocess::{File, Files, Include, IncludeStyle};

/// Next to the including file, along the search path, among our own headers.
pub(crate) struct Library<'a> {
    pub(crate) files: &'a dyn Files,
    pub(crate) include: &'a [String],
}

impl Files for Library<'_> {
    fn open(&self, include: &Include<'_>) -> Option<File> {
        let beside = match include.style {
            IncludeStyle::Quoted => self.files.open(include),
            IncludeStyle::Angled | IncludeStyle::Next => None,
        };
        beside
            .or_else(|| {
                self.folders(include).iter().find_map(|folder| {
                    let name = format!("{}/{}", folder.trim_end_matches('/'), include.name);
                    let style = IncludeStyle::Angled;
                    self.files.open(&Include { name: &name, style, ..*include })
                })
            })
            .or_else(|| standard(include.name))
    }
}

impl<'a> Library<'a> {
    /// The part of the search path that counts.
    fn folders(&self, include: &Include<'_>) -> &'a [String] {
        let all = self.include;
        if include.style != IncludeStyle::Next {
            return all;
        }
        let holds = |folder: &String| {
            let rest = include.from.strip_prefix(folder.trim_end_matches('/'));
            rest.is_some_and(|it| it.starts_with('/'))
        };
        &all[all.iter().position(holds).map_or(0, |it| it + 1)..]
    }
}

/// Whether a standard header comes with the front end.
#[must_use]
pub fn is_standard_header(name: &str) -> bool {
    HEADERS.iter().any(|it| it.0 == name)
}

/// The standard headers that come with the front end.
pub fn standard_headers() -> impl Iterator<Item = &'static str> {
    HEADERS.iter().map(|it| it.0)
}

fn standard(name: &str) -> Option<File> {
    let (_, text) = HEADERS.iter().find(|it| it.0 == name)?;
    Some(File { path: format!("<{name}>"), text: (*text).to_owned() })
}

macro_rules! headers {
    ($($name:literal)*) => {
        /// Names and texts.
        const HEADERS: &[(&str, &str)] = &[$(($name, include_str!(concat!("../headers/", $name))),)*];
    };
}

headers! {
    "alloca.h"
    "assert.h"
    "ctype.h"
    "errno.h"
    "fenv.h"
    "float.h"
    "inttypes.h"
    "iso646.h"
    "limits.h"
    "locale.h"
    "malloc.h"
    "math.h"
    "memory.h"
    "pthread.h"
    "sched.h"
    "semaphore.h"
    "setjmp.h"
    "signal.h"
    "stdalign.h"
    "stdarg.h"
    "stdatomic.h"
    "stdbool.h"
    "stddef.h"
    "stdint.h"
    "stdio.h"
    "stdlib.h"
    "stdnoreturn.h"
    "string.h"
    "strings.h"
    "sys/time.h"
    "sys/types.h"
    "threads.h"
    "time.h"
    "uchar.h"
    "unistd.h"
    "wchar.h"
    "wctype.h"
}

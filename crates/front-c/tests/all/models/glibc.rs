//! The library against glibc: random calls, each on this machine and by the reference semantics. What they yield, what they write, `errno`, and
//! whether memory is used that is not there, must agree; AddressSanitizer is the judge of the latter.
//!
//! `TRIBUNAL_CALLS` says how many calls are tried, `TRIBUNAL_SEED` which.

mod calls;
mod coverage;
mod formats;
mod random;
mod scans;
mod system;

use super::{machine, reference};
use calls::{CALLS, Call, Content, Judge};
use random::Random;

/// A call with its arguments, and blocks of memory for them.
struct Case {
    call: &'static Call,
    /// The declarations of the blocks, and what is done.
    body: String,
}

/// What this machine says about a case.
#[derive(Debug, PartialEq, Eq)]
enum Seen {
    /// Numbers that tell results and contents.
    Numbers(Vec<i64>),
    /// It went wrong.
    Wrong,
}

/// What both programs have: how results are told as numbers.
const COMMON: &str = "\
static void show(long n);
static void sign(int n) { show((n > 0) - (n < 0)); }
static void real(double x) { union { double x; long n; } it = {x}; show(x != x ? -1 : it.n); }
static void single(float x) { union { float x; int n; } it = {x}; show(x != x ? -1 : it.n); }
static void extended(long double x) { double high = x; real(high); if (high == high && high - high == 0) real(x - high); }
static void where(const void *p, const void *base) { show(p ? (long)((const char *)p - (const char *)base) : -1000); }
static void bytes(const void *p, size_t n) { for (size_t i = 0; i < n; i++) show(((const unsigned char *)p)[i]); }
static int by_byte(const void *p, const void *q) { return *(const unsigned char *)p - *(const unsigned char *)q; }
";

/// The headers that a call needs.
fn headers(content: Content) -> String {
    let more: &[&str] = match content {
        Content::Text => &["stdio", "strings", "unistd"],
        Content::Wide => &["wchar"],
        Content::Integer => &["inttypes"],
        Content::Float => &[],
        Content::System => &[
            "alloca",
            "fcntl",
            "math",
            "pthread",
            "sched",
            "semaphore",
            "setjmp",
            "stdarg",
            "stdint",
            "stdio",
            "sys/time",
            "threads",
            "time",
            "unistd",
        ],
        Content::Nothing => &[
            "arpa/inet",
            "ctype",
            "fenv",
            "inttypes",
            "limits",
            "locale",
            "malloc",
            "math",
            "signal",
            "time",
            "unistd",
            "wchar",
            "wctype",
        ],
    };
    let all = ["assert", "errno", "stdlib", "string"].iter().chain(more);
    let includes: String = all.map(|it| format!("#include <{it}.h>\n")).collect();
    let helpers = if content == Content::System { system::HELPERS } else { "" };
    format!("#define _GNU_SOURCE 1\n{includes}{helpers}")
}

fn all_calls() -> impl Iterator<Item = &'static Call> {
    CALLS.iter().chain(system::CALLS)
}

fn cases(random: &mut Random, count: usize, judge: Judge) -> Vec<Case> {
    let calls: Vec<&Call> = all_calls().filter(|it| it.judge == judge).collect();
    let case = |random: &mut Random| {
        let call = calls[random.below(calls.len())];
        Case { call, body: calls::body(call, random) }
    };
    (0..count).map(|_| case(random)).collect()
}

/// What this machine says about some cases, each tried in a process of its own; none without gcc.
fn on_this_machine(cases: &[Case], judge: Judge) -> Option<Vec<Seen>> {
    let contents =
        [Content::Text, Content::Wide, Content::Integer, Content::Nothing, Content::System];
    let mut text: String = contents.into_iter().map(headers).collect();
    text += "#include <stdio.h>\n#include <sys/wait.h>\n";
    text += "static void *block(size_t n, const char *bytes) { char *p = malloc(n ? n : 1); if (!n) p = realloc(p, 1) + 1; for (size_t i = 0; i < n; i++) p[i] = bytes[i]; return p; }\n";
    text += COMMON;
    text += "static void show(long n) { printf(\"%ld \", n); }\n";
    for (number, case) in cases.iter().enumerate() {
        text += &format!("static void case_{number}(void) {{ {} }}\n", case.body);
    }
    text += "static void (*const all[])(void) = {";
    text += &(0..cases.len()).map(|it| format!("case_{it}, ")).collect::<String>();
    text += "};
int main(void) {
    // It looks for a file.
    tzset();
    for (int i = 0; i < sizeof all / sizeof *all; i++) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            freopen(\"/dev/null\", \"w\", stderr);
            all[i]();
            fflush(stdout);
            _exit(0);
        }
        int status;
        waitpid(child, &status, 0);
        printf(status == 0 ? \"fine\\n\" : \"wrong\\n\");
    }
}\n";
    let options: &[&str] = match judge {
        Judge::Sanitizer => &["-fsanitize=address", "-g0"],
        Judge::Values => &["-g0"],
    };
    let output = machine::run(&format!("glibc-{judge:?}"), &text, options)?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let seen = text.lines().map(|line| match line.strip_suffix("fine") {
        Some(numbers) => {
            let number = |it: &str| it.parse().expect("a number should be printed");
            Seen::Numbers(numbers.split_whitespace().map(number).collect())
        }
        None => Seen::Wrong,
    });
    let seen: Vec<Seen> = seen.collect();
    assert_eq!(seen.len(), cases.len(), "{text}");
    Some(seen)
}

/// How a case ends by the reference semantics, given what numbers are to be told.
fn by_the_reference(case: &Case, seen: &Seen) -> String {
    let mut text = headers(case.call.content);
    text += "static void *block(size_t n, const char *bytes) { char *p = malloc(n); for (size_t i = 0; i < n; i++) p[i] = bytes[i]; return p; }\n";
    text += COMMON;
    let end = match seen {
        Seen::Numbers(numbers) => {
            let list: String = numbers.iter().map(|it| format!("{it}UL, ")).collect();
            text += &format!("static const unsigned long expected[] = {{ {list}0 }};\n");
            text += "static int told;\n";
            text += "static void show(long n) { assert(n == (long)expected[told++]); }\n";
            format!("assert(told == {});", numbers.len())
        }
        Seen::Wrong => {
            text += "static void show(long n) {}\n";
            String::new()
        }
    };
    text += &format!("int main(void) {{ {} {end} return 0; }}\n", case.body);
    reference::outcome_of(&text)
}

/// Whether both agree; else what the difference is. The second tells whether anything was compared.
fn compare(case: &Case, seen: &Seen) -> Result<bool, String> {
    let outcome = by_the_reference(case, seen);
    let is_refused = outcome.starts_with("unsupported: ");
    // How a result is shown looks at its bytes.
    let is_nan = outcome == "unsupported: the bytes of a NaN that was computed";
    let is_wrong = outcome != "fine" && !is_refused && !outcome.starts_with("assertions: ");
    let agrees = match seen {
        Seen::Wrong => is_wrong.then_some(true),
        Seen::Numbers(_) if outcome == "fine" => Some(true),
        Seen::Numbers(_) if is_nan || is_refused && case.call.may_refuse => Some(false),
        Seen::Numbers(_) if is_wrong && !case.call.is_watched => Some(false),
        Seen::Numbers(_) => None,
    };
    agrees.ok_or_else(|| {
        format!("`{}`: glibc {seen:?}, here {outcome}\n{}", case.call.name, case.body)
    })
}

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(otherwise)
}

/// Tells how much was compared; most must have been.
#[allow(clippy::print_stdout, reason = "who asks for more calls wants to know")]
fn told(compared: usize, done: usize) {
    println!("{compared} of {done} calls compared");
    assert!(compared * 10 > done * 7, "only {compared} of {done} calls were compared");
}

fn try_calls(judge: Judge, share: u64) {
    let count = usize::try_from(setting("TRIBUNAL_CALLS", 600) * share / 100).unwrap_or(usize::MAX);
    let mut random = Random::new(setting("TRIBUNAL_SEED", 1));
    let (mut done, mut compared, mut differences) = (0, 0, Vec::new());
    while done < count {
        let cases = cases(&mut random, (count - done).min(1000), judge);
        let Some(seen) = on_this_machine(&cases, judge) else { return };
        for (case, seen) in cases.iter().zip(&seen) {
            match compare(case, seen) {
                Ok(agrees) => compared += usize::from(agrees),
                Err(difference) => differences.push(difference),
            }
        }
        done += cases.len();
    }
    let shown: Vec<&String> = differences.iter().take(20).collect();
    assert!(differences.is_empty(), "{} of {done} calls differ: {shown:#?}", differences.len());
    told(compared, done);
}

#[test]
fn memory_is_used_as_by_glibc() {
    try_calls(Judge::Sanitizer, 50);
}

#[test]
fn results_are_those_of_glibc() {
    try_calls(Judge::Values, 50);
}

//! How fast the C front end is: programs of several sizes are made, read, type-checked and lowered.

use std::fmt::Write as _;
use std::io::Write;
use std::time::{Duration, Instant};

use tribunal_base::{Severity, Sources};
use tribunal_front_c::hir::Target;
use tribunal_front_c::lower::{Checks, Choices, lower};
use tribunal_front_c::{Options, analyse, parse, with_deep_stack};

/// How many lines the programs have.
const SIZES: [usize; 4] = [5_000, 10_000, 20_000, 40_000];

/// Each is measured so often; the best time counts.
const TIMES: usize = 5;

/// Prints a table with the times of each part.
pub(crate) fn front_end(out: &mut dyn Write) -> anyhow::Result<bool> {
    writeln!(out, "lines    bytes      parse      types      lower      total      MB/s")?;
    for lines in SIZES {
        let text = program(lines);
        let mut best: Option<[Duration; 3]> = None;
        for _ in 0..TIMES {
            let times = measure(&text)?;
            if best.is_none_or(|it| times.iter().sum::<Duration>() < it.iter().sum()) {
                best = Some(times);
            }
        }
        let times = best.unwrap_or_default();
        let total: Duration = times.iter().sum();
        let speed = text.len() as f64 / 1e6 / total.as_secs_f64();
        write!(out, "{:<8} {:<10}", text.lines().count(), text.len())?;
        for time in times.iter().chain([&total]) {
            write!(out, " {:<10}", format!("{:.1} ms", time.as_secs_f64() * 1e3))?;
        }
        writeln!(out, " {speed:.1}")?;
    }
    Ok(true)
}

fn measure(text: &str) -> anyhow::Result<[Duration; 3]> {
    let mut sources = Sources::default();
    let file = sources.add("bench.c", text);
    let options = Options::default();
    let start = Instant::now();
    let (unit, mut found) = parse(&mut sources, file, &tribunal_driver::files::Disk, &options);
    let parsed = start.elapsed();
    let start = Instant::now();
    let target = Target { model: options.data_model, entry: "main".to_owned() };
    let (hir, more) = analyse(&[unit], &target);
    let checked = start.elapsed();
    found.extend(more);
    let error = found.iter().find(|it| it.severity == Severity::Error);
    anyhow::ensure!(error.is_none(), "the program should be right: {error:?}");
    let choices = Choices { checks: Checks::default(), ..Choices::default() };
    let start = Instant::now();
    let program = with_deep_stack(|| lower(&hir, &choices));
    let lowered = start.elapsed();
    anyhow::ensure!(program.edges.len() > text.lines().count() / 2, "everything should be lowered");
    Ok([parsed, checked, lowered])
}

/// A program of about so many lines: a mixture of structs, tables, strings, pointers, loops, switches and calls.
pub(crate) fn program(lines: usize) -> String {
    let mut text = String::from("#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n\n");
    let mut functions = 0;
    // A function has some sixty lines, and one where it is called.
    while text.lines().count() + functions + 5 < lines {
        for _ in 0..16 {
            function(&mut text, functions);
            functions += 1;
        }
    }
    text.push_str("int main(void) {\n    int sum = 0;\n");
    for number in 0..functions {
        _ = writeln!(text, "    sum ^= handle_{number}(sum, \"message {number}\");");
    }
    text.push_str("    return sum;\n}\n");
    text
}

fn function(text: &mut String, n: usize) {
    let before = n.saturating_sub(1);
    _ = write!(
        text,
        r#"/* Requests of kind {n}: a node of a list, and what is done with it. */
enum kind_{n} {{ EMPTY_{n}, SMALL_{n} = 3, LARGE_{n} = 0x{n:x} + 16 }};
struct node_{n} {{
    struct node_{n} *next;
    unsigned int flags : 4, age : 12;
    char name[16];
    union {{
        long number;
        double value;
    }} data;
}};
static const unsigned short table_{n}[8] = {{1, {n}u & 255, 3, [5] = 9, 'a', '\n'}};
static struct node_{n} *head_{n};

#define LIMIT_{n} (sizeof(table_{n}) / sizeof(table_{n}[0]))

static int insert_{n}(const char *name, long number) {{
    struct node_{n} *node = malloc(sizeof *node);
    if (node == NULL)
        return -1;
    strncpy(node->name, name, sizeof node->name - 1);
    node->name[sizeof node->name - 1] = '\0';
    node->data.number = number << 2 | (number & 3);
    node->flags = (unsigned)number % 15u;
    node->next = head_{n};
    head_{n} = node;
    return 0;
}}

static int handle_{n}(int state, const char *message) {{
    int count = 0;
    for (unsigned i = 0; i < LIMIT_{n}; i++) {{
        if (table_{n}[i] > 4 && message[0] != 'x')
            count += table_{n}[i] * (state & 7);
        else if (i == 3)
            continue;
    }}
    switch (state % 5) {{
    case EMPTY_{n}:
        count++;
        break;
    case 1 ... 2:
        if (insert_{n}(message, count) < 0)
            return -1;
        /* fall through */
    case SMALL_{n}:
        count -= (int)strlen(message);
        break;
    default:
        printf("%s: %d\n", message, count);
    }}
    while (count > 100 || count < -100)
        count /= 2;
"#
    );
    if n > 0 {
        _ = writeln!(
            text,
            "    if (count == {n})\n        count = handle_{before}(count, message);"
        );
    }
    text.push_str("    return count;\n}\n\n");
}

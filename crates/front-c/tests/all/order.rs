//! Where C leaves the order of evaluation open and calls make it matter, an assumption says so.

use tribunal_base::Sources;
use tribunal_front_c::lower::Choices;
use tribunal_front_c::{Options, compile};
use tribunal_ir::AssumptionKind;
use tribunal_preprocess::NoFiles;

/// On what effects must have an order, each with a warning.
fn orders(text: &str) -> Vec<String> {
    let text = format!(
        "#include <stdarg.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n{text}"
    );
    let mut sources = Sources::default();
    let file = sources.add("test.c", text);
    let choices = Choices::default();
    let compiled = compile(&mut sources, &[file], &NoFiles, &Options::default(), "main", &choices);
    let program = compiled.program.expect("there should be a program");
    let assumptions = program.assumptions.iter().filter(|it| it.kind == AssumptionKind::Order);
    let found: Vec<String> = assumptions
        .map(|it| {
            let what = it.what.strip_prefix("effects on ");
            let what = what.and_then(|it| {
                it.strip_suffix(" whose order C leaves open happen from left to right")
            });
            what.expect("the assumption should have its usual form").to_owned()
        })
        .collect();
    let warnings = compiled.diagnostics.iter().filter(|it| it.code == "unsequenced").count();
    assert!(warnings >= found.len(), "{:?}", compiled.diagnostics);
    found
}

/// What the statements rest on, among some functions.
fn check(statements: &str, expected: &[&str]) {
    let text = format!(
        "struct node {{ int value; struct node *next; }};
         struct pair {{ int a, b; }};
         int x = 5, seen, table[4], *buffer = table;
         int nondet_int(void);
         int unknown(int *);
         int inc(void) {{ x = 100; return 1; }}
         int outer(void) {{ return inc() + 1; }}
         int look(void) {{ return x; }}
         int step(int *at) {{ *at += 1; return *at; }}
         int next(void) {{ static int count; return count++; }}
         int *get(void) {{ buffer = table + 2; return 0; }}
         int through(void) {{ int *to = &x; *to = 3; return 1; }}
         int put(int at) {{ table[at] = at; return at; }}
         int sum(const int *from, int count) {{ int all = 0; while (count--) all += *from++; return all; }}
         int fib(int n) {{ return n < 2 ? n : fib(n - 1) + fib(n - 2); }}
         int chosen(int (*which)(void)) {{ return which(); }}
         int last(int count, ...) {{ va_list all; va_start(all, count); int it = va_arg(all, int) - va_arg(all, int); va_end(all); return it; }}
         struct node *cons(int value, struct node *next) {{
             struct node *it = malloc(sizeof *it); it->value = value; it->next = next; return it;
         }}
         struct {{ struct node *head; }} list;
         int deep(void) {{ list.head->value = 1; return 1; }}
         void mark(struct node *it) {{ it->next->value = 1; }}
         int marked(struct node *next) {{
             struct node *it = malloc(sizeof *it); it->next = next; mark(it); free(it); return 1;
         }}
         int two(int a, int b) {{ return a - b; }}
         int main(void) {{ int l = 5, m = 6, r = 0, *p = &l; char a[4] = \"ab\", b[4] = \"c\"; {statements} return r; }}"
    );
    // One function of the program above has such an order by itself.
    let text = if statements.contains("last(") { text } else { without_last(&text) };
    assert_eq!(orders(&text), expected, "{statements}");
}

fn without_last(text: &str) -> String {
    text.lines().filter(|it| !it.contains("int last(")).collect::<Vec<_>>().join("\n")
}

#[test]
fn calls_that_write_what_stands_beside_them_are_noted() {
    check("r = x + inc();", &["`x`"]);
    check("r = inc() + x;", &["`x`"]);
    check("int it = x + outer();", &["`x`"]);
    check("r = two(x, inc());", &["`x`"]);
    check("r = x / inc();", &["`x`"]);
    check("x = x + inc();", &["`x`"]);
    check("x += inc();", &["`x`"]);
    check("r = x++ + look();", &["`x`"]);
    check("r = look() < inc();", &["`x`"]);
    check("printf(\"%d %d\\n\", next(), next());", &["`count`"]);
    check("r = x + chosen(inc);", &["`x`"]);
    check("r = table[1] + put(1);", &["`table`"]);
    check("buffer[0] = get() == 0;", &["`buffer`"]);
    check("r = x + ({ int it = inc(); it; });", &["`x`"]);
    check("if (x == inc()) r = 1;", &["`x`"]);
    check("r = last(2, 1, 2);", &["`all`"]);
}

#[test]
fn writes_through_pointers_are_noted() {
    check("r = l + step(&l);", &["`l`"]);
    check("r = l + step(p);", &["`l`"]);
    check("r = *p + step(p);", &["memory behind pointers"]);
    check("r = x + through();", &["`x`"]);
    check("struct node *it = list.head; r = it->value + deep();", &["memory behind pointers"]);
    check("struct node *it = list.head; r = it->value + marked(it);", &["memory behind pointers"]);
    check("r = strlen(a) + (strcpy(a, b) == a);", &["`a`"]);
    check("r = a[0] + (memcpy(a, b, 2) == a);", &["`a`"]);
    check("r = l + __sync_fetch_and_add(&l, 1);", &["`l`"]);
}

#[test]
fn elements_of_an_initialiser_are_in_any_order() {
    check("struct pair it = {.b = next(), .a = next()};", &["`count`"]);
    check("int it[2] = {x, inc()};", &["`x`"]);
    check("int it[2] = {l++, l++};", &["`l`"]);
    check("r = (struct pair){.b = next(), .a = next()}.a;", &["`count`"]);
}

#[test]
fn calls_whose_order_does_not_matter_are_not_noted() {
    for statements in [
        "r = strlen(a) + strlen(b);",
        "r = strcmp(a, b) + strcmp(b, a) + a[0];",
        "r = l + abs(m) + x;",
        "r = fib(l - 1) + fib(l - 2);",
        "p = malloc(l * sizeof(int)); free(p);",
        "r = nondet_int() + nondet_int();",
        "r = rand() + rand() + x;",
        "r = unknown(&l) + l;",
        "x = inc(); x = inc() + 1; r = inc();",
        "r = x && inc(); r = inc() ? x : 3; r = (inc(), x);",
        "r = l + inc(); l = inc(); r += inc();",
        "r = l + put(1);",
        "r = look() + look() + x;",
        "r = sum(table, 4) + sum(&l, 1) + table[0];",
        "table[x] = look();",
        "table[put(1)] = 3;",
        "r = l + step(&m);",
        "struct node *it = cons(1, cons(2, 0)); it->next = cons(it->value, it->next);",
        "r = cons(1, 0)->value + cons(2, 0)->value;",
        "int it[2] = {l, m}; struct pair both = {fib(1), fib(2)};",
        "r = x + sizeof(inc());",
        "printf(\"%d %d %s\\n\", x, look(), a);",
        "r = two(step(&l), step(&m));",
    ] {
        check(statements, &[]);
    }
}

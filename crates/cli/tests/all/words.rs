//! What is said of C programs: which object, whose line, how much.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("words").join(name);
    std::fs::create_dir_all(&folder).expect("the temporary folder should be writable");
    folder
}

fn tribunal(name: &str, source: &str, args: &[&str]) -> Output {
    let folder = folder(name);
    std::fs::write(folder.join("p.c"), source).expect("the temporary folder should be writable");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    command.args(args).env_remove("COLUMNS").current_dir(folder);
    command.output().expect("the binary should start")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("output should be JSON")
}

/// The answer of a property: its first line, and what follows up to the run.
fn answer(output: &Output, property: &str) -> String {
    let said = said(output);
    let start = said.find(&format!("  {property} (")).map_or(0, |it| it + 2);
    let end = said[start..].find("\n  safety").map_or(said.len(), |it| start + it);
    said[start..end].to_owned()
}

const POINT: &str = "#include <stdlib.h>
struct point { int x; int pos; char name[8]; };
int main(void) {
    struct point *p = malloc(sizeof *p);
    if (!p) return 0;
    p->pos = 3;
    int i = p->pos + 20;
    char c = 'a'; if (c == 'b') return 0;
    p->name[i] = c;
    free(p);
    return p->pos;
}
";

#[test]
fn an_access_outside_tells_its_object() {
    let output = tribunal("outside", POINT, &["check", "p.c", "--checks", "bounds"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        answer(&output, "bounds"),
        "bounds (p.c:9:5): write of `char` outside the object\n  \
         1 byte at offset 31 of the 16 bytes that `malloc` allocated at p.c:4"
    );
    let said = said(&output);
    assert!(said.contains("p->pos = 3") && said.contains("c = 97 'a'"), "{said}");
    let output = tribunal("outside", POINT, &["check", "p.c", "--checks", "bounds", "--json"]);
    let object = &json(&output)["properties"][0]["trace"]["object"];
    assert_eq!((&object["size"], &object["offset"]), (&16.into(), &31.into()));
    assert_eq!(object["made"]["line"], 4);
}

#[test]
fn use_after_free_tells_who_freed() {
    let source = "#include <stdlib.h>
struct node { int value; struct node *next; };
static void drop(struct node *n) {
    free(n);
}
int main(void) {
    struct node *a = malloc(sizeof *a);
    a->value = 1;
    drop(a);
    return a->value;
}
";
    let output = tribunal("freed", source, &["check", "p.c", "--checks", "lifetime"]);
    let told = answer(&output, "lifetime");
    assert!(told.contains("`malloc` allocated at p.c:7, freed at p.c:4"), "{told}");
}

#[test]
fn what_goes_wrong_in_the_library_is_told_at_its_caller() {
    let source = "#include <string.h>
int main(void) {
    char small[4];
    const char *text = \"hello\";
    strcpy(small, text);
    return small[0];
}
";
    let output = tribunal("library", source, &["check", "p.c", "--checks", "bounds"]);
    let told = answer(&output, "bounds");
    assert!(told.starts_with("bounds (p.c:5:5): in `strcpy`: write"), "{told}");
    assert!(told.contains("at offset 4 (`small[4]`) of `small` of 4 bytes, declared at p.c:3"));
    assert!(!said(&output).contains("<library>"), "{}", said(&output));
    let output = tribunal("library", source, &["run", "p.c"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!told.contains("<library>") && told.contains("--> p.c:5:5"), "{told}");
}

#[test]
fn lines_are_whole_where_nobody_looks_at_a_terminal() {
    let long = "1 + ".repeat(60);
    let source =
        format!("int main(void) {{ int a[2] = {{0}}; int i = 2;\n return {long}a[i]; }}\n");
    let output = tribunal("long", &source, &["check", "p.c"]);
    assert!(said(&output).contains(&format!("return {long}a[i]; }}")), "{}", said(&output));
}

#[test]
fn all_errors_are_all_places() {
    let source = "int nondet_int(void);
int main(void) {
    int a[4] = {0};
    int i = nondet_int();
    if (i == 1) return a[i + 3];
    if (i == 2) return a[i + 4];
    return i == 3 ? a[i - 5] : a[0];
}
";
    let output = tribunal("places", source, &["check", "p.c", "--all-errors", "--json"]);
    let report = json(&output);
    let all = report["properties"].as_array().expect("a list");
    let bounds = all.iter().find(|it| it["name"] == "bounds").expect("it is checked");
    let more = bounds["more_traces"].as_array().expect("a list");
    let mut lines: Vec<&Value> = more.iter().chain([&bounds["trace"]]).collect();
    lines = lines
        .iter()
        .map(|it| &it["steps"].as_array().and_then(|it| it.last()).expect("a step")["line"])
        .collect();
    let mut lines: Vec<u64> = lines.iter().filter_map(|it| it.as_u64()).collect();
    lines.sort_unstable();
    assert_eq!(lines, [5, 6, 7]);
}

#[test]
fn an_entry_that_is_not_there_is_refused_with_a_hint() {
    let source = "int first(void) { return 0; }\nint main(void) { return first(); }\n";
    for (entry, hint) in [("mian", "is `main` meant?"), ("nosuch", "`first`, `main`")] {
        let output = tribunal("entry", source, &["check", "p.c", "--entry", entry]);
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains("unknown-entry") && error.contains(hint), "{error}");
    }
}

#[test]
fn what_can_go_wrong_is_listed_without_a_search() {
    let source =
        "static int half(int a, int *b)\n{\n    return a / *b;\n}\nint (*f)(int, int *) = half;\n";
    let args = ["check", "p.c", "--entry", "p.c:half", "--show-properties"];
    let output = tribunal("listed", source, &args);
    assert_eq!(output.status.code(), Some(0));
    let told = said(&output);
    assert!(told.contains("division (unreachable)\n  p.c:3:12: "), "{told}");
    let all = json(&tribunal("listed", source, &[&args[..], &["--json"]].concat()));
    let all = all["properties"].as_array().expect("a list").clone();
    let null = all.iter().find(|it| it["name"] == "null").expect("it is listed");
    assert_eq!(null["places"][0]["place"]["line"], 3);
}

#[test]
fn quiet_is_the_verdicts_alone() {
    let output = tribunal("quiet", POINT, &["check", "p.c", "-q"]);
    assert_eq!(output.status.code(), Some(1));
    let told = said(&output);
    let usual = said(&tribunal("quiet", POINT, &["check", "p.c"]));
    assert!(told.lines().count() <= 4 && told.len() < usual.len(), "{told}");
    assert!(told.starts_with("FALSE  p.c\nfalse  bounds"), "{told}");
}

#[test]
fn a_maybe_is_two_lines_unless_asked() {
    let source = "int nosuch_header(void);
int main(void) {
    unsigned n = (unsigned) nosuch_header(), a = 0;
    while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; a++; }
    int t[7] = {0};
    return t[a % 8];
}
";
    let words = ["check", "p.c", "--checks", "bounds", "--time", "2s", "--engine", "absint"];
    let output = tribunal("maybe", source, &words);
    assert_eq!(output.status.code(), Some(3));
    let told = said(&output);
    let lines = told.lines().skip_while(|it| !it.starts_with("maybe"));
    let lines: Vec<&str> = lines.take_while(|it| !it.is_empty()).collect();
    assert!(lines.len() <= 2, "{told}");
}

#[test]
fn what_is_refused_is_told_as_json_if_asked() {
    let output = tribunal("json", "not json", &["replay", "p.c", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(json(&output)["error"].as_str().is_some_and(|it| it.contains("p.c")));
}

/// Tests of a function, of which none may be wrong.
fn unit(name: &str, files: &[(&str, &str)], function: &str, least: usize) -> String {
    for (file, text) in files {
        std::fs::write(folder(name).join(file), text).expect("the folder should be writable");
    }
    let main = files[0].1;
    let words = ["unit", "p.c", "--function", function, "--tests", "tests", "--time", "20s"];
    let output = tribunal(name, main, &words);
    let told = said(&output);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}{error}");
    assert!(!told.contains("wrong:"), "{told}");
    assert!(least <= told.matches("test: ").count(), "{told}");
    told
}

#[test]
fn types_spelled_by_macros_are_results() {
    let source = "#define API(type) __attribute__((visibility(\"default\"))) type
typedef struct { int n; } item;
API(const char *) name(const item *it) { if (it->n > 0) return \"some\"; return 0; }
API(item) copy(const item *it) { item all = *it; return all; }
";
    unit("macro", &[("p.c", source)], "name", 2);
    unit("macro-struct", &[("p.c", source)], "copy", 1);
}

#[test]
fn functions_of_headers_are_checked_there() {
    let header = "#ifndef P_H\n#define P_H\nstatic inline int twice(int n) { if (n > 9) return 0; return 2 * n; }\n#endif\n";
    let source = "#include \"p.h\"\nint main(void) { return twice(2); }\n";
    unit("header", &[("p.c", source), ("p.h", header)], "twice", 2);
}

#[test]
fn tables_of_constants_keep_their_values() {
    let source = "#include <stdlib.h>
struct entry { const char *name; const int value; };
static const struct entry table[2] = {{\"a\", 1}, {\"b\", 2}};
static int compare(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }
int find(int key) {
    const struct entry *found = bsearch(&key, table, 2, sizeof table[0], compare);
    return found ? found->value : 0;
}
int at(int i) { return i == 1 ? table[1].value : table[0].value; }
";
    unit("table", &[("p.c", source)], "at", 1);
}

#[test]
fn texts_may_stand_behind_a_header() {
    let source = "struct header { unsigned char length; unsigned char flags; char text[]; };
int length(const char *s) {
    if (s[-1] & 1) return ((const struct header *)(s - sizeof(struct header)))->length;
    return -1;
}
";
    let told = unit("behind", &[("p.c", source)], "length", 2);
    assert!(told.contains("2 bytes stand before what `s` points to"), "{told}");
}

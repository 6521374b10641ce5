//! What is said about texts that are no models: everything in one run, with a hint.

use expect_test::expect;

use super::check_faults;

#[test]
fn all_faults_are_told_in_one_run() {
    check_faults(
        "byte x\nbyte = 3;\nproctype P( { skip }\nproctype Q() {\n  x = ;\n  if x == 1 -> skip fi;\n  x + ;\n  do :: x = = 1 :: x++ od;\n  y = 1 2\n}\n}\ninit { x = 1 ",
        expect![[r#"
            error[syntax] model.pml:2:6 `=`: expected the name of a variable, found `=`
              help: a type is followed by the names of variables; only `mtype` has a list of constants
            error[syntax] model.pml:3:13 `{`: expected a type, found `{`
              help: write a type before `{`
            error[syntax] model.pml:5:7 `;`: expected an expression, found `;`
              help: write an expression before `;`
            error[syntax] model.pml:6:6 `x`: expected `::`, found `x`
              help: every option of `if` and `do` starts with `::`
            error[syntax] model.pml:7:7 `;`: expected an expression, found `;`
              help: write an expression before `;`
            error[syntax] model.pml:8:13 `=`: expected an expression, found `=`
              help: write an expression before `=`
            error[syntax] model.pml:9:9 `2`: expected `;` or an operator, found `2`
              help: statements are separated by `;` or by the end of a line
            error[syntax] model.pml:11:1 `}`: expected a declaration, a proctype, `init`, `never`, `ltl`, `inline` or `typedef`, found `}`
              help: there is one `}` too many, or a `{` is missing before
            error[syntax] model.pml:12:14 ``: expected `}`, found the end of the text
              model.pml:12:6 `{`: not closed
              help: a `}`, `fi` or `od` is missing
        "#]],
    );
}

#[test]
fn questions_about_channels_are_no_values() {
    check_faults(
        "chan c = [1] of { byte };\ninit { !nfull(c); x = full(c) + 1; printf(\"%d\", full(c)); (full(c) -> 1 : 2); len(full(c)) }",
        expect![[r#"
            error[misplaced-probe] model.pml:2:9 `nfull(c)`: a question about a channel cannot be used as a value
              help: `full`, `empty`, `nfull` and `nempty` can only be a whole condition, or joined to others by `&&` and `||`: use the opposite question instead of `!`, and `len(q)` for a value
            error[misplaced-probe] model.pml:2:23 `full(c)`: a question about a channel cannot be used as a value
              help: `full`, `empty`, `nfull` and `nempty` can only be a whole condition, or joined to others by `&&` and `||`: use the opposite question instead of `!`, and `len(q)` for a value
            error[misplaced-probe] model.pml:2:49 `full(c)`: a question about a channel cannot be used as a value
              help: `full`, `empty`, `nfull` and `nempty` can only be a whole condition, or joined to others by `&&` and `||`: use the opposite question instead of `!`, and `len(q)` for a value
            error[misplaced-probe] model.pml:2:60 `full(c)`: a question about a channel cannot be used as a value
              help: `full`, `empty`, `nfull` and `nempty` can only be a whole condition, or joined to others by `&&` and `||`: use the opposite question instead of `!`, and `len(q)` for a value
            error[syntax] model.pml:2:83 `full`: expected the name of a variable, found the keyword `full`
              help: `full` can only be a whole condition, or joined to others by `&&` and `||`; its opposite is `nfull`, and `len(q)` can be used anywhere
        "#]],
    );
}

#[test]
fn structure() {
    check_faults(
        "init { break; return 1; L: byte x; atomic { M: x = 1 }; N: x = 1 unless { x = 2 }; x = 1 unless O: x = 2; { xr q };\n\
         do :: K: skip od; x = 1; chan c = [1] of { byte } }",
        expect![[r#"
            error[misplaced-break] model.pml:1:8 `break`: `break` outside of a loop
              help: `break` leaves the innermost `do` or `for`; use `goto` to leave other statements
            error[misplaced-return] model.pml:1:15 `return`: `return` without a variable to assign to
              help: `return` is for inlines that are called as `x = f(..)`
            error[label-before-declaration] model.pml:1:25 `L`: a declaration cannot have a label
              help: write `L: skip;` before it
            error[misplaced-label] model.pml:1:45 `M`: a block cannot start with a label
              help: write `M: atomic { .. }` instead of `atomic { M: .. }`
            error[misplaced-label] model.pml:1:57 `N`: the label stands inside of the `unless`
              help: write `N: { statement unless escape }` instead of `N: statement unless escape`
            error[misplaced-label] model.pml:1:97 `O`: an escape cannot have a label
              help: the start of an escape is no place of its own that one could jump to
            error[empty-sequence] model.pml:1:107 `{ xr q }`: there is no statement in this sequence
              help: `xr` and `xs` are no statements; write them at the start of the proctype, or add `skip`
            warning[misplaced-label] model.pml:2:7 `K`: the label of an option's first statement
              help: put the label before the `if` or `do`
            error[late-initialiser] model.pml:2:35 `[1] of { byte }`: a channel is initialised after a statement
              help: move the declaration to the start of the proctype's body, outside of all blocks
        "#]],
    );
}

#[test]
fn names_that_mean_something_else() {
    check_faults(
        "mtype = { red }; typedef T { int x }; proctype P() { skip } inline f() { skip }\n\
         byte red; byte T; init { P: skip; goto red; x = f(); x = P; T = 1; s.red = 1; f = 2 }\nmtype = { red }",
        expect![[r#"
            error[syntax] model.pml:2:6 `red`: expected the name of a variable, found the mtype constant `red`
              help: `red` has been declared before as something else; choose another name
            error[syntax] model.pml:2:16 `T`: expected the name of a variable, found the type `T`
              help: `T` has been declared before as something else; choose another name
            error[syntax] model.pml:2:29 `skip`: expected the name of a variable, found `skip`
              help: `P` is a proctype; a label needs another name
            error[syntax] model.pml:2:40 `red`: expected the name of a label, found the mtype constant `red`
              help: `red` has been declared before as something else; choose another name
            error[syntax] model.pml:2:59 `;`: expected `@` and a label, or `:` and a variable, found `;`
              help: a proctype's name in an expression starts a remote reference: `P[pid]@label` or `P[pid]:x`
            error[syntax] model.pml:2:63 `=`: expected the name of a variable, found `=`
              help: a type is followed by the names of variables; only `mtype` has a list of constants
            error[syntax] model.pml:2:70 `red`: expected the name of a field, found the mtype constant `red`
              help: `red` has been declared before as something else; choose another name
            error[syntax] model.pml:2:81 `=`: expected `(` and the arguments, found `=`
              help: write `(` and the arguments before `=`
            error[syntax] model.pml:3:11 `red`: expected the name of a new constant, found the mtype constant `red`
              help: `red` has been declared before as something else; choose another name
        "#]],
    );
}

#[test]
fn misplaced_run() {
    check_faults(
        "int g = run P();\ninit { int x = run P(); (run P() && x); q!run P(); run P(run P()); x = run P() + run P() }",
        expect![[r#"
            error[misplaced-run] model.pml:1:9 `run`: `run` outside of a process
              help: start processes in `init` or another process
            error[misplaced-run] model.pml:2:16 `run P()`: `run` cannot initialise a variable
              help: declare the variable first, then assign to it
            error[misplaced-run] model.pml:2:26 `run P()`: `run` must stand alone in a condition
              help: assign the result of `run` to a variable first
            error[misplaced-run] model.pml:2:43 `run P()`: `run` cannot be part of a message
              help: assign the result of `run` to a variable first
            error[misplaced-run] model.pml:2:58 `run P()`: `run` inside the arguments of `run`
              help: assign the result of the inner `run` to a variable first
        "#]],
    );
}

#[test]
fn declarations() {
    check_faults(
        "byte a[x+1]; byte b[x > 1]; chan c = [n] of { byte }; chan d = [1] of { unsigned }; byte e = { 1 }; byte:foo f;\n\
         hidden mtype = { u }; int = { v }; byte w[2] = { 1, -1 }; proctype P(byte x = 1) { mtype = { z }; skip } typedef Q { }",
        expect![[r#"
            error[constant-expected] model.pml:1:8 `x+1`: this is not a constant expression
              help: only constants, `+`, `-`, `*`, `/`, `%` and parentheses can be used here; use a macro for names
            error[constant-expected] model.pml:1:21 `x > 1`: this is not a constant expression
              help: only constants, `+`, `-`, `*`, `/`, `%` and parentheses can be used here; use a macro for names
            error[constant-expected] model.pml:1:39 `n`: this is not a constant expression
              help: only constants, `+`, `-`, `*`, `/`, `%` and parentheses can be used here; use a macro for names
            error[unsigned-field] model.pml:1:73 `unsigned`: `unsigned` cannot be the type of a message's field
              help: use `byte`, `short` or `int`
            error[list-for-scalar] model.pml:1:94 `{ 1 }`: `e` is not an array
              help: a list of values can only initialise an array
            error[misplaced-subtype] model.pml:1:106 `foo`: only `mtype` can be followed by `:` and a name
              help: the width of a number follows its name: `unsigned x : 3`
            error[misplaced-visibility] model.pml:2:1 `hidden`: the constants of an mtype are always visible
              help: remove this word
            error[syntax] model.pml:2:27 `=`: expected the name of a variable, found `=`
              help: a type is followed by the names of variables; only `mtype` has a list of constants
            error[syntax] model.pml:2:53 `-`: expected a constant, found `-`
              help: a list has plain constants in it, no expressions or negative numbers
            error[initialised-parameter] model.pml:2:75 `x = 1`: a parameter cannot be initialised
              help: it gets its value from `run`; parameters of an `active` proctype are 0
            error[local-mtype] model.pml:2:84 `mtype`: constants of an mtype cannot be declared here
              help: declare them outside of proctypes and typedefs
            error[syntax] model.pml:2:118 `}`: expected a type, found `}`
              help: write a type before `}`
        "#]],
    );
}

#[test]
fn events() {
    check_faults(
        "trace { do :: q!1 :: q?x :: q!!1 :: x = 1 :: { q!1 } :: q?<x> od }",
        expect![[r#"
            error[not-an-event] model.pml:1:29 `q!!1`: this is not an event
              help: a `trace` contains sends `q!..` and receives `q?..`, and `if`, `do`, `goto` around them
            error[not-an-event] model.pml:1:37 `x = 1`: this is not an event
              help: a `trace` contains sends `q!..` and receives `q?..`, and `if`, `do`, `goto` around them
            error[not-an-event] model.pml:1:46 `{ q!1 }`: this is not an event
              help: a `trace` contains sends `q!..` and receives `q?..`, and `if`, `do`, `goto` around them
            error[not-an-event] model.pml:1:57 `q?<x>`: this is not an event
              help: a `trace` contains sends `q!..` and receives `q?..`, and `if`, `do`, `goto` around them
        "#]],
    );
}

#[test]
fn text_that_means_nothing() {
    check_faults(
        "byte x; init { x = 0x1F; x = 'ab'; x = \u{e4}; x = !!x; x = x $ 1; # y\n x = 1 }",
        expect![[r#"
            error[syntax] model.pml:1:21 `x1F`: expected `;` or an operator, found `x1F`
              help: numbers are decimal
            error[syntax] model.pml:1:30 `'ab'`: expected an expression, found `'ab'`
              help: a character is written `'a'`, with one of the escapes `\n`, `\r`, `\t`, `\f` or a plain backslash
            error[syntax] model.pml:1:40 `ä`: expected an expression, found `ä`
              help: `ä` means nothing in Promela
            error[syntax] model.pml:1:47 `!!`: expected an expression, found `!!`
              help: `!!` is the sorted send; write `! !`
            error[syntax] model.pml:1:58 `$`: expected `;` or an operator, found `$`
              help: `$` means nothing in Promela
            error[syntax] model.pml:1:63 `#`: expected a statement, found `#`
              help: `#` means nothing in Promela
        "#]],
    );
}

#[test]
fn a_fault_in_a_macro_names_use_and_definition() {
    check_faults(
        "#define SET(v) v = = 1\n#define TWICE SET(x); SET(x)\nbyte x; init { TWICE }",
        expect![[r#"
            error[syntax] model.pml:3:16 `TWICE`: expected an expression, found `=`
              model.pml:1:20 `=`: written here, in macro `SET`
              model.pml:2:15 `SET(x)`: written here, in macro `TWICE`
              help: write an expression before `=`
        "#]],
    );
}

#[test]
fn nesting_is_bounded() {
    let deep = format!("init {{ x = {}1{} }}", "(".repeat(5000), ")".repeat(5000));
    check_faults(
        &deep,
        expect![[r#"
        error[nesting-depth] model.pml:1:162 `(`: this is nested too deeply
          help: at most 150 levels are read; move parts into inlines or variables
    "#]],
    );
    let blocks = format!("init {{ {} skip {} }}", "{ ".repeat(5000), " }".repeat(5000));
    check_faults(
        &blocks,
        expect![[r#"
        error[nesting-depth] model.pml:1:308 `{`: this is nested too deeply
          help: at most 150 levels are read; move parts into inlines or variables
    "#]],
    );
    let long = format!("init {{ x = 1{} }}", " + 1".repeat(5000));
    check_faults(
        &long,
        expect![[r#"
        error[nesting-depth] model.pml:1:4014 `+`: too many operators in a row
          help: at most 1000 are read; use parentheses to make groups
    "#]],
    );
    let negations = format!("init {{ x = {}1 }}", "! ".repeat(5000));
    check_faults(
        &negations,
        expect![[r#"
            error[nesting-depth] model.pml:1:314 `!`: this is nested too deeply
              help: at most 150 levels are read; move parts into inlines or variables
        "#]],
    );
}

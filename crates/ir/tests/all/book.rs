//! The example in the book is a program.

use tribunal_ir::text::{parse, print};
use tribunal_ir::verify;

#[test]
fn the_example_of_the_book_is_read_and_printed_as_it_stands() {
    let page = include_str!("../../../../docs/book/src/ir.md");
    let (_, rest) = page.split_once("```ir\n").expect("the page should have an example");
    let (example, _) = rest.split_once("```").expect("the example should end");
    let (program, diagnostics) = parse(example);
    assert_eq!(diagnostics, []);
    let program = program.expect("a text without errors should be a program");
    assert_eq!(verify(&program), Vec::<String>::new());
    // An implication is a disjunction, everything else is as printed.
    let printed = print(&program).replace("!{served == 1} ||", "{served == 1} ->");
    assert_eq!(printed, example);
}

//! Which variables matter where.

use tribunal_ir::live::Liveness;
use tribunal_ir::{Program, VarId, text::parse};

/// Whether a variable is alive at a location.
fn is_live(program: &Program, name: &str, location: usize) -> bool {
    let found = |it: &(VarId, &tribunal_ir::Var)| it.1.name == name;
    let (var, _) = program.vars.iter().find(found).expect("a variable");
    let location = program.locs.ids().nth(location).expect("a location");
    Liveness::new(program).is_live(location, var)
}

#[test]
fn a_pointer_matters_where_what_is_lost_may_be_asked() {
    let source = |asked: &str| {
        format!(
            "object node: dynamic align 8 process main() active 1 {{ var mine: pointer \
             l0 -> l1 do mine = allocate node(8) l1 -> l2 do call f(mine) \
             l2 -> l3 when heap_lost violates p \"lost\" stop l2 -> l3 else loc l3 end }} \
             function f(own: pointer) {{ l4 -> l5 do release(own) l5 -> l6 {asked} do return loc l6 end }} \
             property p: unreachable"
        )
    };
    let program = |asked: &str| parse(&source(asked)).0.expect("a program");
    let plain = program("");
    let (main, function) = (2, 5);
    assert!(is_live(&plain, "mine", main));
    assert!(!is_live(&plain, "own", function));
    assert!(is_live(&program("when !heap_lost"), "own", function));
}

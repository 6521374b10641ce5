//! What each domain proves that a simpler one does not.

use tribunal_engine::{Budget, Context, Engine as _, Task, Verdict};
use tribunal_engine_absint::{AbstractInterpreter, Domain, Settings, Transformer};
use tribunal_ir::{PropId, text};

/// Whether the only property is proved.
fn proves(settings: Settings, source: &str) -> bool {
    let (program, diagnostics) = text::parse(source);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    let properties: Vec<PropId> = program.props.ids().collect();
    let mut observer = ();
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut observer);
    let engine = AbstractInterpreter { settings };
    let outcome = engine.run(&Task::new(&program, &properties), &mut cx);
    matches!(outcome.verdicts[..], [(_, Verdict::True(_))])
}

fn related(domain: Domain) -> Settings {
    Settings { related: 3, domain, ..Settings::default() }
}

#[test]
fn polyhedra_relate_three_variables() {
    let source = "
        process main() active 1 {
            var x: i32
            var y: i32
            var z: i32
            l0 -> l1 do havoc x; havoc y
            l1 -> l2 when 0 <= x && x < 100 && 0 <= y && y < 100 do z = x + y
            l2 -> l3 when z != x + y violates sum \"\" stop
            l2 -> l3 else
            loc l3 end
        }
        property sum: unreachable";
    assert!(!proves(Settings::default(), source));
    assert!(!proves(related(Domain::Octagons), source));
    assert!(proves(related(Domain::Polyhedra), source));
    assert!(proves(related(Domain::Powersets), source));
}

#[test]
fn sets_of_polyhedra_keep_cases_apart() {
    let source = "
        process main() active 1 {
            var a: i32
            var b: i32
            l0 -> l1 do havoc a
            l1 -> l2 when 0 <= a && a < 100 do b = a
            l1 -> l2 when 0 <= a && a < 100 do b = a + 50
            l2 -> l3 when b != a && b != a + 50 violates neither \"\" stop
            l2 -> l3 else
            loc l3 end
        }
        property neither: unreachable";
    assert!(!proves(related(Domain::Polyhedra), source));
    assert!(proves(related(Domain::Powersets), source));
}

#[test]
fn floats_have_bounds() {
    let source = "
        process main() active 1 {
            var x: f64
            var n: i32
            l0 -> l1 do havoc n
            l1 -> l2 when 0 <= n && n < 100 do x = (n as f64) / (8 as f64)
            l2 -> l3 when !(x <= (25 as f64) / (2 as f64)) violates high \"\" stop
            l2 -> l3 else
            loc l3 end
        }
        property high: unreachable";
    assert!(proves(Settings::default(), source));
    // It is 99/8 at most, not 12.
    let lower = source.replace("(25 as f64) / (2 as f64)", "(12 as f64)");
    assert!(!proves(Settings::default(), &lower));
}

#[test]
fn the_best_transformer_sees_the_whole_expression() {
    let source = "
        process main() active 1 {
            var x: u8
            var y: u8
            l0 -> l1 do havoc x
            l1 -> l2 do y = (x & 1) ^ (x & 1)
            l2 -> l3 when y != 0 violates zero \"\" stop
            l2 -> l3 else
            loc l3 end
        }
        property zero: unreachable";
    assert!(!proves(Settings::default(), source));
    assert!(proves(Settings { transformer: Transformer::Best, ..Settings::default() }, source));
}

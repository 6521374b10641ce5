use super::{Constraint, Polyhedron};
use crate::lattice::{Lattice as _, Thresholds};
use crate::powerset::{Certified as _, Coverable as _, Powerset};
use expect_test::expect;
use proptest::prelude::{Strategy, prop, prop_assert, proptest};

/// An interval as a polyhedron.
fn line(lo: i64, hi: i64) -> Polyhedron {
    Polyhedron::cuboid(&[(lo, hi)]).expect("it should not be empty")
}

fn square(x: (i64, i64), y: (i64, i64)) -> Polyhedron {
    Polyhedron::cuboid(&[x, y]).expect("it should not be empty")
}

fn lines(parts: &[(i64, i64)]) -> Powerset<Polyhedron> {
    Powerset::new(parts.iter().map(|it| line(it.0, it.1)))
}

#[test]
fn the_hull_of_two_points_is_a_segment() {
    let segment = Polyhedron::point(&[0, 0]).join(&Polyhedron::point(&[2, 4]));
    expect!["{2x0 - x1 = 0, -x1 ≥ -4, x1 ≥ 0}"].assert_eq(&segment.to_string());
    let triangle = segment.join(&Polyhedron::point(&[2, 0]));
    expect!["{-x0 ≥ -2, x1 ≥ 0, 2x0 - x1 ≥ 0}"].assert_eq(&triangle.to_string());
}

#[test]
fn hulls_of_unbounded_sets_are_closed() {
    let axis = Polyhedron::new(2, &[Constraint::equal(&[0, 1], 0)]).expect("the axis");
    let hull = axis.join(&Polyhedron::point(&[0, 1]));
    expect!["{-x1 ≥ -1, x1 ≥ 0}"].assert_eq(&hull.to_string());
}

#[test]
fn assignments_are_exact() {
    // x := x + y on the unit square, then y := 3.
    let sheared = square((0, 1), (0, 1)).assign(0, &[1, 1], 0);
    expect!["{-x0 + x1 ≥ -1, -x1 ≥ -1, x1 ≥ 0, x0 - x1 ≥ 0}"].assert_eq(&sheared.to_string());
    expect!["{x1 = 3, -x0 ≥ -2, x0 ≥ 0}"].assert_eq(&sheared.assign(1, &[0, 0], 3).to_string());
}

/// The loop of P. Cousot and N. Halbwachs: i := 2; j := 0; while ... do if ... then i := i + 4 else i := i + 2; j := j + 1.
#[test]
fn a_relation_is_discovered() {
    let step = |it: &Polyhedron| {
        it.assign(0, &[1, 0], 4).join(&it.assign(0, &[1, 0], 2).assign(1, &[0, 1], 1))
    };
    let mut now = Polyhedron::point(&[2, 0]);
    for round in 0..10 {
        let newer = now.join(&step(&now));
        if newer.le(&now) {
            break;
        }
        now = if round == 0 { newer } else { now.widen(&newer, &Thresholds::none()) };
    }
    assert!(step(&now).le(&now));
    expect!["{x1 ≥ 0, x0 - 2x1 ≥ 2}"].assert_eq(&now.to_string());
}

#[test]
fn example_4_certificates() {
    assert_eq!(line(1, 1).certificate(), (1, 2));
    assert_eq!(line(0, 1).certificate(), (0, 2));
    assert_eq!(Polyhedron::top(1).certificate(), (0, 0));
    assert_eq!(square((0, 1), (2, 2)).certificate(), (1, 4));
}

#[test]
fn example_5_differences() {
    let rest = square((0, 3), (0, 3)).subtract(&square((0, 3), (0, 1)));
    assert_eq!(rest, square((0, 3), (1, 3)));
    let whole = square((0, 3), (0, 3));
    assert_eq!(whole.subtract(&square((1, 2), (1, 2))), whole);
}

#[test]
fn example_6_by_polyhedra() {
    let wide = lines(&[(0, 1)]).widen_certified(&lines(&[(0, 1), (2, 3)]));
    expect!["{{-x0 ≥ -1, x0 ≥ 0}, {-x0 ≥ -3, x0 ≥ 2}, {x0 ≥ 3}}"].assert_eq(&wide.to_string());
}

#[test]
fn example_7_contents() {
    let t1 = lines(&[(0, 2), (3, 4), (4, 5)]);
    let t2 = lines(&[(0, 1), (1, 2), (3, 5)]);
    let t3 = lines(&[(0, 3), (1, 5)]);
    let t4 = lines(&[(0, 5)]);
    assert!(t1.is_within(&t2) && t2.is_within(&t1));
    assert!(t3.is_within(&t4) && t4.is_within(&t3));
    assert!(t2.is_within(&t4) && !t4.is_within(&t2));
    assert_eq!(t2.hull(), Some(line(0, 5)));
}

#[test]
fn example_8_merged_sets() {
    let (p1, p2, p3) = (square((0, 1), (0, 1)), square((1, 2), (0, 1)), square((1, 2), (1, 2)));
    let all = Powerset::new([p1.clone(), p2.clone(), p3.clone()]);
    assert!(!all.is_pairwise_merged());
    for merged in [Powerset::new([p1.join(&p2), p3.clone()]), Powerset::new([p1, p2.join(&p3)])] {
        assert!(merged.is_fully_merged() && merged.is_within(&all) && all.is_within(&merged));
    }
    // Five rectangles around a square.
    let pinwheel = [
        square((0, 2), (0, 1)),
        square((2, 3), (0, 2)),
        square((1, 3), (2, 3)),
        square((0, 1), (1, 3)),
        square((1, 2), (1, 2)),
    ];
    let five = Powerset::new(pinwheel);
    assert!(five.is_pairwise_merged() && !five.is_fully_merged());
    let one = Powerset::new([square((0, 3), (0, 3))]);
    assert!(one.is_fully_merged() && one.is_within(&five) && five.is_within(&one));
    assert_eq!(five.merged_pairwise(), five);
    let three =
        Powerset::new([square((0, 1), (0, 1)), square((1, 2), (0, 1)), square((2, 3), (0, 1))]);
    assert_eq!(three.merged_pairwise(), Powerset::new([square((0, 3), (0, 1))]));
}

/// A chain of sets of polyhedra that turn and grow, of which the Parma Polyhedra Library expects that it is stable within 20 steps: both widenings stop.
#[test]
fn a_chain_that_turns_and_grows() {
    let at_least = Constraint::at_least;
    let p2 = square((0, 4), (0, 4));
    let p1 = p2.with(&at_least(&[-1, 1], 3)).expect("p1");
    let p0 = p1.with(&at_least(&[1, 1], -1)).expect("p0");
    let base = square((0, 8), (0, 8));
    let base = base.with(&at_least(&[-1, -1], 14)).and_then(|it| it.with(&at_least(&[1, -1], 6)));
    let base = base.expect("the base");
    let cut = |a: &[i64], b: i64, c: &[i64], d: i64| {
        base.with(&at_least(a, b)).and_then(|it| it.with(&at_least(c, d))).expect("a cut")
    };
    let mut all = vec![p0, p1, p2, cut(&[5, -1], 2, &[1, 3], -3), cut(&[4, -1], 3, &[1, 2], -2)];
    while all.len() < 28 {
        let earlier = all[all.len() - 4].clone();
        all.push(earlier.assign(0, &[2, 0], 0).assign(1, &[0, -2], 8));
    }
    let set = |n: usize| {
        let b = 4 * ((n - 1) / 3);
        let (first, second) = match n % 3 {
            1 => (b + 1, b + 3),
            2 => (b + 2, b + 3),
            _ => (b + 2, b + 4),
        };
        Powerset::new([all[first].clone(), all[second].clone()])
    };
    type Widening = fn(&Powerset<Polyhedron>, &Powerset<Polyhedron>) -> Powerset<Polyhedron>;
    let widenings: [Widening; 2] = [Powerset::widen_certified, Powerset::widen_connected];
    for widen in widenings {
        let mut now = Powerset::new([all[0].clone()]);
        let mut last = 0;
        for n in 1..=20 {
            let newer = now.join(&set(n));
            if !newer.le(&now) {
                now = widen(&now, &newer);
                last = n;
            }
        }
        // Nothing has changed for long, though the sets go on growing.
        assert!(last <= 10, "step {last}: {now}");
    }
}

fn points() -> impl Strategy<Value = Vec<[i64; 2]>> {
    prop::collection::vec([-4..5i64, -4..5i64], 1..4)
}

fn of(points: &[[i64; 2]]) -> Polyhedron {
    let all = points.iter().map(|it| Polyhedron::point(it));
    all.reduce(|a, b| a.join(&b)).expect("there should be a point")
}

proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(48))]

    #[test]
    fn the_laws_hold(a in points(), b in points(), c in points()) {
        let (x, y, z) = (of(&a), of(&b), of(&c));
        let (join, wide) = (x.join(&y), x.widen(&y, &Thresholds::default()));
        prop_assert!(x.le(&x));
        prop_assert!(!(x.le(&y) && y.le(&z)) || x.le(&z));
        prop_assert!(!(x.le(&y) && y.le(&x)) || x == y);
        prop_assert!(x.le(&join) && y.le(&join) && x.le(&wide) && y.le(&wide));
        prop_assert!(join == y.join(&x));
        for point in a.iter().chain(&b).map(|it| Polyhedron::point(it)) {
            if point.le(&x) && point.le(&y) {
                prop_assert!(x.meet(&y).is_some_and(|it| point.le(&it)));
            }
        }
        if let Some(meet) = x.meet(&y) {
            prop_assert!(meet.le(&x) && meet.le(&y));
        }
    }

    #[test]
    fn certificates_fall_and_differences_subtract(a in points(), b in points()) {
        let old = of(&a);
        let new = old.join(&of(&b));
        if old != new {
            let wide = old.widen(&new, &Thresholds::default());
            prop_assert!(wide.certificate() < old.certificate(), "{} {}", old, wide);
            let rest = new.subtract(&old);
            prop_assert!(rest.le(&new) && rest.join(&old) == new);
            prop_assert!(new.is_covered_by(&[rest, old]));
        }
    }

    #[test]
    fn widenings_stop(all in prop::collection::vec([-99..99i64, -99..99i64], 8..14)) {
        let (mut now, mut steps) = (Polyhedron::point(&[0, 0]), 0);
        for point in all {
            let newer = now.join(&Polyhedron::point(&point));
            if !newer.le(&now) {
                now = now.widen(&newer, &Thresholds::none());
                prop_assert!(newer.le(&now));
                steps += 1;
            }
        }
        prop_assert!(steps < 8, "{} steps", steps);
    }
}

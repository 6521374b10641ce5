//! Recursive functions without a bound on their depth: what contracts prove, and that no run of random programs contradicts it.

use tribunal_engine::{Budget, Context, Engine, Observer, Progress, Proof, Reason, Task, Verdict};
use tribunal_engine_symbolic::Symbolic;
use tribunal_exec::{Event, Oracle, Walk};
use tribunal_ir::{IntShape, Program, PropId, text::parse};

/// Interrupts after so many reports.
struct Patience(u32);

impl Observer for Patience {
    fn phase(&mut self, _: &str) {}
    fn progress(&mut self, _: &Progress) -> Result<(), Reason> {
        self.0 = self.0.checked_sub(1).ok_or(Reason::Cancelled)?;
        Ok(())
    }
}

fn program(source: &str) -> Program {
    let (program, diagnostics) = parse(source);
    program.unwrap_or_else(|| panic!("{diagnostics:#?}\n{source}"))
}

fn verdicts(program: &Program, reports: u32) -> Vec<(PropId, Verdict)> {
    let properties: Vec<PropId> = program.props.ids().collect();
    let task = Task::new(program, &properties);
    let mut patience = Patience(reports);
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut patience);
    Symbolic.run(&task, &mut cx).verdicts
}

fn is_by_contract(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::True(Proof::Inductive { functions, .. }) if !functions.is_empty())
}

/// A program that calls `f` with any `x` that is not negative and then checks something.
fn with_function(function: &str, check: &str) -> Program {
    program(&format!(
        "global x: i32 global r: i32 global g: i32
         process start() active 1 {{ l90 -> l91 do call main() loc l91 end }}
         function main() {{
           l0 -> l1 do havoc x; g = 0
           l1 -> l9 when x < 0
           l1 -> l2 else do r = call f(x)
           l2 -> l9 when {check} violates p \"\" stop
           l2 -> l9 else
           l9 -> l10 do return
           loc l10 end
         }}
         {function}
         property p: unreachable"
    ))
}

fn decide(function: &str, check: &str) -> Verdict {
    let (_, verdict) = verdicts(&with_function(function, check), 300).remove(0);
    verdict
}

const IDENTITY: &str = "function f(n: i32) {
    var s: i32
    l20 -> l29 when n == 0 do return 0
    l20 -> l21 else do s = call f(n - 1)
    l21 -> l29 do return s + 1
    loc l29 end }";

#[test]
fn results_are_related_to_arguments() {
    assert!(is_by_contract(&decide(IDENTITY, "r != x")));
}

#[test]
fn what_does_not_follow_is_not_proved() {
    // It holds for small numbers, which is all that samples show.
    assert!(!matches!(decide(IDENTITY, "100000 < r"), Verdict::True(_)));
}

#[test]
fn changes_of_globals_are_not_forgotten() {
    let counts = "function f(n: i32) {
        var s: i32
        l20 -> l29 when n == 0 do return 0
        l20 -> l21 else do g = g + 1; s = call f(n - 1)
        l21 -> l29 do return s
        loc l29 end }";
    assert!(is_by_contract(&decide(counts, "g != x")));
    assert!(!matches!(decide(counts, "g == 4000"), Verdict::True(_)));
}

#[test]
fn a_violation_deep_inside_is_not_missed() {
    // Only the call with the argument 3000 above the first one goes wrong.
    let climbs = "function f(n: i32) {
        var s: i32
        l20 -> l29 when n == 3000 violates p \"\" stop
        l20 -> l22 else
        l22 -> l29 when 3000 < n do return 0
        l22 -> l23 else do s = call f(n + 1)
        l23 -> l29 do return s
        loc l29 end }";
    assert!(!matches!(decide(climbs, "false"), Verdict::True(_)));
}

#[test]
fn two_functions_keep_their_contracts_together() {
    let parity = "function f(n: i32) {
        var s: i32
        l20 -> l29 when n == 0 do return 1
        l20 -> l21 else do s = call h(n - 1)
        l21 -> l29 do return s
        loc l29 end }
      function h(n: i32) {
        var s: i32
        l30 -> l39 when n == 0 do return 0
        l30 -> l31 else do s = call f(n - 1)
        l31 -> l39 do return s
        loc l39 end }";
    assert!(is_by_contract(&decide(parity, "r + x % 2 != 1")));
    assert!(!matches!(decide(parity, "r == 0 && x == 4001"), Verdict::True(_)));
}

/// Random numbers (Marsaglia's xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 8) % limit
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }

    fn sum(&mut self, vars: &[&str]) -> String {
        let (a, b) = (self.of(vars), self.of(vars));
        let constant = self.below(4);
        match self.below(6) {
            0 => format!("{constant}"),
            1 => a.to_owned(),
            2 => format!("{a} - {b}"),
            3 => format!("{a} + {b}"),
            4 => format!("{a} + {constant}"),
            _ => format!("{a} - {constant}"),
        }
    }

    fn condition(&mut self, vars: &[&str]) -> String {
        let (a, b) = (self.of(vars), self.of(vars));
        let constant = self.below(9) as i64 - 3;
        match self.below(4) {
            0 => format!("{a} == {constant}"),
            1 => format!("{a} < {constant}"),
            2 => format!("{constant} < {a}"),
            _ => format!("{a} <= {b}"),
        }
    }

    /// A function with two base cases, and one or two recursive calls.
    fn function(&mut self, name: &str, callees: &[&str], at: u32) -> String {
        let l = |it: u32| format!("l{}", at + it);
        let own = ["a", "b", "g"];
        let all = ["a", "b", "g", "s", "t"];
        let (first, second) = (self.condition(&own), self.condition(&own));
        let (one, two) = (self.sum(&own), self.sum(&own));
        let effect = if self.below(2) == 0 { "g = g + 1; " } else { "" };
        let arg = |random: &mut Self| match random.below(4) {
            0 => "a - 2".to_owned(),
            1 => random.sum(&own),
            _ => "a - 1".to_owned(),
        };
        let (down, other) = (arg(self), self.sum(&own));
        let callee = self.of(callees);
        let again = if self.below(2) == 0 {
            let (callee, again, other) = (self.of(callees), self.sum(&["a", "s"]), self.sum(&all));
            format!("t = call {callee}({again}, {other})")
        } else {
            "t = s".to_owned()
        };
        let (wrong, value) = (self.condition(&all), self.sum(&all));
        let wrong = if self.below(3) == 0 { wrong } else { "false".to_owned() };
        format!(
            "function {name}(a: i6, b: i6) {{
               var s: i6 var t: i6
               {} -> {} when {first} do return {one}
               {} -> {} else
               {} -> {} when {second} do {effect}return {two}
               {} -> {} else do s = call {callee}({down}, {other})
               {} -> {} do {again}
               {} -> {} when {wrong} violates q \"\" stop
               {} -> {} else do {effect}return {value}
               loc {} end
             }}",
            l(0),
            l(9),
            l(0),
            l(1),
            l(1),
            l(9),
            l(1),
            l(2),
            l(2),
            l(3),
            l(3),
            l(9),
            l(3),
            l(9),
            l(9)
        )
    }
}

/// A random program; two numbers bound the result.
fn random_program(seed: u64, least: i128, most: i128) -> String {
    let mut random = Random(seed * 2 + 0x9e37_79b9_7f4a_7c15);
    let callees: &[&str] = if random.below(3) == 0 { &["f", "h"] } else { &["f"] };
    let f = random.function("f", callees, 20);
    let h = random.function("h", callees, 40);
    let low = random.below(6) as i64 - 2;
    format!(
        "global x: i6 global y: i6 global r: i6 global g: i6
         process start() active 1 {{ l90 -> l91 do call main() loc l91 end }}
         function main() {{
           l0 -> l1 do havoc x; havoc y; g = 0
           l1 -> l9 when x < {low}
           l1 -> l2 else do r = call f(x, y)
           l2 -> l9 when r < {least} || {most} < r violates p \"\" stop
           l2 -> l9 else
           l9 -> l10 do return
           loc l10 end
         }}
         {f} {h}
         property p: unreachable
         property q: unreachable"
    )
}

/// The inputs of a run, one after the other.
struct Inputs(Vec<i128>);

impl Oracle for Inputs {
    fn value(&mut self, _: IntShape) -> i128 {
        self.0.pop().unwrap_or(0)
    }

    fn bytes(&mut self, _: u64) -> Vec<(u64, u8)> {
        Vec::new()
    }
}

/// Executes a program on all inputs, each for a while: what is violated, and the least and greatest results.
fn execute(program: &Program) -> (Vec<PropId>, (i128, i128)) {
    let mut violated = Vec::new();
    let mut range = (31, -32);
    let r = program.vars.iter().find(|it| it.1.name == "r").expect("it is there").0;
    for input in 0..64 * 64 {
        let mut oracle = Inputs(vec![input % 64 - 32, input / 64 - 32]);
        let Some(mut walk) = Walk::start(program) else { panic!("it is sequential") };
        for _ in 0..300 {
            let Some(edge) = walk.next() else { break };
            for event in &walk.take(edge, &mut oracle).events {
                if let Event::Violation { property, .. } = event {
                    violated.push(*property);
                }
            }
            if let Some(tribunal_exec::Value::Scalar(value)) = walk.state().globals.get(&r) {
                range = (range.0.min(*value), range.1.max(*value));
            }
        }
    }
    violated.sort();
    violated.dedup();
    (violated, range)
}

#[test]
fn no_run_of_a_random_program_contradicts_a_contract() {
    let mut by_contract = 0;
    for seed in 0..30 {
        let (_, (least, most)) = execute(&program(&random_program(seed, -32, 31)));
        // As tight as runs allow, and once a little too tight.
        for slack in [0, i128::from(seed % 2 == 0)] {
            let source = random_program(seed, least + slack, most);
            let program = program(&source);
            let (violated, _) = execute(&program);
            for (property, verdict) in verdicts(&program, 40) {
                if matches!(verdict, Verdict::True(_)) {
                    assert!(!violated.contains(&property), "{property:?}: {verdict:?}\n{source}");
                }
                by_contract += u32::from(is_by_contract(&verdict));
            }
        }
    }
    // Most of these functions have no contract of this kind; without any, nothing would be compared.
    assert!(3 <= by_contract, "only {by_contract} contracts");
}

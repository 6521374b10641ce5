//! Random statements.

use super::{Builder, Int, STORED, Scope, TYPES, Var};
use std::fmt::Write as _;

/// The most bits that may be left open at once.
const OPEN_BITS: u32 = 4;

impl Builder<'_> {
    pub(super) fn block(&mut self, scope: &mut Scope, depth: u32) {
        for _ in 0..=self.below(2 + 2 * depth) {
            self.statement(scope, depth);
        }
    }

    /// An edge to a new location.
    fn go(&mut self, scope: &mut Scope, command: &str) {
        let from = scope.here;
        scope.here = self.location();
        _ = writeln!(scope.edges, "  l{from} -> l{} {command}", scope.here);
    }

    fn statement(&mut self, scope: &mut Scope, depth: u32) {
        match self.below(if depth == 0 { 10 } else { 14 }) {
            0..=2 => {
                let target = self.target(scope);
                let ty = target.ty;
                let value = self.expr(scope, ty, 2);
                self.go(scope, &format!("do {} = {value}", target.name));
            }
            3 | 4 => {
                let ty = STORED[self.below(5) as usize];
                let (to, value) = (self.pointer(scope, 2), self.expr(scope, ty, 1));
                self.go(scope, &format!("do memory({to}, {ty}) = {value}"));
            }
            5 | 6 => self.about_objects(scope),
            7 => self.havoc(scope),
            8 => self.check(scope),
            9 => self.call(scope),
            10 | 11 => self.branch(scope, depth),
            12 => self.repeat(scope, depth),
            _ => self.check(scope),
        }
    }

    /// A variable that may be assigned.
    fn target(&mut self, scope: &Scope) -> Var {
        let own = scope.vars.iter().skip(scope.fixed);
        let own = own.filter(|it| !it.name.starts_with('i'));
        let all: Vec<Var> = self.globals.iter().chain(own).cloned().collect();
        self.pick(&all).unwrap_or_else(|| self.globals[0].clone())
    }

    fn about_objects(&mut self, scope: &mut Scope) {
        let known: Vec<String> =
            self.global_pointers.iter().chain(&scope.pointers).cloned().collect();
        let Some(p) = self.pick(&known) else {
            let to = self.pointer(scope, 1);
            return self.go(scope, &format!("do fill_bytes({to}, 7, 2)"));
        };
        let action = match self.below(10) {
            0 | 1 => {
                let object = ["local", "heap"][self.below(2) as usize];
                format!("{p} = allocate {object}({})", self.below(9))
            }
            2 | 3 => format!("{p} = {}", self.pointer(scope, 2)),
            4 => {
                let (to, value) = (self.pointer(scope, 1), self.pointer(scope, 1));
                format!("memory({to}, pointer) = {value}")
            }
            5 => format!("release({p})"),
            6 => {
                let (to, from) = (self.pointer(scope, 1), self.pointer(scope, 1));
                format!("copy_bytes({to}, {from}, {})", self.below(9))
            }
            7 => {
                let byte = self.expr(scope, Int { bits: 8, signed: false }, 1);
                format!("fill_bytes({p}, {byte}, {})", self.below(5))
            }
            // One byte can be anything: 256 choices.
            8 if 8 <= self.arbitrary_bits && scope.loops == 0 => {
                self.arbitrary_bits -= 8;
                format!("{p} = allocate found(1)")
            }
            _ => format!("{p} = null"),
        };
        self.go(scope, &format!("do {action}"));
    }

    fn havoc(&mut self, scope: &mut Scope) {
        let target = self.target(scope);
        let in_function = !scope.pointers.is_empty() && scope.fixed != 0;
        let cost = target.ty.bits << (2 * scope.loops + u32::from(in_function));
        if target.ty.bits <= OPEN_BITS && cost <= self.arbitrary_bits {
            self.arbitrary_bits -= cost;
            return self.go(scope, &format!("do havoc {}", target.name));
        }
        // A choice between two edges leaves less open.
        let (from, to) = (scope.here, self.location());
        let (left, right) = (self.constant(target.ty), self.constant(target.ty));
        for value in [left, right] {
            let name = &target.name;
            _ = writeln!(scope.edges, "  l{from} -> l{to} do {name} = {value}");
            if self.arbitrary_bits == 0 || scope.loops != 0 {
                break;
            }
        }
        self.arbitrary_bits = self.arbitrary_bits.saturating_sub(1);
        scope.here = to;
    }

    fn check(&mut self, scope: &mut Scope) {
        let property = ["p", "q"][self.below(2) as usize];
        let then = ["continue", "continue", "stop"][self.below(3) as usize];
        let condition = self.condition(scope, 2);
        let (from, to) = (scope.here, self.location());
        _ = writeln!(
            scope.edges,
            "  l{from} -> l{to} when {condition} violates {property} \"it happens\" {then}"
        );
        _ = writeln!(scope.edges, "  l{from} -> l{to} else");
        scope.here = to;
    }

    fn call(&mut self, scope: &mut Scope) {
        let functions = self.functions.clone();
        let Some(function) = self.pick(&functions) else { return self.check(scope) };
        let first = if scope.loops == 0 {
            self.expr(scope, function.first, 1)
        } else {
            format!("0{}", function.first)
        };
        let pointer = self.pointer(scope, 1);
        let target = self.target(scope);
        let result = if target.ty == function.result || self.rarely(2) {
            format!("{} = ", target.name)
        } else {
            String::new()
        };
        self.go(scope, &format!("do {result}call {}({first}, {pointer})", function.name));
    }

    /// Calls the function itself with a smaller first argument, if that is positive and small.
    pub(super) fn recursion(&mut self, scope: &mut Scope, name: &str, first: Int) {
        let (from, to) = (scope.here, self.location());
        let pointer = self.pointer(scope, 1);
        let guard = format!("0{first} < n && n < 4{first}");
        let guard = if first == TYPES[0] { format!("0{first} < n") } else { guard };
        let call = format!("call {name}(n - 1{first}, {pointer})");
        _ = writeln!(scope.edges, "  l{from} -> l{to} when {guard} do {call}");
        _ = writeln!(scope.edges, "  l{from} -> l{to} else");
        scope.here = to;
    }

    fn branch(&mut self, scope: &mut Scope, depth: u32) {
        let condition = self.condition(scope, 2);
        let (from, yes, no) = (scope.here, self.location(), self.location());
        _ = writeln!(scope.edges, "  l{from} -> l{yes} when {condition}");
        _ = writeln!(scope.edges, "  l{from} -> l{no} else");
        scope.here = yes;
        self.block(scope, depth - 1);
        _ = writeln!(scope.edges, "  l{} -> l{no}", scope.here);
        scope.here = no;
    }

    /// A loop that runs a few times; its counter is not assigned otherwise.
    fn repeat(&mut self, scope: &mut Scope, depth: u32) {
        let counter = format!("i{}", scope.vars.len());
        let (times, start) = (1 + self.below(3), self.location());
        _ = writeln!(scope.variables, "  var {counter}: u4");
        _ = writeln!(scope.edges, "  l{} -> l{start} do {counter} = 0", scope.here);
        scope.vars.push(Var { name: counter.clone(), ty: Int { bits: 4, signed: false } });
        let (body, end) = (self.location(), self.location());
        _ = writeln!(scope.edges, "  l{start} -> l{body} when {counter} < {times}");
        _ = writeln!(scope.edges, "  l{start} -> l{end} else");
        scope.here = body;
        scope.loops += 1;
        self.block(scope, depth - 1);
        scope.loops -= 1;
        _ = writeln!(scope.edges, "  l{} -> l{start} do {counter} = {counter} + 1", scope.here);
        scope.here = end;
    }
}

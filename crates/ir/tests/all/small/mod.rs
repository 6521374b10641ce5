//! Random programs with few states, as text: processes that mostly mind their own business, with
//! everything now and then that others can see.

use std::fmt::Write as _;

/// The program that the choices lead to; when they are used up, the simplest choice is made.
pub(crate) fn program(choices: Vec<u32>) -> String {
    let mut writer = Writer {
        choices,
        at: 0,
        out: String::new(),
        first: 0,
        count: 0,
        processes: 0,
        features: Features::default(),
    };
    writer.program();
    writer.out
}

/// What a program has besides local steps, globals and channels.
#[derive(Default)]
struct Features {
    remote: bool,
    labels: bool,
    timeout: bool,
    marks: bool,
    arrays: bool,
    /// A global that only the first process uses.
    owned: bool,
    priorities: bool,
}

struct Writer {
    choices: Vec<u32>,
    at: usize,
    out: String,
    /// The locations of the process being written: their first number and how many there are.
    first: usize,
    count: usize,
    processes: usize,
    features: Features,
}

impl Writer {
    fn below(&mut self, n: usize) -> usize {
        let choice = self.choices.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        choice as usize % n
    }

    /// Once in `n` times, and never when the choices are used up.
    fn rarely(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from[self.below(from.len())]
    }

    fn program(&mut self) {
        let priorities = self.rarely(3);
        let (first, second) = match priorities {
            false => (self.below(3), self.below(2)),
            true => (1 + self.below(2), 1),
        };
        if priorities {
            self.out.push_str("scheduling priority\n");
        }
        _ = write!(
            self.out,
            "channel q [{first}] of u1\nchannel r [{second}] of u1, u1\n\
             global c: chan = new q\nglobal d: chan = new r\nglobal g: u1\nglobal h: u2\nglobal w: u1 = 1\n"
        );
        self.features = Features {
            remote: self.rarely(4),
            labels: self.rarely(4),
            timeout: self.rarely(4),
            marks: self.rarely(3),
            arrays: self.rarely(2),
            owned: self.rarely(2),
            priorities,
        };
        self.processes = 2 + self.below(2);
        for process in 0..self.processes {
            self.process(process);
        }
        self.properties();
    }

    fn process(&mut self, process: usize) {
        self.first += self.count;
        self.count = 2 + self.below(5);
        let active = 1 + usize::from(self.rarely(6));
        let params = if process == 1 { "k: u1" } else { "" };
        let priority = if self.features.priorities { 1 + self.below(3) } else { 1 };
        _ = writeln!(
            self.out,
            "process P{process}({params}) active {active} priority {priority} {{"
        );
        for var in ["x", "y", "z"] {
            let init = match self.below(6) {
                1 => " = 1",
                2 if var != "x" => " = x",
                _ => "",
            };
            _ = writeln!(self.out, "  var {var}: u1{init}");
        }
        if self.features.arrays {
            self.out.push_str("  var a: [u1; 2] = { [1] = 1 }\n");
        }
        if self.features.labels {
            let at = self.target();
            _ = writeln!(self.out, "  label L at {at}");
        }
        for location in 0..self.count {
            self.location(location);
        }
        self.out.push_str("}\n");
    }

    /// Any location of the process.
    fn target(&mut self) -> String {
        format!("l{}", self.first + self.below(self.count))
    }

    fn location(&mut self, location: usize) {
        let from = self.first + location;
        _ = write!(self.out, "  loc l{from}");
        if location != 0 && self.rarely(15) {
            self.out.push_str(" indivisible");
        }
        if self.rarely(3) {
            self.out.push_str(" end");
        }
        if self.rarely(12) {
            self.out.push_str(" halt");
        }
        if self.features.marks {
            let marks = self.pick(&["", "", "", " accept", " progress"]);
            self.out.push_str(marks);
        }
        self.out.push('\n');
        match self.below(12) {
            0..=3 => {
                let action = self.local_action();
                self.edge(location, &format!("do {action}"));
            }
            4 => {
                let (condition, action) = (self.condition(), self.local_action());
                self.edge(location, &format!("when {condition} do {action}"));
                self.edge(location, "else");
            }
            5 => {
                let (condition, action) = (self.condition(), self.local_action());
                self.edge(location, &format!("when {condition}"));
                self.edge(location, &format!("when !({condition}) do {action}"));
            }
            _ => {
                for _ in 0..=self.below(2) {
                    let command = self.command();
                    self.edge(location, &command);
                }
                if self.rarely(6) {
                    self.edge(location, "else");
                }
            }
        }
    }

    fn edge(&mut self, location: usize, command: &str) {
        let from = self.first + location;
        let next = format!("l{}", self.first + (location + 1) % self.count);
        let to = if self.rarely(3) { self.target() } else { next };
        let atomic = if self.rarely(3) { " atomic" } else { "" };
        _ = write!(self.out, "  l{from} -> {to}{atomic} {command}");
        if self.rarely(10) {
            let (property, then) = (self.below(2), self.pick(&["continue", "continue", "stop"]));
            _ = write!(self.out, " violates p{property} \"\" {then}");
        }
        self.out.push('\n');
    }

    fn local(&mut self) -> &'static str {
        let count = if self.features.arrays { 5 } else { 3 };
        if self.features.owned && self.first == 0 && self.rarely(3) {
            return "w";
        }
        self.pick(&["x", "y", "z", "a[0]", "a[x]"][..count])
    }

    fn local_action(&mut self) -> String {
        let (place, left, right) = (self.local(), self.local(), self.local());
        match self.below(5) {
            0 => format!("{place} = {}", self.below(2)),
            1 => format!("{place} = {left} ^ 1"),
            2 => format!("{place} = {left} & {right}"),
            3 => format!("{place} = self"),
            _ => "print \"x\"".to_owned(),
        }
    }

    fn condition(&mut self) -> String {
        format!("{} == {}", self.local(), self.below(2))
    }

    /// Something that others can see, or that depends on them.
    fn command(&mut self) -> String {
        let (one, two) = (self.local(), self.local());
        match self.below(11) {
            0 => format!("when g == {}", self.below(2)),
            1 => format!("do g = {one}"),
            2 => format!("do h = h + 1; {one} = {two}"),
            3 => format!("do c ! {one}"),
            4 => format!("do c ? {one}"),
            5 => format!("do c ? eval({one})"),
            6 => format!("do d ! {one}, {two}"),
            7 => format!("do d ? {one}, _"),
            8 if self.features.timeout => "when timeout".to_owned(),
            8 if self.rarely(3) => format!("when process_count < 4 do run P1({one})"),
            9 if self.rarely(3) => "do exit".to_owned(),
            9 if self.features.priorities => {
                format!("do set_priority({}, {})", self.below(3), 1 + self.below(3))
            }
            10 if self.features.remote => {
                format!("do {one} = P{}[{}]:y", self.below(self.processes), self.below(3))
            }
            10 if self.features.labels => {
                format!("when P{}[{}]@L", self.below(self.processes), self.below(3))
            }
            _ => format!("when h == 1 && {one} == 1 do g = h as u1"),
        }
    }

    fn properties(&mut self) {
        self.out.push_str(
            "property p0: unreachable\nproperty p1: unreachable\nproperty e: end_states\n\
             property a: no_acceptance_cycle\n",
        );
        if self.features.marks && self.rarely(2) {
            self.out.push_str("property n: no_non_progress_cycle\n");
        }
        let mut atoms = vec!["{g == 1}", "{h == 2}", "{len(c) == 1}", "{h < 2}"];
        if self.features.remote {
            atoms.push("{P0[0]:z == 1}");
        }
        if self.features.labels {
            atoms.push("{P0[0]@L}");
        }
        if self.features.labels && self.features.remote {
            atoms.push("{P0[0]@L && P0[0]:z == 1}");
            atoms.push("({P0[0]@L} -> {P0[0]:x == 1})");
        }
        if self.features.labels && self.features.owned {
            atoms.push("({w == 1} && {P0[0]@L})");
        }
        if self.features.marks {
            atoms.push("{non_progress}");
        }
        for property in 0..2 {
            let (a, b) = (self.pick(&atoms), self.pick(&atoms));
            let formula = match self.below(6) {
                0 => format!("G {a}"),
                1 => format!("F {a}"),
                2 => format!("G ({a} -> F {b})"),
                3 => format!("{a} U {b}"),
                4 => format!("G F {a}"),
                _ => format!("F G ({a} || {b})"),
            };
            _ = writeln!(self.out, "property f{property}: ltl {formula}");
        }
    }
}

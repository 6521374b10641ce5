//! The frame of a model: declarations, processes, formulas.

use std::fmt::Write as _;

use super::channel::Channel;
use crate::choices::Choices;

/// What a model is to try out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// Processes and finite runs.
    Plain,
    /// Processes with priorities.
    Priorities,
    /// A temporal formula, and no assertions.
    Formula,
    /// A never claim, and no assertions.
    Claim,
}

impl Flavour {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Plain, Self::Priorities, Self::Formula, Self::Claim];

    /// Half of all cases are plain.
    #[must_use]
    pub fn of_case(case: u32) -> Self {
        match case % 6 {
            0 => Self::Formula,
            2 => Self::Claim,
            4 => Self::Priorities,
            _ => Self::Plain,
        }
    }

    /// Whether Spin checks nothing but the claim.
    pub(super) fn has_claim(self) -> bool {
        matches!(self, Self::Formula | Self::Claim)
    }
}

/// A variable, or a part of one, that can be read and written.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    /// How many bits it has. Anything may be stored in a narrow one; in a wide one only small numbers, or
    /// the model would have too many states.
    pub(super) bits: u32,
}

/// Variables of more bits are wide.
pub(super) const NARROW: u32 = 2;

pub(super) struct Generator<'a> {
    pub(super) choices: Choices<'a>,
    pub(super) flavour: Flavour,
    pub(super) out: String,
    pub(super) depth: usize,
    pub(super) globals: Vec<Variable>,
    /// Those of the process being written, without those of blocks that are closed.
    pub(super) locals: Vec<Variable>,
    pub(super) channels: Vec<Channel>,
    /// Names of inlines with one parameter, a variable.
    pub(super) inlines: Vec<String>,
    /// Processes that are started by others.
    pub(super) children: Vec<String>,
    /// Labels of the process being written that jumps lead to, and whether each stands somewhere.
    pub(super) labels: Vec<(String, bool)>,
    /// Whether the label `spot` of process 0, which outlives all others, can be mentioned.
    pub(super) spot: bool,
    /// How many statements may still be written in this process.
    pub(super) budget: usize,
    pub(super) names: usize,
}

/// The model that the numbers lead to.
#[must_use]
pub fn random_promela(flavour: Flavour, numbers: &[u32]) -> String {
    let mut generator = Generator {
        choices: Choices { numbers, at: 0 },
        flavour,
        out: String::new(),
        depth: 0,
        globals: Vec::new(),
        locals: Vec::new(),
        channels: Vec::new(),
        inlines: Vec::new(),
        children: Vec::new(),
        labels: Vec::new(),
        spot: false,
        budget: 0,
        names: 0,
    };
    generator.model();
    generator.out
}

impl Generator<'_> {
    pub(super) fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.out.push('\t');
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    pub(super) fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn model(&mut self) {
        self.variables();
        self.declare_channels();
        self.declare_inlines();
        let processes = 1 + self.choices.below(3);
        let child = self.choices.once_in(3);
        if child {
            self.children.push("Child".to_owned());
        }
        let spot = !child && self.choices.once_in(4);
        if spot {
            self.labels.push(("spot".to_owned(), false));
        }
        for number in 0..processes {
            self.process(number);
            // Spin must have seen a label before it is mentioned.
            self.spot = spot;
        }
        if child {
            self.child();
        }
        match self.flavour {
            Flavour::Plain | Flavour::Priorities => {}
            Flavour::Formula => {
                let formula = self.formula(3);
                self.line(&format!("ltl f {{ {formula} }}"));
            }
            Flavour::Claim => self.claim(),
        }
    }

    fn variables(&mut self) {
        self.line("mtype = { red, green, blue };");
        self.line("typedef Pair { byte first; bit second };");
        let declarations = [
            ("byte b0;", "b0", 8),
            ("bit t0;", "t0", 1),
            ("unsigned u0 : 2;", "u0", 2),
            ("short s0 = -1;", "s0", 16),
            ("int i0;", "i0", 32),
            ("byte a0[2];", "a0[1]", 8),
            ("mtype m0 = green;", "m0", 8),
            ("bool o0 = true;", "o0", 1),
            ("Pair r0;", "r0.second", 1),
            ("Pair p0[2];", "p0[1].first", 8),
        ];
        let count = 2 + self.choices.below(declarations.len() - 2);
        let first = self.choices.below(declarations.len());
        for number in 0..count {
            let (text, name, bits) = declarations[(first + number) % declarations.len()];
            self.line(text);
            self.globals.push(Variable { name: name.to_owned(), bits });
        }
        // An index may leave its array, which ends the run.
        let declared = |it: &Generator<'_>, name: &str| it.globals.iter().any(|v| v.name == name);
        if declared(self, "a0[1]") && declared(self, "t0") {
            let index = if declared(self, "u0") { "u0" } else { "t0" };
            let name = format!("a0[{}]", self.choices.one_of(&["t0", "t0", index]));
            self.globals.push(Variable { name, bits: 8 });
        }
    }

    fn declare_inlines(&mut self) {
        if !self.choices.once_in(4) {
            return;
        }
        let name = self.fresh("step");
        self.line(&format!("inline {name}(v) {{"));
        self.depth += 1;
        match self.choices.below(3) {
            0 => self.line("v = 1 - v"),
            1 => {
                self.line("if");
                self.line(":: v == 0 -> v = 1");
                self.line(":: else -> skip");
                self.line("fi");
            }
            _ => {
                self.line("byte kept;");
                self.line("kept = v & 1;");
                self.line("v = kept");
            }
        }
        self.depth -= 1;
        self.line("}");
        self.inlines.push(name);
    }

    fn process(&mut self, number: usize) {
        let active = if self.choices.once_in(5) { "active [2]" } else { "active" };
        let mut head = format!("{active} proctype P{number}()");
        if self.flavour == Flavour::Priorities {
            let _ = write!(head, " priority {}", 1 + self.choices.below(3));
        }
        if self.choices.once_in(12) {
            let condition = self.condition();
            let _ = write!(head, " provided ({condition})");
        }
        self.line(&format!("{head} {{"));
        self.budget = 3 + self.choices.below(7);
        self.body();
    }

    fn child(&mut self) {
        self.line("proctype Child(byte n; byte k) {");
        for name in ["n", "k"] {
            self.locals.push(Variable { name: name.to_owned(), bits: 8 });
        }
        self.budget = 1 + self.choices.below(3);
        // It does not start children of its own: there would be no end.
        let children = std::mem::take(&mut self.children);
        self.body();
        self.children = children;
    }

    /// The statements of a process, its labels, and the closing brace.
    fn body(&mut self) {
        self.depth += 1;
        let channels = self.channels.len();
        if self.choices.once_in(6) {
            self.local_channel();
        }
        for _ in 0..self.choices.below(3) {
            self.local();
        }
        // Jumps back to where a process is started would start more and more.
        let labels = if self.children.is_empty() { self.choices.below(3) } else { 0 };
        for _ in 0..labels {
            let name = self.fresh("L");
            self.labels.push((name, false));
        }
        self.top_level();
        for (name, placed) in std::mem::take(&mut self.labels) {
            if !placed {
                self.line(&format!("{name}:"));
                self.line("skip;");
            }
        }
        self.line("skip");
        self.depth -= 1;
        self.line("}");
        self.locals.clear();
        self.channels.truncate(channels);
    }

    /// A declaration, which is a step if it does not come first.
    pub(super) fn local(&mut self) {
        let name = self.fresh("x");
        let types = [("byte", 8), ("short", 16), ("bit", 1), ("bool", 1)];
        // Spin takes local bits for padding where there are priorities.
        let usable = if self.flavour == Flavour::Priorities { &types[..2] } else { &types[..] };
        let (ty, bits) = self.choices.one_of(usable);
        if self.choices.once_in(2) {
            let value = self.value_for(bits);
            self.line(&format!("{ty} {name} = {value};"));
        } else {
            self.line(&format!("{ty} {name};"));
        }
        self.locals.push(Variable { name, bits });
    }
}

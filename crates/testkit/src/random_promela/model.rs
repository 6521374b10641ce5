//! The frame of a model: declarations, processes, formulas.

use std::fmt::Write as _;

use super::Choices;
use super::channel::Channel;

/// What a model is to try out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// Processes and finite runs.
    Plain,
    /// Processes with priorities.
    Priorities,
    /// A temporal formula, and no assertions.
    Formula,
}

impl Flavour {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Plain, Self::Priorities, Self::Formula];
}

/// How many values a variable has, which decides what may be stored in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// Few: anything may be stored.
    Narrow,
    /// Many: only small numbers are stored, or the model would have too many states.
    Wide,
}

/// A variable, or a part of one, that can be read and written.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) width: Width,
}

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
        let child = self.choices.once_in(4);
        if child {
            self.children.push("Child".to_owned());
        }
        for number in 0..processes {
            self.process(number);
        }
        if child {
            self.child();
        }
        if self.flavour == Flavour::Formula {
            let formula = self.formula(3);
            self.line(&format!("ltl f {{ {formula} }}"));
        }
    }

    fn variables(&mut self) {
        self.line("mtype = { red, green, blue };");
        self.line("typedef Pair { byte first; bit second };");
        let declarations = [
            ("byte b0;", "b0", Width::Wide),
            ("bit t0;", "t0", Width::Narrow),
            ("unsigned u0 : 2;", "u0", Width::Narrow),
            ("short s0 = -1;", "s0", Width::Wide),
            ("int i0;", "i0", Width::Wide),
            ("byte a0[2];", "a0[1]", Width::Wide),
            ("mtype m0 = green;", "m0", Width::Wide),
            ("bool o0 = true;", "o0", Width::Narrow),
            ("Pair r0;", "r0.second", Width::Narrow),
        ];
        let count = 2 + self.choices.below(declarations.len() - 2);
        let first = self.choices.below(declarations.len());
        for number in 0..count {
            let (text, name, width) = declarations[(first + number) % declarations.len()];
            self.line(text);
            self.globals.push(Variable { name: name.to_owned(), width });
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
        self.line("proctype Child(byte n; bit k) {");
        self.locals.push(Variable { name: "n".to_owned(), width: Width::Wide });
        self.locals.push(Variable { name: "k".to_owned(), width: Width::Narrow });
        self.budget = 1 + self.choices.below(3);
        // It does not start children of its own: there would be no end.
        let children = std::mem::take(&mut self.children);
        self.body();
        self.children = children;
    }

    /// The statements of a process, its labels, and the closing brace.
    fn body(&mut self) {
        self.depth += 1;
        for _ in 0..self.choices.below(3) {
            self.local();
        }
        for _ in 0..self.choices.below(3) {
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
    }

    /// A declaration, which is a step if it does not come first.
    pub(super) fn local(&mut self) {
        let name = self.fresh("x");
        let (ty, width) = self.choices.one_of(&[
            ("byte", Width::Wide),
            ("bit", Width::Narrow),
            ("short", Width::Wide),
            ("bool", Width::Narrow),
        ]);
        if self.choices.once_in(2) {
            let value = self.value_for(width);
            self.line(&format!("{ty} {name} = {value};"));
        } else {
            self.line(&format!("{ty} {name};"));
        }
        self.locals.push(Variable { name, width });
    }
}

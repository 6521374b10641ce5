//! Statements.

use super::model::{Flavour, Generator, NARROW};

/// What stands around a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Around {
    /// In a `d_step`, where little is allowed.
    indivisible: bool,
    /// In a loop, which can be left.
    looping: bool,
    /// In the main part of an `unless`, or in its escape.
    escaping: bool,
    /// How deep statements may nest.
    depth: usize,
}

impl Generator<'_> {
    /// The statements of a process.
    pub(super) fn top_level(&mut self) {
        let around = Around { indivisible: false, looping: false, escaping: false, depth: 3 };
        let count = 1 + self.choices.below(4);
        for _ in 0..count {
            if self.label() {
                // A declaration cannot carry a label, and a jump that leads to jumps may lead nowhere.
                self.assignment();
            }
            if self.choices.once_in(3) {
                self.run();
            }
            self.statement(around);
        }
    }

    /// Starts a process, if there is one to start. Not in loops: there would be no end.
    fn run(&mut self) {
        let Some(child) = self.children.first().cloned() else { return };
        let (first, second) = (self.choices.below(300), self.choices.below(3));
        let run = format!("run {child}({first}, {second})");
        let locals = self.locals.iter().find(|it| NARROW < it.bits).cloned();
        match (self.choices.below(3), locals) {
            (1, Some(variable)) => self.line(&format!("{} = {run};", variable.name)),
            (2, _) => self.line(&format!("atomic {{ {run}; {run} }};")),
            _ => self.line(&format!("{run};")),
        }
    }

    /// Puts a label here now and then; says whether it did.
    fn label(&mut self) -> bool {
        if self.choices.once_in(6) {
            // Spin sees accept labels of processes also when it checks a claim; we do not.
            let accept = if self.flavour.has_claim() { "progress" } else { "accept" };
            let prefix = self.choices.one_of(&["end", "progress", accept, "endless"]);
            let name = self.fresh(prefix);
            self.line(&format!("{name}:"));
            return true;
        }
        let open: Vec<usize> = (0..self.labels.len()).filter(|&it| !self.labels[it].1).collect();
        if open.is_empty() || !self.choices.once_in(3) {
            return false;
        }
        let chosen = self.choices.one_of(&open);
        self.labels[chosen].1 = true;
        let name = self.labels[chosen].0.clone();
        self.line(&format!("{name}:"));
        true
    }

    /// A few statements in a scope of their own.
    fn sequence(&mut self, around: Around) {
        let locals = self.locals.len();
        self.depth += 1;
        for _ in 0..=self.choices.below(3) {
            self.statement(around);
        }
        self.depth -= 1;
        self.locals.truncate(locals);
    }

    fn statement(&mut self, around: Around) {
        if self.budget == 0 || around.depth == 0 {
            return self.simple(around);
        }
        self.budget -= 1;
        let inner = Around { depth: around.depth - 1, ..around };
        match self.choices.below(16) {
            0..=5 => self.simple(around),
            6 | 7 => self.selection("if", "fi", inner),
            8 | 9 => self.repetition(inner),
            10 if !around.indivisible => self.block("atomic {", inner),
            11 if !around.indivisible => {
                // Spin refuses jumps to a d_step, and a loop before it ends with one.
                self.assignment();
                self.block("d_step {", Around { indivisible: true, looping: false, ..inner });
            }
            12 if !around.indivisible => self.unless(inner),
            13 if !around.indivisible => self.block("{", inner),
            14 => self.range(inner),
            15 if !around.indivisible => self.local(),
            _ => self.simple(around),
        }
    }

    fn block(&mut self, open: &str, around: Around) {
        self.line(open);
        if around.indivisible {
            self.depth += 1;
            // It may wait only here.
            let guard =
                if self.choices.once_in(2) { self.guard(around) } else { "true".to_owned() };
            self.line(&format!("{guard};"));
            self.depth -= 1;
        }
        self.sequence(around);
        self.line("};");
    }

    fn unless(&mut self, around: Around) {
        if around.escaping {
            // Where an inner escape comes first in an atomic sequence or option, Spin forgets which is
            // the outer one.
            self.assignment();
        }
        let around = Around { escaping: true, ..around };
        self.line("{");
        self.sequence(around);
        self.line("} unless {");
        self.depth += 1;
        let guard = self.guard(around);
        self.line(&format!("{guard};"));
        self.depth -= 1;
        if self.choices.once_in(2) {
            self.sequence(around);
        }
        self.line("};");
    }

    fn selection(&mut self, open: &str, close: &str, around: Around) {
        self.line(open);
        for _ in 0..=self.choices.below(3) {
            self.option(around);
        }
        // In a d_step, there must be a way on.
        if around.indivisible || self.choices.once_in(2) {
            self.line(":: else ->");
            self.sequence(around);
        }
        self.line(&format!("{close};"));
    }

    /// An option. Most begin with a simple guard.
    fn option(&mut self, around: Around) {
        let inner = Around { depth: around.depth.saturating_sub(1), ..around };
        let nested = !around.indivisible && 0 < around.depth && 0 < self.budget;
        match self.choices.below(12) {
            0 if nested => {
                self.budget -= 1;
                self.line("::");
                self.depth += 1;
                self.selection("if", "fi", inner);
                self.depth -= 1;
            }
            1 if nested => {
                self.budget -= 1;
                self.line("::");
                self.depth += 1;
                let open = self.choices.one_of(&["atomic {", "d_step {"]);
                let indivisible = open == "d_step {";
                self.block(
                    open,
                    Around { indivisible, looping: !indivisible && around.looping, ..inner },
                );
                self.depth -= 1;
            }
            2 if around.looping => self.line(":: break"),
            3 if !around.indivisible && !self.labels.is_empty() => {
                let label = self.choices.below(self.labels.len());
                self.line(&format!(":: goto {}", self.labels[label].0.clone()));
            }
            _ => {
                let guard = self.guard(around);
                self.line(&format!(":: {guard} ->"));
                self.sequence(around);
            }
        }
    }

    fn repetition(&mut self, around: Around) {
        if around.indivisible {
            return self.simple(around);
        }
        let inside = Around { looping: true, ..around };
        self.line("do");
        for _ in 0..=self.choices.below(2) {
            self.option(inside);
        }
        match self.choices.below(4) {
            0 | 1 => {
                let guard = self.guard(inside);
                self.line(&format!(":: {guard} -> break"));
            }
            2 => self.line(":: else -> break"),
            _ => {}
        }
        self.line("od;");
    }

    fn range(&mut self, around: Around) {
        let name = self.fresh("i");
        if around.indivisible {
            return self.simple(around);
        }
        self.line(&format!("byte {name};"));
        if self.choices.once_in(2) {
            let (low, high) = (self.choices.below(3), self.choices.below(4));
            let high = low + high;
            // Spin chooses by one step if both ends are constants, else it counts.
            let high = if self.choices.once_in(2) { format!("({high})") } else { high.to_string() };
            self.line(&format!("select ({name} : {low} .. {high});"));
        } else {
            let last = self.choices.below(3);
            self.line(&format!("for ({name} : 0 .. {last}) {{"));
            self.sequence(Around { looping: true, ..around });
            self.line("};");
        }
    }

    /// A statement that can start an option.
    fn guard(&mut self, around: Around) -> String {
        let text = match self.choices.below(12) {
            0..=4 => Some(self.condition()),
            5 | 6 if !around.indivisible => self.communication(),
            7 => self.channel_condition(),
            8 if !around.indivisible => Some("timeout".to_owned()),
            9 => Some("true".to_owned()),
            10 => {
                let variable = self.variable();
                let value = self.value_for(variable.bits);
                Some(format!("{} = {value}", variable.name))
            }
            _ => None,
        };
        text.unwrap_or_else(|| self.condition())
    }

    /// A statement without parts.
    fn simple(&mut self, around: Around) {
        let text = match self.choices.below(14) {
            0..=4 => None,
            5 if !around.indivisible => self.communication(),
            6 if !around.indivisible => self.communication(),
            7 if !around.indivisible => Some(self.condition()),
            8 if !self.flavour.has_claim() => Some(format!("assert({})", self.condition())),
            9 if around.looping => Some("break".to_owned()),
            10 if !around.indivisible && !self.labels.is_empty() => {
                let label = self.choices.below(self.labels.len());
                Some(format!("goto {}", self.labels[label].0))
            }
            11 => {
                let variable = self.variable();
                let operator = self.choices.one_of(&["++", "--"]);
                if variable.bits <= NARROW {
                    Some(format!("{}{operator}", variable.name))
                } else {
                    Some(format!("printf(\"%d\\n\", {})", variable.name))
                }
            }
            12 if !self.inlines.is_empty() => {
                let variable = self.variable();
                Some(format!("{}({})", self.inlines[0], variable.name))
            }
            13 if self.flavour == Flavour::Priorities && !around.indivisible => {
                Some(format!("set_priority(_pid, {})", 1 + self.choices.below(3)))
            }
            _ => None,
        };
        match text {
            Some(text) => self.line(&format!("{text};")),
            None => self.assignment(),
        }
    }

    fn assignment(&mut self) {
        let variable = self.variable();
        let value = self.value_for(variable.bits);
        self.line(&format!("{} = {value};", variable.name));
    }
}

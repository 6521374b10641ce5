//! Expressions.

use super::model::{Generator, NARROW, Variable};

impl Generator<'_> {
    /// A variable to read or write.
    pub(super) fn variable(&mut self) -> Variable {
        let (globals, locals) = (self.globals.len(), self.locals.len());
        let index = self.choices.below(globals + locals);
        if index < globals {
            self.globals[index].clone()
        } else {
            self.locals[index - globals].clone()
        }
    }

    /// An expression that may be stored in a variable of that many bits.
    pub(super) fn value_for(&mut self, bits: u32) -> String {
        if bits <= NARROW {
            return self.expression(2);
        }
        match self.choices.below(6) {
            0 => self.constant(),
            1 => format!("({}) % 3", self.expression(2)),
            2 => format!("({}) & 3", self.expression(2)),
            3 => self.condition(),
            4 => self.choices.one_of(&["255", "256 + 2", "-1", "65537", "red", "blue"]).to_owned(),
            _ => format!("({} -> {} : {})", self.condition(), self.constant(), self.constant()),
        }
    }

    fn constant(&mut self) -> String {
        self.choices.one_of(&["0", "1", "2", "3", "-1", "green", "true"]).to_owned()
    }

    /// Something that holds or does not.
    pub(super) fn condition(&mut self) -> String {
        let left = self.variable().name;
        if self.spot && self.choices.once_in(8) {
            return "P0[0]@spot".to_owned();
        }
        match self.choices.below(8) {
            0..=3 => {
                let operator = self.choices.one_of(&["==", "!=", "<", ">=", "<=", ">"]);
                format!("{left} {operator} {}", self.choices.below(3))
            }
            4 => left,
            5 => format!("!({left})"),
            6 => {
                let operator = self.choices.one_of(&["&&", "||"]);
                format!("({left} == 1 {operator} {})", self.expression(1))
            }
            _ => format!("({} == {})", self.expression(1), self.expression(1)),
        }
    }

    /// A number.
    pub(super) fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.choices.once_in(3) {
            return self.operand();
        }
        let left = self.expression(depth - 1);
        match self.choices.below(9) {
            0..=3 => {
                let right = self.expression(depth - 1);
                let operator = self.choices.one_of(&["+", "-", "*", "&", "|", "^"]);
                format!("({left} {operator} {right})")
            }
            4 | 5 => {
                let right = self.expression(depth - 1);
                let operator = self.choices.one_of(&["==", "<", "&&", "||", "!=", ">="]);
                format!("({left} {operator} {right})")
            }
            6 => {
                let operator = self.choices.one_of(&["/ 2", "% 2", "<< 1", ">> 1", "% -3"]);
                format!("({left} {operator})")
            }
            7 => {
                let operator = self.choices.one_of(&["-", "!", "~"]);
                format!("({operator}({left}))")
            }
            _ => {
                let condition = self.condition();
                let right = self.expression(depth - 1);
                format!("({condition} -> {left} : {right})")
            }
        }
    }

    fn operand(&mut self) -> String {
        match self.choices.below(8) {
            0..=3 => self.variable().name,
            4 | 5 => self.constant(),
            6 if !self.channels.is_empty() => {
                let channel = self.choices.below(self.channels.len());
                format!("len({})", self.channels[channel].name)
            }
            // A claim changes the number of processes in Spin.
            7 if !self.flavour.has_claim() => self.choices.one_of(&["_pid", "_nr_pr"]).to_owned(),
            _ => self.constant(),
        }
    }
}

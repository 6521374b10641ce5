//! Temporal formulas over the variables of a model.

use super::model::Generator;

impl Generator<'_> {
    /// A formula about global variables.
    pub(super) fn formula(&mut self, depth: usize) -> String {
        if depth == 0 || self.choices.once_in(5) {
            let variable = self.choices.below(self.globals.len());
            let name = self.globals[variable].name.clone();
            return format!("({name} == {})", self.choices.below(3));
        }
        let operator = self.choices.one_of(&["<>", "[]", "!", "U", "V", "W", "&&", "||", "->"]);
        let right = self.formula(depth - 1);
        match operator {
            "<>" | "[]" | "!" => format!("({operator} {right})"),
            _ => format!("({} {operator} {right})", self.formula(depth - 1)),
        }
    }
}

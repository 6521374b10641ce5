//! Temporal formulas and never claims over the variables of a model.

use super::model::Generator;

impl Generator<'_> {
    /// A formula about global variables.
    pub(super) fn formula(&mut self, depth: usize) -> String {
        if depth == 0 || self.choices.once_in(5) {
            return self.atom();
        }
        let operator = self.choices.one_of(&["<>", "[]", "!", "U", "V", "W", "&&", "||", "->"]);
        let right = self.formula(depth - 1);
        match operator {
            "<>" | "[]" | "!" => format!("({operator} {right})"),
            _ => format!("({} {operator} {right})", self.formula(depth - 1)),
        }
    }

    /// A condition on a global variable. It is no element of an array: its index might have no meaning.
    fn atom(&mut self) -> String {
        let plain: Vec<usize> =
            (0..self.globals.len()).filter(|&it| !self.globals[it].name.contains('[')).collect();
        if plain.is_empty() {
            return "true".to_owned();
        }
        let variable = self.choices.one_of(&plain);
        let name = self.globals[variable].name.clone();
        let operator = self.choices.one_of(&["==", "!=", "<="]);
        format!("({name} {operator} {})", self.choices.below(3))
    }

    /// A claim of a few states, some of them accepting.
    pub(super) fn claim(&mut self) {
        let prefixes = ["state", "accept"];
        let count = 1 + self.choices.below(3);
        let names: Vec<String> = (0..count)
            .map(|number| format!("{}{number}", self.choices.one_of(&prefixes)))
            .collect();
        self.line("never {");
        self.depth += 1;
        for name in &names {
            self.line(&format!("{name}:"));
            self.line("do");
            for _ in 0..=self.choices.below(3) {
                let guard = match self.choices.below(5) {
                    0 => "true".to_owned(),
                    1 => format!("!({})", self.atom()),
                    _ => self.atom(),
                };
                let target = self.choices.below(names.len() + 2);
                match names.get(target) {
                    Some(target) => self.line(&format!(":: {guard} -> goto {target}")),
                    None if target == names.len() => self.line(&format!(":: {guard}")),
                    None => self.line(&format!(":: {guard} -> break")),
                }
            }
            self.line("od;");
        }
        self.line("skip");
        self.depth -= 1;
        self.line("}");
    }
}

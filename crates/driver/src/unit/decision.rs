//! Decisions: conditions made of others by `&&`, `||` and `!`, and what makes one of these decide (masking MC/DC).
//!
//! Chilenski & Miller, Applicability of modified condition/decision coverage to software testing, Software Engineering Journal, 1994: each condition of a decision
//! must be shown to affect its outcome by itself. A condition decides with a value if those before it let it be evaluated, and those after it that are evaluated then
//! leave the outcome to it. C evaluates from left to right and stops early, and so do the expressions here.

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// A condition.
    Leaf(String),
    Not(Box<Decision>),
    And(Box<Decision>, Box<Decision>),
    Or(Box<Decision>, Box<Decision>),
}

impl Decision {
    /// Takes the text of a condition apart.
    pub(super) fn parse(text: &str) -> Self {
        parse(text.trim())
    }

    /// Whether it has no effects and calls no functions, as far as can be seen: then it can be asked for twice.
    pub(super) fn is_pure(&self) -> bool {
        self.leaves().iter().all(|it| is_pure(it))
    }

    /// The decision with other conditions in the place of its own, by their numbers.
    fn with_leaves(&self, next: &mut usize, leaf: &dyn Fn(usize, &str) -> String) -> Self {
        match self {
            Self::Leaf(text) => {
                *next += 1;
                Self::Leaf(leaf(*next - 1, text))
            }
            Self::Not(inner) => Self::Not(Box::new(inner.with_leaves(next, leaf))),
            Self::And(left, right) => {
                let left = left.with_leaves(next, leaf);
                Self::And(Box::new(left), Box::new(right.with_leaves(next, leaf)))
            }
            Self::Or(left, right) => {
                let left = left.with_leaves(next, leaf);
                Self::Or(Box::new(left), Box::new(right.with_leaves(next, leaf)))
            }
        }
    }

    /// The same decision as C, which remembers in variables what its conditions were: 0 if they were not evaluated, 1 if they were false, 2 if they were true.
    pub(super) fn remembering(&self, variables: &[String]) -> String {
        let reset: String = variables.iter().map(|it| format!("{it} = 0, ")).collect();
        let leaf = |number: usize, text: &str| {
            format!("({} = (({text}) ? 2 : 1)) == 2", variables[number])
        };
        format!("{reset}{}", self.with_leaves(&mut 0, &leaf).text())
    }

    /// The same decision over what was remembered.
    pub(super) fn remembered(&self, variables: &[String]) -> Self {
        self.with_leaves(&mut 0, &|number, _| format!("{} == 2", variables[number]))
    }

    /// The conditions, from left to right.
    pub(super) fn leaves(&self) -> Vec<&str> {
        match self {
            Self::Leaf(text) => vec![text],
            Self::Not(inner) => inner.leaves(),
            Self::And(left, right) | Self::Or(left, right) => {
                let mut all = left.leaves();
                all.extend(right.leaves());
                all
            }
        }
    }

    /// The decision as C, as an expression that is 0 or 1.
    fn text(&self) -> String {
        match self {
            Self::Leaf(text) => format!("(({text}) ? 1 : 0)"),
            Self::Not(inner) => format!("({} ? 0 : 1)", inner.text()),
            Self::And(left, right) => format!("({} ? {} : 0)", left.text(), right.text()),
            Self::Or(left, right) => format!("({} ? 1 : {})", left.text(), right.text()),
        }
    }

    /// An expression that is 1 if the condition of this number has this value and decides by it, else 0.
    pub(super) fn decides(&self, leaf: usize, value: Value) -> String {
        let (parts, _) = self.parts(leaf, value);
        let mut text = "1".to_owned();
        for (part, wanted) in parts.into_iter().rev() {
            text = match wanted {
                Value::True => format!("({part} ? {text} : 0)"),
                Value::False => format!("({part} ? 0 : {text})"),
            };
        }
        text
    }

    /// What must hold, in the order of evaluation, and the value of the whole then.
    fn parts(&self, leaf: usize, value: Value) -> (Vec<(String, Value)>, Value) {
        match self {
            Self::Leaf(_) => (vec![(self.text(), value)], value),
            Self::Not(inner) => {
                let (parts, value) = inner.parts(leaf, value);
                (parts, value.opposite())
            }
            Self::And(left, right) => branch(left, right, (leaf, value), Value::True),
            Self::Or(left, right) => branch(left, right, (leaf, value), Value::False),
        }
    }
}

/// The two sides of an operator that goes on to its right side if the left one has the value `neutral`.
fn branch(
    left: &Decision,
    right: &Decision,
    (leaf, value): (usize, Value),
    neutral: Value,
) -> (Vec<(String, Value)>, Value) {
    let before = left.leaves().len();
    if leaf < before {
        let (mut parts, outcome) = left.parts(leaf, value);
        if outcome == neutral {
            parts.push((right.text(), neutral));
        }
        (parts, outcome)
    } else {
        let mut parts = vec![(left.text(), neutral)];
        let (more, outcome) = right.parts(leaf - before, value);
        parts.extend(more);
        (parts, outcome)
    }
}

/// The value of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    True,
    False,
}

impl Value {
    fn opposite(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
        }
    }
}

/// The positions of the characters of a text outside literals, with the depth of parentheses.
fn outside(text: &str) -> Vec<(usize, char, u32)> {
    let mut found = Vec::new();
    let (mut depth, mut quote, mut escaped) = (0_u32, None, false);
    for (at, it) in text.char_indices() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if it == '\\' => escaped = true,
            Some(open) if it == open => quote = None,
            Some(_) => {}
            None => match it {
                '"' | '\'' => quote = Some(it),
                '(' | '[' | '{' => {
                    found.push((at, it, depth));
                    depth += 1;
                }
                ')' | ']' | '}' => {
                    depth = depth.saturating_sub(1);
                    found.push((at, it, depth));
                }
                _ => found.push((at, it, depth)),
            },
        }
    }
    found
}

/// Whether a text has no effects and calls no function, as far as can be seen.
fn is_pure(text: &str) -> bool {
    let characters = outside(text);
    let pairs = characters.windows(2).filter(|it| it[0].0 + it[0].1.len_utf8() == it[1].0);
    for pair in pairs {
        let (first, second) = (pair[0].1, pair[1].1);
        let is_step = matches!((first, second), ('+', '+') | ('-', '-'));
        if is_step {
            return false;
        }
    }
    for (at, it, _) in &characters {
        let before = text[..*at].trim_end();
        let last = before.chars().next_back().unwrap_or(' ');
        let is_name = |it: char| it.is_alphanumeric() || it == '_';
        if *it == '(' && is_name(last) {
            let word = before.rsplit(|it| !is_name(it)).next().unwrap_or("");
            if word != "sizeof" {
                return false;
            }
        }
        let next = text[at + it.len_utf8()..].chars().next().unwrap_or(' ');
        let is_comparison = next == '=' || matches!(last, '=' | '!' | '<' | '>');
        let is_shifted = before.ends_with("<<") || before.ends_with(">>");
        if *it == '=' && (!is_comparison || is_shifted) {
            return false;
        }
    }
    true
}

fn parse(text: &str) -> Decision {
    let characters = outside(text);
    // A condition made of others by `?:` is one.
    let is_whole = characters.iter().any(|it| it.2 == 0 && matches!(it.1, '?' | ','));
    if !is_whole {
        for (operator, make) in [
            ("||", Decision::Or as fn(Box<Decision>, Box<Decision>) -> Decision),
            ("&&", Decision::And),
        ] {
            let last =
                characters.iter().rev().find(|it| it.2 == 0 && text[it.0..].starts_with(operator));
            // The second of the two characters is met first.
            if let Some((at, _, _)) = last {
                let (left, right) = (&text[..*at], &text[at + operator.len()..]);
                return make(Box::new(parse(left.trim())), Box::new(parse(right.trim())));
            }
        }
        if let Some(rest) = text.strip_prefix('!')
            && let Some(inner) = unwrapped(rest.trim())
        {
            return Decision::Not(Box::new(parse(inner)));
        }
        if let Some(inner) = unwrapped(text) {
            return parse(inner);
        }
    }
    Decision::Leaf(text.to_owned())
}

/// What stands in parentheses that are around all of a text.
fn unwrapped(text: &str) -> Option<&str> {
    let characters = outside(text);
    let close = characters.iter().skip(1).find(|it| it.1 == ')' && it.2 == 0)?;
    let is_whole = text.starts_with('(') && close.0 + 1 == text.len();
    is_whole.then(|| text[1..close.0].trim())
}

#[cfg(test)]
mod tests {
    use super::{Decision, Value};
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let mut out = String::new();
        let decision = Decision::parse(text);
        let variables: Vec<String> =
            (0..decision.leaves().len()).map(|it| format!("v{it}")).collect();
        let asked = if decision.is_pure() {
            decision.clone()
        } else {
            out.push_str(&format!("{}\n", decision.remembering(&variables)));
            decision.remembered(&variables)
        };
        for (number, leaf) in decision.leaves().iter().enumerate() {
            for value in [Value::True, Value::False] {
                out.push_str(&format!("{leaf} {value:?}: {}\n", asked.decides(number, value)));
            }
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn conditions_decide_where_others_leave_it_to_them() {
        check(
            "p && p->n > 0",
            expect![[r#"
            p True: (((p) ? 1 : 0) ? (((p->n > 0) ? 1 : 0) ? 1 : 0) : 0)
            p False: (((p) ? 1 : 0) ? 0 : 1)
            p->n > 0 True: (((p) ? 1 : 0) ? (((p->n > 0) ? 1 : 0) ? 1 : 0) : 0)
            p->n > 0 False: (((p) ? 1 : 0) ? (((p->n > 0) ? 1 : 0) ? 0 : 1) : 0)
        "#]],
        );
        check(
            "!(a || b == '|')",
            expect![[r#"
            a True: (((a) ? 1 : 0) ? 1 : 0)
            a False: (((a) ? 1 : 0) ? 0 : (((b == '|') ? 1 : 0) ? 0 : 1))
            b == '|' True: (((a) ? 1 : 0) ? 0 : (((b == '|') ? 1 : 0) ? 1 : 0))
            b == '|' False: (((a) ? 1 : 0) ? 0 : (((b == '|') ? 1 : 0) ? 0 : 1))
        "#]],
        );
    }

    #[test]
    fn effects_and_calls_are_remembered() {
        check(
            "i++ < 3",
            expect![[r#"
            v0 = 0, (((v0 = ((i++ < 3) ? 2 : 1)) == 2) ? 1 : 0)
            i++ < 3 True: (((v0 == 2) ? 1 : 0) ? 1 : 0)
            i++ < 3 False: (((v0 == 2) ? 1 : 0) ? 0 : 1)
        "#]],
        );
        check(
            "(c = *p) != 0 || f(x)",
            expect![[r#"
            v0 = 0, v1 = 0, ((((v0 = (((c = *p) != 0) ? 2 : 1)) == 2) ? 1 : 0) ? 1 : (((v1 = ((f(x)) ? 2 : 1)) == 2) ? 1 : 0))
            (c = *p) != 0 True: (((v0 == 2) ? 1 : 0) ? 1 : 0)
            (c = *p) != 0 False: (((v0 == 2) ? 1 : 0) ? 0 : (((v1 == 2) ? 1 : 0) ? 0 : 1))
            f(x) True: (((v0 == 2) ? 1 : 0) ? 0 : (((v1 == 2) ? 1 : 0) ? 1 : 0))
            f(x) False: (((v0 == 2) ? 1 : 0) ? 0 : (((v1 == 2) ? 1 : 0) ? 0 : 1))
        "#]],
        );
    }
}

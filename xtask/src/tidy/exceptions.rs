//! What breaks a rule today and is let be, with the reason. The lists may only shrink: an entry that no longer applies is a problem, too.

/// Something that breaks a rule.
pub(super) struct Exception {
    /// What it is, as the rule names it.
    pub(super) what: &'static str,
    /// How far it may go: lines, parameters or modules, as the rule counts.
    pub(super) at_most: usize,
    /// Why it is let be.
    pub(super) why: &'static str,
}

/// Compares what breaks a rule, with its measure, with what may.
pub(super) fn judge(
    rule: &str,
    found: &[(String, usize)],
    exceptions: &[Exception],
) -> Vec<String> {
    let mut problems = Vec::new();
    for (what, measure) in found {
        match exceptions.iter().find(|it| it.what == what) {
            None => problems.push(format!("{what}: {measure} {rule}")),
            Some(known) if known.at_most < *measure => problems.push(format!(
                "{what}: {measure} {rule}; {} were let be ({})",
                known.at_most, known.why
            )),
            Some(_) => {}
        }
    }
    for known in exceptions {
        if !found.iter().any(|(what, _)| what == known.what) {
            problems.push(format!("{} keeps the rule now: strike the exception", known.what));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::{Exception, judge};

    #[test]
    fn exceptions_only_shrink() {
        let known = [Exception { what: "a", at_most: 3, why: "old" }];
        let found = |it: &[(&str, usize)]| -> Vec<(String, usize)> {
            it.iter().map(|(what, measure)| ((*what).to_owned(), *measure)).collect()
        };
        assert_eq!(judge("lines", &found(&[("a", 3)]), &known), [""; 0]);
        assert_eq!(
            judge("lines", &found(&[("a", 4)]), &known),
            ["a: 4 lines; 3 were let be (old)"]
        );
        assert_eq!(judge("lines", &found(&[("a", 2), ("b", 1)]), &known), ["b: 1 lines"]);
        assert_eq!(judge("lines", &[], &known), ["a keeps the rule now: strike the exception"]);
    }
}

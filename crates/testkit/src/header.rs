//! The header of a corpus model: what is known to be true of it.
//!
//! A header is the block of `// key: value` lines at the start of a model:
//!
//! | key | value |
//! |---|---|
//! | `note` | what the model shows, in one line |
//! | `expect` | `property=true`, `property=false` or `property=maybe`, separated by spaces; other properties are true |
//! | `states`, `transitions` | the size of the graph with every reduction off |
//! | `reject` | the code of a diagnostic: the model must be refused |
//! | `options` | `fair`, `lossy`, `spin-compatible` |
//! | `differs` | Spin's answer is another one, and why ours is right |
//! | `fixme` | the expectation is what we say today, though it is wrong, and why |

use tribunal_base::Kleene;

/// What a model's header says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// What the model shows.
    pub note: String,
    /// The verdicts that are told.
    pub verdicts: Vec<(String, Kleene)>,
    /// States of the unreduced graph.
    pub states: Option<u64>,
    /// Edges of the unreduced graph.
    pub transitions: Option<u64>,
    /// The code of the diagnostic that refuses the model.
    pub reject: Option<String>,
    /// How to read and check the model.
    pub options: Vec<Choice>,
    /// Why Spin's answer is another one.
    pub differs: Option<String>,
    /// Why the expectation is wrong.
    pub fixme: Option<String>,
}

/// How a model is to be read or checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Only weakly fair runs count.
    Fair,
    /// A full channel loses messages.
    Lossy,
    /// Spin's peculiarities are kept.
    SpinCompatible,
}

impl Header {
    /// Reads the header of a model.
    ///
    /// # Errors
    /// If a line is not understood, a key stands twice, or the header does not say what to expect.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut header = Self::default();
        let mut seen = Vec::new();
        for line in text.lines().map_while(|line| line.strip_prefix("// ")) {
            let (key, value) =
                line.split_once(": ").ok_or_else(|| format!("`{line}` is not `key: value`"))?;
            if seen.contains(&key) {
                return Err(format!("`{key}` stands twice"));
            }
            seen.push(key);
            header.set(key, value)?;
        }
        if header.note.is_empty() {
            return Err("there is no `note`".to_owned());
        }
        if header.reject.is_some() == seen.contains(&"expect") {
            return Err("there must be either `expect` or `reject`".to_owned());
        }
        Ok(header)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "note" => self.note = value.to_owned(),
            "expect" => {
                self.verdicts = value.split_whitespace().map(verdict).collect::<Result<_, _>>()?;
            }
            "states" => self.states = Some(number(value)?),
            "transitions" => self.transitions = Some(number(value)?),
            "reject" => self.reject = Some(value.to_owned()),
            "options" => {
                self.options = value.split_whitespace().map(choice).collect::<Result<_, _>>()?;
            }
            "differs" => self.differs = Some(value.to_owned()),
            "fixme" => self.fixme = Some(value.to_owned()),
            _ => return Err(format!("unknown key `{key}`")),
        }
        Ok(())
    }

    /// Whether an option is chosen.
    #[must_use]
    pub fn has(&self, choice: Choice) -> bool {
        self.options.contains(&choice)
    }

    /// The verdict that a property must get.
    #[must_use]
    pub fn expected(&self, property: &str) -> Kleene {
        let told = self.verdicts.iter().find(|(name, _)| name == property);
        told.map_or(Kleene::True, |(_, verdict)| *verdict)
    }
}

fn verdict(text: &str) -> Result<(String, Kleene), String> {
    let (name, value) =
        text.split_once('=').ok_or_else(|| format!("`{text}` is not `property=verdict`"))?;
    let value = match value {
        "true" => Kleene::True,
        "false" => Kleene::False,
        "maybe" => Kleene::Maybe,
        _ => return Err(format!("`{value}` is no verdict")),
    };
    Ok((name.to_owned(), value))
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

fn choice(text: &str) -> Result<Choice, String> {
    match text {
        "fair" => Ok(Choice::Fair),
        "lossy" => Ok(Choice::Lossy),
        "spin-compatible" => Ok(Choice::SpinCompatible),
        _ => Err(format!("unknown option `{text}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Choice, Header};
    use tribunal_base::Kleene;

    #[test]
    fn a_header_ends_at_the_first_other_line() {
        let text = "// note: a trap\n// expect: assertions=false p=maybe\n// states: 3\n// options: fair\n\
                    byte x;\n// states: 4\n";
        let header = Header::parse(text).unwrap();
        assert_eq!(header.states, Some(3));
        assert_eq!(header.expected("assertions"), Kleene::False);
        assert_eq!(header.expected("p"), Kleene::Maybe);
        assert_eq!(header.expected("end-states"), Kleene::True);
        assert!(header.has(Choice::Fair) && !header.has(Choice::Lossy));
    }

    #[test]
    fn mistakes_are_told() {
        let fails = |text: &str| Header::parse(text).unwrap_err();
        assert_eq!(fails("// note: a\n"), "there must be either `expect` or `reject`");
        assert_eq!(fails("// expect: p=true\n"), "there is no `note`");
        assert_eq!(fails("// expcet: p=true\n"), "unknown key `expcet`");
        assert_eq!(fails("// expect: p=yes\n"), "`yes` is no verdict");
        assert_eq!(fails("// note: a\n// note: b\n"), "`note` stands twice");
    }
}

//! The header of a program of the corpus: what is known to be true of it.
//!
//! A header is the block of `// key: value` lines at the start of a file, in any language:
//!
//! | key | value |
//! |---|---|
//! | `note` | what the program shows, in one line |
//! | `options` | options of `tribunal check`, separated by spaces |
//! | `expect` | `property=true`, `property=false` or `property=maybe`, separated by spaces; a verdict alone is that of all other properties, which are true if there is none |
//! | `decided-by` | the engines each of which, alone, settles the program; what is expected to be `maybe` nobody else may settle |
//! | `states`, `transitions` | the size of the graph with every reduction off |
//! | `reject` | the code of a diagnostic: the program must be refused |
//! | `differs` | Spin's answer is another one, and why ours is right |
//! | `fixme` | the expectation is what we say today, though it is wrong, and why |

use tribunal_base::Kleene;

/// What a program's header says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// What the program shows.
    pub note: String,
    /// How to read and check the program.
    pub options: Vec<String>,
    /// The verdicts that are told.
    pub verdicts: Vec<(String, Kleene)>,
    /// The verdict of all other properties.
    pub others: Kleene,
    /// The engines that settle the program.
    pub decided_by: Vec<String>,
    /// States of the unreduced graph.
    pub states: Option<u64>,
    /// Edges of the unreduced graph.
    pub transitions: Option<u64>,
    /// The code of the diagnostic that refuses the program.
    pub reject: Option<String>,
    /// Why Spin's answer is another one.
    pub differs: Option<String>,
    /// Why the expectation is wrong.
    pub fixme: Option<String>,
}

impl Header {
    /// Reads the header of a program.
    ///
    /// # Errors
    /// If a line is not understood, a key stands twice, or the header does not say what to expect.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut header = Self {
            note: String::new(),
            options: Vec::new(),
            verdicts: Vec::new(),
            others: Kleene::True,
            decided_by: Vec::new(),
            states: None,
            transitions: None,
            reject: None,
            differs: None,
            fixme: None,
        };
        let mut seen = Vec::new();
        for line in lines(text) {
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
            "options" => self.options = words(value),
            "expect" => {
                for word in value.split_whitespace() {
                    // A property can be a formula with equations in it.
                    match word.rsplit_once('=') {
                        Some((name, it)) => self.verdicts.push((name.to_owned(), verdict(it)?)),
                        None => self.others = verdict(word)?,
                    }
                }
            }
            "decided-by" => self.decided_by = words(value),
            "states" => self.states = Some(number(value)?),
            "transitions" => self.transitions = Some(number(value)?),
            "reject" => self.reject = Some(value.to_owned()),
            "differs" => self.differs = Some(value.to_owned()),
            "fixme" => self.fixme = Some(value.to_owned()),
            _ => return Err(format!("unknown key `{key}`")),
        }
        Ok(())
    }

    /// Whether an option is given.
    #[must_use]
    pub fn has(&self, option: &str) -> bool {
        self.options.iter().any(|it| it == option)
    }

    /// The verdict that a property must get.
    #[must_use]
    pub fn expected(&self, property: &str) -> Kleene {
        let told = self.verdicts.iter().find(|(name, _)| name == property);
        told.map_or(self.others, |(_, verdict)| *verdict)
    }

    /// The verdict on all properties together.
    #[must_use]
    pub fn verdict(&self) -> Kleene {
        self.verdicts.iter().fold(self.others, |all, (_, it)| all & *it)
    }
}

/// The text of a program with other engines in its header.
#[must_use]
pub fn with_deciders(text: &str, engines: &[&str]) -> String {
    let mut told = String::with_capacity(text.len() + 80);
    let header = lines(text).count();
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let is_header = number < header;
        if is_header && line.starts_with("// decided-by: ") {
            continue;
        }
        told.push_str(line);
        if is_header && line.starts_with("// expect: ") && !engines.is_empty() {
            told.push_str(&format!("// decided-by: {}\n", engines.join(" ")));
        }
    }
    told
}

/// The lines of a header.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map_while(|line| line.strip_prefix("// "))
}

fn words(value: &str) -> Vec<String> {
    value.split_whitespace().map(str::to_owned).collect()
}

fn verdict(text: &str) -> Result<Kleene, String> {
    match text {
        "true" => Ok(Kleene::True),
        "false" => Ok(Kleene::False),
        "maybe" => Ok(Kleene::Maybe),
        _ => Err(format!("`{text}` is no verdict")),
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

#[cfg(test)]
mod tests {
    use super::{Header, with_deciders};
    use tribunal_base::Kleene;

    #[test]
    fn a_header_ends_at_the_first_other_line() {
        let text = "// note: a trap\n// expect: assertions=false p=maybe\n// states: 3\n// options: --fair\n\
                    byte x;\n// states: 4\n";
        let header = Header::parse(text).unwrap();
        assert_eq!(header.states, Some(3));
        assert_eq!(header.expected("assertions"), Kleene::False);
        assert_eq!(header.expected("p"), Kleene::Maybe);
        assert_eq!(header.expected("end-states"), Kleene::True);
        assert_eq!(header.verdict(), Kleene::False);
        assert!(header.has("--fair") && !header.has("--lossy"));
    }

    #[test]
    fn a_verdict_alone_is_that_of_all_others() {
        let header = Header::parse("// note: a\n// expect: maybe AF(x==3)=true\n").unwrap();
        assert_eq!(header.expected("AF(x==3)"), Kleene::True);
        assert_eq!(header.expected("overflow"), Kleene::Maybe);
        assert_eq!(header.verdict(), Kleene::Maybe);
    }

    #[test]
    fn mistakes_are_told() {
        let fails = |text: &str| Header::parse(text).unwrap_err();
        assert_eq!(fails("// note: a\n"), "there must be either `expect` or `reject`");
        assert_eq!(fails("// expect: p=true\n"), "there is no `note`");
        assert_eq!(fails("// expcet: p=true\n"), "unknown key `expcet`");
        assert_eq!(fails("// expect: p=yes\n"), "`yes` is no verdict");
        assert_eq!(fails("// note: a\n// note: b\n"), "`note` stands twice");
        assert_eq!(fails("// note: a\n// so it is\n"), "`so it is` is not `key: value`");
    }

    #[test]
    fn engines_are_written_behind_the_expectation() {
        let bare = "// note: a\n// expect: true\nint x;\n// decided-by: nobody\n";
        let told = with_deciders(bare, &["kind", "absint"]);
        let header = "// note: a\n// expect: true\n// decided-by: kind absint\n";
        assert_eq!(told, format!("{header}int x;\n// decided-by: nobody\n"));
        assert_eq!(with_deciders(&told, &[]), bare);
    }
}

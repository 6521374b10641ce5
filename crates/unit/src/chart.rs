//! What is checked.

use tribunal_engine_symbolic::steps::Marks;
use tribunal_ir::{Program, VarId};

/// The nodes of the functions of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chart {
    /// The nodes; the first has number 1.
    pub nodes: Vec<Node>,
}

/// A node: a point before a statement or condition, or the end of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The file, by the path that it was given as.
    pub file: String,
    /// The function.
    pub function: String,
    /// What it is.
    pub kind: Kind,
    /// The line of the source where it stands.
    pub line: u32,
    /// The labels before it.
    pub labels: Vec<String>,
    /// Which atoms are in scope.
    pub atoms: Vec<bool>,
}

impl Node {
    /// Whether a function has this name, or the file.
    fn is_of(&self, name: &str) -> bool {
        let before = self.file.strip_suffix(name);
        self.function == name || before.is_some_and(|it| it.is_empty() || it.ends_with('/'))
    }
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A statement.
    Statement,
    /// A condition.
    Branch,
    /// The condition of a loop that is evaluated before the first round: it comes once more than the rest of the loop.
    Loop,
    /// The end of the function.
    End,
}

impl Chart {
    /// An expression has no meaning in a function.
    pub fn forget(&mut self, atom: usize, function: &str) {
        for node in self.nodes.iter_mut().filter(|it| it.function == function) {
            if let Some(known) = node.atoms.get_mut(atom) {
                *known = false;
            }
        }
    }

    /// The node of a number.
    #[must_use]
    pub fn node(&self, number: u32) -> Option<&Node> {
        self.nodes.get((number as usize).checked_sub(1)?)
    }

    /// The numbers of all nodes.
    pub fn numbers(&self) -> impl Iterator<Item = u32> + use<> {
        1..=u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)
    }

    /// The nodes of a function; or, if it is the name of a file, of that.
    pub(crate) fn nodes_of(&self, name: &str) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(move |it| it.is_of(name))
    }

    /// The nodes of a place in a function: a label, a line or `end`. Lines may also be those of a file.
    #[must_use]
    pub fn place(&self, function: &str, place: &str) -> Vec<u32> {
        let line: Option<u32> = place.parse().ok();
        let is_there = |it: &Node| {
            it.is_of(function)
                && match line {
                    Some(line) => it.line == line,
                    None if it.function != function => false,
                    None if place == "end" => {
                        it.kind == Kind::End || it.labels.iter().any(|it| it == place)
                    }
                    None => it.labels.iter().any(|it| it == place),
                }
        };
        self.numbers().filter(|it| self.node(*it).is_some_and(is_there)).collect()
    }
}

/// A function to be checked, in a program that calls it with arbitrary arguments.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'p> {
    /// The program.
    pub program: &'p Program,
    /// Its nodes.
    pub chart: &'p Chart,
    /// The function.
    pub function: &'p str,
    /// How the program tells where it is.
    pub marks: &'p Marks,
    /// What the program leaves open at first.
    pub inputs: &'p [Input],
    /// The functions that run concurrently, if there are several.
    pub concurrent: Option<Concurrent<'p>>,
    /// What its numbers are.
    pub numbers: Numbers,
}

/// What numbers are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// Those of their types: they have widths, and wrap around.
    #[default]
    Machine,
    /// Integers, for which the program has 128 bits each, and stops before these wrap around. In conditions, what stubs leave open is quantified and eliminated.
    Integers,
}

/// Functions that run concurrently. The program comes to a mark, from where on it does what one of them does, by a variable that it does not assign.
#[derive(Clone, Copy, Debug)]
pub struct Concurrent<'p> {
    /// The functions; the same one may be there more than once.
    pub functions: &'p [String],
    /// The number of the mark.
    pub fork: u32,
    /// The variable.
    pub chooser: VarId,
}

/// Something that is left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// What it is called.
    pub name: String,
    /// The function that is asked for it.
    pub function: String,
    /// How its values are shown.
    pub kind: InputKind,
    /// Who asks for it.
    pub asker: Asker,
    /// The least and the greatest number of its type, if it is a number.
    pub range: Option<(i128, i128)>,
    /// What its values are called.
    pub constants: Constants,
}

/// What the values of a type are called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Constants {
    /// They are numbers.
    #[default]
    Numbers,
    /// They are characters.
    Characters,
    /// Some have names.
    Names(Vec<(String, i128)>),
}

impl Constants {
    /// The name of a value, if it has one.
    #[must_use]
    pub fn name(&self, number: i128) -> Option<String> {
        match self {
            Self::Numbers => None,
            Self::Characters => match u8::try_from(number).ok()? {
                0 => Some("'\\0'".to_owned()),
                it @ (b'\n' | b'\t' | b'\r' | b'\'' | b'\\' | b' '..=b'~') => {
                    let text = char::from(it).escape_default().to_string();
                    Some(format!("'{}'", text.replace("\\\"", "\"")))
                }
                _ => None,
            },
            Self::Names(names) => names.iter().find(|it| it.1 == number).map(|it| it.0.clone()),
        }
    }
}

/// Who asks for a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asker {
    /// Somebody at the start.
    Driver,
    /// A stub, while the function runs.
    Stub,
}

/// How a value is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// As a number with a sign.
    Signed,
    /// As a number without one.
    Unsigned,
    /// As a floating-point number.
    Float,
    /// As a pointer that is null or not.
    Pointer,
}

#[cfg(test)]
mod tests {
    use super::Constants;

    #[test]
    fn characters_are_written_as_in_c() {
        let name = |it: u8| Constants::Characters.name(it.into()).unwrap_or_default();
        let names = [b'+', b'\'', b'\\', b'"', b'\n', 0, 7].map(name);
        assert_eq!(names, ["'+'", "'\\''", "'\\\\'", "'\"'", "'\\n'", "'\\0'", ""]);
    }
}

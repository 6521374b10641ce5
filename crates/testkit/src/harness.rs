//! Harnesses as `tribunal check --harness` writes them: compiled as they say, do they show what is wrong?

use std::io;
use std::path::Path;
use std::process::{Command, Output};

/// A C compiler with sanitizers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compiler {
    /// Whether it compiles for pointers of 32 bits, too.
    narrow: bool,
}

/// What a harness comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// What is wrong.
    Fault,
    /// Nothing: the command and what came of it.
    Nothing(String),
    /// The compiler cannot show it.
    Skipped,
}

impl Compiler {
    /// The compiler of this machine, if it has one; a folder is needed to try it.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn find(folder: &Path) -> io::Result<Option<Self>> {
        let compiles = |option: &str| -> io::Result<bool> {
            let (source, program) = (folder.join("try.c"), folder.join("try"));
            std::fs::write(&source, "int main(void) { return 0; }")?;
            let (source, program) = (source.display(), program.display());
            let command = format!(
                "gcc {option} -fsanitize=address,undefined {source} -o {program} && {program}"
            );
            Ok(shell(&command)?.status.success())
        };
        Ok(if compiles("")? { Some(Self { narrow: compiles("-m32")? }) } else { None })
    }

    /// Compiles and runs a harness.
    ///
    /// # Errors
    /// If it cannot be read or does not say how to compile it.
    pub fn run(self, harness: &Path) -> io::Result<Shown> {
        let text = std::fs::read_to_string(harness)?;
        let command = command(&text)
            .ok_or_else(|| io::Error::other("a harness should say how it is compiled"))?;
        if text.contains("// gcc does not see this") || command.contains("-m32") && !self.narrow {
            return Ok(Shown::Skipped);
        }
        let output = shell(command)?;
        Ok(if shows(&output) {
            Shown::Fault
        } else {
            Shown::Nothing(format!("{command}\n{output:?}"))
        })
    }
}

fn shell(command: &str) -> io::Result<Output> {
    Command::new("sh").args(["-c", command]).output()
}

/// The command in the first lines of a harness.
fn command(text: &str) -> Option<&str> {
    let start = text.find("// gcc -g")? + "// ".len();
    text[start..].lines().next()
}

/// Whether a sanitizer, a failed assertion or the harness itself speaks.
fn shows(output: &Output) -> bool {
    let said = String::from_utf8_lossy(&output.stderr);
    let words = ["Sanitizer", "runtime error:", "Assertion", "harness:"];
    let trapped = output.status.code().is_none_or(|it| 128 < it);
    !output.status.success() && (trapped || words.iter().any(|it| said.contains(it)))
}

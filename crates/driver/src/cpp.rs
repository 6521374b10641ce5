//! Preprocessing by another program, by choice: `--cpp 'cc -E'`.

use std::process::{Command, Stdio};

/// The text of a file after an external preprocessor, which gets the macros and folders as a C compiler does, and the path last.
pub(crate) fn preprocess(
    command: &str,
    path: &str,
    defines: &[(String, String)],
    include: &[String],
) -> Result<Vec<u8>, String> {
    let mut words = command.split_whitespace();
    let program = words.next().ok_or("no command is given to preprocess with")?;
    let defines = defines.iter().map(|(name, value)| format!("-D{name}={value}"));
    let include = include.iter().map(|it| format!("-I{it}"));
    let output = Command::new(program)
        .args(words)
        .args(defines)
        .args(include)
        .arg(path)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot start `{program}`: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let first = said.lines().find(|it| it.contains("error")).or(said.lines().next());
    Err(format!("`{command}` fails on `{path}`: {}", first.unwrap_or("it says nothing")))
}

#[cfg(test)]
mod tests {
    use super::preprocess;

    #[test]
    fn macros_and_folders_come_before_the_path() {
        let defines = [("N".to_owned(), "3".to_owned())];
        let text = preprocess("echo cc -E", "a.c", &defines, &["inc".to_owned()]);
        assert_eq!(text, Ok(b"cc -E -DN=3 -Iinc a.c\n".to_vec()));
        assert!(preprocess("false", "a.c", &[], &[]).is_err());
        assert!(preprocess("", "a.c", &[], &[]).is_err());
    }
}

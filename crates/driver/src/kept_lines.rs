//! The text of another preprocessor, line by line where the file has it.
//!
//! Lines of the file stay where they are. What comes from other files is put on the line that includes them, so that all places are lines of the file.

/// Puts a preprocessed text back onto the lines of the file that its first marker names. Without markers it is left alone.
pub(crate) fn kept_lines(text: &str) -> String {
    let mut main: Option<&str> = None;
    let (mut is_main, mut line) = (true, 1_usize);
    let (mut out, mut at) = (String::with_capacity(text.len()), 1_usize);
    for content in text.lines() {
        if let Some((number, name)) = marker(content) {
            is_main = *main.get_or_insert(name) == name;
            line = if is_main { number } else { line };
            continue;
        }
        if is_main {
            while at < line {
                out.push('\n');
                at += 1;
            }
            line += 1;
        }
        let trimmed = content.trim();
        if trimmed.is_empty() {
            continue;
        }
        match trimmed.strip_prefix('#').map(str::trim_start) {
            // A directive has a line of its own, an operator has not.
            Some(directive) => {
                if let Some(pragma) = directive.strip_prefix("pragma") {
                    let pragma = pragma.trim().replace('\\', "\\\\").replace('"', "\\\"");
                    out.push_str(&format!("_Pragma(\"{pragma}\") "));
                }
            }
            None => {
                let is_fresh = out.is_empty() || out.ends_with('\n');
                out.push_str(if is_fresh { content } else { trimmed });
                if !is_main || !is_fresh {
                    out.push(' ');
                }
            }
        }
    }
    out.push('\n');
    if main.is_some() { out } else { text.to_owned() }
}

/// The line and the file that a marker tells: `# 3 "main.c" 2`.
fn marker(line: &str) -> Option<(usize, &str)> {
    let rest = line.strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let (number, rest) = rest.split_once(' ')?;
    let name = rest.trim_start().strip_prefix('"')?;
    let name = &name[..name.find('"')?];
    Some((number.parse().ok()?, name))
}

#[cfg(test)]
mod tests {
    use super::kept_lines;

    #[test]
    fn lines_of_the_file_stay_where_they_are() {
        let text = "# 0 \"a.c\"\n# 0 \"<built-in>\"\n# 1 \"a.c\"\n# 1 \"b.h\" 1\nint b;\n#pragma pack(1)\n\nint c;\n# 2 \"a.c\" 2\n  int d;\n\n# 9 \"a.c\"\nint e;\n";
        let kept = "int b; _Pragma(\"pack(1)\") int c; \n  int d;\n\n\n\n\n\n\nint e;\n";
        assert_eq!(kept_lines(text), kept);
    }

    #[test]
    fn a_text_without_markers_is_left_alone() {
        assert_eq!(kept_lines("int a;\n\n\nint b;"), "int a;\n\n\nint b;");
    }
}

//! Pieces of C as people would write them.

use tribunal_front_c::probe;

/// A text where what was made has simple names.
pub(super) fn plain(text: &str) -> String {
    text.replace("__tribunal_object_", "object_")
        .replace("__tribunal_function_", "function_")
        .replace("__tribunal_", "test_")
}

/// A line of the driver as people would write it.
pub(super) fn tidied(line: &str) -> String {
    let plain = line.strip_prefix("__typeof__(").and_then(|it| it.split_once(')'));
    let line = match plain {
        Some((ty, rest)) if !ty.contains('(') => {
            format!("{ty}{}", if ty.ends_with('*') { rest.trim_start() } else { rest })
        }
        _ => line.to_owned(),
    };
    let mut out = String::new();
    let mut rest = line.as_str();
    let chosen = |rest: &str| {
        let all = [" ? object_", " ? function_"].map(|it| rest.find(it));
        all.into_iter().flatten().min()
    };
    while let Some(at) = chosen(rest) {
        let (before, after) = (&rest[..at], &rest[at + " ? ".len()..]);
        let Some((object, behind)) = after.split_once(" : 0") else { break };
        let (start, chosen) = before.split_at(before.len() - 1);
        out.push_str(start);
        out.push_str(if chosen == "1" { object } else { "0" });
        rest = behind;
    }
    out + rest
}

/// A function that returns these values in turn, then zeros.
pub(super) fn sequence(
    ty: &str,
    name: &str,
    parameters: &str,
    values: impl Iterator<Item = String>,
) -> String {
    let listed: Vec<String> = values.collect();
    let count = listed.len();
    match listed.as_slice() {
        [] => return format!("{ty} {name}({parameters}) {{ return 0; }}\n"),
        [only] if only == "0" => return format!("{ty} {name}({parameters}) {{ return 0; }}\n"),
        _ => {}
    }
    let element = ty.strip_prefix("static ").unwrap_or(ty);
    format!(
        "{ty} {name}({parameters}) {{\n    static {element} const values[] = {{{}}};\n    \
         static unsigned next;\n    return next < {count} ? values[next++] : 0;\n}}\n",
        listed.join(", ")
    )
}

/// The object that a line declares or fills.
pub(super) fn object(line: &str) -> Option<String> {
    let before = line.split(['[', '=']).next()?.trim_end();
    let name = before.rsplit([' ', '*']).next()?;
    name.starts_with("object_").then(|| name.to_owned())
}

/// A text as one word of C.
pub(super) fn identifier(text: &str) -> String {
    let words = text.split(|it: char| !(it.is_ascii_alphanumeric() || it == '_'));
    words.filter(|it| !it.is_empty()).collect::<Vec<_>>().join("_")
}

/// Whether a name stands in a text, and not as a part of another.
pub(super) fn mentions(text: &str, name: &str) -> bool {
    probe::names(text).iter().any(|it| it == name)
}

#[cfg(test)]
mod tests {
    use super::tidied;

    #[test]
    fn lines_are_tidied() {
        assert_eq!(tidied("__typeof__(char *) p = 1 ? object_0 : 0;"), "char *p = object_0;");
        assert_eq!(tidied("__typeof__(int) a = 8;"), "int a = 8;");
        assert_eq!(tidied("g = 0 ? object_1 : 0;"), "g = 0;");
        let kept = "__typeof__(*(int *)0) object_0[1] = { 1 };";
        assert_eq!(tidied(kept), kept);
        assert_eq!(
            tidied("struct s object_0[1] = { { .p = 1 ? object_1 : 0, .q = 0 ? object_2 : 0 } };"),
            "struct s object_0[1] = { { .p = object_1, .q = 0 } };"
        );
    }
}

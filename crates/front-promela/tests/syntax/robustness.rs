//! No text makes the front end panic, and every fault has a place in the text.

use proptest::prelude::*;
use tribunal_base::Severity;

use super::read;

/// A model with a bit of everything, to be damaged.
const MODEL: &str = r#"
#define N 3
#define MAX(a, b) (a > b -> a : b)
mtype = { red, green };
typedef T { int x; byte y[2] };
chan q = [N] of { mtype, byte }; T t; byte x, y;
ltl p { [] (x == 1 -> <> q?[red]) && !(y U P@l) }
inline swap(a, b) { byte c = a; a = b; b = c }
inline inc(v) { return v + 1 }
active [2] proctype P(byte k) priority 2 provided (x > 0) {
  xr q;
  do :: q!red(1) :: q?eval(x), y -> swap(x, y) :: else -> break od
  l: for (x : 1 .. N) { t.y[x] = MAX(x, y) } ;
  select (y : 0 .. 40)
  atomic { x = inc(y) } unless { timeout -> goto l }
  d_step { if :: full(q) && y > 1 :: nempty(q) fi }
  c_code { f("}"); }; assert(x != ~y) ; printf("%d\n", run P(1))
}
never { do :: skip od }
trace { q!red, _ ; q?red(1) }
"#;

fn survives(text: &str) {
    let (sources, parsed) = read(text);
    for it in &parsed.diagnostics {
        let span = it.primary.span;
        let length = sources.text(span.file).len();
        assert!(span.start <= span.end && span.end as usize <= length, "{it:?}");
        assert!(!it.message.is_empty());
    }
}

fn words() -> impl Strategy<Value = String> {
    let separators = [' ', '\n', ';', '(', ')', '{', '}'];
    let words: Vec<&str> = MODEL
        .split(separators)
        .filter(|it| !it.is_empty())
        .chain(["(", ")", "{", "}", ";", "\n"])
        .collect();
    prop::collection::vec(prop::sample::select(words), 0..80).prop_map(|it| it.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_text(text in "\\PC*") {
        survives(&text);
    }

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        survives(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_words(text in words()) {
        survives(&text);
        survives(&format!("init {{ {text} }}"));
    }

    #[test]
    fn random_formulas(words in prop::collection::vec(prop::sample::select(vec![
        "[]", "<>", "!", "X", "U", "W", "V", "R", "->", "<->", "&&", "||", "(", ")", "x", "P", "@", "l", "==", "1", "red", "[", "]", "/\\", "q?[red]",
        "c_expr {", "}", "full(q)", "-", ";", "MAX(", ",",
    ]), 0..25)) {
        let (mut sources, mut parsed) = read(MODEL);
        let (formula, diagnostics) = parsed.formula(&mut sources, "<formula>", &words.join(" "));
        prop_assert_eq!(formula.is_none(), diagnostics.iter().any(|it| it.severity == Severity::Error));
    }

    #[test]
    fn damaged_models(cuts in prop::collection::vec((any::<prop::sample::Index>(), 0..6usize), 1..4), moved in any::<bool>()) {
        let mut text = MODEL.to_owned();
        for (index, length) in cuts {
            let start = index.index(text.len());
            let end = (start + length).min(text.len());
            let piece: String = text.drain(start..end).collect();
            if moved {
                text.insert_str(index.index(text.len() + 1), &piece);
            }
        }
        survives(&text);
    }
}

#[test]
fn the_model_itself_has_no_fault() {
    let (sources, parsed) = read(MODEL);
    assert_eq!(super::tell(&sources, &parsed), "");
}

#[test]
fn macro_bombs_are_defused() {
    let mut text = String::from("#define A0 x x x x x x x x x x\n");
    for level in 1..30 {
        text += &format!("#define A{level} A{0} A{0} A{0} A{0}\n", level - 1);
    }
    let (_, parsed) = read(&format!("{text}\ninit {{ A29 }}"));
    assert!(parsed.diagnostics.iter().any(|it| it.code == "macro-expansion-limit"));
}

//! Random Promela models with C in them: all data of C is in Spin's state vector, and nothing in C is undefined.

use crate::choices::Choices;

/// What C can store to: small numbers, so that graphs stay small.
const PLACES: [&str; 12] = [
    "now.a",
    "now.s",
    "now.row[1]",
    "now.pair.f",
    "now.pair.t[0]",
    "now.own",
    "now.mine.n",
    "now.mine.v[2]",
    "table[1]",
    "shared",
    "PP->k",
    "PP->each",
];

/// A model made of numbers.
#[must_use]
pub fn random_embedded(numbers: &[u32]) -> String {
    let mut writer = Writer { choices: Choices { numbers, at: 0 } };
    let instances = 1 + writer.choices.below(2);
    let count = 2 + writer.choices.below(3);
    let statements: Vec<String> = (0..count).map(|_| writer.statement(1)).collect();
    let mut body = statements.join(";\n\t");
    if writer.choices.once_in(3) {
        body = format!("do\n\t:: l < 3 -> l++; {body}\n\t:: else -> break\n\tod");
    }
    format!(
        "typedef Pair {{ byte f; byte t[2] }};
c_decl {{ typedef struct Mine {{ int n; short v[3]; }} Mine; int shared; int table[2]; }}
c_state \"int own\" \"Global\" \"1\"
c_state \"Mine mine\" \"Global\"
c_state \"int each\" \"Local P\" \"2\"
c_track \"&shared\" \"sizeof(int)\"
c_track \"table\" \"sizeof(table)\"
byte a; short s; byte row[4]; Pair pair; unsigned u : 3;
c_code {{
	int f(int p, int q) {{
		int r = p;
		if (p > q) return q;
		while (r < q && r < 5) r++;
		return (r + now.a) & 7;
	}}
	void h(int v) {{ if (v & 1) {{ shared = v & 3; return; }} now.s = f(v, shared) & 3; }}
}}

active [{instances}] proctype P() {{
	byte l; int k;
	{body}
}}
"
    )
}

struct Writer<'a> {
    choices: Choices<'a>,
}

/// Whether functions may be called: Spin allows no calls in guards.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Calls {
    Allowed,
    Forbidden,
}

impl Writer<'_> {
    /// A statement of Promela.
    fn statement(&mut self, depth: usize) -> String {
        match self.choices.below(if depth == 0 { 7 } else { 10 }) {
            0..=2 => {
                let (first, second) = (self.c(2), self.c(1));
                format!("c_code {{ {first} {second} }}")
            }
            3 => format!("c_expr {{ {} }}", self.condition(1, Calls::Forbidden)),
            4 => format!("assert(c_expr {{ {} }} || l < 3)", self.condition(1, Calls::Forbidden)),
            5 => "l = (l + 1) & 3".to_owned(),
            6 => self
                .choices
                .one_of(&["a = (a + l) & 3", "row[0] = s & 3", "pair.t[1] = (pair.t[1] + 1) & 3"])
                .to_owned(),
            7 => format!("atomic {{ {}; {} }}", self.statement(0), self.statement(0)),
            8 => format!("d_step {{ c_code {{ {} }}; l = (l + 1) & 3 }}", self.c(1)),
            _ => {
                let condition = self.condition(1, Calls::Forbidden);
                let (yes, no) = (self.statement(0), self.statement(0));
                format!("if :: c_expr {{ {condition} }} -> {yes} :: else -> {no} fi")
            }
        }
    }

    /// A statement of C.
    fn c(&mut self, depth: usize) -> String {
        match self.choices.below(if depth == 0 { 3 } else { 9 }) {
            0..=2 => {
                let place = self.choices.one_of(&PLACES);
                format!("{place} = ({}) & 3;", self.value(2, Calls::Allowed))
            }
            3 => {
                let index = self.value(1, Calls::Allowed);
                format!("now.row[({index}) & 3] = ({}) & 3;", self.value(1, Calls::Allowed))
            }
            4 => {
                let condition = self.condition(1, Calls::Allowed);
                format!("if ({condition}) {{ {} }} else {{ {} }}", self.c(depth - 1), self.c(0))
            }
            5 => {
                let turns = 1 + self.choices.below(4);
                let inner = self.c(depth - 1);
                format!(
                    "{{ int i; for (i = 0; i < {turns}; i++) {{ {inner} now.row[i] = (i + {}) & 3; }} }}",
                    self.value(1, Calls::Allowed)
                )
            }
            6 => {
                let value = self.value(1, Calls::Allowed);
                let (first, second, rest) = (self.c(0), self.c(0), self.c(0));
                format!(
                    "switch (({value}) & 3) {{ case 0: {first} break; case 1: {second} default: {rest} }}"
                )
            }
            7 => format!("h({});", self.value(1, Calls::Allowed)),
            _ => format!("{} = now.u++ & 3;", self.choices.one_of(&PLACES)),
        }
    }

    fn value(&mut self, depth: usize, calls: Calls) -> String {
        if depth == 0 || self.choices.once_in(3) {
            return match self.choices.below(4) {
                0 => self.choices.below(5).to_string(),
                1 => format!("now.row[{} & 3]", self.choices.one_of(&PLACES)),
                _ => self.choices.one_of(&PLACES).to_owned(),
            };
        }
        match self.choices.below(8) {
            0..=4 => {
                let op = self.choices.one_of(&["+", "-", "&", "|", "^", "*"]);
                format!("({} {op} {})", self.value(depth - 1, calls), self.value(depth - 1, calls))
            }
            5 => format!("(({}) % 7)", self.value(depth - 1, calls)),
            6 => {
                let condition = self.condition(depth - 1, calls);
                let (yes, no) = (self.value(depth - 1, calls), self.value(depth - 1, calls));
                format!("({condition} ? {yes} : {no})")
            }
            _ if calls == Calls::Allowed => {
                format!("f({}, {})", self.value(depth - 1, calls), self.value(depth - 1, calls))
            }
            _ => self.value(0, calls),
        }
    }

    fn condition(&mut self, depth: usize, calls: Calls) -> String {
        match self.choices.below(if depth == 0 { 3 } else { 5 }) {
            3 => {
                let op = self.choices.one_of(&["&&", "||"]);
                let left = self.condition(depth - 1, calls);
                format!("({left} {op} {})", self.condition(depth - 1, calls))
            }
            4 => format!("!({})", self.condition(depth - 1, calls)),
            _ => {
                let op = self.choices.one_of(&["<", ">", "<=", ">=", "==", "!="]);
                format!("({} {op} {})", self.value(depth, calls), self.value(depth, calls))
            }
        }
    }
}

//! Statements. Effects stand alone: no expression with an effect has another operand that could see it.

use super::program::{Array, Builder, Place};
use super::types::{ALL, Int};
use std::fmt::Write as _;

impl Builder<'_> {
    /// A statement, and what it contains.
    pub(super) fn statement(&mut self, depth: u32) -> String {
        if self.room == 0 {
            return String::new();
        }
        self.room -= 1;
        match self.below(if depth == 0 { 12 } else { 32 }) {
            0..=3 => self.assignment(),
            4..=6 => self.compound(),
            7 => self.step(),
            8 => self.element_assignment(),
            9 | 10 => self.call(),
            11 => self.whole(),
            12..=14 => self.branch(depth),
            15 | 16 => self.counted(depth),
            17 => self.backwards(depth),
            18 | 19 => self.switch(depth),
            20 => self.heap(),
            21 => self.block(depth),
            22 => self.pointers(),
            23 => self.jump(depth),
            _ => self.snippet(),
        }
    }

    fn statements(&mut self, depth: u32) -> String {
        let (places, arrays) = (self.places.len(), self.arrays.len());
        let count = 1 + self.below(3);
        let text = (0..count).map(|_| self.statement(depth - 1)).collect();
        self.places.truncate(places);
        self.arrays.truncate(arrays);
        text
    }

    fn target(&mut self) -> Place {
        let writable: Vec<usize> =
            (0..self.places.len()).filter(|it| self.places[*it].writable).collect();
        let number = writable[self.below(writable.len())];
        self.places[number].clone()
    }

    fn assignment(&mut self) -> String {
        let place = self.target();
        let value = self.value(3);
        match self.below(8) {
            0 => {
                let other = self.target();
                if other.text == place.text {
                    return format!("  {} = {value};\n", place.text);
                }
                format!("  {} = ({} , {value});\n", place.text, other.text)
            }
            _ => format!("  {} = {value};\n", place.text),
        }
    }

    /// A compound assignment.
    fn compound(&mut self) -> String {
        let Place { text, ty, is_bit_field, .. } = self.target();
        let value = self.value(2);
        let narrow = ty.promoted() != ty || is_bit_field;
        let free = !ty.is_signed() && !is_bit_field;
        match self.below(8) {
            0 => format!("  {text} ^= {value};\n"),
            1 => format!("  {text} |= {value};\n"),
            2 => format!("  {text} &= {value};\n"),
            3 => format!("  {text} %= ({value} & 7) + 1;\n"),
            4 => format!("  {text} >>= {value} & 7;\n"),
            5 if free && !narrow => format!("  {text} <<= {value} & 15;\n"),
            6 if free && !narrow => format!("  {text} *= {value};\n"),
            _ if narrow && ty != Int::Bool && !is_bit_field => {
                let op = self.one_of(&["+=", "-=", "*="]);
                format!("  {text} {op} {value} & 63;\n")
            }
            _ if self.is_careless() || (free && !narrow) => {
                let op = self.one_of(&["+=", "-="]);
                format!("  {text} {op} {value};\n")
            }
            _ => format!("  {text} /= ({value} & 3) + 1;\n"),
        }
    }

    /// An increment or decrement, perhaps of what is read.
    fn step(&mut self) -> String {
        let Place { text, ty, is_bit_field, .. } = self.target();
        let op = self.one_of(&["++", "--"]);
        if (ty.promoted() == ty && ty.is_signed() && !self.is_careless()) || is_bit_field {
            return format!("  {text} = !{text};\n");
        }
        if ty == Int::Bool {
            return format!("  {text}++;\n");
        }
        match self.below(3) {
            0 => format!("  {text}{op};\n"),
            1 => format!("  {op}{text};\n"),
            _ => format!("  @mix({text}{op});\n"),
        }
    }

    fn element_assignment(&mut self) -> String {
        let writable: Vec<Array> = self.arrays.iter().filter(|it| it.writable).cloned().collect();
        if writable.is_empty() {
            return self.assignment();
        }
        let number = self.below(writable.len());
        let array = &writable[number];
        let index = self.index(2, array.len);
        let value = self.value(2);
        let op = self.one_of(&["=", "^=", "|="]);
        format!("  {}[{index}] {op} {value};\n", array.name)
    }

    /// A call, whose value goes to a variable of its own.
    fn call(&mut self) -> String {
        let name = self.name("r");
        let (a, b) = (self.value(2), self.value(1));
        match self.below(5) {
            0 => {
                self.add(name.clone(), Int::I32, true);
                format!("  int {name} = @t[{a} & 1]((short){b}, 5);\n")
            }
            1 => {
                self.add(name.clone(), Int::U32, true);
                format!("  unsigned {name} = @rec({a} & 3, {b});\n")
            }
            2 => {
                self.add(name.clone(), Int::I64, true);
                format!("  long {name} = @var(3, (int){a}, 'x', (int)({b}));\n")
            }
            _ if self.functions.is_empty() => format!("  @mix({a});\n"),
            _ => {
                let number = self.below(self.functions.len());
                let function = self.functions[number].clone();
                let pair = self.name("q");
                let pointee = function.pointee.name();
                self.add(name.clone(), function.result, true);
                self.add(format!("{pair}[1]"), function.pointee, true);
                self.arrays.push(Array {
                    name: pair.clone(),
                    ty: function.pointee,
                    len: 2,
                    writable: true,
                });
                format!(
                    "  {pointee} {pair}[2] = {{ {a}, 1 }};\n  {} {name} = {}({a}, {b}, {pair});\n",
                    function.result.name(),
                    function.name
                )
            }
        }
    }

    /// Something done to a whole object.
    fn whole(&mut self) -> String {
        match self.below(7) {
            0 => "  @s2 = @s1;\n".into(),
            1 => "  memcpy(&@s1, &@s2, sizeof @s1);\n".into(),
            2 => "  @s1 = (struct @S){ .z = { 9, 8, 7 }, .next = &@s2 };\n".into(),
            3 => {
                let value = self.value(1);
                format!("  memset(&@s2.z, {value}, sizeof @s2.z);\n")
            }
            4 => "  @s2.next = &@s1; @s2.next->z[3]++; @mix(@s2.next->z[3]);\n".into(),
            5 => {
                let value = self.value(1);
                format!("  {{ union @U o = {{ .w = {value} }}; @mix(o.s[1]); @u = o; }}\n")
            }
            _ => {
                let text = self.one_of(&["hallo", "a", "xyz\\n"]);
                format!(
                    "  {{ const char *s = \"{text}\"; @mix(strlen(s)); while (*s) @mix(*s++); }}\n"
                )
            }
        }
    }

    fn branch(&mut self, depth: u32) -> String {
        let condition = self.value(2);
        let yes = self.statements(depth);
        if self.below(2) == 0 {
            return format!("  if ({condition}) {{\n{yes}  }}\n");
        }
        let no = self.statements(depth);
        format!("  if ({condition}) {{\n{yes}  }} else {{\n{no}  }}\n")
    }

    /// A loop with a counter, which the body does not change.
    fn counted(&mut self, depth: u32) -> String {
        if 1 < self.loops {
            return self.branch(depth);
        }
        let (counter, ty) = (self.name("i"), self.one_of(&ALL));
        let ty = if ty == Int::Bool { Int::I32 } else { ty };
        let limit = match self.below(3) {
            0 => format!("(int)({} & 3)", self.value(1)),
            _ => (1 + self.below(5)).to_string(),
        };
        self.loops += 1;
        let places = self.places.len();
        self.add(counter.clone(), ty, false);
        let mut body = self.statements(depth);
        if self.once_in(4) {
            let condition = self.value(1);
            let word = self.one_of(&["break", "continue"]);
            _ = writeln!(body, "    if ({condition}) {word};");
        }
        self.places.truncate(places);
        self.loops -= 1;
        let name = ty.name();
        format!(
            "  for ({name} {counter} = 0, e = {limit}; {counter} < e; {counter}++) {{\n{body}  }}\n"
        )
    }

    /// Loops that count down.
    fn backwards(&mut self, depth: u32) -> String {
        if 1 < self.loops {
            return self.branch(depth);
        }
        let counter = self.name("k");
        let start = 1 + self.below(4);
        self.loops += 1;
        let body = self.statements(depth);
        self.loops -= 1;
        if self.below(2) == 0 {
            return format!(
                "  {{ int {counter} = {start}; while ({counter}-- > 0) {{\n{body}  }} }}\n"
            );
        }
        format!(
            "  {{ unsigned char {counter} = {start}; do {{\n{body}  }} while (--{counter}); }}\n"
        )
    }

    fn switch(&mut self, depth: u32) -> String {
        let value = self.value(2);
        let mut text = format!("  switch ({value} & 7) {{\n");
        let mut labels = vec!["case 0", "case 1", "case 2 ... 4", "default", "case 6"];
        for _ in 0..1 + self.below(4) {
            let label = labels.remove(self.below(labels.len()));
            let body = self.statements(depth);
            let end = if self.below(3) == 0 { "" } else { "    break;\n" };
            _ = write!(text, "  {label}: {{\n{body}  }}\n{end}");
        }
        text + "  }\n"
    }

    /// Something allocated, used and given back.
    fn heap(&mut self) -> String {
        let (name, ty) = (self.name("m"), self.one_of(&ALL));
        let ty_name = ty.name();
        let (a, b) = (self.value(1), self.value(2));
        let index = self.index(1, 4);
        let mut text = match self.below(3) {
            0 => format!(
                "  {{ {ty_name} *{name} = calloc(4, sizeof *{name}); {name}[{index}] = {b};\n"
            ),
            1 => format!(
                "  {{ {ty_name} *{name} = malloc(4 * sizeof *{name}); for (int i = 0; i < 4; i++) {name}[i] = {a};\n"
            ),
            _ => format!(
                "  {{ {ty_name} *{name} = malloc(2 * sizeof *{name}); {name}[0] = {a}; {name}[1] = 7; \
                 {name} = realloc({name}, 4 * sizeof *{name}); {name}[2] = {name}[3] = {b};\n"
            ),
        };
        if self.below(2) == 0 {
            // A list on the heap.
            let count = 1 + self.below(3);
            _ = writeln!(
                text,
                "    struct @S *l = 0; for (int i = 0; i < {count}; i++) {{ struct @S *c = malloc(sizeof *c); *c = @s1; c->z[0] = i; c->next = l; l = c; }}\n\
                 \x20   while (l) {{ struct @S *c = l->next; @mix(l->z[0]); free(l); l = c; }}"
            );
        }
        _ = write!(text, "    @mix({name}[{index}]);");
        if self.is_risky() && self.once_in(6) {
            let bug = [
                "free(%); @mix(%[0]);",
                "free(%); free(%);",
                "% = 0; @mix(%[1]);",
                "free(%); %[1] = 1; ",
            ];
            let bug = self.one_of(&bug).replace('%', &name);
            _ = writeln!(text, " if ({a} & 1) {{ {bug} }}");
        }
        format!("{text} free({name}); }}\n")
    }

    /// A block with variables of its own.
    fn block(&mut self, depth: u32) -> String {
        let (places, arrays) = (self.places.len(), self.arrays.len());
        let (name, ty) = (self.name("b"), self.one_of(&ALL));
        let (array, elem) = (self.name("w"), self.one_of(&ALL));
        let value = self.value(2);
        self.add(name.clone(), ty, true);
        self.arrays.push(Array { name: array.clone(), ty: elem, len: 4, writable: true });
        let body = self.statements(depth);
        self.places.truncate(places);
        self.arrays.truncate(arrays);
        format!(
            "  {{ {} {name} = {value}; {} {array}[4] = {{ [1] = {name}, 2 }};\n{body}    @mix({name}); @mix({array}[2]); }}\n",
            ty.name(),
            elem.name()
        )
    }

    /// Pointers into an array.
    fn pointers(&mut self) -> String {
        let number = self.below(self.arrays.len());
        let Array { name, ty, len, .. } = self.arrays[number].clone();
        let (p, ty) = (self.name("z"), ty.name());
        match self.below(4) {
            0 => format!(
                "  for (const {ty} *{p} = {name}; {p} < {name} + {len}; {p}++) @mix(*{p});\n"
            ),
            1 => {
                let (i, j) = (self.careful_index(1, len), self.careful_index(1, len));
                format!(
                    "  {{ const {ty} *{p} = &{name}[{i}]; @mix(&{name}[{j}] - {p}); @mix({p} == {name}); @mix({p} >= {name} + 1); }}\n"
                )
            }
            2 => {
                let i = self.index(1, len);
                format!(
                    "  {{ const {ty} *{p} = {name} + {len}; @mix({p}[-1 - (int){i}]); const {ty} *const *{p}p = &{p}; @mix(*(*{p}p - 1)); }}\n"
                )
            }
            _ => format!(
                "  {{ {ty} {p}[{len}]; memcpy({p}, {name}, sizeof {p}); @mix(memcmp({p}, {name}, sizeof {p})); const unsigned char *c = (const unsigned char *){p}; @mix(c[sizeof({ty}) - 1]); }}\n"
            ),
        }
    }

    /// A jump over statements.
    fn jump(&mut self, depth: u32) -> String {
        let label = self.name("out");
        let condition = self.value(2);
        let body = self.statements(depth);
        format!("  if ({condition}) goto {label};\n  {{\n{body}  }}\n  {label}:;\n")
    }
}

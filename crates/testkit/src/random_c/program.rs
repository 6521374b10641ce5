//! Whole programs: what is declared at file scope, functions, and the one that yields the checksum.

use super::types::{ALL, Int};
use super::{Choices, Flavour};
use std::fmt::Write as _;

/// Something of an integer type that can be read.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) text: String,
    /// Its type; that of a bit-field after promotion.
    pub(super) ty: Int,
    pub(super) writable: bool,
    /// Whether it is narrower than its type says.
    pub(super) is_bit_field: bool,
}

/// An array of integers.
#[derive(Clone, Debug)]
pub(super) struct Array {
    pub(super) name: String,
    pub(super) ty: Int,
    /// A power of two.
    pub(super) len: usize,
    pub(super) writable: bool,
}

/// A function of two numbers and a pointer to two elements.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) params: [Int; 2],
    pub(super) pointee: Int,
    pub(super) result: Int,
}

/// Makes a program.
pub(super) struct Builder<'a> {
    flavour: Flavour,
    choices: Choices<'a>,
    /// What can be read, the globals first.
    pub(super) places: Vec<Place>,
    pub(super) arrays: Vec<Array>,
    pub(super) functions: Vec<Function>,
    /// How many names were made up.
    names: usize,
    /// How many more statements the current function may have.
    pub(super) room: usize,
    /// How deep in loops the current statement is.
    pub(super) loops: u32,
    pub(super) inputs: u32,
}

impl<'a> Builder<'a> {
    pub(super) fn new(flavour: Flavour, choices: Choices<'a>) -> Self {
        Self {
            flavour,
            choices,
            places: Vec::new(),
            arrays: Vec::new(),
            functions: Vec::new(),
            names: 0,
            room: 0,
            loops: 0,
            inputs: 1,
        }
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.choices.below(bound)
    }

    pub(super) fn once_in(&mut self, n: usize) -> bool {
        self.choices.once_in(n)
    }

    pub(super) fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        self.choices.one_of(list)
    }

    pub(super) fn is_risky(&self) -> bool {
        self.flavour == Flavour::Risky
    }

    /// A new name.
    pub(super) fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    pub(super) fn add(&mut self, text: impl Into<String>, ty: Int, writable: bool) {
        self.places.push(Place { text: text.into(), ty, writable, is_bit_field: false });
    }

    /// The text of a program.
    pub(super) fn program(&mut self) -> String {
        let mut text = self.globals();
        self.inputs = self.one_of(&[1, 4, 4, 8, 2]);
        text += &self.table();
        for _ in 0..1 + self.below(3) {
            text += &self.function();
        }
        text += &self.run();
        text
    }

    /// Types and variables at file scope.
    fn globals(&mut self) -> String {
        let mut text = "static unsigned long long @h;\n\
             static void @mix(unsigned long long v) { @h = (@h << 5 | @h >> 59) ^ v; }\n\
             static int @ki(int v) { return v; }\n\
             static long @kl(long v) { return v; }\n\
             static unsigned @kw(unsigned v) { return v; }\n\
             static unsigned long @ku(unsigned long v) { return v; }\n\
             enum @E { @A, @B = 5, @C, @D = -3 };\n\
             union @U { unsigned w; unsigned char b[4]; unsigned short s[2]; signed char c; };\n\
             static union @U @u;\n"
            .to_owned();
        self.add("@u.w", Int::U32, true);
        self.add("@u.b[1]", Int::U8, true);
        self.add("@u.c", Int::I8, true);
        self.add("@C", Int::I32, false);
        text += &self.structure();
        for _ in 0..2 + self.below(4) {
            let (name, ty) = (self.name("@g"), self.one_of(&ALL));
            let volatile = if self.once_in(12) { "volatile " } else { "" };
            let value = self.below(300) as i64 - 100;
            _ = writeln!(text, "static {volatile}{} {name} = ({}){value};", ty.name(), ty.name());
            self.add(name, ty, true);
        }
        for _ in 0..1 + self.below(3) {
            let (name, ty) = (self.name("@a"), self.one_of(&ALL));
            let len = self.one_of(&[4, 8, 2, 8, 4, 64]);
            let values: Vec<String> =
                (0..1 + self.below(len)).map(|_| self.below(200).to_string()).collect();
            let constant = self.once_in(4);
            let qualifier = if constant { "const " } else { "" };
            let (ty_name, values) = (ty.name(), values.join(", "));
            _ = writeln!(text, "static {qualifier}{ty_name} {name}[{len}] = {{{values}}};");
            self.arrays.push(Array { name, ty, len, writable: !constant });
        }
        let array = self.arrays[0].clone();
        if array.writable {
            let name = self.name("@p");
            let at = self.below(array.len);
            _ = writeln!(text, "static {} *{name} = &{}[{at}];", array.ty.name(), array.name);
            self.add(format!("*{name}"), array.ty, true);
        }
        text
    }

    /// A structure with bit-fields, and two variables of it.
    fn structure(&mut self) -> String {
        let mut fields = String::new();
        let mut names: Vec<(String, Int, bool)> = Vec::new();
        for number in 0..2 + self.below(4) {
            let name = format!("f{number}");
            let ty = self.one_of(&ALL);
            if self.once_in(3) {
                let base = self.one_of(&[Int::U32, Int::I32, Int::U8, Int::U64]);
                let width = 1 + self.below(if base == Int::U8 { 8 } else { 31 });
                let width = if base == Int::I32 { width.max(2) } else { width };
                _ = write!(
                    fields,
                    " {} {name} : {width};",
                    if base == Int::I32 { "signed int" } else { base.name() }
                );
                // An `int` holds all values of so few bits.
                names.push((name, Int::I32, true));
            } else {
                _ = write!(fields, " {} {name};", ty.name());
                names.push((name, ty, false));
            }
        }
        let packed = if self.once_in(8) { " __attribute__((packed))" } else { "" };
        let mut text =
            format!("struct @S {{{fields} unsigned char z[4]; struct @S *next; }}{packed};\n");
        text += "static struct @S @s1 = { 1, 2, .z = { 3, 4 } }, @s2;\n";
        for object in ["@s1", "@s2"] {
            for (name, ty, is_bit_field) in &names {
                let place = format!("{object}.{name}");
                self.places.push(Place {
                    text: place,
                    ty: *ty,
                    writable: true,
                    is_bit_field: *is_bit_field,
                });
            }
        }
        self.add("@s1.z[2]", Int::U8, true);
        text
    }

    /// A function that changes globals and what it is given a pointer to.
    fn function(&mut self) -> String {
        let function = Function {
            name: self.name("@f"),
            params: [self.one_of(&ALL), self.one_of(&ALL)],
            pointee: self.one_of(&ALL),
            result: self.one_of(&ALL),
        };
        let (places, arrays) = (self.places.len(), self.arrays.len());
        self.add("px", function.params[0], true);
        self.add("py", function.params[1], true);
        self.add("*pp", function.pointee, true);
        self.add("pp[1]", function.pointee, true);
        self.room = 5;
        self.loops = 0;
        let mut body = String::new();
        if self.once_in(3) {
            let (name, ty) = (self.name("once"), self.one_of(&ALL));
            _ = writeln!(body, "  static {} {name} = 3;", ty.name());
            self.add(name, ty, true);
        }
        for _ in 0..1 + self.below(4) {
            body += &self.statement(2);
        }
        let value = self.value(2);
        self.places.truncate(places);
        self.arrays.truncate(arrays);
        let Function { name, params, pointee, result } = &function;
        let text = format!(
            "static {} {name}({} px, {} py, {} *pp) {{\n{body}  return {value};\n}}\n",
            result.name(),
            params[0].name(),
            params[1].name(),
            pointee.name()
        );
        self.functions.push(function);
        text
    }

    /// A recursive function, a variadic one, and a table of functions.
    fn table(&mut self) -> String {
        let (a, b) = (self.below(7) + 1, self.below(50));
        format!(
            "static int @add(int a, int b) {{ return (a & 0xffff) + (b & 0xffff); }}\n\
             static int @sub(int a, int b) {{ return (a & 0xffff) - b % 3; }}\n\
             static int (*const @t[2])(int, int) = {{ @add, @sub }};\n\
             static unsigned @rec(unsigned d, unsigned x) {{ return d == 0 ? x : @rec(d - 1, x * {a}u + d) ^ (x & {b}u); }}\n\
             static struct @S @id(struct @S s, int k) {{ s.z[k & 3]++; return s; }}\n\
             static void @swap(int *a, int *b) {{ int t = *a; *a = *b; *b = t; }}\n\
             static long @var(int n, ...) {{ va_list l; long s = 0; va_start(l, n); while (n-- > 0) s += va_arg(l, int) & 0xfff; va_end(l); return s; }}\n"
        )
    }

    /// The function that does it all.
    fn run(&mut self) -> String {
        self.room = 14;
        self.loops = 0;
        let (places, globals) = (self.places.len(), self.places.clone());
        let arrays = self.arrays.clone();
        let mut body = String::new();
        self.add("n", Int::U32, false);
        for _ in 0..2 + self.below(3) {
            let (name, ty) = (self.name("v"), self.one_of(&ALL));
            let value = self.value(1);
            _ = writeln!(body, "  {} {name} = {value};", ty.name());
            self.add(name, ty, true);
        }
        for _ in 0..4 + self.below(8) {
            body += &self.statement(3);
        }
        for place in globals.iter().chain(&self.places[places..]) {
            _ = writeln!(body, "  @mix({});", place.text);
        }
        for array in &arrays {
            let Array { name, len, .. } = array;
            _ = writeln!(body, "  for (int i = 0; i < {len}; i++) @mix({name}[i]);");
        }
        format!("unsigned long long @run(unsigned n) {{\n{body}  return @h;\n}}\n")
    }
}

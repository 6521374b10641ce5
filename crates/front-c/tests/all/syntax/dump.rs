//! Syntax trees as text: fully parenthesised C for expressions, words for types, one line for each declaration and
//! statement.

use std::fmt::Write as _;

use tribunal_front_c::ast::{
    Access, Alignment, ArrayLength, Attribute, AttributeArguments, BinaryOp, BlockItem, DeclId,
    DeclKind, Declarator, Derivation, DesignatorKind, ExprId, ExprKind, ForInit, InitId, InitKind,
    LabelKind, List, Member, Parameters, Part, Qualifiers, SpecifiersId, Step, StmtId, StmtKind,
    TypeNameId, TypeSpecifier, UnaryOp, Unit,
};

pub(crate) struct Dump<'a> {
    unit: &'a Unit,
    out: String,
    indent: usize,
}

pub(crate) fn dump(unit: &Unit) -> String {
    let mut dump = Dump { unit, out: String::new(), indent: 0 };
    for &item in &unit.items {
        dump.decl(item);
    }
    dump.out
}

impl Dump<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", self.indent);
    }

    fn nested(&mut self, inner: impl FnOnce(&mut Self)) {
        self.indent += 2;
        inner(self);
        self.indent -= 2;
    }

    fn decl(&mut self, id: DeclId) {
        let unit = self.unit;
        match unit[id].kind {
            DeclKind::Variables { specifiers, declarators } => {
                let specifiers = self.specifiers(specifiers);
                if declarators.is_empty() {
                    self.line(&format!("{specifiers};"));
                }
                for it in &unit[declarators] {
                    let init = it.init.map_or(String::new(), |it| format!(" = {}", self.init(it)));
                    let declarator = self.declarator(&it.declarator);
                    self.line(&format!("{declarator}{specifiers}{init}"));
                }
            }
            DeclKind::Function(id) => {
                let it = &unit[id];
                let (declarator, specifiers) =
                    (self.declarator(&it.declarator), self.specifiers(it.specifiers));
                self.line(&format!("{declarator}{specifiers}"));
                self.nested(|dump| {
                    for &it in &unit[it.parameters] {
                        dump.decl(it);
                    }
                    dump.stmt(it.body);
                });
            }
            DeclKind::StaticAssert { condition, message } => {
                let message = if message.is_some() { ", message" } else { "" };
                let condition = self.expr(condition);
                self.line(&format!("static_assert {condition}{message}"));
            }
            DeclKind::LocalLabels(names) => {
                let names: Vec<_> = unit[names].iter().map(|it| unit.text(it.symbol)).collect();
                self.line(&format!("__label__ {}", names.join(", ")));
            }
            DeclKind::Asm(asm) => self.line(&format!("asm {}", unit.text(asm.text))),
            DeclKind::Empty => self.line(";"),
            DeclKind::Error => self.line("error"),
        }
    }

    fn specifiers(&self, id: SpecifiersId) -> String {
        let unit = self.unit;
        let it = &unit[id];
        let mut words: Vec<String> = Vec::new();
        words.extend(it.storage.map(|it| format!("{it:?}").to_lowercase()));
        let mut flag = |is: bool, word: &str| words.extend(is.then(|| word.to_owned()));
        flag(it.thread_local, "thread_local");
        flag(it.function.inline, "inline");
        flag(it.function.noreturn, "noreturn");
        for align in &unit[it.aligns] {
            words.push(match align.alignment {
                Alignment::Expr(it) => format!("alignas({})", self.expr(it)),
                Alignment::Type(it) => format!("alignas({})", self.type_name(it)),
            });
        }
        words.extend(qualifiers(it.qualifiers));
        words.push(match it.ty {
            TypeSpecifier::Implicit => "implicit".to_owned(),
            TypeSpecifier::Basic(basic) => format!("{basic:?}"),
            TypeSpecifier::BitInt(sign, width) => {
                format!("{sign:?} bits({})", self.expr(width))
            }
            TypeSpecifier::Typedef(name) => format!("type {}", unit.text(name)),
            TypeSpecifier::Record(id) => self.record(id),
            TypeSpecifier::Enum(id) => self.enumeration(id),
            TypeSpecifier::TypeofExpr(it) => format!("typeof({})", self.expr(it)),
            TypeSpecifier::TypeofType(it) => format!("typeof({})", self.type_name(it)),
            TypeSpecifier::UnqualifiedExpr(it) => format!("typeof_unqual({})", self.expr(it)),
            TypeSpecifier::UnqualifiedType(it) => {
                format!("typeof_unqual({})", self.type_name(it))
            }
            TypeSpecifier::Auto => "auto".to_owned(),
            TypeSpecifier::Atomic(it) => format!("atomic({})", self.type_name(it)),
            TypeSpecifier::Error => "error".to_owned(),
        });
        words.extend(self.attributes(it.attributes));
        words.join(" ")
    }

    fn record(&self, id: tribunal_front_c::ast::RecordId) -> String {
        let unit = self.unit;
        let it = &unit[id];
        let mut out = format!("{:?}", it.kind).to_lowercase();
        if let Some(tag) = it.tag {
            let _ = write!(out, " {}", unit.text(tag.symbol));
        }
        if let Some(members) = it.members {
            let member = |it: &Member| match it {
                Member::Field { specifiers, declarator, width, .. } => {
                    let width = width.map_or(String::new(), |it| format!(" : {}", self.expr(it)));
                    format!(
                        "{}{}{width}; ",
                        self.declarator(declarator),
                        self.specifiers(*specifiers)
                    )
                }
                Member::StaticAssert(_) => "static_assert; ".to_owned(),
            };
            let _ = write!(out, " {{ {}}}", unit[members].iter().map(member).collect::<String>());
        }
        for it in self.attributes(it.attributes) {
            let _ = write!(out, " {it}");
        }
        out
    }

    fn enumeration(&self, id: tribunal_front_c::ast::EnumId) -> String {
        let unit = self.unit;
        let it = &unit[id];
        let mut out = "enum".to_owned();
        if let Some(tag) = it.tag {
            let _ = write!(out, " {}", unit.text(tag.symbol));
        }
        if let Some(enumerators) = it.enumerators {
            let name = |it: &tribunal_front_c::ast::Enumerator| {
                let value = it.value.map_or(String::new(), |it| format!(" = {}", self.expr(it)));
                format!("{}{value}", unit.text(it.name.symbol))
            };
            let names: Vec<_> = unit[enumerators].iter().map(name).collect();
            let _ = write!(out, " {{ {} }}", names.join(", "));
        }
        out
    }

    fn attributes(&self, list: List<Attribute>) -> Vec<String> {
        let unit = self.unit;
        let text = |it: &Attribute| {
            let arguments = match it.arguments {
                AttributeArguments::None => String::new(),
                AttributeArguments::Expr(it) => format!("({})", self.expr(it)),
                AttributeArguments::Text(it) => format!("[{}]", unit.text(it)),
            };
            format!("@{}{arguments}", unit.text(it.name))
        };
        unit[list].iter().map(text).collect()
    }

    /// `name: array[3] of pointer to `.
    fn declarator(&self, it: &Declarator) -> String {
        let unit = self.unit;
        let mut out = it.name.map_or(String::new(), |it| format!("{}: ", unit.text(it.symbol)));
        for derivation in &unit[it.derivations] {
            out += &match derivation {
                Derivation::Pointer { qualifiers: own } => {
                    let own: String = qualifiers(*own).map(|it| it + " ").collect();
                    format!("{own}pointer to ")
                }
                Derivation::Array { length, qualifiers: own, at_least, .. } => {
                    let least = if *at_least { "static " } else { "" };
                    let own: String = qualifiers(*own).map(|it| it + " ").collect();
                    let length = match length {
                        ArrayLength::Unknown => String::new(),
                        ArrayLength::Star => "*".to_owned(),
                        ArrayLength::Expr(it) => self.expr(*it),
                    };
                    format!("array[{least}{own}{length}] of ")
                }
                Derivation::Function { parameters, .. } => {
                    format!("function({}) to ", self.parameters(*parameters))
                }
            };
        }
        if it.asm_label.is_some() {
            out += "asm ";
        }
        out + &self.attributes(it.attributes).into_iter().map(|it| it + " ").collect::<String>()
    }

    fn parameters(&self, parameters: Parameters) -> String {
        let unit = self.unit;
        match parameters {
            Parameters::Unspecified => "?".to_owned(),
            Parameters::Names(names) => {
                let names: Vec<_> = unit[names].iter().map(|it| unit.text(it.symbol)).collect();
                format!("names {}", names.join(", "))
            }
            Parameters::Prototype { list, variadic } => {
                let one = |it: &tribunal_front_c::ast::Parameter| {
                    format!("{}{}", self.declarator(&it.declarator), self.specifiers(it.specifiers))
                };
                let mut all: Vec<_> = unit[list].iter().map(one).collect();
                all.extend(variadic.then(|| "...".to_owned()));
                all.join(", ")
            }
        }
    }

    fn type_name(&self, id: TypeNameId) -> String {
        let it = &self.unit[id];
        format!("{}{}", self.declarator(&it.declarator), self.specifiers(it.specifiers))
    }

    fn init(&self, id: InitId) -> String {
        let unit = self.unit;
        let items = match unit[id].kind {
            InitKind::Expr(it) => return self.expr(it),
            InitKind::List(items) => items,
        };
        let item = |it: &tribunal_front_c::ast::InitItem| {
            let mut out = String::new();
            for designator in &unit[it.designators] {
                out += &match designator.kind {
                    DesignatorKind::Member(name) => format!(".{}", unit.text(name)),
                    DesignatorKind::Index(index) => format!("[{}]", self.expr(index)),
                    DesignatorKind::Range(a, b) => {
                        format!("[{} ... {}]", self.expr(a), self.expr(b))
                    }
                };
            }
            if !it.designators.is_empty() {
                out += " = ";
            }
            out + &self.init(it.value)
        };
        format!("{{{}}}", unit[items].iter().map(item).collect::<Vec<_>>().join(", "))
    }

    fn stmt(&mut self, id: StmtId) {
        let unit = self.unit;
        match unit[id].kind {
            StmtKind::Empty => self.line(";"),
            StmtKind::Expr(it) => {
                let text = self.expr(it);
                self.line(&text);
            }
            StmtKind::Block { items, .. } => {
                self.line("{");
                self.nested(|dump| {
                    for it in &unit[items] {
                        match *it {
                            BlockItem::Decl(it) => dump.decl(it),
                            BlockItem::Stmt(it) => dump.stmt(it),
                        }
                    }
                });
                self.line("}");
            }
            StmtKind::If { arms, otherwise } => {
                for (index, it) in unit[arms].iter().enumerate() {
                    let word = if index == 0 { "if" } else { "else if" };
                    let condition = self.expr(it.condition);
                    self.line(&format!("{word} {condition}"));
                    self.nested(|dump| dump.stmt(it.then));
                }
                if let Some(it) = otherwise {
                    self.line("else");
                    self.nested(|dump| dump.stmt(it));
                }
            }
            StmtKind::Switch { subject, body } => self.head("switch", Some(subject), body),
            StmtKind::While { condition, body } => self.head("while", Some(condition), body),
            StmtKind::Contracted { body, .. } => self.head("contracted", None, body),
            StmtKind::DoWhile { body, condition } => self.head("do while", Some(condition), body),
            StmtKind::For { init, condition, step, body } => {
                let part = |it: Option<ExprId>| it.map_or("-".to_owned(), |it| self.expr(it));
                let first = match init {
                    ForInit::Nothing => "-".to_owned(),
                    ForInit::Expr(it) => self.expr(it),
                    ForInit::Decl(_) => "declaration".to_owned(),
                };
                let head = format!("for {first}; {}; {}", part(condition), part(step));
                self.line(&head);
                self.nested(|dump| {
                    if let ForInit::Decl(it) = init {
                        dump.decl(it);
                    }
                    dump.stmt(body);
                });
            }
            StmtKind::Goto(name) => self.line(&format!("goto {}", unit.text(name))),
            StmtKind::ComputedGoto(it) => {
                let target = self.expr(it);
                self.line(&format!("goto *{target}"));
            }
            StmtKind::Continue => self.line("continue"),
            StmtKind::Break => self.line("break"),
            StmtKind::Return(value) => {
                let value = value.map_or(String::new(), |it| format!(" {}", self.expr(it)));
                self.line(&format!("return{value}"));
            }
            StmtKind::Labeled { labels, body } => {
                for label in &unit[labels] {
                    let text = match label.kind {
                        LabelKind::Name(name) => format!("{}:", unit.text(name)),
                        LabelKind::Case(it) => format!("case {}:", self.expr(it)),
                        LabelKind::CaseRange(a, b) => {
                            format!("case {} ... {}:", self.expr(a), self.expr(b))
                        }
                        LabelKind::Default => "default:".to_owned(),
                    };
                    self.line(&text);
                }
                self.nested(|dump| dump.stmt(body));
            }
            StmtKind::Asm(asm) => self.line(&format!("asm {}", unit.text(asm.text))),
            StmtKind::Error => self.line("error"),
        }
    }

    fn head(&mut self, word: &str, condition: Option<ExprId>, body: StmtId) {
        let condition = condition.map_or(String::new(), |it| self.expr(it));
        self.line(&format!("{word} {condition}"));
        self.nested(|dump| dump.stmt(body));
    }

    fn expr(&self, id: ExprId) -> String {
        let unit = self.unit;
        let list = |it: List<ExprId>| {
            unit[it].iter().map(|&it| self.expr(it)).collect::<Vec<_>>().join(", ")
        };
        match unit[id].kind {
            ExprKind::Name(name) => unit.text(name).to_owned(),
            ExprKind::Integer(it) => it.value.to_string(),
            ExprKind::Float(it) => unit.text(it.text).to_owned(),
            ExprKind::Character(it) => format!("'{}'", it.value),
            ExprKind::String(it) => {
                let units = unit[it].units.iter();
                format!("{:?}", units.filter_map(|&it| char::from_u32(it)).collect::<String>())
            }
            ExprKind::FunctionName(style) => format!("{style:?}"),
            ExprKind::Generic { control, associations } => {
                let one = |it: &tribunal_front_c::ast::Association| {
                    let ty = it.ty.map_or("default".to_owned(), |it| self.type_name(it));
                    format!(", {ty}: {}", self.expr(it.value))
                };
                let all: String = unit[associations].iter().map(one).collect();
                format!("generic({}{all})", self.expr(control))
            }
            ExprKind::Index { base, index } => format!("{}[{}]", self.expr(base), self.expr(index)),
            ExprKind::Call { function, arguments } => {
                format!("{}({})", self.expr(function), list(arguments))
            }
            ExprKind::Member { base, access, name, .. } => {
                let sign = if access == Access::Dot { "." } else { "->" };
                format!("{}{sign}{}", self.expr(base), unit.text(name))
            }
            ExprKind::Step { step, operand } => {
                let operand = self.expr(operand);
                match step {
                    Step::PreIncrement => format!("(++{operand})"),
                    Step::PreDecrement => format!("(--{operand})"),
                    Step::PostIncrement => format!("({operand}++)"),
                    Step::PostDecrement => format!("({operand}--)"),
                }
            }
            ExprKind::CompoundLiteral { ty, init } => {
                format!("(<{}>{})", self.type_name(ty), self.init(init))
            }
            ExprKind::Unary { op, operand } => format!("({}{})", unary(op), self.expr(operand)),
            ExprKind::SizeofExpr(it) => format!("sizeof({})", self.expr(it)),
            ExprKind::SizeofType(it) => format!("sizeof<{}>", self.type_name(it)),
            ExprKind::AlignofExpr(it) => format!("alignof({})", self.expr(it)),
            ExprKind::AlignofType(it) | ExprKind::PreferredAlignofType(it) => {
                format!("alignof<{}>", self.type_name(it))
            }
            ExprKind::LabelAddress(name) => format!("&&{}", unit.text(name)),
            ExprKind::Cast { ty, operand } => {
                format!("(<{}>{})", self.type_name(ty), self.expr(operand))
            }
            ExprKind::Chain { first, rest } => {
                let links = unit[rest]
                    .iter()
                    .map(|it| format!(" {} {}", binary(it.op), self.expr(it.operand)));
                format!("({}{})", self.expr(first), links.collect::<String>())
            }
            ExprKind::Conditional { arms, otherwise } => {
                let arm = |it: &tribunal_front_c::ast::Arm| {
                    let then = it.then.map_or(String::new(), |it| format!(" {} ", self.expr(it)));
                    format!("{} ?{then}: ", self.expr(it.condition))
                };
                format!(
                    "({}{})",
                    unit[arms].iter().map(arm).collect::<String>(),
                    self.expr(otherwise)
                )
            }
            ExprKind::Assign { op, target, value } => {
                format!("({} {}= {})", self.expr(target), op.map_or("", binary), self.expr(value))
            }
            ExprKind::Comma(operands) => format!("({})", list(operands)),
            ExprKind::Statement(block) => {
                let mut inner = Dump { unit, out: String::new(), indent: 0 };
                inner.stmt(block);
                format!("({})", inner.out.split_whitespace().collect::<Vec<_>>().join(" "))
            }
            ExprKind::VaArg { list, ty } => {
                format!("va_arg({}, {})", self.expr(list), self.type_name(ty))
            }
            ExprKind::Offsetof { ty, path } => {
                let part = |it: &Part| match *it {
                    Part::Member(name) => format!(".{}", unit.text(name)),
                    Part::Index(it) => format!("[{}]", self.expr(it)),
                };
                let path: String = unit[path].iter().map(part).collect();
                format!("offsetof({}, {path})", self.type_name(ty))
            }
            ExprKind::TypesCompatible { first, second } => {
                format!("compatible({}, {})", self.type_name(first), self.type_name(second))
            }
            ExprKind::Choose { condition, then, otherwise } => {
                format!(
                    "choose({}, {}, {})",
                    self.expr(condition),
                    self.expr(then),
                    self.expr(otherwise)
                )
            }
            ExprKind::Quantified { quantifier, condition, .. } => {
                format!("{quantifier:?}({})", self.expr(condition))
            }
            ExprKind::Error => "error".to_owned(),
        }
    }
}

fn qualifiers(it: Qualifiers) -> impl Iterator<Item = String> {
    let all = [
        (it.is_const, "const"),
        (it.is_volatile, "volatile"),
        (it.is_restrict, "restrict"),
        (it.is_atomic, "atomic"),
    ];
    all.into_iter().filter(|it| it.0).map(|it| it.1.to_owned())
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::AddressOf => "&",
        UnaryOp::Dereference => "*",
        UnaryOp::Plus => "+",
        UnaryOp::Negate => "-",
        UnaryOp::Complement => "~",
        UnaryOp::Not => "!",
        UnaryOp::Real => "real ",
        UnaryOp::Imaginary => "imag ",
    }
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Remainder => "%",
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRight => ">>",
        BinaryOp::Less => "<",
        BinaryOp::Greater => ">",
        BinaryOp::LessEqual => "<=",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitXor => "^",
        BinaryOp::BitOr => "|",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
    }
}

//! Writes a syntax tree as Promela again, one step a line, with all parentheses.

use tribunal_front_promela::ast::*;

/// How an inline call is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Calls {
    /// With its name and arguments before the block: good to read.
    Marked,
    /// As its block alone: good to parse again.
    Blocks,
}

pub(crate) fn model(model: &Model, calls: Calls) -> String {
    let mut writer = Writer { out: String::new(), indent: 0, calls };
    for item in &model.items {
        writer.item(item);
    }
    writer.out
}

struct Writer {
    out: String,
    indent: usize,
    calls: Calls,
}

impl Writer {
    fn line(&mut self, text: &str) {
        self.out.push_str(&"  ".repeat(self.indent));
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Declaration(it) => self.line(&format!("{};", declaration(it))),
            Item::Mtype(it) => {
                let subtype =
                    it.subtype.as_ref().map_or(String::new(), |it| format!(":{}", it.name));
                self.line(&format!("mtype{subtype} = {{ {} }};", names(&it.names)));
            }
            Item::Typedef(it) => {
                let fields = join(&it.fields, "; ", declaration);
                self.line(&format!("typedef {} {{ {fields} }};", it.name.name));
            }
            Item::Proctype(it) => {
                let mut head = String::new();
                if let Some(active) = &it.active {
                    head += "active ";
                    head += &active
                        .count
                        .as_ref()
                        .map_or(String::new(), |it| format!("[{}] ", expr(it)));
                }
                head +=
                    if it.kind == ProctypeKind::Deterministic { "D_proctype" } else { "proctype" };
                head += &format!(" {}({})", it.name.name, join(&it.parameters, "; ", declaration));
                head += &priority(it.priority.as_ref());
                head += &it
                    .provided
                    .as_ref()
                    .map_or(String::new(), |it| format!(" provided ({})", expr(it)));
                self.block(&head, &it.body);
            }
            Item::Init(it) => {
                self.block(&format!("init{}", priority(it.priority.as_ref())), &it.body)
            }
            Item::Never(it) => {
                let name = it.name.as_ref().map_or(String::new(), |it| format!(" {}", it.name));
                self.block(&format!("never{name}"), &it.body);
            }
            Item::Trace(it) => {
                self.block(if it.kind == TraceKind::Trace { "trace" } else { "notrace" }, &it.body);
            }
            Item::Ltl(it) => {
                let name = it.name.as_ref().map_or(String::new(), |it| format!(" {}", it.name));
                self.line(&format!("ltl{name} {{ {} }}", ltl(&it.formula)));
            }
            Item::Inline(it) if self.calls == Calls::Marked => {
                self.line(&format!("inline {}({})", it.name.name, names(&it.parameters)));
            }
            Item::Inline(_) => {}
            Item::CCode(it) => self.line(&c_code(it)),
            Item::CState(it) => {
                let word = if it.kind == CStateKind::State { "c_state" } else { "c_track" };
                let extra =
                    it.extra.as_ref().map_or(String::new(), |it| format!(" \"{}\"", it.text));
                self.line(&format!("{word} \"{}\" \"{}\"{extra};", it.what.text, it.place.text));
            }
        }
    }

    fn block(&mut self, head: &str, block: &Block) {
        let blank = if head.is_empty() || head.ends_with(' ') { "" } else { " " };
        self.line(&format!("{head}{blank}{{"));
        self.steps(block);
        self.line("}");
    }

    fn steps(&mut self, block: &Block) {
        self.indent += 1;
        for it in &block.statements {
            self.statement(it);
        }
        self.indent -= 1;
    }

    fn statement(&mut self, statement: &Stmt) {
        let labels: String = statement.labels.iter().map(|it| format!("{}: ", it.name)).collect();
        let text = match &statement.kind {
            StmtKind::If(choices) => return self.choices(&format!("{labels}if"), choices, "fi;"),
            StmtKind::Do(choices) => return self.choices(&format!("{labels}do"), choices, "od;"),
            StmtKind::ForRange { variable, from, to, body } => {
                let head =
                    format!("{labels}for ({} : {} .. {})", place(variable), expr(from), expr(to));
                return self.block(&head, body);
            }
            StmtKind::ForIn { variable, collection, body } => {
                let head = format!("{labels}for ({} in {})", place(variable), place(collection));
                return self.block(&head, body);
            }
            StmtKind::Atomic(block) => return self.block(&format!("{labels}atomic"), block),
            StmtKind::DStep(block) => return self.block(&format!("{labels}d_step"), block),
            StmtKind::Block(block) => return self.block(&labels, block),
            StmtKind::InlineCall(it) => {
                let result =
                    it.result.as_ref().map_or(String::new(), |it| format!("{} = ", place(it)));
                let call = format!("{result}{}({})", it.name.name, join(&it.arguments, ", ", expr));
                let head =
                    if self.calls == Calls::Marked { format!("{labels}{call}") } else { labels };
                return self.block(&head, &it.body);
            }
            StmtKind::Unless { main, escape } => {
                self.statement(main);
                // The separator goes: the two belong together.
                while self.out.ends_with([';', '\n']) {
                    self.out.pop();
                }
                self.out.push_str(" unless\n");
                return self.statement(escape);
            }
            simple => simple_statement(simple),
        };
        self.line(&format!("{labels}{text};"));
    }

    fn choices(&mut self, head: &str, choices: &[Choice], close: &str) {
        self.line(head);
        for choice in choices {
            self.line("::");
            self.steps(&choice.body);
        }
        self.line(close);
    }
}

fn simple_statement(kind: &StmtKind) -> String {
    match kind {
        StmtKind::Declaration(it) => declaration(it),
        StmtKind::Exclusive(Exclusivity::Receive, channels) => {
            format!("xr {}", join(channels, ", ", place))
        }
        StmtKind::Exclusive(Exclusivity::Send, channels) => {
            format!("xs {}", join(channels, ", ", place))
        }
        StmtKind::Empty => String::new(),
        StmtKind::Expr(it) => expr(it),
        StmtKind::Assign(target, value) => format!("{} = {}", place(target), expr(value)),
        StmtKind::Return { target, value } => format!("{} = {}", place(target), expr(value)),
        StmtKind::Increment(it) => format!("{}++", place(it)),
        StmtKind::Decrement(it) => format!("{}--", place(it)),
        StmtKind::Send(it) => {
            let mark = if it.queueing == Queueing::Fifo { "!" } else { "!!" };
            format!("{}{mark}{}", place(&it.channel), join(&it.arguments, ", ", expr))
        }
        StmtKind::Receive(it) => {
            let mark = if it.queueing == Queueing::Fifo { "?" } else { "??" };
            let (open, close) = if it.removal == Removal::Copy { ("<", ">") } else { ("", "") };
            format!(
                "{}{mark}{open}{}{close}",
                place(&it.channel),
                join(&it.arguments, ", ", match_arg)
            )
        }
        StmtKind::Else => "else".into(),
        StmtKind::Goto(label) => format!("goto {}", label.name),
        StmtKind::Break => "break".into(),
        StmtKind::Assert(it) => format!("assert({})", expr(it)),
        StmtKind::Printf { format, arguments } => {
            let arguments: String = arguments.iter().map(|it| format!(", {}", expr(it))).collect();
            format!("printf(\"{}\"{arguments})", format.text)
        }
        StmtKind::Printm(it) => format!("printm({})", expr(it)),
        StmtKind::SetPriority { pid, priority } => {
            format!("set_priority({}, {})", expr(pid), expr(priority))
        }
        StmtKind::Select(it) => {
            let form = match it.form {
                SelectForm::Alternatives => "",
                SelectForm::Statements => " /* statements */",
                SelectForm::Loop => " /* loop */",
            };
            format!(
                "select ({} : {} .. {}){form}",
                place(&it.variable),
                expr(&it.from),
                expr(&it.to)
            )
        }
        StmtKind::CCode(it) => c_code(it),
        compound => format!("{compound:?}"),
    }
}

fn declaration(it: &Declaration) -> String {
    let visibility = match it.visibility {
        Some(Visibility::Hidden) => "hidden ",
        Some(Visibility::Show) => "show ",
        Some(Visibility::Local) => "local ",
        None => "",
    };
    format!("{visibility}{} {}", ty(&it.ty), join(&it.variables, ", ", variable))
}

fn ty(it: &Type) -> String {
    match &it.kind {
        TypeKind::Bit => "bit".into(),
        TypeKind::Bool => "bool".into(),
        TypeKind::Byte => "byte".into(),
        TypeKind::Short => "short".into(),
        TypeKind::Int => "int".into(),
        TypeKind::Unsigned => "unsigned".into(),
        TypeKind::Mtype(None) => "mtype".into(),
        TypeKind::Mtype(Some(subtype)) => format!("mtype:{}", subtype.name),
        TypeKind::Chan => "chan".into(),
        TypeKind::Pid => "pid".into(),
        TypeKind::Named(name) => name.name.clone(),
    }
}

fn variable(it: &Variable) -> String {
    let mut out = it.name.name.clone();
    out += &it.width.as_ref().map_or(String::new(), |it| format!(" : {}", it.value));
    out += &it.size.as_ref().map_or(String::new(), |it| format!("[{}]", expr(it)));
    out += &match &it.initialiser {
        None => String::new(),
        Some(Initialiser::Value(it)) => format!(" = {}", expr(it)),
        Some(Initialiser::List { values, .. }) => format!(" = {{ {} }}", join(values, ", ", expr)),
        Some(Initialiser::Channel(it)) => {
            format!(" = [{}] of {{ {} }}", expr(&it.capacity), join(&it.fields, ", ", ty))
        }
    };
    out
}

fn place(it: &Place) -> String {
    join(&it.parts, ".", place_part)
}

fn place_part(it: &PlacePart) -> String {
    let index = it.index.as_ref().map_or(String::new(), |it| format!("[{}]", expr(it)));
    format!("{}{index}", it.name.name)
}

fn match_arg(it: &MatchArg) -> String {
    match &it.kind {
        MatchKind::Place(it) => place(it),
        MatchKind::Constant(Expr { kind: ExprKind::Unary(_, it), .. }) => format!("-{}", expr(it)),
        MatchKind::Constant(it) => expr(it),
        MatchKind::Eval(it) => format!("eval({})", expr(it)),
    }
}

pub(crate) fn expr(it: &Expr) -> String {
    let remote = |proctype: &Ident, pid: &Option<Box<Expr>>| {
        let pid = pid.as_ref().map_or(String::new(), |it| format!("[{}]", expr(it)));
        format!("{}{pid}", proctype.name)
    };
    match &it.kind {
        ExprKind::Number(value) => value.to_string(),
        ExprKind::Char(value) => format!("'{}'", value.escape_ascii()),
        ExprKind::True => "true".into(),
        ExprKind::False => "false".into(),
        ExprKind::Skip => "skip".into(),
        ExprKind::Mtype(name) => name.clone(),
        ExprKind::Place(it) => place(it),
        ExprKind::Unary(UnaryOp::Not, it) => format!("(! {})", expr(it)),
        ExprKind::Unary(UnaryOp::Minus, it) => format!("(- {})", expr(it)),
        ExprKind::Unary(UnaryOp::Complement, it) => format!("(~ {})", expr(it)),
        ExprKind::Binary(operator, left, right) => {
            format!("({} {} {})", expr(left), symbol(*operator), expr(right))
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            format!("({} -> {} : {})", expr(condition), expr(then), expr(otherwise))
        }
        ExprKind::Run(it) => {
            let priority = priority(it.priority.as_ref());
            format!("run {}({}){priority}", it.proctype.name, join(&it.arguments, ", ", expr))
        }
        ExprKind::Len(it) => format!("len({})", place(it)),
        ExprKind::Probe(Probe::Full, it) => format!("full({})", place(it)),
        ExprKind::Probe(Probe::NotFull, it) => format!("nfull({})", place(it)),
        ExprKind::Probe(Probe::Empty, it) => format!("empty({})", place(it)),
        ExprKind::Probe(Probe::NotEmpty, it) => format!("nempty({})", place(it)),
        ExprKind::Enabled(it) => format!("enabled({})", expr(it)),
        ExprKind::PcValue(it) => format!("pc_value({})", expr(it)),
        ExprKind::GetPriority(it) => format!("get_priority({})", expr(it)),
        ExprKind::Poll(it) => {
            let mark = if it.queueing == Queueing::Fifo { "?" } else { "??" };
            format!("{}{mark}[{}]", place(&it.channel), join(&it.arguments, ", ", match_arg))
        }
        ExprKind::Timeout => "timeout".into(),
        ExprKind::NonProgress => "np_".into(),
        ExprKind::RemoteLabel { proctype, pid, label } => {
            format!("{}@{}", remote(proctype, pid), label.name)
        }
        ExprKind::RemoteVariable { proctype, pid, variable } => {
            format!("{}:{}", remote(proctype, pid), place_part(variable))
        }
        ExprKind::CExpr(it) => c_code(it),
    }
}

pub(crate) fn ltl(it: &Ltl) -> String {
    match &it.kind {
        LtlKind::Atom(it) => match expr(it) {
            text if text.starts_with('(') => text,
            text => format!("({text})"),
        },
        LtlKind::Unary(operator, it) => {
            let operator = match operator {
                LtlUnary::Not => "!",
                LtlUnary::Next => "X",
                LtlUnary::Always => "[]",
                LtlUnary::Eventually => "<>",
            };
            format!("{operator} {}", ltl(it))
        }
        LtlKind::Binary(operator, left, right) => {
            let operator = match operator {
                LtlBinary::And => "&&",
                LtlBinary::Or => "||",
                LtlBinary::Implies => "->",
                LtlBinary::Equivalent => "<->",
                LtlBinary::Until => "U",
                LtlBinary::WeakUntil => "W",
                LtlBinary::Release => "V",
            };
            format!("({} {operator} {})", ltl(left), ltl(right))
        }
    }
}

fn symbol(operator: BinaryOp) -> &'static str {
    match operator {
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitXor => "^",
        BinaryOp::BitOr => "|",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
    }
}

fn c_code(it: &CCode) -> String {
    let word = match it.kind {
        CCodeKind::Code => "c_code",
        CCodeKind::Declaration => "c_decl",
        CCodeKind::Expression => "c_expr",
    };
    let precondition =
        it.precondition.as_ref().map_or(String::new(), |it| format!("[{}] ", it.text));
    format!("{word} {precondition}{{ {} }}", it.text.text)
}

fn priority(it: Option<&Constant>) -> String {
    it.map_or(String::new(), |it| format!(" priority {}", it.value))
}

fn names(names: &[Ident]) -> String {
    join(names, ", ", |it| it.name.clone())
}

fn join<T>(items: &[T], separator: &str, write: impl Fn(&T) -> String) -> String {
    items.iter().map(write).collect::<Vec<_>>().join(separator)
}

//! The typed tree as text, for tests and for looking at it. Close to C, but with every conversion, load and layout visible.
//!
//! Recursive: print trees of unknown height on a deep stack ([`crate::with_deep_stack`]).

use std::fmt::{self, Display, Formatter, Write as _};

use super::{
    Access, BinaryOp, Callee, CompareOp, Direction, ElementValue, ExprId, ExprKind, Function,
    Initialiser, Linkage, LogicalOp, Origin, PlaceId, PlaceKind, Size, StmtId, StmtKind, Storage,
    Type, UnaryOp, Unit, Update, UpdateOp, VarId, VariableState, Yield,
};

impl Display for Unit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (id, record) in self.types.records().filter(|it| it.1.complete) {
            let ty = record.tag.as_deref().unwrap_or("");
            writeln!(f, "record {ty} {id:?} size {} align {}", record.size, record.align)?;
            for field in &record.fields {
                let name = field.name.as_deref().unwrap_or("<anonymous>");
                write!(
                    f,
                    "  {}: {name}: {}",
                    field.offset,
                    self.types.describe_qualified(field.ty)
                )?;
                if let Some(bits) = field.bits {
                    write!(f, " bits {}..{}", bits.shift, bits.shift + bits.width)?;
                }
                writeln!(f)?;
            }
        }
        for (id, variable) in self.variables.iter() {
            if !matches!(variable.storage, Storage::Static | Storage::Thread)
                || variable.origin == Origin::StringLiteral
            {
                continue;
            }
            let state = match (variable.state, variable.linkage) {
                (VariableState::Declared, _) => "extern ",
                (_, Linkage::Internal) => "static ",
                (_, Linkage::None) => "local static ",
                _ => "",
            };
            write!(f, "{state}{}: {}", self.name(id), self.types.describe_qualified(variable.ty))?;
            if let Some(initialiser) = &variable.initialiser {
                write!(f, " = {}", self.initialiser(initialiser))?;
            }
            writeln!(f)?;
        }
        self.functions.values().try_for_each(|it| self.function(f, it))
    }
}

impl Unit {
    fn function(&self, f: &mut Formatter<'_>, function: &Function) -> fmt::Result {
        let Some(body) = function.body else {
            return writeln!(f, "extern {}: {}", function.name, self.types.describe(function.ty));
        };
        let parameters: Vec<String> = function
            .parameters
            .iter()
            .map(|&it| {
                format!(
                    "{}: {}",
                    self.name(it),
                    self.types.describe_qualified(self.variables[it].ty)
                )
            })
            .collect();
        let result = match self.types.get(function.ty) {
            Type::Function(it) => self.types.describe(it.result),
            _ => String::new(),
        };
        let linkage = if function.linkage == Linkage::Internal { "static " } else { "" };
        writeln!(f, "{linkage}{}({}) -> {result}", function.name, parameters.join(", "))?;
        self.statement(f, body, 0)
    }

    fn name(&self, id: VarId) -> String {
        let variable = &self.variables[id];
        if variable.name.is_empty() { format!("{id:?}") } else { variable.name.clone() }
    }

    fn statement(&self, f: &mut Formatter<'_>, id: StmtId, depth: usize) -> fmt::Result {
        let indent = "  ".repeat(depth);
        match &self.stmts[id].kind {
            StmtKind::Empty => writeln!(f, "{indent};"),
            StmtKind::Block { statements, .. } => {
                writeln!(f, "{indent}{{")?;
                statements.iter().try_for_each(|&it| self.statement(f, it, depth + 1))?;
                writeln!(f, "{indent}}}")
            }
            StmtKind::Expression(it) => writeln!(f, "{indent}{}", self.value(*it)),
            StmtKind::Declare { variable, initialiser, size } => {
                write!(
                    f,
                    "{indent}let {}: {}",
                    self.name(*variable),
                    self.types.describe_qualified(self.variables[*variable].ty)
                )?;
                if let Some(size) = size {
                    write!(f, " of {} bytes", self.value(*size))?;
                }
                match initialiser {
                    Some(it) => writeln!(f, " = {}", self.initialiser(it)),
                    None => writeln!(f),
                }
            }
            StmtKind::If { arms, otherwise } => {
                for (condition, then) in arms {
                    writeln!(f, "{indent}if {}", self.value(*condition))?;
                    self.statement(f, *then, depth + 1)?;
                }
                if let Some(otherwise) = otherwise {
                    writeln!(f, "{indent}else")?;
                    self.statement(f, *otherwise, depth + 1)?;
                }
                Ok(())
            }
            StmtKind::While { condition, body } => {
                writeln!(f, "{indent}while {}", self.value(*condition))?;
                self.statement(f, *body, depth + 1)
            }
            StmtKind::Contracted { contract, body } => {
                for it in &contract.invariants {
                    writeln!(f, "{indent}invariant {}", self.value(*it))?;
                }
                for it in &contract.decreases {
                    writeln!(f, "{indent}decreases {}", self.value(*it))?;
                }
                self.statement(f, *body, depth)
            }
            StmtKind::DoWhile { body, condition } => {
                writeln!(f, "{indent}do")?;
                self.statement(f, *body, depth + 1)?;
                writeln!(f, "{indent}while {}", self.value(*condition))
            }
            StmtKind::For { condition, step, body } => {
                let part = |it: &Option<ExprId>| it.map_or(String::new(), |it| self.value(it));
                writeln!(f, "{indent}for {}; {}", part(condition), part(step))?;
                self.statement(f, *body, depth + 1)
            }
            StmtKind::Switch { value, cases, default, body } => {
                write!(f, "{indent}switch {}", self.value(*value))?;
                for case in cases {
                    write!(f, " {}..={} {:?}", case.low, case.high, case.target)?;
                }
                match default {
                    Some(it) => writeln!(f, " default {it:?}")?,
                    None => writeln!(f)?,
                }
                self.statement(f, *body, depth + 1)
            }
            StmtKind::Label(it) => writeln!(f, "{indent}{it:?}:"),
            StmtKind::Goto(it) => writeln!(f, "{indent}goto {it:?}"),
            StmtKind::ComputedGoto(it) => writeln!(f, "{indent}goto *{}", self.value(*it)),
            StmtKind::Cleanup(it) => writeln!(f, "{indent}cleanup {}", self.value(*it)),
            StmtKind::Break => writeln!(f, "{indent}break"),
            StmtKind::Continue => writeln!(f, "{indent}continue"),
            StmtKind::Return(None) => writeln!(f, "{indent}return"),
            StmtKind::Return(Some(it)) => writeln!(f, "{indent}return {}", self.value(*it)),
            StmtKind::Unsupported(what) => writeln!(f, "{indent}unsupported {what}"),
        }
    }

    fn initialiser(&self, initialiser: &Initialiser) -> String {
        let mut parts = Vec::new();
        for element in &initialiser.elements {
            let mut text = format!("{}", element.offset);
            if element.count != 1 {
                write!(text, " {} times by {}", element.count, element.stride).ok();
            }
            match &element.value {
                ElementValue::Scalar { bits, value, .. } => {
                    if let Some(bits) = bits {
                        write!(text, " bits {}..{}", bits.shift, bits.shift + bits.width).ok();
                    }
                    write!(text, ": {}", self.value(*value)).ok();
                }
                ElementValue::Record { value, .. } => {
                    write!(text, ": {}", self.value(*value)).ok();
                }
                ElementValue::Bytes(bytes) => {
                    write!(text, ": \"{}\"", bytes.escape_ascii()).ok();
                }
            }
            parts.push(text);
        }
        let zero = if initialiser.zero_fill { "zero " } else { "" };
        format!("{zero}{{{}}}", parts.join(", "))
    }

    fn place(&self, id: PlaceId) -> String {
        match &self.places[id].kind {
            PlaceKind::Variable(it) => match &self.variables[*it].initialiser {
                Some(initialiser) if self.variables[*it].origin == Origin::StringLiteral => {
                    initialiser
                        .elements
                        .iter()
                        .map(|it| match &it.value {
                            ElementValue::Bytes(bytes) => format!("\"{}\"", bytes.escape_ascii()),
                            _ => String::new(),
                        })
                        .collect()
                }
                _ => self.name(*it),
            },
            PlaceKind::Deref(it) => format!("*{}", self.value(*it)),
            PlaceKind::Field { base, record, index } => {
                let field = &self.types.record(*record).fields[*index as usize];
                format!("{}.{}", self.place(*base), field.name.as_deref().unwrap_or("<anonymous>"))
            }
            PlaceKind::CompoundLiteral { variable, initialiser } => {
                format!("({} = {})", self.name(*variable), self.initialiser(initialiser))
            }
            PlaceKind::Temporary(it) => format!("temporary {}", self.value(*it)),
            PlaceKind::Unsupported(what) => format!("unsupported({what})"),
        }
    }

    fn value(&self, id: ExprId) -> String {
        let node = &self.exprs[id];
        let ty = || self.types.describe(node.ty);
        let list = |items: &[ExprId]| {
            items.iter().map(|&it| self.value(it)).collect::<Vec<_>>().join(", ")
        };
        match &node.kind {
            ExprKind::Integer(value) => match self.types.get(node.ty) {
                Type::Integer(super::IntegerKind::Int) => value.to_string(),
                _ => format!("{value}:{}", ty()),
            },
            ExprKind::Float(bits) => format!("{bits:#x}:{}", ty()),
            ExprKind::Null => format!("null:{}", ty()),
            ExprKind::Function(it) => format!("&{}", self.functions[*it].name),
            ExprKind::LabelAddress(it) => format!("&&{it:?}"),
            ExprKind::Load(place) => self.place(*place),
            ExprKind::AddressOf(place) => format!("&{}", self.place(*place)),
            ExprKind::Unary(UnaryOp::Negate, it) => format!("-{}", self.value(*it)),
            ExprKind::Unary(UnaryOp::Complement, it) => format!("~{}", self.value(*it)),
            ExprKind::Binary(op, left, right) => {
                format!("({} {} {})", self.value(*left), op.text(), self.value(*right))
            }
            ExprKind::Compare(op, left, right) => {
                format!("({} {} {})", self.value(*left), op.text(), self.value(*right))
            }
            ExprKind::Not(it) => format!("!{}", self.value(*it)),
            ExprKind::Logical(op, left, right) => {
                let op = if *op == LogicalOp::And { "&&" } else { "||" };
                format!("({} {op} {})", self.value(*left), self.value(*right))
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                format!(
                    "({} ? {} : {})",
                    self.value(*condition),
                    self.value(*then),
                    self.value(*otherwise)
                )
            }
            ExprKind::Let { variable, value, body } => {
                format!(
                    "(let {} = {} in {})",
                    self.name(*variable),
                    self.value(*value),
                    self.value(*body)
                )
            }
            ExprKind::Comma(left, right) => {
                format!("({}, {})", self.value(*left), self.value(*right))
            }
            ExprKind::Convert(_, it) => format!("({}){}", ty(), self.value(*it)),
            ExprKind::PointerAdd { pointer, index, element, direction } => {
                format!(
                    "({} {} {} by {})",
                    self.value(*pointer),
                    direction.text(),
                    self.value(*index),
                    self.size(*element)
                )
            }
            ExprKind::PointerDifference { left, right, element } => {
                format!(
                    "({} - {} by {})",
                    self.value(*left),
                    self.value(*right),
                    self.size(*element)
                )
            }
            ExprKind::Assign { place, value } => {
                format!("({} = {})", self.place(*place), self.value(*value))
            }
            ExprKind::Update(update) => self.update(update),
            ExprKind::Call { callee: Callee::Direct(it), arguments } => {
                format!("{}({})", self.functions[*it].name, list(arguments))
            }
            ExprKind::Call { callee: Callee::Indirect(it), arguments } => {
                format!("(*{})({})", self.value(*it), list(arguments))
            }
            ExprKind::Statement { block, value } => {
                let value = value.map_or(String::new(), |it| self.value(it));
                format!("({{{block:?}; {value}}})")
            }
            ExprKind::Va(access) => match access {
                Access::Start(place) => format!("va_start({})", self.place(*place)),
                Access::Argument(place) => format!("va_arg({}, {})", self.place(*place), ty()),
                Access::Copy(to, from) => {
                    format!("va_copy({}, {})", self.place(*to), self.place(*from))
                }
                Access::End(place) => format!("va_end({})", self.place(*place)),
            },
            ExprKind::Builtin { builtin, arguments } => format!("{builtin:?}({})", list(arguments)),
            ExprKind::Unsupported(what) => format!("unsupported({what})"),
        }
    }

    fn update(&self, update: &Update) -> String {
        let operand = self.value(update.operand);
        let place = self.place(update.place);
        let old = if update.result == Yield::Old { "old of " } else { "" };
        match update.operation {
            UpdateOp::Arithmetic { op, computation, .. } => {
                format!(
                    "({old}{place} {}= {operand} in {})",
                    op.text(),
                    self.types.describe(computation)
                )
            }
            UpdateOp::Pointer { element, direction } => {
                format!("({old}{place} {}= {operand} by {})", direction.text(), self.size(element))
            }
        }
    }

    fn size(&self, size: Size) -> String {
        match size {
            Size::Known(size) => size.to_string(),
            Size::Computed(size) => self.value(size),
        }
    }
}

impl Direction {
    fn text(self) -> &'static str {
        match self {
            Self::Forward | Self::Subscript => "+",
            Self::Backward => "-",
        }
    }
}

impl BinaryOp {
    /// As C writes it.
    pub fn text(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
            Self::ShiftLeft => "<<",
            Self::ShiftRight => ">>",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
        }
    }
}

impl CompareOp {
    /// As C writes it.
    pub fn text(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
        }
    }
}

//! The terminal symbols of the grammar.

/// A terminal symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    End,
    /// What no token starts with.
    Bad,

    /// A name that is none of the next three.
    Name,
    /// The name of a `typedef` seen before.
    TypeName,
    /// The name of a proctype seen before.
    ProctypeName,
    /// The name of an inline seen before.
    InlineName,
    /// A number, a character, `true`, `false`, `skip`, or the name of an `mtype` constant seen before.
    Constant,
    Text,
    /// `c_code`, `c_decl` with their blocks.
    CCode,
    /// `c_expr` with its block.
    CExpr,

    Active,
    Assert,
    Atomic,
    Break,
    CState,
    DProctype,
    DStep,
    Do,
    Else,
    Enabled,
    Eval,
    /// `xr`, `xs`.
    Exclusive,
    Fi,
    For,
    GetPriority,
    Goto,
    If,
    In,
    Init,
    Inline,
    Len,
    Ltl,
    Never,
    NonProgress,
    Od,
    Of,
    PcValue,
    Printf,
    Printm,
    Priority,
    /// `full`, `empty`, `nfull`, `nempty`.
    Probe,
    Proctype,
    Provided,
    Return,
    Run,
    Select,
    SetPriority,
    Timeout,
    /// `trace`, `notrace`.
    Trace,
    /// `byte` and its like.
    Type,
    Typedef,
    Unless,
    /// `hidden`, `show`, `local`.
    Visibility,

    OpenBrace,
    CloseBrace,
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    Semicolon,
    /// `->` outside of formulas.
    Arrow,
    /// `::`.
    Choice,
    Colon,
    Comma,
    Dot,
    DotDot,
    At,
    Assign,
    Increment,
    Decrement,
    /// `!`: negation and send.
    Bang,
    BangBang,
    Question,
    QuestionQuestion,
    AndAnd,
    OrOr,
    And,
    Or,
    Xor,
    Tilde,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    Backslash,

    // In formulas only:
    Always,
    Eventually,
    Next,
    Until,
    WeakUntil,
    Release,
    Implies,
    Equivalent,
}

impl Kind {
    /// The keyword `word` is, outside of formulas.
    pub(crate) fn keyword(word: &str) -> Option<Self> {
        Some(match word {
            "active" => Self::Active,
            "assert" => Self::Assert,
            "atomic" => Self::Atomic,
            "bit" | "bool" | "byte" | "chan" | "int" | "mtype" | "pid" | "short" | "unsigned" => {
                Self::Type
            }
            "break" => Self::Break,
            "c_code" | "c_decl" => Self::CCode,
            "c_expr" => Self::CExpr,
            "c_state" | "c_track" => Self::CState,
            "D_proctype" => Self::DProctype,
            "do" => Self::Do,
            "else" => Self::Else,
            "empty" | "full" | "nempty" | "nfull" => Self::Probe,
            "enabled" => Self::Enabled,
            "eval" => Self::Eval,
            "false" | "skip" | "true" => Self::Constant,
            "fi" => Self::Fi,
            "for" => Self::For,
            "get_priority" => Self::GetPriority,
            "goto" => Self::Goto,
            "hidden" | "local" | "show" => Self::Visibility,
            "if" => Self::If,
            "in" => Self::In,
            "init" => Self::Init,
            "inline" => Self::Inline,
            "len" => Self::Len,
            "ltl" => Self::Ltl,
            "never" => Self::Never,
            "notrace" | "trace" => Self::Trace,
            "np_" => Self::NonProgress,
            "od" => Self::Od,
            "of" => Self::Of,
            "pc_value" => Self::PcValue,
            "printf" => Self::Printf,
            "printm" => Self::Printm,
            "priority" => Self::Priority,
            "proctype" => Self::Proctype,
            "provided" => Self::Provided,
            "return" => Self::Return,
            "run" => Self::Run,
            "d_step" => Self::DStep,
            "select" => Self::Select,
            "set_priority" => Self::SetPriority,
            "timeout" => Self::Timeout,
            "typedef" => Self::Typedef,
            "unless" => Self::Unless,
            "xr" | "xs" => Self::Exclusive,
            _ => return None,
        })
    }

    /// The operator `word` is in formulas.
    pub(crate) fn temporal_word(word: &str) -> Option<Self> {
        Some(match word {
            "always" => Self::Always,
            "eventually" => Self::Eventually,
            "X" | "next" => Self::Next,
            "U" | "until" | "stronguntil" => Self::Until,
            "W" | "weakuntil" => Self::WeakUntil,
            "V" | "release" => Self::Release,
            "implies" => Self::Implies,
            "equivalent" => Self::Equivalent,
            _ => return None,
        })
    }

    /// The operator at the start of `text`, outside of formulas, and its length.
    pub(crate) fn operator(text: &str) -> Option<(Self, usize)> {
        const OPERATORS: [(&str, Kind); 42] = [
            // Spin looks for the second minus before it looks for `>`, so the decrement is lost.
            ("-->", Kind::Arrow),
            ("::", Kind::Choice),
            ("->", Kind::Arrow),
            ("--", Kind::Decrement),
            ("++", Kind::Increment),
            ("<<", Kind::ShiftLeft),
            ("<=", Kind::LessEqual),
            (">>", Kind::ShiftRight),
            (">=", Kind::GreaterEqual),
            ("==", Kind::Equal),
            ("!=", Kind::NotEqual),
            ("!!", Kind::BangBang),
            ("??", Kind::QuestionQuestion),
            ("&&", Kind::AndAnd),
            ("||", Kind::OrOr),
            ("..", Kind::DotDot),
            ("{", Kind::OpenBrace),
            ("}", Kind::CloseBrace),
            ("(", Kind::OpenParen),
            (")", Kind::CloseParen),
            ("[", Kind::OpenBracket),
            ("]", Kind::CloseBracket),
            (";", Kind::Semicolon),
            (":", Kind::Colon),
            (",", Kind::Comma),
            (".", Kind::Dot),
            ("@", Kind::At),
            ("=", Kind::Assign),
            ("!", Kind::Bang),
            ("?", Kind::Question),
            ("&", Kind::And),
            ("|", Kind::Or),
            ("^", Kind::Xor),
            ("~", Kind::Tilde),
            ("+", Kind::Plus),
            ("-", Kind::Minus),
            ("*", Kind::Star),
            ("/", Kind::Slash),
            ("%", Kind::Percent),
            ("<", Kind::Less),
            (">", Kind::Greater),
            ("\\", Kind::Backslash),
        ];
        OPERATORS
            .iter()
            .find(|(spelling, _)| text.starts_with(spelling))
            .map(|&(spelling, kind)| (kind, spelling.len()))
    }
}

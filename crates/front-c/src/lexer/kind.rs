//! The kinds of tokens: punctuators and keywords (C11 §6.4.1, §6.4.6), with the other spellings of GNU C.

use tribunal_preprocess::TokenKind;

macro_rules! kinds {
    (
        punctuators { $($punctuator:ident = $($sign:literal)|+;)* }
        keywords { $($keyword:ident = $($word:literal)|+;)* }
    ) => {
        /// What a token is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum Kind {
            /// After the last token.
            End,
            Identifier,
            Number,
            Character,
            String,
            /// No token of C.
            Other,
            $($punctuator,)*
            $($keyword,)*
        }

        impl Kind {
            /// The kind of an identifier, keyword or punctuator.
            pub(crate) fn of_word(text: &str, kind: TokenKind) -> Self {
                match (kind, text) {
                    $((TokenKind::Punctuator, $($sign)|+) => Self::$punctuator,)*
                    $((TokenKind::Identifier, $($word)|+) => Self::$keyword,)*
                    (TokenKind::Identifier, _) => Self::Identifier,
                    _ => Self::Other,
                }
            }

            /// What to call it in a message.
            pub(crate) fn describe(self) -> &'static str {
                match self {
                    Self::End => "the end of the file",
                    Self::Identifier => "a name",
                    Self::Number => "a number",
                    Self::Character => "a character",
                    Self::String => "a string",
                    Self::Other => "an unknown character",
                    $(Self::$punctuator => kinds!(@quote $($sign)|+),)*
                    $(Self::$keyword => kinds!(@quote $($word)|+),)*
                }
            }
        }
    };
    (@quote $first:literal $(| $rest:literal)*) => { concat!("`", $first, "`") };
}

kinds! {
    punctuators {
        OpenParen = "(";
        CloseParen = ")";
        OpenBracket = "[" | "<:";
        CloseBracket = "]" | ":>";
        OpenBrace = "{" | "<%";
        CloseBrace = "}" | "%>";
        Dot = ".";
        Arrow = "->";
        PlusPlus = "++";
        MinusMinus = "--";
        Ampersand = "&";
        Star = "*";
        Plus = "+";
        Minus = "-";
        Tilde = "~";
        Bang = "!";
        Slash = "/";
        Percent = "%";
        ShiftLeft = "<<";
        ShiftRight = ">>";
        Less = "<";
        Greater = ">";
        LessEqual = "<=";
        GreaterEqual = ">=";
        EqualEqual = "==";
        BangEqual = "!=";
        Caret = "^";
        Bar = "|";
        AndAnd = "&&";
        OrOr = "||";
        Question = "?";
        Colon = ":";
        Semicolon = ";";
        Ellipsis = "...";
        Equal = "=";
        StarEqual = "*=";
        SlashEqual = "/=";
        PercentEqual = "%=";
        PlusEqual = "+=";
        MinusEqual = "-=";
        ShiftLeftEqual = "<<=";
        ShiftRightEqual = ">>=";
        AmpersandEqual = "&=";
        CaretEqual = "^=";
        BarEqual = "|=";
        Comma = ",";
    }
    keywords {
        Auto = "auto";
        Break = "break";
        Case = "case";
        Char = "char";
        Const = "const" | "__const" | "__const__";
        Continue = "continue";
        Default = "default";
        Do = "do";
        Double = "double";
        Else = "else";
        Enum = "enum";
        Extern = "extern";
        Float = "float";
        For = "for";
        Goto = "goto";
        If = "if";
        Inline = "inline" | "__inline" | "__inline__";
        Int = "int";
        Long = "long";
        Register = "register";
        Restrict = "restrict" | "__restrict" | "__restrict__";
        Return = "return";
        Short = "short";
        Signed = "signed" | "__signed" | "__signed__";
        Sizeof = "sizeof";
        Static = "static";
        Struct = "struct";
        Switch = "switch";
        Typedef = "typedef";
        Union = "union";
        Unsigned = "unsigned";
        Void = "void";
        Volatile = "volatile" | "__volatile" | "__volatile__";
        While = "while";
        Alignas = "_Alignas" | "alignas";
        Alignof = "_Alignof" | "alignof";
        PreferredAlignof = "__alignof__" | "__alignof";
        Atomic = "_Atomic";
        Bool = "_Bool";
        Complex = "_Complex" | "__complex__" | "__complex";
        Generic = "_Generic";
        Noreturn = "_Noreturn";
        StaticAssert = "_Static_assert" | "static_assert";
        ThreadLocal = "_Thread_local" | "thread_local" | "__thread";
        Imaginary = "_Imaginary";
        Pragma = "_Pragma";
        Asm = "asm" | "__asm__" | "__asm";
        Attribute = "__attribute__" | "__attribute";
        AutoType = "__auto_type";
        Extension = "__extension__";
        LocalLabel = "__label__";
        Typeof = "typeof" | "__typeof__" | "__typeof";
        TypeofUnqual = "typeof_unqual" | "__typeof_unqual__";
        Real = "__real__" | "__real";
        Imag = "__imag__" | "__imag";
        BitInt = "_BitInt";
        Int128 = "__int128" | "__int128_t";
        Uint128 = "__uint128_t";
        Float16 = "_Float16";
        Float32 = "_Float32";
        Float64 = "_Float64";
        Float128 = "_Float128" | "__float128";
        Float32x = "_Float32x";
        Float64x = "_Float64x" | "__float80";
        Decimal = "_Decimal32" | "_Decimal64" | "_Decimal128";
        Func = "__func__";
        Function = "__FUNCTION__";
        PrettyFunction = "__PRETTY_FUNCTION__";
        VaList = "__builtin_va_list";
        VaArg = "__builtin_va_arg";
        Offsetof = "__builtin_offsetof";
        TypesCompatible = "__builtin_types_compatible_p";
        ChooseExpr = "__builtin_choose_expr";
    }
}

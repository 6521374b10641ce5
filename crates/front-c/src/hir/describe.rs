//! Types as C writes them, for messages.

use super::{FloatKind, IntegerKind};
use super::{Length, QualType, Qualifiers, RecordKind, Type, TypeId, Types};

impl Types {
    /// The type as a C type name.
    pub fn describe(&self, id: TypeId) -> String {
        self.describe_qualified(QualType::plain(id))
    }

    /// The qualified type as a C type name.
    pub fn describe_qualified(&self, ty: QualType) -> String {
        self.declare(ty, "")
    }

    /// A declaration of a name with this type, without what follows it.
    pub fn declare(&self, ty: QualType, name: &str) -> String {
        // From the outermost derivation inwards, the declarator grows around the name.
        let mut declarator = name.to_owned();
        let mut current = ty;
        loop {
            match self.get(current.id) {
                Type::Pointer(pointee) => {
                    declarator = format!("*{}{declarator}", words(current.qualifiers));
                    current = *pointee;
                }
                Type::Array { element, length } => {
                    let length = match length {
                        Length::Known(it) => it.to_string(),
                        Length::Incomplete => String::new(),
                        Length::Variable(_) | Length::Unspecified => "*".into(),
                    };
                    declarator = format!("{}[{length}]", parenthesised(declarator));
                    current = *element;
                }
                Type::Function(function) => {
                    let mut parts: Vec<String> =
                        function.parameters.iter().map(|&it| self.describe(it)).collect();
                    if function.variadic {
                        parts.push("...".into());
                    }
                    if parts.is_empty() && function.prototyped {
                        parts.push("void".into());
                    }
                    declarator = format!("{}({})", parenthesised(declarator), parts.join(", "));
                    current = QualType::plain(function.result);
                }
                _ => break,
            }
        }
        let base = format!("{}{}", words(current.qualifiers), self.base(current.id));
        if declarator.is_empty() { base } else { format!("{base} {declarator}") }
    }

    fn base(&self, id: TypeId) -> String {
        match self.get(id) {
            Type::Void => "void".into(),
            Type::Bool => "_Bool".into(),
            Type::Integer(kind) => kind.name().into(),
            Type::Float(kind) => kind.name().into(),
            Type::Complex(kind) => format!("_Complex {}", kind.name()),
            Type::Vector { element, bytes } => {
                format!("vector of {bytes} bytes of {}", self.base(*element))
            }
            Type::Enum(it) => {
                let enumeration = self.enumeration(*it);
                called("enum", &enumeration.tag, &enumeration.alias)
            }
            Type::Record(it) => {
                let record = self.record(*it);
                let kind = match record.kind {
                    RecordKind::Struct => "struct",
                    RecordKind::Union => "union",
                };
                called(kind, &record.tag, &record.alias)
            }
            Type::VaList => "va_list".into(),
            Type::Pointer(_) | Type::Array { .. } | Type::Function(_) => self.describe(id),
        }
    }
}

/// What a type that has a tag, or could have had one, is called.
fn called(kind: &str, tag: &Option<String>, alias: &Option<String>) -> String {
    match (tag, alias) {
        (Some(tag), _) => format!("{kind} {tag}"),
        (None, Some(alias)) => alias.clone(),
        (None, None) => format!("{kind} <anonymous>"),
    }
}

fn parenthesised(declarator: String) -> String {
    if declarator.starts_with('*') { format!("({declarator})") } else { declarator }
}

fn words(qualifiers: Qualifiers) -> String {
    let Qualifiers { constant, volatile, restrict, atomic } = qualifiers;
    let words = [
        (constant, "const "),
        (volatile, "volatile "),
        (restrict, "restrict "),
        (atomic, "_Atomic "),
    ];
    words.iter().filter(|it| it.0).map(|it| it.1).collect()
}

impl IntegerKind {
    /// As C writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Char => "char",
            Self::SignedChar => "signed char",
            Self::UnsignedChar => "unsigned char",
            Self::Short => "short",
            Self::UnsignedShort => "unsigned short",
            Self::Int => "int",
            Self::UnsignedInt => "unsigned int",
            Self::Long => "long",
            Self::UnsignedLong => "unsigned long",
            Self::LongLong => "long long",
            Self::UnsignedLongLong => "unsigned long long",
            Self::Int128 => "__int128",
            Self::UnsignedInt128 => "unsigned __int128",
            Self::BitInt { signed: true, .. } => "_BitInt",
            Self::BitInt { signed: false, .. } => "unsigned _BitInt",
            Self::BitField { signed: true, .. } => "wide bit-field",
            Self::BitField { signed: false, .. } => "unsigned wide bit-field",
        }
    }
}

impl FloatKind {
    /// As C writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Float16 => "_Float16",
            Self::Float => "float",
            Self::Double => "double",
            Self::LongDouble => "long double",
            Self::Float128 => "_Float128",
        }
    }
}

//! Functions of the C library that gcc knows without a declaration, with their types.

use tribunal_base::Span;

use crate::hir::{
    FloatKind, FunctionId, FunctionType, IntegerKind, QualType, Qualifiers, Type, TypeId,
};

use super::Sema;

/// Name and type, sorted by name: the result, then the parameters. `v` void, `i` int, `u` unsigned, `l` long, `L` long long, `z` size_t, `p` void *,
/// `k` const void *, `s` char *, `c` const char *, `d` double, `a` va_list, `.` variadic.
const FUNCTIONS: &[(&str, &str)] = &[
    ("_Exit", "vi"),
    ("_exit", "vi"),
    ("abort", "v"),
    ("abs", "ii"),
    ("aligned_alloc", "pzz"),
    ("alloca", "pz"),
    ("atof", "dc"),
    ("atoi", "ic"),
    ("atol", "lc"),
    ("bcmp", "ikkz"),
    ("bzero", "vpz"),
    ("calloc", "pzz"),
    ("exit", "vi"),
    ("ffs", "ii"),
    ("ffsl", "il"),
    ("ffsll", "iL"),
    ("free", "vp"),
    ("getchar", "i"),
    ("index", "sci"),
    ("isalnum", "ii"),
    ("isalpha", "ii"),
    ("isblank", "ii"),
    ("iscntrl", "ii"),
    ("isdigit", "ii"),
    ("isgraph", "ii"),
    ("islower", "ii"),
    ("isprint", "ii"),
    ("ispunct", "ii"),
    ("isspace", "ii"),
    ("isupper", "ii"),
    ("isxdigit", "ii"),
    ("labs", "ll"),
    ("llabs", "LL"),
    ("malloc", "pz"),
    ("memchr", "pkiz"),
    ("memcmp", "ikkz"),
    ("memcpy", "ppkz"),
    ("memmove", "ppkz"),
    ("mempcpy", "ppkz"),
    ("memset", "ppiz"),
    ("printf", "ic."),
    ("putchar", "ii"),
    ("puts", "ic"),
    ("realloc", "ppz"),
    ("rindex", "sci"),
    ("scanf", "ic."),
    ("snprintf", "iszc."),
    ("sprintf", "isc."),
    ("sscanf", "icc."),
    ("stpcpy", "ssc"),
    ("strcasecmp", "icc"),
    ("strcat", "ssc"),
    ("strchr", "sci"),
    ("strcmp", "icc"),
    ("strcpy", "ssc"),
    ("strcspn", "zcc"),
    ("strdup", "sc"),
    ("strlen", "zc"),
    ("strncasecmp", "iccz"),
    ("strncat", "sscz"),
    ("strncmp", "iccz"),
    ("strncpy", "sscz"),
    ("strndup", "scz"),
    ("strnlen", "zcz"),
    ("strpbrk", "scc"),
    ("strrchr", "sci"),
    ("strspn", "zcc"),
    ("strstr", "scc"),
    ("tolower", "ii"),
    ("toupper", "ii"),
    ("vprintf", "ica"),
    ("vscanf", "ica"),
    ("vsnprintf", "iszca"),
    ("vsprintf", "isca"),
    ("vsscanf", "icca"),
];

/// Functions of `math.h` with one (or so many) arguments of the type of the result; `f` and `l` variants exist.
const MATHEMATICS: &[(&str, usize)] = &[
    ("acos", 1),
    ("acosh", 1),
    ("asin", 1),
    ("asinh", 1),
    ("atan", 1),
    ("atan2", 2),
    ("atanh", 1),
    ("cbrt", 1),
    ("ceil", 1),
    ("copysign", 2),
    ("cos", 1),
    ("cosh", 1),
    ("erf", 1),
    ("erfc", 1),
    ("exp", 1),
    ("exp2", 1),
    ("expm1", 1),
    ("fabs", 1),
    ("fdim", 2),
    ("floor", 1),
    ("fma", 3),
    ("fmax", 2),
    ("fmin", 2),
    ("fmod", 2),
    ("hypot", 2),
    ("lgamma", 1),
    ("log", 1),
    ("log10", 1),
    ("log1p", 1),
    ("log2", 1),
    ("logb", 1),
    ("nearbyint", 1),
    ("nextafter", 2),
    ("pow", 2),
    ("remainder", 2),
    ("rint", 1),
    ("round", 1),
    ("roundeven", 1),
    ("sin", 1),
    ("sinh", 1),
    ("sqrt", 1),
    ("tan", 1),
    ("tanh", 1),
    ("tgamma", 1),
    ("trunc", 1),
];

impl Sema<'_> {
    /// The function of the C library with this name, declared now if it was not (with a warning, as gcc does). `__builtin_` in front
    /// is dropped, without a warning.
    pub(crate) fn library_function(&mut self, name: &str, span: Span) -> Option<FunctionId> {
        let plain = name.strip_prefix("__builtin_");
        let ty = self.library_type(plain.unwrap_or(name))?;
        if plain.is_none() {
            self.warn(
                "implicit-function",
                span,
                format!("`{name}` is not declared: assumed to be the C library's"),
            );
        }
        let function = self.external_function(plain.unwrap_or(name), ty, span);
        let noreturn = matches!(plain.unwrap_or(name), "abort" | "exit" | "_exit" | "_Exit");
        self.unit.functions[function].noreturn |= noreturn;
        self.unit.functions[function].used = true;
        Some(function)
    }

    fn library_type(&mut self, name: &str) -> Option<TypeId> {
        if let Ok(found) = FUNCTIONS.binary_search_by_key(&name, |it| it.0) {
            return Some(self.signature(FUNCTIONS[found].1));
        }
        let (base, kind) = Self::math_base(name)?;
        let count = MATHEMATICS.iter().find(|it| it.0 == base)?.1;
        let ty = self.unit.types.intern(Type::Float(kind));
        let function = FunctionType {
            result: ty,
            parameters: vec![ty; count],
            variadic: false,
            prototyped: true,
        };
        Some(self.unit.types.intern(Type::Function(function)))
    }

    /// `sqrtf` is `sqrt` for `float`.
    pub(crate) fn math_base(name: &str) -> Option<(&str, FloatKind)> {
        let known = |it: &str| MATHEMATICS.iter().any(|entry| entry.0 == it);
        if known(name) {
            return Some((name, FloatKind::Double));
        }
        let suffixes =
            [("f128", FloatKind::Float128), ("f", FloatKind::Float), ("l", FloatKind::LongDouble)];
        suffixes.into_iter().find_map(|(suffix, kind)| {
            name.strip_suffix(suffix).filter(|it| known(it)).map(|it| (it, kind))
        })
    }

    fn signature(&mut self, text: &str) -> TypeId {
        let mut variadic = false;
        let mut parts = Vec::new();
        for letter in text.chars() {
            let constant = Qualifiers { constant: true, ..Qualifiers::default() };
            let ty = match letter {
                '.' => {
                    variadic = true;
                    continue;
                }
                'v' => self.common.void,
                'u' => self.common.uint,
                'l' => self.unit.types.intern(Type::Integer(IntegerKind::Long)),
                'L' => self.unit.types.intern(Type::Integer(IntegerKind::LongLong)),
                'z' => self.common.size,
                'p' => self.common.void_pointer,
                'k' => {
                    let void = self.common.void;
                    self.pointer_to(QualType { id: void, qualifiers: constant })
                }
                's' => {
                    let char = self.common.char;
                    self.pointer_to(QualType::plain(char))
                }
                'c' => {
                    let char = self.common.char;
                    self.pointer_to(QualType { id: char, qualifiers: constant })
                }
                'd' => self.common.double,
                'a' => self.common.va_list,
                _ => self.common.int,
            };
            parts.push(ty);
        }
        let result = parts.first().copied().unwrap_or(self.common.int);
        let parameters = parts.get(1..).unwrap_or_default().to_vec();
        self.unit.types.intern(Type::Function(FunctionType {
            result,
            parameters,
            variadic,
            prototyped: true,
        }))
    }
}

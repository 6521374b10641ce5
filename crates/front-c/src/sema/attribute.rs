//! GNU attributes: what those with a meaning say. What becomes of the others, `support::attributes` tells.

use tribunal_base::Span;
use tribunal_preprocess::Symbol;

use crate::ast;
use crate::hir::Nonnull;
use crate::lexer::{keeps_floats, only_levels};
use crate::support::attributes::{Meaning, ROWS, meaning};
use crate::support::{Support, lookup};

use super::{Checked, Sema};

/// What the attributes of a declaration say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attributes {
    /// `aligned(n)`, `_Alignas(n)`: the strictest.
    pub(crate) align: Option<u64>,
    /// `aligned(n)`: the last one, which is what counts for types.
    pub(crate) last_align: Option<u64>,
    /// `aligned(n)` on the pointer that the declarator makes.
    pub(crate) pointer_align: Option<u64>,
    /// `packed`
    pub(crate) packed: bool,
    /// `#pragma pack(n)`: the largest alignment of members.
    pub(crate) pack: Option<u64>,
    /// `vector_size(n)`
    pub(crate) vector_size: Option<u64>,
    /// `mode(DI)` and its kin: a width in bytes.
    pub(crate) mode: Option<(String, Span)>,
    /// `noreturn`
    pub(crate) noreturn: bool,
    /// `nonnull(numbers)`
    pub(crate) nonnull: Nonnull,
    /// `returns_nonnull`
    pub(crate) returns_nonnull: bool,
    /// `constructor(priority)`
    pub(crate) constructor: Option<u32>,
    /// `destructor(priority)`
    pub(crate) destructor: Option<u32>,
    /// `transparent_union`
    pub(crate) transparent: bool,
    /// `alias("name")`
    pub(crate) alias: Option<String>,
    /// `weakref("name")`, or without a name, which `alias` gives then
    pub(crate) weakref: Option<Option<String>>,
    /// `weak`
    pub(crate) weak: bool,
    /// `gnu_inline`
    pub(crate) gnu_inline: bool,
    /// `cleanup(function)`
    pub(crate) cleanup: Option<(Symbol, Span)>,
}

/// The alignment `aligned` without a number asks for.
const LARGEST_ALIGNMENT: u64 = 16;

/// The priority of constructors and destructors that give none.
const LAST: u32 = 65535;

impl<'a> Sema<'a> {
    pub(crate) fn attributes(
        &mut self,
        list: ast::List<ast::Attribute>,
        into: &mut Attributes,
    ) -> Checked<()> {
        let ast = self.ast;
        for attribute in &ast[list] {
            let priority = || match attribute.arguments {
                ast::AttributeArguments::Text(text) => {
                    ast.text(text).trim().parse().unwrap_or(LAST)
                }
                _ => LAST,
            };
            let name = self.text(attribute.name);
            if name == ast::PRAGMA_PACK {
                into.pack = self.attribute_text(attribute).and_then(|it| it.parse().ok());
                continue;
            }
            let Some(meaning) = meaning(name) else {
                self.check_row(attribute);
                continue;
            };
            let text = self.attribute_text(attribute).unwrap_or_default();
            match meaning {
                Meaning::Aligned => {
                    let align = match attribute.arguments {
                        ast::AttributeArguments::Expr(expr) => {
                            let value = self.integer_constant(expr, "an alignment")?;
                            self.alignment(value, attribute.span)?
                        }
                        _ => Some(LARGEST_ALIGNMENT),
                    };
                    match attribute.owner {
                        ast::AttributeOwner::Declaration => {
                            into.align = into.align.max(align);
                            into.last_align = align.or(into.last_align);
                        }
                        ast::AttributeOwner::Pointer => into.pointer_align = align,
                        // What a pointer points to may be aligned as it likes.
                        ast::AttributeOwner::InnerPointer => {}
                    }
                }
                Meaning::Packed => into.packed = true,
                Meaning::VectorSize => {
                    if let ast::AttributeArguments::Expr(expr) = attribute.arguments {
                        let value = self.integer_constant(expr, "the size of a vector")?;
                        into.vector_size = u64::try_from(value).ok();
                    }
                }
                Meaning::Mode => {
                    let mode = text.trim_matches('_').to_owned();
                    into.mode = Some((mode, attribute.span));
                }
                Meaning::Noreturn => into.noreturn = true,
                Meaning::Nonnull => match nonnull(text) {
                    Some(parameters) => into.nonnull.add(&parameters),
                    None => self.meet(format!("the attribute `{name}({text})`"), attribute.span),
                },
                Meaning::ReturnsNonnull => into.returns_nonnull = true,
                Meaning::Constructor => into.constructor = Some(priority()),
                Meaning::Destructor => into.destructor = Some(priority()),
                Meaning::TransparentUnion => into.transparent = true,
                Meaning::GnuInline => into.gnu_inline = true,
                Meaning::Alias => into.alias = Some(unquoted(text)),
                Meaning::Weakref => {
                    into.weakref = Some((!text.is_empty()).then(|| unquoted(text)));
                }
                Meaning::Weak => into.weak = true,
                Meaning::Cleanup => {
                    if let ast::AttributeArguments::Text(name) = attribute.arguments {
                        into.cleanup = Some((name, attribute.span));
                    }
                }
                Meaning::ScalarStorageOrder if text.contains("little-endian") => {}
                Meaning::Optimize if only_levels(text) => {}
                Meaning::Target if keeps_floats(text) => {}
                Meaning::ScalarStorageOrder | Meaning::Optimize | Meaning::Target => {
                    self.meet(format!("the attribute `{name}({text})`"), attribute.span);
                }
            }
        }
        Ok(())
    }

    /// The attributes of labels, statements and enumeration constants, where none changes anything.
    pub(crate) fn loose_attributes(&mut self) {
        let ast = self.ast;
        for attribute in &ast.loose_attributes {
            self.check_row(attribute);
        }
        self.refuse();
    }

    /// Meets an obstacle if an attribute might change something.
    fn check_row(&mut self, attribute: &ast::Attribute) {
        let name = self.text(attribute.name);
        if lookup(ROWS, name) != Some(Support::Irrelevant) {
            self.meet(format!("the attribute `{name}`"), attribute.span);
        }
    }

    fn attribute_text(&self, attribute: &ast::Attribute) -> Option<&'a str> {
        match attribute.arguments {
            ast::AttributeArguments::Text(text) => Some(self.ast.text(text).trim()),
            ast::AttributeArguments::Expr(_) | ast::AttributeArguments::None => None,
        }
    }

    pub(crate) fn align_specifiers(
        &mut self,
        list: ast::List<ast::AlignAs>,
        into: &mut Attributes,
    ) -> Checked<()> {
        let ast = self.ast;
        for item in &ast[list] {
            let align = match item.alignment {
                ast::Alignment::Expr(expr) => {
                    let value = self.integer_constant(expr, "an alignment")?;
                    self.alignment(value, item.span)?
                }
                ast::Alignment::Type(name) => {
                    let (ty, align) = self.aligned_type_name(name)?;
                    Some(align.unwrap_or_else(|| self.types().align_of_qualified(ty)))
                }
            };
            into.align = into.align.max(align);
        }
        Ok(())
    }

    fn alignment(&mut self, value: i128, span: tribunal_base::Span) -> Checked<Option<u64>> {
        match u64::try_from(value) {
            Ok(0) => Ok(None),
            Ok(value) if value.is_power_of_two() && value <= 1 << 28 => Ok(Some(value)),
            _ => Err(self.error(
                "wrong-alignment",
                span,
                format!("{value} is no alignment: a power of 2 is needed"),
            )),
        }
    }
}

/// What `nonnull` says, if its arguments are numbers.
fn nonnull(text: &str) -> Option<Nonnull> {
    if text.is_empty() {
        return Some(Nonnull::All);
    }
    let number = |it: &str| it.trim_matches([' ', '(', ')']).parse().ok();
    text.split(',').map(number).collect::<Option<_>>().map(Nonnull::These)
}

/// The text of string literals that stand side by side.
fn unquoted(text: &str) -> String {
    text.replace("\" \"", "").replace('"', "")
}

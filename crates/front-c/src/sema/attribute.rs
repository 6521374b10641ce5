//! GNU attributes that change meaning; all others are accepted without effect.

use crate::ast;

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
    pub(crate) mode: Option<String>,
    /// `noreturn`
    pub(crate) noreturn: bool,
    /// `constructor(priority)`
    pub(crate) constructor: Option<u32>,
    /// `destructor(priority)`
    pub(crate) destructor: Option<u32>,
    /// `transparent_union`
    pub(crate) transparent: bool,
    /// `alias("name")`
    pub(crate) alias: bool,
    /// `gnu_inline`
    pub(crate) gnu_inline: bool,
    /// `cleanup(function)`
    pub(crate) cleanup: bool,
}

/// The alignment `aligned` without a number asks for.
const LARGEST_ALIGNMENT: u64 = 16;

/// The priority of constructors and destructors that give none.
const LAST: u32 = 65535;

impl Sema<'_> {
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
            match self.text(attribute.name) {
                "aligned" => {
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
                "packed" => into.packed = true,
                ast::PRAGMA_PACK => {
                    if let ast::AttributeArguments::Text(text) = attribute.arguments {
                        into.pack = ast.text(text).parse().ok();
                    }
                }
                "vector_size" => {
                    if let ast::AttributeArguments::Expr(expr) = attribute.arguments {
                        let value = self.integer_constant(expr, "the size of a vector")?;
                        into.vector_size = u64::try_from(value).ok();
                    }
                }
                "mode" => {
                    if let ast::AttributeArguments::Text(text) = attribute.arguments {
                        into.mode = Some(ast.text(text).trim().trim_matches('_').to_owned());
                    }
                }
                "noreturn" => into.noreturn = true,
                "constructor" => into.constructor = Some(priority()),
                "destructor" => into.destructor = Some(priority()),
                "transparent_union" => into.transparent = true,
                "alias" | "ifunc" => into.alias = true,
                "gnu_inline" => into.gnu_inline = true,
                "cleanup" => into.cleanup = true,
                _ => {}
            }
        }
        Ok(())
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

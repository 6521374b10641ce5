//! Declarations: types, variables, channels and what they hold first.

use tribunal_base::Span;
use tribunal_ir::{
    ChanId, Channel, EnumId, Enumeration, Expr, ExprId, Field, Initialiser, Initially, IntShape,
    Matching, Place, PlaceId, Record, RecordId, Scope, Ty, TyId, Var, VarId,
};

use super::Lowering;
use crate::ast::{self, TypeKind, Visibility};

/// The largest number of elements an array may have.
const MAX_ELEMENTS: i32 = 1 << 20;

/// What follows `=`, with its names resolved.
#[derive(Clone, Debug)]
enum First {
    Value(ExprId),
    List(Vec<ExprId>),
    Channel(ChanId),
}

/// The first values of a record's fields, as its typedef says.
#[derive(Clone, Debug, Default)]
pub(super) struct FieldDefaults(Vec<(u32, First)>);

/// A channel variable whose channel is known at compile time.
#[derive(Clone, Copy)]
pub(super) struct DeclaredChannel {
    pub(super) capacity: u32,
    pub(super) fields: usize,
}

impl Lowering<'_> {
    pub(super) fn global(&mut self, declaration: &ast::Declaration) {
        for variable in &declaration.variables {
            self.declare(declaration, variable);
        }
    }

    /// Declares a variable that gets its first value when it comes alive.
    pub(super) fn declare(
        &mut self,
        declaration: &ast::Declaration,
        variable: &ast::Variable,
    ) -> VarId {
        let first = variable.initialiser.as_ref().and_then(|it| self.first(variable, it));
        self.new_var(declaration, variable, first)
    }

    /// Declares a variable that gets its first value by a statement where it is declared.
    pub(super) fn declare_late(
        &mut self,
        declaration: &ast::Declaration,
        variable: &ast::Variable,
    ) -> VarId {
        if let Some(ast::Initialiser::Channel(channel)) = &variable.initialiser {
            self.error_with_help(
                "late-channel",
                channel.span,
                format!(
                    "channel `{}` is initialised after the first statement",
                    variable.name.name
                ),
                "declare it at the start of the proctype",
            );
        }
        self.new_var(declaration, variable, None)
    }

    fn new_var(
        &mut self,
        declaration: &ast::Declaration,
        variable: &ast::Variable,
        first: Option<First>,
    ) -> VarId {
        let ty = self.variable_ty(&declaration.ty, variable);
        let scope = self.process.map_or(Scope::Global, Scope::Local);
        let hidden = declaration.visibility == Some(Visibility::Hidden);
        if hidden && self.process.is_some() {
            self.error("hidden-local", declaration.span, "only global variables can be hidden");
        }
        let matching = if hidden { Matching::Unmatched } else { Matching::Matched };
        let name = variable.name.name.clone();
        if matches!(&*name, "_" | "_pid" | "_nr_pr" | "_last" | "_priority") {
            self.error(
                "reserved-name",
                variable.name.span,
                format!("`{name}` is a predefined variable"),
            );
        }
        let var = self.program.vars.push(Var {
            name,
            ty,
            scope,
            init: Vec::new(),
            matching,
            span: variable.span,
        });
        let place = self.program.place(Place::Var(var));
        let mut init = Vec::new();
        self.initialise(place, ty, first.as_ref(), &mut init);
        self.program.vars[var].init = init;
        if let Some(process) = self.process {
            self.program.procs[process].locals.push(var);
        }
        if let Some(other) = self.scopes.declare(&variable.name.name, var) {
            let span = self.program.vars[other].span;
            self.diagnostics.push(
                tribunal_base::Diagnostic::error(
                    "redeclared",
                    variable.name.span,
                    format!("`{}` is declared twice in the same scope", variable.name.name),
                )
                .related(span, "first declared here"),
            );
        }
        var
    }

    fn first(&mut self, variable: &ast::Variable, initialiser: &ast::Initialiser) -> Option<First> {
        match initialiser {
            ast::Initialiser::Value(value) => {
                let value = self.pure_int(value);
                Some(First::Value(value))
            }
            ast::Initialiser::List { values, span } => {
                if variable.size.is_none() {
                    self.error(
                        "not-an-array",
                        *span,
                        format!("`{}` is not an array", variable.name.name),
                    );
                }
                Some(First::List(values.iter().map(|it| self.pure_int(it)).collect()))
            }
            ast::Initialiser::Channel(channel) => {
                self.channel(&variable.name.name, channel).map(First::Channel)
            }
        }
    }

    fn channel(&mut self, name: &str, channel: &ast::ChannelInitialiser) -> Option<ChanId> {
        let capacity = self.constant_value(&channel.capacity)?;
        let Ok(capacity) = u32::try_from(capacity) else {
            self.error(
                "negative-capacity",
                channel.capacity.span,
                "a channel cannot hold less than nothing",
            );
            return None;
        };
        let mut fields = Vec::new();
        for ty in &channel.fields {
            if ty.kind == TypeKind::Unsigned {
                self.error("unsigned-field", ty.span, "a message field cannot be `unsigned`");
            }
            let ty = self.ty(ty);
            self.leaf_tys(ty, &mut fields);
        }
        if self.spin_compatible() && fields.len() == 1 {
            fields[0] = self.widen_bit(fields[0]);
        }
        Some(self.program.channels.push(Channel {
            name: name.to_owned(),
            capacity,
            fields,
            span: channel.span,
        }))
    }

    /// Spin keeps a bit in a byte where it stands alone in a message or in an array.
    fn widen_bit(&self, ty: TyId) -> TyId {
        match self.program.tys[ty] {
            Ty::Int(IntShape { bits: 1, .. }) => self.tys.byte,
            _ => ty,
        }
    }

    /// The scalar types of a type, in order.
    pub(super) fn leaf_tys(&self, ty: TyId, out: &mut Vec<TyId>) {
        match self.program.tys[ty] {
            Ty::Array { elem, len } => (0..len).for_each(|_| self.leaf_tys(elem, out)),
            Ty::Record(id) => {
                self.program.records[id].fields.iter().for_each(|it| self.leaf_tys(it.ty, out))
            }
            Ty::Bool | Ty::Int(_) | Ty::Enum(_) | Ty::Channel => out.push(ty),
            Ty::Float(_) | Ty::Pointer => out.push(ty),
        }
    }

    /// The scalar places of a place, in order.
    pub(super) fn leaf_places(&mut self, place: PlaceId, out: &mut Vec<PlaceId>) {
        let Some(ty) = self.program.ty_of_place(place) else { return };
        match self.program.tys[ty] {
            Ty::Array { len, .. } => {
                for index in 0..len {
                    let element = self.element(place, index);
                    self.leaf_places(element, out);
                }
            }
            Ty::Record(id) => {
                for field in 0..self.program.records[id].fields.len() {
                    let field = self.program.place(Place::Field(place, field as u32));
                    self.leaf_places(field, out);
                }
            }
            Ty::Bool | Ty::Int(_) | Ty::Enum(_) | Ty::Channel => out.push(place),
            Ty::Float(_) | Ty::Pointer => out.push(place),
        }
    }

    fn element(&mut self, place: PlaceId, index: u32) -> PlaceId {
        let index = self.program.int(index.cast_signed());
        self.program.place(Place::Index(place, index))
    }

    fn initialise(
        &mut self,
        place: PlaceId,
        ty: TyId,
        first: Option<&First>,
        out: &mut Vec<Initialiser>,
    ) {
        match self.program.tys[ty] {
            Ty::Array { elem, len } => {
                for index in 0..len {
                    let at = self.element(place, index);
                    let nth = match first {
                        // The last constant of a short list serves for the rest.
                        Some(First::List(values)) => {
                            values.get(index as usize).or(values.last()).map(|it| First::Value(*it))
                        }
                        other => other.cloned(),
                    };
                    self.initialise(at, elem, nth.as_ref(), out);
                }
            }
            Ty::Record(id) => {
                let defaults = self.field_defaults.get(&id).cloned().unwrap_or_default();
                for field in 0..self.program.records[id].fields.len() {
                    let ty = self.program.records[id].fields[field].ty;
                    let at = self.program.place(Place::Field(place, field as u32));
                    let nth = defaults
                        .0
                        .iter()
                        .find(|(it, _)| *it as usize == field)
                        .map(|(_, first)| first);
                    self.initialise(at, ty, nth, out);
                }
            }
            Ty::Bool | Ty::Int(_) | Ty::Enum(_) | Ty::Channel | Ty::Float(_) | Ty::Pointer => {
                let value = match first {
                    Some(First::Value(value)) => Initially::Value(*value),
                    Some(First::List(values)) => Initially::Value(values[0]),
                    Some(First::Channel(channel)) => {
                        self.expect_channel(ty, *channel);
                        Initially::Channel(*channel)
                    }
                    None => return,
                };
                out.push(Initialiser { place, value });
            }
        }
    }

    /// Reports an error unless a type can hold a channel.
    fn expect_channel(&mut self, ty: TyId, channel: ChanId) {
        if ty != self.tys.channel {
            let span = self.program.channels[channel].span;
            let message = "only a `chan` can hold a channel";
            self.error_with_help("not-a-channel", span, message, "declare the variable as `chan`");
        }
    }

    pub(super) fn variable_ty(&mut self, ty: &ast::Type, variable: &ast::Variable) -> TyId {
        let scalar = match (&ty.kind, &variable.width) {
            (TypeKind::Unsigned, Some(width)) => {
                let bits = u16::try_from(width.value).ok().filter(|it| (1..=32).contains(it));
                let bits = bits.unwrap_or_else(|| {
                    self.error(
                        "bad-width",
                        width.span,
                        "the width of an `unsigned` is 1 to 32 bits",
                    );
                    32
                });
                self.program.int_ty(IntShape { bits, signed: false })
            }
            (TypeKind::Unsigned, None) => {
                self.error_with_help(
                    "missing-width",
                    variable.span,
                    format!("`unsigned {}` has no width", variable.name.name),
                    "write `unsigned x : 3` for three bits",
                );
                self.tys.byte
            }
            _ => self.ty(ty),
        };
        let Some(size) = &variable.size else { return scalar };
        let len = self.array_size(size);
        let elem = if self.spin_compatible() { self.widen_bit(scalar) } else { scalar };
        self.program.ty(Ty::Array { elem, len })
    }

    fn array_size(&mut self, size: &ast::Expr) -> u32 {
        let value = match &size.kind {
            ast::ExprKind::Place(place) => self.size_by_name(place, size.span),
            _ => self.constant_value(size),
        };
        match value {
            Some(value) if 0 < value && value <= MAX_ELEMENTS => value.cast_unsigned(),
            Some(value) => {
                self.error(
                    "bad-array-size",
                    size.span,
                    format!("an array cannot have {value} elements"),
                );
                1
            }
            None => 1,
        }
    }

    /// Spin takes the first value of a variable as a size, and 8 if that is not positive.
    fn size_by_name(&mut self, place: &ast::Place, span: Span) -> Option<i32> {
        let name = &place.parts[0].name.name;
        let Some(var) = self.scopes.find(name) else {
            self.error("unknown-variable", span, format!("unknown variable `{name}`"));
            return None;
        };
        let first = match self.program.vars[var].init.first().map(|it| it.value) {
            Some(Initially::Value(value)) => self.constant(value).unwrap_or(0),
            _ => 0,
        };
        let value = if 0 < first { i32::try_from(first).unwrap_or(i32::MAX) } else { 8 };
        self.diagnostics.push(
            tribunal_base::Diagnostic::warning(
                "variable-size",
                span,
                format!("`{name}` is taken as {value} here"),
            )
            .help("use a constant or a macro as the size"),
        );
        Some(value)
    }

    pub(super) fn ty(&mut self, ty: &ast::Type) -> TyId {
        let int = |bits, signed| Ty::Int(IntShape { bits, signed });
        let ty = match &ty.kind {
            TypeKind::Bit | TypeKind::Bool => int(1, false),
            TypeKind::Byte | TypeKind::Pid | TypeKind::Unsigned => int(8, false),
            TypeKind::Short => int(16, true),
            TypeKind::Int => int(32, true),
            TypeKind::Chan => Ty::Channel,
            TypeKind::Mtype(subtype) => {
                let name = subtype.as_ref().map_or("", |it| &it.name);
                Ty::Enum(self.enumeration(name))
            }
            TypeKind::Named(name) => match self.records.get(&name.name) {
                Some(&id) => Ty::Record(id),
                None => {
                    self.error("unknown-type", name.span, format!("unknown type `{}`", name.name));
                    int(8, false)
                }
            },
        };
        self.program.ty(ty)
    }

    fn enumeration(&mut self, subtype: &str) -> EnumId {
        if let Some(&id) = self.mtypes.get(subtype) {
            return id;
        }
        let name = if subtype.is_empty() { "mtype".to_owned() } else { format!("mtype:{subtype}") };
        let id = self.program.enums.push(Enumeration {
            name,
            shape: IntShape::U8,
            variants: Vec::new(),
        });
        self.mtypes.insert(subtype.to_owned(), id);
        id
    }

    /// Numbers the names of one declaration from its last one on, after those declared before.
    pub(super) fn mtype(&mut self, declaration: &ast::MtypeDeclaration) {
        let subtype = declaration.subtype.as_ref().map_or("", |it| &it.name);
        let id = self.enumeration(subtype);
        let before = self.program.enums[id].variants.len();
        let total = before + declaration.names.len();
        if 255 < total {
            self.error("too-many-mtypes", declaration.span, "an mtype has at most 255 constants");
        }
        for (position, name) in declaration.names.iter().enumerate() {
            let value = (total - position) as i128;
            self.program.enums[id].variants.push((name.name.clone(), value));
            if self.mtype_constants.insert(name.name.clone(), (id, value)).is_some() {
                self.error(
                    "redeclared",
                    name.span,
                    format!("mtype constant `{}` is declared twice", name.name),
                );
            }
        }
    }

    pub(super) fn typedef(&mut self, typedef: &ast::Typedef) {
        let mut fields: Vec<Field> = Vec::new();
        let mut defaults = FieldDefaults::default();
        for declaration in &typedef.fields {
            for variable in &declaration.variables {
                let name = &variable.name;
                if fields.iter().any(|it| it.name == name.name) {
                    self.error(
                        "redeclared",
                        name.span,
                        format!("field `{}` is declared twice", name.name),
                    );
                }
                let ty = self.variable_ty(&declaration.ty, variable);
                if let Some(first) =
                    variable.initialiser.as_ref().and_then(|it| self.first(variable, it))
                {
                    defaults.0.push((fields.len() as u32, first));
                }
                fields.push(Field { name: name.name.clone(), ty });
            }
        }
        let id: RecordId =
            self.program.records.push(Record { name: typedef.name.name.clone(), fields });
        self.field_defaults.insert(id, defaults);
        if self.records.insert(typedef.name.name.clone(), id).is_some() {
            self.error(
                "redeclared",
                typedef.name.span,
                format!("type `{}` is declared twice", typedef.name.name),
            );
        }
    }

    /// The channel that a variable holds for as long as it is not assigned to.
    pub(super) fn declared_channel(&self, var: VarId) -> Option<DeclaredChannel> {
        let mut channels = self.program.vars[var].init.iter().map(|it| match it.value {
            Initially::Channel(id) => Some(&self.program.channels[id]),
            Initially::Value(_) => None,
        });
        let channel = channels.next()??;
        let declared = DeclaredChannel { capacity: channel.capacity, fields: channel.fields.len() };
        let ty = self.program.vars[var].ty;
        let holds_nothing_else = match self.program.tys[ty] {
            Ty::Channel => true,
            Ty::Array { elem, .. } => self.program.tys[elem] == Ty::Channel,
            Ty::Bool | Ty::Int(_) | Ty::Enum(_) | Ty::Record(_) => false,
            Ty::Float(_) | Ty::Pointer => false,
        };
        holds_nothing_else.then_some(declared)
    }

    /// The value of a constant expression; reports an error if it is none.
    pub(super) fn constant_value(&mut self, expr: &ast::Expr) -> Option<i32> {
        let lowered = self.pure_int(expr);
        match self.program.exprs[lowered] {
            Expr::Const { value, .. } => i32::try_from(value).ok(),
            _ => {
                self.error("not-constant", expr.span, "this must be a constant");
                None
            }
        }
    }
}

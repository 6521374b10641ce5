//! Random expressions.

use super::{Builder, Int, STATICS, STORED, Scope, Var};

impl Builder<'_> {
    /// A number of a type.
    pub(super) fn constant(&mut self, ty: Int) -> String {
        let shown = |value: i64| format!("{value}{ty}");
        let largest = (1_i64 << (ty.bits - u32::from(ty.signed))) - 1;
        let smallest = if ty.signed { -largest - 1 } else { 0 };
        match self.below(6) {
            0..=2 => shown(i64::from(self.below(3))),
            3 => shown(largest),
            4 => shown(smallest),
            _ => shown(i64::from(self.below(256)).min(largest)),
        }
    }

    fn readable(&self, scope: &Scope) -> Vec<Var> {
        self.globals.iter().chain(&scope.vars).cloned().collect()
    }

    /// A number of a type.
    pub(super) fn expr(&mut self, scope: &Scope, ty: Int, depth: u32) -> String {
        if depth == 0 {
            return self.leaf(scope, ty);
        }
        match self.below(8) {
            0 | 1 => self.leaf(scope, ty),
            2 => {
                let condition = self.condition(scope, depth - 1);
                let (yes, no) = (self.expr(scope, ty, depth - 1), self.expr(scope, ty, depth - 1));
                format!("(if {condition} then {yes} else {no})")
            }
            3 => {
                let op = ["-", "~"][self.below(2) as usize];
                format!("{op}({})", self.expr(scope, ty, depth - 1))
            }
            4 => {
                let from = self.ty();
                format!("({} as {ty})", self.expr(scope, from, depth - 1))
            }
            5 => format!("({} as {ty})", self.loaded(scope, depth - 1)),
            _ => {
                let ops = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"];
                let op = ops[self.below(10) as usize];
                let left = self.expr(scope, ty, depth - 1);
                format!("({left} {op} {})", self.expr(scope, ty, depth - 1))
            }
        }
    }

    fn leaf(&mut self, scope: &Scope, ty: Int) -> String {
        let vars = self.readable(scope);
        match self.pick(&vars) {
            Some(var) if !self.rarely(3) && var.ty == ty => var.name,
            Some(var) if !self.rarely(3) => format!("({} as {ty})", var.name),
            _ => self.constant(ty),
        }
    }

    /// A number in memory.
    fn loaded(&mut self, scope: &Scope, depth: u32) -> String {
        let ty = STORED[self.below(5) as usize];
        format!("memory({}, {ty})", self.pointer(scope, depth))
    }

    /// A truth value.
    pub(super) fn condition(&mut self, scope: &Scope, depth: u32) -> String {
        match self.below(if depth == 0 { 5 } else { 9 }) {
            0..=3 => {
                let vars = self.readable(scope);
                let ty = self.pick(&vars).map_or(Int { bits: 4, signed: false }, |it| it.ty);
                let op = ["==", "!=", "<", "<="][self.below(4) as usize];
                let left = self.expr(scope, ty, depth.min(1));
                format!("{left} {op} {}", self.expr(scope, ty, depth.min(1)))
            }
            4 => self.about_pointers(scope),
            5 => {
                let op = ["&&", "||"][self.below(2) as usize];
                let left = self.condition(scope, depth - 1);
                format!("(({left}) {op} ({}))", self.condition(scope, depth - 1))
            }
            6 => format!("!({})", self.condition(scope, depth - 1)),
            7 => {
                let name = ["add", "sub", "mul"][self.below(3) as usize];
                let ty = self.ty();
                let left = self.expr(scope, ty, depth - 1);
                format!("{name}_overflows({left}, {})", self.expr(scope, ty, depth - 1))
            }
            _ => {
                let ty = self.ty();
                format!("({} as bool)", self.expr(scope, ty, depth - 1))
            }
        }
    }

    fn about_pointers(&mut self, scope: &Scope) -> String {
        let p = self.pointer(scope, 1);
        match self.below(11) {
            0 => format!("{p} == null"),
            1 => format!("{p} == {}", self.pointer(scope, 1)),
            2 => format!("is_alive({p})"),
            3 => format!("same_object({p}, {})", self.pointer(scope, 1)),
            4 => format!("is_initialised({p}, 2)"),
            5 => format!("offset({p}) < {}i64", self.below(5)),
            6 => format!("object_size({p}) <= offset({p})"),
            7 => format!("is_writable({p})"),
            8 => format!("is_dynamic({p}) || has_object({p})"),
            9 if self.rarely(3) => format!("{p} < {}", self.pointer(scope, 1)),
            9 => "heap_in_use".to_owned(),
            _ => ["heap_lost", "heap_in_use"][usize::from(!self.rarely(3))].to_owned(),
        }
    }

    /// A pointer, right or wrong.
    pub(super) fn pointer(&mut self, scope: &Scope, depth: u32) -> String {
        let known: Vec<String> =
            self.global_pointers.iter().chain(&scope.pointers).cloned().collect();
        match self.below(if depth == 0 { 5 } else { 9 }) {
            0..=2 => match self.pick(&known) {
                Some(name) => name,
                None => self.fixed_pointer(),
            },
            3 => self.fixed_pointer(),
            4 if self.rarely(3) => "null".to_owned(),
            4 => self.fixed_pointer(),
            5 | 6 => {
                let by = [1, 2, 4, -1, 8][self.below(5) as usize];
                format!("advance({}, {by})", self.pointer(scope, depth - 1))
            }
            7 => {
                let ty = self.ty();
                let (base, by) = (self.pointer(scope, depth - 1), self.leaf(scope, ty));
                format!("advance({base}, {by} as i64)")
            }
            _ if self.rarely(4) => {
                format!("({} as u64 as pointer)", self.pointer(scope, depth - 1))
            }
            _ => format!("memory({}, pointer)", self.pointer(scope, depth - 1)),
        }
    }

    fn fixed_pointer(&mut self) -> String {
        format!("object(o{})", self.below(STATICS))
    }
}

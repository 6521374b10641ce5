//! Abstract states: what is known when control is at a location.

pub(crate) mod address;
pub(crate) mod bounds;
pub(crate) mod layout;
pub(crate) mod memo;
pub(crate) mod object;
pub(crate) mod packs;
pub(crate) mod relation;
pub(crate) mod shared;
pub(crate) mod value;

use crate::state::bounds::lifted;
use crate::state::layout::Layout;
use crate::state::object::Object;
use crate::state::relation::Relation;
use crate::state::value::Value;
use std::rc::Rc;
use tribunal_base::Kleene;
use tribunal_domains::pointer::{Aged, Key};
use tribunal_domains::{Lattice as _, Map, Thresholds};

/// What is known of the variables in scope and of memory. What a map does not have is not known; an object it does not
/// have does not exist.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// The variables of the function or process that runs, by the numbers of `Layout`.
    pub(crate) locals: Map<Value>,
    /// The global variables.
    pub(crate) globals: Map<Value>,
    /// The objects, by [`Key`].
    pub(crate) objects: Map<Object>,
    /// Whether there may be others, of which nothing is known.
    pub(crate) has_others: bool,
    /// The allocations that were passed since the function was called; true if this is certain.
    pub(crate) allocated: Map<Kleene>,
    /// The index of the process that runs, if it is known.
    pub(crate) itself: Option<u32>,
    /// What conditions have told about places in memory, by their numbers: see [`crate::transfer::recall`].
    pub(crate) recalled: Map<Value>,
    /// What is known of sums of the variables that `Layout` relates to each other.
    pub(crate) relation: Option<Rc<Relation>>,
}

fn is_below(mine: Option<&Rc<Value>>, theirs: Option<&Rc<Value>>) -> bool {
    match (mine, theirs) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(a), Some(b)) => a.le(b),
    }
}

/// Keeps what is equal to the older value in memory, so that it stays shared.
fn shared<V: PartialEq>(old: &Rc<V>, new: V) -> Rc<V> {
    if **old == new { old.clone() } else { Rc::new(new) }
}

impl State {
    pub(crate) fn le(&self, layout: &Layout<'_>, other: &Self) -> bool {
        let allocated =
            |mine: Option<&Rc<Kleene>>, theirs: Option<&Rc<Kleene>>| match (mine, theirs) {
                (None, Some(theirs)) => **theirs == Kleene::Maybe,
                (Some(_), None) => false,
                (Some(mine), Some(theirs)) => mine == theirs || **theirs == Kleene::Maybe,
                (None, None) => true,
            };
        let object = |mine: Option<&Rc<Object>>, theirs: Option<&Rc<Object>>| match (mine, theirs) {
            (None, Some(_)) => !self.has_others,
            (_, None) => other.has_others,
            (Some(a), Some(b)) => a.le(layout.program, b),
        };
        let is_complete = !self.has_others || other.has_others;
        let is_related = match (&self.relation, &other.relation) {
            (_, None) => true,
            (None, Some(b)) => lifted(layout, self, other, b).is_some_and(|it| it.le(b)),
            (Some(a), Some(b)) => Rc::ptr_eq(a, b) || a.le(b),
        };
        is_complete
            && is_related
            && self.locals.all_differences(&other.locals, &mut |_, a, b| is_below(a, b))
            && self.globals.all_differences(&other.globals, &mut |_, a, b| is_below(a, b))
            && self.allocated.all_differences(&other.allocated, &mut |_, a, b| allocated(a, b))
            && self.objects.all_differences(&other.objects, &mut |_, a, b| object(a, b))
            && self.recalled.all_differences(&other.recalled, &mut |_, a, b| is_below(a, b))
    }

    fn merge(
        &self,
        other: &Self,
        value: &dyn Fn(u32, &Value, &Value) -> Value,
        object: &dyn Fn(&Object, &Object) -> Object,
        recalled: &dyn Fn(&Value, &Value) -> Option<Value>,
    ) -> Self {
        let mut both = |cell: u32, a: Option<&Rc<Value>>, b: Option<&Rc<Value>>| {
            let (a, b) = (a?, b?);
            Some(shared(a, value(cell, a, b)))
        };
        let mut objects = |_: u32, a: Option<&Rc<Object>>, b: Option<&Rc<Object>>| match (a, b) {
            (Some(a), Some(b)) => Some(shared(a, object(a, b))),
            // Nothing is known of it on the one side, or it does not exist there.
            (Some(known), None) => (!other.has_others).then(|| known.clone()),
            (None, known) => known.filter(|_| !self.has_others).cloned(),
        };
        let mut allocated = |_: u32, a: Option<&Rc<Kleene>>, b: Option<&Rc<Kleene>>| {
            Some(if a == b { a?.clone() } else { Rc::new(Kleene::Maybe) })
        };
        Self {
            locals: self.locals.merge(&other.locals, &mut both),
            globals: self.globals.merge(&other.globals, &mut both),
            objects: self.objects.merge(&other.objects, &mut objects),
            has_others: self.has_others || other.has_others,
            allocated: self.allocated.merge(&other.allocated, &mut allocated),
            recalled: self
                .recalled
                .merge(&other.recalled, &mut |_, a, b| Some(shared(a?, recalled(a?, b?)?))),
            itself: self.itself.filter(|it| other.itself == Some(*it)),
            relation: None,
        }
    }

    /// What is known of both, of sums. Where nothing is said of one, intervals tell what there is to say.
    fn related(
        &self,
        layout: &Layout<'_>,
        other: &Self,
        both: impl Fn(&Relation, &Relation) -> Option<Relation>,
    ) -> Option<Rc<Relation>> {
        match (&self.relation, &other.relation) {
            (None, None) => None,
            (Some(a), Some(b)) if Rc::ptr_eq(a, b) => Some(a.clone()),
            (Some(a), Some(b)) => both(a, b).map(Rc::new),
            (Some(a), None) => both(a, &lifted(layout, other, self, a)?).map(Rc::new),
            (None, Some(b)) => both(&lifted(layout, self, other, b)?, b).map(Rc::new),
        }
    }

    pub(crate) fn join(&self, layout: &Layout<'_>, other: &Self) -> Self {
        let relation = self.related(layout, other, Relation::join);
        let all =
            self.merge(other, &|_, a, b| a.join(b), &|a, b| a.join(layout.program, b), &|a, b| {
                Some(a.join(b))
            });
        Self { relation, ..all }
    }

    pub(crate) fn widen(&self, layout: &Layout<'_>, newer: &Self, thresholds: &Thresholds) -> Self {
        let relation = self.related(layout, newer, Relation::widen);
        let all = self.merge(
            newer,
            &|cell, a, b| a.widen(b, thresholds).clamped(layout, layout.cell_ty(cell)),
            &|a, b| a.widen(layout, b, thresholds),
            &|a, b| b.le(a).then(|| a.clone()),
        );
        Self { relation, ..all }
    }

    /// Whether the two are the same in memory.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.locals.is_same(&other.locals)
            && self.globals.is_same(&other.globals)
            && self.objects.is_same(&other.objects)
            && self.allocated.is_same(&other.allocated)
            && self.recalled.is_same(&other.recalled)
            && self.has_others == other.has_others
            && self.itself == other.itself
            && match (&self.relation, &other.relation) {
                (Some(a), Some(b)) => Rc::ptr_eq(a, b),
                (a, b) => a.is_none() && b.is_none(),
            }
    }

    /// The object of a key.
    pub(crate) fn object(&self, key: Key) -> Option<&Rc<Object>> {
        self.objects.get(key.0)
    }

    /// Changes an object.
    pub(crate) fn change(&mut self, key: Key, change: impl FnOnce(&mut Object)) {
        if let Some(object) = self.object(key) {
            let mut copy = (**object).clone();
            change(&mut copy);
            self.objects.insert(key.0, Rc::new(copy));
        }
    }

    /// Where a function has returned: the variables of its caller were out of sight while it allocated objects. `before` is what the caller had allocated.
    pub(crate) fn age_locals(&mut self, before: Map<Kleene>) {
        self.forget_memory();
        let allocated = std::mem::replace(&mut self.allocated, before);
        if allocated.is_empty() {
            return;
        }
        let globals = std::mem::take(&mut self.globals);
        let objects = std::mem::take(&mut self.objects);
        allocated.for_each(&mut |key, certainly| {
            let age = match **certainly {
                Kleene::True => Aged::Certainly,
                Kleene::False | Kleene::Maybe => Aged::Perhaps,
            };
            self.rename(Key(key), age);
            let known = self.allocated.get(key).map_or(Kleene::False, |it| **it);
            self.allocated.insert(key, Rc::new(known | **certainly));
        });
        (self.globals, self.objects) = (globals, objects);
    }

    /// Turns the youngest object of an allocation into one of the older ones, everywhere.
    pub(crate) fn age(&mut self, layout: &Layout<'_>, key: Key) {
        let Some(youngest) = self.object(key).cloned() else {
            if self.has_others {
                self.rename(key, Aged::Certainly);
            }
            return;
        };
        let older = match self.object(key.older()) {
            Some(older) => Some(older.join(layout.program, &youngest)),
            None => (!self.has_others).then(|| (*youngest).clone()),
        };
        self.objects.remove(key.0);
        if let Some(older) = older {
            self.objects.insert(key.older().0, Rc::new(older));
        }
        self.rename(key, Aged::Certainly);
    }

    /// Lets all pointers to the youngest object of an allocation point to the older ones, or to both.
    pub(crate) fn rename(&mut self, key: Key, age: Aged) {
        let change = |value: &Value| Some(Value::Pointer(value.pointers()?.aged(key, age)?));
        for map in [&mut self.locals, &mut self.globals] {
            let mut changed = Vec::new();
            map.for_each(&mut |cell, value| changed.extend(change(value).map(|it| (cell, it))));
            changed.into_iter().for_each(|(cell, value)| map.insert(cell, Rc::new(value)));
        }
        let mut changed = Vec::new();
        self.objects.for_each(&mut |at, object| {
            changed.extend(object.revalue(&change).map(|it| (at, it)));
        });
        changed.into_iter().for_each(|(at, object)| self.objects.insert(at, Rc::new(object)));
    }
}

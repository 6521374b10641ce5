//! The machine that executes programs on symbolic states: what all its parts share.

pub(crate) mod restrict;

use crate::machine::restrict::Known;
use crate::state::State;
use crate::state::cells::Cell;
use crate::state::guard::Guards;
use crate::state::layout::Layout;
use crate::state::value::{OBJECT, Pointer, Value, choose_pointer, constant, long};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use tribunal_base::{Id, Span};
use tribunal_ir::{
    EdgeId, Expr, ExprId, HeapQuery, IntShape, ObjectId, PlaceId, Program, PropId, Storage, Ty,
};
use tribunal_solver::{Rules, TermId, Terms};

/// Executes a program.
pub(crate) struct Machine<'a> {
    pub(crate) program: &'a Program,
    pub(crate) layout: Layout,
    pub(crate) terms: Terms,
    pub(crate) guards: Guards,
    /// By number: no object, the functions, the static objects, then all others.
    pub(crate) objects: Vec<Object>,
    /// The number of the first object that can have bytes.
    pub(crate) first_block: usize,
    /// What was left open, in the order of execution.
    pub(crate) choices: Vec<Choice>,
    /// Runs that are not modelled.
    pub(crate) gaps: Vec<Gap>,
    /// What the last function that returned has returned.
    pub(crate) returned: Option<(Ty, Value)>,
    /// What holds of the state being executed where it is modelled; Bools.
    pub(crate) modelled: Vec<TermId>,
    /// Edges that violate a property.
    pub(crate) violations: Vec<Violation>,
    /// Visits of locations where several edges may be enabled.
    pub(crate) visits: Vec<Visit>,
    /// How many states were executed.
    pub(crate) visited: u64,
    /// What the program asks about.
    pub(crate) asks: Asks,
    /// The condition of the state being executed.
    pub(crate) path: TermId,
    /// The statement being executed.
    pub(crate) span: Span,
    /// The objects a pointer may have.
    pub(crate) cases: FxHashMap<Pointer, Rc<[Case]>>,
    /// The numbers that pointers are made from.
    pub(crate) numbers: FxHashMap<(TermId, TermId), usize>,
    /// The operands of expressions before the expressions.
    pub(crate) orders: FxHashMap<ExprId, Rc<[ExprId]>>,
    /// What inputs are called, by the functions that they come from.
    pub(crate) names: FxHashMap<String, String>,
    /// If an unknown offset may mean fewer places, these are looked at one by one.
    pub(crate) few: u64,
    /// Operations on floats in C, by their terms, if anybody cares for names.
    pub(crate) float_texts: BTreeMap<TermId, String>,
}

/// Which questions a program asks at all.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Asks {
    /// Whether bytes are initialised.
    pub(crate) initialised: bool,
    /// Whether objects are lost.
    pub(crate) lost: bool,
}

/// An object that may exist on some path.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    /// What it is.
    pub(crate) kind: Kind,
    /// How many bytes it has, a number of 64 bits.
    pub(crate) size: TermId,
    /// Its address, a number of 64 bits.
    pub(crate) address: TermId,
    /// The bytes that a small one holds at first, where somebody has asked for them.
    pub(crate) found: BTreeMap<u64, TermId>,
    /// The logarithm of how many bytes the words of a large one have, if they were read or written.
    pub(crate) word: Option<u32>,
    /// The words that a large one holds at first, an array, if they can be anything and were read.
    pub(crate) first: Option<TermId>,
}

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// There is none.
    Nothing,
    /// A function.
    Function,
    /// It has bytes.
    Block(ObjectId),
    /// Objects that have died in iterations that are not looked at.
    Ghost,
    /// Whatever a pointer that can be anything points to, and whether that is an object.
    Wild(TermId),
}

/// One object that a pointer may have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    /// When it has it; a Bool.
    pub(crate) when: TermId,
    /// The number of the object.
    pub(crate) object: usize,
    /// The offset then.
    pub(crate) offset: TermId,
}

/// Something left open by the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// When it is chosen; a Bool.
    pub(crate) when: TermId,
    pub(crate) what: Chosen,
    /// The variable that it is chosen for, if it is one.
    pub(crate) place: Option<PlaceId>,
}

/// What is left open.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Chosen {
    /// A number, or the offset of a pointer without an object.
    Value(TermId, IntShape),
    /// The bytes of the object of this number.
    Bytes(usize),
}

/// Runs that are not modelled.
#[derive(Clone, Debug)]
pub(crate) struct Gap {
    /// Which; a Bool.
    pub(crate) when: TermId,
    /// What is not modelled.
    pub(crate) what: &'static str,
    /// Where.
    pub(crate) span: Span,
}

/// What cannot be modelled: the path ends there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unmodelled(pub(crate) &'static str);

/// An edge that violates a property is taken, or nobody can move where that does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Violation {
    pub(crate) property: PropId,
    /// When; a Bool.
    pub(crate) when: TermId,
    /// The number of the visit.
    pub(crate) visit: u64,
    /// None if nobody can move.
    pub(crate) edge: Option<EdgeId>,
}

/// A visit of a location where several edges may be enabled.
#[derive(Clone, Debug)]
pub(crate) struct Visit {
    pub(crate) number: u64,
    /// When; a Bool.
    pub(crate) when: TermId,
    /// The edges by which runs go on, and when each is taken; a Bool.
    pub(crate) edges: Vec<(EdgeId, TermId)>,
    /// Where it is decided which thread moves: which, and when each does; a Bool.
    pub(crate) threads: Vec<(usize, TermId)>,
}

/// Objects have addresses from here on, functions below.
const FIRST_ADDRESS: u64 = 1 << 16;

impl<'a> Machine<'a> {
    /// A machine and the address of the first object it may allocate.
    pub(crate) fn new(program: &'a Program, rules: Rules, few: u64) -> (Self, State) {
        let mut terms = Terms::with_rules(rules);
        let (guards, root) = Guards::new(&terms);
        let zero = long(&mut terms, 0);
        let nothing = Object {
            kind: Kind::Nothing,
            size: zero,
            address: zero,
            found: BTreeMap::new(),
            word: None,
            first: None,
        };
        let mut objects = vec![nothing.clone()];
        for index in 0..program.procs.len() as u64 {
            let address = long(&mut terms, 16 * (index + 1));
            objects.push(Object { kind: Kind::Function, address, ..nothing.clone() });
        }
        let first_block = objects.len();
        let truth = terms.truth(true);
        let after_functions = 16 * (program.procs.len() as u64 + 1);
        let start = long(&mut terms, FIRST_ADDRESS.max(after_functions));
        let mut machine = Self {
            program,
            layout: Layout::new(program),
            terms,
            guards,
            objects,
            first_block,
            choices: Vec::new(),
            gaps: Vec::new(),
            returned: None,
            modelled: Vec::new(),
            violations: Vec::new(),
            visits: Vec::new(),
            visited: 0,
            asks: asks(program),
            path: truth,
            span: Span::new(tribunal_base::FileId(u32::MAX), 0, 0),
            cases: FxHashMap::default(),
            numbers: FxHashMap::default(),
            orders: FxHashMap::default(),
            names: FxHashMap::default(),
            few,
            float_texts: BTreeMap::new(),
        };
        let mut state = machine.empty(root, start);
        for (id, object) in program.objects.iter() {
            if object.storage == Storage::Static {
                let size = long(&mut machine.terms, object.size);
                machine.layout.statics.insert(id, machine.objects.len());
                machine.bring_to_life(&mut state, id, size);
            }
        }
        (machine, state)
    }

    /// The number of a function as an object.
    pub(crate) fn function(&self, function: tribunal_ir::ProcId) -> usize {
        function.index() + 1
    }

    /// A pointer to the start of an object.
    pub(crate) fn start_of(&mut self, object: usize) -> Pointer {
        Pointer {
            object: self.terms.number(object as u128, OBJECT),
            offset: self.terms.number(0, 64),
        }
    }

    /// Notes that runs of the state being executed are not modelled.
    pub(crate) fn gap(&mut self, when: TermId, what: &'static str) {
        let when = self.terms.and(self.path, when);
        if self.terms.as_bool(when) != Some(false) {
            self.gaps.push(Gap { when, what, span: self.span });
            let modelled = self.terms.not(when);
            self.modelled.push(modelled);
        }
    }

    /// The objects that a pointer may have: the conditions exclude each other, and one holds.
    pub(crate) fn cases(&mut self, pointer: Pointer) -> Rc<[Case]> {
        if let Some(known) = self.cases.get(&pointer) {
            return Rc::clone(known);
        }
        let truth = self.terms.truth(true);
        // Terms are larger than their operands: each pair is looked at when all ways to it are known.
        let mut open = BTreeMap::from([((pointer.object, pointer.offset), truth)]);
        let mut found: BTreeMap<usize, Vec<(TermId, TermId)>> = BTreeMap::new();
        while let Some(((object, offset), when)) = open.pop_last() {
            let tribunal_solver::Node::Ite(condition, yes, no) = self.terms.node(object) else {
                let number = constant(&self.terms, object);
                if number.is_none() {
                    self.gap(when, "a pointer to an unknown object");
                }
                let number = number.unwrap_or(0) as usize;
                found.entry(number).or_default().push((when, offset));
                continue;
            };
            let (offset_yes, offset_no) = match self.terms.node(offset) {
                tribunal_solver::Node::Ite(same, yes, no) if same == condition => (yes, no),
                _ => (offset, offset),
            };
            let not = self.terms.not(condition);
            for (condition, next) in [(condition, (yes, offset_yes)), (not, (no, offset_no))] {
                let when = self.terms.and(when, condition);
                if self.terms.as_bool(when) == Some(false) {
                    continue;
                }
                let known = open.get(&next).copied();
                let when = known.map_or(when, |it| self.terms.or(it, when));
                open.insert(next, when);
            }
        }
        let cases: Rc<[Case]> = found
            .into_iter()
            .map(|(object, ways)| {
                let (mut when, offset) = ways[0];
                let mut offset = Known::new(&self.terms, when).restrict(&mut self.terms, offset);
                for &(other, its_offset) in &ways[1..] {
                    let known = Known::new(&self.terms, other);
                    let its_offset = known.restrict(&mut self.terms, its_offset);
                    offset = self.terms.ite(other, its_offset, offset);
                    when = self.terms.or(when, other);
                }
                Case { when, object, offset }
            })
            .collect();
        let cases = match &*cases {
            [only] => Rc::new([Case { when: truth, ..*only }]) as Rc<[Case]>,
            _ => cases,
        };
        self.cases.insert(pointer, Rc::clone(&cases));
        cases
    }

    /// Leaves out of a state what is not modelled of it.
    pub(crate) fn leave_out_gaps(&mut self, state: &mut State) {
        for modelled in std::mem::take(&mut self.modelled) {
            state.guard = self.guards.and(&mut self.terms, state.guard, modelled);
        }
    }

    /// A pointer is about to be used. One that can be anything is used as a number that is the
    /// address of no object; that it could be another is a gap.
    pub(crate) fn touch(&mut self, pointer: Pointer) {
        for case in self.cases(pointer).iter() {
            if let Kind::Wild(is_object) = self.objects[case.object].kind {
                let when = self.terms.and(case.when, is_object);
                self.gap(when, "a pointer that can be anything, or is made from a number");
            }
        }
    }

    /// Notes a gap if a pointer may have an object that is gone, of which more is asked than whether
    /// it lives.
    pub(crate) fn forbid_ghosts(&mut self, pointer: Pointer) {
        for case in self.cases(pointer).iter() {
            if self.objects[case.object].kind == Kind::Ghost {
                let when: TermId = self.terms.and(self.path, case.when);
                self.gap(when, "a pointer that an earlier iteration has left behind");
            }
        }
    }

    /// The same as `touch`, for comparison: numbers are the offsets of pointers without an object (M2).
    pub(crate) fn tame(&mut self, pointer: Pointer) -> Pointer {
        self.touch(pointer);
        let is_number = |kind: Kind| matches!(kind, Kind::Wild(_));
        let cases = self.cases(pointer);
        if !cases.iter().any(|it| is_number(self.objects[it.object].kind)) {
            return pointer;
        }
        let mut result: Option<Pointer> = None;
        for case in cases.iter() {
            let mut one = Pointer {
                object: self.terms.number(case.object as u128, OBJECT),
                offset: case.offset,
            };
            if is_number(self.objects[case.object].kind) {
                let number = self.objects[case.object].address;
                one.object = self.terms.number(0, OBJECT);
                one.offset = self.terms.add(number, case.offset);
            }
            result = Some(match result {
                None => one,
                Some(other) => choose_pointer(&mut self.terms, case.when, one, other),
            });
        }
        result.unwrap_or(pointer)
    }

    /// A pointer made from a number that is the address of no object unless `is_object` holds, which is
    /// a gap when it is used. It has a number of its own as an object, so that where it is one of several
    /// possibilities the offsets of the others stay known.
    pub(crate) fn bare(&mut self, number: TermId, is_object: TermId) -> Pointer {
        let known = self.numbers.get(&(number, is_object)).copied();
        let object = known.unwrap_or(self.objects.len());
        if known.is_none() {
            let kind = Kind::Wild(is_object);
            self.objects.push(Object { kind, address: number, ..self.objects[0].clone() });
            self.numbers.insert((number, is_object), object);
        }
        self.start_of(object)
    }

    /// The object of a number, if it can have bytes.
    pub(crate) fn declaration(&self, object: usize) -> Option<ObjectId> {
        match self.objects[object].kind {
            Kind::Block(id) => Some(id),
            Kind::Nothing | Kind::Function | Kind::Ghost | Kind::Wild(_) => None,
        }
    }

    /// A cell of zeros.
    pub(crate) fn zeros(&mut self, start: u64, width: u64) -> Cell {
        let bits = self.terms.number(0, 8 * width as u32);
        let initialised = self.terms.truth(true);
        Cell { start, width, content: crate::state::cells::Content::Bits(bits), initialised }
    }
}

fn asks(program: &Program) -> Asks {
    let mut asks = Asks::default();
    for (_, expr) in program.exprs.iter() {
        match expr {
            Expr::IsInitialised { .. } => asks.initialised = true,
            Expr::Heap(HeapQuery::Lost) => asks.lost = true,
            _ => {}
        }
    }
    asks
}

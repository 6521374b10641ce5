//! Maps from small numbers to values that share what they have in common.
//!
//! An abstract state is kept for every location of a program, and most edges change one value of it. So a map is a tree whose nodes are shared
//! by all maps that have them, and two maps are compared and merged without looking at what they share. Compare C. Okasaki, A. Gill: *Fast
//! mergeable integer maps*, ML 1998.

use std::rc::Rc;

/// Children of a node.
const WIDTH: usize = 8;
/// Bits of a key that choose a child.
const BITS: u32 = 3;

/// A map from numbers to values.
#[derive(Debug)]
pub struct Map<V> {
    root: Option<Rc<Node<V>>>,
    /// How many levels of branches there are above the leaves.
    height: u32,
}

#[derive(Debug)]
enum Node<V> {
    Branch([Option<Rc<Node<V>>>; WIDTH]),
    Leaf([Option<Rc<V>>; WIDTH]),
}

type Children<V> = [Option<Rc<Node<V>>>; WIDTH];

impl<V> Clone for Map<V> {
    fn clone(&self) -> Self {
        Self { root: self.root.clone(), height: self.height }
    }
}

impl<V> Default for Map<V> {
    fn default() -> Self {
        Self { root: None, height: 0 }
    }
}

impl<V> Clone for Node<V> {
    fn clone(&self) -> Self {
        match self {
            Self::Branch(children) => Self::Branch(children.clone()),
            Self::Leaf(values) => Self::Leaf(values.clone()),
        }
    }
}

fn child(key: u32, height: u32) -> usize {
    (key >> (BITS * height)) as usize % WIDTH
}

impl<V> Map<V> {
    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: u32) -> Option<&Rc<V>> {
        if key.checked_shr(BITS * (self.height + 1)).unwrap_or(0) != 0 {
            return None;
        }
        let mut node = self.root.as_ref()?;
        let mut height = self.height;
        loop {
            match &**node {
                Node::Leaf(values) => return values[child(key, 0)].as_ref(),
                Node::Branch(children) => node = children[child(key, height)].as_ref()?,
            }
            height -= 1;
        }
    }

    /// Whether there is no value at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// Gives a key a value.
    pub fn insert(&mut self, key: u32, value: Rc<V>) {
        while key.checked_shr(BITS * (self.height + 1)).unwrap_or(0) != 0 {
            if let Some(root) = self.root.take() {
                let mut children: Children<V> = std::array::from_fn(|_| None);
                children[0] = Some(root);
                self.root = Some(Rc::new(Node::Branch(children)));
            }
            self.height += 1;
        }
        put(&mut self.root, self.height, key, value);
    }

    /// Takes the value of a key away.
    pub fn remove(&mut self, key: u32) {
        if self.get(key).is_some() {
            take(&mut self.root, self.height, key);
        }
    }

    /// Whether the two are the same map in memory.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        match (&self.root, &other.root) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b) && self.height == other.height,
            (None, None) => true,
            _ => false,
        }
    }

    /// A number that only maps that are the same in memory have in common, as long as one of them is there.
    #[must_use]
    pub fn address(&self) -> usize {
        self.root.as_ref().map_or(0, |it| Rc::as_ptr(it).addr())
    }

    /// Calls a function with every key and value, in the order of the keys.
    pub fn for_each(&self, each: &mut dyn FnMut(u32, &Rc<V>)) {
        if let Some(root) = &self.root {
            visit(root, self.height, 0, each);
        }
    }

    /// Merges two maps: where they differ, a key has the value that the function makes of both; none if it makes none.
    #[must_use]
    pub fn merge(&self, other: &Self, merge: &mut Merge<'_, V>) -> Self {
        let height = self.height.max(other.height);
        let (a, b) = (self.raised(height), other.raised(height));
        Self { root: merge_nodes(a.as_ref(), b.as_ref(), height, 0, merge), height }
    }

    /// Whether a question is answered with yes for every key where the maps differ.
    #[must_use]
    pub fn all_differences(&self, other: &Self, ask: &mut Ask<'_, V>) -> bool {
        let height = self.height.max(other.height);
        let (a, b) = (self.raised(height), other.raised(height));
        compare(a.as_ref(), b.as_ref(), height, 0, ask)
    }

    fn raised(&self, height: u32) -> Option<Rc<Node<V>>> {
        let mut root = self.root.clone();
        for _ in self.height..height {
            if let Some(node) = root.take() {
                let mut children: Children<V> = std::array::from_fn(|_| None);
                children[0] = Some(node);
                root = Some(Rc::new(Node::Branch(children)));
            }
        }
        root
    }
}

/// Makes one value of two; one of them at least is there.
pub type Merge<'a, V> = dyn FnMut(u32, Option<&Rc<V>>, Option<&Rc<V>>) -> Option<Rc<V>> + 'a;

/// Answers a question about two values; one of them at least is there.
pub type Ask<'a, V> = dyn FnMut(u32, Option<&Rc<V>>, Option<&Rc<V>>) -> bool + 'a;

fn put<V>(node: &mut Option<Rc<Node<V>>>, height: u32, key: u32, value: Rc<V>) {
    let node = node.get_or_insert_with(|| {
        Rc::new(match height {
            0 => Node::Leaf(std::array::from_fn(|_| None)),
            _ => Node::Branch(std::array::from_fn(|_| None)),
        })
    });
    match Rc::make_mut(node) {
        Node::Leaf(values) => values[child(key, 0)] = Some(value),
        Node::Branch(children) => put(&mut children[child(key, height)], height - 1, key, value),
    }
}

fn take<V>(node: &mut Option<Rc<Node<V>>>, height: u32, key: u32) {
    let Some(inner) = node else { return };
    let is_empty = match Rc::make_mut(inner) {
        Node::Leaf(values) => {
            values[child(key, 0)] = None;
            values.iter().all(Option::is_none)
        }
        Node::Branch(children) => {
            take(&mut children[child(key, height)], height - 1, key);
            children.iter().all(Option::is_none)
        }
    };
    if is_empty {
        *node = None;
    }
}

fn visit<V>(node: &Node<V>, height: u32, prefix: u32, each: &mut dyn FnMut(u32, &Rc<V>)) {
    match node {
        Node::Leaf(values) => {
            for (at, value) in (0..).zip(values) {
                if let Some(value) = value {
                    each(prefix | at, value);
                }
            }
        }
        Node::Branch(children) => {
            for (at, node) in (0..).zip(children) {
                if let Some(node) = node {
                    visit(node, height - 1, prefix | at << (BITS * height), each);
                }
            }
        }
    }
}

fn is_same<T>(a: Option<&Rc<T>>, b: Option<&Rc<T>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => Rc::ptr_eq(a, b),
        (None, None) => true,
        _ => false,
    }
}

fn leaf<V>(node: Option<&Rc<Node<V>>>, at: usize) -> Option<&Rc<V>> {
    match node.map(|it| &**it) {
        Some(Node::Leaf(values)) => values[at].as_ref(),
        _ => None,
    }
}

fn branch<V>(node: Option<&Rc<Node<V>>>, at: usize) -> Option<&Rc<Node<V>>> {
    match node.map(|it| &**it) {
        Some(Node::Branch(children)) => children[at].as_ref(),
        _ => None,
    }
}

fn merge_nodes<V>(
    a: Option<&Rc<Node<V>>>,
    b: Option<&Rc<Node<V>>>,
    height: u32,
    prefix: u32,
    merge: &mut Merge<'_, V>,
) -> Option<Rc<Node<V>>> {
    if is_same(a, b) {
        return a.cloned();
    }
    let key = |at: usize| prefix | (at as u32) << (BITS * height);
    let node = if height == 0 {
        let values: [Option<Rc<V>>; WIDTH] = std::array::from_fn(|at| {
            let (x, y) = (leaf(a, at), leaf(b, at));
            if is_same(x, y) { x.cloned() } else { merge(key(at), x, y) }
        });
        // What is equal to one of the two is that one, so that it goes on being shared.
        for old in [a, b] {
            if (0..WIDTH).all(|at| is_same(leaf(old, at), values[at].as_ref())) {
                return old.cloned();
            }
        }
        if values.iter().all(Option::is_none) {
            return None;
        }
        Node::Leaf(values)
    } else {
        let children: Children<V> = std::array::from_fn(|at| {
            merge_nodes(branch(a, at), branch(b, at), height - 1, key(at), merge)
        });
        for old in [a, b] {
            if (0..WIDTH).all(|at| is_same(branch(old, at), children[at].as_ref())) {
                return old.cloned();
            }
        }
        if children.iter().all(Option::is_none) {
            return None;
        }
        Node::Branch(children)
    };
    Some(Rc::new(node))
}

fn compare<V>(
    a: Option<&Rc<Node<V>>>,
    b: Option<&Rc<Node<V>>>,
    height: u32,
    prefix: u32,
    ask: &mut Ask<'_, V>,
) -> bool {
    let key = |at: usize| prefix | (at as u32) << (BITS * height);
    is_same(a, b)
        || (0..WIDTH).all(|at| {
            if height == 0 {
                let (x, y) = (leaf(a, at), leaf(b, at));
                is_same(x, y) || ask(key(at), x, y)
            } else {
                compare(branch(a, at), branch(b, at), height - 1, key(at), ask)
            }
        })
}

#[cfg(test)]
mod tests {
    use super::Map;
    use proptest::prelude::{any, prop, prop_assert, prop_assert_eq, proptest};
    use std::collections::BTreeMap;
    use std::rc::Rc;

    fn entries(map: &Map<u8>) -> BTreeMap<u32, u8> {
        let mut found = BTreeMap::new();
        map.for_each(&mut |key, value| _ = found.insert(key, **value));
        found
    }

    fn build(changes: &[(u32, Option<u8>)]) -> (Map<u8>, BTreeMap<u32, u8>) {
        let (mut map, mut expected) = (Map::default(), BTreeMap::new());
        for &(key, value) in changes {
            match value {
                Some(value) => {
                    map.insert(key, Rc::new(value));
                    expected.insert(key, value);
                }
                None => {
                    map.remove(key);
                    expected.remove(&key);
                }
            }
        }
        (map, expected)
    }

    proptest! {
        #[test]
        fn it_is_a_map(
            first in prop::collection::vec((0..600u32, any::<Option<u8>>()), 0..40),
            second in prop::collection::vec((0..90u32, any::<Option<u8>>()), 0..40),
        ) {
            let ((a, left), (b, right)) = (build(&first), build(&second));
            prop_assert_eq!(entries(&a), left.clone());
            for key in 0..700 {
                prop_assert_eq!(a.get(key).map(|it| **it), left.get(&key).copied());
            }
            // A merge that keeps the greater value, and drops what is on one side only.
            let merged = a.merge(&b, &mut |_, x, y| Some(Rc::new(**x?.max(y?))));
            let expected: BTreeMap<u32, u8> = left
                .iter()
                .filter_map(|(key, x)| Some((*key, *x.max(right.get(key)?))))
                .collect();
            prop_assert_eq!(entries(&merged), expected);
            let is_equal = a.all_differences(&b, &mut |_, x, y| x == y);
            prop_assert_eq!(is_equal, left == right);
            prop_assert!(a.merge(&a, &mut |_, _, _| None).is_same(&a));
        }
    }
}

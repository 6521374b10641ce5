//! The order in which locations are visited: loops are components, nested in each other.
//!
//! F. Bourdoncle: *Efficient chaotic iteration strategies with widenings*. Formal Methods in Programming and their Applications, 1993: the
//! weak topological order of figure 4.

/// A part of a weak topological order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    /// A location.
    Vertex(usize),
    /// A loop.
    Component {
        /// Where it is entered first.
        head: usize,
        /// What else is in it, in order.
        body: Vec<Element>,
        /// All of its locations, in ascending order.
        members: Vec<usize>,
    },
}

/// The weak topological order of what can be reached from an entry.
pub(crate) fn weak_topological_order(entry: usize, successors: &[Vec<usize>]) -> Vec<Element> {
    let count = successors.len();
    let mut search = Search { successors, number: vec![0; count], next: 0, stack: Vec::new() };
    let mut order = Vec::new();
    search.visit(entry, &mut order);
    order.reverse();
    order
}

struct Search<'a> {
    successors: &'a [Vec<usize>],
    /// When a vertex was found, from 1 on; 0 if it was not yet.
    number: Vec<usize>,
    next: usize,
    stack: Vec<usize>,
}

impl Search<'_> {
    /// Puts what is reached from a vertex into an order, last first; the number of the outermost head that it can go back to.
    fn visit(&mut self, vertex: usize, order: &mut Vec<Element>) -> usize {
        self.stack.push(vertex);
        self.next += 1;
        self.number[vertex] = self.next;
        let (mut head, mut is_loop) = (self.next, false);
        for &successor in &self.successors[vertex] {
            let least = match self.number[successor] {
                0 => self.visit(successor, order),
                number => number,
            };
            if least <= head {
                (head, is_loop) = (least, true);
            }
        }
        if head == self.number[vertex] {
            self.number[vertex] = usize::MAX;
            let mut top = self.stack.pop();
            if is_loop {
                while let Some(member) = top.filter(|it| *it != vertex) {
                    self.number[member] = 0;
                    top = self.stack.pop();
                }
                order.push(self.component(vertex));
            } else {
                order.push(Element::Vertex(vertex));
            }
        }
        head
    }

    fn component(&mut self, head: usize) -> Element {
        let mut body = Vec::new();
        for &successor in &self.successors[head] {
            if self.number[successor] == 0 {
                self.visit(successor, &mut body);
            }
        }
        body.reverse();
        let mut members = vec![head];
        for element in &body {
            match element {
                Element::Vertex(vertex) => members.push(*vertex),
                Element::Component { members: inner, .. } => members.extend(inner),
            }
        }
        members.sort_unstable();
        Element::Component { head, body, members }
    }
}

#[cfg(test)]
mod tests {
    use super::{Element, weak_topological_order};

    fn show(order: &[Element]) -> String {
        let one = |it: &Element| match it {
            Element::Vertex(vertex) => vertex.to_string(),
            Element::Component { head, body, .. } => format!("({head} {})", show(body)),
        };
        order.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    /// The graph of the paper, its vertices numbered from 1 on.
    #[test]
    fn the_example_of_the_paper() {
        let successors = [
            vec![],
            vec![2],
            vec![3, 8],
            vec![4],
            vec![5, 7],
            vec![6],
            vec![5, 7],
            vec![3, 8],
            vec![],
        ];
        assert_eq!(show(&weak_topological_order(1, &successors)), "1 2 (3 4 (5 6) 7) 8");
    }

    #[test]
    fn what_is_not_reached_is_left_out() {
        let successors = [vec![1], vec![1], vec![0]];
        assert_eq!(show(&weak_topological_order(0, &successors)), "0 (1 )");
    }
}

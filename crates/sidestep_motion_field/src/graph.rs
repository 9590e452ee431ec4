//! Which states lead to which, as a directed graph: what can be left, and what can be reached.

/// A directed graph over states; a node is a row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Graph {
    /// Where the heads of each node begin in `heads`, and the end.
    starts: Vec<usize>,
    heads: Vec<u32>,
}

/// The strongly connected components of a graph: sets within which everything leads to everything.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Components {
    /// Component of each node.
    pub(crate) of: Vec<u32>,
    /// Nodes of each component.
    pub(crate) sizes: Vec<usize>,
    /// Whether no edge leads out of a component.
    pub(crate) is_final: Vec<bool>,
}

impl Graph {
    /// The graph in which each node leads to the nodes listed for it. Repeated edges count once.
    pub(crate) fn new(mut lists: Vec<Vec<u32>>) -> Self {
        let mut graph = Self { starts: vec![0], heads: Vec::new() };
        for heads in &mut lists {
            heads.sort_unstable();
            heads.dedup();
            graph.heads.append(heads);
            graph.starts.push(graph.heads.len());
        }
        graph
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of edges.
    pub(crate) fn edges(&self) -> usize {
        self.heads.len()
    }

    /// The nodes that a node leads to.
    pub(crate) fn heads(&self, node: u32) -> &[u32] {
        &self.heads[self.starts[node as usize]..self.starts[node as usize + 1]]
    }

    /// The graph with every edge turned round.
    pub(crate) fn reversed(&self) -> Self {
        let mut lists = vec![Vec::new(); self.len()];
        for tail in (0..).take(self.len()) {
            for head in self.heads(tail) {
                lists[*head as usize].push(tail);
            }
        }
        Self::new(lists)
    }

    /// Whether each node can be reached from one of `from`; those count as reached.
    pub(crate) fn reached(&self, from: impl IntoIterator<Item = u32>) -> Vec<bool> {
        let mut reached = vec![false; self.len()];
        let mut waiting: Vec<u32> = from.into_iter().collect();
        while let Some(node) = waiting.pop() {
            if !std::mem::replace(&mut reached[node as usize], true) {
                waiting.extend(self.heads(node));
            }
        }
        reached
    }

    /// Tarjan's algorithm (SIAM J. Comput. 1(2), 1972), without recursion: clips are long chains.
    pub(crate) fn components(&self) -> Components {
        let mut search = Search::new(self);
        for root in (0..).take(self.len()) {
            search.explore(root);
        }
        let mut is_final = vec![true; search.sizes.len()];
        for tail in (0..).take(self.len()) {
            let own = search.component[tail as usize];
            if self.heads(tail).iter().any(|head| search.component[*head as usize] != own) {
                is_final[own as usize] = false;
            }
        }
        Components { of: search.component, sizes: search.sizes, is_final }
    }
}

impl Components {
    /// The largest component; the one of the first node where several are.
    pub(crate) fn largest(&self) -> u32 {
        let largest = (0..self.sizes.len()).max_by_key(|at| (self.sizes[*at], usize::MAX - at));
        u32::try_from(largest.unwrap_or(0)).unwrap_or(u32::MAX)
    }

    /// The nodes of a component.
    pub(crate) fn nodes(&self, component: u32) -> impl Iterator<Item = u32> {
        (0..).zip(&self.of).filter(move |(_, of)| **of == component).map(|(node, _)| node)
    }
}

/// Not visited yet, or in no component yet.
const NONE: u32 = u32::MAX;

struct Search<'a> {
    graph: &'a Graph,
    /// When each node was visited, and the earliest node on the stack it leads back to.
    order: Vec<u32>,
    low: Vec<u32>,
    visited: u32,
    /// Visited nodes without a component.
    stack: Vec<u32>,
    /// The path to the present node, with how many heads of each were looked at.
    path: Vec<(u32, usize)>,
    component: Vec<u32>,
    sizes: Vec<usize>,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph) -> Self {
        Self {
            graph,
            order: vec![NONE; graph.len()],
            low: vec![NONE; graph.len()],
            visited: 0,
            stack: Vec::new(),
            path: Vec::new(),
            component: vec![NONE; graph.len()],
            sizes: Vec::new(),
        }
    }

    fn explore(&mut self, root: u32) {
        if self.order[root as usize] == NONE {
            self.visit(root);
        }
        while let Some((node, looked)) = self.path.last_mut() {
            let (tail, at) = (*node as usize, *looked);
            *looked += 1;
            match self.graph.heads(*node).get(at).copied() {
                Some(head) if self.order[head as usize] == NONE => self.visit(head),
                Some(head) if self.component[head as usize] == NONE => {
                    self.low[tail] = self.low[tail].min(self.order[head as usize]);
                }
                Some(_) => {}
                None => self.leave(),
            }
        }
    }

    fn visit(&mut self, node: u32) {
        self.order[node as usize] = self.visited;
        self.low[node as usize] = self.visited;
        self.visited += 1;
        self.stack.push(node);
        self.path.push((node, 0));
    }

    /// The last node of the path is done: closes its component, if it began one.
    fn leave(&mut self) {
        let Some((node, _)) = self.path.pop() else { return };
        let low = self.low[node as usize];
        if let Some((before, _)) = self.path.last() {
            self.low[*before as usize] = self.low[*before as usize].min(low);
        }
        if low == self.order[node as usize] {
            let number = u32::try_from(self.sizes.len()).unwrap_or(NONE);
            let from = self.stack.iter().rposition(|other| *other == node).unwrap_or(0);
            self.sizes.push(self.stack.len() - from);
            for member in self.stack.drain(from..) {
                self.component[member as usize] = number;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 → 1 → 2 → 0 is a ring; 2 → 3 → 4 → 3 leads into a trap; 5 → 0 has nothing before it.
    fn story() -> Graph {
        Graph::new(vec![vec![1], vec![2], vec![0, 3], vec![4], vec![3], vec![0, 0]])
    }

    #[test]
    fn a_ring_a_trap_and_a_beginning() {
        let components = story().components();
        assert_eq!(components.sizes.iter().sum::<usize>(), 6);
        let ring = components.largest();
        assert_eq!(components.nodes(ring).collect::<Vec<_>>(), [0, 1, 2]);
        let trap = components.of[3];
        assert_eq!(components.nodes(trap).collect::<Vec<_>>(), [3, 4]);
        assert!(components.is_final[trap as usize] && !components.is_final[ring as usize]);
        assert_eq!(story().edges(), 7);
        assert_eq!(story().reached([5]), [true; 6]);
        assert_eq!(story().reversed().heads(0), [2, 5]);
        assert_eq!(story().reversed().reached([4]), [true; 6]);
        assert_eq!(story().reached([3]), [false, false, false, true, true, false]);
    }

    /// Tried on many small graphs: two nodes share a component where each is reached from the other.
    #[test]
    fn components_are_those_of_mutual_reach() {
        let mut seed = 1_u32;
        let mut draw = move |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % below
        };
        for _ in 0..200 {
            let nodes = 1 + draw(9);
            let list = |_| (0..draw(4)).map(|_| draw(nodes)).collect();
            let graph = Graph::new((0..nodes).map(list).collect());
            let components = graph.components();
            let reach: Vec<Vec<bool>> = (0..nodes).map(|from| graph.reached([from])).collect();
            for (a, b) in (0..nodes as usize).flat_map(|a| (0..nodes as usize).map(move |b| (a, b)))
            {
                let mutual = reach[a][b] && reach[b][a];
                assert_eq!(components.of[a] == components.of[b], mutual);
                let leaves = reach[a][b] && !reach[b][a];
                assert!(!(leaves && components.is_final[components.of[a] as usize]));
            }
        }
    }

    #[test]
    fn a_long_chain_does_not_exhaust_the_stack() {
        let last = 200_000;
        let lists = (0..=last).map(|node| if node < last { vec![node + 1] } else { vec![] });
        assert_eq!(Graph::new(lists.collect()).components().sizes.len(), 200_001);
    }
}

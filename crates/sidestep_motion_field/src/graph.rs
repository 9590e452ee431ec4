//! Which states lead to which, as a directed graph: what can be left, and what can be reached.

use sidestep_motion::components::{Components, strongly_connected};

/// A directed graph over states; a node is a row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Graph {
    /// Where the heads of each node begin in `heads`, and the end.
    starts: Vec<u32>,
    heads: Vec<u32>,
}

impl Graph {
    /// The graph in which each node leads to the nodes listed for it. Repeated edges count once.
    pub(crate) fn new(mut lists: Vec<Vec<u32>>) -> Self {
        let mut graph = Self { starts: vec![0], heads: Vec::new() };
        for heads in &mut lists {
            heads.sort_unstable();
            heads.dedup();
            graph.heads.append(heads);
            graph.starts.push(u32::try_from(graph.heads.len()).expect("fewer edges than 2^32"));
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
        let [from, to] = [self.starts[node as usize], self.starts[node as usize + 1]];
        &self.heads[from as usize..to as usize]
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

    /// The sets within which everything leads to everything.
    pub(crate) fn components(&self) -> Components {
        strongly_connected(&self.starts, &self.heads)
    }

    /// Whether no edge leads out of a component, for each.
    pub(crate) fn final_components(&self, components: &Components) -> Vec<bool> {
        let mut is_final = vec![true; components.sizes.len()];
        for (tail, own) in (0..).zip(&components.of) {
            if self.heads(tail).iter().any(|head| components.of[*head as usize] != *own) {
                is_final[*own as usize] = false;
            }
        }
        is_final
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
        assert_eq!(components.sizes.iter().sum::<u32>(), 6);
        let ring = components.largest().unwrap();
        assert_eq!(components.nodes(ring).collect::<Vec<_>>(), [0, 1, 2]);
        let trap = components.of[3];
        assert_eq!(components.nodes(trap).collect::<Vec<_>>(), [3, 4]);
        let is_final = story().final_components(&components);
        assert!(is_final[trap as usize] && !is_final[ring as usize]);
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
            let is_final = graph.final_components(&components);
            let reach: Vec<Vec<bool>> = (0..nodes).map(|from| graph.reached([from])).collect();
            for (a, b) in (0..nodes as usize).flat_map(|a| (0..nodes as usize).map(move |b| (a, b)))
            {
                let mutual = reach[a][b] && reach[b][a];
                assert_eq!(components.of[a] == components.of[b], mutual);
                let leaves = reach[a][b] && !reach[b][a];
                assert!(!(leaves && is_final[components.of[a] as usize]));
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

//! Strongly connected components of a graph of frames: Tarjan's algorithm (SIAM J. Comput. 1(2), 1972),
//! without recursion.

use std::ops::Range;

/// Which component each node of a graph is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// The component of each node, numbered in the order in which Tarjan's algorithm closes them.
    pub of: Vec<u32>,
    /// The number of nodes in each.
    pub sizes: Vec<u32>,
}

impl Components {
    /// The largest component; of equal ones the one closed first. `None` without nodes.
    pub fn largest(&self) -> Option<u32> {
        let largest = self.sizes.iter().max()?;
        let number = self.sizes.iter().position(|size| size == largest)?;
        u32::try_from(number).ok()
    }

    /// The nodes of a component.
    pub fn nodes(&self, component: u32) -> impl Iterator<Item = u32> {
        (0..).zip(&self.of).filter(move |(_, of)| **of == component).map(|(node, _)| node)
    }
}

const UNSEEN: u32 = u32::MAX;

/// The strongly connected components of a graph in compressed rows: `targets[starts[v]..starts[v + 1]]`
/// are the nodes that edges of `v` lead to.
///
/// The stack of calls is kept by hand, so that a path through a million frames does not
/// overflow that of the machine.
pub fn strongly_connected(starts: &[u32], targets: &[u32]) -> Components {
    let nodes = starts.len().saturating_sub(1);
    let edges = |v: u32| -> Range<u32> { starts[v as usize]..starts[v as usize + 1] };
    let mut components = Components { of: vec![UNSEEN; nodes], sizes: Vec::new() };
    // The order in which a node was first visited, and the earliest open node it can reach.
    let mut order = vec![UNSEEN; nodes];
    let mut root = vec![UNSEEN; nodes];
    let mut next = 0;
    let mut open: Vec<u32> = Vec::new();
    let mut calls: Vec<(u32, Range<u32>)> = Vec::new();
    for start in (0_u32..).take(nodes) {
        if order[start as usize] != UNSEEN {
            continue;
        }
        calls.push((start, edges(start)));
        while let Some((v, remaining)) = calls.last_mut() {
            let v = *v;
            if order[v as usize] == UNSEEN {
                (order[v as usize], root[v as usize]) = (next, next);
                next += 1;
                open.push(v);
            }
            if let Some(edge) = remaining.next() {
                let w = targets[edge as usize];
                if order[w as usize] == UNSEEN {
                    calls.push((w, edges(w)));
                } else if components.of[w as usize] == UNSEEN {
                    root[v as usize] = root[v as usize].min(order[w as usize]);
                }
                continue;
            }
            calls.pop();
            if let Some((caller, _)) = calls.last() {
                root[*caller as usize] = root[*caller as usize].min(root[v as usize]);
            }
            if root[v as usize] == order[v as usize] {
                close(v, &mut open, &mut components);
            }
        }
    }
    components
}

/// Everything opened since `v` is one component with it.
fn close(v: u32, open: &mut Vec<u32>, components: &mut Components) {
    let number = u32::try_from(components.sizes.len()).unwrap_or(UNSEEN);
    let mut size = 0;
    while let Some(w) = open.pop() {
        components.of[w as usize] = number;
        size += 1;
        if w == v {
            break;
        }
    }
    components.sizes.push(size);
}

//! Tidy trees: the root on top, operands below it in order, every subtree drawn alike wherever it
//! stands, a node midway between its outer operands, and nothing wider than it must be.
//!
//! After Reingold and Tilford, *Tidier drawings of trees* (1981), with the symmetry of Kennedy,
//! *Drawing trees* (1996): operands are pushed together once from the left and once from the
//! right, and stand midway. Both are solutions of the same inequalities "j stands at least s to
//! the right of i", hence so is their mean. Time is linear, because joining subtrees looks at no
//! level that only the tallest of them has.

use super::super::scene::{Rect, ScenePoint, SceneShape, SceneSize};
use super::super::{PictureTree, TooLarge};
use super::{check_parts, text, width};

/// Height of a node, and its least width.
const NODE: f64 = 30.0;
/// Distance between the middles of two levels.
const LEVEL: f64 = 56.0;
/// Least distance between neighbours on a level.
const GAP: f64 = 18.0;

/// How far a subtree reaches to both sides, level by level.
#[derive(Default)]
struct Contour {
    /// To be added to all of `levels`, so that moving a subtree costs nothing.
    shift: f64,
    /// Left and right end of each level; the lowest level first, so that a node put above is
    /// appended.
    levels: Vec<(f64, f64)>,
}

impl Contour {
    fn height(&self) -> usize {
        self.levels.len()
    }

    /// Left end of a level, counted from the root.
    fn left(&self, level: usize) -> f64 {
        self.levels[self.height() - 1 - level].0 + self.shift
    }

    /// Right end of a level, counted from the root.
    fn right(&self, level: usize) -> f64 {
        self.levels[self.height() - 1 - level].1 + self.shift
    }

    fn set_left(&mut self, level: usize, x: f64) {
        let index = self.height() - 1 - level;
        self.levels[index].0 = x - self.shift;
    }

    fn set_right(&mut self, level: usize, x: f64) {
        let index = self.height() - 1 - level;
        self.levels[index].1 = x - self.shift;
    }
}

/// Places the nodes of a tree.
pub(super) fn layout(tree: &PictureTree) -> Result<Vec<SceneShape>, TooLarge> {
    check_parts(tree.node_count())?;
    let parents = tree.parents();
    let mut shapes = Vec::new();
    let mut boxes: Vec<Option<Rect>> = vec![None; tree.nodes.len()];
    let offsets = offsets(tree);
    for (index, node) in tree.nodes.iter().enumerate().rev() {
        let above = parents[index].and_then(|parent| boxes[parent]);
        let centre = match above {
            Some(above) => ScenePoint::new(above.centre.x + offsets[index], above.centre.y + LEVEL),
            None => ScenePoint::new(offsets[index], 0.0),
        };
        let rect = Rect { centre, width: node_width(tree, index), height: NODE };
        boxes[index] = Some(rect);
        let role = node.label.role;
        if let Some(above) = above {
            let from = ScenePoint::new(above.centre.x, above.bottom());
            shapes.push(SceneShape::Line {
                ends: [from, ScenePoint::new(centre.x, rect.top())],
                role,
            });
        }
        let corner = if node.operands == 0 { 5.0 } else { NODE / 2.0 };
        shapes.push(SceneShape::Box { rect, corner, role });
        shapes.push(text(&node.label, rect, SceneSize::Large));
    }
    Ok(shapes)
}

fn node_width(tree: &PictureTree, index: usize) -> f64 {
    (width(&tree.nodes[index].label, SceneSize::Large) + 16.0).max(NODE)
}

/// The x of each node relative to the node above it.
fn offsets(tree: &PictureTree) -> Vec<f64> {
    let mut offsets = vec![0.0; tree.nodes.len()];
    let mut roots: Vec<(usize, Contour)> = Vec::new();
    for (index, node) in tree.nodes.iter().enumerate() {
        let (operands, subtrees): (Vec<_>, Vec<_>) =
            roots.drain(roots.len() - node.operands..).unzip();
        let (places, mut contour) = join(subtrees);
        for (operand, place) in operands.into_iter().zip(places) {
            offsets[operand] = place;
        }
        let half = node_width(tree, index) / 2.0;
        contour.levels.push((-half - contour.shift, half - contour.shift));
        roots.push((index, contour));
    }
    let (roots, trees): (Vec<_>, Vec<_>) = roots.into_iter().unzip();
    for (root, place) in roots.into_iter().zip(join(trees).0) {
        offsets[root] = place;
    }
    offsets
}

/// Puts subtrees side by side: the places of their roots around 0, and what they reach together.
fn join(mut subtrees: Vec<Contour>) -> (Vec<f64>, Contour) {
    let mut places = push_together(&subtrees);
    let middle = places.first().zip(places.last()).map_or(0.0, |(a, b)| (a + b) / 2.0);
    for (place, subtree) in places.iter_mut().zip(&mut subtrees) {
        *place -= middle;
        subtree.shift += *place;
    }
    let Some(tallest) = (0..subtrees.len()).max_by_key(|&index| subtrees[index].height()) else {
        return (places, Contour::default());
    };
    let mut joined = std::mem::take(&mut subtrees[tallest]);
    let mut covered = 0;
    for subtree in &subtrees[..tallest] {
        for level in covered..subtree.height() {
            joined.set_left(level, subtree.left(level));
        }
        covered = covered.max(subtree.height());
    }
    covered = 0;
    for subtree in subtrees[tallest + 1..].iter().rev() {
        for level in covered..subtree.height() {
            joined.set_right(level, subtree.right(level));
        }
        covered = covered.max(subtree.height());
    }
    (places, joined)
}

/// Where the roots of subtrees stand, the first at 0.
fn push_together(subtrees: &[Contour]) -> Vec<f64> {
    let mut from_left = vec![0.0_f64; subtrees.len()];
    // "The second stands at least so far to the right of the first", by ascending second.
    let mut apart: Vec<(usize, usize, f64)> = Vec::new();
    // The subtrees that can be seen from the right; the later stand in front and are lower.
    let mut skyline: Vec<usize> = Vec::new();
    for (index, subtree) in subtrees.iter().enumerate() {
        let mut level = 0;
        while let Some(&left) = skyline.last() {
            let height = subtrees[left].height();
            let least = (level..height.min(subtree.height()))
                .map(|level| subtrees[left].right(level) - subtree.left(level) + GAP)
                .fold(f64::MIN, f64::max);
            apart.push((left, index, least));
            from_left[index] = from_left[index].max(from_left[left] + least);
            level = height;
            if height > subtree.height() {
                break;
            }
            skyline.pop();
            if height == subtree.height() {
                break;
            }
        }
        skyline.push(index);
    }
    let mut from_right = vec![f64::MAX; subtrees.len()];
    if let (Some(right), Some(left)) = (from_right.last_mut(), from_left.last()) {
        *right = *left;
    }
    for &(left, right, least) in apart.iter().rev() {
        from_right[left] = from_right[left].min(from_right[right] - least);
    }
    from_left.iter().zip(&from_right).map(|(left, right)| (left + right) / 2.0).collect()
}

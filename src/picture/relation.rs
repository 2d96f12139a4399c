//! Relations: things, and from which to which an arrow leads. Where each arrow has one back, as between
//! neighbours, there are lines without heads instead.

use std::collections::BTreeMap;

use super::{Label, PartRole};

/// Things and arrows between them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PictureRelation {
    /// What it is called.
    pub name: String,
    /// The things.
    pub nodes: Vec<Label>,
    /// From where to where, as indices of nodes, and how each stands out.
    pub arrows: BTreeMap<(usize, usize), PartRole>,
    /// Whether directions are shown: not where there are arrows between things, and each has one back.
    pub is_directed: bool,
}

impl PictureRelation {
    /// A relation of things that holds for these pairs of them.
    pub fn new(
        name: impl Into<String>,
        nodes: Vec<Label>,
        pairs: impl IntoIterator<Item = (usize, usize)>,
    ) -> Self {
        let arrows: BTreeMap<_, _> = pairs.into_iter().map(|it| (it, PartRole::Normal)).collect();
        let mut between = arrows.keys().filter(|(from, to)| from != to).peekable();
        let is_directed = between.peek().is_none()
            || between.any(|(from, to)| !arrows.contains_key(&(*to, *from)));
        Self { name: name.into(), nodes, arrows, is_directed }
    }

    /// Its name, and what its lines mean.
    pub(super) fn caption(&self) -> Label {
        let Self { name, .. } = self;
        match (self.arrows.is_empty(), self.is_directed) {
            (true, _) => format!("no {name}"),
            (false, true) => format!("{name}(x, y): x → y"),
            (false, false) => format!("{name}(x, y): x — y"),
        }
        .into()
    }

    /// The lines between two things each, or from one to itself: their ends in order, and of the arrows there
    /// and back how they stand out.
    pub fn lines(&self) -> BTreeMap<(usize, usize), [Option<PartRole>; 2]> {
        let mut lines: BTreeMap<_, [Option<PartRole>; 2]> = BTreeMap::new();
        for (&(from, to), role) in &self.arrows {
            let line = lines.entry((from.min(to), from.max(to))).or_default();
            line[usize::from(from > to)] = Some(*role);
        }
        lines
    }

    /// Marks what differs from the same relation before: what is new stands out, and what is no more is still
    /// there, as what is not.
    pub(super) fn mark_changes(&mut self, before: &Self) {
        for (pair, role) in &mut self.arrows {
            if !before.arrows.contains_key(pair) {
                *role = PartRole::Highlight;
            }
        }
        for pair in before.arrows.keys() {
            self.arrows.entry(*pair).or_insert(PartRole::Minus);
        }
        self.is_directed |= before.is_directed;
    }

    /// Its size in words.
    pub(super) fn summary(&self) -> String {
        let (what, count) = match self.is_directed {
            true => ("arrow", self.arrows.len()),
            false => ("line", self.lines().len()),
        };
        let many = |count: usize, what: &str| match count {
            1 => format!("1 {what}"),
            _ => format!("{count} {what}s"),
        };
        format!("{} and {}", many(self.nodes.len(), "node"), many(count, what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leads_both_ways_everywhere_has_no_direction() {
        let nodes = || vec![Label::default(); 3];
        assert!(!PictureRelation::new("r", nodes(), [(0, 1), (1, 0), (2, 2)]).is_directed);
        assert!(
            PictureRelation::new("r", nodes(), [(2, 2)]).is_directed,
            "nothing says that it has none"
        );
        let both = PictureRelation::new("r", nodes(), [(0, 1), (1, 0), (2, 1)]);
        assert!(both.is_directed);
        let normal = Some(PartRole::Normal);
        let lines = BTreeMap::from([((0, 1), [normal, normal]), ((1, 2), [None, normal])]);
        assert_eq!(both.lines(), lines);
        assert_eq!(both.summary(), "3 nodes and 3 arrows");
    }

    #[test]
    fn what_is_new_and_what_is_gone_are_marked() {
        let relation = |pairs: &[(usize, usize)]| {
            PictureRelation::new("r", vec![Label::default(); 3], pairs.iter().copied())
        };
        let mut now = relation(&[(0, 1), (1, 0), (1, 2), (2, 1)]);
        now.mark_changes(&relation(&[(0, 1), (1, 0), (0, 2)]));
        let [same, new, gone] = [PartRole::Normal, PartRole::Highlight, PartRole::Minus];
        let marked = [((0, 1), same), ((0, 2), gone), ((1, 0), same), ((1, 2), new), ((2, 1), new)];
        assert_eq!(now.arrows, BTreeMap::from(marked));
        assert!(now.is_directed, "what is gone had a direction");
    }
}

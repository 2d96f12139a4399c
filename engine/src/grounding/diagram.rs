//! That a sum of multiples of choices is at most a number: a decision diagram, of which a node
//! says it of the choices that are left; numbers between which no sum lies have one node (Abío
//! and Stuckey, "Encoding linear constraints into SAT", CP 2014; Eén and Sörensson, "Translating
//! pseudo-Boolean constraints into SAT", JSAT 2, 2006).

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::choices::ChoiceId;
use super::clauses::{FALSE, TRUE};
use super::number::{Encoder, Linear};
use crate::budget::{Budget, Stop};
use crate::evidence::sheet::Ladder;
use crate::logic::cnf::Literal;
use crate::logic::sheet::Comparison;

/// Edges that a diagram may have.
const EDGES: usize = 1 << 22;

/// So many sums have a diagram; with more of them they are added up in binary.
const SUMS: usize = 1 << 12;

/// Ways to make them of a value and a sum of the rest.
const WAYS: usize = 1 << 18;

/// Sums of which the difference is a number, too.
const LARGEST: i64 = 1 << 61;

const TOO_LARGE: Stop = Stop::Size("a number is too large");

/// All diagrams.
#[derive(Default)]
pub(super) struct Diagrams {
    ids: FxHashMap<Vec<(i64, ChoiceId)>, u32>,
    /// By list, level and number.
    nodes: FxHashMap<(u32, u32, i64), Literal>,
}

/// A choice whose values are multiplied.
struct Level {
    /// The products, ascending, and what is true where one is chosen.
    entries: Vec<(i64, Literal)>,
    /// For each product what is true where this or a smaller one is chosen, and this or a larger one.
    bounds: Vec<(Literal, Literal)>,
    /// The least and the greatest sum from here on.
    least: i64,
    most: i64,
    /// All sums from here on.
    sums: Rc<[i64]>,
}

impl Encoder {
    /// What is true if and only if a sum is zero, or at most zero. Whether it is missing does not
    /// matter.
    ///
    /// # Errors
    /// A limit, or that it has too many values.
    pub(super) fn linear_literal(
        &mut self,
        linear: &Linear,
        comparison: Comparison,
        budget: &mut Budget,
    ) -> Result<Literal, Stop> {
        self.clauses.fit()?;
        if comparison == Comparison::Equal {
            // So what follows of sizes is followed, too.
            let mut both = Vec::with_capacity(2);
            for (side, value) in self.two_sides(linear)? {
                let literal = self.literal(&side, budget)?;
                both.push(if value { literal } else { !literal });
            }
            return Ok(self.clauses.and(both));
        }
        if let Some(count) = self.counting(linear)? {
            return Ok(self.count_literal(&count));
        }
        let mut parts = linear.parts.clone();
        // Switches keep their order, so that diagrams over the same ones go the same way.
        let is_switch = |it: &(i64, ChoiceId)| self.choices.get(it.1).len() == 2;
        let is_plain = parts.iter().all(is_switch);
        parts.sort_by_cached_key(|(factor, id)| {
            if is_plain {
                return (0, *id);
            }
            let choice = self.choices.get(*id);
            let values = choice.iter().map(|it| it.0.unwrap_or(0));
            let (least, most) = (values.clone().min(), values.max());
            let width = i128::from(most.unwrap_or(0)) - i128::from(least.unwrap_or(0));
            (-i128::from(*factor).abs() * width, *id)
        });
        let target = linear.constant.checked_neg().ok_or(TOO_LARGE)?;
        if self.adder_ids.contains_key(&parts) {
            return self.added_up(&parts, target);
        }
        let Some(levels) = self.levels(&parts)? else { return self.added_up(&parts, target) };
        let count = self.diagrams.ids.len() as u32;
        let list = *self.diagrams.ids.entry(parts).or_insert(count);
        self.diagram(&levels, list, target, budget)
    }

    /// What the literals of all diagrams say.
    pub(super) fn ladders(&self) -> Vec<Ladder> {
        let mut ladders = vec![Ladder::default(); self.diagrams.ids.len()];
        for (parts, list) in &self.diagrams.ids {
            let part = |(factor, id): &(i64, ChoiceId)| {
                let choice = self.choices.get(*id);
                choice.iter().map(|it| (it.0.unwrap_or(0).saturating_mul(*factor), it.1)).collect()
            };
            ladders[*list as usize].parts = parts.iter().map(part).collect();
        }
        for ((list, level, bound), literal) in &self.diagrams.nodes {
            ladders[*list as usize].bounds.push((*level, *bound, *literal));
        }
        ladders
    }

    /// The levels of a diagram, unless there are too many sums.
    fn levels(&mut self, parts: &[(i64, ChoiceId)]) -> Result<Option<Vec<Level>>, Stop> {
        let mut levels: Vec<Level> = Vec::with_capacity(parts.len() + 1);
        let (entries, bounds) = (Vec::new(), Vec::new());
        levels.push(Level { entries, bounds, least: 0, most: 0, sums: Rc::new([0]) });
        for (factor, id) in parts.iter().rev() {
            let choice = self.choices.get(*id);
            let mut order: Vec<usize> = (0..choice.len()).collect();
            let products = choice.iter().map(|it| it.0.unwrap_or(0).checked_mul(*factor));
            let products = products.collect::<Option<Vec<_>>>().ok_or(TOO_LARGE)?;
            order.sort_by_key(|at| products[*at]);
            let entries: Vec<_> = order.iter().map(|at| (products[*at], choice[*at].1)).collect();
            let last = &levels[levels.len() - 1];
            let (first, greatest) = (entries[0].0, entries[entries.len() - 1].0);
            let least = last.least.checked_add(first).ok_or(TOO_LARGE)?;
            let most = last.most.checked_add(greatest).ok_or(TOO_LARGE)?;
            if least < -LARGEST || most > LARGEST {
                return Err(TOO_LARGE);
            }
            if last.sums.len() * entries.len() > WAYS {
                return Ok(None);
            }
            let sums = last.sums.iter().flat_map(|sum| entries.iter().map(move |it| sum + it.0));
            let sums = distinct(sums, (least, most), last.sums.len() * entries.len());
            if sums.len() > SUMS {
                return Ok(None);
            }
            levels.push(Level { entries, bounds: Vec::new(), least, most, sums: sums.into() });
        }
        levels.reverse();
        for ((_, id), level) in parts.iter().zip(&mut levels) {
            let products: FxHashMap<Literal, i64> =
                level.entries.iter().map(|it| (it.1, it.0)).collect();
            let products: Vec<_> = self.choices.get(*id).iter().map(|it| products[&it.1]).collect();
            for (product, _) in &level.entries {
                let up_to: Vec<_> = products.iter().map(|it| it <= product).collect();
                let below: Vec<_> = products.iter().map(|it| it < product).collect();
                let up_to = self.choices.one_of(&mut self.clauses, *id, &up_to);
                let from = !self.choices.one_of(&mut self.clauses, *id, &below);
                level.bounds.push((up_to, from));
            }
        }
        Ok(Some(levels))
    }

    fn diagram(
        &mut self,
        levels: &[Level],
        list: u32,
        target: i64,
        budget: &mut Budget,
    ) -> Result<Literal, Stop> {
        let root = match levels[0].settled(target) {
            Ok(literal) => return Ok(literal),
            Err(root) => root,
        };
        // The numbers that are asked for at each level, from above.
        let mut open = vec![vec![root]];
        let mut edges = 0;
        for (at, level) in levels.iter().enumerate().take(levels.len() - 1) {
            let mut next = FxHashSet::default();
            let known = |it: &i64| self.diagrams.nodes.contains_key(&(list, at as u32, *it));
            for target in open[at].iter().filter(|it| !known(it)) {
                budget.work(level.entries.len())?;
                budget.check()?;
                edges += level.entries.len();
                for (product, _) in &level.entries {
                    next.extend(levels[at + 1].settled(target - product).err());
                }
            }
            if edges > EDGES {
                return Err(Stop::Size("a sum has too many values"));
            }
            let mut next: Vec<_> = next.into_iter().collect();
            next.sort_unstable();
            open.push(next);
        }
        for at in (0..levels.len() - 1).rev() {
            for target in &open[at] {
                let key = (list, at as u32, *target);
                if self.diagrams.nodes.contains_key(&key) {
                    continue;
                }
                budget.check()?;
                let literal = self.node(levels, at, list, *target);
                self.diagrams.nodes.insert(key, literal);
            }
        }
        Ok(self.diagrams.nodes[&(list, 0, root)])
    }

    /// The literal of a node whose children are there.
    fn node(&mut self, levels: &[Level], at: usize, list: u32, target: i64) -> Literal {
        let level = &levels[at];
        let children = level.entries.iter().map(|(product, _)| {
            match levels[at + 1].settled(target - product) {
                Ok(literal) => literal,
                Err(rest) => self.diagrams.nodes[&(list, at as u32 + 1, rest)],
            }
        });
        let children: Vec<_> = children.collect();
        if children.iter().all(|it| *it == children[0]) {
            return children[0];
        }
        let literal = self.clauses.atom();
        let mut first = 0;
        for same in children.chunk_by(|one, other| one == other) {
            // The larger a product, the fewer are the sums that are small enough.
            let last = first + same.len() - 1;
            self.clauses.define(&[!level.bounds[first].1, same[0], !literal]);
            self.clauses.define(&[!level.bounds[last].0, !same[0], literal]);
            first = last + 1;
        }
        literal
    }
}

/// So many numbers between two, in order, each once.
fn distinct(
    numbers: impl Iterator<Item = i64>,
    (least, most): (i64, i64),
    count: usize,
) -> Vec<i64> {
    // Where most numbers between the two are among them, they are marked; sorting takes longer.
    if most - least <= count as i64 {
        let mut is_there = vec![false; (most - least) as usize + 1];
        numbers.for_each(|it| is_there[(it - least) as usize] = true);
        return (least..).zip(is_there).filter(|it| it.1).map(|it| it.0).collect();
    }
    let mut all: Vec<_> = numbers.collect();
    all.sort_unstable();
    all.dedup();
    all
}

impl Level {
    /// Whether the sums from here on are at most a number, where this is the same for all; otherwise
    /// the greatest sum that is.
    fn settled(&self, target: i64) -> Result<Literal, i64> {
        if target < self.least {
            return Ok(FALSE);
        }
        if target >= self.most {
            return Ok(TRUE);
        }
        match self.sums.binary_search(&target) {
            Ok(_) => Err(target),
            Err(at) => Err(self.sums[at - 1]),
        }
    }
}

//! That a sum of multiples of choices is a number, or at most one: a decision diagram, of which a
//! node says it of the choices that are left; numbers between which no sum lies have one node (Abío
//! and Stuckey, "Encoding linear constraints into SAT", CP 2014; Eén and Sörensson, "Translating
//! pseudo-Boolean constraints into SAT", JSAT 2, 2006).

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::choices::ChoiceId;
use super::clauses::{FALSE, TRUE};
use super::number::{Encoder, Linear};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;
use crate::logic::sheet::Comparison;

/// Edges that a diagram may have.
const EDGES: usize = 1 << 22;

/// Sums that are listed, so that numbers between them have one node.
const LISTED: usize = 1 << 13;

/// Sums of which the difference is a number, too.
const LARGEST: i64 = 1 << 61;

const TOO_LARGE: Stop = Stop::Size("a number is too large");

/// All diagrams.
#[derive(Default)]
pub struct Diagrams {
    ids: FxHashMap<Vec<(i64, ChoiceId)>, u32>,
    /// By list, whether it is about equality, level and number.
    nodes: FxHashMap<(u32, bool, u32, i64), Literal>,
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
    /// All sums from here on, if they are few.
    sums: Option<Rc<[i64]>>,
}

impl Encoder {
    /// What is true if and only if a sum is zero, or at most zero. Whether it is missing does not
    /// matter.
    ///
    /// # Errors
    /// A limit, or that it has too many values.
    pub fn linear_literal(
        &mut self,
        linear: &Linear,
        comparison: Comparison,
        budget: &mut Budget,
    ) -> Result<Literal, Stop> {
        self.clauses.fit()?;
        if let Some(count) = self.counting(linear)? {
            return Ok(self.count_literal(&count, comparison));
        }
        let mut parts = linear.parts.clone();
        parts.sort_by_cached_key(|(factor, id)| {
            let choice = self.choices.get(*id);
            let values = choice.iter().map(|it| it.0.unwrap_or(0));
            let (least, most) = (values.clone().min(), values.max());
            let width = i128::from(most.unwrap_or(0)) - i128::from(least.unwrap_or(0));
            (-i128::from(*factor).abs() * width, *id)
        });
        let is_equal = comparison == Comparison::Equal;
        let levels = self.levels(&parts, is_equal)?;
        let count = self.diagrams.ids.len() as u32;
        let list = *self.diagrams.ids.entry(parts).or_insert(count);
        let target = linear.constant.checked_neg().ok_or(TOO_LARGE)?;
        self.diagram(&levels, list, is_equal, target, budget)
    }

    fn levels(&mut self, parts: &[(i64, ChoiceId)], is_equal: bool) -> Result<Vec<Level>, Stop> {
        let mut levels: Vec<Level> = Vec::with_capacity(parts.len() + 1);
        let end: Rc<[i64]> = Rc::new([0]);
        let none = (Vec::new(), Vec::new());
        let (entries, bounds) = none;
        levels.push(Level { entries, bounds, least: 0, most: 0, sums: Some(end) });
        for (factor, id) in parts.iter().rev() {
            let choice = self.choices.get(*id);
            let mut order: Vec<usize> = (0..choice.len()).collect();
            let products = choice.iter().map(|it| it.0.unwrap_or(0).checked_mul(*factor));
            let products = products.collect::<Option<Vec<_>>>().ok_or(TOO_LARGE)?;
            order.sort_by_key(|at| products[*at]);
            let entries: Vec<_> = order.iter().map(|at| (products[*at], choice[*at].1)).collect();
            let mut bounds = Vec::new();
            for (product, _) in entries.iter().filter(|_| !is_equal) {
                let up_to: Vec<_> = products.iter().map(|it| it <= product).collect();
                let below: Vec<_> = products.iter().map(|it| it < product).collect();
                let up_to = self.choices.one_of(&mut self.clauses, *id, &up_to);
                bounds.push((up_to, !self.choices.one_of(&mut self.clauses, *id, &below)));
            }
            let last = &levels[levels.len() - 1];
            let (first, greatest) = (entries[0].0, entries[entries.len() - 1].0);
            let least = last.least.checked_add(first).ok_or(TOO_LARGE)?;
            let most = last.most.checked_add(greatest).ok_or(TOO_LARGE)?;
            if least < -LARGEST || most > LARGEST {
                return Err(TOO_LARGE);
            }
            let sums = last.sums.as_ref().filter(|it| it.len() * entries.len() <= 8 * LISTED);
            let sums = sums.map(|sums| {
                let all = sums.iter().flat_map(|sum| entries.iter().map(move |it| sum + it.0));
                let mut all: Vec<_> = all.collect();
                all.sort_unstable();
                all.dedup();
                all
            });
            let sums = sums.filter(|it| it.len() <= LISTED).map(Into::into);
            levels.push(Level { entries, bounds, least, most, sums });
        }
        levels.reverse();
        Ok(levels)
    }

    fn diagram(
        &mut self,
        levels: &[Level],
        list: u32,
        is_equal: bool,
        target: i64,
        budget: &mut Budget,
    ) -> Result<Literal, Stop> {
        let root = match levels[0].settled(target, is_equal) {
            Ok(literal) => return Ok(literal),
            Err(root) => root,
        };
        // The numbers that are asked for at each level, from above.
        let mut open = vec![vec![root]];
        let mut edges = 0;
        for (at, level) in levels.iter().enumerate().take(levels.len() - 1) {
            let mut next = FxHashSet::default();
            let known =
                |it: &i64| self.diagrams.nodes.contains_key(&(list, is_equal, at as u32, *it));
            for target in open[at].iter().filter(|it| !known(it)) {
                budget.work(level.entries.len())?;
                budget.check()?;
                edges += level.entries.len();
                for (product, _) in &level.entries {
                    next.extend(levels[at + 1].settled(target - product, is_equal).err());
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
                let key = (list, is_equal, at as u32, *target);
                if self.diagrams.nodes.contains_key(&key) {
                    continue;
                }
                budget.check()?;
                let literal = self.node(levels, at, list, is_equal, *target);
                self.diagrams.nodes.insert(key, literal);
            }
        }
        Ok(self.diagrams.nodes[&(list, is_equal, 0, root)])
    }

    /// The literal of a node whose children are there.
    fn node(
        &mut self,
        levels: &[Level],
        at: usize,
        list: u32,
        is_equal: bool,
        target: i64,
    ) -> Literal {
        let level = &levels[at];
        let children = level.entries.iter().map(|(product, _)| {
            match levels[at + 1].settled(target - product, is_equal) {
                Ok(literal) => literal,
                Err(rest) => self.diagrams.nodes[&(list, is_equal, at as u32 + 1, rest)],
            }
        });
        let children: Vec<_> = children.collect();
        if children.iter().all(|it| *it == children[0]) {
            return children[0];
        }
        let literal = self.clauses.atom();
        for (place, child) in children.iter().enumerate() {
            let chosen = level.entries[place].1;
            // The larger a product, the fewer are the sums that are small enough.
            let (up_to, from) = level.bounds.get(place).copied().unwrap_or((chosen, chosen));
            self.clauses.define(&[!from, *child, !literal]);
            self.clauses.define(&[!up_to, !*child, literal]);
        }
        literal
    }
}

impl Level {
    /// Whether the sums from here on are a number, or at most that, where this is the same for all;
    /// otherwise the number that stands for it.
    fn settled(&self, target: i64, is_equal: bool) -> Result<Literal, i64> {
        if target < self.least || is_equal && target > self.most {
            return Ok(FALSE);
        }
        if !is_equal && target >= self.most || self.least == self.most {
            return Ok(TRUE);
        }
        let Some(sums) = &self.sums else { return Err(target) };
        match sums.binary_search(&target) {
            Ok(_) => Err(target),
            Err(_) if is_equal => Ok(FALSE),
            Err(at) => Err(sums[at - 1]),
        }
    }
}

//! The least number of steps by clauses: a play is a row of legs, and the atoms say when the player
//! is at which site, sets out on which leg, and has taken or paid what. How long the play is is an
//! atom for each length, so that one solver is asked for ever longer plays, and what it has learnt stays
//! true (Eén and Sörensson, "Temporal induction by incremental SAT solving", 2003).
//!
//! Clauses that bounds imply make the refutation of too few steps short: who is somewhere at
//! some time must by then have visited all for which it would be too late.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::bound::{NEVER, PathBound};
use super::legs::{GOAL, Legs, START, Site};
use super::order::{Orders, Tour};
use crate::budget::{Budget, Stop};
use crate::evidence::clauses::Listener;
use crate::logic::cnf::Literal;
use crate::sat::cdcl::{Options, Solver, SolverOutcome};

/// Landmarks up to which clauses about each two of them pay.
const FEW: usize = 24;

/// A walk from site to site, and what became of the refutations of fewer steps.
pub(super) struct ClausesAnswer {
    pub sites: Vec<Site>,
    /// Whether the refutation of one step less passed its check, if there was need for one.
    pub refuted: Option<bool>,
}

/// The sites of a shortest play; there has to be one, and none of fewer steps than the tour. The first
/// to be tried is the tour itself.
///
/// # Errors
/// The limit of the budget that was reached.
pub(super) fn shortest(
    legs: &Legs<'_>,
    bound: &PathBound,
    tour: &Tour,
    listener: Listener<'_>,
    budget: &mut Budget,
) -> Result<ClausesAnswer, Stop> {
    let mut play = MazePlay::new(legs, bound, tour.steps, listener, budget)?;
    loop {
        play.lengthen(budget)?;
        play.prefer(tour);
        if let Some(sites) = play.solve(budget)? {
            return Ok(ClausesAnswer { sites, refuted: play.refuted });
        }
    }
}

/// What has to be visited before it is too late.
struct Due {
    /// The landmarks, one of which at least is left.
    landmarks: Vec<usize>,
    /// The steps needed from the site by way of them all.
    needed: u32,
}

struct MazePlay<'s> {
    legs: &'s Legs<'s>,
    bound: &'s PathBound,
    solver: Solver<'s>,
    is_refuted: &'s dyn Fn(&[Literal]) -> bool,
    refuted: Option<bool>,
    /// The fewest steps to each site from START, and from there to GOAL.
    earliest: Vec<u32>,
    after: Vec<u32>,
    /// The legs that lead to each site: from where and how long.
    into: Vec<Vec<(Site, u32)>>,
    dues: Vec<Vec<Due>>,
    /// The length asked for, and the first that was.
    length: u32,
    first: u32,
    /// "The play has at most that many steps", from the first length on.
    lengths: Vec<Literal>,
    at: FxHashMap<(Site, u32), Literal>,
    /// Those of which it is not said yet what must have been visited.
    uncut: Vec<(Site, u32)>,
    /// The legs out of a site at a time: where to, how long, and whether it is gone.
    out: FxHashMap<(Site, u32), Vec<Way>>,
    /// The last link of the chain that allows one of them only.
    chain: FxHashMap<(Site, u32), Literal>,
    /// For each treasure since when it has been taken, and since when it has been spent.
    taken: Vec<Since>,
    spent: Vec<Since>,
}

/// A leg that may be gone: where to, how long it is, and whether it is gone.
type Way = (Site, u32, Literal);

/// Whether something has happened by a time, for each time at which that may change.
struct Since {
    /// The sites where it happens.
    sites: Vec<Site>,
    /// The first time at which it may.
    first: u32,
    /// One for each time from there on.
    by: Vec<Literal>,
}

impl Since {
    fn new(sites: Vec<Site>, earliest: &[u32]) -> Self {
        let first = sites.iter().map(|&site| earliest[site as usize]).min().unwrap_or(NEVER);
        Self { sites, first, by: Vec::new() }
    }

    /// Whether it has happened by a time, and whether that is so for plays of any length: behind
    /// the last time at which it may happen in the present ones nothing changes.
    fn by(&self, time: u32) -> Option<(Literal, bool)> {
        let last = self.by.len().checked_sub(1)?;
        let index = time.checked_sub(self.first)? as usize;
        Some((self.by[index.min(last)], index <= last))
    }
}

impl<'s> MazePlay<'s> {
    fn new(
        legs: &'s Legs<'s>,
        bound: &'s PathBound,
        least: u32,
        listener: Listener<'s>,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let count = legs.sites.len();
        let visits = Visits::new(legs, bound);
        let mut into = vec![Vec::new(); count];
        for site in (0..count as Site).filter(|&site| site != GOAL) {
            for (leg, past) in legs.from(site).iter().zip(legs.past(site)) {
                budget.check()?;
                // A leg past a home is two legs.
                if past.is_empty() && visits.allow(bound, site, leg.to) {
                    into[leg.to as usize].push((site, leg.steps));
                }
            }
        }
        let earliest = earliest(&into, bound, &visits);
        let mut happens = vec![(Vec::new(), Vec::new()); legs.useful.len()];
        for (event, site) in legs.sites.iter().zip(0..) {
            event.treasures.iter().for_each(|&it| happens[it].0.push(site));
            event.tolls.iter().for_each(|&it| happens[it].1.push(site));
        }
        let since = |sites| Since::new(sites, &earliest);
        let (taken, spent) =
            happens.into_iter().map(|(taken, spent)| (since(taken), since(spent))).unzip();
        // What is eliminated would have to be brought back for each length.
        let options = Options { initial_phase: false, elimination: false, ..Options::default() };
        let solver = Solver::with_tracer(options, listener.tracer);
        let mut play = Self {
            legs,
            bound,
            solver,
            is_refuted: listener.is_refuted,
            refuted: None,
            earliest,
            after: vec![NEVER; count],
            into,
            dues: Vec::new(),
            taken,
            spent,
            length: 0,
            first: 0,
            lengths: Vec::new(),
            at: FxHashMap::default(),
            uncut: Vec::new(),
            out: FxHashMap::default(),
            chain: FxHashMap::default(),
        };
        play.windows(&visits, budget)?;
        play.first = least.max(play.after[START as usize]).max(1);
        play.length = play.first - 1;
        Ok(play)
    }

    /// Finds how many steps are needed behind each site, and what is due there.
    fn windows(&mut self, visits: &Visits, budget: &mut Budget) -> Result<(), Stop> {
        let bound = self.bound;
        let count = bound.landmarks.len();
        let mut orders = Orders::new(bound);
        for site in 0..self.legs.sites.len() as Site {
            budget.check()?;
            let own = visits.landmark_at[site as usize];
            // A home may be passed again, when what can only follow it has been visited.
            let is_once = visits.is_once[site as usize];
            let is_later: Vec<_> = (0..count)
                .map(|it| {
                    site == START || own.is_some_and(|own| is_once && bound.comes_before(own, it))
                })
                .collect();
            let mut needed = |others: &[usize]| {
                // What is left brings all that comes behind it.
                let is_behind =
                    |it| others.iter().any(|&one| one == it || bound.comes_before(one, it));
                orders.steps(site, |it| is_later[it] || is_behind(it))
            };
            let alone = if site == GOAL { 0 } else { needed(&[]) };
            self.after[site as usize] = alone;
            let mut dues = Vec::new();
            let others: Vec<_> = (0..count)
                .filter(|&it| count <= FEW && site != GOAL && !is_later[it] && own != Some(it))
                .collect();
            let singles: Vec<_> = others.iter().map(|&it| needed(&[it])).collect();
            for (index, (&one, &of_one)) in others.iter().zip(&singles).enumerate() {
                if of_one > alone {
                    dues.push(Due { landmarks: vec![one], needed: of_one });
                }
                for (&other, &of_other) in others[..index].iter().zip(&singles) {
                    let of_both = needed(&[one, other]);
                    if of_both > of_one.max(of_other) {
                        dues.push(Due { landmarks: vec![one, other], needed: of_both });
                    }
                }
            }
            self.dues.push(dues);
        }
        // A site is left by some leg: no less is needed than behind the cheapest. And sites that ask for
        // the same treasure are looked at for the same lengths.
        loop {
            let mut has_changed = false;
            for since in self.taken.iter().chain(&self.spent) {
                let least = since.sites.iter().map(|&site| self.after[site as usize]).min();
                for &site in &since.sites {
                    let after = &mut self.after[site as usize];
                    has_changed |=
                        least.is_some_and(|least| std::mem::replace(after, least) != least);
                }
            }
            for site in 0..self.into.len() {
                for &(from, steps) in &self.into[site] {
                    let via = steps.saturating_add(self.after[site]);
                    if self.after[from as usize] > via {
                        self.after[from as usize] = via;
                        has_changed = true;
                    }
                }
            }
            if !has_changed {
                return Ok(());
            }
        }
    }

    fn new_literal(&mut self) -> Literal {
        Literal::new(self.solver.add_atom(), true)
    }

    /// That the play has at most that many steps, no fewer than the first length.
    fn within(&mut self, length: u32) -> Literal {
        let index = (length - self.first) as usize;
        while self.lengths.len() <= index {
            let within = self.new_literal();
            if let Some(&shorter) = self.lengths.last() {
                self.solver.add_clause(&[!shorter, within]);
            }
            self.lengths.push(within);
        }
        self.lengths[index]
    }

    /// Lets the play have one step more.
    fn lengthen(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        self.length = self.length.checked_add(1).ok_or(super::TOO_LARGE)?;
        let length = self.length;
        let is_first = length == self.first;
        let within = self.within(length);
        // First all that may happen, then what has to.
        let mut new = Vec::new();
        for (site, (&after, &earliest)) in (0..).zip(self.after.iter().zip(&self.earliest)) {
            let Some(last) = length.checked_sub(after) else { continue };
            let times = if is_first { earliest..=last } else { earliest.max(last)..=last };
            new.extend(times.filter(|&time| site != START || time == 0).map(|time| (site, time)));
        }
        for &place in &new {
            let literal = self.new_literal();
            self.at.insert(place, literal);
        }
        for &(site, time) in &new {
            budget.check()?;
            self.arrive(site, time);
        }
        self.uncut.extend(new.into_iter().filter(|it| it.0 != GOAL));
        self.remember();
        let mut places: Vec<_> = self.at.keys().copied().filter(|it| it.0 != GOAL).collect();
        places.sort_unstable();
        for (site, time) in places {
            budget.check()?;
            let at = self.at[&(site, time)];
            let ways = self.out.get(&(site, time)).into_iter().flatten().map(|way| way.2);
            let clause: Vec<_> = [!within, !at].into_iter().chain(ways).collect();
            self.solver.add_clause(&clause);
            self.pay(site, time, at);
        }
        for (site, time) in std::mem::take(&mut self.uncut) {
            budget.check()?;
            if !self.cut(site, time) {
                self.uncut.push((site, time));
            }
        }
        let clause: Vec<_> =
            (0..=length).filter_map(|time| self.at.get(&(GOAL, time)).copied()).collect();
        let clause: Vec<_> = [!within].into_iter().chain(clause).collect();
        self.solver.add_clause(&clause);
        Ok(())
    }

    /// What was taken stays taken, what was spent stays spent, and each happens at a site.
    fn remember(&mut self) {
        let Self { solver, at, after, taken, spent, length, .. } = self;
        for since in taken.iter_mut().chain(spent) {
            let latest = since.sites.iter().map(|&site| after[site as usize]).min();
            let Some(latest) = latest.and_then(|after| length.checked_sub(after)) else { continue };
            for time in since.first.saturating_add(since.by.len() as u32)..=latest {
                let now = Literal::new(solver.add_atom(), true);
                let here = since.sites.iter().filter_map(|&site| at.get(&(site, time)));
                here.clone().for_each(|&here| solver.add_clause(&[!here, now]));
                let before = since.by.last();
                before.iter().for_each(|&&before| solver.add_clause(&[!before, now]));
                let clause: Vec<_> =
                    [&!now].into_iter().chain(before).chain(here).copied().collect();
                solver.add_clause(&clause);
                since.by.push(now);
            }
        }
    }

    /// Says what must be held to be there at that time: taken before, and not spent.
    fn pay(&mut self, site: Site, time: u32, at: Literal) {
        let within = self.within(self.length);
        for &toll in &self.legs.sites[site as usize].tolls {
            let before = time - 1;
            match self.taken[toll].by(before) {
                Some((taken, _)) => self.solver.add_clause(&[!within, !at, taken]),
                None => self.solver.add_clause(&[!within, !at]),
            }
            if let Some((spent, _)) = self.spent[toll].by(before) {
                self.solver.add_clause(&[!at, !spent]);
            }
        }
    }

    /// Says what it means to be at a site at a time.
    fn arrive(&mut self, site: Site, time: u32) {
        let at = self.at[&(site, time)];
        if time == 0 {
            self.solver.add_clause(&[at]);
            return;
        }
        // Somebody is only where a leg has led him, and sets out on one leg only.
        let mut ways = vec![!at];
        for (from, steps) in self.into[site as usize].clone() {
            let Some(since) = time.checked_sub(steps) else { continue };
            let Some(&before) = self.at.get(&(from, since)) else { continue };
            let way = self.new_literal();
            ways.push(way);
            self.solver.add_clause(&[!way, before]);
            self.solver.add_clause(&[!way, at]);
            self.out.entry((from, since)).or_default().push((site, steps, way));
            let link = self.new_literal();
            self.solver.add_clause(&[!way, link]);
            if let Some(earlier) = self.chain.insert((from, since), link) {
                self.solver.add_clause(&[!earlier, link]);
                self.solver.add_clause(&[!earlier, !way]);
            }
        }
        self.solver.add_clause(&ways);
    }

    /// Says what must have been visited at that time, or it is too late. Tells whether that is said
    /// for plays of any length.
    fn cut(&mut self, site: Site, time: u32) -> bool {
        let at = self.at[&(site, time)];
        let mut is_said = true;
        for index in 0..self.dues[site as usize].len() {
            let due = &self.dues[site as usize][index];
            let Some(latest) = time.saturating_add(due.needed).checked_sub(1) else { continue };
            let visited: Vec<_> =
                due.landmarks.iter().filter_map(|&it| self.visited(it, time)).collect();
            let is_exact = visited.iter().all(|it| it.1) && visited.len() == due.landmarks.len();
            is_said &= is_exact || latest < self.length;
            if latest >= self.length {
                // Where nothing can ever be enough, no length matters.
                let length = if is_exact { latest } else { self.length };
                let guard = (length < NEVER - 1).then(|| !self.within(length));
                let visited = visited.into_iter().map(|it| it.0);
                let clause: Vec<_> = [!at].into_iter().chain(guard).chain(visited).collect();
                self.solver.add_clause(&clause);
            }
        }
        is_said
    }

    /// Whether a landmark has been visited by a time; `None` if that is too early.
    fn visited(&self, landmark: usize, time: u32) -> Option<(Literal, bool)> {
        let event = &self.legs.sites[self.bound.landmarks[landmark] as usize];
        match event.tolls.first() {
            Some(&toll) => self.spent[toll].by(time),
            None => self.taken[*event.treasures.first()?].by(time),
        }
    }

    /// Lets the solver try first to be where a tour is, if it has the present length.
    fn prefer(&mut self, tour: &Tour) {
        let is_tried = (tour.steps == self.length).then_some(true);
        let mut here = (START, 0);
        for &(landmark, time) in &tour.stops {
            let there = (self.bound.landmarks[landmark], time);
            let ways = self.out.get(&here).into_iter().flatten();
            let way = ways.filter(|way| way.0 == there.0).map(|way| way.2);
            for literal in self.at.get(&there).copied().into_iter().chain(way) {
                self.solver.set_phase(literal.atom(), is_tried);
            }
            here = there;
        }
    }

    /// The sites of a play of that length, if there is one.
    fn solve(&mut self, budget: &mut Budget) -> Result<Option<Vec<Site>>, Stop> {
        let within = self.within(self.length);
        if self.solver.solve(&[within], budget)? == SolverOutcome::Unsatisfiable {
            self.refuted = Some((self.is_refuted)(&[within]));
            return Ok(None);
        }
        let (mut site, mut time) = (START, 0);
        let mut sites = vec![site];
        while let Some(ways) = self.out.get(&(site, time)).filter(|_| site != GOAL) {
            let is_gone = |it: &&(Site, u32, Literal)| self.solver.value(it.2.atom());
            let Some(&(to, steps, _)) = ways.iter().find(is_gone) else { break };
            (site, time) = (to, time + steps);
            sites.push(site);
        }
        Ok(Some(sites))
    }
}

/// The landmark at each site, and whether a play needs the site once at most: where tolls are paid, and at
/// a home that is on no other way.
struct Visits {
    landmark_at: Vec<Option<usize>>,
    is_once: Vec<bool>,
}

impl Visits {
    fn new(legs: &Legs<'_>, bound: &PathBound) -> Self {
        let count = legs.sites.len();
        let mut landmark_at = vec![None; count];
        bound
            .landmarks
            .iter()
            .zip(0..)
            .for_each(|(&it, index)| landmark_at[it as usize] = Some(index));
        let mut is_once = vec![true; count];
        for site in (0..count as Site).filter(|&site| site != GOAL) {
            let past = legs.past(site).iter().flatten();
            past.for_each(|&home| is_once[home as usize] = false);
        }
        Self { landmark_at, is_once }
    }

    /// Whether a leg may be part of a play: not when something has to be visited between its ends, or its
    /// end was visited before and is not needed again.
    fn allow(&self, bound: &PathBound, from: Site, to: Site) -> bool {
        let Some(last) = self.landmark_at[to as usize] else { return to != START };
        let mut before = bound.just_before(last).iter();
        let Some(first) = self.landmark_at[from as usize] else {
            return from != START || before.next().is_none();
        };
        let is_late = self.is_once[to as usize] && bound.comes_before(last, first);
        let is_early =
            self.is_once[from as usize] && before.any(|&it| bound.comes_before(first, it));
        !is_late && !is_early
    }
}

/// In how many steps each site can be reached at the earliest, by legs and by way of the landmarks that come
/// before it.
fn earliest(into: &[Vec<(Site, u32)>], bound: &PathBound, visits: &Visits) -> Vec<u32> {
    let mut out = vec![Vec::new(); into.len()];
    for (legs, to) in into.iter().zip(0..) {
        legs.iter().for_each(|&(from, steps)| out[from as usize].push((to, steps)));
    }
    let mut earliest = vec![NEVER; into.len()];
    // Sites that wait for one of their landmarks.
    let mut waiting = vec![Vec::new(); into.len()];
    let mut open = BinaryHeap::from([(Reverse(0_u32), START)]);
    while let Some((Reverse(time), site)) = open.pop() {
        if earliest[site as usize] != NEVER {
            continue;
        }
        let own = visits.landmark_at[site as usize];
        let before = own.map_or(&[][..], |own| bound.just_before(own));
        let mut since = time;
        let mut missing = None;
        for (&it, own) in before.iter().zip(own.into_iter().cycle()) {
            match earliest[bound.landmarks[it] as usize] {
                NEVER => missing = Some(bound.landmarks[it]),
                earlier => since = since.max(earlier.saturating_add(bound.steps_between(it, own))),
            }
        }
        if let Some(missing) = missing {
            waiting[missing as usize].push((Reverse(since), site));
        } else if since > time {
            open.push((Reverse(since), site));
        } else {
            earliest[site as usize] = time;
            let legs = out[site as usize].iter();
            open.extend(legs.map(|&(to, steps)| (Reverse(time.saturating_add(steps)), to)));
            open.append(&mut waiting[site as usize].drain(..).collect());
        }
    }
    earliest
}

//! Parts of clauses that share no atom once what is fixed is left out: whatever one of them is, the others may be all
//! that they may be otherwise.

use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Cnf, Literal};

/// Values of atoms, as far as they have one.
type Values = Vec<Option<bool>>;

/// The values that some atoms have where these literals are true, as far as single clauses tell.
///
/// # Errors
/// The limit that was reached.
pub fn told(cnf: &Cnf, literals: &[Literal], budget: &mut Budget) -> Result<Values, Stop> {
    let atoms = cnf.atoms() as usize;
    let mut clauses_of: Vec<Vec<usize>> = vec![Vec::new(); 2 * atoms];
    for (at, clause) in cnf.clauses().enumerate() {
        budget.work(clause.len())?;
        clause.iter().for_each(|it| clauses_of[it.index()].push(at));
    }
    let mut values: Values = vec![None; atoms];
    let units = cnf.clauses().filter(|it| it.len() == 1).map(|it| it[0]);
    let mut open: Vec<Literal> = literals.iter().copied().chain(units).collect();
    while let Some(literal) = open.pop() {
        let value = &mut values[literal.atom().0 as usize];
        if value.replace(literal.is_positive()).is_some() {
            continue;
        }
        for clause in &clauses_of[(!literal).index()] {
            let clause = cnf.clause(*clause);
            budget.work(clause.len())?;
            let is = |it: &Literal, so: bool| {
                values[it.atom().0 as usize].map(|value| value == it.is_positive()) == Some(so)
            };
            let mut left = clause.iter().filter(|it| !is(it, false));
            if let (Some(only), None) = (left.next(), left.next())
                && !is(only, true)
            {
                open.push(*only);
            }
        }
    }
    Ok(values)
}

/// The parts of the atoms that have no value: clauses that are not true yet are about one of them each.
///
/// # Errors
/// The limit that was reached.
pub fn parts(
    cnf: &Cnf,
    values: &[Option<bool>],
    budget: &mut Budget,
) -> Result<Vec<Vec<Atom>>, Stop> {
    let mut above: Vec<u32> = (0..cnf.atoms()).collect();
    fn top(above: &mut [u32], mut at: u32) -> u32 {
        while above[at as usize] != at {
            // Whoever passes shortens the way.
            above[at as usize] = above[above[at as usize] as usize];
            at = above[at as usize];
        }
        at
    }
    for clause in cnf.clauses() {
        budget.work(clause.len())?;
        let value = |it: &Literal| values[it.atom().0 as usize];
        if clause.iter().any(|it| value(it) == Some(it.is_positive())) {
            continue;
        }
        let mut open = clause.iter().filter(|it| value(it).is_none()).map(|it| it.atom().0);
        let Some(first) = open.next() else { continue };
        for other in open {
            let (one, other) = (top(&mut above, first), top(&mut above, other));
            above[one.max(other) as usize] = one.min(other);
        }
    }
    let mut part_of: Vec<Option<usize>> = vec![None; above.len()];
    let mut parts: Vec<Vec<Atom>> = Vec::new();
    for atom in (0..cnf.atoms()).filter(|it| values[*it as usize].is_none()) {
        let part = *part_of[top(&mut above, atom) as usize].get_or_insert_with(|| {
            parts.push(Vec::new());
            parts.len() - 1
        });
        parts[part].push(Atom(atom));
    }
    Ok(parts)
}

/// The clauses about a part of the atoms, which are numbered anew.
///
/// # Errors
/// The limit that was reached.
pub fn about(
    cnf: &Cnf,
    values: &[Option<bool>],
    part: &[Atom],
    budget: &mut Budget,
) -> Result<Cnf, Stop> {
    let mut own = Cnf::new(part.len() as u32);
    for clause in cnf.clauses() {
        budget.work(clause.len())?;
        let value = |it: &Literal| values[it.atom().0 as usize];
        if clause.iter().any(|it| value(it) == Some(it.is_positive())) {
            continue;
        }
        let open = clause.iter().filter(|it| value(it).is_none());
        let numbered = open.map(|it| {
            let number = part.binary_search(&it.atom()).ok()?;
            Some(Literal::new(Atom(number as u32), it.is_positive()))
        });
        if let Some(literals) = numbered.collect::<Option<Vec<_>>>()
            && !literals.is_empty()
        {
            own.add(literals);
        }
    }
    Ok(own)
}

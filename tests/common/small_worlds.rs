//! Small theories at random, and what is true by brute force: every world over their sorts is made, and
//! sentences are evaluated in it by the code of this file alone. Of the library it knows no more than how
//! a world is noted down.

use std::fmt::Write;

use puzzle_engine::logic::first_order::Structure;

/// Numbers that look random and are the same in every run (G. Steele, D. Lea and C. Flood, *Fast splittable
/// pseudorandom number generators*, 2014).
pub(crate) struct Dice(pub u64);

impl Dice {
    /// A number below `sides`.
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) >> 33) as usize % sides
    }
}

/// What the sentences of a theory may speak of.
pub(crate) struct Signature {
    /// Each sort with its things, none where it is open.
    pub sorts: &'static [(&'static str, &'static [&'static str])],
    /// Each constant that no sort lists, with its sort.
    pub constants: &'static [(&'static str, usize)],
    /// Each function of one thing, with the sorts of the thing and of the value.
    pub functions: &'static [(&'static str, usize, usize)],
    /// Each predicate with the sorts of its arguments.
    pub predicates: &'static [(&'static str, &'static [usize])],
    /// Sentences may say that things are the same, or count them.
    pub has_equality: bool,
}

/// For how many things something is said.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Number {
    Every,
    Some,
    No,
    AtLeast(usize),
    AtMost(usize),
    Exactly(usize),
}

/// A thing in a sentence.
#[derive(Clone, Debug)]
pub(crate) enum Term {
    Variable(usize),
    /// A constant, or a function of another thing: by its place among all of them.
    Named(usize, Option<Box<Term>>),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Sign {
    And,
    Or,
    Implies,
    Iff,
}

#[derive(Clone, Debug)]
pub(crate) enum Sentence {
    Atom(usize, Vec<Term>),
    Same(Term, Term),
    Not(Box<Sentence>),
    Two(Sign, Box<Sentence>, Box<Sentence>),
    Counted(Number, usize, Box<Sentence>),
}

impl Signature {
    /// Of all constants and functions, in the order of a world: its name, argument and value.
    fn named(&self) -> Vec<(&'static str, Option<usize>, usize)> {
        let listed = self.sorts.iter().zip(0..);
        let listed =
            listed.flat_map(|((_, things), sort)| things.iter().map(move |it| (*it, None, sort)));
        let constants = self.constants.iter().map(|(name, sort)| (*name, None, *sort));
        let functions = self.functions.iter().map(|(name, from, to)| (*name, Some(*from), *to));
        listed.chain(constants).chain(functions).collect()
    }

    /// A sentence at random, in which variables of these sorts may stand.
    pub(crate) fn sentence(
        &self,
        dice: &mut Dice,
        bound: &mut Vec<usize>,
        depth: usize,
    ) -> Sentence {
        let choices = if depth == 0 { 1 } else { 6 };
        let part = |dice: &mut Dice, bound: &mut Vec<usize>| {
            Box::new(self.sentence(dice, bound, depth - 1))
        };
        match dice.roll(choices) {
            1 => Sentence::Not(part(dice, bound)),
            2 | 3 => {
                let sign = [Sign::And, Sign::Or, Sign::Implies, Sign::Iff][dice.roll(4)];
                Sentence::Two(sign, part(dice, bound), part(dice, bound))
            }
            4 | 5 if !self.sorts.is_empty() => {
                let sort = dice.roll(self.sorts.len());
                bound.push(sort);
                let part = part(dice, bound);
                bound.pop();
                let number = match dice.roll(if self.has_equality { 9 } else { 5 }) {
                    0 | 1 => Number::Every,
                    2 | 3 => Number::Some,
                    4 => Number::No,
                    5 | 6 => Number::AtLeast(dice.roll(4)),
                    7 => Number::AtMost(dice.roll(3)),
                    _ => Number::Exactly(dice.roll(3)),
                };
                Sentence::Counted(number, sort, part)
            }
            _ => self.atom(dice, bound),
        }
    }

    fn atom(&self, dice: &mut Dice, bound: &[usize]) -> Sentence {
        if self.has_equality && dice.roll(4) == 0 {
            let sort = dice.roll(self.sorts.len());
            return Sentence::Same(self.term(dice, sort, bound), self.term(dice, sort, bound));
        }
        let predicate = dice.roll(self.predicates.len());
        let sorts = self.predicates[predicate].1.iter();
        Sentence::Atom(predicate, sorts.map(|it| self.term(dice, *it, bound)).collect())
    }

    /// A variable where there is one, more often than not.
    fn term(&self, dice: &mut Dice, sort: usize, bound: &[usize]) -> Term {
        let variables: Vec<_> = (0..bound.len()).filter(|it| bound[*it] == sort).collect();
        if !variables.is_empty() && dice.roll(4) > 0 {
            return Term::Variable(variables[dice.roll(variables.len())]);
        }
        let named = self.named();
        let fitting: Vec<_> = (0..named.len()).filter(|it| named[*it].2 == sort).collect();
        let chosen = fitting[dice.roll(fitting.len())];
        let argument = named[chosen].1.map(|from| Box::new(self.term(dice, from, bound)));
        Term::Named(chosen, argument)
    }

    /// The lines that declare it.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        for (sort, things) in self.sorts {
            let list =
                if things.is_empty() { String::new() } else { format!(" = {}", things.join(", ")) };
            let _ = writeln!(out, "    sort {sort}{list}");
        }
        let sort = |it: &usize| self.sorts[*it].0;
        for (name, of) in self.constants {
            let _ = writeln!(out, "    constant {name}: {}", sort(of));
        }
        for (name, from, to) in self.functions {
            let _ = writeln!(out, "    function {name}({}): {}", sort(from), sort(to));
        }
        for (name, sorts) in self.predicates {
            let sorts = sorts.iter().map(sort).collect::<Vec<_>>().join(", ");
            let list = if sorts.is_empty() { sorts } else { format!("({sorts})") };
            let _ = writeln!(out, "    predicate {name}{list}");
        }
        out
    }

    /// A sentence as it is written, with parentheses around everything. `names` are those of the variables
    /// that may stand in it.
    pub(crate) fn written(&self, sentence: &Sentence, names: &mut Vec<String>) -> String {
        let thing = |it: &Term, names: &[String]| self.written_term(it, names);
        match sentence {
            Sentence::Atom(predicate, terms) if terms.is_empty() => {
                self.predicates[*predicate].0.to_owned()
            }
            Sentence::Atom(predicate, terms) => {
                let terms: Vec<_> = terms.iter().map(|it| thing(it, names)).collect();
                format!("{}({})", self.predicates[*predicate].0, terms.join(", "))
            }
            Sentence::Same(one, other) => {
                format!("{} = {}", thing(one, names), thing(other, names))
            }
            Sentence::Not(part) => format!("not ({})", self.written(part, names)),
            Sentence::Two(sign, one, other) => {
                let sign = match sign {
                    Sign::And => "and",
                    Sign::Or => "or",
                    Sign::Implies => "->",
                    Sign::Iff => "<->",
                };
                format!("({}) {sign} ({})", self.written(one, names), self.written(other, names))
            }
            Sentence::Counted(number, sort, part) => {
                let quantifier = match number {
                    Number::Every => "all".to_owned(),
                    Number::Some => "some".to_owned(),
                    Number::No => "no".to_owned(),
                    Number::AtLeast(least) => format!("at least {least}"),
                    Number::AtMost(most) => format!("at most {most}"),
                    Number::Exactly(count) => format!("exactly {count}"),
                };
                let name = format!("it{}", names.len());
                names.push(name.clone());
                let part = self.written(part, names);
                names.pop();
                format!("{quantifier} {name}: {}. ({part})", self.sorts[*sort].0)
            }
        }
    }

    fn written_term(&self, term: &Term, names: &[String]) -> String {
        match term {
            Term::Variable(variable) => names[*variable].clone(),
            Term::Named(named, None) => self.named()[*named].0.to_owned(),
            Term::Named(named, Some(argument)) => {
                format!("{}({})", self.named()[*named].0, self.written_term(argument, names))
            }
        }
    }

    /// Every world in which the sorts have so many things.
    pub(crate) fn worlds(&self, sizes: &[usize]) -> Vec<Structure> {
        let things = self.sorts.iter().map(|it| it.1.len()).sum::<usize>();
        let named = self.named();
        let mut digits = Vec::new();
        for (_, argument, value) in &named[things..] {
            let rows = argument.map_or(1, |it| sizes[it]);
            digits.extend(std::iter::repeat_n(sizes[*value], rows));
        }
        for (_, sorts) in self.predicates {
            digits.extend(std::iter::repeat_n(2, sorts.iter().map(|it| sizes[*it]).product()));
        }
        let count: usize = digits.iter().product();
        let world = |number: usize| {
            let mut rest = number;
            let mut values = digits.iter().map(|base| {
                let digit = rest % base;
                rest /= base;
                digit as u32
            });
            let listed = self.sorts.iter().flat_map(|it| (0..it.1.len() as u32).map(|it| vec![it]));
            let mut functions: Vec<Vec<u32>> = listed.collect();
            for (_, argument, _) in &named[things..] {
                let rows = argument.map_or(1, |it| sizes[it]);
                functions.push(values.by_ref().take(rows).collect());
            }
            let predicates = self.predicates.iter().map(|(_, sorts)| {
                let rows = sorts.iter().map(|it| sizes[*it]).product();
                values.by_ref().take(rows).map(|it| it == 1).collect()
            });
            let predicates = predicates.collect();
            Structure { sizes: sizes.iter().map(|it| *it as u32).collect(), functions, predicates }
        };
        (0..count).map(world).collect()
    }

    /// Whether a sentence is true in a world, where its free variables stand for these things.
    pub(crate) fn holds(
        &self,
        world: &Structure,
        sentence: &Sentence,
        values: &mut Vec<usize>,
    ) -> bool {
        match sentence {
            Sentence::Atom(predicate, terms) => {
                let sorts = self.predicates[*predicate].1;
                let mut row = 0;
                for (term, sort) in terms.iter().zip(sorts) {
                    row = row * world.sizes[*sort] as usize + value(world, term, values);
                }
                world.predicates[*predicate][row]
            }
            Sentence::Same(one, other) => value(world, one, values) == value(world, other, values),
            Sentence::Not(part) => !self.holds(world, part, values),
            Sentence::Two(sign, one, other) => {
                let (one, other) =
                    (self.holds(world, one, values), self.holds(world, other, values));
                match sign {
                    Sign::And => one && other,
                    Sign::Or => one || other,
                    Sign::Implies => !one || other,
                    Sign::Iff => one == other,
                }
            }
            Sentence::Counted(number, sort, part) => {
                let size = world.sizes[*sort] as usize;
                let mut count = 0;
                for thing in 0..size {
                    values.push(thing);
                    count += usize::from(self.holds(world, part, values));
                    values.pop();
                }
                match *number {
                    Number::Every => count == size,
                    Number::Some => count > 0,
                    Number::No => count == 0,
                    Number::AtLeast(least) => count >= least,
                    Number::AtMost(most) => count <= most,
                    Number::Exactly(exactly) => count == exactly,
                }
            }
        }
    }
}

fn value(world: &Structure, term: &Term, values: &[usize]) -> usize {
    match term {
        Term::Variable(variable) => values[*variable],
        Term::Named(named, argument) => {
            let row = argument.as_ref().map_or(0, |it| value(world, it, values));
            world.functions[*named][row] as usize
        }
    }
}

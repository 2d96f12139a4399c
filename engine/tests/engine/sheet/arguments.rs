//! Arguments that random small sheets leave no state: over all states each step follows from what it names, which is
//! told by a rule of the reason, said by an earlier step or supposed.

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::sheet::Sheet;
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::sheet::{ArgumentStep, CellLiteral, SheetTask, aim};
use puzzle_engine::{Failure, Problem};

use super::build::Build;
use super::found;
use super::samples::{Dice, bytes, sample};
use super::steps::{States, Truths, follows, instances, puzzle};
use crate::sample;

/// A sheet and the rules that an argument may use.
struct Reading<'s> {
    truths: Truths<'s>,
    sheet: &'s Sheet,
    rules: Vec<usize>,
    supposed: usize,
}

impl Reading<'_> {
    fn of_literal(&self, it: CellLiteral) -> States {
        self.truths.of_value(it.value).into_iter().map(|so| so == it.is_so).collect()
    }

    /// Whether an instance of one of the rules says so.
    fn is_told(&mut self, so: &States) -> bool {
        let all = self.rules.clone();
        all.into_iter()
            .flat_map(|it| instances(self.sheet, it))
            .any(|it| follows(so, [&self.truths.of_rule(&it)]))
    }

    fn read(&mut self, steps: &[ArgumentStep], mut known: Vec<States>) {
        let (last, before) = steps.split_last().unwrap();
        assert!(last.says.is_none() && before.iter().all(|it| it.says.is_some()));
        for step in steps {
            assert!(step.rules.iter().all(|it| self.rules.contains(&it.rule)), "{step:?}");
            let facts: Vec<States> = step.facts.iter().map(|it| self.of_literal(*it)).collect();
            for so in &facts {
                assert!(known.contains(so) || self.is_told(so), "{step:?}");
            }
            let rules: Vec<States> = step.rules.iter().map(|it| self.truths.of_rule(it)).collect();
            let so = step.says.map(|it| self.of_literal(it));
            let so = so.unwrap_or_else(|| vec![false; self.truths.states.len()]);
            assert!(follows(&so, rules.iter().chain(&facts)), "{step:?}");
            if !step.otherwise.is_empty() {
                let supposed = so.iter().map(|it| !it).collect();
                self.supposed += 1;
                let own = facts.iter().cloned().chain([supposed]);
                self.read(&step.otherwise, own.collect());
            }
            known.push(so);
        }
    }
}

/// How many steps an argument takes, and how often it supposes something; `None` where there is a state.
fn compare(sheet: &Sheet) -> Option<(usize, usize)> {
    let task = SheetTask { sheet: sheet.clone(), aim: aim::Argue(None) };
    let all = task.answer(&mut Budget::unlimited());
    let Outcome::Contradictory(reason) = found(sheet, aim::FindState) else {
        assert!(matches!(all, Err(Failure::Refused(_))));
        return None;
    };
    let mut reading =
        Reading { truths: Truths::new(sheet), sheet, rules: reason.clone(), supposed: 0 };
    let argument = found(sheet, aim::Argue(Some(reason)));
    reading.read(&argument.steps, Vec::new());
    let supposed = reading.supposed;
    reading.rules = (0..sheet.rules.len()).collect();
    reading.read(&all.unwrap().into_inner().steps, Vec::new());
    Some((argument.steps.len(), supposed))
}

/// Places with one of two colours, of which neighbours have different ones.
fn colouring(numbers: &[u8]) -> Sheet {
    let mut dice = Dice { numbers, at: 0 };
    let mut build = Build::default();
    let places = 3 + dice.below(3);
    let place = build.sort(1..=places as i64);
    let colour = build.function(&[place], 1..=2);
    let truths = (0..places * places).map(|it| it % (places + 1) > 0 && dice.below(3) > 0);
    let near = build.facts(&[place, place], truths.collect());
    let [one, other] = [0; 2].map(|_| build.variable(place));
    let [first, second] = [one, other].map(|it| build.of(it));
    let [its, others] = [first, second].map(|it| build.apply(colour, &[it]));
    let (are_near, is_same) = (build.holds(near, &[first, second]), build.equal(its, others));
    let is_other = build.not(is_same);
    let body = build.implies(are_near, is_other);
    let rule = build.all(&[one, other], body);
    build.rule(rule);
    build.0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(1000)))]

    #[test]
    fn each_step_follows_from_what_it_names(numbers in vec(any::<u8>(), 0..300)) {
        compare(&sample(&numbers).sheet);
        compare(&puzzle(&numbers));
        compare(&colouring(&numbers));
    }
}

/// Arguments of several steps occur, and such that suppose something, so that the test above is about something.
#[test]
fn samples_have_arguments() {
    let (mut long, mut supposing) = (0, 0);
    let is_enough = |long, supposing| long > 20 && supposing > 0;
    for numbers in bytes(11, 300).take(800) {
        if is_enough(long, supposing) && !sample::is_whole() {
            break;
        }
        for sheet in [puzzle(&numbers), colouring(&numbers), sample(&numbers).sheet] {
            let Some((steps, supposed)) = compare(&sheet) else { continue };
            long += usize::from(steps > 2);
            supposing += usize::from(supposed > 0);
        }
    }
    assert!(is_enough(long, supposing), "{long}, {supposing}");
}

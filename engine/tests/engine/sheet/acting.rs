//! Small sheets with actions, made of arbitrary bytes.

use puzzle_engine::logic::sheet::actions::{Actions, SheetAction, SheetChange, To};
use puzzle_engine::logic::sheet::{
    SentenceId, Sheet, SheetVariable, SortId, SymbolId, SymbolOrigin, TermId,
};

use super::build::Build;
use super::samples::{Dice, Maker, Sample, sample};

/// A random sheet with actions, a goal, a term that reads no meter, and a meter.
pub(super) struct Acting {
    pub sheet: Sheet,
    pub actions: Actions,
    pub goal: SentenceId,
    pub term: TermId,
    pub meter: SymbolId,
}

pub(super) fn acting(numbers: &[u8]) -> Acting {
    let Sample { sheet, sentence, term, .. } = sample(numbers);
    let mut maker = Maker {
        dice: Dice { numbers, at: 40 },
        build: Build(sheet),
        sorts: (0..3).map(SortId).collect(),
        functions: Vec::new(),
        predicates: Vec::new(),
        recursive: None,
    };
    let symbols = (0..).map(SymbolId).zip(maker.build.0.symbols.clone());
    let mut changed = Vec::new();
    for (id, symbol) in symbols {
        match symbol.values {
            Some(_) => maker.functions.push(id),
            None => maker.predicates.push(id),
        }
        if symbol.origin == SymbolOrigin::Found {
            changed.push(id);
        }
    }
    let meter = maker.build.function(&[], 0..=1 << 30);
    // Most random rules are false at once, and leave nothing to be done.
    let rules = maker.dice.below(4) / 3;
    maker.build.0.rules.truncate(rules);
    let mut actions = Actions { meters: vec![meter], ..Actions::default() };
    for symbol in &changed {
        if maker.build.0.symbol(*symbol).values.is_some() {
            let sorts = maker.build.0.symbol(*symbol).arguments.clone();
            let variables: Vec<_> = sorts.iter().map(|it| maker.build.variable(*it)).collect();
            let arguments = variables.iter().map(|it| maker.build.of(*it)).collect();
            let to = To::Value(maker.number(*symbol));
            let (symbol, conditions) = (*symbol, Vec::new());
            actions.start.push(SheetChange { variables, conditions, symbol, arguments, to });
        }
    }
    for _ in 0..2 + maker.dice.below(3) {
        let parameters = maker.variables();
        let mut action = SheetAction { parameters: parameters.clone(), ..SheetAction::default() };
        for _ in 0..maker.dice.below(4) / 3 {
            action.conditions.push(maker.sentence(&parameters, 1, None));
        }
        for _ in 0..1 + maker.dice.below(2) {
            let change = maker.change(&changed, &parameters);
            action.changes.push(change);
        }
        let amount = maker.term(&parameters, 1);
        let to = To::By(maker.build.absolute(amount));
        let (variables, conditions, arguments) = (Vec::new(), Vec::new(), Vec::new());
        action.changes.push(SheetChange { variables, conditions, symbol: meter, arguments, to });
        actions.actions.push(action);
    }
    let goals: Vec<_> = (0..1 + maker.dice.below(3)).map(|_| maker.goal(&changed)).collect();
    let goal = if maker.dice.below(4) == 0 { sentence } else { maker.build.and(&goals) };
    Acting { sheet: maker.build.0, actions, goal, term, meter }
}

impl Maker<'_> {
    /// A number that a function may have.
    fn number(&mut self, symbol: SymbolId) -> TermId {
        let values = self.build.0.symbol(symbol).values.clone().unwrap().range;
        let width = (values.end() - values.start() + 1) as usize;
        let number = values.start() + self.dice.below(width) as i64;
        self.build.number(number)
    }

    /// That something that may change is what it may be.
    fn goal(&mut self, changed: &[SymbolId]) -> SentenceId {
        let symbol = changed[self.dice.below(changed.len())];
        let sorts = self.build.0.symbol(symbol).arguments.clone();
        let mut arguments = Vec::new();
        for sort in sorts {
            let (least, most) = self.build.0.sorts[sort.0 as usize].clone().into_inner();
            let number = least + self.dice.below((most - least + 1) as usize) as i64;
            arguments.push(self.build.number(number));
        }
        if self.build.0.symbol(symbol).values.is_none() {
            return self.build.holds(symbol, &arguments);
        }
        let (term, number) = (self.build.apply(symbol, &arguments), self.number(symbol));
        self.build.equal(term, number)
    }

    fn change(&mut self, changed: &[SymbolId], parameters: &[SheetVariable]) -> SheetChange {
        let symbol = changed[self.dice.below(changed.len())];
        let sorts = self.build.0.symbol(symbol).arguments.clone();
        let fits =
            |it: &&SheetVariable, sort, build: &Build| build.0.variables[it.0 as usize] == sort;
        let (mut variables, mut arguments) = (Vec::new(), Vec::new());
        for sort in sorts {
            let parameter = parameters.iter().find(|it| fits(it, sort, &self.build)).copied();
            match (self.dice.below(3), parameter) {
                (0 | 1, Some(parameter)) => arguments.push(self.build.of(parameter)),
                (0 | 2, _) => {
                    variables.push(self.build.variable(sort));
                    arguments.push(self.build.of(variables[variables.len() - 1]));
                }
                _ => arguments.push(self.term(parameters, 1)),
            }
        }
        let bound = [parameters, &variables].concat();
        let conditions: Vec<_> =
            (0..self.dice.below(3) / 2).map(|_| self.sentence(&bound, 1, None)).collect();
        let to = match self.build.0.symbol(symbol).values {
            None if self.dice.below(2) == 0 => To::Truth(self.sentence(&bound, 1, None)),
            None => {
                let truth = self.dice.below(3) > 0;
                To::Truth(self.build.truth(truth))
            }
            Some(_) => match self.dice.below(5) {
                0 => To::Nothing,
                1 | 2 => To::Value(self.term(&bound, 1)),
                _ => To::Value(self.number(symbol)),
            },
        };
        SheetChange { variables, conditions, symbol, arguments, to }
    }
}

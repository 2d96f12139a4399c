//! What lines tell of what is given: values behind `=`, facts and drawings; and what they leave untold.

use super::atoms::{ToldAtom, atom, conjuncts, mentioned, told_by};
use super::classes::Type;
use super::errors;
use super::lineage::{BlockPlace, Findings};
use super::symbols::{NameMeaning, NameOrigin, SortMembers};
use super::told::{Artist, DrawingPurpose, Says, Subject, TextWords, board_functions};
use super::understood::{Missing, RuleKind, Understood, UnderstoodRule};
use crate::syntax::ast::{TheoryLine, WrittenTold};
use crate::text::Span;

impl<'a> Understood<'a> {
    /// Takes note of what is told. Returns the given symbols of which something is.
    pub(super) fn tell(&mut self, findings: &mut Findings<'_, 'a>) -> Vec<bool> {
        let mut told = vec![false; self.symbols.symbols.len()];
        for (index, block, line) in self.lines() {
            findings.block = index;
            let TheoryLine::Given { heads, told: Some(WrittenTold::Values(values)), .. } = line
            else {
                continue;
            };
            let [head] = &heads[..] else { continue };
            if let Some(NameMeaning::Symbol(symbol)) = self.symbols.find(block.slice(head.name)) {
                told[symbol as usize] = true;
                self.tell_values(symbol, values, head.name, index, findings);
            }
        }
        self.tell_facts(&mut told, findings);
        for drawing in std::mem::take(&mut self.drawings) {
            findings.block = drawing.place.block;
            let is_goal = drawing.purpose == DrawingPurpose::Goal;
            match drawing.subject {
                _ if is_goal => {}
                Subject::Symbol(symbol) => told[symbol as usize] = true,
                Subject::Board => {
                    let signs: Vec<_> = self.signs.iter().map(|it| &it.sentence).collect();
                    let numbers = board_functions(&self.symbols).into_iter();
                    let numbers = numbers
                        .filter(|it| self.symbols.type_of_sort(it.1) == Type::Number)
                        .map(|it| it.0);
                    let signs = mentioned(&signs, &self.definitions, &self.symbols);
                    for symbol in signs.into_iter().chain(numbers) {
                        told[symbol as usize] = true;
                    }
                }
            }
            let text = self.lineage.blocks[drawing.place.block].text();
            let words = TextWords { text, block: drawing.place.block };
            let artist = Artist::new(&self.symbols, &self.signs);
            for (says, place) in artist.read(&drawing, words, findings) {
                match says {
                    says if is_goal => self.doing.drawn_goals.push((says, place)),
                    Says::Told(atom) => {
                        told[atom.symbol as usize] = true;
                        self.tables.tell(&atom, place, &self.symbols, findings);
                    }
                    says if self.doing.is_any() => self.doing.drawn_starts.push((says, place)),
                    says => {
                        self.rules.push(UnderstoodRule {
                            kind: RuleKind::Drawn(says),
                            place,
                            label: None,
                        });
                    }
                }
            }
            self.drawings.push(drawing);
        }
        told
    }

    fn tell_values(
        &mut self,
        symbol: u32,
        values: &[Span],
        name: Span,
        block: usize,
        findings: &mut Findings<'_, 'a>,
    ) {
        let known = &self.symbols.symbols[symbol as usize];
        let text = self.lineage.blocks[block];
        let sorts: Option<Vec<_>> = known.parameters.iter().map(|it| it.sort).collect();
        let ranges = sorts.and_then(|it| {
            it.iter().map(|it| self.symbols.range_of(*it)).collect::<Option<Vec<_>>>()
        });
        let Some(ranges) = ranges else { return };
        let artist = Artist::new(&self.symbols, &self.signs);
        let Some(result) = known.result else {
            let [parameter] = known.parameters[..] else {
                findings.push(errors::values_of_predicate(name));
                return;
            };
            for span in values {
                let Some(sort) = parameter.sort else { return };
                let word = text.slice(*span);
                let value = artist.read_value(known.name, sort, word, *span, findings);
                let Some(value) = value else { continue };
                let atom = ToldAtom { symbol, arguments: vec![value], value: Some(1) };
                let place = BlockPlace { block, span: *span };
                self.tables.tell(&atom, place, &self.symbols, findings);
            }
            return;
        };
        let size = |(least, most): &(i64, i64)| (most - least + 1) as usize;
        let count: usize = ranges.iter().map(size).fold(1, usize::saturating_mul);
        if count != values.len() {
            let whole = values[0].to(values[values.len() - 1]);
            findings.push(errors::wrong_number_of_values(whole, values.len(), (count, known.name)));
            return;
        }
        let Some(sort) = result.sort else { return };
        for (at, span) in values.iter().enumerate() {
            let word = text.slice(*span);
            if word == "none" {
                continue;
            }
            let value = artist.read_value(known.name, sort, word, *span, findings);
            let Some(value) = value else { continue };
            let mut rest = at;
            let mut arguments: Vec<i64> = ranges
                .iter()
                .rev()
                .map(|range| {
                    let argument = range.0 + (rest % size(range)) as i64;
                    rest /= size(range);
                    argument
                })
                .collect();
            arguments.reverse();
            let atom = ToldAtom { symbol, arguments, value: Some(value) };
            let place = BlockPlace { block, span: *span };
            self.tables.tell(&atom, place, &self.symbols, findings);
        }
    }

    /// Lines that are nothing but statements about what is given tell it, and are no rules.
    fn tell_facts(&mut self, told: &mut [bool], findings: &mut Findings<'_, 'a>) {
        let rules = std::mem::take(&mut self.rules);
        for rule in rules {
            let RuleKind::Sentence(at) = rule.kind else { continue };
            let sentence = &self.sentences[at];
            let given = told_by(sentence, &self.symbols).filter(|_| rule.label.is_none());
            let Some(given) = given else {
                self.rules.push(rule);
                continue;
            };
            given.iter().for_each(|it| told[*it as usize] = true);
            for node in conjuncts(sentence) {
                let found = atom(sentence, node, &self.symbols, &|_| None).flatten();
                let Some(found) = found else { continue };
                let span = sentence.nodes[node].span;
                let place = BlockPlace { block: sentence.block, span };
                self.tables.tell(&found, place, &self.symbols, findings);
            }
        }
    }

    pub(super) fn find_missing(&mut self, told: &[bool]) {
        if let Some(grid) = &self.symbols.grid
            && grid.size().is_none()
        {
            self.missing.push(Missing::Size(grid.place));
        }
        for sort in &self.symbols.sorts {
            if let (SortMembers::Open(names), Some(place)) = (&sort.elements, sort.place)
                && names.is_empty()
            {
                self.missing.push(Missing::Things(sort.name.clone(), place));
            }
        }
        for (symbol, told) in self.symbols.symbols.iter().zip(told) {
            if symbol.origin == NameOrigin::Given && !told {
                self.missing.push(Missing::Given(symbol.name.to_owned(), symbol.place));
            }
        }
    }
}

//! Names that a theory does not declare, among those of the puzzle by rules that it is read as: what they are was inferred
//! from their use before.

use super::lineage::{BlockPlace, Findings};
use super::symbols::{NameMeaning, NameOrigin, Parameter, Symbol, Symbols, Yields};

impl<'a> Symbols<'a> {
    /// Adds what the own block does not declare.
    pub(super) fn infer(&mut self, findings: &mut Findings<'_, 'a>) {
        let lineage = findings.lineage;
        let block = lineage.blocks.len() - 1;
        for it in &lineage.inferred {
            let name = lineage.blocks[block].slice(it.place);
            if self.find(name).is_some() {
                continue;
            }
            let parameters = it.arguments.iter().map(|it| {
                let sort = self.sort_called(it);
                Parameter { class: self.class_of(sort), sort, variable: None }
            });
            let parameters = parameters.collect();
            let result = it.result.map(|it| {
                let sort = self.sort_called(it);
                Yields { class: self.class_of(sort), sort, range: None, or_none: false }
            });
            let meaning = NameMeaning::Symbol(self.symbols.len() as u32);
            if self.declare(it.place, block, meaning, findings) {
                let place = BlockPlace { block, span: it.place };
                let origin = NameOrigin::Found;
                self.symbols.push(Symbol { name, place, parameters, result, origin });
            }
        }
    }
}

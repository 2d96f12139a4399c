//! What is given, in tables: for all arguments the value, or that there is none.

use rustc_hash::FxHashMap;

use super::atoms::ToldAtom;
use super::errors;
use super::lineage::{BlockPlace, Findings};
use super::symbols::{NameOrigin, Symbols};

/// What is given, in tables.
#[derive(Clone, Debug, Default)]
pub struct GivenTables {
    /// By symbol, for all arguments, of which the last varies fastest. Of a predicate 1 stands for true.
    pub of: FxHashMap<u32, Vec<Option<i64>>>,
    places: FxHashMap<(u32, usize), BlockPlace>,
}

/// The most entries of a table.
const MOST: usize = 1 << 22;

impl GivenTables {
    /// Empty ones of all that is given; reports those that are too large.
    pub fn new(symbols: &Symbols<'_>, findings: &mut Findings<'_, '_>) -> Self {
        let mut tables = Self::default();
        for (at, symbol) in (0..).zip(&symbols.symbols) {
            if !matches!(symbol.origin, NameOrigin::Found | NameOrigin::Given) {
                continue;
            }
            let sizes = symbol.parameters.iter().map(|it| {
                let (least, most) = symbols.range_of(it.sort?)?;
                usize::try_from(most - least + 1).ok()
            });
            let Some(sizes) = sizes.collect::<Option<Vec<_>>>() else { continue };
            let size = sizes.iter().try_fold(1_usize, |product, it| product.checked_mul(*it));
            let Some(size) = size.filter(|it| *it <= MOST) else {
                let fault = errors::table_too_large(symbol.name, symbol.place.span, MOST);
                findings.push_at(symbol.place.block, fault);
                continue;
            };
            if symbol.origin == NameOrigin::Given {
                let nothing = if symbol.result.is_some() { None } else { Some(0) };
                tables.of.insert(at, vec![nothing; size]);
            }
        }
        tables
    }

    /// Notes what is told.
    pub fn tell(
        &mut self,
        atom: &ToldAtom,
        place: BlockPlace,
        symbols: &Symbols<'_>,
        findings: &mut Findings<'_, '_>,
    ) {
        let symbol = &symbols.symbols[atom.symbol as usize];
        let mut index = 0;
        for (parameter, argument) in symbol.parameters.iter().zip(&atom.arguments) {
            let Some((least, most)) = parameter.sort.and_then(|it| symbols.range_of(it)) else {
                return;
            };
            if *argument < least || *argument > most {
                if !findings.blame(place) {
                    let range = (least, most);
                    let fault =
                        errors::argument_out_of_range(place.span, symbol.name, *argument, range);
                    findings.push_at(place.block, fault);
                }
                return;
            }
            index = index * (most - least + 1) as usize + (argument - least) as usize;
        }
        let range = symbol.result.and_then(|it| it.sort).and_then(|it| symbols.range_of(it));
        if let (Some(value), Some((least, most))) = (atom.value, range)
            && (value < least || value > most)
        {
            if !findings.blame(place) {
                let fault = errors::never(value, place.span, symbol.name, (least, most));
                findings.push_at(place.block, fault);
            }
            return;
        }
        let Some(entry) = self.of.get_mut(&atom.symbol).and_then(|it| it.get_mut(index)) else {
            return;
        };
        match self.places.get(&(atom.symbol, index)) {
            Some(first) if *entry != atom.value => {
                let fault = errors::told_twice(place.span, symbol.name);
                let first = *first;
                let fault = findings.related_from(place.block, fault, first, "told here otherwise");
                findings.push_at(place.block, fault);
            }
            _ => {
                *entry = atom.value;
                self.places.insert((atom.symbol, index), place);
            }
        }
    }
}

//! How a prover searches. Each part can be exchanged or left out on its own.

/// Which negative literals are selected: rules are applied to the selected one only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LiteralSelection {
    /// The heaviest one.
    Heaviest,
    /// The heaviest one, unless one literal is greater than all others.
    Undecided,
    /// The lightest one.
    Lightest,
}

/// An ordering of terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TermOrdering {
    /// By weight, then by symbols: `order`.
    KnuthBendix,
    /// By symbols, then by arguments: `lexicographic`.
    Lexicographic,
}

/// Which symbols are greater than others in the ordering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolOrder {
    /// Those with more arguments; of those with as many the rarer.
    Arity,
    /// The rarer; of those as rare the one with more arguments.
    Rarity,
}

/// Which axioms are taken where there are many: `sine`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AxiomSelection {
    /// How common a symbol may be to lead to an axiom: so many hundredths of its rarest symbol.
    pub tolerance: u64,
    /// How often one goes on from the symbols of the axioms that were taken.
    pub depth: u32,
}

/// A strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProverStrategy {
    /// What it is called in measurements.
    pub name: &'static str,
    /// Which literals rules are applied to.
    pub selection: LiteralSelection,
    /// How terms are ordered.
    pub ordering: TermOrdering,
    /// How symbols are.
    pub symbols: SymbolOrder,
    /// Every so many clauses the oldest one is taken instead of the lightest.
    pub age_ratio: u64,
    /// How many times as heavy clauses count that do not follow from what was asked.
    pub without_goal: u32,
    /// Whether a clause counts as many times as heavy as it has literals.
    pub by_length: bool,
    /// Whether definitions are unfolded first: `unfold`.
    pub unfolds: bool,
    /// Whether equations go that hold by associativity and commutativity alone: `modulo`.
    pub joins: bool,
    /// Which axioms are taken where there are many: `sine`; all if none is told.
    pub axioms: Option<AxiomSelection>,
    /// Whether clauses are split into parts that share no variable: `split`.
    pub splits: bool,
}

impl ProverStrategy {
    /// Those that search, in the order of their turns. They differ in what decides which clauses there are, so
    /// that each finds proofs that the others do not. The first one has no names of its own, so that what it finds
    /// reads well.
    pub const ALL: [Self; 5] = [
        Self { unfolds: false, splits: false, ..Self::of("heaviest", LiteralSelection::Heaviest) },
        Self { unfolds: false, ..Self::of("splitting", LiteralSelection::Heaviest) },
        Self {
            symbols: SymbolOrder::Rarity,
            without_goal: 1,
            axioms: Some(AxiomSelection { tolerance: 150, depth: 3 }),
            ..Self::of("undecided", LiteralSelection::Undecided)
        },
        Self {
            symbols: SymbolOrder::Rarity,
            age_ratio: 12,
            without_goal: 1,
            by_length: true,
            axioms: Some(AxiomSelection { tolerance: 120, depth: 2 }),
            ..Self::of("lightest", LiteralSelection::Lightest)
        },
        Self {
            ordering: TermOrdering::Lexicographic,
            without_goal: 1,
            by_length: true,
            axioms: Some(AxiomSelection { tolerance: 500, depth: 3 }),
            ..Self::of("lexicographic", LiteralSelection::Heaviest)
        },
    ];

    /// The same without what makes no difference where all clauses have one literal, its name included.
    pub const fn for_units(self) -> Self {
        let selection = LiteralSelection::Heaviest;
        Self { name: "units", selection, by_length: false, splits: false, ..self }
    }

    /// The usual one with a selection.
    pub const fn of(name: &'static str, selection: LiteralSelection) -> Self {
        Self {
            name,
            selection,
            ordering: TermOrdering::KnuthBendix,
            symbols: SymbolOrder::Arity,
            age_ratio: 6,
            without_goal: 2,
            by_length: false,
            unfolds: true,
            joins: true,
            axioms: None,
            splits: true,
        }
    }
}

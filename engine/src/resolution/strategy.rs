//! How a prover searches. Each part can be exchanged or left out on its own.

/// Which negative literals are selected: rules are applied to the selected one only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LiteralSelection {
    /// The heaviest one.
    Heaviest,
    /// The one whose predicate the fewest clauses state, so that it has the fewest partners (the selections of S. Schulz's
    /// E that avoid what is often stated); the heaviest of these, and equations last.
    Rarest,
    /// The rarest one, unless one literal is greater than all others.
    Undecided,
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
    /// As `Rarity`, but the function of one argument that comes most often is the greatest and weighs nothing: so an inverse
    /// goes inwards, as in the rules for groups (D. Knuth and P. Bendix, *Simple word problems in universal algebras*, 1970).
    Inverse,
}

/// Which axioms are taken where there are many: `sine`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AxiomSelection {
    /// How common a symbol may be to lead to an axiom: so many hundredths of its rarest symbol.
    pub tolerance: u64,
    /// How often one goes on from the symbols of the axioms that were taken.
    pub depth: u32,
}

impl AxiomSelection {
    /// More common symbols beyond this lead to about everything.
    const MOST: u64 = 5_000;

    /// One that takes more, for what does not follow from these axioms; `None` where all are to be taken.
    pub(super) fn wider(self) -> Option<Self> {
        let wider = Self { tolerance: 2 * self.tolerance, depth: self.depth + 1 };
        (wider.tolerance <= Self::MOST).then_some(wider)
    }
}

/// Of so many clauses in a row, how many are taken from which queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PickTurns {
    /// The most like the question, of those that follow from it.
    pub goals: u64,
    /// The most like the question, of the others.
    pub others: u64,
    /// The lightest of all.
    pub all: u64,
    /// The oldest.
    pub oldest: u64,
}

impl PickTurns {
    /// Those that are like the question first.
    pub const BY_QUESTION: Self = Self { goals: 4, others: 3, all: 1, oldest: 1 };

    /// The lightest, and every so many clauses, one at least, the oldest.
    pub const fn oldest_every(clauses: u64) -> Self {
        Self { goals: 0, others: 0, all: clauses - 1, oldest: 1 }
    }

    /// Whether the question has queues of its own.
    pub const fn are_by_question(self) -> bool {
        self.goals + self.others > 0
    }
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
    /// Which clauses are taken: `queue`.
    pub turns: PickTurns,
    /// How many times as heavy clauses count that do not follow from what was asked.
    pub without_goal: u32,
    /// Whether a clause counts as many times as heavy as it has literals.
    pub by_length: bool,
    /// Whether definitions are unfolded first: `unfold`.
    pub unfolds: bool,
    /// Whether equations go that hold by associativity and commutativity alone: `modulo`.
    pub joins: bool,
    /// Whether equations go that follow in each order of their variables: `joinable`.
    pub joins_by_cases: bool,
    /// Whether chains take the place of clauses that say that a relation is transitive: `chaining`.
    pub chains: bool,
    /// Whether what says when two things are the same is used for denied equations: `extensional`.
    pub resolves_extensionality: bool,
    /// Which axioms are taken where there are many: `sine`; all if none is told.
    pub axioms: Option<AxiomSelection>,
    /// Whether literals go from a clause that is taken, with whose opposite an active clause would contain it: `simplify`.
    pub cuts: bool,
    /// Whether literals go that deny that a variable is some term: `simplify`.
    pub settles_variables: bool,
    /// Whether clauses are split into parts that share no variable: `split`.
    pub splits: bool,
    /// Whether clauses go that wait and follow only from one in the place of which others are needed (S. Schulz,
    /// *E: a brainiac theorem prover*, AI Communications 15, 2002, calls them orphans).
    pub drops_orphans: bool,
}

impl ProverStrategy {
    /// Those that search, in the order of their turns. They differ in what decides which clauses there are, so
    /// that each finds proofs that the others do not. The first one has no names of its own, so that what it finds
    /// reads well.
    pub const ALL: [Self; 5] = [
        Self {
            unfolds: false,
            cuts: false,
            settles_variables: false,
            splits: false,
            ..Self::of("heaviest", LiteralSelection::Heaviest)
        },
        Self { unfolds: false, ..Self::of("splitting", LiteralSelection::Heaviest) },
        Self {
            symbols: SymbolOrder::Rarity,
            turns: PickTurns::BY_QUESTION,
            without_goal: 1,
            resolves_extensionality: true,
            ..Self::of("undecided", LiteralSelection::Undecided)
        },
        Self {
            symbols: SymbolOrder::Rarity,
            turns: PickTurns::BY_QUESTION,
            without_goal: 1,
            axioms: Some(AxiomSelection { tolerance: 120, depth: 2 }),
            chains: true,
            splits: false,
            ..Self::of("rarest", LiteralSelection::Rarest)
        },
        Self {
            ordering: TermOrdering::Lexicographic,
            without_goal: 1,
            by_length: true,
            axioms: Some(AxiomSelection { tolerance: 500, depth: 3 }),
            ..Self::of("lexicographic", LiteralSelection::Heaviest)
        },
    ];

    /// Where all clauses have one literal: those that search, named as the ones in whose turns they do, and how many
    /// times as long. Literals are neither selected nor split there.
    pub const OF_UNITS: [(Self, u64); 4] = [
        (Self { splits: false, ..Self::ALL[0] }, 1),
        (
            Self {
                symbols: SymbolOrder::Rarity,
                turns: PickTurns::BY_QUESTION,
                splits: false,
                ..Self::of("splitting", LiteralSelection::Heaviest)
            },
            12,
        ),
        (
            Self {
                symbols: SymbolOrder::Inverse,
                turns: PickTurns::oldest_every(12),
                ..Self::ALL[3]
            },
            2,
        ),
        (Self { by_length: false, splits: false, ..Self::ALL[4] }, 2),
    ];

    /// As [`Self::OF_UNITS`], if one has this one's turns.
    pub fn for_units(self) -> Option<(Self, u64)> {
        Self::OF_UNITS.into_iter().find(|it| it.0.name == self.name)
    }

    /// The usual one with a selection.
    pub const fn of(name: &'static str, selection: LiteralSelection) -> Self {
        Self {
            name,
            selection,
            ordering: TermOrdering::KnuthBendix,
            symbols: SymbolOrder::Arity,
            turns: PickTurns::oldest_every(6),
            without_goal: 2,
            by_length: false,
            unfolds: true,
            joins: true,
            joins_by_cases: true,
            chains: false,
            resolves_extensionality: false,
            axioms: None,
            cuts: true,
            settles_variables: true,
            splits: true,
            drops_orphans: true,
        }
    }
}

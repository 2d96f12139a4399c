//! Clauses under quantifiers: a quantified Boolean formula in prenex conjunctive normal form, which
//! is a game as well. A for ∀ wants a clause violated, E for ∃ wants all of them satisfied, and the
//! atoms get their values from the outermost block of the prefix to the innermost.

use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::dual::{AtomDefinition, DualClauses};
use crate::logic::formula::FormulaSymbol;
use crate::logic::quantified::{Player, QuantifiedGame};

/// A formula game after some choices as clauses and their prefix, the outermost atom first: atom `i`
/// is the variable of turn `i`. The values chosen so far are clauses of one literal. Each other part of
/// the formula that needs one has an atom of E's, innermost, that may be true only where the part is;
/// where it does not matter it may be false (Plaisted and Greenbaum, 1986).
pub fn encode(game: &QuantifiedGame, values: &[bool]) -> (Vec<(Player, Atom)>, Cnf) {
    let turns = game.turns().len() as u32;
    let mut prefix = Vec::new();
    let mut matrix = Cnf::new(turns);
    for (atom, player) in (0..).map(Atom).zip(game.turns()) {
        match values.get(atom.0 as usize) {
            Some(&value) => {
                matrix.add([Literal::new(atom, value)]);
                prefix.push((Player::E, atom));
            }
            None => prefix.push((*player, atom)),
        }
    }
    let simple = game.formula().simplify();
    // Backwards, a connective comes before its operands. What is still to come: whether it is
    // negated, and the clause that it is part of, or `None` when all of it has to hold.
    let mut open: Vec<(bool, Option<usize>)> = vec![(false, None)];
    let mut clauses: Vec<Vec<Literal>> = Vec::new();
    for node in simple.nodes().iter().rev() {
        let (negated, part_of) = open.pop().expect("a formula is one tree");
        match *node {
            FormulaSymbol::Variable(variable) => {
                let literal = Literal::new(Atom(game.turn(variable) as u32), !negated);
                match part_of {
                    Some(clause) => clauses[clause].push(literal),
                    None => clauses.push(vec![literal]),
                }
            }
            FormulaSymbol::Not => open.push((!negated, part_of)),
            FormulaSymbol::And(operands) | FormulaSymbol::Or(operands) => {
                // Negated, a conjunction is a disjunction of the negations.
                let is_all = matches!(node, FormulaSymbol::And(_)) != negated;
                if is_all {
                    let gate = part_of.map(|clause| {
                        let atom = matrix.add_atom();
                        prefix.push((Player::E, atom));
                        clauses[clause].push(Literal::new(atom, true));
                        Literal::new(atom, false)
                    });
                    for _ in 0..operands {
                        let clause = gate.map(|gate| {
                            clauses.push(vec![gate]);
                            clauses.len() - 1
                        });
                        open.push((negated, clause));
                    }
                } else {
                    // A disjunction in a clause is part of it.
                    let clause = part_of.unwrap_or_else(|| {
                        clauses.push(Vec::new());
                        clauses.len() - 1
                    });
                    open.resize(open.len() + operands as usize, (negated, Some(clause)));
                }
            }
        }
    }
    for clause in clauses {
        matrix.add(clause);
    }
    (prefix, matrix)
}

/// Clauses, and who chooses the value of each atom, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prenex {
    matrix: Cnf,
    owners: Vec<Player>,
    blocks: Vec<u32>,
    /// The first block that has an atom.
    outermost: u32,
    dual: Option<DualClauses>,
}

impl Prenex {
    /// The clauses under a prefix of atoms, the outermost first; an atom named again counts where it
    /// stood first. Atoms outside the prefix are E's and outermost, as in QDIMACS. Clauses that
    /// nothing violates are left out.
    pub fn new(prefix: &[(Player, Atom)], matrix: &Cnf) -> Self {
        let highest = prefix.iter().map(|(_, atom)| atom.0 + 1).max().unwrap_or(0);
        let mut clauses = Cnf::new(matrix.atoms().max(highest));
        let mut clause: Vec<Literal> = Vec::new();
        for literals in matrix.clauses() {
            clause.clear();
            clause.extend(literals);
            clause.sort_unstable();
            clause.dedup();
            if clause.windows(2).all(|pair| pair[0].atom() != pair[1].atom()) {
                clauses.add(clause.iter().copied());
            }
        }
        let atoms = clauses.atoms() as usize;
        let (mut owners, mut blocks) = (vec![Player::E; atoms], vec![0; atoms]);
        let (mut block, mut last) = (0, Player::E);
        let mut is_listed = vec![false; atoms];
        for &(player, atom) in prefix {
            let atom = atom.0 as usize;
            if std::mem::replace(&mut is_listed[atom], true) {
                continue;
            }
            if player != last {
                (block, last) = (block + 1, player);
            }
            (owners[atom], blocks[atom]) = (player, block);
        }
        let outermost = blocks.iter().copied().min().unwrap_or_default();
        Self { matrix: clauses, owners, blocks, outermost, dual: None }
    }

    /// The same game with only these of the clauses.
    #[must_use]
    pub fn only(&self, clauses: &[u32]) -> Self {
        let mut matrix = Cnf::new(self.matrix.atoms());
        for &clause in clauses {
            matrix.add(self.matrix.clause(clause as usize).iter().copied());
        }
        let (owners, blocks) = (self.owners.clone(), self.blocks.clone());
        Self { matrix, owners, blocks, outermost: self.outermost, dual: None }
    }

    /// The same game with clauses of A's, in which these atoms are defined.
    #[must_use]
    pub fn with_dual(&self, definitions: Vec<AtomDefinition>) -> Self {
        let dual = DualClauses::new(&self.matrix, definitions);
        let (mut owners, mut blocks) = (self.owners.clone(), self.blocks.clone());
        owners.resize(dual.clauses.atoms() as usize, Player::A);
        blocks.resize(owners.len(), self.blocks() as u32);
        let (matrix, outermost) = (self.matrix.clone(), self.outermost);
        Self { matrix, owners, blocks, outermost, dual: Some(dual) }
    }

    /// The clauses; no literal stands twice in one, and none beside its negation.
    pub fn matrix(&self) -> &Cnf {
        &self.matrix
    }

    /// A's own clauses, where they are known.
    pub fn dual(&self) -> Option<&DualClauses> {
        self.dual.as_ref()
    }

    /// How many clauses both players have.
    pub fn inputs(&self) -> usize {
        self.matrix.len() + self.dual.as_ref().map_or(0, |it| it.clauses.len())
    }

    /// A clause and whose it is; those of the matrix have the first numbers, and A's the next ones.
    pub fn input(&self, number: usize) -> Option<(Player, &[Literal])> {
        if number < self.matrix.len() {
            return Some((Player::E, self.matrix.clause(number)));
        }
        let at = number - self.matrix.len();
        let dual = self.dual.as_ref().filter(|it| at < it.clauses.len())?;
        Some((Player::A, dual.clauses.clause(at)))
    }

    /// How many atoms there are, those of A's own clauses included.
    pub fn atoms(&self) -> usize {
        self.owners.len()
    }

    /// How many blocks there are, those without atoms included.
    pub fn blocks(&self) -> usize {
        self.blocks.iter().max().map_or(0, |block| *block as usize + 1)
    }

    /// Whether E chooses something that matters before A's last choice.
    pub fn is_chosen_early(&self) -> bool {
        let of = |player| move |it: &&Literal| self.owner(**it) == player;
        let literals = || self.matrix.clauses().flatten();
        let last = literals().filter(of(Player::A)).map(|it| self.block(*it)).max();
        literals().filter(of(Player::E)).any(|it| Some(self.block(*it)) < last)
    }

    /// Whether the atom is chosen before all of the opponent's.
    pub fn is_outermost(&self, atom: Atom) -> bool {
        self.blocks[atom.0 as usize] == self.outermost
    }

    /// Who chooses the value of the atom.
    pub fn owner(&self, literal: Literal) -> Player {
        self.owners[literal.atom().0 as usize]
    }

    /// The place of the atom's block in the prefix, the outermost being 0. Atoms of one block have
    /// one owner.
    pub fn block(&self, literal: Literal) -> u32 {
        self.blocks[literal.atom().0 as usize]
    }
}

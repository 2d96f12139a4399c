//! Clauses under quantifiers: a quantified Boolean formula in prenex conjunctive normal form, which
//! is a game as well. A for ∀ wants a clause violated, E for ∃ wants all of them satisfied, and the
//! atoms get their values from the outermost block of the prefix to the innermost.

use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::quantified::{Game, Player};
use crate::logic::tseitin::Encoding;

/// A formula game after some choices as clauses and their prefix, the outermost atom first. The
/// values chosen so far are clauses of one literal, and the definitions that the formula needs are
/// E's, innermost.
pub fn encode(game: &Game, values: &[bool]) -> (Vec<(Player, Atom)>, Cnf) {
    let mut encoding = Encoding::of(game.formula(), true);
    let mut prefix = Vec::new();
    for (turn, (player, variable)) in game.turns().iter().zip(game.order()).enumerate() {
        let Some(atom) = encoding.atom(*variable) else { continue };
        match values.get(turn) {
            Some(&value) => {
                encoding.cnf.add([Literal::new(atom, value)]);
                prefix.push((Player::E, atom));
            }
            None => prefix.push((*player, atom)),
        }
    }
    let definitions = encoding.variables.len() as u32..encoding.cnf.atoms();
    prefix.extend(definitions.map(|atom| (Player::E, Atom(atom))));
    (prefix, encoding.cnf)
}

/// Clauses, and who chooses the value of each atom, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prenex {
    matrix: Cnf,
    owners: Vec<Player>,
    blocks: Vec<u32>,
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
        Self { matrix: clauses, owners, blocks }
    }

    /// The clauses; no literal stands twice in one, and none beside its negation.
    pub fn matrix(&self) -> &Cnf {
        &self.matrix
    }

    /// How many atoms there are.
    pub fn atoms(&self) -> usize {
        self.owners.len()
    }

    /// How many blocks there are, those without atoms included.
    pub fn blocks(&self) -> usize {
        self.blocks.iter().max().map_or(0, |block| *block as usize + 1)
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

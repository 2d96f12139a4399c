//! Who plays whom: what a person says of it, and what that means for a game.

use crate::diagnostic::spelling::did_you_mean;
use crate::kinds::Refusal;

/// Seeds that nobody named are smaller, so that a person can type one.
pub const SEEDS: u64 = 1_000_000;

/// What a person says about who plays. What is left out is the usual: they make the first move, and
/// the other player is perfect.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayChoices {
    /// The player they are.
    pub side: Option<String>,
    /// Who plays the others.
    pub against: Option<Against>,
    /// What the moves of a weak opponent follow from.
    pub seed: Option<u64>,
}

/// Who plays against a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Against {
    /// The computer, perfectly.
    Strong,
    /// The computer, at random.
    Weak,
    /// Another person.
    Person,
}

impl Against {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Strong, Self::Weak, Self::Person];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strong => "strong",
            Self::Weak => "weak",
            Self::Person => "person",
        }
    }
}

/// The words that begin a choice.
pub const CHOICES: [(&str, &str); 3] = [
    ("as", "the player you are"),
    ("against", "`strong`, which is perfect, `weak`, which is random, or `person`"),
    ("seed", "a number that the moves of a weak opponent follow from"),
];

impl PlayChoices {
    /// Reads choices as in `as X against weak seed 7`.
    ///
    /// # Errors
    /// What is not understood, and what to write.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        let mut choices = Self::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let value = words.next().unwrap_or_default();
            match word {
                "as" if !value.is_empty() => choices.side = Some(value.to_owned()),
                "against" => choices.against = Some(against(value)?),
                "seed" => {
                    let seed = value.parse().map_err(|_| "write `seed` and a whole number")?;
                    choices.seed = Some(seed);
                }
                "as" => return Err("write `as` and the player that you are".to_owned()),
                _ => {
                    return Err(match did_you_mean(word, CHOICES.map(|it| it.0)) {
                        Some(meant) => format!("did you mean `{meant}` by `{word}`?"),
                        None => format!("write `as PLAYER`, `against` or `seed`, not `{word}`"),
                    });
                }
            }
        }
        Ok(choices)
    }

    /// These choices where they say something, else others as far as they fit.
    #[must_use]
    pub fn or(self, others: Self) -> Self {
        let against = self.against.or(others.against);
        let side = others.side.filter(|_| against != Some(Against::Person));
        let seed = others.seed.filter(|_| against == Some(Against::Weak));
        Self { side: self.side.or(side), against, seed: self.seed.or(seed) }
    }

    /// Whom the computer plays, if anybody. `starter` moves first; `chance` is a seed for who names
    /// none.
    pub(super) fn computer(
        &self,
        players: &[String],
        starter: &str,
        chance: u64,
    ) -> Result<Option<Computer>, Refusal> {
        let [first, second] = players else {
            let is_said = self.side.is_some() || self.against.is_some() || self.seed.is_some();
            let alone = "this is played alone; leave `as`, `against` and `seed` out".to_owned();
            return if is_said { Err(alone) } else { Ok(None) };
        };
        let players = [first, second];
        let against = self.against.unwrap_or(Against::Strong);
        if against != Against::Weak && self.seed.is_some() {
            return Err("only a weak opponent has a seed".to_owned());
        }
        let strength = match against {
            Against::Person if self.side.is_some() => {
                return Err("two persons play both sides; leave `as` out".to_owned());
            }
            Against::Person => return Ok(None),
            Against::Strong => Strength::Perfect,
            Against::Weak => Strength::Random(self.seed.unwrap_or(chance)),
        };
        let side = self.side.as_deref().unwrap_or(starter);
        let is_side = |it: &&String| it.eq_ignore_ascii_case(side);
        if !players.iter().any(is_side) {
            return Err(format!("the players are `{first}` and `{second}`, not `{side}`"));
        }
        let player = players.into_iter().find(|it| !is_side(it));
        Ok(player.map(|player| Computer { player: player.clone(), strength }))
    }
}

fn against(word: &str) -> Result<Against, Refusal> {
    let names = Against::ALL.map(Against::name);
    Against::ALL.into_iter().find(|it| it.name() == word).ok_or_else(|| {
        match did_you_mean(word, names) {
            Some(meant) => format!("did you mean `against {meant}`?"),
            None => "write `against strong`, `against weak` or `against person`".to_owned(),
        }
    })
}

/// The player that the computer is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Computer {
    /// Which one.
    pub player: String,
    /// How it plays.
    pub strength: Strength,
}

/// How the computer plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strength {
    /// The best move.
    Perfect,
    /// Any move; the same for the same seed and number of moves.
    Random(u64),
}

impl Strength {
    /// One of several moves, for who plays at random.
    pub(super) fn pick(seed: u64, made: usize, moves: &[String]) -> String {
        let mut random = fastrand::Rng::with_seed(seed.wrapping_add(made as u64));
        moves[random.u64(..moves.len() as u64) as usize].clone()
    }
}

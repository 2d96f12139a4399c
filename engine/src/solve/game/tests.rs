//! What is believed of moves that mirror each other is said to be no more than that.

use std::sync::Arc;

use super::*;

/// The first player wins at once, by each of these moves to a position.
#[derive(Debug)]
struct AtOnce {
    moves: Vec<u8>,
    /// Whether positions with the same last bit mirror each other.
    is_mirrored: bool,
}

impl Game for AtOnce {
    type State = u8;
    type Move = (u8, u8);

    fn start(&self) -> u8 {
        0
    }

    fn to_move(&self, state: &u8) -> Side {
        if *state == 0 { Side::First } else { Side::Second }
    }

    fn moves(&self, state: &u8, moves: &mut Vec<(u8, u8)>) {
        if *state == 0 {
            moves.extend((0..).zip(self.moves.iter().copied()));
        }
    }

    fn apply(&self, _: &u8, (_, to): (u8, u8)) -> u8 {
        to
    }

    fn score(&self, _: &u8) -> i32 {
        1
    }

    fn normal(&self, state: u8) -> Normal<u8> {
        let is_mirrored = self.is_mirrored && state != 0;
        let state = if is_mirrored { 2 + state % 2 } else { state };
        Normal { state, is_exchanged: false }
    }
}

#[test]
fn a_move_believed_on_the_word_of_a_mirror_is_doubted() {
    let doubts = |moves: &[u8], is_mirrored| {
        let game = Arc::new(AtOnce { moves: moves.to_vec(), is_mirrored });
        let task = GameTask {
            game,
            played: Vec::new(),
            aim: aim::FindBestMoves,
            method: GameMethod::Search,
        };
        let found = task.answer(&mut Budget::unlimited()).unwrap();
        assert_eq!(found.moves.len(), moves.len());
        found.doubts()
    };
    assert_eq!(doubts(&[2, 3, 4], false), []);
    assert_eq!(doubts(&[2, 3], true), []);
    assert_eq!(doubts(&[2, 4, 6], true), [Doubt::Mirror], "4 and 6 mirror each other");
    assert_eq!(doubts(&[2, 3, 3], true), [], "it is the same position");
}

//! What is said of an answer that was not checked wholly.

use super::{Answer, Note};
use puzzle_engine::Doubt;

/// Why part of an answer is the word of a procedure; `None` where the answer says so itself.
const fn words(doubt: Doubt) -> Option<&'static str> {
    Some(match doubt {
        Doubt::Count => "what was counted was not counted again, which would take too long",
        Doubt::Plays => "a thousand plays were tried against it, not all",
        Doubt::Delay => "how long the loser holds out was tried in a thousand plays, not all",
        Doubt::Heaps => "some heaps were compared with what makes a heap lose, not all",
        Doubt::Clauses => "that fewer steps are not enough was refuted by clauses only",
        Doubt::Grounding => "clauses that were refuted were not compared with the rules they say",
        Doubt::States => "of the states that can be reached not all were looked at again",
        Doubt::Saturated => {
            "that no more follows rests on complete rules; other code did not check that"
        }
        Doubt::Unseen => return None,
    })
}

/// What is said of the doubts there are.
pub fn doubts_told(doubts: &[Doubt]) -> Vec<&'static str> {
    let mut told: Vec<_> = doubts.iter().filter_map(|it| words(*it)).collect();
    told.dedup();
    told
}

impl Answer {
    /// With what is doubted of it, as remarks.
    #[must_use]
    pub fn doubted(mut self, doubts: &[Doubt]) -> Self {
        self.is_unchecked |= !doubts.is_empty();
        for words in doubts.iter().filter_map(|it| words(*it)) {
            let note = Note::Doubt(words);
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_doubt_is_said_and_flagged() {
        let doubts = [
            Doubt::Count,
            Doubt::Plays,
            Doubt::Delay,
            Doubt::Heaps,
            Doubt::Clauses,
            Doubt::Grounding,
            Doubt::Saturated,
            Doubt::States,
        ];
        for doubt in doubts {
            let answer = Answer::plain("2").doubted(&[doubt]);
            assert!(answer.is_unchecked);
            assert_eq!(answer.sentences().collect::<Vec<_>>(), words(doubt).as_slice());
        }
        assert!(Answer::plain("2").doubted(&[Doubt::Unseen]).is_unchecked);
        assert!(!Answer::plain("2").doubted(&[]).is_unchecked);
    }
}

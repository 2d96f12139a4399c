//! What goes on behind the word that starts an item, in the syntax of snippets: a small sound declaration to begin with, and
//! a question about it.

use crate::syntax::keyword::Keyword;
use crate::syntax::symbol::Terminal;

/// What follows the word that starts an item.
pub(super) fn template(keyword: &Keyword) -> String {
    match keyword.terminal {
        Terminal::Formula => "formula ${1:either} = ${2:(x+y)}\nsolve ${1:either}$0",
        Terminal::Game => GAME,
        Terminal::Clauses => CLAUSES,
        Terminal::Maze => MAZE,
        Terminal::Theory => THEORY,
        Terminal::Puzzle => PUZZLE,
        Terminal::Import => "import \"$0\"",
        _ => return format!("{} $0", keyword.word),
    }
    .to_owned()
}

const GAME: &str = "game ${1:small}: ${2:tippy} {
    size ${3:3}
}
solve ${1:small}$0";

const CLAUSES: &str = "clauses ${1:supper} {
    ${2:Soup} ${3:Salad}
    -${2:Soup} ${4:Bread}
}
solve ${1:supper}$0";

const MAZE: &str = "maze ${1:cave} {
    steps ${2:3}
    START               -> ${3:Hall}
    ${3:Hall}  treasures ${4:KEY} -> START ${5:Door}
    ${5:Door}  tolls ${4:KEY}     -> GOAL
    GOAL                -> ${5:Door}
}
solve ${1:cave}$0";

const THEORY: &str = "theory ${1:zoo} {
    sort ${2:Animal} = ${3:Tom}, ${4:Rex}
    predicate ${5:cat}(${2:Animal})
    ${5:cat}(${3:Tom})
    not ${5:cat}(${4:Rex})
}
ask ${1:zoo}: ${5:cat}(?who)$0";

const PUZZLE: &str = "puzzle ${1:latin} {
    grid Cell = ${2:3} by ${2:3}
    function ${3:digit}(Cell): 1..${2:3}
    distinct ${3:digit} in row, column
}
solve ${1:latin}$0";

#[cfg(test)]
mod tests {
    use super::super::block;
    use super::*;
    use crate::service::check::{Levels, check};
    use crate::service::import::{NoFiles, load};
    use crate::service::report::reports;
    use crate::syntax::format::format;
    use crate::syntax::keyword::KEYWORDS;
    use crate::text::Source;

    /// What stands in the text when nobody changes it.
    fn written(snippet: &str) -> String {
        let mut parts = snippet.split("${");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (stop, rest) = part.split_once('}').expect("a stop");
            text.push_str(stop.split_once(':').expect("a word").1);
            text.push_str(rest);
        }
        text.replace("$0", "")
    }

    #[test]
    fn declarations_to_begin_with_are_sound_and_in_canonical_form() {
        let games = crate::kinds::ALL.games();
        let games = games.map(|it| format!("game small: {}\n", block::template(it.facts())));
        let whole = KEYWORDS.iter().map(template).filter(|it| it.contains('\n')).chain(games);
        for text in whole.map(|it| written(&it).trim_end().to_owned() + "\n") {
            assert_eq!(format(&text), text);
            let source = Source::new("new.puzzle", text.as_str()).into();
            let program = load(source, "new.puzzle".as_ref(), &NoFiles);
            let checked = check(program, &Levels::default());
            assert_eq!(reports(&checked.analysis())[0].diagnostics, [], "{text}");
        }
    }
}

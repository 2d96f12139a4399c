//! Random `.puzzle` files: tokens with the kind of gap before each, so that one file can be
//! written with any blanks, line breaks and comments, and be broken token by token.

use proptest::prelude::*;
use proptest::sample::{Index, select};

/// A token of a file.
#[derive(Clone, Debug)]
struct Token {
    text: String,
    gap: Gap,
}

/// What may stand before a token.
#[derive(Clone, Copy, Debug)]
enum Gap {
    /// Blanks.
    Blanks,
    /// As within parentheses: line breaks and comments, too.
    Break,
    /// As beside a brace: a new line or blanks.
    Brace,
    /// A new line.
    Line,
    /// Blanks, one at least.
    Apart,
    /// Blanks, even within parentheses.
    Inline,
    /// Nothing.
    Adjacent,
}

type Tokens = Vec<Token>;

fn token(text: impl Into<String>, gap: Gap) -> Token {
    Token { text: text.into(), gap }
}

/// Tokens of one line from words that are separated by blanks.
fn words(text: &str) -> Tokens {
    text.split(' ').map(|word| token(word, Gap::Blanks)).collect()
}

/// The text of a valid file.
pub(crate) fn valid_text() -> impl Strategy<Value = String> {
    (file(), noise(), line_ending())
        .prop_map(|(tokens, noise, line_ending)| write(&tokens, &noise, line_ending))
}

/// The text of a file that is probably broken.
pub(crate) fn broken_text() -> impl Strategy<Value = String> {
    (file(), mutations(), noise(), line_ending()).prop_map(
        |(tokens, mutations, noise, line_ending)| {
            write(&mutate(tokens, &mutations), &noise, line_ending)
        },
    )
}

fn file() -> impl Strategy<Value = Tokens> {
    proptest::collection::vec(prop_oneof![3 => declaration(), 2 => query(), 2 => block()], 0..8)
        .prop_map(|items| {
            items
                .into_iter()
                .flat_map(|mut item| {
                    item[0].gap = Gap::Line;
                    item
                })
                .collect()
        })
}

fn name() -> impl Strategy<Value = &'static str> {
    select(vec!["ab", "cd2", "Éa", "clash", "T", "GOAL", "_", "steps2"])
}

fn formula() -> impl Strategy<Value = Tokens> {
    let leaf = prop_oneof![select(vec!["x", "y", "z"]), name()]
        .prop_map(|word| vec![token(word, Gap::Blanks)]);
    leaf.prop_recursive(4, 24, 4, |inner| {
        let not = (select(vec!["-", "¬"]), inner.clone())
            .prop_map(|(sign, operand)| [vec![token(sign, Gap::Blanks)], operand].concat());
        let signs = select(vec![["*", "∧"], ["+", "∨"]]);
        let operands = proptest::collection::vec((inner.clone(), any::<bool>()), 2..4);
        let group = (signs, operands).prop_map(|(signs, operands)| {
            let mut tokens = vec![token("(", Gap::Blanks)];
            for (index, (operand, is_ascii)) in operands.into_iter().enumerate() {
                if index > 0 {
                    tokens.push(token(signs[usize::from(is_ascii)], Gap::Blanks));
                }
                tokens.extend(operand);
            }
            tokens.push(token(")", Gap::Blanks));
            may_break(&mut tokens[1..]);
            tokens
        });
        let given = proptest::collection::vec(inner, 1..4);
        let call = (name(), given).prop_map(|(name, given)| {
            let mut tokens = vec![token(name, Gap::Blanks), token("(", Gap::Adjacent)];
            for (index, given) in given.into_iter().enumerate() {
                tokens.extend((index > 0).then(|| token(",", Gap::Inline)));
                tokens.extend(given);
            }
            tokens.push(token(")", Gap::Blanks));
            may_break(&mut tokens[1..]);
            tokens
        });
        prop_oneof![2 => not, 2 => group, 1 => call]
    })
}

/// Lets lines end where tokens within parentheses may stand on others.
fn may_break(tokens: &mut [Token]) {
    for it in tokens.iter_mut().filter(|it| matches!(it.gap, Gap::Blanks)) {
        it.gap = Gap::Break;
    }
}

/// A text over several lines.
fn text_block() -> impl Strategy<Value = Tokens> {
    let line = "[ ]{0,3}[a./|\"-]{0,2}[ ]{0,2}";
    (proptest::collection::vec(line, 0..4), 0usize..7).prop_map(|(lines, indentation)| {
        let lines: String = lines.into_iter().map(|line| format!("\n{line}")).collect();
        vec![token(format!("\"\"\"{lines}\n{}\"\"\"", " ".repeat(indentation)), Gap::Blanks)]
    })
}

/// Any tokens, as in expectations and in settings.
fn free() -> impl Strategy<Value = Tokens> {
    let sample = select(vec![
        "satisfiable",
        "no solution",
        "1 - 2 - 3",
        "x = 1 , y = 0",
        "very - hard",
        "a -> b",
        "x && y ↔ z",
        "\"a  // b\" \"\"",
        "time : 3 by file after",
        "+ 1 * ( )",
    ]);
    prop_oneof![4 => sample.prop_map(words), 1 => formula(), 1 => text_block()]
}

fn declaration() -> impl Strategy<Value = Tokens> {
    let sample = select(vec![
        "maze old = file \"cave.maze\"",
        "clauses old = file \"a  b.cnf\"",
        "import \"library.puzzle\"",
        "allow n - ary - connective",
        "deny unused",
        "variables rain sun2 x",
    ]);
    let formula = (name(), formula())
        .prop_map(|(name, body)| [words("formula"), words(name), words("="), body].concat());
    let parametric =
        (select(vec!["p", "p , x", "ab , p , yet"]), self::formula()).prop_map(|(listed, body)| {
            [words("formula cd ("), words(listed), words(") ="), body].concat()
        });
    prop_oneof![2 => sample.prop_map(words), 3 => formula, 1 => parametric]
}

fn query() -> impl Strategy<Value = Tokens> {
    let plain =
        (select(vec!["solve", "shortest", "draw", "count", "valid", "simplify"]), formula())
            .prop_map(|(verb, target)| [words(verb), target].concat());
    let pair = (formula(), formula()).prop_map(|(left, mut right)| {
        // Directly behind a name it would be given to that.
        right[0].gap = Gap::Apart;
        [words("equivalent"), left, right].concat()
    });
    let asked = select(vec![
        "prove zoo : all x . p ( x ) -> q",
        "ask zoo : likes ( ? who , Tom ) ∧ ¬ rain",
        "equivalent zoo : some x , y . x = y , true",
    ]);
    let pair = prop_oneof![pair, asked.prop_map(words)];
    let engine = select(vec!["", "by sat", "by alpha - beta"]);
    let asked = (prop_oneof![3 => plain, 1 => pair], engine);
    let asked = asked.prop_map(|(query, engine)| [query, nonempty(engine)].concat());
    let play = (formula(), select(vec!["", "after 1 0", "by alpha - beta after x"]))
        .prop_map(|(target, after)| [words("play2win"), target, nonempty(after)].concat());
    let eval = (formula(), select(vec!["", "x = 1", "x = 1 y = 0"]))
        .prop_map(|(target, bindings)| [words("eval"), target, nonempty(bindings)].concat());
    let expectation = proptest::option::of(free());
    (prop_oneof![3 => asked, 1 => play, 1 => eval], expectation).prop_map(|(query, expectation)| {
        match expectation {
            Some(answer) => [query, words("=>"), answer].concat(),
            None => query,
        }
    })
}

fn nonempty(text: &str) -> Tokens {
    if text.is_empty() { Vec::new() } else { words(text) }
}

fn block() -> impl Strategy<Value = Tokens> {
    let formula = formula().prop_map(|body| [words("formula"), body].concat());
    let value = (name(), proptest::option::of(free()))
        .prop_map(|(name, value)| [words(name), value.unwrap_or_default()].concat());
    let head = select(vec!["game duel : formula {", "game heap : subtract - square {"]);
    let game = (head, lines(prop_oneof![formula, value]));
    let literal = (any::<bool>(), select(vec!["1", "23", "rain", "x"]))
        .prop_map(|(is_not, atom)| if is_not { format!("- {atom}") } else { atom.to_owned() });
    let clause = proptest::collection::vec(literal, 1..4).prop_map(|it| words(&it.join(" ")));
    let clauses = (Just("clauses tiny {"), lines(clause));
    let node = select(vec![
        "START -> A GOAL",
        "A treasures G tolls W R -> START",
        "ÉÉ -> A",
        "B tolls W",
        "7 -> A treasures G",
        "GOAL",
        "steps -> A",
    ]);
    let maze = (select(vec!["maze cave {", "maze cave { steps 5"]), lines(node.prop_map(words)));
    let line = select(vec![
        "sort Cat = Tom , Pit",
        "sort Day",
        "predicate likes ( Cat , Day ) , rain",
        "function boss ( Cat ) : Cat",
        "constant today : Day",
        "distinct Cat",
        "rule first : all x , y : Cat . x != y -> not likes ( x , y )",
        "∀ x . ∃ y . x ≠ y ↔ ¬ p ( x ) ∧ true",
        "no x . ( at least 2 y . p ( y ) or exactly one z . q )",
        "rule ( x1 )",
    ]);
    let drawing = text_block().prop_map(|drawn| [words("town"), drawn].concat());
    let line = prop_oneof![10 => line.prop_map(words), 1 => drawing];
    let theory = (select(vec!["theory zoo {", "theory zoo { rain"]), lines(line));
    prop_oneof![game.boxed(), clauses.boxed(), maze.boxed(), theory.boxed()].prop_map(
        |(head, mut lines)| {
            for (index, line) in lines.iter_mut().enumerate() {
                let is_first = index == 0 && head.ends_with('{');
                line[0].gap = if is_first { Gap::Brace } else { Gap::Line };
            }
            [words(head), lines.concat(), vec![token("}", Gap::Brace)]].concat()
        },
    )
}

fn lines(line: impl Strategy<Value = Tokens>) -> impl Strategy<Value = Vec<Tokens>> {
    proptest::collection::vec(line, 0..5)
}

/// A change that probably breaks a file.
#[derive(Clone, Debug)]
enum Mutation {
    Delete(Index),
    Duplicate(Index),
    Swap(Index, Index),
    Insert(Index, String),
}

fn mutations() -> impl Strategy<Value = Vec<Mutation>> {
    let junk = select(vec![
        "(", ")", "{", "}", "*", "-", "->", "=", "=>", ":", ",", "&&", "\\/", "!", "'", "§", "\0",
        "\"", "\"\"\"", "\n", "\r", "\u{feff}", "\u{c}", "\u{a0}", "//", "///", "/", "x", "solve",
        "maze", "game", "formula", "and", "by", "1",
    ]);
    let inserted = prop_oneof![4 => junk.prop_map(str::to_owned), 1 => "\\PC{1,3}"];
    let mutation = prop_oneof![
        any::<Index>().prop_map(Mutation::Delete),
        any::<Index>().prop_map(Mutation::Duplicate),
        (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Mutation::Swap(a, b)),
        (any::<Index>(), inserted).prop_map(|(at, text)| Mutation::Insert(at, text)),
    ];
    proptest::collection::vec(mutation, 1..5)
}

fn mutate(mut tokens: Tokens, mutations: &[Mutation]) -> Tokens {
    for mutation in mutations {
        if tokens.is_empty() {
            break;
        }
        let index = |index: &Index| index.index(tokens.len());
        match mutation {
            Mutation::Delete(at) => drop(tokens.remove(index(at))),
            Mutation::Duplicate(at) => tokens.insert(index(at), tokens[index(at)].clone()),
            Mutation::Swap(a, b) => {
                let (a, b) = (index(a), index(b));
                let text = std::mem::take(&mut tokens[a].text);
                tokens[a].text = std::mem::replace(&mut tokens[b].text, text);
            }
            Mutation::Insert(at, text) => tokens.insert(index(at), token(text, Gap::Blanks)),
        }
    }
    tokens
}

/// Decides what gaps look like.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 1..40)
}

fn line_ending() -> impl Strategy<Value = &'static str> {
    prop_oneof![3 => Just("\n"), 1 => Just("\r\n")]
}

/// Writes a file with gaps as `noise` has it.
fn write(tokens: &[Token], noise: &[u8], line_ending: &str) -> String {
    let mut text = String::new();
    let mut noise = noise.iter().copied().cycle();
    let mut noise = || noise.next().unwrap_or_default();
    for token in tokens {
        let is_wordlike =
            |character: char| character.is_alphanumeric() || "_\"".contains(character);
        let is_apart = text.ends_with(is_wordlike) && token.text.starts_with(is_wordlike);
        let blanks = |byte: u8| match byte % 4 {
            0 if is_apart => " ",
            0 => "",
            1 => " ",
            2 => "   ",
            _ => "\t",
        };
        let byte = noise();
        let gap = match (token.gap, byte % 8) {
            (Gap::Break, 0) => "\n",
            (Gap::Break, 1) => "// a\n  ",
            (Gap::Break, 2) => "  /// a \n\n\n   // b\n",
            (Gap::Brace, 0) => " // c\n\n// d\n  ",
            (Gap::Brace, 1) => " /// c\n",
            (Gap::Brace, 2..6) | (Gap::Line, 0..3) => "\n",
            (Gap::Line, 3) => "\n\n\n",
            (Gap::Line, 4) => " // e\n  ",
            (Gap::Line, 5) => "\n\n/// f\n///g \n",
            (Gap::Line, 6) => " /// h\n// i\n\n",
            (Gap::Line, _) => "//j\n /// k\n\n\t",
            (Gap::Adjacent, _) => "",
            (Gap::Apart, 0) => "  ",
            (Gap::Apart, _) => " ",
            (Gap::Blanks | Gap::Inline | Gap::Break | Gap::Brace, _) => blanks(noise()),
        };
        // A `//` would join a slash before it.
        if gap.starts_with('/') {
            text.push(' ');
        }
        text.push_str(gap);
        text.push_str(&token.text);
    }
    text.push_str(["", "\n", "\n\n", " // end", "\n// end\n \n"][usize::from(noise()) % 5]);
    text.replace('\n', line_ending)
}

//! What a file says, without positions and layout.

use puzzle_lang::syntax::Parsed;
use puzzle_lang::syntax::ast::{
    BoundName, Elements, Head, ItemKind, Op, Quantifier, SentenceOp, SettingValue, Stated,
    TheoryLine, WrittenBody, WrittenFormula, WrittenSentence, WrittenTold, WrittenType,
};
use puzzle_lang::syntax::token::{Token, lex, lex_span, text_value};
use puzzle_lang::text::Span;

/// A line for every item and every line of a block.
#[expect(clippy::too_many_lines, reason = "an arm for each sort of item")]
pub(crate) fn meaning(text: &str, parsed: &Parsed) -> Vec<String> {
    let words = |span: Span| words(text, span);
    let all = |spans: &[Span]| spans.iter().map(|span| words(*span)).collect::<Vec<_>>();
    let formula = |it: &WrittenFormula| formula(text, parsed, it);
    let mut lines = Vec::new();
    for item in &parsed.tree.items {
        lines.extend(item.documentation.map(|span| documentation(text, span)));
        match &item.kind {
            ItemKind::Formula { name, parameters, body } => {
                let parameters = match all(parameters) {
                    none if none.is_empty() => String::new(),
                    some => format!("{some:?} "),
                };
                lines.push(format!("formula {} {parameters}{}", words(*name), formula(body)));
            }
            ItemKind::Variable { name } => lines.push(format!("variable {}", words(*name))),
            ItemKind::Game(game) => {
                let broken = game.is_broken;
                lines.push(format!(
                    "game {:?} {:?} {broken}",
                    game.name.map(words),
                    game.kind.map(words)
                ));
                lines.extend(game.settings.iter().map(|it| match &it.value {
                    SettingValue::Formula(value) => {
                        format!("- {} {}", words(it.name), formula(value))
                    }
                    SettingValue::Plain(value) => {
                        format!("- {} = {}", words(it.name), words(*value))
                    }
                }));
            }
            ItemKind::Clauses { name, body } => {
                lines.push(format!("clauses {} {}", words(*name), body.is_broken));
                let mut start = 0;
                for &end in &body.ends {
                    let clause = &body.literals[start..end as usize];
                    let literal = |it: &puzzle_lang::syntax::ast::WrittenLiteral| {
                        (it.is_negative, words(it.atom))
                    };
                    lines.push(format!("- {:?}", clause.iter().map(literal).collect::<Vec<_>>()));
                    start = end as usize;
                }
            }
            ItemKind::Maze { name, body } => {
                lines.push(format!("maze {} {:?}", words(*name), body.steps.map(words)));
                lines.extend(body.nodes.iter().map(|it| {
                    let name = words(it.name);
                    let parts = [all(&it.treasures), all(&it.tolls), all(&it.next)];
                    format!("- {name} {parts:?} {}", it.is_broken)
                }));
            }
            ItemKind::Theory { name, body } => {
                lines.push(format!("theory {} {}", words(*name), body.is_broken));
                lines.extend(body.lines.iter().map(|it| theory_line(text, parsed, it)));
            }
            ItemKind::Puzzle { name, rules, body, is_game } => {
                let rules = rules.map(words);
                let word = if *is_game { "game" } else { "puzzle" };
                lines.push(format!("{word} {} {rules:?} {}", words(*name), body.is_broken));
                lines.extend(body.lines.iter().map(|it| theory_line(text, parsed, it)));
            }
            ItemKind::File { sort, name, path } => {
                lines.push(format!("{sort:?} {} {}", words(*name), words(*path)));
            }
            ItemKind::Import { path } => lines.push(format!("import {}", words(*path))),
            ItemKind::Level { level, lint } => lines.push(format!("{level:?} {}", words(*lint))),
            ItemKind::Query(query) => {
                let bindings: Vec<_> =
                    query.bindings.iter().map(|it| (words(it.variable), words(it.value))).collect();
                lines.push(format!(
                    "{} {} {:?} {:?} {:?} {bindings:?} {:?}",
                    query.verb.word(),
                    formula(&query.target),
                    query.other.as_ref().map(formula),
                    query.engine.map(words),
                    query.after.map(words),
                    query.expectation.map(|it| words(it.span)),
                ));
                lines.extend(query.sentences.iter().map(|it| sentence(text, parsed, it)));
            }
            ItemKind::Broken { name, .. } => lines.push(format!("broken {:?}", name.map(words))),
        }
    }
    lines
}

#[expect(clippy::too_many_lines, reason = "an arm for each sort of line")]
fn theory_line(text: &str, parsed: &Parsed, line: &TheoryLine) -> String {
    let word = |span: &Span| words(text, *span);
    let all = |spans: &[Span]| spans.iter().map(word).collect::<Vec<_>>().join(" ");
    let head = |it: &Head| format!("{}({})", word(&it.name), all(&it.arguments));
    match line {
        TheoryLine::Sort { name, elements } => {
            let elements = elements.as_ref().map(|it| match it {
                Elements::Listed(names) => all(names),
                Elements::Range(range) => told(text, WrittenType::Range(*range)),
                Elements::Constructed(heads) => {
                    heads.iter().map(head).collect::<Vec<_>>().join(" | ")
                }
            });
            format!("- sort {} {elements:?}", word(name))
        }
        TheoryLine::Predicates(heads) => {
            format!("- predicate {:?}", heads.iter().map(head).collect::<Vec<_>>())
        }
        TheoryLine::Functions { heads, result, or_none } => {
            let heads: Vec<_> = heads.iter().map(head).collect();
            format!("- function {heads:?} {:?} {or_none}", result.map(|it| told(text, it)))
        }
        TheoryLine::Constants { names, result, or_none } => {
            format!("- constant {} {:?} {or_none}", all(names), result.map(|it| told(text, it)))
        }
        TheoryLine::Distinct { names, result, within } => {
            let result = result.map(|it| told(text, it));
            format!("- distinct {} {result:?} in {}", all(names), all(within))
        }
        TheoryLine::Grid { name, size, boxes } => {
            let by = |it: &(Span, Span)| format!("{} by {}", word(&it.0), word(&it.1));
            format!(
                "- grid {} {:?} {:?}",
                word(name),
                size.as_ref().map(by),
                boxes.as_ref().map(by)
            )
        }
        TheoryLine::Given { heads, result, told: values } => {
            let heads: Vec<_> = heads.iter().map(head).collect();
            let values = values.as_ref().map(|it| match it {
                WrittenTold::Values(values) => all(values),
                WrittenTold::Drawn(it) => drawn(text, *it),
            });
            format!("- given {heads:?} {:?} {values:?}", result.map(|it| told(text, it)))
        }
        TheoryLine::Define { name, parameters, body } => {
            let parameters = bound(text, parameters);
            let what = match body {
                WrittenBody::Sentence(_) => ":",
                WrittenBody::Term(_) => "=",
            };
            let body = sentence(text, parsed, body.nodes());
            format!("- define {} {parameters:?} {what} {body}", word(name))
        }
        TheoryLine::Sign { text: sign, sentence: it } => {
            format!("- sign {} {}", word(sign), sentence(text, parsed, it))
        }
        TheoryLine::Drawing { name, text: drawn } => {
            format!("- {} {}", word(name), self::drawn(text, *drawn))
        }
        TheoryLine::Players(names) => format!("- players {}", all(names)),
        TheoryLine::Ends { player, sentence: it, wins } => {
            let verb = if *wins { "wins" } else { "loses" };
            format!("- {verb} {} {}", word(player), sentence(text, parsed, it))
        }
        TheoryLine::Score { player, term } => {
            format!("- score {} {}", word(player), sentence(text, parsed, term))
        }
        TheoryLine::Start(it) => format!("- start {}", stated(text, parsed, it)),
        TheoryLine::Goal(it) => format!("- goal {}", stated(text, parsed, it)),
        TheoryLine::Action { name, parameters, condition, change } => {
            let parts =
                [condition, change].map(|it| it.as_ref().map(|it| sentence(text, parsed, it)));
            format!("- action {} {:?} {parts:?}", word(name), bound(text, parameters))
        }
        TheoryLine::Part { condition, change } => {
            let parts =
                [condition, change].map(|it| it.as_ref().map(|it| sentence(text, parsed, it)));
            format!("- part {parts:?}")
        }
        TheoryLine::Rule { label, sentence: it } => {
            format!("- rule {:?} {}", label.as_ref().map(word), sentence(text, parsed, it))
        }
    }
}

fn stated(text: &str, parsed: &Parsed, stated: &Stated) -> String {
    match stated {
        Stated::Sentence(it) => sentence(text, parsed, it),
        Stated::Drawn(it) => drawn(text, *it),
    }
}

/// A drawing as what reads it sees it: the signs of each line, with no regard to the blanks between.
fn drawn(text: &str, span: Span) -> String {
    let value = text_value(&text[span.range()]);
    format!(
        "{:?}",
        value.split('\n').map(|it| it.split_whitespace().collect()).collect::<Vec<Vec<_>>>()
    )
}

fn told(text: &str, of: WrittenType) -> String {
    words(text, of.span())
}

fn bound(text: &str, bound: &[BoundName]) -> Vec<(String, Option<String>)> {
    let one = |it: &BoundName| (words(text, it.name), it.sort.map(|it| told(text, it)));
    bound.iter().map(one).collect()
}

/// In post-order.
fn sentence(text: &str, parsed: &Parsed, sentence: &WrittenSentence) -> String {
    let word = |span: Span| words(text, span);
    let variables = |first: u32, count: u32| {
        bound(text, &parsed.tree.bound[first as usize..(first + count) as usize])
    };
    let many = |quantifier| match quantifier {
        Quantifier::All => "all".to_owned(),
        Quantifier::Some => "some".to_owned(),
        Quantifier::No => "no".to_owned(),
        Quantifier::AtLeast(number) => format!("at least {}", word(number)),
        Quantifier::AtMost(number) => format!("at most {}", word(number)),
        Quantifier::Exactly(number) => format!("exactly {}", word(number)),
    };
    let nodes = parsed.tree.sentence(sentence).iter().map(|node| match node.op {
        SentenceOp::Apply { name, arguments } => format!("{}/{arguments}", word(name)),
        SentenceOp::Asked { name } => format!("?{}", word(name)),
        SentenceOp::Quantified { quantifier, first, count }
        | SentenceOp::Counted { quantifier, first, count } => {
            format!("{} {:?}", many(quantifier), variables(first, count))
        }
        SentenceOp::Aggregate { aggregate, first, count, has_condition } => {
            format!("{aggregate:?} {:?} {has_condition}", variables(first, count))
        }
        SentenceOp::Chain { first, count } => {
            format!("{:?}", &parsed.tree.chained[first as usize..(first + count) as usize])
        }
        op => format!("{op:?}"),
    });
    nodes.collect::<Vec<_>>().join(" ")
}

/// All comments, in order.
pub(crate) fn comments(text: &str) -> Vec<&str> {
    lex(text)
        .filter(|it| matches!(it.token, Token::Comment | Token::DocComment))
        .map(|it| text[it.span.range()].trim_end())
        .collect()
}

fn documentation(text: &str, span: Span) -> String {
    let lines = lex_span(text, span).filter(|it| it.token == Token::DocComment);
    lines.map(|it| text[it.span.range()].trim_end()).collect::<Vec<_>>().join("\n")
}

/// The tokens of a span.
fn words(text: &str, span: Span) -> String {
    let is_word = |token| !matches!(token, Token::Newline | Token::Comment | Token::DocComment);
    let word = |token: Token, word: &str| match (token, word) {
        (Token::Text(true), _) => format!("{:?}", text_value(word)),
        (_, "∧") => "*".to_owned(),
        (_, "∨") => "+".to_owned(),
        (_, "¬") => "-".to_owned(),
        (_, "→") => "->".to_owned(),
        (_, "↔") => "<->".to_owned(),
        _ => word.to_owned(),
    };
    lex_span(text, span)
        .filter(|it| is_word(it.token))
        .map(|it| word(it.token, &text[it.span.range()]))
        .collect::<Vec<_>>()
        .join(" ")
}

/// A formula in postfix notation.
fn formula(text: &str, parsed: &Parsed, formula: &WrittenFormula) -> String {
    let nodes = parsed.tree.formula(formula).iter();
    let nodes = nodes.map(|node| match node.op {
        Op::Variable(letter) => char::from(letter).to_string(),
        Op::Name => text[node.span.range()].to_owned(),
        Op::Parameter(index) => format!("parameter {index}"),
        Op::Apply(count) => {
            let name = node.reference(text).map_or("", |it| &text[it.range()]);
            format!("{name}/{count}")
        }
        Op::Not => "-".to_owned(),
        Op::And(count) => format!("*{count}"),
        Op::Or(count) => format!("+{count}"),
    });
    format!("{:?} {}", nodes.collect::<Vec<_>>(), formula.is_broken)
}

//! Quantified circuits in QCIR-G14 (Jordan, Klieber and Seidl, 2016): a prefix, the output, and a
//! line for each gate, `name = and(…)`, read and written. Only circuits with all quantifiers in
//! front are read. Each gate becomes an atom of E's with the clauses that define it, innermost.

use std::io::{self, Write};

use rustc_hash::FxHashMap;

use super::numbered::{start_of, tokens};
use crate::diagnostic::{Diagnostic, code};
use crate::text::Span;
use puzzle_engine::logic::cnf::{Atom, Cnf, Literal};
use puzzle_engine::logic::formula::FormulaSymbol;
use puzzle_engine::logic::qbf::Prenex;
use puzzle_engine::logic::quantified::{Player, QuantifiedGame};

/// A circuit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QcirDocument {
    /// Who wins when A chooses the values behind `forall`, and E those behind `exists`.
    pub game: Prenex,
    /// What each atom is called that is not a gate.
    pub names: Vec<Option<String>>,
}

/// Reads a circuit. Each faulty line brings one diagnostic; there is no game when there is one.
pub fn parse(text: &[u8]) -> (Option<QcirDocument>, Vec<Diagnostic>) {
    let mut reader = Reader { text, ..Reader::default() };
    reader.read();
    let end = Span::at(text.len() as u32);
    match reader.output {
        _ if !reader.diagnostics.is_empty() => {}
        None => {
            reader.diagnostics.push(fault(
                end,
                "the circuit has no output",
                "expected `output(…)`",
            ));
        }
        Some(span) => match reader.literal(span) {
            Ok(output) => reader.matrix.add([output]),
            Err(diagnostic) => reader.diagnostics.push(*diagnostic),
        },
    }
    let game = reader.diagnostics.is_empty().then(|| {
        let gates = reader.gates.iter().map(|atom| (Player::E, *atom));
        let prefix: Vec<_> = reader.prefix.iter().copied().chain(gates).collect();
        let game = Prenex::new(&prefix, &reader.matrix);
        QcirDocument { game, names: reader.names }
    });
    (game, reader.diagnostics)
}

fn fault(span: Span, message: impl Into<String>, label: &str) -> Diagnostic {
    Diagnostic::new(code::QCIR, span, message, label)
        .help("a line is `forall(x, y)`, `exists(z)`, `output(g)` or a gate as in `g = and(x, -z)`")
}

#[derive(Default)]
struct Reader<'a> {
    text: &'a [u8],
    prefix: Vec<(Player, Atom)>,
    gates: Vec<Atom>,
    names: Vec<Option<String>>,
    atoms: FxHashMap<&'a [u8], Atom>,
    output: Option<Span>,
    matrix: Cnf,
    diagnostics: Vec<Diagnostic>,
}

/// A line `name = word(arguments)`.
struct Line {
    name: Option<Span>,
    word: Span,
    arguments: Vec<Span>,
}

impl<'a> Reader<'a> {
    fn read(&mut self) {
        let mut start = start_of(self.text);
        while start < self.text.len() {
            let rest = &self.text[start..];
            let length =
                rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
            let mut words = tokens(self.text, start..start + length);
            if let Some(first) = words.next() {
                let last = words.last().unwrap_or(first);
                let whole = first.to(last);
                if self.text[first.range()][0] != b'#'
                    && let Err(diagnostic) = self.line(whole)
                {
                    self.diagnostics.push(*diagnostic);
                }
            }
            start += length + 1;
        }
    }

    fn line(&mut self, whole: Span) -> Result<(), Box<Diagnostic>> {
        let Some(line) = self.split(whole) else {
            return Err(Box::new(fault(whole, "this is no line of a circuit", "not as expected")));
        };
        let word = self.text[line.word.range()].to_ascii_lowercase();
        let player = match (&word[..], line.name) {
            (b"exists" | b"free", None) => Player::E,
            (b"forall", None) => Player::A,
            (b"output", None) => {
                let &[output] = &line.arguments[..] else {
                    return Err(Box::new(fault(whole, "a circuit has one output", "not one")));
                };
                if self.output.is_some() {
                    return Err(Box::new(fault(whole, "a circuit has one output", "a second one")));
                }
                self.output = Some(output);
                return Ok(());
            }
            (_, Some(name)) => return self.gate(name, &word, &line),
            _ => {
                let found = String::from_utf8_lossy(&word).into_owned();
                let message = format!("`{found}` is no kind of line");
                return Err(Box::new(fault(line.word, message, "unknown here")));
            }
        };
        if !self.gates.is_empty() {
            let message = "all quantifiers stand in front of the gates";
            return Err(Box::new(fault(whole, message, "behind a gate")));
        }
        for &span in &line.arguments {
            let atom = self.declare(span)?;
            self.prefix.push((player, atom));
            let name = String::from_utf8_lossy(&self.text[span.range()]).into_owned();
            self.names[atom.0 as usize] = Some(name);
        }
        Ok(())
    }

    /// The parts of a line.
    fn split(&self, whole: Span) -> Option<Line> {
        let text = &self.text[whole.range()];
        let open = text.iter().position(|byte| *byte == b'(')?;
        if text.last() != Some(&b')') {
            return None;
        }
        let part = |from: usize, to: usize| {
            let range = whole.start as usize + from..whole.start as usize + to;
            let mut words = tokens(self.text, range);
            words.next().filter(|_| words.next().is_none())
        };
        let equals = text[..open].iter().position(|byte| *byte == b'=');
        let name = match equals {
            Some(at) => Some(part(0, at)?),
            None => None,
        };
        let word = part(equals.map_or(0, |at| at + 1), open)?;
        let mut arguments = Vec::new();
        let mut from = open + 1;
        let end = text.len() - 1;
        if text[from..end].iter().any(|byte| !byte.is_ascii_whitespace()) {
            loop {
                let rest = &text[from..end];
                let length = rest.iter().position(|byte| *byte == b',').unwrap_or(rest.len());
                arguments.push(part(from, from + length)?);
                if from + length == end {
                    break;
                }
                from += length + 1;
            }
        }
        Some(Line { name, word, arguments })
    }

    /// A new atom of that name.
    fn declare(&mut self, span: Span) -> Result<Atom, Box<Diagnostic>> {
        let name = &self.text[span.range()];
        let is_name = name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        if !is_name || self.atoms.contains_key(name) {
            let label = if is_name { "named before" } else { "not of letters and digits" };
            let message = format!("`{}` cannot be a new name", String::from_utf8_lossy(name));
            return Err(Box::new(fault(span, message, label)));
        }
        let atom = self.matrix.add_atom();
        self.names.push(None);
        self.atoms.insert(name, atom);
        Ok(atom)
    }

    fn literal(&self, span: Span) -> Result<Literal, Box<Diagnostic>> {
        let written = &self.text[span.range()];
        let (name, positive) = match written.strip_prefix(b"-") {
            Some(name) => (name, false),
            None => (written, true),
        };
        match self.atoms.get(name) {
            Some(&atom) => Ok(Literal::new(atom, positive)),
            None => {
                let message = format!("nothing is called `{}`", String::from_utf8_lossy(name));
                Err(Box::new(fault(span, message, "neither a variable nor a gate above")))
            }
        }
    }

    /// The clauses that define a gate.
    fn gate(&mut self, name: Span, word: &[u8], line: &Line) -> Result<(), Box<Diagnostic>> {
        let operands: Vec<Literal> =
            line.arguments.iter().map(|it| self.literal(*it)).collect::<Result<_, _>>()?;
        let gate = self.declare(name)?;
        self.gates.push(gate);
        let gate = Literal::new(gate, true);
        match (word, &operands[..]) {
            (b"and" | b"or", operands) => {
                // A disjunction is a conjunction negated on all sides.
                let turned = |it: Literal| if word == b"or" { !it } else { it };
                let gate = turned(gate);
                for &operand in operands {
                    self.matrix.add([!gate, turned(operand)]);
                }
                let all = operands.iter().map(|it| !turned(*it));
                self.matrix.add(all.chain([gate]));
            }
            (b"xor", &[a, b]) => {
                for (a, b, gate) in [(a, b, !gate), (!a, !b, !gate), (!a, b, gate), (a, !b, gate)] {
                    self.matrix.add([a, b, gate]);
                }
            }
            (b"ite", &[condition, then, other]) => {
                for (condition, value) in [(!condition, then), (condition, other)] {
                    self.matrix.add([condition, !value, gate]);
                    self.matrix.add([condition, value, !gate]);
                }
            }
            (b"xor" | b"ite", _) => {
                let label = "`xor` has two operands, `ite` three";
                return Err(Box::new(fault(line.word, "not so many operands", label)));
            }
            _ => {
                let found = String::from_utf8_lossy(word).into_owned();
                let message = format!("`{found}` is no gate");
                let label = "the gates are `and`, `or`, `xor` and `ite`";
                return Err(Box::new(fault(line.word, message, label)));
            }
        }
        Ok(())
    }
}

/// Writes a formula game after some choices: the values chosen so far are inputs of E's that have to have
/// them. The circuit is in the cleansed form, of numbers; comments tell the names.
///
/// # Errors
/// Those of `out`.
pub fn write(
    out: &mut impl Write,
    game: &QuantifiedGame,
    values: &[bool],
    names: &[String],
) -> io::Result<()> {
    let turns = game.turns().len();
    // Each gate is a word and its operands.
    let mut gates: Vec<(&str, Vec<i64>)> = Vec::new();
    let mut open: Vec<i64> = Vec::new();
    let mut add = |word, operands| {
        gates.push((word, operands));
        (turns + gates.len()) as i64
    };
    for node in game.formula().nodes() {
        let operands = open.split_off(open.len() - node.operands() as usize);
        open.push(match *node {
            FormulaSymbol::Variable(variable) => 1 + game.turn(variable) as i64,
            FormulaSymbol::Not => -operands[0],
            FormulaSymbol::And(_) => add("and", operands),
            FormulaSymbol::Or(_) => add("or", operands),
        });
    }
    let chosen = (1..).zip(values).map(|(turn, value)| if *value { turn } else { -turn });
    open.extend(chosen);
    let output = match open[..] {
        [output] => output,
        _ => add("and", open),
    };
    writeln!(out, "#QCIR-G14 {}", turns + gates.len())?;
    for (name, number) in names.iter().zip(1..) {
        writeln!(out, "# {number} {name}")?;
    }
    let mut numbers = 1..;
    let chosen = values.iter().map(|_| Player::E);
    let players: Vec<_> = chosen.chain(game.turns()[values.len()..].iter().copied()).collect();
    for block in players.chunk_by(|left, right| left == right) {
        let word = if block[0] == Player::E { "exists" } else { "forall" };
        let block: Vec<i64> = numbers.by_ref().take(block.len()).collect();
        writeln!(out, "{word}({})", listed(&block))?;
    }
    writeln!(out, "output({output})")?;
    for ((word, operands), number) in gates.iter().zip(1 + turns..) {
        writeln!(out, "{number} = {word}({})", listed(operands))?;
    }
    Ok(())
}

fn listed(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(text: &str) -> Vec<&str> {
        let (_, diagnostics) = parse(text.as_bytes());
        diagnostics.into_iter().map(|it| &text[it.span.range()]).collect()
    }

    #[test]
    fn a_circuit_is_read_with_its_prefix() {
        let text = b"#QCIR-G14 6\r\nforall(v1)\r\nexists( v2, v3 )\noutput(-g4)\n g1 = AND()\n\
            g2 = xor(v1, -v2)\ng3 = ite(v1, v2, v3)\ng4 = or(g2, -g3, -g1)\n";
        let (game, diagnostics) = parse(text);
        assert_eq!(diagnostics, []);
        let QcirDocument { game, names } = game.unwrap();
        assert_eq!(
            names[..4],
            [Some("v1".to_owned()), Some("v2".to_owned()), Some("v3".to_owned()), None]
        );
        let of = |atom: u32| Literal::new(Atom(atom), true);
        let owners: Vec<_> = (0..3).map(|atom| game.owner(of(atom))).collect();
        assert_eq!(owners, [Player::A, Player::E, Player::E]);
        assert_eq!((game.atoms(), game.matrix().len()), (7, 1 + 4 + 4 + 4 + 1));
    }

    #[test]
    fn any_end_of_a_line_will_do() {
        let text = "#QCIR-G14 2\nforall(x)\nexists(y)\noutput(g)\n# a gate\ng = xor(x, -y)\n";
        let (unix, _) = parse(text.as_bytes());
        assert!(unix.is_some());
        for end in ["\r", "\r\n"] {
            let (circuit, faults) = parse(text.replace('\n', end).as_bytes());
            assert_eq!(
                (circuit.map(|it| it.names), faults),
                (unix.clone().map(|it| it.names), vec![])
            );
        }
    }

    #[test]
    fn each_faulty_line_brings_one_diagnostic() {
        let text = "#QCIR-G14\nexists(x, x)\nforall y\nall(z)\noutput(g, h)\ng = nand(x)\n\
            h = and(x, q)\nx = or(x)\nk = xor(x)\noutput(x)\n";
        let expected = ["x", "forall y", "all", "output(g, h)", "nand", "q", "x", "xor"];
        assert_eq!(codes(text), expected);
        assert_eq!(codes("#QCIR-G14\nexists(x)\n"), [""]);
        assert_eq!(codes("#QCIR-G14\nexists(x)\noutput(x)\noutput(-x)\n"), ["output(-x)"]);
        let late = "#QCIR-G14\nexists(x)\noutput(g)\ng = or(x)\nforall(y)\n";
        assert_eq!(codes(late), ["forall(y)"]);
        assert_eq!(codes("#QCIR-G14\nexists(x)\noutput(y)\n"), ["y"]);
    }
}

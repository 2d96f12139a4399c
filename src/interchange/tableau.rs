//! Tableaux as text and for LaTeX: a node a line, with its number, what it says, the rule, and the nodes from which it comes.
//! Cases stand below each other, each behind a stroke of its own, and a cross at the end of each branch tells which nodes
//! contradict each other.

use super::typeset::{formula, signs};
use puzzle_engine::evidence::tableau::{ClosedTableau, TableauClosing, TableauNode, TableauRule};
use puzzle_engine::logic::first_order::TheoryQuantifier;
use puzzle_engine::logic::statements::{Statement, StatementNumber, Statements};

/// A node to be written, each behind those above it, branch by branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownNode {
    /// The node right above it.
    pub above: Option<usize>,
    /// What it says.
    pub said: String,
    /// The sign of its rule.
    pub rule: String,
    /// From which nodes it comes.
    pub from: Vec<usize>,
    /// The nodes that contradict each other at the end of its branch.
    pub closing: Vec<usize>,
}

impl ShownNode {
    /// A node that says so.
    pub fn of(tableau: &ClosedTableau, at: usize, said: String) -> Self {
        let node = &tableau.nodes[at];
        let closing = match node.closing {
            Some(TableauClosing::Pair(one, other)) => vec![one, other],
            Some(TableauClosing::Alone(one)) => vec![one],
            None => Vec::new(),
        };
        let rule = rule_sign(tableau, node);
        Self { above: node.above, said, rule, from: node.from.clone(), closing }
    }
}

/// How the rule of a node is written: by what it takes apart.
fn rule_sign(tableau: &ClosedTableau, node: &TableauNode) -> String {
    match node.rule {
        TableauRule::Premise => "premise".to_owned(),
        TableauRule::Denial => "denial".to_owned(),
        TableauRule::Replacement => "=".to_owned(),
        TableauRule::Listed => "listed".to_owned(),
        TableauRule::Expansion => {
            let from = node.from.first().map(|it| tableau.nodes[*it].statement);
            from.map(|it| connective_sign(&tableau.statements, it)).unwrap_or_default()
        }
    }
}

fn connective_sign(statements: &Statements, id: StatementNumber) -> String {
    let sign = |it: &Statement| match it {
        Statement::And(_) => "∧",
        Statement::Or(_) => "∨",
        Statement::Implies(..) => "→",
        Statement::Iff(..) => "↔",
        Statement::Not(_) => "¬",
        Statement::Quantified(quantifier, ..) => match quantifier {
            TheoryQuantifier::All => "∀",
            TheoryQuantifier::Some => "∃",
            TheoryQuantifier::AtLeast(_) => "∃≥",
            TheoryQuantifier::AtMost(_) => "∃≤",
            TheoryQuantifier::Exactly(_) => "∃=",
        },
        Statement::Truth(_) | Statement::Atom(..) | Statement::Equal(..) => "",
    };
    match statements.get(id) {
        Statement::Not(inner) => format!("¬{}", sign(statements.get(*inner))),
        other => sign(other).to_owned(),
    }
}

/// Node numbers as they are written, from 1.
fn numbers(nodes: &[usize]) -> String {
    nodes.iter().map(|it| (it + 1).to_string()).collect::<Vec<_>>().join(", ")
}

/// Columns behind which reasons are not aligned.
const WIDEST: usize = 72;

/// How many nodes stand right below each.
fn below(nodes: &[ShownNode]) -> Vec<usize> {
    let mut below = vec![0; nodes.len()];
    nodes.iter().filter_map(|it| it.above).for_each(|above| below[above] += 1);
    below
}

/// The lines of a tableau.
pub fn write(nodes: &[ShownNode]) -> Vec<String> {
    let digits = nodes.len().to_string().len();
    let mut left = below(nodes);
    let count = left.clone();
    // Of each node what stands before it, and before what comes below.
    let mut strokes: Vec<(String, String)> = Vec::new();
    for node in nodes {
        let around = node.above.map_or("", |it| &strokes[it].1);
        let both = match node.above {
            Some(above) if count[above] > 1 => {
                left[above] -= 1;
                let (begin, go_on) =
                    if left[above] == 0 { ("└─ ", "   ") } else { ("├─ ", "│  ") };
                (format!("{around}{begin}"), format!("{around}{go_on}"))
            }
            _ => (around.to_owned(), around.to_owned()),
        };
        strokes.push(both);
    }
    let begun = |at: usize| format!("{}{}", strokes[at].0, nodes[at].said);
    let width = (0..nodes.len()).map(|it| begun(it).chars().count()).filter(|it| *it <= WIDEST);
    let width = width.max().unwrap_or_default();
    let mut written = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        let reason = format!("{} {}", node.rule, numbers(&node.from));
        written.push(format!("{:>digits$}  {:width$}  {}", at + 1, begun(at), reason.trim_end()));
        if !node.closing.is_empty() {
            written.push(format!("{:digits$}  {}× {}", "", strokes[at].1, numbers(&node.closing)));
        }
    }
    written
}

/// The tableau for LaTeX, in the notation of Sašo Živanović's package `forest`: nodes without cases between them are one
/// table. What is wider than the page is made smaller, by the package `adjustbox`.
pub fn latex(nodes: &[ShownNode]) -> String {
    let below = below(nodes);
    let begins_case = |node: &ShownNode| node.above.is_none_or(|above| below[above] > 1);
    let mut text =
        "\\begin{adjustbox}{max width=\\linewidth}\n\\begin{forest}\n  for tree={align=rll}"
            .to_owned();
    let mut depths: Vec<usize> = Vec::new();
    let mut open = 0;
    for (at, node) in nodes.iter().enumerate() {
        let begins = begins_case(node);
        let depth = node.above.map_or(0, |it| depths[it]) + usize::from(begins);
        depths.push(depth);
        if begins {
            if at > 0 {
                text.push('}');
            }
            while open >= depth {
                text.push(']');
                open -= 1;
            }
            text += &format!("\n{}[{{", "  ".repeat(depth));
            open = depth;
        } else {
            text += &format!("\\\\\n{}  ", "  ".repeat(depth));
        }
        let rule = match node.rule.chars().all(|it| it.is_ascii_lowercase()) {
            true => node.rule.clone(),
            false => format!("${}$", signs(&node.rule)),
        };
        let reason = format!("{rule} {}", numbers(&node.from));
        text += &format!("{}.&${}$&{}", at + 1, formula(&node.said), reason.trim_end());
        if !node.closing.is_empty() {
            text += &format!("\\\\\n{}  &$\\times$&{}", "  ".repeat(depth), numbers(&node.closing));
        }
    }
    text + &format!("}}{}\n\\end{{forest}}\n\\end{{adjustbox}}", "]".repeat(open))
}

//! How large a formula is with its names written out, without doing so: backwards, each node is told how often it
//! will stand there, which a name passes on to what it is given for its parameters.

use std::sync::Arc;

use crate::kinds::scope::FormulaInfo;
use crate::syntax::ast::{FormulaNode, Op};

/// What is known of a sound formula with that many parameters; `info` tells it of those that are named, `None` of a
/// word that is a variable.
pub(super) fn weigh(
    nodes: &[FormulaNode],
    parameters: usize,
    info: impl Fn(&FormulaNode) -> Option<FormulaInfo>,
) -> FormulaInfo {
    let mut all = FormulaInfo::default();
    let mut times = vec![0_u64; parameters];
    // How often each of the subtrees at the end of what was not yet read stands in it.
    let mut pending = vec![1_u64];
    for node in nodes.iter().rev() {
        let weight = pending.pop().unwrap_or_default();
        match node.op {
            Op::Parameter(index) => {
                let count = &mut times[index as usize];
                *count = count.saturating_add(weight);
                continue;
            }
            Op::Not => pending.push(weight),
            Op::And(count) | Op::Or(count) => {
                pending.extend(std::iter::repeat_n(weight, count as usize));
            }
            Op::Variable(letter) if weight > 0 => all.variables |= 1 << (letter - b'a'),
            Op::Variable(_) => {}
            Op::Name | Op::Apply(_) => {
                let named = info(node);
                let of_given = named.as_ref().and_then(|it| it.parameters.as_deref());
                if let Op::Apply(count) = node.op {
                    let given = (0..count as usize).map(|it| {
                        of_given
                            .and_then(|of| of.get(it))
                            .map_or(weight, |it| it.saturating_mul(weight))
                    });
                    pending.extend(given);
                }
                if let Some(named) = named {
                    let size = named.size.saturating_mul(weight);
                    let variables = if weight > 0 { named.variables } else { 0 };
                    let has_words = weight > 0 && named.has_words;
                    let seen = FormulaInfo { size, variables, has_words, ..named };
                    all.include(&seen);
                    // That nothing is left of what is written out does not make the work less.
                    let is_applied = matches!(node.op, Op::Apply(_));
                    all.size = all.size.saturating_add(if is_applied { weight } else { 0 });
                    continue;
                }
            }
        }
        all.size = all.size.saturating_add(weight);
    }
    all.parameters = (parameters > 0).then(|| Arc::from(times));
    all
}

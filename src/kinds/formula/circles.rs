//! Formulas that refer to themselves, however indirectly: the strongly connected components of what refers to
//! what (Tarjan, SIAM Journal on Computing 1, 1972).

use rustc_hash::FxHashMap;

use crate::kinds::scope::{Definition, Namespace};
use crate::syntax::ast::ItemKind;

/// How far it is known in which component a formula is.
#[derive(Clone, Copy)]
enum Progress {
    Untouched,
    /// It is on the way, or behind it in a component that is not complete: when it was come to.
    Open(usize),
    Done,
}

/// A formula on the way down: where its nodes were left off.
struct Frame {
    definition: Definition,
    number: usize,
    /// The earliest formula on the way that it leads back to.
    lowest: usize,
    next: u32,
    refers_to_itself: bool,
}

struct Search<'a> {
    namespace: Namespace<'a>,
    progress: FxHashMap<Definition, Progress>,
    stack: Vec<Frame>,
    /// Those that are in no component yet, in the order in which they were come to.
    open: Vec<Definition>,
    come_to: usize,
    circles: Vec<Vec<Definition>>,
}

/// The circles of formulas among these, each behind those that it leads to.
pub(super) fn circles(namespace: Namespace<'_>, formulas: &[Definition]) -> Vec<Vec<Definition>> {
    let progress = formulas.iter().map(|it| (*it, Progress::Untouched)).collect();
    let (stack, open, circles) = (Vec::new(), Vec::new(), Vec::new());
    let mut search = Search { namespace, progress, stack, open, come_to: 0, circles };
    for it in formulas {
        if let Some(Progress::Untouched) = search.progress.get(it) {
            search.enter(*it);
            search.walk();
        }
    }
    search.circles
}

impl Search<'_> {
    fn enter(&mut self, definition: Definition) {
        let number = self.come_to;
        self.come_to += 1;
        self.progress.insert(definition, Progress::Open(number));
        self.open.push(definition);
        let next = match &self.namespace.item(definition).kind {
            ItemKind::Formula { body, .. } => body.nodes.start,
            _ => u32::MAX,
        };
        let frame = Frame { definition, number, lowest: number, next, refers_to_itself: false };
        self.stack.push(frame);
    }

    fn walk(&mut self) {
        while let Some(mut frame) = self.stack.pop() {
            match self.step(&mut frame) {
                Some(referred) => {
                    self.stack.push(frame);
                    self.enter(referred);
                }
                None => self.leave(&frame),
            }
        }
    }

    /// Goes on through a formula's nodes up to a name that was not come to yet, if there is one.
    fn step(&mut self, frame: &mut Frame) -> Option<Definition> {
        let Definition { document, .. } = frame.definition;
        let ItemKind::Formula { body, .. } = &self.namespace.item(frame.definition).kind else {
            return None;
        };
        let (tree, text) = (self.namespace.tree(document), self.namespace.text(document));
        while frame.next < body.nodes.end {
            let node = tree.nodes[frame.next as usize];
            frame.next += 1;
            let Some(name) = node.reference(text) else { continue };
            let Some(referred) = self.namespace.find(&text[name.range()]) else { continue };
            frame.refers_to_itself |= referred == frame.definition;
            match self.progress.get(&referred) {
                Some(Progress::Untouched) => return Some(referred),
                Some(Progress::Open(number)) => frame.lowest = frame.lowest.min(*number),
                Some(Progress::Done) | None => {}
            }
        }
        None
    }

    /// Leaves a formula behind; a component is complete when it leads back to nothing earlier.
    fn leave(&mut self, frame: &Frame) {
        if let Some(above) = self.stack.last_mut() {
            above.lowest = above.lowest.min(frame.lowest);
        }
        if frame.lowest < frame.number {
            return;
        }
        let start = self.open.iter().rposition(|it| *it == frame.definition).unwrap_or_default();
        let component = self.open.split_off(start);
        component.iter().for_each(|it| {
            self.progress.insert(*it, Progress::Done);
        });
        if component.len() > 1 || frame.refers_to_itself {
            self.circles.push(component);
        }
    }
}

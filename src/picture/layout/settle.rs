//! The height at which each vertex of a column stands: as near as possible to the mean of its
//! neighbours, without coming too near to the next one. For a column that is a least-squares
//! problem with an order constraint (isotonic regression), solved exactly in linear time by
//! pooling adjacent violators (Ayer et al. 1955).

use super::order::Links;

/// A vertex as far as its height is concerned.
#[derive(Clone, Copy)]
pub(super) struct SettledVertex {
    /// How much room it needs.
    pub height: f64,
    /// How strongly it keeps to where it wants to be.
    pub weight: f64,
}

/// Times that every column is adapted to its neighbours on either side, and on both.
const ROUNDS: usize = 8;

/// The y of the middle of each vertex.
pub(super) fn settle(columns: &[Vec<usize>], bodies: &[SettledVertex], links: &Links) -> Vec<f64> {
    let mut ys = vec![0.0; bodies.len()];
    for column in columns {
        set(column, bodies, &mut ys, |_, _| 0.0);
    }
    let mean = |ends: &mut dyn Iterator<Item = &usize>, ys: &[f64], vertex: usize| {
        let (sum, count) = ends.fold((0.0, 0), |(sum, count), &end| (sum + ys[end], count + 1));
        if count == 0 { ys[vertex] } else { sum / f64::from(count) }
    };
    for _ in 0..ROUNDS {
        for column in columns {
            set(column, bodies, &mut ys, |vertex, ys| {
                mean(&mut links.left[vertex].iter(), ys, vertex)
            });
        }
        for column in columns.iter().rev() {
            set(column, bodies, &mut ys, |vertex, ys| {
                mean(&mut links.right[vertex].iter(), ys, vertex)
            });
        }
    }
    for _ in 0..ROUNDS {
        for column in columns {
            set(column, bodies, &mut ys, |vertex, ys| {
                mean(&mut links.left[vertex].iter().chain(&links.right[vertex]), ys, vertex)
            });
        }
    }
    ys
}

/// Moves the vertices of a column as near as possible to where they want to be.
fn set(
    column: &[usize],
    bodies: &[SettledVertex],
    ys: &mut [f64],
    wish: impl Fn(usize, &[f64]) -> f64,
) {
    // Relative to a stack without gaps, "far enough apart" becomes "not descending".
    let mut stacked = Vec::with_capacity(column.len());
    let mut bottom = 0.0;
    for &vertex in column {
        stacked.push(bottom + bodies[vertex].height / 2.0);
        bottom += bodies[vertex].height;
    }
    // Runs that move as one: weight, weighted sum of wishes, number of vertices.
    let mut runs: Vec<(f64, f64, usize)> = Vec::new();
    for (&vertex, stacked) in column.iter().zip(&stacked) {
        let weight = bodies[vertex].weight;
        let mut run = (weight, weight * (wish(vertex, ys) - stacked), 1);
        while let Some(&above) = runs.last()
            && above.1 / above.0 > run.1 / run.0
        {
            run = (run.0 + above.0, run.1 + above.1, run.2 + above.2);
            runs.pop();
        }
        runs.push(run);
    }
    let shifts =
        runs.iter().flat_map(|&(weight, sum, count)| std::iter::repeat_n(sum / weight, count));
    for ((&vertex, stacked), shift) in column.iter().zip(&stacked).zip(shifts) {
        ys[vertex] = stacked + shift;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_met_or_shared() {
        let bodies = [SettledVertex { height: 10.0, weight: 1.0 }; 3];
        let check = |wishes: [f64; 3], expected: [f64; 3]| {
            let mut ys = [0.0; 3];
            set(&[0, 1, 2], &bodies, &mut ys, |vertex, _| wishes[vertex]);
            assert_eq!(ys, expected);
        };
        check([0.0, 40.0, 90.0], [0.0, 40.0, 90.0]);
        check([50.0, 50.0, 50.0], [40.0, 50.0, 60.0]);
        check([0.0, 60.0, 40.0], [0.0, 45.0, 55.0]);
    }
}

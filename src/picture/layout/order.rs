//! The order of vertices within columns, chosen so that few edges cross: the barycenter method of
//! Sugiyama, Tagawa and Toda (1981), then exchanges of neighbours, repeated while it helps.

/// Who is joined to whom, by vertex. Edges lead to a neighbouring column or stay within one.
pub(super) struct Links {
    /// Neighbours in the column to the left.
    pub left: Vec<Vec<usize>>,
    /// Neighbours in the column to the right.
    pub right: Vec<Vec<usize>>,
    /// Neighbours in the same column.
    pub beside: Vec<Vec<usize>>,
}

impl Links {
    /// No links between that many vertices.
    pub(super) fn new(vertices: usize) -> Self {
        let none = || vec![Vec::new(); vertices];
        Self { left: none(), right: none(), beside: none() }
    }

    /// Joins `a` to `b`, which is in the same column or the next one to the right.
    pub(super) fn join(&mut self, a: usize, b: usize, is_same_column: bool) {
        if is_same_column {
            self.beside[a].push(b);
            self.beside[b].push(a);
        } else {
            self.right[a].push(b);
            self.left[b].push(a);
        }
    }
}

/// Rounds without progress before giving up.
const PATIENCE: usize = 6;

/// Reorders every column.
pub(super) fn untangle(columns: Vec<Vec<usize>>, links: &Links) -> Vec<Vec<usize>> {
    let mut order = Order::new(columns, links.left.len());
    let mut best = (order.tangle(links), order.columns.clone());
    let mut patience = PATIENCE;
    while patience > 0 && best.0 > 0 {
        for column in 0..order.columns.len() {
            order.sort(column, &links.left, &links.beside);
        }
        for column in (0..order.columns.len()).rev() {
            order.sort(column, &links.right, &links.beside);
        }
        for column in 0..order.columns.len() {
            order.exchange(column, links);
        }
        let tangle = order.tangle(links);
        patience -= 1;
        if tangle < best.0 {
            best = (tangle, order.columns.clone());
            patience = PATIENCE;
        }
    }
    best.1
}

/// An order under construction.
struct Order {
    columns: Vec<Vec<usize>>,
    /// The place of each vertex in its column, from 0.
    places: Vec<usize>,
    /// The same as a fraction of the column, for columns differ in length.
    depths: Vec<f64>,
}

impl Order {
    fn new(columns: Vec<Vec<usize>>, vertices: usize) -> Self {
        let mut order = Self { columns, places: vec![0; vertices], depths: vec![0.0; vertices] };
        for column in 0..order.columns.len() {
            order.number(column);
        }
        order
    }

    /// Notes the places of a column's vertices.
    fn number(&mut self, column: usize) {
        let column = &self.columns[column];
        for (place, &vertex) in column.iter().enumerate() {
            self.places[vertex] = place;
            self.depths[vertex] = (place as f64 + 0.5) / column.len() as f64;
        }
    }

    /// Sorts a column by the mean depth of each vertex's neighbours.
    fn sort(&mut self, column: usize, across: &[Vec<usize>], beside: &[Vec<usize>]) {
        let mean = |vertex: usize| {
            let itself = across[vertex].is_empty().then_some(&vertex);
            let ends = across[vertex].iter().chain(&beside[vertex]).chain(itself);
            let (sum, count) =
                ends.fold((0.0, 0), |(sum, n), &end| (sum + self.depths[end], n + 1));
            sum / f64::from(count)
        };
        let mut keyed: Vec<(f64, usize)> =
            self.columns[column].iter().map(|&vertex| (mean(vertex), vertex)).collect();
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.columns[column] = keyed.into_iter().map(|(_, vertex)| vertex).collect();
        self.number(column);
    }

    /// Exchanges neighbours in a column while that lessens the tangle.
    fn exchange(&mut self, column: usize, links: &Links) {
        let sorted = |ends: &[usize]| {
            let mut places: Vec<usize> = ends.iter().map(|&end| self.places[end]).collect();
            places.sort_unstable();
            places
        };
        let mut ends: Vec<(usize, [Vec<usize>; 2])> = self.columns[column]
            .iter()
            .map(|&vertex| (vertex, [sorted(&links.left[vertex]), sorted(&links.right[vertex])]))
            .collect();
        for _ in 0..PATIENCE {
            let mut is_better = false;
            for upper in 1..ends.len() {
                let [(above, above_ends), (below, below_ends)] = &ends[upper - 1..=upper] else {
                    continue;
                };
                let now: usize =
                    (0..2).map(|side| inversions(&above_ends[side], &below_ends[side])).sum();
                let then: usize =
                    (0..2).map(|side| inversions(&below_ends[side], &above_ends[side])).sum();
                // Moving `above` down by one brings it nearer to what is further down.
                let pull = self.pull(*above, *below, &links.beside)
                    - self.pull(*below, *above, &links.beside);
                if now as isize + pull > then as isize {
                    self.places.swap(*above, *below);
                    ends.swap(upper - 1, upper);
                    is_better = true;
                }
            }
            if !is_better {
                break;
            }
        }
        self.columns[column] = ends.into_iter().map(|(vertex, _)| vertex).collect();
        self.number(column);
    }

    /// How many more of a vertex's neighbours in its column stand below it than above, without
    /// the one it is about to change places with.
    fn pull(&self, vertex: usize, except: usize, beside: &[Vec<usize>]) -> isize {
        let others = beside[vertex].iter().filter(|&&other| other != except);
        others.map(|&other| if self.places[other] > self.places[vertex] { 1 } else { -1 }).sum()
    }

    /// How bad the order is: crossings, and vertices jumped by edges within a column.
    fn tangle(&self, links: &Links) -> usize {
        self.columns
            .iter()
            .map(|column| self.crossings(column, links) + self.jumps(column, links))
            .sum()
    }

    /// Pairs of edges from a column to its right that cross.
    fn crossings(&self, column: &[usize], links: &Links) -> usize {
        let mut ends: Vec<usize> = Vec::new();
        for &vertex in column {
            let from = ends.len();
            ends.extend(links.right[vertex].iter().map(|&end| self.places[end]));
            ends[from..].sort_unstable();
        }
        // A Fenwick tree counts the earlier edges by where they end.
        let mut ended = vec![0_usize; ends.iter().max().map_or(0, |most| most + 2)];
        let mut crossings = 0;
        for (earlier, &end) in ends.iter().enumerate() {
            let mut not_below = 0;
            let mut index = end + 1;
            while index > 0 {
                not_below += ended[index];
                index &= index - 1;
            }
            crossings += earlier - not_below;
            index = end + 1;
            while index < ended.len() {
                ended[index] += 1;
                index += index & index.wrapping_neg();
            }
        }
        crossings
    }

    /// Vertices that stand between the ends of edges within a column.
    fn jumps(&self, column: &[usize], links: &Links) -> usize {
        let below = |vertex: usize| {
            let distances = links.beside[vertex]
                .iter()
                .map(move |&end| self.places[end].saturating_sub(self.places[vertex]));
            distances.map(|distance| distance.saturating_sub(1)).sum::<usize>()
        };
        column.iter().map(|&vertex| below(vertex)).sum()
    }
}

/// Pairs of one number of each list, both sorted, whose first is the larger.
fn inversions(first: &[usize], second: &[usize]) -> usize {
    let mut smaller = 0;
    let count = |&number: &usize| {
        while second.get(smaller).is_some_and(|&other| other < number) {
            smaller += 1;
        }
        smaller
    };
    first.iter().map(count).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two columns of the same size joined by the edges, and what becomes of their tangle.
    fn check(size: usize, edges: &[(usize, usize)], before: usize, after: usize) {
        let mut links = Links::new(2 * size);
        for &(from, to) in edges {
            links.join(from, size + to, false);
        }
        let tangle = |columns| Order::new(columns, 2 * size).tangle(&links);
        let columns = vec![(0..size).collect(), (size..2 * size).collect()];
        assert_eq!(tangle(Vec::clone(&columns)), before);
        assert_eq!(tangle(untangle(columns, &links)), after);
    }

    #[test]
    fn crossings_are_counted_and_removed() {
        check(3, &[(0, 2), (1, 1), (2, 0)], 3, 0);
        check(2, &[(0, 0), (0, 1), (1, 0), (1, 1)], 1, 1);
        check(4, &[(0, 3), (3, 0), (1, 2), (2, 2), (0, 2)], 6, 0);
    }

    #[test]
    fn neighbours_in_a_column_come_together() {
        let mut links = Links::new(5);
        links.join(0, 4, true);
        let columns = vec![vec![0, 1, 2, 3, 4]];
        assert_eq!(Order::new(columns.clone(), 5).tangle(&links), 3);
        let order = Order::new(untangle(columns, &links), 5);
        assert_eq!(order.tangle(&links), 0);
    }
}

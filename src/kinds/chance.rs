//! Numbers that look random and repeat (`SplitMix64`; Steele, Lea and Flood, OOPSLA 2014).

/// The numbers of a seed.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// Those of this one.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below another one, which is not 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }

    /// One of the numbers from one to another.
    pub fn within(&mut self, (least, most): (i64, i64)) -> i64 {
        least + self.below((most - least + 1).unsigned_abs()) as i64
    }

    /// Puts things into any order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last as u64 + 1) as usize);
        }
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_order_comes_about_as_often() {
        let mut counts = [0; 6];
        let mut chance = Chance::new(1);
        for _ in 0..6000 {
            let mut three = [0, 1, 2];
            chance.shuffle(&mut three);
            counts[three[0] * 2 + usize::from(three[1] > three[2])] += 1;
        }
        assert!(counts.iter().all(|it| (900..1100).contains(it)), "{counts:?}");
    }
}

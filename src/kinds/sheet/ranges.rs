//! The numbers that a term may be, worked out from those of its parts. None of them is lost; where
//! parts depend on each other there may be too many.

/// The least and the greatest of some numbers.
pub(super) type Range = (i64, i64);

/// Numbers beyond this are refused, whether written or worked out.
pub(super) const MOST: i64 = 1 << 40;

/// A range as it is written.
pub(super) fn shown_range((least, most): Range) -> String {
    format!("{least}..{most}")
}

/// The range that holds both.
pub(super) fn hull(first: Range, second: Range) -> Range {
    (first.0.min(second.0), first.1.max(second.1))
}

fn of_corners(corners: impl IntoIterator<Item = i128>) -> (i128, i128) {
    corners
        .into_iter()
        .fold((i128::MAX, i128::MIN), |(least, most), it| (least.min(it), most.max(it)))
}

/// Within the limit, and whether it was before.
fn limited((least, most): (i128, i128)) -> (Range, bool) {
    let bound = i128::from(MOST);
    let is_within = -bound <= least && most <= bound;
    let clamp = |it: i128| it.clamp(-bound, bound) as i64;
    ((clamp(least), clamp(most)), is_within)
}

fn wide(range: Range) -> (i128, i128) {
    (i128::from(range.0), i128::from(range.1))
}

/// Their sum, and whether it is within the limit.
pub(super) fn plus(first: Range, second: Range) -> (Range, bool) {
    let (first, second) = (wide(first), wide(second));
    limited((first.0 + second.0, first.1 + second.1))
}

/// The number with the other sign.
pub(super) fn negative((least, most): Range) -> Range {
    (-most, -least)
}

/// Their product, and whether it is within the limit.
pub(super) fn times(first: Range, second: Range) -> (Range, bool) {
    let (a, b) = (wide(first), wide(second));
    limited(of_corners([a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1]))
}

/// Their quotient, rounded down. By zero there is none.
pub(super) fn quotient(first: Range, second: Range) -> Range {
    let divisors = [second.0, second.1, -1, 1];
    let divisors = divisors.into_iter().filter(|it| *it != 0 && second.0 <= *it && *it <= second.1);
    let corners = divisors.flat_map(|by| [first.0, first.1].map(|it| floor_div(it, by)));
    corners
        .fold(None, |range: Option<Range>, it| Some(range.map_or((it, it), |r| hull(r, (it, it)))))
        .unwrap_or((0, 0))
}

/// What the quotient leaves over, with the sign of the second number.
pub(super) fn remainder(first: Range, second: Range) -> Range {
    let most = (second.1 - 1).max(0);
    let least = (second.0 + 1).min(0);
    let is_small = first.0 >= 0 && second.0 > 0;
    (least, if is_small { most.min(first.1) } else { most })
}

/// The number without its sign.
pub(super) fn absolute((least, most): Range) -> Range {
    match (least, most) {
        (0.., _) => (least, most),
        (_, ..=0) => (-most, -least),
        _ => (0, most.max(-least)),
    }
}

/// The sum of so many, or fewer where there is a condition; and whether it is within the limit.
pub(super) fn sum(each: Range, count: i128, has_condition: bool) -> (Range, bool) {
    let (least, most) = wide(each);
    let (least, most) = (least.saturating_mul(count), most.saturating_mul(count));
    limited(if has_condition { (least.min(0), most.max(0)) } else { (least, most) })
}

/// A number from nothing to so many, and whether it is within the limit.
pub(super) fn up_to(count: i128) -> (Range, bool) {
    limited((0, count))
}

/// The quotient, rounded down.
pub(super) fn floor_div(number: i64, by: i64) -> i64 {
    let quotient = number / by;
    if number % by != 0 && (number < 0) != (by < 0) { quotient - 1 } else { quotient }
}

/// What the quotient leaves over.
pub(super) fn floor_mod(number: i64, by: i64) -> i64 {
    number - by * floor_div(number, by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_is_lost() {
        let all = || (-4..=4).flat_map(|least| (least..=4).map(move |most| (least, most)));
        for first in all() {
            for second in all() {
                for a in first.0..=first.1 {
                    assert!((absolute(first).0..=absolute(first).1).contains(&a.abs()));
                    for b in second.0..=second.1 {
                        let holds = |(least, most): Range, it: i64| least <= it && it <= most;
                        assert!(holds(plus(first, second).0, a + b));
                        assert!(holds(times(first, second).0, a * b));
                        if b != 0 {
                            assert!(holds(quotient(first, second), floor_div(a, b)));
                            assert!(holds(remainder(first, second), floor_mod(a, b)));
                            assert_eq!(floor_div(a, b) * b + floor_mod(a, b), a);
                        }
                    }
                }
            }
        }
    }
}

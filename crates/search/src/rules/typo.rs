//! How far a typed word is from a known one, in slips of the finger rather than in letters.

/// Costs are in tenths, so that they can be compared exactly.
pub const SLIP: u32 = 10;
const SWAPPED: u32 = 8;
const NEARBY: u32 = 6;
const DOUBLED: u32 = 5;
const VOWEL: u32 = 7;

/// Letters that sound alike: typed for each other by ear.
const ALIKE: [&str; 10] = ["سصث", "تطث", "دضذ", "زظذض", "ضظ", "قكغجg", "حهخ", "اعه", "ckq", "sz"];
/// Rows of the Arabic and Latin keyboards: neighbours are typed for each other by hand.
const ROWS: [&str; 6] = ["ضصثقفغعهخحجد", "شسيبلاتنمكط", "يءؤرلىهوزظ", "qwertyuiop", "asdfghjkl", "zxcvbnm"];

/// Twins in shape that differ by their dots.
const DOTS: [&str; 8] = ["بتثني", "جحخ", "دذ", "رز", "سش", "صض", "طظ", "عغ"];

fn replacing(typed: char, known: char) -> u32 {
    let near = |row: &str| {
        let at = |wanted| row.chars().position(|c| c == wanted);
        matches!((at(typed), at(known)), (Some(one), Some(other)) if one.abs_diff(other) == 1)
    };
    let alike = |group: &str| group.contains(typed) && group.contains(known);
    if ALIKE.iter().any(|group| alike(group))
        || DOTS.iter().any(|group| alike(group))
        || ROWS.iter().any(|row| near(row))
    {
        NEARBY
    } else {
        SLIP
    }
}

fn extra(letters: &[char], at: usize) -> u32 {
    match letters[at] {
        c if at > 0 && letters[at - 1] == c => DOUBLED,
        'ا' | 'و' | 'ي' | 'a' | 'e' | 'i' | 'o' | 'u' => VOWEL,
        _ => SLIP,
    }
}

/// What each kind of slip costs.
trait Costs {
    fn replacing(typed: char, known: char) -> u32;
    fn extra(letters: &[char], at: usize) -> u32;
    const SWAPPED: u32;
}

/// Every slip is one, which is quick to tell.
struct Count;
/// Likely slips are cheaper.
struct Likelihood;

impl Costs for Count {
    fn replacing(_: char, _: char) -> u32 {
        1
    }
    fn extra(_: &[char], _: usize) -> u32 {
        1
    }
    const SWAPPED: u32 = 1;
}

impl Costs for Likelihood {
    fn replacing(typed: char, known: char) -> u32 {
        replacing(typed, known)
    }
    fn extra(letters: &[char], at: usize) -> u32 {
        extra(letters, at)
    }
    const SWAPPED: u32 = SWAPPED;
}

/// The cheapest way from one word to the other by letters left out, added, replaced or swapped
/// with their neighbour (optimal string alignment).
fn align<C: Costs>(typed: &[char], known: &[char]) -> u32 {
    let width = known.len() + 1;
    let mut cost = vec![0_u32; (typed.len() + 1) * width];
    for at in 1..=typed.len() {
        cost[at * width] = cost[(at - 1) * width] + C::extra(typed, at - 1);
    }
    for at in 1..=known.len() {
        cost[at] = cost[at - 1] + C::extra(known, at - 1);
    }
    for row in 1..=typed.len() {
        for column in 1..=known.len() {
            let (a, b) = (typed[row - 1], known[column - 1]);
            let mut best = cost[(row - 1) * width + column - 1] + if a == b { 0 } else { C::replacing(a, b) };
            best = best.min(cost[(row - 1) * width + column] + C::extra(typed, row - 1));
            best = best.min(cost[row * width + column - 1] + C::extra(known, column - 1));
            if row > 1 && column > 1 && a != b && a == known[column - 2] && typed[row - 2] == b {
                best = best.min(cost[(row - 2) * width + column - 2] + C::SWAPPED);
            }
            cost[row * width + column] = best;
        }
    }
    cost[typed.len() * width + known.len()]
}

/// How far two words are apart, in tenths of a slip; `None` for more than two slips of any kind.
pub fn distance(typed: &str, known: &str) -> Option<u32> {
    let (typed, known): (Vec<char>, Vec<char>) = (typed.chars().collect(), known.chars().collect());
    let near = typed.len().abs_diff(known.len()) <= 2 && align::<Count>(&typed, &known) <= 2;
    near.then(|| align::<Likelihood>(&typed, &known))
}

/// How much a word of this length may be off. Short words have too many neighbours; but a word
/// of three letters may be one of four that lost one.
pub fn allowance(typed: &str, known: &str) -> u32 {
    match (typed.chars().count(), known.chars().count()) {
        (0..=2, _) => 0,
        (3, 0..=3) => NEARBY,
        (3..=5, _) => SLIP,
        _ => 2 * SLIP,
    }
}

/// The word with up to so many letters left out. Two words that are near each other have one
/// of these in common, so neighbours are found by equality, which an index can do.
pub fn deletions(word: &str) -> Vec<String> {
    // Three letters less one are two, which half the vocabulary shares; but swapped and replaced
    // letters of a short word are found no other way.
    let depth = match word.chars().count() {
        0..=2 => 0,
        3..=5 => 1,
        6..=14 => 2,
        _ => 1,
    };
    let mut all = vec![word.to_owned()];
    let mut from = 0;
    for _ in 0..depth {
        let to = all.len();
        for at in from..to {
            let shorter: Vec<String> = {
                let letters: Vec<char> = all[at].chars().collect();
                (0..letters.len())
                    .map(|skip| {
                        letters.iter().enumerate().filter(|(i, _)| *i != skip).map(|(_, c)| *c).collect()
                    })
                    .collect()
            };
            all.extend(shorter);
        }
        from = to;
    }
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swapped_letters_are_one_slip() {
        assert_eq!(distance("مبرخه", "مبخره"), Some(SWAPPED));
        assert!(distance("مبرخه", "مبخره") < distance("مبرخه", "مبرده"));
    }

    #[test]
    fn a_likely_slip_costs_less_than_an_unlikely_one() {
        assert!(distance("قهوو", "قهو") < distance("قهوم", "قهو"));
        assert!(distance("صكر", "سكر") < distance("مكر", "سكر"));
        assert_eq!(distance("سكر", "سكر"), Some(0));
        assert_eq!(distance("سكر", "قهوه"), None);
    }

    #[test]
    fn near_words_share_a_deletion() {
        for (typed, known) in
            [("مبرخه", "مبخره"), ("زعفرن", "زعفران"), ("شوكلاطه", "شوكولاته"), ("bunarra", "bunara")]
        {
            let known = deletions(known);
            assert!(deletions(typed).iter().any(|shape| known.contains(shape)), "{typed}");
        }
    }
}

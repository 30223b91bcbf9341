//! Distance between a typed word and a known one, weighted by how likely the mistakes are.

/// Costs are integers in tenths, so that they compare exactly.
pub const SLIP: u32 = 10;
const SWAPPED: u32 = 8;
const NEARBY: u32 = 6;
const DOUBLED: u32 = 5;
const VOWEL: u32 = 7;

/// Letters that sound alike and are confused by ear.
const ALIKE: [&str; 10] = ["سصث", "تطث", "دضذ", "زظذض", "ضظ", "قكغجg", "حهخ", "اعه", "ckq", "sz"];
/// Rows of the Arabic and Latin keyboards: neighbouring keys are hit by mistake.
const ROWS: [&str; 6] = ["ضصثقفغعهخحجد", "شسيبلاتنمكط", "يءؤرلىهوزظ", "qwertyuiop", "asdfghjkl", "zxcvbnm"];

/// Letters that differ only in their dots.
const DOTS: [&str; 8] = ["بتثني", "جحخ", "دذ", "رز", "سش", "صض", "طظ", "عغ"];

fn replacing(typed: char, known: char) -> u32 {
    let near = |row: &str| {
        let position = |wanted| row.chars().position(|c| c == wanted);
        matches!((position(typed), position(known)), (Some(one), Some(other)) if one.abs_diff(other) == 1)
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

fn extra(letters: &[char], index: usize) -> u32 {
    match letters[index] {
        c if index > 0 && letters[index - 1] == c => DOUBLED,
        'ا' | 'و' | 'ي' | 'a' | 'e' | 'i' | 'o' | 'u' => VOWEL,
        _ => SLIP,
    }
}

/// Cost of each kind of mistake.
trait Costs {
    fn replacing(typed: char, known: char) -> u32;
    fn extra(letters: &[char], index: usize) -> u32;
    const SWAPPED: u32;
}

/// Every mistake costs one: fast to compute.
struct Count;
/// Likely mistakes cost less.
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
    fn extra(letters: &[char], index: usize) -> u32 {
        extra(letters, index)
    }
    const SWAPPED: u32 = SWAPPED;
}

/// The lowest cost to turn one word into the other by deleting, adding, replacing or swapping adjacent letters
/// (optimal string alignment).
fn align<C: Costs>(typed: &[char], known: &[char]) -> u32 {
    let width = known.len() + 1;
    let mut cost = vec![0_u32; (typed.len() + 1) * width];
    for index in 1..=typed.len() {
        cost[index * width] = cost[(index - 1) * width] + C::extra(typed, index - 1);
    }
    for index in 1..=known.len() {
        cost[index] = cost[index - 1] + C::extra(known, index - 1);
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

/// The distance of two words in tenths of a mistake; `None` for more than two mistakes.
pub fn distance(typed: &str, known: &str) -> Option<u32> {
    let (typed, known): (Vec<char>, Vec<char>) = (typed.chars().collect(), known.chars().collect());
    let near = typed.len().abs_diff(known.len()) <= 2 && align::<Count>(&typed, &known) <= 2;
    near.then(|| align::<Likelihood>(&typed, &known))
}

/// The allowed distance for words of these lengths. Short words have too many neighbours; but a word of three
/// letters may be one of four with a letter missing.
pub fn allowance(typed: &str, known: &str) -> u32 {
    match (typed.chars().count(), known.chars().count()) {
        (0..=2, _) => 0,
        (3, 0..=3) => NEARBY,
        (3..=5, _) => SLIP,
        _ => 2 * SLIP,
    }
}

/// The word with up to two letters deleted. Two similar words have one of these forms in common, so that
/// neighbours are found by equality, which an index supports.
pub fn deletions(word: &str) -> Vec<String> {
    // A word of three letters gives forms of two letters, which many words share; but swapped and replaced
    // letters of a short word are found in no other way.
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
        for index in from..to {
            let shorter: Vec<String> = {
                let letters: Vec<char> = all[index].chars().collect();
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
    fn swapped_letters_are_one_mistake() {
        assert_eq!(distance("مبرخه", "مبخره"), Some(SWAPPED));
        assert!(distance("مبرخه", "مبخره") < distance("مبرخه", "مبرده"));
    }

    #[test]
    fn a_likely_mistake_costs_less_than_an_unlikely_one() {
        assert!(distance("قهوو", "قهو") < distance("قهوم", "قهو"));
        assert!(distance("صكر", "سكر") < distance("مكر", "سكر"));
        assert_eq!(distance("سكر", "سكر"), Some(0));
        assert_eq!(distance("سكر", "قهوه"), None);
    }

    #[test]
    fn similar_words_share_a_deletion() {
        for (typed, known) in
            [("مبرخه", "مبخره"), ("زعفرن", "زعفران"), ("شوكلاطه", "شوكولاته"), ("bunarra", "bunara")]
        {
            let known = deletions(known);
            assert!(deletions(typed).iter().any(|shape| known.contains(shape)), "{typed}");
        }
    }
}

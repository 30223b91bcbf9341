//! Merges two edits of one page or post that began with the same state.

use super::editor::BlockForm;

/// The words of a text beyond which changed ones are not marked: comparing takes the product of both lengths.
const MAX_MARKED_WORDS: usize = 2_000;

/// The fields of an item in a form in which equal contents are equal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    pub fields: Vec<(&'static str, String)>,
    pub blocks: Vec<BlockForm>,
}

/// Which edit a settled value is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Both have the same value.
    Both,
    Mine,
    Theirs,
}

/// A field, or a run of neighbouring blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part<T> {
    Settled { value: T, origin: Origin },
    Conflict { base: T, theirs: T, mine: T },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Choice {
    #[default]
    Mine,
    Theirs,
    Base,
    /// Mine, then theirs; only blocks.
    Both,
}

impl Choice {
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "mine" => Self::Mine,
            "theirs" => Self::Theirs,
            "base" => Self::Base,
            "both" => Self::Both,
            _ => return None,
        })
    }
}

/// Two edits side by side. Conflicts are numbered from 0: those of fields first, then those of blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merge {
    pub fields: Vec<(&'static str, Part<String>)>,
    pub blocks: Vec<Part<Vec<BlockForm>>>,
}

impl Merge {
    /// Without a base each difference between fields is a conflict, and the blocks that both have stand for it.
    pub fn new(base: Option<&Snapshot>, theirs: &Snapshot, mine: &Snapshot) -> Self {
        let fields = mine.fields.iter().map(|(name, mine)| {
            let value = |from: &Snapshot| -> String {
                from.fields
                    .iter()
                    .find(|(field, _)| field == name)
                    .map(|(_, value)| value.clone())
                    .unwrap_or_default()
            };
            let theirs = value(theirs);
            let part = match base {
                Some(base) => settle(value(base), theirs, mine.clone()),
                None if theirs == *mine => Part::Settled { value: theirs, origin: Origin::Both },
                None => Part::Conflict { base: String::new(), theirs, mine: mine.clone() },
            };
            (*name, part)
        });
        let common: Vec<BlockForm>;
        let base = match base {
            Some(base) => &base.blocks,
            None => {
                let matches = matches(&mine.blocks, &theirs.blocks);
                let both = mine.blocks.iter().zip(matches).filter(|(_, found)| found.is_some());
                common = both.map(|(block, _)| block.clone()).collect();
                &common
            }
        };
        Self { fields: fields.collect(), blocks: merge_blocks(base, &theirs.blocks, &mine.blocks) }
    }

    /// The state that the choices lead to; `choice` gets the number of a conflict.
    pub fn resolve(self, choice: impl Fn(usize) -> Choice) -> Snapshot {
        let mut number = 0;
        let mut next = || {
            number += 1;
            choice(number - 1)
        };
        let mut fields = Vec::new();
        for (name, part) in self.fields {
            let value = match part {
                Part::Settled { value, .. } => value,
                Part::Conflict { base, theirs, mine } => match next() {
                    Choice::Mine | Choice::Both => mine,
                    Choice::Theirs => theirs,
                    Choice::Base => base,
                },
            };
            fields.push((name, value));
        }
        let mut blocks = Vec::new();
        for part in self.blocks {
            match part {
                Part::Settled { value, .. } => blocks.extend(value),
                Part::Conflict { base, theirs, mine } => match next() {
                    Choice::Mine => blocks.extend(mine),
                    Choice::Theirs => blocks.extend(theirs),
                    Choice::Base => blocks.extend(base),
                    Choice::Both => blocks.extend(mine.into_iter().chain(theirs)),
                },
            }
        }
        Snapshot { fields, blocks }
    }
}

/// The side that changed wins; a conflict if both did.
fn settle<T: PartialEq>(base: T, theirs: T, mine: T) -> Part<T> {
    if theirs == mine {
        Part::Settled { value: mine, origin: Origin::Both }
    } else if theirs == base {
        Part::Settled { value: mine, origin: Origin::Mine }
    } else if mine == base {
        Part::Settled { value: theirs, origin: Origin::Theirs }
    } else {
        Part::Conflict { base, theirs, mine }
    }
}

/// Splits the blocks at those that all three have, and settles what is between.
fn merge_blocks(base: &[BlockForm], theirs: &[BlockForm], mine: &[BlockForm]) -> Vec<Part<Vec<BlockForm>>> {
    let in_theirs = matches(base, theirs);
    let in_mine = matches(base, mine);
    let mut parts = Vec::new();
    let (mut at, mut at_theirs, mut at_mine) = (0, 0, 0);
    // The end counts as a block that all three have.
    let shared = (0..base.len())
        .filter_map(|index| Some((index, in_theirs[index]?, in_mine[index]?)))
        .chain([(base.len(), theirs.len(), mine.len())]);
    for (next, next_theirs, next_mine) in shared {
        let run = (&base[at..next], &theirs[at_theirs..next_theirs], &mine[at_mine..next_mine]);
        parts.extend(merge_run(run.0, run.1, run.2));
        if let Some(block) = base.get(next) {
            parts.push(Part::Settled { value: vec![block.clone()], origin: Origin::Both });
        }
        (at, at_theirs, at_mine) = (next + 1, next_theirs + 1, next_mine + 1);
    }
    parts
}

/// Blocks of the same kinds are settled one by one, others as a whole.
fn merge_run(base: &[BlockForm], theirs: &[BlockForm], mine: &[BlockForm]) -> Vec<Part<Vec<BlockForm>>> {
    let kinds = |blocks: &[BlockForm]| blocks.iter().map(|block| block.kind).collect::<Vec<_>>();
    if kinds(base) == kinds(theirs) && kinds(base) == kinds(mine) {
        let blocks = base.iter().zip(theirs).zip(mine);
        let parts = blocks.map(|((base, theirs), mine)| {
            settle(vec![base.clone()], vec![theirs.clone()], vec![mine.clone()])
        });
        return parts.collect();
    }
    vec![settle(base.to_vec(), theirs.to_vec(), mine.to_vec())]
}

/// For each element the position of its partner in the longest common subsequence.
fn matches<T: PartialEq>(from: &[T], to: &[T]) -> Vec<Option<usize>> {
    let width = to.len() + 1;
    // Length of the longest common subsequence of what follows both positions.
    let mut lengths = vec![0_u16; (from.len() + 1) * width];
    for one in (0..from.len()).rev() {
        for other in (0..to.len()).rev() {
            lengths[one * width + other] = match from[one] == to[other] {
                true => lengths[(one + 1) * width + other + 1] + 1,
                false => lengths[(one + 1) * width + other].max(lengths[one * width + other + 1]),
            };
        }
    }
    let mut found = vec![None; from.len()];
    let (mut one, mut other) = (0, 0);
    while one < from.len() && other < to.len() {
        if from[one] == to[other] {
            found[one] = Some(other);
            (one, other) = (one + 1, other + 1);
        } else if lengths[(one + 1) * width + other] >= lengths[one * width + other + 1] {
            one += 1;
        } else {
            other += 1;
        }
    }
    found
}

/// Splits a text into runs of words, each with whether the base has it.
pub fn mark_changes(base: &str, text: &str) -> Vec<(String, bool)> {
    let words: Vec<&str> = text.split_inclusive(char::is_whitespace).collect();
    let base: Vec<&str> = base.split_inclusive(char::is_whitespace).map(str::trim_end).collect();
    if words.len().max(base.len()) > MAX_MARKED_WORDS {
        return vec![(text.to_owned(), false)];
    }
    let bare: Vec<&str> = words.iter().map(|word| word.trim_end()).collect();
    let mut runs: Vec<(String, bool)> = Vec::new();
    for (word, found) in words.iter().zip(matches(&bare, &base)) {
        match runs.last_mut().filter(|(_, is_changed)| *is_changed == found.is_none()) {
            Some((run, _)) => run.push_str(word),
            None => runs.push(((*word).to_owned(), found.is_none())),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn text(html: &str) -> BlockForm {
        BlockForm { kind: "text", values: BTreeMap::from([("html".to_owned(), html.to_owned())]) }
    }

    fn heading(words: &str) -> BlockForm {
        BlockForm { kind: "heading", values: BTreeMap::from([("text".to_owned(), words.to_owned())]) }
    }

    fn state(title: &str, blocks: &[BlockForm]) -> Snapshot {
        Snapshot { fields: vec![("title", title.to_owned())], blocks: blocks.to_vec() }
    }

    fn merged(base: &Snapshot, theirs: &Snapshot, mine: &Snapshot, choice: Choice) -> Snapshot {
        Merge::new(Some(base), theirs, mine).resolve(|_| choice)
    }

    #[test]
    fn edits_of_different_parts_are_both_taken() {
        let base = state("أ", &[text("1"), text("2"), text("3")]);
        let theirs = state("ب", &[text("1"), heading("جديد"), text("2"), text("3")]);
        let mine = state("أ", &[text("1"), text("2"), text("ثلاثة")]);
        let expected = state("ب", &[text("1"), heading("جديد"), text("2"), text("ثلاثة")]);
        for choice in [Choice::Mine, Choice::Theirs, Choice::Base, Choice::Both] {
            assert_eq!(merged(&base, &theirs, &mine, choice), expected, "no conflict, so no choice matters");
        }
    }

    #[test]
    fn edits_of_the_same_part_are_a_choice() {
        let base = state("أ", &[text("1"), text("2")]);
        let theirs = state("ب", &[text("واحد"), text("2")]);
        let mine = state("ج", &[text("أول"), text("2")]);
        assert_eq!(merged(&base, &theirs, &mine, Choice::Mine), mine);
        assert_eq!(merged(&base, &theirs, &mine, Choice::Theirs), theirs);
        assert_eq!(merged(&base, &theirs, &mine, Choice::Base), base);
        let both = state("ج", &[text("أول"), text("واحد"), text("2")]);
        assert_eq!(merged(&base, &theirs, &mine, Choice::Both), both);
    }

    #[test]
    fn a_removed_block_that_was_edited_is_a_conflict_and_not_lost() {
        let base = state("أ", &[text("1"), text("2")]);
        let theirs = state("أ", &[text("2")]);
        let mine = state("أ", &[text("أول"), text("2")]);
        let merge = Merge::new(Some(&base), &theirs, &mine);
        assert!(merge.blocks.contains(&Part::Conflict {
            base: vec![text("1")],
            theirs: Vec::new(),
            mine: vec![text("أول")]
        }));
    }

    #[test]
    fn without_a_base_every_difference_is_a_conflict_or_an_addition() {
        let theirs = state("ب", &[text("1"), text("واحد")]);
        let mine = state("ج", &[text("1"), text("أول"), text("2")]);
        let merge = Merge::new(None, &theirs, &mine);
        assert!(matches!(merge.fields[0].1, Part::Conflict { .. }));
        assert_eq!(merge.clone().resolve(|_| Choice::Mine), mine);
        assert_eq!(merge.resolve(|_| Choice::Theirs), theirs);
    }

    #[test]
    fn two_blocks_of_a_run_are_settled_one_by_one() {
        let base = state("أ", &[text("1"), text("2")]);
        let theirs = state("أ", &[text("واحد"), text("2 ب")]);
        let mine = state("أ", &[text("1"), text("2 ج")]);
        assert_eq!(
            merged(&base, &theirs, &mine, Choice::Mine),
            state("أ", &[text("واحد"), text("2 ج")]),
            "their first block, my second one"
        );
    }

    #[test]
    fn changed_words_are_marked() {
        let run = |text: &str, is_changed| (text.to_owned(), is_changed);
        assert_eq!(
            mark_changes("الشحن مجاني دائمًا", "الشحن سريع مجاني"),
            [run("الشحن ", false), run("سريع ", true), run("مجاني", false)]
        );
        assert_eq!(mark_changes("", ""), []);
        assert_eq!(mark_changes("", &"كلمة ".repeat(3_000)).len(), 1);
    }

    proptest::proptest! {
        /// Whatever both did: no choice makes up blocks, and equal edits are taken as they are.
        #[test]
        fn a_merge_only_has_blocks_of_its_sides(
            base in blocks(), theirs in blocks(), mine in blocks(), both in proptest::bool::ANY,
        ) {
            let (base, theirs, mine) = (state("", &base), state("", &theirs), state("", &mine));
            let choice = if both { Choice::Both } else { Choice::Mine };
            let result = merged(&base, &theirs, &mine, choice);
            for block in &result.blocks {
                assert!(theirs.blocks.contains(block) || mine.blocks.contains(block));
            }
            assert_eq!(merged(&base, &mine, &mine, choice), mine);
            assert_eq!(merged(&mine, &theirs, &mine, choice), theirs, "only they changed something");
            assert_eq!(merged(&theirs, &theirs, &mine, choice), mine, "only I changed something");
        }
    }

    fn blocks() -> impl proptest::strategy::Strategy<Value = Vec<BlockForm>> {
        use proptest::strategy::Strategy;
        proptest::collection::vec((0..3_u8, proptest::bool::ANY), 0..6).prop_map(|all| {
            let one = |(number, is_text): (u8, bool)| {
                if is_text { text(&number.to_string()) } else { heading(&number.to_string()) }
            };
            all.into_iter().map(one).collect()
        })
    }
}

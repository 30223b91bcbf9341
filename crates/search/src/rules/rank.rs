//! Ranks the products that match a query.

use std::collections::HashMap;

use super::fold::Token;
use super::query::Term;

/// The parts of a product, in the order of their lines in `search_documents.words`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    Name,
    Brand,
    Attributes,
    Categories,
    Tags,
    Summary,
}

impl Field {
    pub const ALL: [Self; 6] =
        [Self::Name, Self::Brand, Self::Attributes, Self::Categories, Self::Tags, Self::Summary];

    fn weight(self) -> f32 {
        match self {
            Self::Name => 1.0,
            Self::Brand => 0.92,
            Self::Attributes => 0.8,
            Self::Categories => 0.7,
            Self::Tags => 0.6,
            Self::Summary => 0.3,
        }
    }
}

/// One line of the indexed text: words, each with its parts after `|`, which no word contains.
pub fn line(tokens: &[Token]) -> String {
    let mut out = String::new();
    for token in tokens {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&token.text);
        for part in &token.parts {
            out.push('|');
            out.push_str(part);
        }
    }
    out
}

/// By how much a product that was chosen most for a query is lifted: enough to decide between products that match alike,
/// and too little for one that hardly matches.
pub const MAX_LIFT: f32 = 0.25;

/// Weight of a match with a part of a word, below that of the word itself.
const PART_WEIGHT: f32 = 0.85;

/// The size that a product names first, in the smallest unit of its kind, or else its first number: to order by size.
pub fn size(words: &str) -> f64 {
    let slots = words.split(['\n', ' ']).filter_map(|slot| slot.split('|').next());
    let number = |slot: &str| {
        let digits = slot.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(slot.len());
        let unit = &slot[digits..];
        let value = slot[..digits].parse::<f64>().ok()?;
        matches!(unit, "" | "g" | "ml" | "w" | "cm").then_some((unit.is_empty(), value))
    };
    // A size with its unit counts before a plain number.
    let mut numbers: Vec<(bool, f64)> = slots.filter_map(number).collect();
    numbers.sort_by_key(|(is_plain, _)| *is_plain);
    numbers.first().map_or(0.0, |(_, value)| *value)
}

pub struct Ranking<'a> {
    choices: HashMap<&'a str, Vec<(usize, f32)>>,
    weights: Vec<f32>,
}

impl<'a> Ranking<'a> {
    pub fn new(terms: &'a [Term]) -> Self {
        let mut choices: HashMap<&str, Vec<(usize, f32)>> = HashMap::new();
        for (index, term) in terms.iter().enumerate() {
            for choice in &term.choices {
                choices.entry(&choice.word).or_default().push((index, choice.worth));
            }
        }
        // A rare word says more about what the shopper wants.
        let common = |term: &Term| term.choices.iter().map(|choice| choice.documents).max().unwrap_or(0);
        let weights = terms.iter().map(|term| 1.0 / (4.0 + (1.0 + common(term) as f32).ln())).collect();
        Self { choices, weights }
    }

    /// Score of a product: about 1.0 if all words are in the name, less for each word that is in another field,
    /// is only a relative, or is missing.
    pub fn score(&self, words: &str) -> f32 {
        let mut found = vec![0.0_f32; self.weights.len()];
        let (mut slots, mut covered, mut opens, mut in_order) = (0_u16, 0.0_f32, 0.0_f32, 0_u16);
        for (field, line) in Field::ALL.into_iter().zip(words.split('\n')) {
            let mut before = None;
            for (position, slot) in line.split(' ').filter(|slot| !slot.is_empty()).enumerate() {
                let mut here: Option<(usize, f32)> = None;
                for (part, word) in slot.split('|').enumerate() {
                    for &(term, worth) in self.choices.get(word).into_iter().flatten() {
                        let worth = if part == 0 { worth } else { worth * PART_WEIGHT };
                        found[term] = found[term].max(worth * field.weight());
                        if here.is_none_or(|(_, best)| worth > best) {
                            here = Some((term, worth));
                        }
                    }
                }
                if field == Field::Name {
                    slots += 1;
                    covered += here.map_or(0.0, |(_, worth)| worth);
                    if let Some((term, worth)) = here {
                        opens = if position == 0 { worth } else { opens };
                        in_order += u16::from(before.is_some_and(|before| before + 1 == term));
                    }
                    before = here.map(|(term, _)| term);
                }
            }
        }
        let total: f32 = self.weights.iter().sum();
        let matched: f32 = found.iter().zip(&self.weights).map(|(found, weight)| found * weight).sum();
        let missing = found.iter().filter(|&&found| found == 0.0).count() as f32;
        matched / total.max(f32::EPSILON) - 0.3 * missing
            + 0.10 * covered / f32::from(slots.max(1))
            + 0.07 * opens
            + 0.02 * f32::from(in_order)
    }
}

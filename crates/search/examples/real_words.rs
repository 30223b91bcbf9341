//! Makes `data/real_words.bin` from a list of words, one on each line, with 1 for a common word and 0 for a rare one after a
//! tab: `cargo run -p search --example real_words < words.tsv > crates/search/data/real_words.bin`.

use std::collections::BTreeMap;
use std::io::{Read, Write};

use search::rules::{fold::fold, real_words::hash};

fn main() -> anyhow::Result<()> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let mut hashes: BTreeMap<u32, u32> = BTreeMap::new();
    for (word, level) in text.lines().filter_map(|line| line.split_once('\t')) {
        let word = fold(word);
        if word.chars().nth(1).is_some() && !word.contains(' ') {
            *hashes.entry(hash(&word) >> 1).or_default() |= level.parse::<u32>()?;
        }
    }
    let bytes: Vec<u8> =
        hashes.iter().flat_map(|(hash, is_common)| (hash << 1 | is_common).to_le_bytes()).collect();
    std::io::stdout().write_all(&bytes)?;
    Ok(())
}

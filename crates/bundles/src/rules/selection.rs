//! Wire format of a selection: `id/key/qty/attrs`, separated by commas.

use std::collections::BTreeMap;

use kernel::Quantity;

/// Maximum number of picks in a selection.
const MAX_PICKS: usize = 50;
/// Enough for fifty picks of variations with long names.
const MAX_LENGTH: usize = 16 * 1024;
const MAX_KEY_LENGTH: usize = 16;
const MAX_CHOICES: usize = 20;

/// One chosen item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pick {
    /// The product, or one of its variations.
    pub id: i64,
    /// Key of the bundle item.
    pub key: String,
    pub quantity: Quantity,
    /// Chosen values by attribute.
    pub choices: BTreeMap<String, String>,
}

/// Why a text is not a selection. The shop's own pages never send one of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSelection {
    #[error("more than {MAX_PICKS} picks")]
    TooMany,
    #[error("not id/key/qty/attrs")]
    Shape,
    #[error("the id is not a positive number")]
    Id,
    #[error("invalid key")]
    Key,
    #[error("the quantity is not a positive number")]
    Quantity,
    #[error("unreadable attributes")]
    Choices,
    #[error("one item was chosen in two ways")]
    DuplicateRow,
}

/// Parses a selection. An empty text is an empty selection.
pub fn parse(text: &str) -> Result<Vec<Pick>, InvalidSelection> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    if text.len() > MAX_LENGTH || text.matches(',').count() >= MAX_PICKS {
        return Err(InvalidSelection::TooMany);
    }
    merge(text.split(',').map(pick).collect::<Result<_, _>>()?)
}

fn pick(text: &str) -> Result<Pick, InvalidSelection> {
    let mut fields = text.split('/');
    let (Some(id), Some(key), Some(quantity), Some(choices), None) =
        (fields.next(), fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return Err(InvalidSelection::Shape);
    };
    let digits = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    let id = digits.then(|| id.parse().ok()).flatten().filter(|id| *id > 0).ok_or(InvalidSelection::Id)?;
    let valid = !key.is_empty()
        && key.len() <= MAX_KEY_LENGTH
        && key.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    if !valid {
        return Err(InvalidSelection::Key);
    }
    // Only ASCII digits: other digits are accepted only in text that people type.
    let plain = quantity.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let quantity = Quantity::parse(quantity).ok().filter(|quantity| plain && !quantity.is_zero());
    Ok(Pick {
        id,
        key: key.to_owned(),
        quantity: quantity.ok_or(InvalidSelection::Quantity)?,
        choices: read_choices(choices)?,
    })
}

fn read_choices(text: &str) -> Result<BTreeMap<String, String>, InvalidSelection> {
    let pairs: Vec<(String, String)> =
        serde_urlencoded::from_str(text).map_err(|_| InvalidSelection::Choices)?;
    let count = pairs.len();
    let choices: BTreeMap<_, _> = pairs.into_iter().collect();
    let named = choices.keys().all(|name| !name.is_empty());
    let readable = count <= MAX_CHOICES && choices.len() == count && named && !text.contains('\u{fffd}');
    if readable && choices.values().all(|value| !value.contains('\u{fffd}')) {
        Ok(choices)
    } else {
        Err(InvalidSelection::Choices)
    }
}

/// Adds up equal picks of the same item; different picks of one item are refused.
fn merge(picks: Vec<Pick>) -> Result<Vec<Pick>, InvalidSelection> {
    let mut merged: Vec<Pick> = Vec::with_capacity(picks.len());
    for pick in picks {
        match merged.iter_mut().find(|known| known.key == pick.key) {
            None => merged.push(pick),
            Some(known) if known.id == pick.id && known.choices == pick.choices => {
                let both = known.quantity.checked_add(pick.quantity).filter(|both| *both <= Quantity::MAX);
                known.quantity = both.ok_or(InvalidSelection::Quantity)?;
            }
            Some(_) => return Err(InvalidSelection::DuplicateRow),
        }
    }
    Ok(merged)
}

/// Serialises a selection.
pub fn write(picks: &[Pick]) -> String {
    let each = picks
        .iter()
        .map(|pick| format!("{}/{}/{}/{}", pick.id, pick.key, pick.quantity, write_choices(&pick.choices)));
    each.collect::<Vec<_>>().join(",")
}

/// Serialises chosen attribute values.
pub fn write_choices(choices: &BTreeMap<String, String>) -> String {
    serde_urlencoded::to_string(choices).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use kernel::vectors;
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Case {
        name: String,
        text: String,
        picks: Option<Vec<Fields>>,
    }

    type Fields = (i64, String, Quantity, BTreeMap<String, String>);

    #[test]
    fn selections_are_parsed_as_in_the_test_vectors() {
        let cases = vectors::<Case>("bundles/selection.json");
        assert!(cases.len() >= 25, "{}", cases.len());
        for Case { name, text, picks } in cases {
            let found = parse(&text).ok().map(|picks| {
                let each = picks.into_iter().map(|pick| (pick.id, pick.key, pick.quantity, pick.choices));
                each.collect::<Vec<_>>()
            });
            assert_eq!(found, picks, "{name}");
        }
    }

    #[test]
    fn more_than_fifty_picks_are_refused() {
        let many = |count: usize| {
            let each: Vec<String> = (0..count).map(|index| format!("1/k{index}/1/")).collect();
            parse(&each.join(","))
        };
        assert_eq!(many(50).map(|picks| picks.len()), Ok(50));
        assert_eq!(many(51), Err(InvalidSelection::TooMany));
    }

    /// Fuzz target: no text causes a panic, and a parsed selection survives a round trip.
    #[test]
    fn any_text_is_parsed_or_refused() {
        bolero::check!().with_type::<String>().for_each(|text| {
            if let Ok(picks) = parse(text) {
                assert!(picks.len() <= MAX_PICKS);
                assert_eq!(parse(&write(&picks)), Ok(picks));
            }
        });
    }

    /// The same, with texts that are almost valid.
    #[test]
    fn almost_valid_texts_are_parsed_or_refused() {
        bolero::check!().with_type::<Vec<(u8, u8, u8)>>().for_each(|seeds| {
            let fields =
                ["1", "0", "-1", "a1", "B", "", "1.5", "٢", "a=b", "a=%FF", "a=b&a=c", "7", "/", "1e3"];
            let field = |seed: u8| fields[usize::from(seed) % fields.len()];
            let each: Vec<String> = seeds
                .iter()
                .map(|(id, key, rest)| format!("{}/{}/1/{}", field(*id), field(*key), field(*rest)))
                .collect();
            if let Ok(picks) = parse(&each.join(",")) {
                assert_eq!(parse(&write(&picks)), Ok(picks));
            }
        });
    }
}

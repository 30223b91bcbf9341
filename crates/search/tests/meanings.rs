//! Reviews the shipped list of meanings.

mod support;

use std::collections::{HashMap, HashSet};

use search::fold;
use support::{Database, own_catalogue};

struct Row {
    kind: String,
    word: String,
    ways: Vec<String>,
}

async fn rows(database: &Database) -> anyhow::Result<Vec<Row>> {
    let rows: Vec<(String, String, String)> =
        sqlx::query_as("select kind, word, meaning from search_meanings").fetch_all(&database.pool).await?;
    let ways = |text: &str| text.split('،').map(fold).collect();
    Ok(rows.into_iter().map(|(kind, word, meaning)| Row { ways: ways(&meaning), kind, word }).collect())
}

#[tokio::test]
async fn the_list_is_broad_and_says_everything_once() -> anyhow::Result<()> {
    let database = Database::fresh().await?;
    let rows = rows(&database).await?;
    let count = |kind: &str| rows.iter().filter(|row| row.kind == kind).count();
    for (kind, least) in
        [("english", 300), ("dialect", 250), ("concept", 60), ("colour", 30), ("material", 30)]
    {
        assert!(count(kind) >= least, "{} words of the kind {kind}", count(kind));
    }
    let mut seen = HashSet::new();
    for row in &rows {
        assert!(seen.insert(fold(&row.word)), "{} is listed in two spellings", row.word);
        let mut ways = HashSet::new();
        for way in &row.ways {
            assert!(!way.is_empty() && way.split(' ').count() <= 4, "{}: {way}", row.word);
            assert!(ways.insert(way), "{} means {way} twice", row.word);
            assert_ne!(*way, fold(&row.word), "{} means itself", row.word);
        }
        let latin = row.word.is_ascii();
        assert!(row.kind != "english" || latin, "{} is not English", row.word);
        assert!(row.kind != "dialect" || !latin, "{} is not Arabic", row.word);
    }
    database.drop().await
}

/// A word that the shop's own names use must mean there what the list says: some product with it in its name has a word of
/// the meaning in its name too.
#[tokio::test]
async fn no_word_is_used_by_the_shop_in_another_meaning() -> anyhow::Result<()> {
    let database = Database::fresh().await?;
    let mut names: HashMap<String, HashSet<String>> = HashMap::new();
    for document in own_catalogue()?.documents {
        let folded = fold(&document.name);
        for word in folded.split(' ') {
            names.entry(word.to_owned()).or_default().extend(folded.split(' ').map(str::to_owned));
        }
    }
    for row in rows(&database).await?.iter().filter(|row| !matches!(row.kind.as_str(), "colour" | "material"))
    {
        let Some(neighbours) = names.get(&fold(&row.word)) else { continue };
        let same = row.ways.iter().any(|way| way.split(' ').any(|word| neighbours.contains(word)));
        assert!(same, "{} means {:?}, but the shop uses it for something else", row.word, row.ways);
    }
    database.drop().await
}

/// A folded word that is a filler or a number cannot name goods.
#[tokio::test]
async fn single_words_lead_to_one_way_at_least_and_owners_can_switch_them_off() -> anyhow::Result<()> {
    let database = Database::fresh().await?;
    sqlx::query("update search_meanings set meaning = '' where word = 'coffee'")
        .execute(&database.pool)
        .await?;
    let refused = sqlx::query("insert into search_meanings (word, meaning, kind) values ('x', 'y', 'other')")
        .execute(&database.pool)
        .await;
    assert!(refused.is_err());
    let off: i64 = sqlx::query_scalar("select count(*) from search_meanings where meaning = ''")
        .fetch_one(&database.pool)
        .await?;
    assert_eq!(off, 1);
    database.drop().await
}

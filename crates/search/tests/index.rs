//! Tests of the index: adding, replacing, finding and removing products.

mod support;

use kernel::ProductId;
use search::{Document, SearchResults, find, index, refresh_words, remove, suggest};
use support::Database;

fn product(id: i64, name: &str) -> Document {
    Document {
        product_id: ProductId(id),
        name: name.into(),
        brand: "Bunara".into(),
        categories: vec!["القهوة".into(), "قهوة عربية".into()],
        attributes: vec!["250 غ".into()],
        tags: vec!["ضيافة".into()],
        codes: vec![format!("DN-QA-{id}"), format!("95200004{id}")],
        summary: "مذاق المجالس".into(),
    }
}

fn ids(found: &SearchResults) -> Vec<i64> {
    found.products.iter().map(|id| id.0).collect()
}

#[tokio::test]
async fn a_product_is_found_from_the_moment_it_is_indexed_until_it_is_removed() -> anyhow::Result<()> {
    let database = Database::fresh().await?;
    let pool = &database.pool;
    let mut db = pool.acquire().await?;
    index(&mut db, &[product(11_001, "قهوة عربية شقراء"), product(11_002, "دلة نحاس")]).await?;
    assert_eq!(ids(&find(pool, "القهوه الشقراء", 0, 10).await?), [11_001]);
    assert_eq!(ids(&find(pool, "بونارا", 0, 10).await?), [11_001, 11_002]);
    assert_eq!(ids(&find(pool, "dn qa 11002", 0, 10).await?), [11_002]);
    assert_eq!(ids(&find(pool, "المجالس", 0, 10).await?).len(), 2);

    index(&mut db, &[product(11_002, "ركوة سيراميك"), product(11_002, "ركوة نحاس")]).await?;
    assert_eq!(ids(&find(pool, "ركوة نحاس", 0, 10).await?), [11_002]);

    remove(&mut db, &[ProductId(11_002)]).await?;
    // Twice: a word is deleted by the second refresh without products.
    refresh_words(&mut db).await?;
    refresh_words(&mut db).await?;
    assert_eq!(find(pool, "ركوة", 0, 10).await?, SearchResults::default());
    assert_eq!(find(pool, "DN-QA-11002", 0, 10).await?.products, []);
    let left: i64 = sqlx::query_scalar("select count(*) from search_words where word = 'ركوه'")
        .fetch_one(&mut *db)
        .await?;
    assert_eq!(left, 0);
    drop(db);
    database.drop().await
}

#[tokio::test]
async fn a_word_is_suggested_while_it_is_typed_and_corrected_when_it_is_wrong() -> anyhow::Result<()> {
    let database = Database::fresh().await?;
    let pool = &database.pool;
    let mut db = pool.acquire().await?;
    index(&mut db, &[product(11_001, "مبخرة كهربائية"), product(11_002, "دلة نحاس")]).await?;
    drop(db);
    for typed in ["مب", "مبخ", "مبخرة كهر"] {
        assert_eq!(ids(&suggest(pool, typed, 5).await?).first(), Some(&11_001), "{typed}");
    }

    let found = find(pool, "مبرخه", 0, 10).await?;

    assert_eq!((ids(&found), found.corrected.as_deref()), (vec![11_001], Some("مبخرة")));
    database.drop().await
}

#[tokio::test]
async fn typed_text_is_never_executed() -> anyhow::Result<()> {
    let database = Database::fresh().await?;
    let pool = &database.pool;
    let mut db = pool.acquire().await?;
    index(&mut db, &[product(11_001, "مبخرة كهربائية")]).await?;
    drop(db);
    let long = "مبخرة ".repeat(500);
    for typed in [
        "",
        " ",
        "%",
        "_",
        "'; drop table search_words; --",
        "a:* & !b | (c",
        "\\",
        "\u{0}",
        "{1,2}",
        "ـــ",
        "ً",
        &long,
    ] {
        find(pool, typed, 0, 10).await?;
        suggest(pool, typed, 10).await?;
    }
    assert_eq!(find(pool, "مبخرة", -5, -5).await?.products, []);
    assert_eq!(ids(&find(pool, &long, 0, 10).await?), [11_001]);
    database.drop().await
}

//! Measures search quality with the judged queries of `vectors/search/judged.json` over the catalogue in the
//! same directory.

mod support;

use std::collections::BTreeMap;

use support::{Case, Catalogue, Database, cases, imported_catalogue, own_catalogue};

/// One page of results.
const PAGE_SIZE: i64 = 10;

#[tokio::test]
async fn shoppers_find_what_they_mean() -> anyhow::Result<()> {
    let catalogue = own_catalogue()?;
    assert!(catalogue.documents.len() >= 500, "{} products", catalogue.documents.len());
    let cases = cases("judged.json")?;
    assert!(cases.len() >= 100, "{} queries", cases.len());
    assert_quality(&catalogue, &cases).await
}

/// 196 queries over the 2,500 products of a shop whose data may not be distributed.
#[tokio::test]
#[ignore = "needs MATJAR_CATALOGUE, the product CSV of that shop"]
async fn shoppers_find_what_they_mean_in_an_imported_catalogue() -> anyhow::Result<()> {
    assert_quality(&imported_catalogue()?, &cases("imported.json")?).await
}

async fn assert_quality(catalogue: &Catalogue, cases: &[Case]) -> anyhow::Result<()> {
    for case in cases {
        let known = |sku: &String| catalogue.skus.values().any(|known| known == sku);
        assert!(
            !case.right.is_empty() && case.right.iter().all(known),
            "{} has unknown or no right products",
            case.query
        );
    }
    let database = Database::fresh().await?;
    let mut db = database.pool.acquire().await?;
    for batch in catalogue.documents.chunks(1000) {
        search::index(&mut db, batch).await?;
    }
    search::refresh_words(&mut db).await?;
    drop(db);

    let (mut recalled, mut first) = (0.0, 0.0);
    let mut kinds: BTreeMap<&str, (u32, u32, u32)> = BTreeMap::new();
    let started = std::time::Instant::now();
    for case in cases {
        let found = search::find(&database.pool, &case.query, 0, PAGE_SIZE).await?;
        let hits: Vec<&str> = found.products.iter().map(|id| catalogue.skus[id].as_str()).collect();
        let right = |sku: &&str| case.right.iter().any(|right| right == sku);
        let (top, any) = (hits.first().is_some_and(right), hits.iter().any(right));
        recalled += f64::from(u8::from(any));
        first += f64::from(u8::from(top));
        let (all, tops, anys) = kinds.entry(&case.kind).or_default();
        *all += 1;
        *tops += u32::from(top);
        *anys += u32::from(any);
        if !top {
            let names: Vec<&str> = found
                .products
                .iter()
                .take(4)
                .filter_map(|id| catalogue.documents.iter().find(|document| document.product_id == *id))
                .map(|document| document.name.as_str())
                .collect();
            let miss = if any { "not first" } else { "not found" };
            println!(
                "{miss}: {} ({}), total {}, {:?}: {names:?}",
                case.query, case.kind, found.total, found.corrected
            );
        }
    }
    let (recalled, first) = (recalled / cases.len() as f64, first / cases.len() as f64);
    println!("{kinds:?}");
    println!(
        "{} queries in {:?}: {recalled:.3} in the first {PAGE_SIZE}, {first:.3} first",
        cases.len(),
        started.elapsed()
    );
    database.drop().await?;
    assert!(recalled >= 0.95, "{recalled:.3} have a right product in the first {PAGE_SIZE}");
    assert!(first >= 0.90, "{first:.3} have a right product first");
    Ok(())
}

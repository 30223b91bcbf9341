//! Measures search quality with the judged queries of `vectors/search` over the catalogue in the same directory.

mod support;

use support::score::{Misses, measure};
use support::{cases, imported_catalogue, own_catalogue};

#[tokio::test]
async fn shoppers_find_what_they_mean() -> anyhow::Result<()> {
    let catalogue = own_catalogue()?;
    assert!(catalogue.documents.len() >= 500, "{} products", catalogue.documents.len());
    let cases = cases("judged.json")?;
    assert!(cases.len() >= 100, "{} queries", cases.len());
    let score = measure(&catalogue, &cases, Misses::Printed).await?;
    assert!(score.recall() >= 0.97 && score.first() >= 0.97, "{score:?}");
    Ok(())
}

/// Queries as people really type them: dialects, layouts, constraints, sentences, and what the shop does not sell.
#[tokio::test]
async fn queries_are_understood_and_what_is_not_sold_is_not_found() -> anyhow::Result<()> {
    let score = measure(&own_catalogue()?, &cases("understood.json")?, Misses::Printed).await?;
    assert!(score.recall() >= 0.9, "{score:?}");
    assert!(score.first() >= 0.9, "{score:?}");
    assert!(score.off_topic_precision() >= 0.9, "{score:?}");
    assert!(score.filters() >= 0.9, "{score:?}");
    Ok(())
}

/// 196 queries over the 2,500 products of a shop whose data may not be distributed.
#[tokio::test]
#[ignore = "needs MATJAR_CATALOGUE, the product CSV of that shop"]
async fn shoppers_find_what_they_mean_in_an_imported_catalogue() -> anyhow::Result<()> {
    let score = measure(&imported_catalogue()?, &cases("imported.json")?, Misses::Printed).await?;
    assert!(score.recall() >= 0.95 && score.first() >= 0.90, "{score:?}");
    Ok(())
}

//! Figures of published reviews. They are moved by the statements that change a review's state.

use std::collections::HashMap;

use serde::Deserialize;
use sqlx::{PgExecutor, types::Json};

/// Figures of a product's reviews, or of all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// With those that have no rating.
    pub count: i64,
    pub sum: i64,
    /// By rating, from one star to five.
    pub rated: [i64; 5],
    /// Published pictures and videos.
    pub media: i64,
}

impl Summary {
    pub fn rated_count(&self) -> i64 {
        self.rated.iter().sum()
    }

    /// With one decimal, rounded half up; `None` without a rating.
    pub fn average(&self) -> Option<String> {
        let count = self.rated_count();
        let tenths = (count > 0).then(|| (self.sum * 20 + count) / (2 * count))?;
        Some(format!("{}.{}", tenths / 10, tenths % 10))
    }

    /// The published reviews with this rating, or all.
    pub fn matching(&self, rating: Option<u8>) -> i64 {
        rating.map_or(self.count, |rating| self.rated.get(usize::from(rating) - 1).copied().unwrap_or(0))
    }

    /// Of the one scope without the other.
    pub fn without(&self, part: &Self) -> Self {
        Self {
            count: self.count - part.count,
            sum: self.sum - part.sum,
            rated: std::array::from_fn(|index| self.rated[index] - part.rated[index]),
            media: self.media - part.media,
        }
    }
}

pub async fn summary(db: impl PgExecutor<'_>, scope: i64) -> sqlx::Result<Summary> {
    Ok(summaries(db, &[scope]).await?.remove(&scope).unwrap_or_default())
}

pub async fn summaries(db: impl PgExecutor<'_>, scopes: &[i64]) -> sqlx::Result<HashMap<i64, Summary>> {
    let rows = sqlx::query!(
        "select scope, count, sum, rated_1, rated_2, rated_3, rated_4, rated_5, media
         from review_summaries where scope = any($1)",
        scopes
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let rated = [row.rated_1, row.rated_2, row.rated_3, row.rated_4, row.rated_5].map(i64::from);
            let summary = Summary { count: row.count.into(), sum: row.sum, rated, media: row.media.into() };
            (row.scope, summary)
        })
        .collect())
}

#[derive(Debug, Clone, Deserialize)]
pub struct TagCount {
    pub id: i64,
    pub label: String,
    pub count: i64,
}

/// The figures of a scope, its most used tags, and those that are selected.
pub async fn summary_with_tags(
    db: impl PgExecutor<'_>,
    scope: i64,
    selected: &[i64],
) -> sqlx::Result<(Summary, Vec<TagCount>)> {
    let row = sqlx::query!(
        r#"
        select count, sum, rated_1, rated_2, rated_3, rated_4, rated_5, media,
            coalesce((select jsonb_agg(to_jsonb(used)) from (
                select tag.id, tag.label, counted.count from review_tag_counts counted
                join review_tags tag on tag.id = counted.tag_id
                where counted.scope = $1 and (counted.count > 0 or tag.id = any($2))
                order by tag.id = any($2) desc, counted.count desc, tag.id limit 12) used), '[]')
                as "tags!: Json<Vec<TagCount>>"
        from review_summaries where scope = $1
        "#,
        scope,
        selected
    )
    .fetch_optional(db)
    .await?;
    let Some(row) = row else { return Ok(Default::default()) };
    let rated = [row.rated_1, row.rated_2, row.rated_3, row.rated_4, row.rated_5].map(i64::from);
    let summary = Summary { count: row.count.into(), sum: row.sum, rated, media: row.media.into() };
    Ok((summary, row.tags.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_average_has_one_decimal_and_is_rounded_half_up() {
        let average = |rated: [i64; 5]| {
            let sum = (1..).zip(rated).map(|(rating, count): (i64, i64)| rating * count).sum();
            Summary { count: rated.iter().sum(), sum, rated, media: 0 }.average()
        };
        assert_eq!(average([0, 0, 0, 0, 0]), None);
        assert_eq!(average([0, 0, 0, 0, 3]).as_deref(), Some("5.0"));
        assert_eq!(average([0, 0, 0, 1, 3]).as_deref(), Some("4.8"));
        assert_eq!(average([1, 0, 0, 0, 2]).as_deref(), Some("3.7"));
        assert_eq!(average([1, 1, 0, 0, 0]).as_deref(), Some("1.5"));
    }
}

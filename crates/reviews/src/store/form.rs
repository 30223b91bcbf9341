//! What the form asks for. Reads `settings`, owned by the storefront.

use edge::settings_cache::Cached;
use sqlx::{PgExecutor, PgPool, types::Json};

use crate::{
    ReviewSettings,
    rules::{Criterion, Question},
};

pub async fn settings(db: impl PgExecutor<'_>) -> sqlx::Result<ReviewSettings> {
    let value: Option<Json<ReviewSettings>> =
        sqlx::query_scalar("select value from settings where name = 'reviews'").fetch_optional(db).await?;
    Ok(value.map(|Json(settings)| settings).unwrap_or_default())
}

pub async fn shop_name(db: impl PgExecutor<'_>) -> sqlx::Result<Option<String>> {
    let name = sqlx::query_scalar!("select value ->> 'name' as name from settings where name = 'shop'")
        .fetch_optional(db)
        .await?;
    Ok(name.flatten())
}

/// Criteria and questions, in the order of the form.
#[derive(Debug, Clone, Default)]
pub struct ReviewForm {
    pub criteria: Vec<Criterion>,
    pub questions: Vec<Question>,
}

impl Cached for ReviewForm {
    const TAG: &'static str = "settings";

    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        let criteria = sqlx::query_as!(
            Criterion,
            "select id, label, is_required from review_criteria order by position, id limit 20"
        )
        .fetch_all(db)
        .await?;
        let questions = sqlx::query_as!(
            Question,
            r#"select id, label, kind = 'number' as "is_number!", is_required
               from review_questions order by position, id limit 20"#
        )
        .fetch_all(db)
        .await?;
        Ok(Self { criteria, questions })
    }
}

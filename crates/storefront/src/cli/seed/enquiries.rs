//! The demo shop's forms. Their pages are in `content.json`.

use anyhow::Context;
use chrono::{DateTime, Utc};
use enquiries::{rules::FormDefinition, service::save_form};
use serde::Deserialize;
use sqlx::PgConnection;

#[derive(Deserialize)]
pub struct FormSeed {
    name: String,
    definition: FormDefinition,
}

pub async fn put(db: &mut PgConnection, forms: &[FormSeed], now: DateTime<Utc>) -> anyhow::Result<()> {
    for form in forms {
        save_form(db, &form.name, &form.definition, "", now)
            .await
            .with_context(|| format!("form {}", form.name))?;
    }
    Ok(())
}

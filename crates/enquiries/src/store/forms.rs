//! Forms and their versions.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgExecutor, types::Json};

use crate::rules::FormDefinition;

/// A version of a form.
#[derive(Debug, Clone)]
pub struct FormVersion {
    pub form_id: i64,
    pub name: String,
    /// New enquiries are accepted.
    pub is_open: bool,
    pub version_id: i64,
    /// Counted from 1 in the form.
    pub number: i32,
    pub definition: Json<FormDefinition>,
}

/// The newest version of the form that pages know by a name.
pub async fn find_form_named(db: impl PgExecutor<'_>, name: &str) -> sqlx::Result<Option<FormVersion>> {
    sqlx::query_as!(
        FormVersion,
        r#"
        select form.id as form_id, form.name, form.is_open, version.id as version_id, version.number,
            version.definition as "definition: Json<FormDefinition>"
        from enquiry_forms form
        join enquiry_form_versions version on version.form_id = form.id and version.number = form.version
        where form.name = $1
        "#,
        name
    )
    .fetch_optional(db)
    .await
}

/// The newest version of a form.
pub async fn find_form(db: impl PgExecutor<'_>, form: i64) -> sqlx::Result<Option<FormVersion>> {
    sqlx::query_as!(
        FormVersion,
        r#"
        select form.id as form_id, form.name, form.is_open, version.id as version_id, version.number,
            version.definition as "definition: Json<FormDefinition>"
        from enquiry_forms form
        join enquiry_form_versions version on version.form_id = form.id and version.number = form.version
        where form.id = $1
        "#,
        form
    )
    .fetch_optional(db)
    .await
}

/// One version, whether or not it is the newest.
pub async fn find_version(db: impl PgExecutor<'_>, version: i64) -> sqlx::Result<Option<FormVersion>> {
    sqlx::query_as!(
        FormVersion,
        r#"
        select form.id as form_id, form.name, form.is_open, version.id as version_id, version.number,
            version.definition as "definition: Json<FormDefinition>"
        from enquiry_forms form join enquiry_form_versions version on version.form_id = form.id
        where version.id = $1
        "#,
        version
    )
    .fetch_optional(db)
    .await
}

/// A form in a list.
#[derive(Debug, Clone)]
pub struct ListedForm {
    pub id: i64,
    pub name: String,
    pub title: String,
}

/// All forms, oldest first.
pub async fn list_forms(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<ListedForm>> {
    sqlx::query_as!(
        ListedForm,
        r#"
        select form.id, form.name, version.definition ->> 'title' as "title!"
        from enquiry_forms form
        join enquiry_form_versions version on version.form_id = form.id and version.number = form.version
        order by form.id limit 200
        "#
    )
    .fetch_all(db)
    .await
}

/// Creates a form without a version, or finds it, and locks it until the transaction ends. Returns its id and the number
/// of its newest version, 0 for none.
pub async fn lock_form(db: &mut PgConnection, name: &str, now: DateTime<Utc>) -> sqlx::Result<(i64, i32)> {
    let row = sqlx::query!(
        "insert into enquiry_forms (name, created_at) values ($1, $2)
         on conflict (name) do update set name = excluded.name
         returning id, version",
        name,
        now
    )
    .fetch_one(db)
    .await?;
    Ok((row.id, row.version))
}

/// Adds a version and makes it the newest. The form is locked. Returns the version's id.
pub async fn add_version(
    db: &mut PgConnection,
    form: i64,
    number: i32,
    definition: &FormDefinition,
    saved_by: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<i64> {
    let version = sqlx::query_scalar!(
        "insert into enquiry_form_versions (form_id, number, definition, saved_by, saved_at)
         values ($1, $2, $3, $4, $5) returning id",
        form,
        number,
        Json(definition) as _,
        saved_by,
        now
    )
    .fetch_one(&mut *db)
    .await?;
    sqlx::query!("update enquiry_forms set version = $2 where id = $1", form, number).execute(db).await?;
    Ok(version)
}

//! What staff read and change.

use chrono::{DateTime, Utc};
use sqlx::{PgExecutor, types::Json};

use crate::rules::{FormDefinition, StoredValues};

/// A part of the inbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InboxState {
    Open,
    Closed,
    /// Held by a signal; not mailed.
    Spam,
}

impl InboxState {
    pub const ALL: [Self; 3] = [Self::Open, Self::Closed, Self::Spam];

    /// The name in addresses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Closed => "closed",
            Self::Spam => "spam",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Columns `is_spam` and `state`. What is held is open.
    const fn columns(self) -> (bool, &'static str) {
        match self {
            Self::Open => (false, "open"),
            Self::Closed => (false, "closed"),
            Self::Spam => (true, "open"),
        }
    }
}

/// Which enquiries a page lists.
#[derive(Debug, Clone, Default)]
pub struct InboxFilter {
    pub form: Option<i64>,
    /// In lower case.
    pub email: Option<String>,
    /// Taken care of by this member, or by nobody (0).
    pub assignee: Option<i64>,
    /// A number, or words of what was sent.
    pub words: Option<String>,
    /// Whether values that look like addresses are searched.
    pub searches_emails: bool,
}

#[derive(Debug, Clone)]
pub struct ListedEnquiry {
    pub id: i64,
    pub form_title: String,
    pub email: Option<String>,
    pub created_at: DateTime<Utc>,
    pub files: i64,
    pub assignee: Option<String>,
    /// The beginning of the longest answer that is no address.
    pub excerpt: String,
}

/// Newest first; `before` is the last one of the page before. Reads `staff`, which is `accounts`'.
pub async fn list_enquiries(
    db: impl PgExecutor<'_>,
    state: InboxState,
    filter: &InboxFilter,
    before: Option<i64>,
    limit: i64,
) -> sqlx::Result<Vec<ListedEnquiry>> {
    let (is_spam, state) = state.columns();
    sqlx::query_as!(
        ListedEnquiry,
        r#"
        select enquiry.id, version.definition ->> 'title' as "form_title!", enquiry.email, enquiry.created_at,
            (select count(*) from enquiry_files file where file.enquiry_id = enquiry.id) as "files!",
            member.name as "assignee?",
            coalesce((select left(value, 120) from jsonb_each_text(enquiry.fields) as sent (name, value)
                      where value not like '%@%' and value not like '[%'
                      order by length(value) desc, name limit 1), '') as "excerpt!"
        from enquiries enquiry join enquiry_form_versions version on version.id = enquiry.version_id
        left join staff member on member.id = enquiry.assignee_id
        where enquiry.is_spam = $1 and enquiry.state = $2 and ($3::bigint is null or enquiry.form_id = $3)
            and ($4::text is null or lower(enquiry.email) = $4) and ($5::bigint is null or enquiry.id < $5)
            and ($7::bigint is null or coalesce(enquiry.assignee_id, 0) = $7)
            and ($8::text is null or enquiry.id::text = $8 or exists (
                select from jsonb_each_text(enquiry.fields) as sent (name, value)
                where ($9 or value not like '%@%') and position(fold_search($8) in fold_search(value)) > 0))
        order by enquiry.id desc limit $6
        "#,
        is_spam,
        state,
        filter.form,
        filter.email.as_deref(),
        before,
        limit,
        filter.assignee,
        filter.words.as_deref(),
        filter.searches_emails
    )
    .fetch_all(db)
    .await
}

/// Stops counting at 1,000.
pub async fn count_enquiries(
    db: impl PgExecutor<'_>,
    state: InboxState,
    filter: &InboxFilter,
) -> sqlx::Result<i64> {
    let (is_spam, state) = state.columns();
    sqlx::query_scalar!(
        r#"
        select count(*) as "count!" from (
            select from enquiries
            where is_spam = $1 and state = $2 and ($3::bigint is null or form_id = $3)
                and ($4::text is null or lower(email) = $4)
                and ($5::bigint is null or coalesce(assignee_id, 0) = $5)
                and ($6::text is null or id::text = $6 or exists (
                    select from jsonb_each_text(fields) as sent (name, value)
                    where ($7 or value not like '%@%') and position(fold_search($6) in fold_search(value)) > 0))
            limit 1000) counted
        "#,
        is_spam,
        state,
        filter.form,
        filter.email.as_deref(),
        filter.assignee,
        filter.words.as_deref(),
        filter.searches_emails
    )
    .fetch_one(db)
    .await
}

/// An enquiry with the version of the form that was sent.
#[derive(Debug, Clone)]
pub struct OpenedEnquiry {
    pub version_id: i64,
    pub version_number: i32,
    pub definition: Json<FormDefinition>,
    pub state: String,
    pub is_spam: bool,
    pub signals: Vec<String>,
    pub fields: Json<StoredValues>,
    pub customer_id: Option<i64>,
    pub email: Option<String>,
    pub assignee_id: Option<i64>,
    pub page_url: String,
    pub created_at: DateTime<Utc>,
}

impl OpenedEnquiry {
    pub fn inbox_state(&self) -> InboxState {
        match (self.is_spam, self.state.as_str()) {
            (true, _) => InboxState::Spam,
            (false, "closed") => InboxState::Closed,
            (false, _) => InboxState::Open,
        }
    }
}

pub async fn find_enquiry(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<Option<OpenedEnquiry>> {
    sqlx::query_as!(
        OpenedEnquiry,
        r#"
        select enquiry.version_id, version.number as version_number,
            version.definition as "definition: Json<FormDefinition>", enquiry.state, enquiry.is_spam,
            enquiry.signals, enquiry.fields as "fields: Json<StoredValues>", enquiry.customer_id,
            enquiry.email, enquiry.assignee_id, enquiry.page_url, enquiry.created_at
        from enquiries enquiry join enquiry_form_versions version on version.id = enquiry.version_id
        where enquiry.id = $1
        "#,
        id
    )
    .fetch_optional(db)
    .await
}

/// Returns false if the enquiry has another state than `from` by now, or is gone.
pub async fn change_enquiry(
    db: impl PgExecutor<'_>,
    id: i64,
    (from, to): (InboxState, InboxState),
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let ((was_spam, before), (is_spam, after)) = (from.columns(), to.columns());
    let changed = sqlx::query!(
        "update enquiries
         set is_spam = $4, state = $5, closed_at = case $5 when 'closed' then $6::timestamptz end
         where id = $1 and is_spam = $2 and state = $3",
        id,
        was_spam,
        before,
        is_spam,
        after,
        now
    )
    .execute(db)
    .await?;
    Ok(changed.rows_affected() == 1)
}

pub async fn delete_enquiries(db: impl PgExecutor<'_>, ids: &[i64]) -> sqlx::Result<u64> {
    let deleted = sqlx::query!("delete from enquiries where id = any($1)", ids).execute(db).await?;
    Ok(deleted.rows_affected())
}

/// A file of an enquiry and the element it was sent with.
#[derive(Debug, Clone)]
pub struct ListedFile {
    pub file_id: i64,
    pub element_id: i32,
}

/// In the order of each element.
pub async fn list_files(db: impl PgExecutor<'_>, enquiry: i64) -> sqlx::Result<Vec<ListedFile>> {
    sqlx::query_as!(
        ListedFile,
        "select file_id, element_id from enquiry_files where enquiry_id = $1 order by element_id, position, file_id",
        enquiry
    )
    .fetch_all(db)
    .await
}

//! Queries of menus, notices and dismissals.

use chrono::{DateTime, Utc};
use kernel::CustomerId;
use sqlx::{PgExecutor, PgPool, types::Json};

use super::rules::{Menu, MenuItem, NoticeKind};

/// Everything that is shown now.
#[derive(Debug, Default)]
pub struct Site {
    menus: Vec<(String, Vec<MenuItem>)>,
    notices: Vec<Notice>,
    /// The next time at which another row becomes valid.
    pub changes_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone)]
pub struct Notice {
    pub id: i64,
    kind: String,
    pub text: String,
}

impl Site {
    pub async fn load(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<Self> {
        let menus = sqlx::query!(
            r#"select distinct on (menu) menu, items as "items: Json<Vec<MenuItem>>" from menus
               where valid_from <= $1 order by menu, valid_from desc, id desc"#,
            now
        )
        .fetch_all(db)
        .await?;
        let notices = sqlx::query_as!(
            Notice,
            "select distinct on (kind) id, kind, text from notices
             where valid_from <= $1 order by kind, valid_from desc, id desc",
            now
        )
        .fetch_all(db)
        .await?;
        let changes_at = sqlx::query_scalar!(
            "select least((select min(valid_from) from menus where valid_from > $1),
                          (select min(valid_from) from notices where valid_from > $1))",
            now
        )
        .fetch_one(db)
        .await?;
        let menus = menus.into_iter().map(|row| (row.menu, row.items.0)).collect();
        Ok(Self { menus, notices, changes_at })
    }

    /// The items of a menu; none if it is built from the categories.
    pub fn menu(&self, menu: Menu) -> &[MenuItem] {
        self.menus.iter().find(|(name, _)| name == menu.name()).map_or(&[], |(_, items)| items)
    }

    pub fn notice(&self, kind: NoticeKind) -> Option<&Notice> {
        self.notices.iter().find(|notice| notice.kind == kind.name() && !notice.text.is_empty())
    }
}

pub async fn add_menu(
    db: impl PgExecutor<'_>,
    menu: Menu,
    items: &[MenuItem],
    valid_from: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into menus (menu, items, valid_from) values ($1, $2, $3)",
        menu.name(),
        Json(items) as _,
        valid_from
    )
    .execute(db)
    .await?;
    Ok(())
}

pub async fn add_notice(
    db: impl PgExecutor<'_>,
    kind: NoticeKind,
    text: &str,
    valid_from: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into notices (kind, text, valid_from) values ($1, $2, $3)",
        kind.name(),
        text,
        valid_from
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A row that is not valid yet.
#[derive(Debug)]
pub struct Scheduled {
    pub id: i64,
    /// The name of a menu or the kind of a notice.
    pub name: String,
    /// The labels of a menu, or the text of a notice.
    pub summary: String,
    pub valid_from: DateTime<Utc>,
}

pub async fn scheduled_menus(db: impl PgExecutor<'_>, now: DateTime<Utc>) -> sqlx::Result<Vec<Scheduled>> {
    sqlx::query_as!(
        Scheduled,
        r#"select id, menu as name, valid_from,
                  coalesce((select string_agg(item ->> 'label', '، ') from jsonb_array_elements(items) as item), '')
                      as "summary!"
           from menus where valid_from > $1 order by valid_from, id limit 50"#,
        now
    )
    .fetch_all(db)
    .await
}

pub async fn scheduled_notices(db: impl PgExecutor<'_>, now: DateTime<Utc>) -> sqlx::Result<Vec<Scheduled>> {
    sqlx::query_as!(
        Scheduled,
        "select id, kind as name, text as summary, valid_from from notices
         where valid_from > $1 order by valid_from, id limit 50",
        now
    )
    .fetch_all(db)
    .await
}

/// Deletes a row that is not valid yet, and returns its menu.
pub async fn cancel_menu(db: impl PgExecutor<'_>, id: i64, now: DateTime<Utc>) -> sqlx::Result<Option<Menu>> {
    let name =
        sqlx::query_scalar!("delete from menus where id = $1 and valid_from > $2 returning menu", id, now)
            .fetch_optional(db)
            .await?;
    Ok(name.and_then(|name| Menu::parse(&name)))
}

pub async fn cancel_notice(
    db: impl PgExecutor<'_>,
    id: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<NoticeKind>> {
    let name =
        sqlx::query_scalar!("delete from notices where id = $1 and valid_from > $2 returning kind", id, now)
            .fetch_optional(db)
            .await?;
    Ok(name.and_then(|name| NoticeKind::parse(&name)))
}

/// The key of the user meta, as the platform names it.
pub const BANNER_DISMISSED: &str = "coming_soon_banner_dismissed";

pub async fn dismiss_banner(db: impl PgExecutor<'_>, customer: CustomerId) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into user_meta (customer_id, key, value) values ($1, $2, 'yes') on conflict do nothing",
        customer.0,
        BANNER_DISMISSED
    )
    .execute(db)
    .await?;
    Ok(())
}

pub async fn has_dismissed_banner(db: impl PgExecutor<'_>, customer: CustomerId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from user_meta where customer_id = $1 and key = $2 and value = 'yes') as "is!""#,
        customer.0,
        BANNER_DISMISSED
    )
    .fetch_one(db)
    .await
}

//! Lists of pages, posts, categories and redirects.

use accounts::service::{FormSession, redirect};
use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Shop, ShopZone, Visitor, audit::AuditWriter, purge, view::LinkView};
use http::StatusCode;
use kernel::{Zone, msg, text};
use serde::Deserialize;

use super::{edit_url, list_url, notice, tabs};
use crate::{
    rules::{ItemKind, redirect_path, redirect_target, slugify},
    service::{nonces, tags},
    store::{self, StaffRow},
    urls::*,
    view::*,
};

const PAGE_SIZE: i64 = 50;

#[derive(Debug, Default, Deserialize)]
pub struct ListQuery {
    #[serde(default)]
    kind: String,
    #[serde(default)]
    after: Option<i64>,
    #[serde(default)]
    notice: String,
}

pub async fn list(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(query): Fields<ListQuery>,
) -> Result<Response, AppError> {
    let kind = ItemKind::parse(&query.kind).unwrap_or(ItemKind::Page);
    let now = shop.clock.now();
    let mut rows = store::list_items(&shop.db, kind, query.after, now, PAGE_SIZE + 1).await?;
    let has_more = i64::try_from(rows.len()).unwrap_or(0) > PAGE_SIZE;
    rows.truncate(usize::try_from(PAGE_SIZE).unwrap_or(0));
    let last = rows.last().map_or(0, |row| row.id);
    let (title, new) = match kind {
        ItemKind::Page => (msg::content::STAFF_PAGES, msg::content::STAFF_NEW_PAGE),
        ItemKind::Post => (msg::content::STAFF_POSTS, msg::content::STAFF_NEW_POST),
    };
    let title = shop.messages.text(title);
    let url = list_url(kind);
    let zone = shop.settings.get::<ShopZone>().await?;
    let view = StaffContentPageView {
        title: title.clone(),
        tabs: tabs(&shop, &url).await?,
        new: LinkView::new(shop.messages.text(new), format!("{STAFF_EDIT_URL}?kind={}", kind.name())),
        rows: rows.into_iter().map(|row| row_view(&shop, &zone, row)).collect(),
        next_url: has_more.then(|| format!("{url}&after={last}")),
        notice: notice(&shop, &query.notice),
    };
    let session = FormSession::for_staff(&visitor)?;
    session.render_page(&shop, STAFF_CONTENT_URL, &title, &view, StatusCode::OK).await
}

fn row_view(shop: &Shop, zone: &Zone, row: StaffRow) -> ContentListRow {
    let state = match (row.is_public, row.next_start, row.has_draft) {
        (true, None, false) => msg::content::STATE_PUBLISHED,
        (true, Some(_), _) => msg::content::STATE_PUBLISHED_SCHEDULED,
        (true, None, true) => msg::content::STATE_PUBLISHED_DRAFT,
        (false, Some(_), _) => msg::content::STATE_SCHEDULED,
        (false, None, true) => msg::content::STATE_DRAFT,
        (false, None, false) => msg::content::STATE_HIDDEN,
    };
    ContentListRow {
        id: row.id.to_string(),
        title: row.title,
        edit_url: edit_url(row.id),
        url: row.is_public.then(|| item(&row.slug)),
        state: shop.messages.text(state),
        date: zone.date_time(row.next_start.unwrap_or(row.saved_at)),
    }
}

#[derive(Debug, Default, Deserialize)]
pub struct NoticeQuery {
    #[serde(default)]
    notice: String,
    /// The last path of the page before.
    #[serde(default)]
    after: String,
}

pub async fn categories(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(query): Fields<NoticeQuery>,
) -> Result<Response, AppError> {
    let session = FormSession::for_staff(&visitor)?;
    let now = shop.clock.now();
    let title = shop.messages.text(msg::content::STAFF_POST_CATEGORIES);
    let mut rows = Vec::new();
    for category in store::categories(&shop.db).await? {
        rows.push(CategoryFormRow {
            posts: store::count_posts(&shop.db, Some(category.id), now).await?,
            id: category.id.to_string(),
            name: category.name,
            slug: category.slug,
        });
    }
    rows.push(CategoryFormRow { id: String::new(), name: String::new(), slug: String::new(), posts: 0 });
    let view = StaffCategoriesPageView {
        title: title.clone(),
        tabs: tabs(&shop, STAFF_CATEGORIES_URL).await?,
        action: STAFF_CATEGORIES_URL.to_owned(),
        nonce: session.nonce(&shop, nonces::STAFF),
        rows,
        notice: notice(&shop, &query.notice),
    };
    session.render_page(&shop, STAFF_CATEGORIES_URL, &title, &view, StatusCode::OK).await
}

#[derive(Debug, Deserialize)]
pub struct CategoryForm {
    #[serde(default)]
    id: Option<i64>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    slug: String,
    #[serde(rename = "do")]
    action: String,
}

pub async fn change_category(
    State(shop): State<Shop>,
    audit: AuditWriter,
    Fields(form): Fields<CategoryForm>,
) -> Result<Response, AppError> {
    let name = text::clean(&form.name, 100).trim().to_owned();
    let slug = slugify(if form.slug.trim().is_empty() { &name } else { &form.slug });
    let mut tx = shop.db.begin().await?;
    let (is_done, code) = match (form.action.as_str(), form.id) {
        ("delete", Some(id)) => (store::delete_category(&mut *tx, id).await?, "deleted"),
        ("save", _) if name.is_empty() || slug.is_empty() => (false, "saved"),
        ("save", id) => (store::save_category(&mut *tx, id, &name, &slug).await?, "saved"),
        _ => return Err(AppError::BadRequest("no such action")),
    };
    if !is_done {
        return Ok(redirect(&format!("{STAFF_CATEGORIES_URL}?notice=invalid"), None));
    }
    let purges = purge::record(&mut *tx, &[tags::CATEGORIES.to_owned()]).await?;
    audit.record(&mut *tx, "post-category", &format!("{slug} {code}")).await?;
    tx.commit().await?;
    purge::announce(&shop.redis, &purges).await;
    Ok(redirect(&format!("{STAFF_CATEGORIES_URL}?notice={code}"), None))
}

pub async fn redirects(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(query): Fields<NoticeQuery>,
) -> Result<Response, AppError> {
    let session = FormSession::for_staff(&visitor)?;
    let title = shop.messages.text(msg::content::STAFF_REDIRECTS);
    let mut rows = store::list_redirects(&shop.db, &query.after, PAGE_SIZE + 1).await?;
    let has_more = i64::try_from(rows.len()).unwrap_or(0) > PAGE_SIZE;
    rows.truncate(usize::try_from(PAGE_SIZE).unwrap_or(0));
    let after = rows.last().map(|row| row.path.clone()).unwrap_or_default();
    let next = serde_urlencoded::to_string([("after", after)]).unwrap_or_default();
    let view = StaffRedirectsPageView {
        title: title.clone(),
        tabs: tabs(&shop, STAFF_REDIRECTS_URL).await?,
        action: STAFF_REDIRECTS_URL.to_owned(),
        nonce: session.nonce(&shop, nonces::STAFF),
        rows: rows.into_iter().map(|row| RedirectFormRow { from: row.path, to: row.target }).collect(),
        next_url: has_more.then(|| format!("{STAFF_REDIRECTS_URL}?{next}")),
        notice: notice(&shop, &query.notice),
    };
    session.render_page(&shop, STAFF_REDIRECTS_URL, &title, &view, StatusCode::OK).await
}

#[derive(Debug, Deserialize)]
pub struct RedirectForm {
    #[serde(default)]
    from: String,
    #[serde(default)]
    to: String,
    #[serde(rename = "do")]
    action: String,
}

pub async fn change_redirect(
    State(shop): State<Shop>,
    audit: AuditWriter,
    Fields(form): Fields<RedirectForm>,
) -> Result<Response, AppError> {
    let invalid = || redirect(&format!("{STAFF_REDIRECTS_URL}?notice=invalid"), None);
    let Some(path) = redirect_path(&form.from) else { return Ok(invalid()) };
    let mut tx = shop.db.begin().await?;
    let code = match form.action.as_str() {
        "delete" => {
            if !store::delete_redirect(&mut *tx, &path).await? {
                return Ok(invalid());
            }
            "deleted"
        }
        "save" => {
            let Some(target) = redirect_target(&form.to).filter(|target| *target != path) else {
                return Ok(invalid());
            };
            store::put_redirect(&mut tx, &path, &target, shop.clock.now()).await?;
            "saved"
        }
        _ => return Err(AppError::BadRequest("no such action")),
    };
    audit.record(&mut *tx, "redirect", &format!("{path} {code}")).await?;
    tx.commit().await?;
    Ok(redirect(&format!("{STAFF_REDIRECTS_URL}?notice={code}"), None))
}

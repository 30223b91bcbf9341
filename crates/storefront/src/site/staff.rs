//! The staff page of menus and notices. Every change is recorded in the audit log.

use accounts::{
    service::{FormSession, redirect},
    view::STAFF_SITE_URL,
};
use axum::{extract::State, response::Response};
use chrono::{DateTime, Utc};
use edge::{AppError, Fields, Shop, ShopZone, Visitor, audit::AuditWriter, purge};
use http::StatusCode;
use kernel::{Key, Zone, msg, text};
use serde::Deserialize;
use sqlx::PgConnection;

use super::{
    STAFF,
    rules::{MAX_NOTICE_CHARS, Menu, NoticeKind, menu_text, parse_menu},
    store::{self, Scheduled, Site},
    view::{ScheduledPartView, SitePageView, SitePartView},
};

/// What a form of the page changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Menu(Menu),
    Notice(NoticeKind),
}

impl Part {
    fn parse(name: &str) -> Option<Self> {
        match name.split_once(':')? {
            ("menu", name) => Menu::parse(name).map(Self::Menu),
            ("notice", name) => NoticeKind::parse(name).map(Self::Notice),
            _ => None,
        }
    }

    /// The value of the form's field, which is the cache tag as well.
    fn tag(self) -> String {
        match self {
            Self::Menu(menu) => menu.tag(),
            Self::Notice(kind) => kind.tag(),
        }
    }

    fn label(self) -> Key {
        match self {
            Self::Menu(Menu::Main) => msg::site::MENU_MAIN,
            Self::Menu(Menu::Mobile) => msg::site::MENU_MOBILE,
            Self::Menu(Menu::Service) => msg::site::MENU_SERVICE,
            Self::Menu(Menu::Footer) => msg::site::MENU_FOOTER,
            Self::Notice(NoticeKind::Store) => msg::site::NOTICE_STORE,
            Self::Notice(NoticeKind::ComingSoon) => msg::site::NOTICE_COMING_SOON,
        }
    }

    fn hint(self) -> Key {
        match self {
            Self::Menu(Menu::Main) => msg::site::HINT_MAIN,
            Self::Menu(Menu::Mobile) => msg::site::HINT_MOBILE,
            Self::Menu(Menu::Service) => msg::site::HINT_SERVICE,
            Self::Menu(Menu::Footer) => msg::site::HINT_FOOTER,
            Self::Notice(_) => msg::site::HINT_NOTICE,
        }
    }
}

#[derive(Debug, Default, Deserialize)]
pub struct PageQuery {
    #[serde(default)]
    notice: String,
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(query): Fields<PageQuery>,
) -> Result<Response, AppError> {
    let notice = match query.notice.as_str() {
        "saved" => Some(msg::site::SAVED),
        "scheduled" => Some(msg::site::SCHEDULED_SAVED),
        "cancelled" => Some(msg::site::CANCELLED),
        "not-changed" => Some(msg::site::NOT_CHANGED),
        _ => None,
    };
    render(&shop, &visitor, notice, None).await
}

/// A form that was refused, with the reason.
struct Refused<'a> {
    part: Part,
    form: &'a PartForm,
    reason: String,
}

async fn render(
    shop: &Shop,
    visitor: &Visitor,
    notice: Option<Key>,
    refused: Option<Refused<'_>>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let text = |key| shop.messages.text(key);
    let zone = shop.settings.get::<ShopZone>().await?;
    let site = Site::load(&shop.db, now).await?;
    let part = |part: Part, current: String| {
        let refused = refused.as_ref().filter(|refused| refused.part == part);
        SitePartView {
            name: part.tag(),
            label: text(part.label()),
            hint: text(part.hint()),
            text: refused.map_or(current, |refused| refused.form.text.clone()),
            valid_from: refused.map(|refused| refused.form.valid_from.clone()).unwrap_or_default(),
            error: refused.map(|refused| refused.reason.clone()),
        }
    };
    let scheduled_view = |part: Part, row: Scheduled| ScheduledPartView {
        name: part.tag(),
        id: row.id.to_string(),
        label: text(part.label()),
        summary: row.summary,
        date: zone.date_time(row.valid_from),
    };
    let menus = store::scheduled_menus(&shop.db, now).await?.into_iter();
    let notices = store::scheduled_notices(&shop.db, now).await?.into_iter();
    let menus = menus.filter_map(|row| Some(scheduled_view(Part::Menu(Menu::parse(&row.name)?), row)));
    let notices =
        notices.filter_map(|row| Some(scheduled_view(Part::Notice(NoticeKind::parse(&row.name)?), row)));
    let session = FormSession::for_staff(visitor)?;
    let view = SitePageView {
        action: STAFF_SITE_URL.to_owned(),
        nonce: session.nonce(shop, STAFF),
        notice: notice.map(text),
        menus: Menu::ALL.map(|menu| part(Part::Menu(menu), menu_text(site.menu(menu)))).to_vec(),
        notices: NoticeKind::ALL
            .map(|kind| {
                let current = site.notice(kind).map(|notice| notice.text.clone()).unwrap_or_default();
                part(Part::Notice(kind), current)
            })
            .to_vec(),
        scheduled: menus.chain(notices).collect(),
    };
    let status = if refused.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    session.render_page(shop, STAFF_SITE_URL, &text(msg::site::STAFF_TITLE), &view, status).await
}

#[derive(Debug, Deserialize)]
pub struct PartForm {
    name: String,
    #[serde(rename = "do")]
    action: String,
    #[serde(default)]
    text: String,
    /// Empty: now.
    #[serde(default)]
    valid_from: String,
    #[serde(default)]
    id: i64,
}

pub async fn change(
    State(shop): State<Shop>,
    visitor: Visitor,
    audit: AuditWriter,
    Fields(form): Fields<PartForm>,
) -> Result<Response, AppError> {
    let part = Part::parse(&form.name).ok_or(AppError::BadRequest("no such menu or notice"))?;
    let now = shop.clock.now();
    let zone = shop.settings.get::<ShopZone>().await?;
    let mut tx = shop.db.begin().await?;
    let code = match form.action.as_str() {
        "save" => {
            let saved = match valid_from(&zone, &form.valid_from, now) {
                Some(from) => save(&mut tx, part, &form.text, from).await?.map(|()| from),
                None => Err(shop.messages.text(msg::site::BAD_TIME)),
            };
            match saved {
                Ok(from) if from > now => "scheduled",
                Ok(_) => "saved",
                Err(reason) => {
                    tx.rollback().await?;
                    return render(&shop, &visitor, None, Some(Refused { part, form: &form, reason })).await;
                }
            }
        }
        "cancel" => match cancel(&mut tx, part, form.id, now).await? {
            true => "cancelled",
            false => return Ok(redirect(&format!("{STAFF_SITE_URL}?notice=not-changed"), None)),
        },
        _ => return Err(AppError::BadRequest("no such action")),
    };
    // Also for a later change: cached pages must end at its moment.
    let purges = purge::record(&mut *tx, &[part.tag()]).await?;
    audit.record(&mut *tx, "site", &format!("{} {code}", part.tag())).await?;
    tx.commit().await?;
    purge::announce(&shop.redis, &purges).await;
    Ok(redirect(&format!("{STAFF_SITE_URL}?notice={code}"), None))
}

/// The inner error is the reason in words.
async fn save(
    db: &mut PgConnection,
    part: Part,
    source: &str,
    from: DateTime<Utc>,
) -> Result<Result<(), String>, AppError> {
    match part {
        Part::Menu(menu) => match parse_menu(menu, source) {
            Ok(items) => store::add_menu(db, menu, &items, from).await?,
            Err(refusal) => return Ok(Err(kernel::Messages::arabic().text(refusal.message()))),
        },
        Part::Notice(kind) => {
            store::add_notice(db, kind, &text::clean(source, MAX_NOTICE_CHARS), from).await?;
        }
    }
    Ok(Ok(()))
}

async fn cancel(db: &mut PgConnection, part: Part, id: i64, now: DateTime<Utc>) -> sqlx::Result<bool> {
    Ok(match part {
        Part::Menu(menu) => store::cancel_menu(db, id, now).await? == Some(menu),
        Part::Notice(kind) => store::cancel_notice(db, id, now).await? == Some(kind),
    })
}

/// The time of a form's field, local to the shop. A time in the past is now: an older row would never be shown.
fn valid_from(zone: &Zone, text: &str, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    if text.trim().is_empty() {
        return Some(now);
    }
    Some(zone.parse(text)?.max(now))
}

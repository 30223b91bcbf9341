//! One cause, for staff: its settings, its template with a preview, and the versions.

use accounts::{
    service::{FormSession, redirect, with_notice},
    view::{FieldKind, FieldView, FormView, NoticeView, OptionView},
};
use axum::{extract::State, response::Response};
use edge::{AppError, Fields, PathParam, Shop, ShopZone, Visitor, audit::AuditWriter, session::StaffMember};
use http::StatusCode;
use kernel::{Key, digits, msg, text};
use serde::Deserialize;

use super::{STAFF, list::cause_url};
use crate::{
    rules::{
        Cause, MAX_BODY, MAX_BUTTON, MAX_DELAY_HOURS, MAX_SUBJECT, Part, Refusal, Template, Values, check,
        default_template, paragraphs, placeholders, render,
    },
    store::{self, CauseSettings, StoredTemplate},
    urls::STAFF_FOLLOW_UPS_URL,
    view::{CausePageView, PreviewView, TemplateEditorView, TemplateTextView, VersionView},
};

/// Versions on the page.
const MAX_VERSIONS: i64 = 50;
/// One number of products for each plural form.
const SAMPLES: [u32; 6] = [0, 1, 2, 3, 11, 100];

#[derive(Debug, Default, Deserialize)]
pub struct CauseQuery {
    #[serde(default)]
    notice: String,
}

fn notice(shop: &Shop, code: &str) -> Option<NoticeView> {
    Some(match code {
        "saved" => NoticeView::ok(msg::followups::SAVED, shop.messages),
        "template-saved" => NoticeView::ok(msg::followups::TEMPLATE_SAVED, shop.messages),
        "restored" => NoticeView::ok(msg::followups::VERSION_RESTORED, shop.messages),
        "changed" => NoticeView::error(msg::followups::CHANGED_MEANWHILE, shop.messages),
        _ => return None,
    })
}

fn parse_cause(name: &str) -> Result<Cause, AppError> {
    Cause::parse(name).ok_or(AppError::NotFound)
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    PathParam(cause): PathParam<String>,
    Fields(query): Fields<CauseQuery>,
) -> Result<Response, AppError> {
    let notice = notice(&shop, &query.notice);
    show_page(&shop, &visitor, parse_cause(&cause)?, notice, &Typed::default()).await
}

#[derive(Debug, Clone, Default, Deserialize)]
pub struct ChangeForm {
    #[serde(rename = "do")]
    action: String,
    // The settings.
    #[serde(default)]
    is_on: String,
    #[serde(default)]
    list: String,
    #[serde(default)]
    delay: String,
    // The template.
    #[serde(default)]
    subject: String,
    #[serde(default)]
    body: String,
    #[serde(default)]
    button: String,
    /// Number of the version that the form shows.
    #[serde(default)]
    base: i32,
    /// The version to restore.
    #[serde(default)]
    number: i32,
}

/// What a form contained that is shown again.
#[derive(Default)]
struct Typed {
    settings: Option<(ChangeForm, &'static str, Key)>,
    template: Option<(Template, Option<(Part, Refusal)>)>,
}

impl Typed {
    fn is_refused(&self) -> bool {
        self.settings.is_some() || matches!(self.template, Some((_, Some(_))))
    }
}

pub async fn change(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    audit: AuditWriter,
    PathParam(cause): PathParam<String>,
    Fields(form): Fields<ChangeForm>,
) -> Result<Response, AppError> {
    let cause = parse_cause(&cause)?;
    let actor = member.actor();
    let typed = match form.action.as_str() {
        "settings" => match parse_settings(&shop, cause, &form).await? {
            Ok(settings) => {
                let mut tx = shop.db.begin().await?;
                store::set_cause(&mut *tx, &settings).await?;
                let state = if settings.is_on { "on" } else { "off" };
                audit.record(&mut *tx, "follow-up-settings", &format!("{} {state}", cause.name())).await?;
                tx.commit().await?;
                return Ok(redirect(&with_notice(&cause_url(cause), "saved"), None));
            }
            Err((field, reason)) => Typed { settings: Some((form, field, reason)), template: None },
        },
        "preview" | "save" => {
            let template = Template {
                subject: text::clean_lines(&form.subject, MAX_SUBJECT + 1),
                body: text::clean_lines(&form.body, MAX_BODY + 1),
                button: text::clean(&form.button, MAX_BUTTON + 1),
            };
            match check(cause, &template) {
                Ok(()) if form.action == "save" => {
                    return save(&shop, &audit, cause, &template, form.base, &actor, "template-saved").await;
                }
                checked => Typed { settings: None, template: Some((template, checked.err())) },
            }
        }
        "restore" => {
            let template = match form.number {
                0 => default_template(cause),
                number => {
                    let found = store::find_template(&shop.db, cause, number).await?;
                    found.ok_or(AppError::NotFound)?.template()
                }
            };
            return save(&shop, &audit, cause, &template, form.base, &actor, "restored").await;
        }
        _ => return Err(AppError::BadRequest("unknown action")),
    };
    show_page(&shop, &visitor, cause, None, &typed).await
}

async fn save(
    shop: &Shop,
    audit: &AuditWriter,
    cause: Cause,
    template: &Template,
    base: i32,
    actor: &str,
    done: &str,
) -> Result<Response, AppError> {
    let mut tx = shop.db.begin().await?;
    let number = store::add_template(&mut tx, cause, template, base, actor, shop.clock.now()).await?;
    let Some(number) = number else {
        return Ok(redirect(&with_notice(&cause_url(cause), "changed"), None));
    };
    audit.record(&mut *tx, "follow-up-template", &format!("{} {number}", cause.name())).await?;
    tx.commit().await?;
    Ok(redirect(&with_notice(&cause_url(cause), done), None))
}

/// The inner error is the wrong field, and the reason.
async fn parse_settings(
    shop: &Shop,
    cause: Cause,
    form: &ChangeForm,
) -> Result<Result<CauseSettings, (&'static str, Key)>, AppError> {
    let delay = digits::fold(form.delay.trim()).parse::<i32>().ok();
    let Some(delay_hours) = delay.filter(|hours| (0..=MAX_DELAY_HOURS).contains(hours)) else {
        return Ok(Err(("delay", msg::followups::DELAY_INVALID)));
    };
    let list = match form.list.as_str() {
        "" => None,
        typed => {
            let lists = store::list_lists(&shop.db).await?;
            let found = lists.iter().find(|(id, _)| id.to_string() == typed);
            let (id, _) = found.ok_or(AppError::BadRequest("no such list"))?;
            Some(*id)
        }
    };
    let is_on = !form.is_on.is_empty();
    if is_on && list.is_none() {
        return Ok(Err(("list", msg::followups::LIST_REQUIRED)));
    }
    Ok(Ok(CauseSettings { cause, is_on, list, delay_hours }))
}

async fn show_page(
    shop: &Shop,
    visitor: &Visitor,
    cause: Cause,
    notice: Option<NoticeView>,
    typed: &Typed,
) -> Result<Response, AppError> {
    let settings = store::cause(&shop.db, cause).await?.ok_or(AppError::NotFound)?;
    let lists = store::list_lists(&shop.db).await?;
    let versions = store::list_templates(&shop.db, cause, MAX_VERSIONS).await?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let session = FormSession::for_staff(visitor)?;
    let base = versions.first().map_or(0, |version| version.number);
    let current = versions.first().map_or_else(|| default_template(cause), StoredTemplate::template);
    let (template, refused) = match &typed.template {
        Some((template, refused)) => (template.clone(), refused.as_ref()),
        None => (current, None),
    };
    let restore = |number: i32, label: Key| {
        let form = session.form(shop, &cause_url(cause), STAFF, msg::followups::RESTORE_VERSION);
        let form = form.with_hidden("do", "restore").with_hidden("base", base.to_string());
        FormView { submit: shop.messages.text(label.with("number", number)), ..form }
            .with_hidden("number", number.to_string())
    };
    let mut version_views: Vec<VersionView> = versions
        .iter()
        .map(|version| VersionView {
            title: shop.messages.text(msg::followups::VERSION.with("number", version.number)),
            saved: zone.date_time(version.saved_at),
            subject: version.subject.clone(),
            body: version.body.clone(),
            restore: (version.number != base)
                .then(|| restore(version.number, msg::followups::RESTORE_VERSION_NAMED)),
        })
        .collect();
    let original = default_template(cause);
    version_views.push(VersionView {
        title: shop.messages.text(msg::followups::VERSION_ORIGINAL),
        saved: String::new(),
        subject: original.subject,
        body: original.body,
        restore: (base != 0).then(|| restore(0, msg::followups::RESTORE_ORIGINAL)),
    });
    let shop_name = store::shop_name(&shop.db).await?.unwrap_or_default();
    let view = CausePageView {
        title: shop.messages.text(cause.label()),
        hint: shop.messages.text(cause.hint()),
        notice,
        list_url: STAFF_FOLLOW_UPS_URL.to_owned(),
        settings: settings_form(shop, &session, &settings, &lists, typed),
        previews: match refused {
            Some(_) => Vec::new(),
            None => SAMPLES.iter().filter_map(|items| preview(shop, &template, &shop_name, *items)).collect(),
        },
        editor: editor(shop, &session, cause, base, template, refused),
        versions: version_views,
    };
    let status = if typed.is_refused() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let title = view.title.clone();
    session.render_page(shop, &cause_url(cause), &title, &view, status).await
}

fn settings_form(
    shop: &Shop,
    session: &FormSession,
    settings: &CauseSettings,
    lists: &[(i64, String)],
    typed: &Typed,
) -> FormView {
    let none = OptionView { value: String::new(), label: shop.messages.text(msg::followups::NO_LIST) };
    let options = lists.iter().map(|(id, name)| OptionView { value: id.to_string(), label: name.clone() });
    let (is_on, list, delay) = match &typed.settings {
        Some((form, _, _)) => (!form.is_on.is_empty(), form.list.clone(), form.delay.clone()),
        None => (
            settings.is_on,
            settings.list.map(|list| list.to_string()).unwrap_or_default(),
            settings.delay_hours.to_string(),
        ),
    };
    let error = |name: &str| {
        let wrong = typed.settings.as_ref().filter(|(_, field, _)| *field == name);
        wrong.map(|(_, _, reason)| shop.messages.text(*reason))
    };
    let field = |name, kind, label| FieldView::new(name, kind, label, shop.messages).error(error(name));
    session
        .form(shop, &cause_url(settings.cause), STAFF, msg::followups::SAVE)
        .with_hidden("do", "settings")
        .with(
            field("is_on", FieldKind::Check, msg::followups::IS_ON)
                .value(if is_on { "1" } else { "" })
                .optional(),
        )
        .with(
            field("list", FieldKind::Select, msg::followups::LIST)
                .hint(msg::followups::LIST_HINT, shop.messages)
                .value(list)
                .options(std::iter::once(none).chain(options).collect())
                .optional()
                .half(),
        )
        .with(
            field("delay", FieldKind::Latin, msg::followups::DELAY)
                .hint(msg::followups::DELAY_HINT, shop.messages)
                .value(delay)
                .half(),
        )
}

fn editor(
    shop: &Shop,
    session: &FormSession,
    cause: Cause,
    base: i32,
    template: Template,
    refused: Option<&(Part, Refusal)>,
) -> TemplateEditorView {
    let part = |part: Part, value: String, max_length: usize| TemplateTextView {
        value,
        error: refused
            .filter(|(wrong, _)| *wrong == part)
            .map(|(_, refusal)| shop.messages.text(refusal.message(cause))),
        max_length,
    };
    let meaning = |name: &str| match name {
        "name" => msg::followups::VALUE_NAME,
        "shop" => msg::followups::VALUE_SHOP,
        "items" => msg::followups::VALUE_ITEMS,
        "product" => msg::followups::VALUE_PRODUCT,
        "products" => msg::followups::VALUE_PRODUCTS,
        "number" => msg::followups::VALUE_NUMBER,
        _ => msg::followups::VALUE_LINK,
    };
    let named = |name: &&str| (format!("{{{name}}}"), shop.messages.text(meaning(name)));
    let form = session.form(shop, &cause_url(cause), STAFF, msg::followups::SAVE);
    TemplateEditorView {
        action: form.action,
        hidden: form.hidden.into_iter().chain([("base".to_owned(), base.to_string())]).collect(),
        subject: part(Part::Subject, template.subject, MAX_SUBJECT),
        body: part(Part::Body, template.body, MAX_BODY),
        button: part(Part::Button, template.button, MAX_BUTTON),
        placeholders: placeholders(cause).iter().map(named).collect(),
        plural_sample: PLURAL_SAMPLE.to_owned(),
    }
}

const PLURAL_SAMPLE: &str = "{ PLURAL(items) ->
    [zero] لا منتجات
    [one] منتج واحد
    [two] منتجان
    [few] {items} منتجات
    [many] {items} منتجًا
   *[other] {items} منتج
}";

/// The email with sample values.
fn preview(shop: &Shop, template: &Template, shop_name: &str, items: u32) -> Option<PreviewView> {
    let sample = |key: Key| shop.messages.text(key);
    let product = sample(msg::followups::SAMPLE_PRODUCT);
    let named = items.min(3);
    let values = Values {
        name: sample(msg::followups::SAMPLE_NAME),
        shop: shop_name.to_owned(),
        items,
        product: if items == 0 { String::new() } else { product.clone() },
        products: (0..named).map(|_| product.as_str()).collect::<Vec<_>>().join("، "),
        number: "482139".to_owned(),
        link: format!("{}/ar/", shop.origin),
    };
    Some(PreviewView {
        title: shop.messages.text(msg::followups::PREVIEW_ITEMS.with("items", items)),
        subject: text::clean(&render(&template.subject, &values)?, 200),
        paragraphs: paragraphs(&render(&template.body, &values)?),
        button: render(&template.button, &values)?,
    })
}

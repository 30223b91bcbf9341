//! The affiliate's own page in the account area.

use accounts::{
    service::{FormSession, redirect, with_notice},
    view::{FieldKind, FieldView, NoticeView},
};
use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Shop, Visitor, audit::AuditWriter, session::Customer};
use http::StatusCode;
use kernel::msg;
use serde::Deserialize;

use super::{
    figures::{self, Reader},
    nonces,
};
use crate::{
    AffiliateSettings,
    rules::is_slug,
    service::{AddRefusal, new_affiliate},
    store::{self, Affiliate},
    view::*,
};

#[derive(Debug, Default, Deserialize)]
pub struct AreaQuery {
    #[serde(default)]
    notice: String,
    #[serde(default)]
    before: String,
}

/// Payouts on the page.
const MAX_PAYOUTS: i64 = 24;

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Customer(customer): Customer,
    Fields(query): Fields<AreaQuery>,
) -> Result<Response, AppError> {
    let notice = (query.notice == "joined").then(|| NoticeView::ok(msg::affiliates::JOINED, shop.messages));
    let suggestion = store::slug_suggestion(&shop.db, customer.0).await?;
    let slug = suggestion.filter(|slug| is_slug(slug)).unwrap_or_default();
    render(&shop, &visitor, customer.0, notice, &query.before, &slug, None).await
}

#[derive(Debug, Deserialize)]
pub struct JoinForm {
    #[serde(default)]
    slug: String,
}

/// A request to join. Staff approve it.
pub async fn join(
    State(shop): State<Shop>,
    visitor: Visitor,
    audit: AuditWriter,
    Customer(customer): Customer,
    Fields(form): Fields<JoinForm>,
) -> Result<Response, AppError> {
    let settings = shop.settings.get::<AffiliateSettings>().await?;
    if !settings.is_open {
        return render(&shop, &visitor, customer.0, None, "", "", None).await;
    }
    let slug = kernel::text::clean(&form.slug, 60).to_ascii_lowercase();
    let mut tx = shop.db.begin().await?;
    match new_affiliate(&mut tx, customer.0, &slug, "requested", None, shop.clock.now()).await? {
        Ok(id) => {
            audit.record(&mut *tx, "affiliate-requested", &id.to_string()).await?;
            tx.commit().await?;
            Ok(redirect(&with_notice(AFFILIATE_URL, "joined"), None))
        }
        // Sent twice.
        Err(AddRefusal::Exists) => Ok(redirect(AFFILIATE_URL, None)),
        Err(refusal) => render(&shop, &visitor, customer.0, None, "", &slug, Some(refusal)).await,
    }
}

async fn render(
    shop: &Shop,
    visitor: &Visitor,
    customer: i64,
    notice: Option<NoticeView>,
    before: &str,
    slug: &str,
    refusal: Option<AddRefusal>,
) -> Result<Response, AppError> {
    let settings = shop.settings.get::<AffiliateSettings>().await?;
    let affiliate = store::find_by_customer(&shop.db, customer).await?;
    let form_session = FormSession::for_customer(visitor)?;
    let text = |message: kernel::Message| shop.messages.text(message);
    let lead = match affiliate.as_ref().map(|affiliate| affiliate.state.as_str()) {
        Some("active") => None,
        Some("requested") => Some(text(msg::affiliates::REQUESTED.into())),
        Some(_) => Some(text(msg::affiliates::DISABLED.into())),
        None if settings.is_open => {
            let rate = text(msg::affiliates::JOIN_RATE.with("rate", settings.rate().format()));
            Some(format!("{} {rate}", text(msg::affiliates::JOIN_LEAD.into())))
        }
        None => Some(text(msg::affiliates::JOIN_CLOSED.into())),
    };
    let join = (affiliate.is_none() && settings.is_open).then(|| {
        let error = refusal.map(|refusal| shop.messages.text(refusal.message()));
        let field = FieldView::new("slug", FieldKind::Latin, msg::affiliates::JOIN_SLUG, shop.messages)
            .value(slug)
            .hint(msg::affiliates::JOIN_SLUG_HINT, shop.messages)
            .error(error);
        form_session.form(shop, AFFILIATE_URL, nonces::JOIN, msg::affiliates::JOIN).with(field)
    });
    // A disabled affiliate still sees what was earned.
    let account = match affiliate.filter(|affiliate| affiliate.state != "requested") {
        Some(affiliate) => Some(account(shop, &settings, &affiliate, before).await?),
        None => None,
    };
    let view = AffiliatePageView {
        layout: form_session.layout(shop, AFFILIATE_URL, None, notice),
        lead,
        join,
        account,
    };
    let title = view.layout.title.clone();
    let status = if refusal.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    form_session.render_page(shop, AFFILIATE_URL, &title, &view, status).await
}

async fn account(
    shop: &Shop,
    settings: &AffiliateSettings,
    affiliate: &Affiliate,
    before: &str,
) -> Result<AffiliateAccountView, AppError> {
    let figures = figures::figures(shop, settings, affiliate).await?;
    let (credits, older_url) =
        figures::credits(shop, settings, affiliate.id, before, AFFILIATE_URL, Reader::Affiliate).await?;
    let payouts = store::list_payouts(&shop.db, Some(affiliate.id), None, MAX_PAYOUTS).await?;
    let variable = edge::referral_path::VARIABLE;
    let hint = msg::affiliates::LINK_HINT
        .with("path", format!("{variable}/{}/", affiliate.slug))
        .with("campaign", "?campaign=");
    Ok(AffiliateAccountView {
        links: if affiliate.is_active() { links(shop, affiliate) } else { Vec::new() },
        link_hint: shop.messages.text(hint),
        facts: figures.facts,
        pending_hint: shop
            .messages
            .text(msg::affiliates::PENDING_HINT.with("days", i64::from(settings.hold_days))),
        visits: figures.visits,
        earnings: figures.earnings,
        credits,
        older_url,
        payouts: payouts.iter().map(|payout| figures::payout_view(shop, payout)).collect(),
    })
}

/// The two forms of a link, by name and by number.
fn links(shop: &Shop, affiliate: &Affiliate) -> Vec<ReferralLinkView> {
    let (origin, slug, variable) = (&shop.origin, &affiliate.slug, edge::referral_path::VARIABLE);
    let link = |id, label, url| ReferralLinkView { id, label: shop.messages.text(label), url };
    vec![
        link("name", msg::affiliates::LINK, format!("{origin}/ar/?{variable}={slug}")),
        link("number", msg::affiliates::LINK_BY_NUMBER, format!("{origin}/ar/?{variable}={}", affiliate.id)),
        link(
            "path",
            msg::affiliates::LINK_IN_PATH,
            format!("{origin}{}{variable}/{slug}/", cart::view::SHOP_URL),
        ),
    ]
}

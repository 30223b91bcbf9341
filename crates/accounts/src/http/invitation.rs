//! The page that the link of an invitation opens: a password, and the authenticator app.

use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Shop, Visitor, audit::AuditWriter, view::LinkView};
use http::StatusCode;
use kernel::{digits, msg};
use serde::Deserialize;
use totp_rs::Builder;

use super::{nonces, page::PasswordInput, password::shop_words, staff::codes};
use crate::{
    passwords::is_common,
    rules::{MIN_STAFF_PASSWORD_LENGTH, PasswordError, check_password},
    service::{FormSession, redirect},
    store::{self, OpenInvitation},
    view::*,
};

#[derive(Deserialize, Default)]
pub struct InvitationForm {
    #[serde(default)]
    key: String,
    #[serde(default)]
    password_1: PasswordInput,
    #[serde(default)]
    password_2: PasswordInput,
    #[serde(default)]
    code: String,
}

/// What was wrong with the form.
#[derive(Debug, Clone, Copy, Default)]
struct Mistakes {
    password: Option<PasswordError>,
    is_code_wrong: bool,
}

/// Does not use the invitation up: mail scanners open every link.
pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(form): Fields<InvitationForm>,
) -> Result<Response, AppError> {
    let session = FormSession::for_anyone(&shop, &visitor).await?;
    match store::open_invitation(&shop.db, &form.key, shop.clock.now()).await? {
        Some(invitation) => render(&shop, session, &form.key, &invitation, Mistakes::default()).await,
        None => render_ended(&shop, session).await,
    }
}

/// The address for authenticator apps, and the secret in it for those who type.
fn app_link(invitation: &OpenInvitation) -> Result<(String, String), AppError> {
    let totp = Builder::new()
        .with_secret(invitation.totp_secret.as_slice())
        .with_account_name(invitation.email.clone())
        .with_issuer(Some("Matjar"))
        .build()
        .map_err(|error| anyhow::anyhow!("TOTP: {error}"))?;
    let url = totp.to_url().map_err(|error| anyhow::anyhow!("TOTP: {error}"))?;
    let secret = url.split(['?', '&']).find_map(|part| part.strip_prefix("secret=")).unwrap_or_default();
    let groups: Vec<_> = secret.as_bytes().chunks(4).map(String::from_utf8_lossy).collect();
    let secret = groups.join(" ");
    Ok((url, secret))
}

async fn render(
    shop: &Shop,
    session: FormSession,
    key: &str,
    invitation: &OpenInvitation,
    mistakes: Mistakes,
) -> Result<Response, AppError> {
    let text = |key| shop.messages.text(key);
    let (url, secret) = app_link(invitation)?;
    let password = |name, label| {
        FieldView::new(name, FieldKind::Password, label, shop.messages).autocomplete("new-password")
    };
    let (first, second) = match mistakes.password {
        None => (None, None),
        Some(PasswordError::TooShort) => (Some(msg::accounts::STAFF_PASSWORD_RULES), None),
        Some(PasswordError::Common) => (Some(msg::accounts::PASSWORD_COMMON), None),
        Some(PasswordError::Mismatch) => (None, Some(msg::accounts::PASSWORD_MISMATCH)),
    };
    let wrong_code = mistakes.is_code_wrong.then(|| text(msg::accounts::INVITATION_CODE_WRONG));
    let mut code = FieldView::new("code", FieldKind::Latin, msg::accounts::STAFF_CODE, shop.messages)
        .autocomplete("one-time-code")
        .error(wrong_code);
    code.hint = Some(shop.messages.text(msg::accounts::INVITATION_SECRET.with("secret", secret)));
    let view = AuthPageView {
        title: text(msg::accounts::INVITATION),
        lead: Some(text(msg::accounts::INVITATION_LEAD)),
        notice: None,
        form: Some(
            session
                .form(shop, STAFF_INVITATION_URL, nonces::STAFF_INVITATION, msg::accounts::INVITATION_JOIN)
                .with_hidden("key", key)
                .with(
                    password("password_1", msg::accounts::PASSWORD_NEW)
                        .hint(msg::accounts::STAFF_PASSWORD_RULES, shop.messages)
                        .error(first.map(text)),
                )
                .with(password("password_2", msg::accounts::PASSWORD_AGAIN).error(second.map(text)))
                .with(code),
        ),
        aside: None,
        other: Some(OtherWay {
            lead: text(msg::accounts::INVITATION_PHONE),
            link: LinkView::new(text(msg::accounts::INVITATION_APP), url),
        }),
    };
    let is_wrong = mistakes.password.is_some() || mistakes.is_code_wrong;
    let status = if is_wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    session.render_page(shop, STAFF_INVITATION_URL, &text(msg::accounts::INVITATION), &view, status).await
}

/// One page for keys that were used, have expired, were taken back, or never existed.
async fn render_ended(shop: &Shop, session: FormSession) -> Result<Response, AppError> {
    let text = |key| shop.messages.text(key);
    let view = AuthPageView {
        title: text(msg::accounts::INVITATION),
        lead: None,
        notice: Some(NoticeView::error(msg::accounts::INVITATION_ENDED, shop.messages)),
        form: None,
        aside: None,
        other: None,
    };
    let title = text(msg::accounts::INVITATION);
    session.render_page(shop, STAFF_INVITATION_URL, &title, &view, StatusCode::GONE).await
}

/// Uses the invitation up and creates the account in one transaction. The code proves that the secret is in the app, and
/// is not accepted again by the sign-in.
pub async fn join(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    Fields(form): Fields<InvitationForm>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    // The nonce has proved the session of the form.
    let session = FormSession::for_customer(&visitor)?;
    let Some(invitation) = store::find_invitation(&shop.db, &form.key, now).await? else {
        return render_ended(&shop, session).await;
    };
    let password = form.password_1.as_str();
    let is_short = password.chars().count() < MIN_STAFF_PASSWORD_LENGTH;
    let [name, origin] = shop_words(&shop).await?;
    let password_error = check_password(password, form.password_2.as_str(), || {
        is_common(password, &[&invitation.email, &invitation.name, &name, &origin])
    });
    let password_error = if is_short { Some(PasswordError::TooShort) } else { password_error };
    let code = digits::fold(form.code.trim()).into_owned();
    let seconds = u64::try_from(now.timestamp()).unwrap_or(0);
    let step = codes(&invitation.totp_secret).check(&code, seconds).and_then(|step| i64::try_from(step).ok());
    let mistakes = Mistakes { password: password_error, is_code_wrong: step.is_none() };
    let Some(step) = step.filter(|_| password_error.is_none()) else {
        let open = OpenInvitation { email: invitation.email, totp_secret: invitation.totp_secret };
        return render(&shop, session, &form.key, &open, mistakes).await;
    };
    // Before the transaction: a hash takes longer than any row should be locked.
    let hash = shop.passwords.hash(form.password_1.secret()).await?;
    let mut tx = shop.db.begin().await?;
    let Some(id) = store::join(&mut tx, &invitation, &hash, step, now).await? else {
        tx.rollback().await?;
        return render_ended(&shop, session).await;
    };
    audit
        .record_as(&mut *tx, &format!("staff {id}"), "staff-joined", &format!("invitation {}", invitation.id))
        .await?;
    tx.commit().await?;
    Ok(redirect(STAFF_LOGIN_URL, None))
}

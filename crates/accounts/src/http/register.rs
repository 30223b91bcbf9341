//! Registration. The account is created when the link sent to the address is followed.

use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Shop, Visitor, audit::AuditWriter, view::LinkView};
use http::StatusCode;
use kernel::{EmailAddress, msg, text};
use serde::Deserialize;

use super::{login::audit_fingerprint, nonces};
use crate::{
    jobs::{self, EmailLinkRequest},
    service::FormSession,
    view::*,
};

#[derive(Deserialize, Default)]
pub struct RegisterForm {
    #[serde(default)]
    email: String,
    #[serde(default)]
    first_name: String,
    #[serde(default)]
    last_name: String,
}

pub async fn show(State(shop): State<Shop>, visitor: Visitor) -> Result<Response, AppError> {
    render(&shop, &visitor, &RegisterForm::default(), None, StatusCode::OK).await
}

async fn render(
    shop: &Shop,
    visitor: &Visitor,
    form: &RegisterForm,
    error: Option<String>,
    status: StatusCode,
) -> Result<Response, AppError> {
    let text = |key| shop.messages.text(key);
    let form_session = FormSession::for_anyone(shop, visitor).await?;
    let field = |name, kind, label| FieldView::new(name, kind, label, shop.messages);
    let view = AuthPageView {
        title: text(msg::accounts::REGISTER_NEW),
        lead: Some(text(msg::accounts::REGISTER_LEAD)),
        notice: None,
        form: Some(
            form_session
                .form(shop, REGISTER_URL, nonces::REGISTER, msg::accounts::REGISTER_SUBMIT)
                .with(
                    field("email", FieldKind::Email, msg::accounts::EMAIL)
                        .value(&form.email)
                        .autocomplete("email")
                        .error(error),
                )
                .with(
                    field("first_name", FieldKind::Text, msg::accounts::FIRST_NAME)
                        .value(&form.first_name)
                        .autocomplete("given-name")
                        .optional()
                        .half(),
                )
                .with(
                    field("last_name", FieldKind::Text, msg::accounts::LAST_NAME)
                        .value(&form.last_name)
                        .autocomplete("family-name")
                        .optional()
                        .half(),
                ),
        ),
        aside: None,
        other: Some(sign_in(shop)),
    };
    form_session.render_page(shop, REGISTER_URL, &text(msg::accounts::REGISTER), &view, status).await
}

fn sign_in(shop: &Shop) -> OtherWay {
    OtherWay {
        lead: shop.messages.text(msg::accounts::HAVE_ACCOUNT),
        link: LinkView::new(shop.messages.text(msg::accounts::LOGIN), ACCOUNT_URL),
    }
}

/// Does not check whether the address has an account; the job that sends the email does.
pub async fn request_link(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    Fields(form): Fields<RegisterForm>,
) -> Result<Response, AppError> {
    let Ok(email) = EmailAddress::parse(&form.email) else {
        let error = Some(shop.messages.text(msg::accounts::EMAIL_INVALID));
        let form = RegisterForm {
            email: text::clean(&form.email, 254),
            first_name: text::clean(&form.first_name, 100),
            last_name: text::clean(&form.last_name, 100),
        };
        return render(&shop, &visitor, &form, error, StatusCode::UNPROCESSABLE_ENTITY).await;
    };
    let request = EmailLinkRequest::Register {
        email: email.to_string(),
        first_name: text::clean(&form.first_name, 100),
        last_name: text::clean(&form.last_name, 100),
    };
    jobs::request_email_link(&shop, &visitor, &email.key(), request).await?;
    audit.record(&shop.db, "request-registration", &audit_fingerprint(&email.key())).await?;
    let form_session = FormSession::for_anyone(&shop, &visitor).await?;
    let view = AuthPageView {
        title: shop.messages.text(msg::accounts::REGISTER_NEW),
        lead: None,
        notice: Some(NoticeView::ok(msg::accounts::REGISTER_SENT, shop.messages)),
        form: None,
        aside: None,
        other: Some(sign_in(&shop)),
    };
    let title = shop.messages.text(msg::accounts::REGISTER);
    form_session.render_page(&shop, REGISTER_URL, &title, &view, StatusCode::OK).await
}

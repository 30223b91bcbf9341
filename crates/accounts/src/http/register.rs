//! A new account. It comes to be when its owner follows the link that was sent to the address.

use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Shop, Visitor, view::LinkView};
use http::StatusCode;
use kernel::{EmailAddress, msg, text};
use serde::Deserialize;

use super::{nonces, page::Desk};
use crate::{
    jobs::{self, Wish},
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
    draw(&shop, &visitor, &RegisterForm::default(), None, StatusCode::OK).await
}

async fn draw(
    shop: &Shop,
    visitor: &Visitor,
    form: &RegisterForm,
    error: Option<String>,
    status: StatusCode,
) -> Result<Response, AppError> {
    let text = |key| shop.messages.text(key);
    let desk = Desk::open(shop, visitor).await?;
    let field = |name, kind, label| FieldView::new(name, kind, label, shop.messages);
    let view = AuthPageView {
        title: text(msg::accounts::REGISTER_NEW),
        lead: Some(text(msg::accounts::REGISTER_LEAD)),
        notice: None,
        form: Some(
            desk.form(shop, REGISTER_URL, nonces::REGISTER, msg::accounts::REGISTER_SUBMIT)
                .with(
                    field("email", FieldKind::Email, msg::accounts::EMAIL)
                        .value(&form.email)
                        .filled_by("email")
                        .wrong(error),
                )
                .with(
                    field("first_name", FieldKind::Text, msg::accounts::FIRST_NAME)
                        .value(&form.first_name)
                        .filled_by("given-name")
                        .optional()
                        .half(),
                )
                .with(
                    field("last_name", FieldKind::Text, msg::accounts::LAST_NAME)
                        .value(&form.last_name)
                        .filled_by("family-name")
                        .optional()
                        .half(),
                ),
        ),
        aside: None,
        other: Some(sign_in(shop)),
    };
    desk.show(shop, REGISTER_URL, &text(msg::accounts::REGISTER), &view, status).await
}

fn sign_in(shop: &Shop) -> OtherWay {
    OtherWay {
        lead: shop.messages.text(msg::accounts::HAVE_ACCOUNT),
        link: LinkView::new(shop.messages.text(msg::accounts::LOGIN), ACCOUNT_URL),
    }
}

/// Whether the address has an account is found out by the job that writes to it, and told to nobody else.
pub async fn ask(
    State(shop): State<Shop>,
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
        return draw(&shop, &visitor, &form, error, StatusCode::UNPROCESSABLE_ENTITY).await;
    };
    let wish = Wish::Register {
        email: email.to_string(),
        first_name: text::clean(&form.first_name, 100),
        last_name: text::clean(&form.last_name, 100),
    };
    jobs::ask_for_link(&shop, &visitor, &email.key(), wish).await?;
    let desk = Desk::open(&shop, &visitor).await?;
    let view = AuthPageView {
        title: shop.messages.text(msg::accounts::REGISTER_NEW),
        lead: None,
        notice: Some(NoticeView::ok(msg::accounts::REGISTER_SENT, shop.messages)),
        form: None,
        aside: None,
        other: Some(sign_in(&shop)),
    };
    let title = shop.messages.text(msg::accounts::REGISTER);
    desk.show(&shop, REGISTER_URL, &title, &view, StatusCode::OK).await
}

//! How every page of the account is put together.

use axum::response::Response;
use edge::{
    AppError, Page, Shop, Visitor,
    session::{self, SetCookie, TokenHash},
    view::{LinkView, PageHead, View},
};
use http::{StatusCode, header};
use kernel::{Key, msg};
use secrecy::SecretString;
use serde::Deserialize;

use super::nonces;
use crate::{rules::LONGEST_PASSWORD, view::*};

/// A password as it was typed. Never shown, logged or sent back.
#[derive(Deserialize, Default)]
#[serde(transparent)]
pub struct Typed(String);

impl Typed {
    pub fn secret(self) -> SecretString {
        self.0.chars().take(LONGEST_PASSWORD + 1).collect::<String>().into()
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What a redirect says about what led to it. Codes only: no text comes in by an address.
#[derive(Debug, Default, Deserialize)]
pub struct Told {
    #[serde(default)]
    pub told: String,
    #[serde(default)]
    pub next: String,
}

impl Told {
    pub fn notice(&self, shop: &Shop) -> Option<NoticeView> {
        let text = match self.told.as_str() {
            "logged-out" => msg::accounts::LOGGED_OUT,
            "password" => msg::accounts::PASSWORD_SAVED,
            "registered" => msg::accounts::REGISTERED,
            "details" => msg::accounts::DETAILS_SAVED,
            "address" => msg::accounts::ADDRESS_SAVED,
            "email" => msg::accounts::EMAIL_CONFIRMED,
            "export" => msg::accounts::EXPORT_ASKED,
            "erased" => msg::accounts::ERASED,
            "erasure-waits" => msg::accounts::ERASURE_WAITS,
            _ => return None,
        };
        Some(NoticeView::ok(text, shop.messages))
    }
}

pub fn told(url: &str, code: &str) -> String {
    format!("{url}?told={code}")
}

/// A form's session: whose nonce it carries, and the cookie for somebody who had none.
pub struct Desk {
    pub token: TokenHash,
    cookie: Option<SetCookie>,
}

impl Desk {
    /// For a page that strangers may open.
    pub async fn open(shop: &Shop, visitor: &Visitor) -> Result<Self, AppError> {
        let now = shop.clock.now();
        if let Some(token) = visitor.token
            && session::is_live(&shop.db, &token, now).await?
        {
            return Ok(Self { token, cookie: None });
        }
        // A session costs a row, like a cart.
        shop.rate.pass_new_session(visitor.address).await?;
        let new = session::for_form(&shop.db, now).await?;
        Ok(Self { token: new.hash, cookie: Some(new.set_cookie()) })
    }

    /// For a page that only its owner sees; the frame has looked.
    pub fn own(visitor: &Visitor) -> Result<Self, AppError> {
        let token = visitor.token.ok_or(AppError::SignInFirst)?;
        Ok(Self { token, cookie: None })
    }

    /// For a page whose form carries no nonce.
    pub fn stranger(visitor: &Visitor) -> Self {
        Self { token: visitor.token.unwrap_or(TokenHash([0; 32])), cookie: None }
    }

    /// For a page of those who run the shop: bound to their cookie, not to a shopper's.
    pub fn staff(visitor: &Visitor) -> Result<Self, AppError> {
        Ok(Self { token: visitor.staff.ok_or(AppError::NotFound)?, cookie: None })
    }

    pub fn nonce(&self, shop: &Shop, action: &str) -> String {
        shop.nonces.session(action, "", &self.token, shop.clock.now())
    }

    pub fn form(&self, shop: &Shop, url: &str, action: &str, submit: Key) -> FormView {
        FormView::new(url, self.nonce(shop, action), submit, shop.messages)
    }

    /// Draws a page that nobody keeps.
    pub async fn show<V: View>(
        self,
        shop: &Shop,
        url: &str,
        title: &str,
        view: &V,
        status: StatusCode,
    ) -> Result<Response, AppError> {
        let head = PageHead {
            title: title.to_owned(),
            description: title.to_owned(),
            canonical_url: format!("{}{url}", shop.origin),
            no_index: true,
            image_url: None,
            structured_data: Vec::new(),
        };
        let mut response = shop.personal(&Page::new(head, view).with_status(status)).await?;
        greet(&mut response, self.cookie);
        Ok(response)
    }

    /// Hands over the cookie of somebody who had none, for a page that is drawn elsewhere.
    pub fn greet(self, response: &mut Response) {
        greet(response, self.cookie);
    }

    /// What surrounds a page of the account.
    pub fn frame(
        &self,
        shop: &Shop,
        url: &str,
        title: Option<String>,
        notice: Option<NoticeView>,
    ) -> AccountFrame {
        let place = PLACES.iter().find(|place| place.0 == url);
        let place_title = place.map(|place| shop.messages.text(place.1)).unwrap_or_default();
        let text = |key| shop.messages.text(key);
        let mut crumbs = vec![
            LinkView::new(text(msg::layout::HOME), "/ar/"),
            LinkView::new(text(msg::accounts::TITLE), ACCOUNT_URL),
        ];
        if url != ACCOUNT_URL {
            crumbs.push(LinkView::new(&place_title, url));
        }
        let title = match title {
            Some(title) => {
                crumbs.push(LinkView::new(&title, ""));
                title
            }
            None => place_title,
        };
        AccountFrame {
            title,
            crumbs,
            nav: links(shop, url),
            logout: self.form(shop, LOGOUT_URL, nonces::LOGOUT, msg::accounts::LOGOUT),
            notice,
        }
    }
}

/// The account's menu; its first entry has no hint of its own.
pub fn links(shop: &Shop, current: &str) -> Vec<AccountLink> {
    let link = |&(url, label, hint, icon): &(&'static str, Key, Key, AccountIcon)| AccountLink {
        label: shop.messages.text(label),
        hint: shop.messages.text(hint),
        url: url.to_owned(),
        icon,
        is_current: url == current,
    };
    PLACES.iter().map(link).collect()
}

pub fn greet(response: &mut Response, cookie: Option<SetCookie>) {
    if let Some(cookie) = cookie {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
}

/// On to another page, after something was done.
pub fn go(url: &str, cookie: Option<SetCookie>) -> Response {
    use axum::response::{IntoResponse, Redirect};
    let mut response = Redirect::to(url).into_response();
    greet(&mut response, cookie);
    response
}

//! The session of a form, and the layout of the account pages.

use axum::response::Response;
use edge::{
    AppError, Page, Shop, Visitor,
    session::{self, SetCookie, TokenHash},
    view::{LinkView, PageHead, View},
};
use http::{HeaderValue, StatusCode, header};
use kernel::{CustomerId, Key, msg};

use crate::{nonces, view::*};

pub fn with_notice(url: &str, code: &str) -> String {
    format!("{url}?notice={code}")
}

/// The session that a form's nonce is bound to, and the cookie to set if the session is new.
pub struct FormSession {
    pub token: TokenHash,
    cookie: Option<SetCookie>,
}

impl FormSession {
    /// For a page that guests may open. Creates a session if the visitor has none.
    pub async fn for_anyone(shop: &Shop, visitor: &Visitor) -> Result<Self, AppError> {
        Ok(Self::with_customer(shop, visitor).await?.0)
    }

    /// The same, and the customer who is signed in, by one query.
    pub async fn with_customer(
        shop: &Shop,
        visitor: &Visitor,
    ) -> Result<(Self, Option<CustomerId>), AppError> {
        let now = shop.clock.now();
        if let Some(token) = visitor.token
            && let Some(live) = session::find_live(&shop.db, &token, now).await?
        {
            return Ok((Self { token, cookie: None }, live.customer));
        }
        // A session costs a database row, so creating one is rate limited.
        shop.rate_limiter.check_new_session(visitor.address).await?;
        let new = session::create_for_form(&shop.db, now).await?;
        Ok((Self { token: new.hash, cookie: Some(new.set_cookie()) }, None))
    }

    /// For a page behind a customer policy; the pipeline has verified the session.
    pub fn for_customer(visitor: &Visitor) -> Result<Self, AppError> {
        let token = visitor.token.ok_or(AppError::SignInRequired)?;
        Ok(Self { token, cookie: None })
    }

    /// For a page whose form carries no nonce.
    pub fn without_nonce(visitor: &Visitor) -> Self {
        Self { token: visitor.token.unwrap_or(TokenHash([0; 32])), cookie: None }
    }

    /// For a staff page: bound to the staff cookie, not to the shopper's.
    pub fn for_staff(visitor: &Visitor) -> Result<Self, AppError> {
        Ok(Self { token: visitor.staff.ok_or(AppError::NotFound)?, cookie: None })
    }

    pub fn nonce(&self, shop: &Shop, action: &str) -> String {
        shop.nonces.session(action, "", &self.token, shop.clock.now())
    }

    pub fn form(&self, shop: &Shop, url: &str, action: &str, submit: Key) -> FormView {
        FormView::new(url, self.nonce(shop, action), submit, shop.messages)
    }

    /// Renders a personal page, which is never cached.
    pub async fn render_page<V: View>(
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
        let mut response = shop.personal_response(&Page::new(head, view).with_status(status)).await?;
        append_cookie(&mut response, self.cookie);
        Ok(response)
    }

    /// Sets the cookie of a new session on a response that was rendered elsewhere.
    pub fn append_cookie(self, response: &mut Response) {
        append_cookie(response, self.cookie);
    }

    /// Builds the account layout: breadcrumbs, menu, logout form and notice.
    pub fn layout(
        &self,
        shop: &Shop,
        url: &str,
        title: Option<String>,
        notice: Option<NoticeView>,
    ) -> AccountLayoutView {
        let entry = MENU.iter().find(|entry| entry.0 == url);
        let entry_title = entry.map(|entry| shop.messages.text(entry.1)).unwrap_or_default();
        let text = |key| shop.messages.text(key);
        let mut crumbs = vec![
            LinkView::new(text(msg::layout::HOME), "/ar/"),
            LinkView::new(text(msg::accounts::TITLE), ACCOUNT_URL),
        ];
        if url != ACCOUNT_URL {
            crumbs.push(LinkView::new(&entry_title, url));
        }
        let title = match title {
            Some(title) => {
                crumbs.push(LinkView::new(&title, ""));
                title
            }
            None => entry_title,
        };
        AccountLayoutView {
            title,
            crumbs,
            nav: menu_links(shop, url),
            logout: self.form(shop, LOGOUT_URL, nonces::LOGOUT, msg::accounts::LOGOUT),
            notice,
        }
    }
}

pub fn menu_links(shop: &Shop, current: &str) -> Vec<AccountLink> {
    let link = |&(url, label, hint, icon): &(&'static str, Key, Key, AccountIcon)| AccountLink {
        label: shop.messages.text(label),
        hint: shop.messages.text(hint),
        url: url.to_owned(),
        icon,
        is_current: url == current,
    };
    MENU.iter().map(link).collect()
}

pub fn append_cookie(response: &mut Response, cookie: Option<SetCookie>) {
    if let Some(cookie) = cookie {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
}

/// The same after a sign-out: the cookie ends, and the browser forgets what it holds of the shop's pages, so that «Back»
/// shows none of them. What scripts have stored stays: it is not of the account, and scans may be waiting in it.
pub fn redirect_signed_out(url: &str, cookie: &str) -> Response {
    let mut response = redirect(url, Some(session::expired_cookie(cookie)));
    response.headers_mut().insert("clear-site-data", HeaderValue::from_static("\"cache\""));
    response
}

/// Redirects with 303 after a successful POST.
pub fn redirect(url: &str, cookie: Option<SetCookie>) -> Response {
    use axum::response::{IntoResponse, Redirect};
    let mut response = Redirect::to(url).into_response();
    append_cookie(&mut response, cookie);
    response
}

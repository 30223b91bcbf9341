//! Who calls: a browser by its cookie, any other client by its `Cart-Token`, and what the headers of the answer say to it.

use ::http::{HeaderValue, Method, StatusCode, header};
use axum::{
    Json,
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
    response::{IntoResponse, Response},
};
use cart::service::Locked;
use edge::{
    AppError, Shop, Visitor,
    session::{self, SetCookie, TokenHash},
};
use kernel::CustomerId;
use serde::Serialize;

use crate::{
    envelope::ApiRefusal,
    headers::{self, CART_HASH, CART_TOKEN},
};

/// The visitor of an API request, with a session that is known to be live if it was named by a `Cart-Token`.
pub struct Caller {
    pub shop: Shop,
    pub visitor: Visitor,
    pub customer: Option<CustomerId>,
    /// The `Cart-Token` of the next request.
    token: Option<HeaderValue>,
}

/// A successful answer.
pub struct Answer {
    pub status: StatusCode,
    pub body: serde_json::Value,
    /// The hash of the cart's items.
    pub cart_hash: Option<String>,
    /// The session that this answer begins or renews, and its cookie.
    pub session: Option<TokenHash>,
    pub cookie: Option<SetCookie>,
}

impl Answer {
    pub fn new(status: StatusCode, body: &impl Serialize) -> Result<Self, AppError> {
        let body = serde_json::to_value(body).map_err(anyhow::Error::from)?;
        Ok(Self { status, body, cart_hash: None, session: None, cookie: None })
    }
}

impl<S> FromRequestParts<S> for Caller
where
    S: Send + Sync,
    Shop: FromRef<S>,
{
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, AppError> {
        let visitor = Visitor::of(&parts.extensions)?;
        let given = parts.headers.get(CART_TOKEN).cloned();
        let reads = matches!(parts.method, Method::GET | Method::HEAD);
        Self::resolve(Shop::from_ref(state), visitor, given, reads).await
    }
}

impl Caller {
    /// A token that is not live opens nothing. A reader gets another one; a request that writes has neither a token nor a
    /// nonce then.
    async fn resolve(
        shop: Shop,
        visitor: Visitor,
        given: Option<HeaderValue>,
        reads: bool,
    ) -> Result<Self, AppError> {
        let now = shop.clock.now();
        if visitor.has_cart_token {
            let is_live = match &visitor.token {
                Some(token) => session::use_cart_token(&shop.db, token, now).await?,
                None => false,
            };
            if is_live {
                return Ok(Self { shop, visitor, customer: None, token: given });
            }
            if !reads {
                return Err(ApiRefusal::missing_nonce().into());
            }
            return Self::with_new_token(shop, visitor).await;
        }
        if visitor.token.is_none() && reads {
            return Self::with_new_token(shop, visitor).await;
        }
        let customer = session::find_customer(&shop.db, &visitor, now).await?;
        Ok(Self { shop, visitor, customer: customer.map(|found| found.id), token: None })
    }

    /// A token costs a row, so an address gets only so many; without one the answer is the same empty cart.
    async fn with_new_token(shop: Shop, visitor: Visitor) -> Result<Self, AppError> {
        let anonymous = visitor.in_session(None, false);
        match shop.rate_limiter.check_new_session(anonymous.address).await {
            Ok(()) => {}
            Err(AppError::TooManyRequests { .. }) => {
                return Ok(Self { shop, visitor: anonymous, customer: None, token: None });
            }
            Err(error) => return Err(error),
        }
        let new = session::create_cart_token(&shop.db, shop.clock.now()).await?;
        let visitor = anonymous.in_session(Some(new.hash), true);
        Ok(Self { shop, visitor, customer: None, token: Some(new.header()) })
    }

    /// The same caller in the session that a change has begun.
    #[must_use]
    pub fn in_session(&self, locked: &Locked) -> Self {
        Self {
            shop: self.shop.clone(),
            visitor: self.visitor.in_session(Some(locked.token), self.visitor.has_cart_token),
            customer: self.customer,
            token: self.token.clone(),
        }
    }

    /// The same caller after a call that may have begun a session.
    #[must_use]
    pub fn after(self, answer: &Answer) -> Self {
        let Some(token) = answer.session else { return self };
        Self { visitor: self.visitor.in_session(Some(token), self.visitor.has_cart_token), ..self }
    }

    /// The same caller after its token was revoked.
    #[must_use]
    pub fn without_token(self) -> Self {
        let token = self.visitor.token.filter(|_| !self.visitor.has_cart_token);
        Self { visitor: self.visitor.in_session(token, false), token: None, ..self }
    }

    /// Replaces the token of the next request.
    pub fn set_token(&mut self, token: HeaderValue) {
        self.token = Some(token);
    }

    /// Whom the next nonce is for. A client with a token needs none, but a browser that was given one may go on without
    /// it: so the nonce is that of a visitor without a session.
    fn nonce_subject(&self, session: Option<TokenHash>) -> (Visitor, Option<TokenHash>) {
        match self.visitor.has_cart_token {
            true => (self.visitor.in_session(None, false), None),
            false => (self.visitor.clone(), session),
        }
    }

    /// The headers of this caller's answers as members of a batch have them.
    pub fn header_values(&self) -> serde_json::Value {
        let mut values = serde_json::json!({
            "Nonce": headers::nonce(&self.shop, &self.nonce_subject(None).0, None),
            "Nonce-Timestamp": self.shop.clock.now().timestamp(),
            "User-ID": u8::from(self.customer.is_some()),
        });
        if let Some(token) = self.token.as_ref().and_then(|token| token.to_str().ok()) {
            values["Cart-Token"] = token.into();
        }
        values
    }

    /// A refusal has the same headers as a success: above all the nonce of the next request.
    pub fn respond(&self, result: Result<Answer, AppError>) -> Result<Response, AppError> {
        let (mut response, answer) = match result {
            Ok(answer) => {
                let response = match answer.status {
                    StatusCode::NO_CONTENT => answer.status.into_response(),
                    status => (status, Json(&answer.body)).into_response(),
                };
                (response, Some(answer))
            }
            Err(AppError::Api(refusal)) => (refusal.into_response(), None),
            Err(error) => return Err(error),
        };
        let session = answer.as_ref().and_then(|answer| answer.session);
        let headers = response.headers_mut();
        let (visitor, session) = self.nonce_subject(session);
        headers::put_visitor(headers, &self.shop, &visitor, session.as_ref(), self.customer.is_some());
        if let Some(token) = &self.token {
            headers.insert(CART_TOKEN, token.clone());
        }
        let Some(answer) = answer else { return Ok(response) };
        let hash = answer.cart_hash.filter(|hash| !hash.is_empty());
        if let Some(hash) = hash.and_then(|hash| HeaderValue::try_from(hash).ok()) {
            headers.insert(CART_HASH, hash);
        }
        // A client with a token has no cookies.
        if let Some(cookie) = answer.cookie.filter(|_| !self.visitor.has_cart_token) {
            headers.append(header::SET_COOKIE, cookie);
        }
        Ok(response)
    }
}

//! What an endpoint accepts, derived from its policy.

use std::fmt;

use bytes::Bytes;
use chrono::TimeDelta;
use edge::{
    Policy,
    policy::{API_NONCE, BodyShape, NonceField, NonceKind, Role},
    registry::{ACTION_PATH, CALL_PATH, Location},
};
use http::Method;
use storefront::server::app;
use testkit::{BOUNDARY, UploadFile};

use super::world::{Actor, World, hash};

/// One endpoint of the registry.
#[derive(Debug, Clone)]
pub struct Target {
    pub location: Location,
    pub policy: Policy,
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.location.fmt(f)
    }
}

/// A request that is changed before it is sent.
#[derive(Debug, Clone)]
pub struct Draft {
    pub method: Method,
    pub path: String,
    pub query: Vec<(String, String)>,
    /// Of the form; without meaning where `raw` is given.
    pub fields: Vec<(String, String)>,
    pub headers: Vec<(String, String)>,
    pub raw: Option<Vec<u8>>,
    /// Added to the query as it is.
    pub raw_query: String,
    /// A file after the fields, which are then parts of the form.
    pub file: Option<Vec<u8>>,
}

impl Draft {
    pub fn uri(&self) -> String {
        let query = serde_urlencoded::to_string(&self.query).expect("a query");
        let parts: Vec<_> =
            [query, self.raw_query.clone()].into_iter().filter(|part| !part.is_empty()).collect();
        if parts.is_empty() { self.path.clone() } else { format!("{}?{}", self.path, parts.join("&")) }
    }

    pub fn body(&self) -> Bytes {
        match &self.raw {
            Some(raw) => raw.clone().into(),
            None if self.file.is_some() => self.multipart(),
            None if self.method == Method::POST => {
                serde_urlencoded::to_string(&self.fields).expect("a form").into()
            }
            None => Bytes::new(),
        }
    }

    fn multipart(&self) -> Bytes {
        let fields: Vec<_> =
            self.fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let bytes = self.file.as_deref().unwrap_or_default();
        testkit::multipart(&fields, &UploadFile { field: "cr_file", name: "a.png", kind: "image/png", bytes })
    }

    #[must_use]
    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    #[must_use]
    pub fn without_header(mut self, name: &str) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self
    }

    /// Adds to the form, or to the query of a request without a body.
    pub fn add(&mut self, name: &str, value: &str) {
        let pair = (name.to_owned(), value.to_owned());
        if self.method == Method::POST { self.fields.push(pair) } else { self.query.push(pair) }
    }

    fn value(&self, name: &str) -> String {
        let mut all = self.fields.iter().chain(&self.query);
        all.find(|(known, _)| known == name).map(|(_, value)| value.clone()).unwrap_or_default()
    }
}

/// How a nonce differs from the one that the endpoint requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrongNonce {
    Missing,
    Empty,
    Garbage,
    TooLong,
    OtherAction,
    OtherObject,
    /// Of another session, for a session nonce.
    OtherSession,
    /// A page nonce for a session nonce, and the other way round.
    OtherKind,
    /// Two windows old.
    Expired,
}

impl WrongNonce {
    pub const ALL: [Self; 9] = [
        Self::Missing,
        Self::Empty,
        Self::Garbage,
        Self::TooLong,
        Self::OtherAction,
        Self::OtherObject,
        Self::OtherSession,
        Self::OtherKind,
        Self::Expired,
    ];
}

impl Target {
    /// Every endpoint of the shop.
    pub fn all() -> Vec<Self> {
        let targets = app::endpoints().into_iter().map(|endpoint| Self {
            location: endpoint.location(),
            policy: endpoint.declared().expect("every endpoint has a policy").clone(),
        });
        targets.collect()
    }

    pub fn is_action(&self) -> bool {
        matches!(self.location, Location::Action(_) | Location::ActionField(_))
    }

    pub fn is_post(&self) -> bool {
        self.policy.methods.contains(&Method::POST)
    }

    /// Whether the body is JSON instead of a form.
    pub fn is_json(&self) -> bool {
        matches!(self.policy.body, BodyShape::Json | BodyShape::Reports)
    }

    /// Whether the body is a form with a file.
    pub fn is_upload(&self) -> bool {
        self.policy.body.has_files()
    }

    pub fn nonce(&self) -> Option<NonceField> {
        match self.policy.nonce {
            NonceKind::Page(field) | NonceKind::Session(field) => Some(field),
            NonceKind::Api => {
                Some(NonceField { field: edge::api::NONCE_HEADER, action: API_NONCE, object: "" })
            }
            NonceKind::None | NonceKind::SameOriginNavigation => None,
        }
    }

    /// The path with its patterns filled in.
    pub fn path(&self, world: &World) -> String {
        let pattern = match self.location {
            Location::Page(path)
            | Location::PageWith(path, _)
            | Location::Form(path)
            | Location::Rest(path)
            | Location::Api(_, path) => path,
            Location::WcAjax(_) => CALL_PATH,
            Location::Action(_) | Location::ActionField(_) => ACTION_PATH,
        };
        let slug = world.product.path.trim_start_matches("/ar/product/").trim_end_matches('/');
        pattern
            .replace("{slug}", slug)
            .replace("{*path}", "test/")
            .replace("{kind}", "billing")
            .replace("{key}", "k1")
            .replace("{cause}", "abandoned-cart")
            .replace("{code}", "c1")
            .replace("{number}", &world.order.0)
            .replace("{id}", &world.order.0)
            .replace("{name}", "320.webp")
    }

    /// A request that passes every check of the policy.
    pub fn draft(&self, world: &World) -> Draft {
        self.draft_of(world, Actor::with(self.policy.role))
    }

    pub fn draft_of(&self, world: &World, actor: Actor) -> Draft {
        let mut draft = self.draft_without_nonce(world);
        if let Some(field) = self.nonce() {
            let object = draft.value(field.object);
            let nonce = self.sign(world, actor, field, &object, TimeDelta::zero());
            self.put_nonce(&mut draft, field, &nonce);
        }
        draft
    }

    fn draft_without_nonce(&self, world: &World) -> Draft {
        let mut draft = Draft {
            method: self.policy.methods[0].clone(),
            path: self.path(world),
            query: Vec::new(),
            fields: Vec::new(),
            headers: vec![("sec-fetch-site".to_owned(), "same-origin".to_owned())],
            raw: None,
            raw_query: String::new(),
            file: self.is_upload().then(|| b"\x89PNG\r\n\x1a\n".to_vec()),
        };
        match self.location {
            Location::WcAjax(name) => draft.query.push(("wc-ajax".to_owned(), name.to_owned())),
            Location::Action(name) => draft.fields.push(("action".to_owned(), name.to_owned())),
            Location::ActionField(name) => draft.fields.push((name.to_owned(), "1".to_owned())),
            Location::PageWith(_, name) => draft.query.push((name.to_owned(), "1".to_owned())),
            _ => {}
        }
        if let Some(object) = self.nonce().map(|nonce| nonce.object).filter(|object| !object.is_empty())
            && draft.value(object).is_empty()
        {
            draft.add(object, "1");
        }
        // The key authorises guests to see and pay their order.
        if draft.path.contains("/order-pay/") || draft.path.contains("/order-received/") {
            draft.add("key", &world.order.1);
        }
        if self.is_json() {
            draft.raw = Some(b"{}".to_vec());
            let kind = self.policy.body.content_types()[0].to_owned();
            draft.headers.push(("content-type".to_owned(), kind));
            draft.headers.push(("idempotency-key".to_owned(), hex::encode(rand::random::<[u8; 16]>())));
        } else if self.is_upload() {
            let kind = format!("multipart/form-data; boundary={BOUNDARY}");
            draft.headers.push(("content-type".to_owned(), kind));
        } else if self.is_post() {
            let form = "application/x-www-form-urlencoded".to_owned();
            draft.headers.push(("content-type".to_owned(), form));
        }
        draft
    }

    /// The same request with a nonce that must not be accepted; `None` where the difference has no meaning.
    pub fn draft_with_wrong_nonce(&self, world: &World, wrong: WrongNonce) -> Option<Draft> {
        let mut field = self.nonce()?;
        let is_session = matches!(self.policy.nonce, NonceKind::Session(_) | NonceKind::Api);
        let actor = Actor::with(self.policy.role);
        let mut draft = self.draft_without_nonce(world);
        let object = draft.value(field.object);
        let name = field;
        let right = self.sign(world, actor, field, &object, TimeDelta::zero());
        let nonce = match wrong {
            WrongNonce::Missing => return Some(draft),
            WrongNonce::Empty => String::new(),
            WrongNonce::Garbage => "x".repeat(right.len()),
            WrongNonce::TooLong => format!("{right}0"),
            WrongNonce::OtherAction => {
                field.action = "another.action";
                self.sign(world, actor, field, &object, TimeDelta::zero())
            }
            WrongNonce::OtherObject => self.sign(world, actor, field, "another object", TimeDelta::zero()),
            WrongNonce::OtherSession if is_session => {
                self.sign(world, Actor::other(self.policy.role), field, &object, TimeDelta::zero())
            }
            WrongNonce::OtherSession => return None,
            WrongNonce::OtherKind => {
                let now = world.shop.clock().now();
                let nonces = &world.shop.shop().nonces;
                if is_session {
                    nonces.page(field.action, &object, now)
                } else {
                    nonces.session(field.action, &object, &self.token(world, actor), now)
                }
            }
            WrongNonce::Expired => self.sign(world, actor, field, &object, TimeDelta::hours(-24)),
        };
        self.put_nonce(&mut draft, name, &nonce);
        Some(draft)
    }

    fn token(&self, world: &World, actor: Actor) -> edge::session::TokenHash {
        let cookies = world.cookies(actor);
        hash(if self.policy.role == Role::Staff { cookies.staff.as_ref() } else { cookies.session.as_ref() })
    }

    fn sign(&self, world: &World, actor: Actor, field: NonceField, object: &str, moved: TimeDelta) -> String {
        let now = world.shop.clock().now() + moved;
        let nonces = &world.shop.shop().nonces;
        match self.policy.nonce {
            NonceKind::Session(_) | NonceKind::Api => {
                nonces.session(field.action, object, &self.token(world, actor), now)
            }
            _ => nonces.page(field.action, object, now),
        }
    }

    fn put_nonce(&self, draft: &mut Draft, field: NonceField, nonce: &str) {
        if field.field.starts_with("x-") || matches!(self.policy.nonce, NonceKind::Api) {
            draft.headers.push((field.field.to_owned(), nonce.to_owned()));
        } else {
            draft.add(field.field, nonce);
        }
    }
}

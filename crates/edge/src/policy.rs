//! Policies: what each endpoint declares about itself, and the middleware enforces.

use std::time::Duration;

use http::Method;

use crate::{
    permission::{Permission, StaffAccess},
    registry::Verb,
};

/// Who may call an endpoint. Staff endpoints answer 404 to all others, or 403 if they are [`Policy::disclosed`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Any,
    Customer,
    Staff,
}

/// The nonce that a request needs, in addition to the same-origin check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NonceKind {
    /// The same-origin check alone.
    None,
    /// Proves that a page of this shop was served; may be part of a cached page.
    Page(NonceField),
    /// Bound to the visitor's session.
    Session(NonceField),
    /// No nonce: the handler writes only for a link that was followed on a page of this shop
    /// ([`crate::same_origin_navigation`]), and otherwise only shows a page.
    SameOriginNavigation,
    /// The header `Nonce`, signed for [`API_NONCE`] and bound to the session, if the visitor has one. A visitor who sends
    /// a `Cart-Token` instead of cookies needs none: no page of another site can make a browser send that header.
    Api,
}

/// What nonces of the API are signed for.
pub const API_NONCE: &str = "store_api";

/// The field of a nonce, and what the nonce was signed for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NonceField {
    pub field: &'static str,
    pub action: &'static str,
    /// The field with the object of the action; empty if the action has none.
    pub object: &'static str,
}

/// The classes of requests with separate limits: see [`crate::rate_limit`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RateClass {
    Read,
    /// Any request to `admin-ajax.php`, before its body is read to find the action.
    Action,
    CartWrite,
    /// Attempts to pay and to apply a coupon.
    Pay,
    /// Forms that pay. Their handlers count the attempts by the limits of `Pay`, in the database: a form with an error
    /// in a field is no attempt.
    PayForm,
    Content,
    /// Files.
    Upload,
    /// Removing a file that was sent before: counted apart, because it adds none.
    UploadRemoval,
    Vote,
    /// Reports that browsers send unasked. Those over the limit are answered like the others and dropped.
    Beacon,
    Affiliate,
    Account,
    Staff,
    /// Notices of the payment provider.
    Provider,
    /// Refused coupon codes, counted by the handler.
    WrongCoupon,
}

/// From 0, the most important (payment), to 5, the least important.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Priority(pub u8);

impl Priority {
    /// The least priority of endpoints that move money. They have their own pool.
    pub const PAYMENT: Self = Self(1);
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CacheClass {
    /// Rendered without visitor data; one copy for all visitors.
    Public,
    /// `private, no-store`: the default.
    Private,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatabaseRole {
    Read,
    Web,
    Staff,
}

/// What happens when a request is repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Idempotency {
    /// Changes nothing.
    Reads,
    /// A repetition changes nothing more, because of what the endpoint writes.
    Natural,
    /// The `Idempotency-Key` header, when sent, is recorded with the effect.
    Key,
}

/// The format of error responses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Page,
    Json,
    /// `code`, `message` and `data` with `status`: see [`crate::api`].
    Api,
}

/// The expected format of the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyShape {
    Form,
    /// JSON, passed to the handler unparsed: see [`crate::fields::RawBody`].
    Json,
    /// Reports of a browser about a page, passed on like JSON.
    Reports,
    /// A multipart form with one file, read by the handler while it arrives: see [`crate::upload`].
    Upload,
    /// A multipart form with any number of files, or none, read in the same way.
    Files,
}

impl BodyShape {
    /// The content types that an endpoint accepts; none for forms, which have two encodings.
    pub fn content_types(self) -> &'static [&'static str] {
        match self {
            Self::Form => &[],
            Self::Json => &["application/json"],
            Self::Reports => &["application/reports+json", "application/csp-report"],
            Self::Upload | Self::Files => &["multipart/form-data"],
        }
    }

    /// Whether the handler reads the body while it arrives.
    pub const fn has_files(self) -> bool {
        matches!(self, Self::Upload | Self::Files)
    }
}

#[derive(Debug, Clone)]
pub struct Policy {
    pub methods: &'static [Method],
    pub role: Role,
    /// What a member of staff must be allowed to do. Members without it are answered like strangers.
    pub access: Option<StaffAccess>,
    /// Others than staff are refused with 403 instead of 404.
    pub is_disclosed: bool,
    pub nonce: NonceKind,
    pub rate: RateClass,
    /// Requests without a session cookie are answered from memory and, like those for public pages, not counted.
    pub skip_rate_limit_for_anonymous: bool,
    pub priority: Priority,
    pub max_body_bytes: usize,
    pub timeout: Duration,
    pub idempotency: Idempotency,
    pub cache: CacheClass,
    pub database: DatabaseRole,
    pub audit: bool,
    /// Takes data of many out of the shop: refused while the audit log is broken.
    pub is_export: bool,
    /// Sent by the page on its own: it does not keep a staff session from ending for want of activity.
    pub is_background: bool,
    /// Ends the view as a role: the only write of a member who looks at the admin as a role sees it.
    pub ends_role_view: bool,
    pub shape: Shape,
    pub body: BodyShape,
}

const GET: &[Method] = &[Method::GET, Method::HEAD];
const POST: &[Method] = &[Method::POST];
const MAX_FORM_BYTES: usize = 64 * 1024;
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);
/// The time of the body, which is bounded by its progress, and of the handler.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(10 * 60 + 15);

impl Policy {
    /// A public page: no visitor, no nonce, one copy for all.
    pub const fn public_page() -> Self {
        Self {
            methods: GET,
            role: Role::Any,
            access: None,
            is_disclosed: false,
            nonce: NonceKind::None,
            rate: RateClass::Read,
            skip_rate_limit_for_anonymous: false,
            priority: Priority(3),
            max_body_bytes: 0,
            timeout: REQUEST_TIMEOUT,
            idempotency: Idempotency::Reads,
            cache: CacheClass::Public,
            database: DatabaseRole::Read,
            audit: false,
            is_export: false,
            is_background: false,
            ends_role_view: false,
            shape: Shape::Page,
            body: BodyShape::Form,
        }
    }

    /// A page that is rendered for one visitor.
    pub const fn personal_page() -> Self {
        Self { cache: CacheClass::Private, database: DatabaseRole::Web, ..Self::public_page() }
    }

    /// A call that answers JSON and changes nothing.
    pub const fn read_call(rate: RateClass, priority: Priority) -> Self {
        Self {
            methods: POST,
            rate,
            priority,
            max_body_bytes: MAX_FORM_BYTES,
            shape: Shape::Json,
            ..Self::personal_page()
        }
    }

    /// A call that answers JSON and writes.
    pub const fn write_call(rate: RateClass, priority: Priority) -> Self {
        Self { idempotency: Idempotency::Key, ..Self::read_call(rate, priority) }
    }

    /// A public answer of the API: the same for everybody.
    pub const fn public_api() -> Self {
        Self { shape: Shape::Api, ..Self::public_page() }
    }

    /// One visitor's part of the API, only read: the method GET.
    pub const fn api_read(rate: RateClass, priority: Priority) -> Self {
        Self { shape: Shape::Api, rate, priority, ..Self::personal_page() }
    }

    /// A call of the API that writes, with a JSON body and a nonce in the header `Nonce`.
    pub const fn api_write(verb: Verb, rate: RateClass, priority: Priority) -> Self {
        Self {
            methods: verb.methods(),
            body: BodyShape::Json,
            nonce: NonceKind::Api,
            shape: Shape::Api,
            ..Self::write_call(rate, priority)
        }
    }

    /// A form that a page posts, answered with a redirect or a page.
    pub const fn form(rate: RateClass, priority: Priority) -> Self {
        Self { shape: Shape::Page, ..Self::write_call(rate, priority) }
    }

    /// A link that writes, guarded by a session nonce because it is a GET.
    pub const fn get_with_nonce(rate: RateClass, priority: Priority, nonce: NonceKind) -> Self {
        Self { methods: GET, max_body_bytes: 0, nonce, ..Self::form(rate, priority).idempotent() }
    }

    /// A link that writes if it is followed on a page of this shop, and otherwise only shows a page.
    pub const fn same_origin_link(rate: RateClass, priority: Priority) -> Self {
        Self {
            methods: GET,
            max_body_bytes: 0,
            nonce: NonceKind::SameOriginNavigation,
            ..Self::form(rate, priority)
        }
    }

    /// A notice of the payment provider. Instead of a nonce, the handler verifies the signature of the raw body.
    pub const fn webhook() -> Self {
        Self { body: BodyShape::Json, ..Self::write_call(RateClass::Provider, Priority(0)).idempotent() }
    }

    /// Reports that browsers send by themselves, without a nonce.
    pub const fn browser_reports(max_body_bytes: usize) -> Self {
        Self {
            body: BodyShape::Reports,
            max_body_bytes,
            ..Self::write_call(RateClass::Beacon, Priority(5)).idempotent()
        }
    }

    /// A call with one file of at most this size. The file is read as long as it makes progress: see
    /// [`crate::upload::UploadTimings`].
    pub const fn upload(priority: Priority, max_file_bytes: usize) -> Self {
        Self {
            body: BodyShape::Upload,
            max_body_bytes: max_file_bytes + crate::upload::MAX_TEXT_BYTES,
            timeout: UPLOAD_TIMEOUT,
            ..Self::write_call(RateClass::Upload, priority)
        }
    }

    /// A form that a page posts, with files of at most this size together.
    pub const fn form_with_files(rate: RateClass, priority: Priority, max_file_bytes: usize) -> Self {
        Self {
            body: BodyShape::Files,
            max_body_bytes: max_file_bytes + crate::upload::MAX_TEXT_BYTES,
            timeout: UPLOAD_TIMEOUT,
            ..Self::form(rate, priority)
        }
    }

    #[must_use]
    pub const fn with_json_body(mut self) -> Self {
        self.body = BodyShape::Json;
        self
    }

    /// Declares that a repetition changes nothing more.
    #[must_use]
    pub const fn idempotent(mut self) -> Self {
        self.idempotency = Idempotency::Natural;
        self
    }

    #[must_use]
    pub const fn skip_rate_limit_for_anonymous(mut self) -> Self {
        self.skip_rate_limit_for_anonymous = true;
        self
    }

    #[must_use]
    pub const fn nonce(mut self, nonce: NonceKind) -> Self {
        self.nonce = nonce;
        self
    }

    /// Redirects guests to the login page, or refuses their calls.
    #[must_use]
    pub const fn for_customers(mut self) -> Self {
        self.role = Role::Customer;
        self
    }

    /// Answers 404 to all others, and to members of staff without the right.
    #[must_use]
    pub const fn for_staff(mut self, permission: Permission) -> Self {
        self.access = Some(StaffAccess::With(permission));
        self.role = Role::Staff;
        self.database = DatabaseRole::Staff;
        self
    }

    /// For every member of staff, whatever their rights: only for what shows and changes nothing of the shop.
    #[must_use]
    pub const fn for_any_member(mut self) -> Self {
        self.access = Some(StaffAccess::AnyMember);
        self.role = Role::Staff;
        self.database = DatabaseRole::Staff;
        self
    }

    /// Takes data of many out of the shop, so a broken audit log stops it.
    #[must_use]
    pub const fn export(mut self) -> Self {
        self.is_export = true;
        self
    }

    /// Sent by the page on its own, without anybody there.
    #[must_use]
    pub const fn background(mut self) -> Self {
        self.is_background = true;
        self
    }

    /// Ends the view as a role, so it is not refused meanwhile.
    #[must_use]
    pub const fn ending_role_view(mut self) -> Self {
        self.ends_role_view = true;
        self
    }

    /// Whether a request with this method may change something.
    pub fn writes(&self, method: &Method) -> bool {
        self.idempotency != Idempotency::Reads || !GET.contains(method)
    }

    /// Refuses others with 403: that the endpoint exists is no secret.
    #[must_use]
    pub const fn disclosed(mut self) -> Self {
        self.is_disclosed = true;
        self
    }

    /// Returns the contradictions in the policy.
    pub fn conflicts(&self) -> Vec<&'static str> {
        let mut conflicts = Vec::new();
        let writes = self.idempotency != Idempotency::Reads;
        let by_get = self.methods.contains(&Method::GET);
        if self.methods.is_empty() {
            conflicts.push("no method is allowed");
        }
        if writes
            && by_get
            && !matches!(self.nonce, NonceKind::Session(_) | NonceKind::SameOriginNavigation | NonceKind::Api)
        {
            conflicts.push("a GET that writes needs a session nonce");
        }
        if self.cache == CacheClass::Public && (writes || self.role != Role::Any) {
            conflicts.push("a public page must not write or require a role");
        }
        if self.cache == CacheClass::Public && self.database != DatabaseRole::Read {
            conflicts.push("a public page must use the read role of the database");
        }
        if self.role == Role::Staff && self.database != DatabaseRole::Staff {
            conflicts.push("a staff endpoint must use the staff role of the database");
        }
        if (self.role == Role::Staff) != self.access.is_some() {
            conflicts.push("a staff endpoint must name a permission, and only a staff endpoint");
        }
        if self.skip_rate_limit_for_anonymous && writes {
            conflicts.push("an endpoint that writes must not skip the rate limit");
        }
        if self.ends_role_view && self.role != Role::Staff {
            conflicts.push("only an endpoint of staff ends the view as a role");
        }
        if self.is_export && self.role != Role::Staff {
            conflicts.push("only an endpoint of staff exports");
        }
        if self.priority.0 > 5 {
            conflicts.push("the lowest priority is 5");
        }
        conflicts
    }
}

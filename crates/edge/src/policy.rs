//! What an endpoint declares about itself before it may be reached.

use std::time::Duration;

use http::Method;

/// Who may call. Staff roles answer 404 to everybody else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Any,
    Customer,
    Staff,
}

/// What a request must carry besides coming from our own pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NonceKind {
    /// The same-origin check alone.
    None,
    /// Shows that a page of ours was served; may sit in a cached page.
    Page(NonceField),
    /// Bound to the visitor's session.
    Session(NonceField),
    /// None: the handler writes only for a link that was followed on a page of ours ([`crate::own_page`]), and for any
    /// other shows what it would have done.
    OwnPage,
}

/// Where a nonce stands and what it was made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NonceField {
    pub field: &'static str,
    pub action: &'static str,
    /// The field that names what is acted on; empty when the action alone says it.
    pub object: &'static str,
}

/// The buckets of `rate.rs`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RateClass {
    Read,
    CartWrite,
    Pay,
    Content,
    Upload,
    Vote,
    Beacon,
    Affiliate,
    Account,
    Staff,
    /// Whoever moves the money, telling us what became of it.
    Provider,
    /// Codes that no coupon has: counted by the handler that finds none.
    WrongCoupon,
}

/// The most important work first: 0 is payment, 5 is what nobody misses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Priority(pub u8);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CacheClass {
    /// Rendered without a visitor, one copy for everybody.
    Public,
    /// `private, no-store`: the default.
    Private,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatabaseRole {
    Read,
    Web,
    Staff,
    None,
}

/// How a repeated request is told from a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Idempotency {
    /// Changes nothing.
    Reads,
    /// Repeating it changes nothing more, by the nature of what it writes.
    Natural,
    /// The `Idempotency-Key` header, when sent, is recorded with the effect.
    Key,
}

/// In which shape a refusal is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Page,
    Json,
}

/// In which shape a body is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyShape {
    Form,
    /// JSON, handed to the handler as it came: see [`crate::fields::RawBody`].
    Json,
}

#[derive(Debug, Clone)]
pub struct Policy {
    pub methods: &'static [Method],
    pub role: Role,
    pub nonce: NonceKind,
    pub rate: RateClass,
    /// Somebody without a cookie is answered from memory, like a public page, and like one is not counted.
    pub strangers_uncounted: bool,
    pub priority: Priority,
    pub body_cap: usize,
    pub timeout: Duration,
    pub idempotency: Idempotency,
    pub cache: CacheClass,
    pub database: DatabaseRole,
    pub audit: bool,
    pub shape: Shape,
    pub body: BodyShape,
}

const GET: &[Method] = &[Method::GET, Method::HEAD];
const POST: &[Method] = &[Method::POST];
const FORM_CAP: usize = 64 * 1024;
const REQUEST_TIME: Duration = Duration::from_secs(15);

impl Policy {
    /// A page for everybody: no visitor, no nonce, one copy.
    pub const fn public_page() -> Self {
        Self {
            methods: GET,
            role: Role::Any,
            nonce: NonceKind::None,
            rate: RateClass::Read,
            strangers_uncounted: false,
            priority: Priority(3),
            body_cap: 0,
            timeout: REQUEST_TIME,
            idempotency: Idempotency::Reads,
            cache: CacheClass::Public,
            database: DatabaseRole::Read,
            audit: false,
            shape: Shape::Page,
            body: BodyShape::Form,
        }
    }

    /// A page drawn for one visitor.
    pub const fn personal_page() -> Self {
        Self { cache: CacheClass::Private, database: DatabaseRole::Web, ..Self::public_page() }
    }

    /// A call that answers JSON and changes nothing.
    pub const fn read_call(rate: RateClass, priority: Priority) -> Self {
        Self {
            methods: POST,
            rate,
            priority,
            body_cap: FORM_CAP,
            shape: Shape::Json,
            ..Self::personal_page()
        }
    }

    /// A call that answers JSON and writes.
    pub const fn write_call(rate: RateClass, priority: Priority) -> Self {
        Self { idempotency: Idempotency::Key, ..Self::read_call(rate, priority) }
    }

    /// A form that a page posts, answered with a redirect or a page.
    pub const fn form(rate: RateClass, priority: Priority) -> Self {
        Self { shape: Shape::Page, ..Self::write_call(rate, priority) }
    }

    /// A link that writes, guarded by a session nonce because it is a GET.
    pub const fn guarded_link(rate: RateClass, priority: Priority, nonce: NonceKind) -> Self {
        Self { methods: GET, body_cap: 0, nonce, ..Self::form(rate, priority).naturally() }
    }

    /// A link that writes when it is followed on a page of ours, and otherwise only leads somewhere.
    pub const fn own_link(rate: RateClass, priority: Priority) -> Self {
        Self { methods: GET, body_cap: 0, nonce: NonceKind::OwnPage, ..Self::form(rate, priority) }
    }

    /// What the provider of payments posts. Its signature is its nonce: the handler checks it over the raw body.
    pub const fn notice() -> Self {
        Self { body: BodyShape::Json, ..Self::write_call(RateClass::Provider, Priority(0)).naturally() }
    }

    #[must_use]
    pub const fn taking_json(mut self) -> Self {
        self.body = BodyShape::Json;
        self
    }

    /// Repeating it changes nothing more.
    #[must_use]
    pub const fn naturally(mut self) -> Self {
        self.idempotency = Idempotency::Natural;
        self
    }

    #[must_use]
    pub const fn strangers_uncounted(mut self) -> Self {
        self.strangers_uncounted = true;
        self
    }

    #[must_use]
    pub const fn nonce(mut self, nonce: NonceKind) -> Self {
        self.nonce = nonce;
        self
    }

    /// Guests are sent to the login, or refused where nobody can be sent.
    #[must_use]
    pub const fn for_customers(mut self) -> Self {
        self.role = Role::Customer;
        self
    }

    /// For anybody else it does not exist.
    #[must_use]
    pub const fn for_staff(mut self) -> Self {
        self.role = Role::Staff;
        self.database = DatabaseRole::Staff;
        self
    }

    /// Contradictions that would otherwise be found by a shopper.
    pub fn faults(&self) -> Vec<&'static str> {
        let mut faults = Vec::new();
        let writes = self.idempotency != Idempotency::Reads;
        let by_get = self.methods.contains(&Method::GET);
        if self.methods.is_empty() {
            faults.push("no method is allowed");
        }
        if writes && by_get && !matches!(self.nonce, NonceKind::Session(_) | NonceKind::OwnPage) {
            faults.push("a GET that writes needs a session nonce");
        }
        if self.cache == CacheClass::Public && (writes || self.role != Role::Any) {
            faults.push("a public page neither writes nor asks for a role");
        }
        if self.cache == CacheClass::Public && self.database != DatabaseRole::Read {
            faults.push("a public page reads with the role that cannot see visitors");
        }
        if self.role == Role::Staff && self.database != DatabaseRole::Staff {
            faults.push("staff works with its own role of the database");
        }
        if self.strangers_uncounted && writes {
            faults.push("whoever writes is counted");
        }
        if self.priority.0 > 5 {
            faults.push("priorities end at 5");
        }
        faults
    }
}

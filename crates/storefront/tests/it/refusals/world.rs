//! One shop with people of every role, and a client that sees whether a handler was reached.

use std::{
    collections::{HashMap, HashSet},
    ops::Deref,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use edge::{policy::Role, session::TokenHash};
use http::{HeaderMap, Request, StatusCode, header};
use http_body_util::{BodyExt, Full};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioTimer},
};
use testkit::{Options, Purchase, TestProduct, TestShop};

use super::target::Draft;

const CUSTOMER: &str = "salma@example.com";
const OTHER_CUSTOMER: &str = "noor@example.com";
const STAFF: &str = "staff@example.com";
const FORMER_STAFF: &str = "former@example.com";
/// The roles that are delivered.
pub const ROLES: [&str; 5] = ["owner", "manager", "fulfilment", "support", "content"];

/// The address of the member with a role.
fn address(role: &str) -> String {
    format!("{role}@example.com")
}

/// Who sends a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Actor {
    /// No cookie.
    Nobody,
    /// A session without a customer.
    Guest,
    Customer,
    OtherCustomer,
    /// A well-formed cookie that no session has.
    UnknownSession,
    ExpiredCustomer,
    Staff,
    UnknownStaff,
    ExpiredStaff,
    /// Longer without a request than a staff session lasts.
    IdleStaff,
    /// Deactivated while signed in.
    FormerStaff,
    /// A member of staff with this role.
    Member(&'static str),
    /// The token of a customer in the cookie of staff.
    CustomerAsStaff,
    /// The token of staff in the cookie of customers.
    StaffAsCustomer,
}

impl Actor {
    /// Everybody who is not allowed to call an endpoint for `role`. A new role must be listed here.
    pub fn without(role: Role) -> &'static [Self] {
        match role {
            Role::Any => &[],
            Role::Customer => &[
                Self::Nobody,
                Self::Guest,
                Self::UnknownSession,
                Self::ExpiredCustomer,
                Self::Staff,
                Self::StaffAsCustomer,
            ],
            Role::Staff => &[
                Self::Nobody,
                Self::Guest,
                Self::Customer,
                Self::UnknownStaff,
                Self::ExpiredStaff,
                Self::IdleStaff,
                Self::FormerStaff,
                Self::CustomerAsStaff,
            ],
        }
    }

    /// A visitor with the role and the rights that the endpoint demands.
    pub fn with(role: Role) -> Self {
        match role {
            Role::Any => Self::Guest,
            Role::Customer => Self::Customer,
            Role::Staff => Self::Staff,
        }
    }

    /// Another one with the same role.
    pub fn other(role: Role) -> Self {
        match role {
            Role::Any | Role::Customer => Self::OtherCustomer,
            Role::Staff => Self::UnknownStaff,
        }
    }
}

/// The tokens in the two cookies.
#[derive(Debug, Clone, Default)]
pub struct Cookies {
    pub session: Option<String>,
    pub staff: Option<String>,
}

impl Cookies {
    fn session() -> Self {
        Self { session: Some(token()), staff: None }
    }

    fn staff() -> Self {
        Self { session: None, staff: Some(token()) }
    }

    /// Tokens that no session has.
    pub fn session_and_staff() -> Self {
        Self { session: Some(token()), staff: Some(token()) }
    }

    fn header(&self) -> Option<String> {
        let session = self.session.iter().map(|token| format!("__Host-sid={token}"));
        let staff = self.staff.iter().map(|token| format!("__Host-staff={token}"));
        Some(session.chain(staff).collect::<Vec<_>>().join("; ")).filter(|line| !line.is_empty())
    }
}

fn token() -> String {
    hex::encode(rand::random::<[u8; 32]>())
}

pub fn hash(token: Option<&String>) -> TokenHash {
    TokenHash::from_token(token.map_or("", String::as_str).as_bytes())
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
    /// The endpoint's own handler has seen the request.
    pub reached: bool,
}

impl Answer {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// The shop, and what all worlds share.
pub struct Shared {
    pub shop: TestShop,
    pub product: TestProduct,
    /// The number and key of an order that waits for its payment.
    pub order: (String, String),
    reached: Arc<Mutex<HashSet<String>>>,
    client: Client<HttpConnector, Full<Bytes>>,
    requests: AtomicU32,
}

/// The shop with one session of each actor. Each endpoint gets sessions of its own, because some endpoints end them.
pub struct World {
    shared: Arc<Shared>,
    cookies: HashMap<Actor, Cookies>,
}

impl Deref for World {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.shared
    }
}

impl World {
    pub async fn open(options: Options) -> Self {
        let reached: Arc<Mutex<HashSet<String>>> = Arc::default();
        let seen = reached.clone();
        let inspect = move |request: &Request<axum::body::Body>| {
            if let Some(id) = request.headers().get("x-request-id").and_then(|id| id.to_str().ok()) {
                seen.lock().expect("not poisoned").insert(id.to_owned());
            }
        };
        let options = Options { inspect_handlers: Some(Arc::new(inspect)), ..options };
        let shop = TestShop::open_with(options).await;
        let product = shop.product("عسل سدر").stock(1_000_000).make(&shop.db).await;
        let buyer = shop.shopper();
        buyer.add(&product.id, "1").await;
        let placed = buyer.check_out(&Purchase::new().with(&[("pay_later", "1")])).await;
        let order = placed.location().trim_start_matches("/ar/checkout/order-received/");
        let (number, key) = order.split_once("/?key=").expect("the order's URL");
        shop.customer(CUSTOMER, "سلمى").await;
        shop.customer(OTHER_CUSTOMER, "نور").await;
        shop.staff(STAFF, true).await;
        for role in ROLES {
            shop.staff_with_role(&address(role), role).await;
        }
        shop.staff(FORMER_STAFF, false).await;
        sqlx::query("update staff set is_active = false where email_key = $1")
            .bind(FORMER_STAFF)
            .execute(&shop.db)
            .await
            .expect("deactivated");
        let shared = Shared {
            order: (number.to_owned(), key.to_owned()),
            // Gives up idle connections before the server does, so that no request meets a closing one.
            client: Client::builder(TokioExecutor::new())
                .pool_timer(TokioTimer::new())
                .pool_idle_timeout(Duration::from_secs(5))
                .build_http(),
            requests: AtomicU32::new(0),
            shop,
            product,
            reached,
        };
        Self { shared: Arc::new(shared), cookies: HashMap::new() }.with_new_sessions().await
    }

    /// The same shop, with other sessions of the same people.
    pub async fn with_new_sessions(&self) -> Self {
        let mut cookies: HashMap<Actor, Cookies> = [
            (Actor::Nobody, Cookies::default()),
            (Actor::Guest, Cookies::session()),
            (Actor::Customer, Cookies::session()),
            (Actor::OtherCustomer, Cookies::session()),
            (Actor::UnknownSession, Cookies::session()),
            (Actor::ExpiredCustomer, Cookies::session()),
            (Actor::Staff, Cookies::session_and_staff()),
            (Actor::UnknownStaff, Cookies::staff()),
            (Actor::ExpiredStaff, Cookies::staff()),
            (Actor::IdleStaff, Cookies::staff()),
            (Actor::FormerStaff, Cookies::staff()),
        ]
        .into();
        cookies.extend(ROLES.map(|role| (Actor::Member(role), Cookies::staff())));
        let as_staff = Cookies { session: None, staff: cookies[&Actor::Customer].session.clone() };
        let as_customer = Cookies { session: cookies[&Actor::Staff].staff.clone(), staff: None };
        cookies.extend([(Actor::CustomerAsStaff, as_staff), (Actor::StaffAsCustomer, as_customer)]);
        let world = Self { shared: self.shared.clone(), cookies };
        for actor in [Actor::Guest, Actor::Customer, Actor::OtherCustomer, Actor::Staff] {
            world.revive(actor).await;
        }
        let over = TimeDelta::seconds(-1);
        world.begin(Actor::ExpiredCustomer, Some(CUSTOMER), over).await;
        let now = world.shop.clock().now();
        world.begin_staff(Actor::ExpiredStaff, STAFF, now, over).await;
        let idle_since = now - TimeDelta::minutes(31);
        world.begin_staff(Actor::IdleStaff, STAFF, idle_since, TimeDelta::hours(12)).await;
        world.begin_staff(Actor::FormerStaff, FORMER_STAFF, now, TimeDelta::hours(12)).await;
        for role in ROLES {
            world.begin_staff(Actor::Member(role), &address(role), now, TimeDelta::hours(12)).await;
        }
        world
    }

    /// Begins a session, or begins it again if it has ended.
    pub async fn revive(&self, actor: Actor) {
        if actor == Actor::Staff {
            self.begin_staff(actor, STAFF, self.shop.clock().now(), TimeDelta::hours(12)).await;
        }
        let customer = match actor {
            Actor::Customer => Some(CUSTOMER),
            Actor::OtherCustomer => Some(OTHER_CUSTOMER),
            _ => None,
        };
        self.begin(actor, customer, TimeDelta::days(30)).await;
    }

    async fn begin(&self, actor: Actor, customer: Option<&str>, lifetime: TimeDelta) {
        let now = self.shop.clock().now();
        sqlx::query(
            "insert into sessions (token_hash, customer_id, created_at, expires_at)
             values ($1, (select id from customers where email_key = $2), $3, $4)
             on conflict (token_hash) do nothing",
        )
        .bind(hash(self.cookies[&actor].session.as_ref()).0)
        .bind(customer)
        .bind(now)
        .bind(now + lifetime)
        .execute(&self.shop.db)
        .await
        .expect("a session");
    }

    /// A new owner with a session of their own, and the member's id: nobody else's requests count for them.
    pub async fn new_member(&self) -> (Cookies, i64) {
        let cookies = Cookies::session_and_staff();
        let now = self.shop.clock().now();
        let id = sqlx::query_scalar(
            "with member as (
                 insert into staff (email_key, name, role, password_hash, totp_secret)
                 values (encode($1, 'hex') || '@example.com', 'عضو', 'owner', '', '') returning id, name),
             session as (
                 insert into staff_sessions (token_hash, staff_id, name, seen_at, expires_at)
                 select $1, id, name, $2, $3 from member)
             select id from member",
        )
        .bind(hash(cookies.staff.as_ref()).0)
        .bind(now)
        .bind(now + TimeDelta::hours(12))
        .fetch_one(&self.shop.db)
        .await
        .expect("a member");
        (cookies, id)
    }

    async fn begin_staff(&self, actor: Actor, email: &str, seen_at: DateTime<Utc>, lifetime: TimeDelta) {
        sqlx::query(
            "insert into staff_sessions (token_hash, staff_id, name, seen_at, expires_at)
             select $1, id, name, $3, $4 from staff where email_key = $2
             on conflict (token_hash) do nothing",
        )
        .bind(hash(self.cookies[&actor].staff.as_ref()).0)
        .bind(email)
        .bind(seen_at)
        .bind(self.shop.clock().now() + lifetime)
        .execute(&self.shop.db)
        .await
        .expect("a staff session");
    }

    /// Lets the owner's session see the admin as a role does. Begins the session again if it has ended.
    pub async fn view_as(&self, role: &str) {
        let owner = Actor::Member("owner");
        let now = self.shop.clock().now();
        self.begin_staff(owner, &address("owner"), now, TimeDelta::hours(12)).await;
        sqlx::query("update staff_sessions set view_role = $2, view_until = $3 where token_hash = $1")
            .bind(hash(self.cookies[&owner].staff.as_ref()).0)
            .bind(role)
            .bind(now + TimeDelta::hours(1))
            .execute(&self.shop.db)
            .await
            .expect("a view");
    }

    pub fn cookies(&self, actor: Actor) -> &Cookies {
        &self.cookies[&actor]
    }

    pub async fn send(&self, draft: &Draft, actor: Actor) -> Answer {
        // Each request has its own address, so that no limit of addresses interferes.
        let number = self.requests.fetch_add(1, Ordering::Relaxed);
        let [_, a, b, c] = number.to_be_bytes();
        self.send_from(draft, self.cookies(actor), &format!("10.{a}.{b}.{c}")).await
    }

    pub async fn send_from(&self, draft: &Draft, cookies: &Cookies, address: &str) -> Answer {
        // A server that refuses a request before its body is read closes the connection, to which the client may still
        // be writing. A request that makes the server close the connection does so every time.
        let mut tries = 0;
        loop {
            tries += 1;
            match self.try_send(draft, cookies, address).await {
                Ok(answer) => return answer,
                Err(error) => assert!(tries < 8, "{} is not answered: {error:?}", draft.uri()),
            }
        }
    }

    async fn try_send(
        &self,
        draft: &Draft,
        cookies: &Cookies,
        address: &str,
    ) -> Result<Answer, Box<dyn std::error::Error>> {
        let id = format!("{:032x}", rand::random::<u128>());
        let mut request = Request::builder()
            .method(draft.method.clone())
            .uri(format!("http://{}{}", self.shop.address(), draft.uri()))
            .header(header::HOST, self.shop.config().public_origin.trim_start_matches("http://"))
            .header("x-forwarded-for", address)
            .header("x-request-id", &id);
        if let Some(cookie) = cookies.header() {
            request = request.header(header::COOKIE, cookie);
        }
        for (name, value) in &draft.headers {
            request = request.header(name, value);
        }
        let request = request.body(Full::new(draft.body())).expect("a valid request");
        let (parts, body) = self.client.request(request).await?.into_parts();
        let body = body.collect().await?.to_bytes();
        let reached = self.reached.lock().expect("not poisoned").remove(&id);
        Ok(Answer { status: parts.status, headers: parts.headers, body, reached })
    }
}

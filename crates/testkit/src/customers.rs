//! Customers and staff for tests.

use kernel::EmailAddress;

use crate::{Answer, Shopper, TestShop};

/// Good enough for everybody's password rules.
pub const PASSWORD: &str = "سعف النخيل 7";
/// The seed of a staff member's codes.
pub const SECRET: [u8; 20] = *b"twenty bytes of seed";

impl TestShop {
    /// Somebody with an account, and their id.
    pub async fn customer(&self, email: &str, first_name: &str) -> i64 {
        let hash = self.shop().passwords.hash(PASSWORD.into()).await.expect("a hash");
        let email = EmailAddress::parse(email).expect("an address");
        let new =
            accounts::store::NewCustomer { email: &email, first_name, last_name: "", password_hash: &hash };
        let mut db = self.db.acquire().await.expect("a connection");
        let added = accounts::store::add(&mut db, new, self.clock().now()).await.expect("a customer");
        added.expect("a new address").0
    }

    /// A browser in which somebody has just signed in.
    pub async fn signed_in(&self, email: &str) -> Shopper {
        let shopper = self.shopper();
        let answer = shopper.log_in(email, PASSWORD).await;
        assert_eq!(answer.status, http::StatusCode::SEE_OTHER, "{}", answer.words());
        shopper
    }

    pub async fn staff(&self, email: &str, is_admin: bool) {
        let hash = self.shop().passwords.hash(PASSWORD.into()).await.expect("a hash");
        let email = EmailAddress::parse(email).expect("an address");
        let member = accounts::store::NewStaff { name: "نورة".to_owned(), is_admin, stores: vec![1, 2] };
        let mut db = self.db.acquire().await.expect("a connection");
        let added =
            accounts::store::add_staff(&mut db, &email, &member, &hash, &SECRET, self.clock().now()).await;
        added.expect("staff");
    }

    pub async fn list(&self, name: &str, is_public: bool) -> String {
        let id: i64 = sqlx::query_scalar(
            "insert into subscription_lists (name, is_public) values ($1, $2) returning id",
        )
        .bind(name)
        .bind(is_public)
        .fetch_one(&self.db)
        .await
        .expect("a list");
        id.to_string()
    }
}

impl Shopper {
    pub async fn log_in(&self, user: &str, password: &str) -> Answer {
        let page = "/ar/my-account/";
        self.submit(page, page, &[("username", user), ("password", password), ("rememberme", "1")]).await
    }
}

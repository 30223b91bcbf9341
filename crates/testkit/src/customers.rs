//! Customers and staff for tests.

use kernel::EmailAddress;

use crate::{Shopper, TestResponse, TestShop};

/// Satisfies the password rules of customers and staff.
pub const PASSWORD: &str = "سعف النخيل 7";
/// TOTP secret of staff members.
pub const SECRET: [u8; 20] = *b"twenty bytes of seed";

impl TestShop {
    /// Creates a customer and returns its id.
    pub async fn customer(&self, email: &str, first_name: &str) -> i64 {
        let hash = self.shop().passwords.hash(PASSWORD.into()).await.expect("a hash");
        let email = EmailAddress::parse(email).expect("an address");
        let new =
            accounts::service::NewCustomer { email: &email, first_name, last_name: "", password_hash: &hash };
        let mut db = self.db.acquire().await.expect("a connection");
        let added = accounts::service::add(&mut db, new, self.clock().now()).await.expect("a customer");
        added.expect("a new address").0
    }

    /// Returns a shopper who has just signed in.
    pub async fn signed_in(&self, email: &str) -> Shopper {
        let shopper = self.shopper();
        let answer = shopper.log_in(email, PASSWORD).await;
        assert_eq!(answer.status, http::StatusCode::SEE_OTHER, "{}", answer.visible_text());
        shopper
    }

    /// Creates an owner, or a manager, who may do everything but what concerns the team and payment settings.
    pub async fn staff(&self, email: &str, is_owner: bool) {
        self.staff_with_role(email, if is_owner { "owner" } else { "manager" }).await;
    }

    /// Creates a member of staff with the stores 1 and 2.
    pub async fn staff_with_role(&self, email: &str, role: &str) {
        let hash = self.shop().passwords.hash(PASSWORD.into()).await.expect("a hash");
        let email = EmailAddress::parse(email).expect("an address");
        let member = accounts::service::NewStaff {
            name: "نورة".to_owned(),
            role: role.to_owned(),
            stores: vec![1, 2],
        };
        let mut db = self.db.acquire().await.expect("a connection");
        let added =
            accounts::service::add_staff(&mut db, &email, &member, &hash, &SECRET, self.clock().now()).await;
        added.expect("staff");
    }

    /// Adds a role with these rights and no limits.
    pub async fn role(&self, name: &str, permissions: &[&str]) {
        sqlx::query(
            "insert into staff_roles (name, title, permissions) values ($1, $1, $2) on conflict do nothing",
        )
        .bind(name)
        .bind(permissions)
        .execute(&self.db)
        .await
        .expect("a role");
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
    pub async fn log_in(&self, user: &str, password: &str) -> TestResponse {
        let page = "/ar/my-account/";
        self.submit(page, page, &[("username", user), ("password", password), ("rememberme", "1")]).await
    }
}

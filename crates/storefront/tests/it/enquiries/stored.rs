//! Enquiries that were sent before a test begins.

use enquiries::{rules::FormDefinition, service::SavedForm};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use testkit::{Options, Shopper, TestShop};

use crate::{
    media::shop::{MediaOptions, MediaShop},
    orders::staff_in,
};

pub const INBOX: &str = "/ar/wp-admin/inbox/";
/// Who is notified.
pub const RECIPIENT: &str = "enquiries@example.com";

pub async fn open() -> MediaShop {
    let shop = Options { rate_factor: 100, ..Options::default() };
    MediaShop::open_with(MediaOptions { shop, ..MediaOptions::default() }).await
}

pub fn definition(question: &str) -> FormDefinition {
    serde_json::from_value(json!({
        "title": "طلب إرجاع",
        "elements": [
            { "id": "1", "label": "البريد الإلكتروني", "kind": "email", "required": true },
            { "id": "2", "label": question, "kind": "textarea", "required": true },
            { "id": "3", "label": "السبب", "kind": "select",
              "options": [{ "value": "broken", "label": "وصل مكسورًا" }, { "value": "late", "label": "وصل متأخرًا" }] },
            { "id": "4", "label": "الملفات", "kind": "upload", "fileSizeLimit": 1_000_000 },
            { "id": "5", "label": "رقم الهاتف", "kind": "phone" },
        ],
        "submitLabel": "إرسال",
        "success": { "html": "<p>وصلتنا رسالتك.</p>" },
        "recipients": [RECIPIENT],
    }))
    .expect("a definition")
}

pub async fn save(shop: &TestShop, name: &str, definition: &FormDefinition) -> SavedForm {
    let mut tx = shop.db.begin().await.expect("a transaction");
    let saved = enquiries::service::save_form(&mut tx, name, definition, "", shop.clock().now()).await;
    tx.commit().await.expect("committed");
    saved.expect("a form")
}

/// The form that most tests use.
pub async fn form(shop: &TestShop) -> SavedForm {
    save(shop, "returns", &definition("ماذا حدث؟")).await
}

/// An enquiry of a guest.
pub struct Stored<'a> {
    pub email: &'a str,
    pub text: &'a str,
    pub is_spam: bool,
    pub customer: Option<i64>,
}

impl Default for Stored<'_> {
    fn default() -> Self {
        Self {
            email: "hind@example.com", text: "وصلت العلبة مكسورة.", is_spam: false, customer: None
        }
    }
}

impl Stored<'_> {
    pub async fn insert(&self, shop: &TestShop, form: SavedForm) -> i64 {
        let fields: Value = json!({ "1": self.email, "2": self.text, "3": "broken" });
        let signals: Vec<String> = if self.is_spam { vec!["too_fast".to_owned()] } else { Vec::new() };
        sqlx::query_scalar(
            "insert into enquiries (form_id, version_id, is_spam, signals, fields, email, customer_id, visitor, address,
                                    page_url, created_at)
             values ($1, $2, $3, $4, $5, $6, $7, '\\x01', '10.1.2.3', '/ar/returns/', $8) returning id",
        )
        .bind(form.form_id)
        .bind(form.version_id)
        .bind(self.is_spam)
        .bind(signals)
        .bind(fields)
        .bind(self.email)
        .bind(self.customer)
        .bind(shop.clock().now())
        .fetch_one(&shop.db)
        .await
        .expect("an enquiry")
    }
}

pub async fn insert(shop: &TestShop, form: SavedForm) -> i64 {
    Stored::default().insert(shop, form).await
}

/// A file in the store with its row; of an enquiry, or of a form that was not sent yet.
pub async fn insert_file(
    media: &MediaShop,
    form: SavedForm,
    enquiry: Option<i64>,
    name: &str,
    bytes: &[u8],
) -> i64 {
    let id: i64 = rand::random_range(1..i64::MAX);
    let folder = media.store_folder().join("forms");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join(id.to_string()), bytes).expect("a file");
    let now = media.shop.clock().now();
    sqlx::query(
        "insert into media_files (id, session, purpose, name, media_type, sha256, bytes, owner_kind, owner_id, state,
                                  received_at, changed_at)
         values ($1, '\\x01', 'enquiry', $2, 'application/octet-stream', $3, $4, $5, $6, 'processed', $7, $7)",
    )
    .bind(id)
    .bind(name)
    .bind(Sha256::digest(bytes).as_slice())
    .bind(i64::try_from(bytes.len()).expect("a size"))
    .bind(enquiry.map(|_| "enquiry"))
    .bind(enquiry)
    .bind(now)
    .execute(&media.shop.db)
    .await
    .expect("a file");
    sqlx::query(
        "insert into enquiry_files (file_id, enquiry_id, form_id, element_id, created_at) values ($1, $2, $3, 4, $4)",
    )
    .bind(id)
    .bind(enquiry)
    .bind(form.form_id)
    .bind(now)
    .execute(&media.shop.db)
    .await
    .expect("a file of an enquiry");
    id
}

pub async fn staff(shop: &TestShop, is_admin: bool) -> Shopper {
    let email = if is_admin { "owner@example.com" } else { "noura@example.com" };
    // A member who answers messages and edits forms, but does not act on a person's data.
    shop.role("inbox", &["inbox.act", "content.write", "customers.read"]).await;
    shop.staff_with_role(email, if is_admin { "owner" } else { "inbox" }).await;
    staff_in(shop, email).await
}

pub async fn count(shop: &TestShop, table: &str) -> i64 {
    sqlx::query_scalar(sqlx::AssertSqlSafe(format!("select count(*) from {table}")))
        .fetch_one(&shop.db)
        .await
        .expect("count")
}

pub fn one(id: i64) -> String {
    format!("{INBOX}{id}/")
}

/// Lines of the audit log about enquiries: action and subject.
pub async fn audited(shop: &TestShop) -> Vec<(String, String)> {
    sqlx::query_as("select action, subject from audit_log where action like 'enquir%' order by seq")
        .fetch_all(&shop.db)
        .await
        .expect("the audit log")
}

//! Enquiry forms: sent with script and without, with files, captchas and emails, and what staff do with them.

mod answers;
mod captcha;
mod emails;
mod erasure;
mod forms;
mod hostile;
mod inbox;
mod plain;
mod retention;
mod spam;
pub mod stored;
mod submit;
mod tokens;
mod uploads;

use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use chrono::TimeDelta;
use content::{
    rules::{Block, ItemKind},
    service::{Draft, put_item},
};
use enquiries::{rules::FormDefinition, service::save_form};
use http::{Method, StatusCode};
use kernel::Clock;
use serde_json::{Value, json};
use testkit::{BOUNDARY, Options, Shopper, TestResponse, TestShop, UploadFile};

const ACTION: &str = "/ar/wp-admin/admin-ajax.php";
const PAGE: &str = "/ar/contact-us/";

/// A shop with the form of [`definition`] on a page, and limits that are high enough for a test that sends many forms.
async fn open() -> FormShop {
    open_with(definition(), 100).await
}

async fn open_with(definition: Value, rate_factor: u32) -> FormShop {
    open_from(definition, Options { rate_factor, ..Options::default() }).await
}

async fn open_from(definition: Value, options: Options) -> FormShop {
    let clock = Clock::manual("2026-11-15T12:00:00Z".parse().expect("time"));
    let shop = TestShop::open_with(Options { clock, ..options }).await;
    let form = save(&shop, "contact", definition).await;
    put_page(&shop, "contact-us", &["contact"]).await;
    FormShop { shop, form }
}

struct FormShop {
    shop: TestShop,
    form: i64,
}

/// Saves a form, or its next version.
async fn save(shop: &TestShop, name: &str, definition: Value) -> i64 {
    let definition: FormDefinition = serde_json::from_value(definition).expect("a definition");
    let mut tx = shop.db.begin().await.expect("begin");
    let saved = save_form(&mut tx, name, &definition, "", shop.clock().now()).await.expect("a form");
    tx.commit().await.expect("commit");
    saved.form_id
}

/// Publishes a page with forms.
async fn put_page(shop: &TestShop, slug: &str, forms: &[&str]) {
    let draft = Draft {
        kind: ItemKind::Page,
        slug: slug.to_owned(),
        page_group: String::new(),
        title: "تواصل معنا".to_owned(),
        lead: String::new(),
        author: String::new(),
        picture: String::new(),
        blocks: forms.iter().map(|name| Block::Form { name: (*name).to_owned() }).collect(),
        categories: Vec::new(),
        comments_open: false,
    };
    let now = shop.clock().now();
    let mut tx = shop.db.begin().await.expect("begin");
    put_item(&mut tx, &draft, Some(now - TimeDelta::hours(1)), now).await.expect("a page");
    tx.commit().await.expect("commit");
}

/// Name, address, subject, number of the order (only if the subject is an order), message, pictures, other files.
fn definition() -> Value {
    json!({
        "title": "تواصل معنا",
        "elements": [
            { "id": "1", "kind": "text", "label": "الاسم", "required": true },
            { "id": "2", "kind": "email", "label": "البريد الإلكتروني", "required": true },
            { "id": "3", "kind": "select", "label": "الموضوع", "options": [
                { "value": "order", "label": "طلب سابق" }, { "value": "other", "label": "أمر آخر" } ] },
            { "id": "4", "kind": "text", "label": "رقم الطلب", "required": true },
            { "id": "5", "kind": "textarea", "label": "رسالتك", "required": true, "rows": 5 },
            { "id": "6", "kind": "upload", "label": "الصور", "fileUploadLimit": 2,
              "allowedExtensions": ["jpg", "png", "pdf"], "fileSizeLimit": 200_000 },
            { "id": "7", "kind": "upload", "label": "ملفات أخرى", "fileUploadLimit": 0, "allowedExtensions": [],
              "fileSizeLimit": 30_000_000 },
            { "id": "8", "kind": "hidden", "label": "المصدر", "value": "صفحة التواصل" },
        ],
        "logic": { "4": { "action": "show", "match": "all", "animate": true,
            "rules": [{ "element_id": "3", "operator": "eq", "value": "order" }] } },
        "submitLabel": "إرسال",
        "success": { "html": "<p>وصلتنا رسالتك، وسنردّ عليك قريبًا.</p>" },
        "recipients": ["team@example.com"],
    })
}

/// The same definition with other top-level values.
fn with(mut definition: Value, changes: Value) -> Value {
    let changes = changes.as_object().expect("an object").clone();
    definition.as_object_mut().expect("an object").extend(changes);
    definition
}

/// The definition with one more element.
fn with_element(mut definition: Value, element: Value) -> Value {
    definition["elements"].as_array_mut().expect("a list").push(element);
    definition
}

/// A form that is filled in.
const MESSAGE: [(&str, &str); 4] =
    [("1", "سلمى"), ("2", "salma@example.com"), ("3", "other"), ("5", "هل تشحنون إلى جدة؟")];

impl FormShop {
    fn sender(&self) -> Sender<'_> {
        Sender { shop: self, shopper: self.shop.shopper() }
    }

    async fn count(&self, condition: &str) -> i64 {
        let sql = sqlx::AssertSqlSafe(format!("select count(*) from enquiries where {condition}"));
        sqlx::query_scalar(sql).fetch_one(&self.shop.db).await.expect("a count")
    }

    /// Emails in the outbox, by topic.
    async fn queued(&self, topic: &str) -> i64 {
        sqlx::query_scalar("select count(*) from mail_outbox where topic = $1")
            .bind(topic)
            .fetch_one(&self.shop.db)
            .await
            .expect("a count")
    }

    /// The values of the newest enquiry.
    async fn fields(&self) -> Value {
        sqlx::query_scalar("select fields from enquiries order by id desc limit 1")
            .fetch_one(&self.shop.db)
            .await
            .expect("an enquiry")
    }

    /// Names of the files of the newest enquiry, by element.
    async fn sent_files(&self) -> Vec<(i32, String)> {
        sqlx::query_as(
            "select sent.element_id, file.name from enquiry_files sent join media_files file on file.id = sent.file_id
             where sent.enquiry_id = (select max(id) from enquiries) and file.owner_kind = 'enquiry'
                 and file.owner_id = sent.enquiry_id
             order by sent.position",
        )
        .fetch_all(&self.shop.db)
        .await
        .expect("files")
    }

    fn name(&self, element: &str) -> String {
        format!("iphorm_{}_{element}", self.form)
    }

    /// Lets people take the time that they need.
    fn wait(&self) {
        self.shop.clock().advance(TimeDelta::seconds(20));
    }
}

/// A visitor with a form.
struct Sender<'a> {
    shop: &'a FormShop,
    shopper: Shopper,
}

impl Sender<'_> {
    /// A fresh `iphorm_uid`.
    async fn token(&self) -> String {
        let answer = self.shopper.get(&format!("/ar/forms/token/?form={}", self.shop.form)).await;
        assert!(answer.header("cache-control").contains("no-store"));
        answer.json()["uid"].as_str().expect("a token").to_owned()
    }

    /// Solves a challenge, as the browser's worker does.
    async fn solve(&self) -> String {
        let answer = self.shopper.get("/ar/forms/challenge/").await;
        assert!(answer.header("cache-control").contains("no-store"));
        let challenge: altcha::Challenge = serde_json::from_slice(&answer.body).expect("a challenge");
        let solution = altcha::solve_challenge(altcha::SolveChallengeOptions::new(&challenge));
        let solution = solution.expect("a challenge").expect("a solution");
        BASE64_STANDARD.encode(serde_json::to_vec(&altcha::Payload { challenge, solution }).expect("JSON"))
    }

    /// Call 35.
    async fn upload(&self, token: &str, element: &str, number: &str, file: &TestFile<'_>) -> TestResponse {
        self.upload_with(token, element, number, file, &[]).await
    }

    async fn upload_with(
        &self,
        token: &str,
        element: &str,
        number: &str,
        file: &TestFile<'_>,
        further: &[(&str, &str)],
    ) -> TestResponse {
        let form = self.shop.form.to_string();
        let mut fields = vec![
            ("iphorm_ajax_uploading", "1"),
            ("iphorm_id", form.as_str()),
            ("iphorm_uid", token),
            ("iphorm_element_id", element),
            ("iphorm_upload_id", number),
        ];
        fields.extend(further);
        let list = if element == "7" { "[]" } else { "" };
        let field = format!("{}{list}", self.shop.name(element));
        let file = UploadFile { field: &field, name: file.name, kind: file.kind, bytes: file.bytes };
        self.post(ACTION, body(&fields, &[file])).await
    }

    /// Call 36 with a solved challenge, by a person who needed a while.
    async fn send(&self, token: &str, values: &[(&str, &str)]) -> Value {
        let solution = self.solve().await;
        self.shop.wait();
        let answer = self.send_with(token, values, &[("cptcha", &solution)]).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        answer.json()
    }

    /// Call 36 with these fields besides the elements.
    async fn send_with(
        &self,
        token: &str,
        values: &[(&str, &str)],
        further: &[(&str, &str)],
    ) -> TestResponse {
        let further: Vec<_> = further.iter().copied().chain([("iphorm_ajax", "1")]).collect();
        self.post_form(PAGE, token, values, &further, &[]).await
    }

    /// The plain form, with files.
    async fn post_form(
        &self,
        page: &str,
        token: &str,
        values: &[(&str, &str)],
        further: &[(&str, &str)],
        files: &[(&str, TestFile<'_>)],
    ) -> TestResponse {
        let form = self.shop.form.to_string();
        let named: Vec<_> = values.iter().map(|(element, value)| (self.shop.name(element), *value)).collect();
        let mut fields = vec![("iphorm_id", form.as_str()), ("iphorm_uid", token)];
        fields.extend(named.iter().map(|(name, value)| (name.as_str(), *value)));
        fields.extend(further);
        let parts: Vec<_> = files
            .iter()
            .map(|(element, file)| {
                let list = if *element == "7" { "[]" } else { "" };
                (format!("{}{list}", self.shop.name(element)), *file)
            })
            .collect();
        let parts: Vec<_> = parts
            .iter()
            .map(|(field, file)| UploadFile { field, name: file.name, kind: file.kind, bytes: file.bytes })
            .collect();
        self.post(page, body(&fields, &parts)).await
    }

    async fn post(&self, path: &str, body: Bytes) -> TestResponse {
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        let headers = [("sec-fetch-site", "same-origin"), ("content-type", kind.as_str())];
        self.shopper.send_bytes(Method::POST, path, Some(body), &headers).await
    }
}

#[derive(Debug, Clone, Copy)]
struct TestFile<'a> {
    name: &'a str,
    kind: &'a str,
    bytes: &'a [u8],
}

const PDF: TestFile<'static> =
    TestFile { name: "فاتورة.pdf", kind: "application/pdf", bytes: b"%PDF-1.7\n1 0 obj\n" };

/// A multipart form: the fields, then any number of files.
fn body(fields: &[(&str, &str)], files: &[UploadFile<'_>]) -> Bytes {
    let mut body = Vec::new();
    for (name, value) in fields {
        let head = format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n");
        body.extend(head.bytes().chain(value.bytes()).chain(*b"\r\n"));
    }
    for UploadFile { field, name, kind, bytes } in files {
        // As browsers write it.
        let name = name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A");
        let head = format!(
            "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\
             content-type: {kind}\r\n\r\n"
        );
        body.extend(head.bytes());
        body.extend_from_slice(bytes);
        body.extend(*b"\r\n");
    }
    body.extend(format!("--{BOUNDARY}--\r\n").bytes());
    body.into()
}

/// The texts about an element in an answer of call 36.
fn errors<'a>(shop: &FormShop, answer: &'a Value, element: &str) -> Vec<&'a str> {
    let list = answer["data"][shop.name(element)]["errors"].as_array();
    list.into_iter().flatten().filter_map(Value::as_str).collect()
}

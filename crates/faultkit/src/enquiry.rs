//! A form with an upload element, and visitors who send it.

use std::time::{Duration, Instant};

use anyhow::Context;
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};
use sqlx::PgPool;
use tokio::{io::AsyncWriteExt, net::TcpStream};

use crate::{
    browser::{Browser, Visit},
    client::ShopResponse,
    reviews::ACTIONS,
    shop::Shop,
};

/// The page with the form.
pub const PAGE: &str = "/ar/faults-form/";
/// Who is notified about an enquiry.
pub const RECIPIENT: &str = "enquiries@example.com";

const TOKEN: &str = "/ar/forms/token/";
const CHALLENGE: &str = "/ar/forms/challenge/";
const BOUNDARY: &str = "----faults-boundary-0a4c";

/// Elements of the form.
const NAME: u32 = 1;
const EMAIL: u32 = 2;
const TEXT: u32 = 3;
const FILES: u32 = 4;

/// Inserts the form and its page. Returns the form's id.
pub async fn insert_form(db: &PgPool) -> anyhow::Result<i64> {
    let element =
        |id: u32, kind: &str, label: &str| json!({ "id": id.to_string(), "kind": kind, "label": label });
    let mut files = element(FILES, "upload", "الملفات");
    files["fileSizeLimit"] = json!(1_000_000);
    let definition = json!({
        "title": "تواصل معنا",
        "elements": [
            element(NAME, "text", "الاسم"), element(EMAIL, "email", "البريد الإلكتروني"),
            element(TEXT, "textarea", "الرسالة"), files,
        ],
        "submitLabel": "إرسال",
        "success": { "html": "<p>وصلتنا رسالتك.</p>" },
        "recipients": [RECIPIENT],
        "confirmation": { "emailElement": EMAIL.to_string(), "subject": "وصلتنا رسالتك", "text": "نرد عليك قريبًا." },
    });
    sqlx::query_scalar(
        "with form as (
             insert into enquiry_forms (name, version, created_at) values ('faults-form', 1, now()) returning id),
         version as (
             insert into enquiry_form_versions (form_id, number, definition, saved_at)
             select id, 1, $1, now() from form),
         page as (
             insert into content_items (kind, slug, published_at, created_at)
             values ('page', 'faults-form', now() - interval '1 hour', now()) returning id),
         shown as (
             insert into content_versions (item_id, valid_from, title, blocks, saved_at)
             select id, now() - interval '1 hour', 'تواصل معنا', '[{\"kind\": \"form\", \"name\": \"faults-form\"}]', now()
             from page)
         select id from form",
    )
    .bind(definition)
    .fetch_one(db)
    .await
    .context("inserting a form")
}

/// What a request of a visitor came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Accepted,
    /// An answer in words.
    Refused(String),
    /// Not now, or not so: the status of the response.
    Status(u16),
    /// No response: it may have happened or not.
    Unknown,
}

/// One person with one form to send.
pub struct Sender {
    pub browser: Browser,
    pub form: i64,
    pub uid: String,
    pub email: String,
    pub text: String,
    /// The solved challenge; empty for none.
    pub proof: String,
    /// Only programs fill it in.
    pub trap: String,
}

impl Sender {
    /// Opens the form, as often as it takes: gets its one-time token.
    pub async fn open(shop: &Shop, form: i64, number: usize, email: String) -> Option<Self> {
        let mut browser = Browser::new(shop, number);
        let token = browser.visit(&Visit::to(format!("{TOKEN}?form={form}"))).await?;
        Self::with_token(browser, &token, form, number, email)
    }

    /// The same with one request.
    pub async fn open_once(shop: &Shop, form: i64, number: usize, email: String) -> Option<Self> {
        let mut browser = Browser::new(shop, number);
        let token = browser.send(&Visit::to(format!("{TOKEN}?form={form}"))).await?;
        Self::with_token(browser, &token, form, number, email)
    }

    fn with_token(
        browser: Browser,
        token: &ShopResponse,
        form: i64,
        number: usize,
        email: String,
    ) -> Option<Self> {
        let uid = serde_json::from_slice::<Value>(&token.body).ok()?["uid"].as_str()?.to_owned();
        let text = format!("السلام عليكم، أود معرفة موعد وصول الشحنة رقم {number}.");
        Some(Self { browser, form, uid, email, text, proof: String::new(), trap: String::new() })
    }

    /// Does what the browser's script does: solves the challenge.
    pub async fn prove(&mut self) -> anyhow::Result<()> {
        let challenge = self.browser.visit(&Visit::to(CHALLENGE)).await.context("no challenge")?;
        let challenge: altcha::Challenge = serde_json::from_slice(&challenge.body).context("no challenge")?;
        let solved = tokio::task::spawn_blocking(move || {
            let solution = altcha::solve_challenge(altcha::SolveChallengeOptions::new(&challenge));
            solution.ok().flatten().map(|solution| altcha::Payload { challenge, solution })
        });
        let solved = solved.await?.context("the challenge has no solution")?;
        self.proof = BASE64_STANDARD.encode(serde_json::to_vec(&solved)?);
        Ok(())
    }

    fn field(&self, element: u32) -> String {
        format!("iphorm_{}_{element}", self.form)
    }

    /// Call 35 with one file, once.
    pub async fn upload(&mut self, file: &str) -> Outcome {
        let visit = multipart(ACTIONS, self.upload_body(file));
        outcome(self.browser.send(&visit).await)
    }

    fn upload_body(&self, file: &str) -> String {
        let mut body = part("iphorm_ajax_uploading", "1");
        body += &part("iphorm_id", &self.form.to_string());
        body += &part("iphorm_uid", &self.uid);
        body += &part("iphorm_element_id", &FILES.to_string());
        body += &part("iphorm_upload_id", "1");
        body += &format!(
            "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{}[]\"; filename=\"عقد.bin\"\r\n\
             content-type: application/octet-stream\r\n\r\n{file}\r\n",
            self.field(FILES)
        );
        body
    }

    /// Call 35 by a connection that pauses in the middle of the file and does not wait for the answer.
    pub async fn begin_upload(
        &self,
        port: u16,
        host: &str,
        file: &str,
        pause: Duration,
    ) -> std::io::Result<()> {
        let body = format!("{}--{BOUNDARY}--\r\n", self.upload_body(file));
        let head = format!(
            "POST {ACTIONS} HTTP/1.1\r\nhost: {host}\r\nx-forwarded-for: {}\r\ncookie: {}\r\n\
             sec-fetch-site: same-origin\r\nconnection: close\r\ncontent-length: {}\r\n\
             content-type: multipart/form-data; boundary={BOUNDARY}\r\n\r\n",
            self.browser.address,
            self.browser.cookie(),
            body.len()
        );
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
        stream.write_all(head.as_bytes()).await?;
        let (first, rest) = body.as_bytes().split_at(body.len() - file.len() / 2);
        stream.write_all(first).await?;
        tokio::time::sleep(pause).await;
        stream.write_all(rest).await
    }

    /// Call 36, once.
    pub async fn submit(&mut self) -> Outcome {
        let mut body = part("iphorm_id", &self.form.to_string());
        body += &part("iphorm_uid", &self.uid);
        body += &part("iphorm_ajax", "1");
        body += &part("cptcha", &self.proof);
        body += &part("cr_website", &self.trap);
        body += &part(&self.field(NAME), "سلمى");
        body += &part(&self.field(EMAIL), &self.email);
        body += &part(&self.field(TEXT), &self.text);
        outcome(self.browser.send(&multipart(PAGE, body)).await)
    }
}

/// Repeats a request until it is accepted, or until the time is over.
pub async fn until_accepted<F: AsyncFnMut() -> Outcome>(timeout: Duration, mut request: F) -> Outcome {
    let until = Instant::now() + timeout;
    loop {
        match request().await {
            Outcome::Accepted => return Outcome::Accepted,
            last if Instant::now() > until => return last,
            _ => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
}

/// The token in the plain form of the public page.
pub fn page_uid(html: &str) -> Option<String> {
    let (_, rest) = html.split_once("name=\"iphorm_uid\" value=\"")?;
    rest.split('"').next().map(str::to_owned)
}

fn part(name: &str, value: &str) -> String {
    format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
}

fn multipart(path: &str, parts: String) -> Visit {
    let visit = Visit { form: Some(format!("{parts}--{BOUNDARY}--\r\n")), ..Visit::to(path) };
    visit.header("content-type", &format!("multipart/form-data; boundary={BOUNDARY}"))
}

fn outcome(answer: Option<ShopResponse>) -> Outcome {
    let Some(answer) = answer else { return Outcome::Unknown };
    let body: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    match (answer.status.as_u16(), body["type"].as_str()) {
        (200, Some("success")) => Outcome::Accepted,
        (200, Some(_)) => Outcome::Refused(answer.text()),
        (status, _) => Outcome::Status(status),
    }
}

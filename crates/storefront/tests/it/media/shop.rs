//! A shop that decodes what it receives, for one test.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use bytes::Bytes;
use http::Method;
use media::jobs::{MediaJobContext, clean_up, worker};
use s3sink::S3Sink;
use serde_json::{Value, json};
use storefront::server::{database, upload_config::UploadConfig, uploads};
use testkit::{BOUNDARY, Options, Shopper, TestProduct, TestResponse, TestShop, UploadFile, multipart};
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

use super::jail::{self, Folder};

pub const ACTIONS: &str = "/ar/wp-admin/admin-ajax.php";

/// An attachment as the calls answer it.
#[derive(Debug, Clone)]
pub struct Attachment {
    pub id: String,
    pub key: String,
}

impl Attachment {
    pub fn of(answer: &TestResponse) -> Self {
        let attachment = answer.json()["attachment"].clone();
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        assert!(attachment.is_object(), "{}", answer.text());
        Self { id: text(&attachment["id"]), key: text(&attachment["key"]) }
    }

    pub fn number(&self) -> i64 {
        self.id.parse().expect("a number")
    }

    fn image(&self) -> String {
        json!({ "id": self.id, "key": self.key }).to_string()
    }
}

pub struct MediaShop {
    worker: Option<AbortOnDropHandle<()>>,
    jobs: MediaJobContext,
    pub shop: TestShop,
    pub product: TestProduct,
    store: Folder,
}

/// Settings of a shop that a test can override.
pub struct MediaOptions {
    pub shop: Options,
    pub has_ffmpeg: bool,
    /// The address of clamd.
    pub clamd: Option<String>,
    pub min_free_disk: u64,
    pub s3: Option<String>,
}

impl Default for MediaOptions {
    fn default() -> Self {
        Self { shop: Options::default(), has_ffmpeg: true, clamd: None, min_free_disk: 0, s3: None }
    }
}

impl MediaShop {
    pub async fn open_with(options: MediaOptions) -> Self {
        let store = Folder::new();
        let mut config = UploadConfig {
            upload_min_free_disk: options.min_free_disk,
            clamd: options.clamd.map(|address| address.parse().expect("an address")),
            ffmpeg_path: (!options.has_ffmpeg).then(|| "/nonexistent".into()),
            ..UploadConfig::in_folder(store.path())
        };
        if let Some(endpoint) = options.s3 {
            config.uploads = format!("s3://{}/shop", s3sink::BUCKET);
            config.s3_endpoint = endpoint;
            config.s3_key = s3sink::KEY.to_owned();
            config.s3_secret = s3sink::SECRET.to_owned().into();
        }
        let shop = TestShop::open_with(Options { uploads: Some(config.clone()), ..options.shop }).await;
        let product = shop.product("قهوة").stock(100).make(&shop.db).await;
        let db = database::pool(&shop.database().url("MEDIA_").expect("a URL"), 6, "media").expect("a pool");
        // The children are the shop's program, not that of the tests.
        let mut jail = jail::config();
        jail.tools = config.video_tools();
        let objects = config.objects().expect("a store");
        let jobs = MediaJobContext::new(db, shop.clock().clone(), objects, jail, config.clamd.clone());
        let running = worker::run(jobs.clone(), CancellationToken::new());
        let worker = Some(AbortOnDropHandle::new(tokio::spawn(running)));
        Self { worker, jobs, shop, product, store }
    }

    pub async fn open_on_s3(s3: &S3Sink) -> Self {
        Self::open_with(MediaOptions { s3: Some(s3.endpoint()), ..MediaOptions::default() }).await
    }

    /// Ends the worker: what is received from now on stays as it is.
    pub fn stop_processing(&mut self) {
        self.worker = None;
    }

    /// The hourly cleanup.
    pub async fn purge(&self) {
        clean_up(&self.jobs).await.expect("the cleanup");
    }

    /// Delivers files that S3 could not take, as the server does every ten seconds.
    pub async fn deliver(&self) {
        let config = &self.shop.config().uploads;
        let context = uploads::context(config, self.shop.clock(), &[]).expect("a context");
        // Fails while the store is down.
        let _ = media::service::deliver_spooled(&context, &self.shop.shop().db).await;
    }

    pub async fn open() -> Self {
        Self::open_with(MediaOptions::default()).await
    }

    pub async fn with_rate_factor(rate_factor: u32) -> Self {
        let shop = Options { rate_factor, ..Options::default() };
        Self::open_with(MediaOptions { shop, ..MediaOptions::default() }).await
    }

    pub async fn sender(&self) -> Sender {
        Sender { shopper: self.shop.shopper(), product: self.product.clone() }
    }

    /// `cr_nonce` of call 27, as the form has it.
    pub fn page_nonce(&self) -> String {
        self.shop.shop().nonces.for_pages().sign("reviews.upload", &self.product.id, self.shop.clock().now())
    }

    pub async fn rows(&self) -> i64 {
        sqlx::query_scalar("select count(*) from media_files").fetch_one(&self.shop.db).await.expect("count")
    }

    pub async fn exists(&self, attachment: &Attachment) -> bool {
        self.state(attachment.number()).await.is_some()
    }

    /// State and reason of a refusal.
    pub async fn state(&self, id: i64) -> Option<(String, Option<String>)> {
        sqlx::query_as("select state, refusal from media_files where id = $1")
            .bind(id)
            .fetch_optional(&self.shop.db)
            .await
            .expect("a row")
    }

    /// The hash that the row of a file has, if the bytes are in the store.
    pub async fn stored_hash(&self, attachment: &Attachment) -> Option<Vec<u8>> {
        sqlx::query_scalar("select sha256 from media_files where id = $1")
            .bind(attachment.number())
            .fetch_optional(&self.shop.db)
            .await
            .expect("a row")
    }

    /// Gives a file to a review, as sending the review does.
    pub async fn attach(&self, attachment: &Attachment) -> i64 {
        let review: i64 = sqlx::query_scalar(
            "insert into reviews (product_id, rating, text, name, email, created_at)
             values ($1, 5, 'طعم ممتاز', 'سلمى', $2, now()) returning id",
        )
        .bind(self.product.id.parse::<i64>().expect("an id"))
        .bind(format!("{}@example.com", attachment.id))
        .fetch_one(&self.shop.db)
        .await
        .expect("a review");
        let attached = sqlx::query(
            "update media_files set owner_kind = 'review', owner_id = $2, attached_at = now() where id = $1",
        )
        .bind(attachment.number())
        .bind(review)
        .execute(&self.shop.db)
        .await
        .expect("attached");
        assert_eq!(attached.rows_affected(), 1);
        review
    }

    /// Names of all files in the store, the spool included.
    pub fn files_in_store(&self) -> Vec<String> {
        let mut names = Vec::new();
        let mut folders = vec![self.store.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name =
                        path.strip_prefix(self.store.path()).expect("inside").to_string_lossy().into_owned();
                    names.push(name);
                }
            }
        }
        names
    }

    pub fn store_folder(&self) -> &Path {
        self.store.path()
    }

    /// Waits until a file is processed or refused.
    pub async fn processed(&self, attachment: &Attachment) -> (String, Option<String>) {
        self.wait_for_state(attachment, |state| state != "received").await
    }

    pub async fn wait_for_state(
        &self,
        attachment: &Attachment,
        is_wanted: impl Fn(&str) -> bool,
    ) -> (String, Option<String>) {
        let since = Instant::now();
        loop {
            let found = self.state(attachment.number()).await.expect("the file has a row");
            if is_wanted(&found.0) {
                return found;
            }
            assert!(since.elapsed() < Duration::from_secs(90), "file {} is still {}", attachment.id, found.0);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Publishes a processed file with a review, and returns the addresses under which it is served.
    pub async fn publish(&self, attachment: &Attachment) -> Vec<Served> {
        let review = self.attach(attachment).await;
        let mut tx = self.shop.db.begin().await.expect("begin");
        media::service::publish(&mut tx, media::service::Owner::Review(review)).await.expect("published");
        tx.commit().await.expect("commit");
        self.wait_for_state(attachment, |state| state == "published").await;
        self.served(attachment).await
    }

    /// The published copies of a file.
    pub async fn served(&self, attachment: &Attachment) -> Vec<Served> {
        let (name, outputs): (String, Value) =
            sqlx::query_as("select public_name, outputs from media_files where id = $1")
                .bind(attachment.number())
                .fetch_one(&self.shop.db)
                .await
                .expect("a published file");
        let outputs = outputs.as_array().expect("a list").clone();
        let served = outputs.iter().map(|output| Served {
            path: format!("/m/{}/{name}/{}", &name[..2], output["name"].as_str().expect("a name")),
            mime: output["mime"].as_str().expect("a type").to_owned(),
            bytes: output["bytes"].as_u64().expect("a size"),
        });
        served.collect()
    }
}

/// A published copy.
#[derive(Debug, Clone)]
pub struct Served {
    pub path: String,
    pub mime: String,
    pub bytes: u64,
}

/// A visitor who sends files for one product.
pub struct Sender {
    pub shopper: Shopper,
    product: TestProduct,
}

impl Sender {
    pub async fn upload(&self, name: &str, kind: &str, bytes: &[u8]) -> TestResponse {
        self.upload_for(&self.product.id, name, kind, bytes).await
    }

    pub async fn upload_for(&self, item: &str, name: &str, kind: &str, bytes: &[u8]) -> TestResponse {
        let file = UploadFile { field: "cr_file", name, kind, bytes };
        self.shopper.upload("cr_upload_media", &[("cr_item", item)], &file).await
    }

    /// Call 27, of the classic form.
    pub async fn upload_classic(&self, nonce: &str, name: &str, kind: &str, bytes: &[u8]) -> TestResponse {
        let file = UploadFile { field: "cr_file", name, kind, bytes };
        let fields = [("cr_nonce", nonce), ("cr_postid", self.product.id.as_str()), ("cr_captcha", "")];
        self.shopper.upload("cr_upload_local_images_frontend", &fields, &file).await
    }

    pub async fn upload_with_key(&self, key: &str, name: &str, kind: &str, bytes: &[u8]) -> TestResponse {
        self.send(
            &[("action", "cr_upload_media"), ("cr_item", &self.product.id)],
            name,
            kind,
            bytes,
            "same-origin",
            key,
        )
        .await
    }

    pub async fn upload_from_another_site(&self, name: &str, kind: &str, bytes: &[u8]) -> TestResponse {
        self.send(
            &[("action", "cr_upload_media"), ("cr_item", &self.product.id)],
            name,
            kind,
            bytes,
            "cross-site",
            "",
        )
        .await
    }

    pub async fn upload_with_action_last(&self, name: &str, kind: &str, bytes: &[u8]) -> TestResponse {
        let file = UploadFile { field: "cr_file", name, kind, bytes };
        let form = multipart(&[], &file);
        let end = format!("\r\n--{BOUNDARY}--\r\n");
        let mut body = form[..form.len() - end.len()].to_vec();
        let action = format!(
            "\r\n--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"action\"\r\n\r\ncr_upload_media"
        );
        body.extend(action.bytes().chain(end.bytes()));
        self.post(Bytes::from(body), "same-origin", "").await
    }

    async fn send(
        &self,
        fields: &[(&str, &str)],
        name: &str,
        kind: &str,
        bytes: &[u8],
        site: &str,
        key: &str,
    ) -> TestResponse {
        let file = UploadFile { field: "cr_file", name, kind, bytes };
        self.post(multipart(fields, &file), site, key).await
    }

    async fn post(&self, body: Bytes, site: &str, key: &str) -> TestResponse {
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        let mut headers = vec![("sec-fetch-site", site), ("content-type", kind.as_str())];
        if !key.is_empty() {
            headers.push(("idempotency-key", key));
        }
        self.shopper.send_bytes(Method::POST, ACTIONS, Some(body), &headers).await
    }

    /// Call 30.
    pub async fn delete(&self, attachment: &Attachment) -> TestResponse {
        let image = attachment.image();
        self.shopper.post(ACTIONS, &[("action", "cr_delete_media"), ("image", &image)]).await
    }

    /// Call 28.
    pub async fn delete_classic(&self, nonce: &str, attachment: &Attachment, class: &str) -> TestResponse {
        let image = attachment.image();
        let fields = [
            ("action", "cr_delete_local_images_frontend"),
            ("cr_nonce", nonce),
            ("image", image.as_str()),
            ("class", class),
        ];
        self.shopper.post(ACTIONS, &fields).await
    }
}

//! Runs the shop's worker and receives its emails.

use std::time::Duration;

use mailsink::{Email, Sink};
use storefront::server::{database, jobs::ShopJobContext, media::Media, worker};
use tokio_util::task::AbortOnDropHandle;

use crate::TestShop;

pub struct Mailbox {
    pub sink: Sink,
    _worker: AbortOnDropHandle<()>,
}

impl Mailbox {
    /// Waits up to 30 seconds until at least `count` emails have arrived, and returns all.
    pub async fn wait_for(&self, count: usize) -> Vec<Email> {
        let waited = tokio::time::timeout(Duration::from_secs(30), self.sink.wait_for(count)).await;
        waited.unwrap_or_else(|_| panic!("{} emails instead of {count}", self.sink.emails().len()))
    }
}

impl TestShop {
    /// Returns the context of the shop's jobs, connected as `shop_worker`.
    pub fn job_context(&self) -> ShopJobContext {
        let url = self.database().url("WORKER_").expect("a database URL");
        ShopJobContext {
            db: database::pool(&url, 4, "test").expect("a pool"),
            clock: self.clock().clone(),
            media: Media::in_folder(&self.config().media_dir).expect("media"),
            origin: self.config().public_origin.as_str().into(),
        }
    }

    /// Returns a mailer that sends to `smtp_url`.
    pub fn mailer(&self, job_context: &ShopJobContext, smtp_url: String) -> mail::Mailer {
        let mut config = self.config().clone();
        config.mail.smtp_url = smtp_url;
        self.app().mailer(&config, job_context.db.clone()).expect("a mailer")
    }

    /// Starts the worker and receives the emails it sends.
    pub async fn open_mailbox(&self) -> Mailbox {
        let sink = Sink::open(([127, 0, 0, 1], 0).into()).await.expect("a mail sink");
        let job_context = self.job_context();
        let mailer = self.mailer(&job_context, sink.url());
        let worker = worker::build(job_context, mailer, self.order_job_context())
            .await
            .expect("the worker starts as shop_worker");
        let running = tokio::spawn(async move {
            if let Err(error) = worker.run().await {
                eprintln!("the worker stopped: {error}");
            }
        });
        Mailbox { sink, _worker: AbortOnDropHandle::new(running) }
    }
}

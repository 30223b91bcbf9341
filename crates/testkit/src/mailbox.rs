//! The shop's worker, and the letters it sends.

use std::time::Duration;

use mailsink::{Letter, Sink};
use storefront::{database, jobs::ShopDesk, media::Media, worker};
use tokio_util::task::AbortOnDropHandle;

use crate::TestShop;

pub struct Mailbox {
    pub sink: Sink,
    _worker: AbortOnDropHandle<()>,
}

impl Mailbox {
    /// The letters, once there are this many; half a minute at most.
    pub async fn wait_for(&self, count: usize) -> Vec<Letter> {
        let waited = tokio::time::timeout(Duration::from_secs(30), self.sink.wait_for(count)).await;
        waited.unwrap_or_else(|_| panic!("{} letters instead of {count}", self.sink.letters().len()))
    }
}

impl TestShop {
    /// What jobs of this shop work with, as their own role of the database.
    pub fn desk(&self) -> ShopDesk {
        let url = self.database().url("WORKER_").expect("an address");
        ShopDesk {
            db: database::pool(&url, 4, "test").expect("a pool"),
            clock: self.clock().clone(),
            media: Media::in_folder(&self.config().media_dir).expect("media"),
            origin: self.config().public_origin.as_str().into(),
        }
    }

    /// Sends letters to `smtp_url`.
    pub fn postman(&self, desk: &ShopDesk, smtp_url: String) -> mail::Postman {
        let mut config = self.config().clone();
        config.mail.smtp_url = smtp_url;
        self.app().postman(&config, desk.db.clone()).expect("a postman")
    }

    /// Runs the worker beside the shop from now on, and takes its letters.
    pub async fn open_mailbox(&self) -> Mailbox {
        let sink = Sink::open(([127, 0, 0, 1], 0).into()).await.expect("a mail sink");
        let desk = self.desk();
        let postman = self.postman(&desk, sink.url());
        let worker =
            worker::build(desk, postman, self.till()).await.expect("the worker starts as shop_worker");
        let running = tokio::spawn(async move {
            if let Err(error) = worker.run().await {
                eprintln!("the worker stopped: {error}");
            }
        });
        Mailbox { sink, _worker: AbortOnDropHandle::new(running) }
    }
}

//! The real process `matjar media`, with the role and the settings that a shop gives it.

use std::{
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use super::{
    hostile,
    jail::program,
    shop::{Attachment, MediaShop},
};

pub struct MediaProcess(Child);

impl MediaProcess {
    fn start(shop: &MediaShop) -> Self {
        Self::start_with(shop, &[])
    }

    pub fn start_with(shop: &MediaShop, settings: &[(&str, String)]) -> Self {
        let child = Command::new(program())
            .arg("media")
            .env("DATABASE_MEDIA_URL", shop.shop.database().url("MEDIA_").expect("a URL"))
            .env("MATJAR_UPLOADS", shop.store_folder())
            .env("RUST_LOG", "warn")
            .envs(settings.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .spawn()
            .expect("the media process starts");
        Self(child)
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.0.id().to_string()]).status();
        assert!(sent.expect("kill").success());
    }
}

impl Drop for MediaProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn the_media_process_decodes_and_stops_on_sigterm() {
    let mut shop = MediaShop::open().await;
    shop.stop_processing();
    let mut process = MediaProcess::start(&shop);
    let sender = shop.sender().await;
    let file = Attachment::of(&sender.upload("a.jpg", "image/jpeg", &hostile::honest_jpeg(300, 200)).await);
    assert_eq!(shop.processed(&file).await, ("processed".to_owned(), None));
    process.signal("-TERM");
    let since = Instant::now();
    let status = loop {
        if let Some(status) = process.0.try_wait().expect("a process") {
            break status;
        }
        assert!(since.elapsed() < Duration::from_secs(20), "the media process does not stop");
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert!(status.success(), "{status}");
}

/// A killed process leaves its files to the next one.
#[tokio::test]
async fn a_file_of_a_killed_process_is_processed_by_the_next() {
    let mut shop = MediaShop::open().await;
    shop.stop_processing();
    let process = MediaProcess::start(&shop);
    let sender = shop.sender().await;
    let mut files = Vec::new();
    for number in 0..4 {
        files.push(Attachment::of(
            &sender.upload("a.jpg", "image/jpeg", &hostile::numbered_jpeg(number)).await,
        ));
    }
    process.signal("-KILL");
    drop(process);
    // Its jobs are free again after a minute without a heartbeat.
    sqlx::query("update graphile_worker._private_workers set last_heartbeat_at = now() - interval '1 hour'")
        .execute(&shop.shop.db)
        .await
        .expect("aged");
    let _next = MediaProcess::start(&shop);
    for file in &files {
        assert_eq!(shop.processed(file).await, ("processed".to_owned(), None));
    }
    // The row of a file changes before its original is deleted. What the killed process was writing stays in the spool
    // until it is an hour old.
    let since = Instant::now();
    while shop.files_in_store().iter().any(|name| name.starts_with("inbox/")) {
        assert!(since.elapsed() < Duration::from_secs(60), "{:?}", shop.files_in_store());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

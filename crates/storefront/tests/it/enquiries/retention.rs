//! Enquiries and their files are stored for 180 days; what belongs to nothing goes sooner.

use std::time::{Duration, SystemTime};

use chrono::{TimeDelta, Utc};
use enquiries::jobs::MaintainEnquiries;
use kernel::Clock;
use testkit::{Mailbox, Options, TestShop};

use super::stored::*;
use crate::{
    emails::jobs_done,
    media::shop::{MediaOptions, MediaShop},
};

async fn shop_with_clock() -> (MediaShop, Mailbox, Clock) {
    let clock = Clock::manual(Utc::now());
    let shop = Options { clock: clock.clone(), ..Options::default() };
    let mut media = MediaShop::open_with(MediaOptions { shop, ..MediaOptions::default() }).await;
    media.stop_processing();
    let mailbox = media.shop.open_mailbox().await;
    (media, mailbox, clock)
}

/// What the worker does every ten minutes.
async fn maintain(shop: &TestShop) {
    edge::jobs::enqueue(&shop.db, &MaintainEnquiries {}, None).await.expect("a job");
    jobs_done(shop).await;
}

#[tokio::test]
async fn an_enquiry_and_its_files_are_deleted_after_180_days() {
    let (media, _mailbox, clock) = shop_with_clock().await;
    let form = form(&media.shop).await;
    let old = insert(&media.shop, form).await;
    insert_file(&media, form, Some(old), "a.pdf", b"old").await;
    clock.advance(TimeDelta::days(1));
    let young = insert(&media.shop, form).await;
    let file = insert_file(&media, form, Some(young), "b.pdf", b"young").await;

    clock.advance(TimeDelta::days(178));
    maintain(&media.shop).await;
    media.purge().await;
    assert_eq!(count(&media.shop, "enquiries").await, 2, "179 days are not enough");
    assert_eq!(media.files_in_store().len(), 2);
    clock.advance(TimeDelta::hours(25));
    maintain(&media.shop).await;
    let left: Vec<i64> =
        sqlx::query_scalar("select id from enquiries").fetch_all(&media.shop.db).await.expect("enquiries");
    assert_eq!(left, [young]);
    assert_eq!(count(&media.shop, "enquiry_files").await, 1);
    media.purge().await;
    assert_eq!(media.files_in_store(), [format!("forms/{file}")]);
    assert_eq!(media.rows().await, 1);
    // A closed one and a held one are not stored longer.
    sqlx::query("update enquiries set state = 'closed', closed_at = now(), is_spam = true")
        .execute(&media.shop.db)
        .await
        .expect("closed");
    clock.advance(TimeDelta::days(1));
    maintain(&media.shop).await;
    media.purge().await;
    assert_eq!((count(&media.shop, "enquiries").await, media.rows().await), (0, 0));
    assert_eq!(media.files_in_store(), Vec::<String>::new());
}

#[tokio::test]
async fn session_and_network_of_a_sender_are_forgotten_after_30_days() {
    let (media, _mailbox, clock) = shop_with_clock().await;
    let form = form(&media.shop).await;
    insert(&media.shop, form).await;
    let known = "enquiries where visitor is not null and address <> ''";
    clock.advance(TimeDelta::days(29));
    maintain(&media.shop).await;
    assert_eq!(count(&media.shop, known).await, 1);
    clock.advance(TimeDelta::days(2));
    maintain(&media.shop).await;
    assert_eq!(count(&media.shop, known).await, 0);
    assert_eq!(count(&media.shop, "enquiries where visitor is null and address = ''").await, 1);
}

#[tokio::test]
async fn files_of_a_form_that_was_never_sent_are_purged_after_a_day() {
    let (media, _mailbox, clock) = shop_with_clock().await;
    let form = form(&media.shop).await;
    insert_file(&media, form, None, "a.pdf", b"unsent").await;
    let sent = insert(&media.shop, form).await;
    let file = insert_file(&media, form, Some(sent), "b.pdf", b"sent").await;
    clock.advance(TimeDelta::hours(23));
    media.purge().await;
    assert_eq!(media.files_in_store().len(), 2, "a day has 24 hours");
    clock.advance(TimeDelta::hours(2));
    media.purge().await;
    assert_eq!(media.files_in_store(), [format!("forms/{file}")]);
    clock.advance(TimeDelta::days(2));
    maintain(&media.shop).await;
    assert_eq!(count(&media.shop, "enquiry_files").await, 1, "its note goes too");
}

/// An object whose row was never written: its server died between the two.
#[tokio::test]
async fn objects_without_a_row_are_purged_after_two_days() {
    let (media, _mailbox, _clock) = shop_with_clock().await;
    let folder = media.store_folder().join("forms");
    std::fs::create_dir_all(&folder).expect("a folder");
    let (old, young) = (folder.join("4444"), folder.join("5555"));
    for file in [&old, &young] {
        std::fs::write(file, "bytes").expect("an object");
    }
    let past = SystemTime::now() - Duration::from_secs(50 * 3600);
    std::fs::File::options().write(true).open(&old).and_then(|file| file.set_modified(past)).expect("aged");
    media.purge().await;
    assert!(!old.exists() && young.exists(), "the row of a young one may be about to be written");
}

//! What belongs to nothing goes away: after 24 hours, objects first.

use std::time::{Duration, SystemTime};

use chrono::{TimeDelta, Utc};
use kernel::Clock;
use testkit::Options;

use super::{
    hostile,
    shop::{Attachment, MediaOptions, MediaShop},
};

async fn shop_with_clock() -> (MediaShop, Clock) {
    let clock = Clock::manual(Utc::now());
    let shop = Options { clock: clock.clone(), ..Options::default() };
    (MediaShop::open_with(MediaOptions { shop, ..MediaOptions::default() }).await, clock)
}

#[tokio::test]
async fn files_that_belong_to_nothing_are_purged_after_a_day_and_others_stay() {
    let (mut shop, clock) = shop_with_clock().await;
    let sender = shop.sender().await;
    let orphan = Attachment::of(&sender.upload("a.jpg", "image/jpeg", &hostile::honest_jpeg(90, 70)).await);
    let attached = Attachment::of(&sender.upload("b.jpg", "image/jpeg", &hostile::honest_jpeg(80, 70)).await);
    for file in [&orphan, &attached] {
        assert_eq!(shop.processed(file).await.0, "processed");
    }
    shop.attach(&attached).await;
    shop.stop_processing();

    clock.advance(TimeDelta::hours(23));
    shop.purge().await;
    assert!(shop.exists(&orphan).await, "a day has 24 hours");
    clock.advance(TimeDelta::hours(2));
    shop.purge().await;
    assert!(!shop.exists(&orphan).await);
    assert!(shop.exists(&attached).await);
    let files = shop.files_in_store();
    assert!(files.iter().all(|name| name.contains(&attached.id)), "{files:?}");
    assert!(!files.is_empty());
}

#[tokio::test]
async fn a_refused_file_is_purged_after_a_day() {
    let (mut shop, clock) = shop_with_clock().await;
    let broken =
        hostile::files().into_iter().find(|file| file.kind == "png-truncated").expect("in the corpus");
    let sender = shop.sender().await;
    let refused = Attachment::of(&sender.upload("a.png", broken.declared, &broken.bytes).await);
    assert_eq!(shop.processed(&refused).await.0, "refused");
    shop.attach(&refused).await;
    shop.stop_processing();
    clock.advance(TimeDelta::hours(25));
    shop.purge().await;
    assert!(!shop.exists(&refused).await);
    assert_eq!(shop.files_in_store(), Vec::<String>::new());
}

/// An object whose row was never written: its server died between the two.
#[tokio::test]
async fn objects_without_a_row_are_purged_after_two_days() {
    let (mut shop, _) = shop_with_clock().await;
    shop.stop_processing();
    let folder = shop.store_folder().join("inbox");
    let (old, new) = (folder.join("4444"), folder.join("5555"));
    for file in [&old, &new] {
        std::fs::write(file, "bytes").expect("an object");
    }
    let past = SystemTime::now() - Duration::from_secs(50 * 3600);
    std::fs::File::options().write(true).open(&old).and_then(|file| file.set_modified(past)).expect("aged");
    shop.purge().await;
    assert!(!old.exists());
    assert!(new.exists(), "its row may be just about to be written");
}

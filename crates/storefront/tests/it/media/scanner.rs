//! The scanner: Debian's clamd with one signature.

use super::{
    clamd::TestClamd,
    hostile,
    shop::{Attachment, MediaOptions, MediaShop},
};

#[tokio::test]
async fn a_file_with_a_known_signature_is_refused_and_others_pass() {
    let Some(clamd) = TestClamd::start() else {
        eprintln!("skipped: clamd is not installed");
        return;
    };
    let options = MediaOptions { clamd: Some(clamd.address()), ..MediaOptions::default() };
    let shop = MediaShop::open_with(options).await;
    let sender = shop.sender().await;
    let infected = [hostile::honest_jpeg(64, 48), hostile::eicar()].concat();
    let infected = Attachment::of(&sender.upload("a.jpg", "image/jpeg", &infected).await);
    let sound = Attachment::of(&sender.upload("b.jpg", "image/jpeg", &hostile::honest_jpeg(64, 48)).await);
    assert_eq!(shop.processed(&infected).await, ("refused".to_owned(), Some("infected".to_owned())));
    assert_eq!(shop.processed(&sound).await, ("processed".to_owned(), None));
}

/// What could not be scanned is not let through: it waits.
#[tokio::test]
async fn without_an_answer_of_the_scanner_a_file_waits() {
    let Some(mut clamd) = TestClamd::start() else {
        eprintln!("skipped: clamd is not installed");
        return;
    };
    let address = clamd.address();
    clamd.stop();
    let shop = MediaShop::open_with(MediaOptions { clamd: Some(address), ..MediaOptions::default() }).await;
    let file = Attachment::of(
        &shop.sender().await.upload("a.jpg", "image/jpeg", &hostile::honest_jpeg(64, 48)).await,
    );
    tokio::time::sleep(std::time::Duration::from_secs(3)).await;
    assert_eq!(shop.state(file.number()).await, Some(("received".to_owned(), None)));
}

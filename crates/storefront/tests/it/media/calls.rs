//! Calls 27 to 30: what they answer, and who may delete what.

use http::StatusCode;
use serde_json::Value;
use testkit::TestResponse;

use super::{
    hostile,
    shop::{Attachment, MediaShop, Sender},
};

/// The message of a refusal: in Arabic, and not one of our insides.
fn assert_refused(answer: &TestResponse, what: &str) {
    assert_eq!(answer.status, StatusCode::OK, "{what}: {}", answer.text());
    let json = answer.json();
    assert!(json["code"].as_i64().is_some_and(|code| code >= 500), "{what}: {json}");
    let message = json["message"].as_str().unwrap_or_default();
    assert!(message.chars().any(|letter| ('\u{0621}'..='\u{064a}').contains(&letter)), "{what}: {json}");
    assert!(json.get("attachment").is_none_or(Value::is_null), "{what}: {json}");
}

/// [API-29] [REV-60]
#[tokio::test]
async fn call_29_answers_id_and_key_of_a_stored_file() {
    let shop = MediaShop::open().await;
    let sender = shop.sender().await;
    let bytes = hostile::honest_jpeg(200, 100);
    let answer = sender.upload("photo.jpg", "image/jpeg", &bytes).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let json = answer.json();
    assert_eq!(json["code"], 200, "{json}");
    let attachment = Attachment::of(&answer);
    assert_eq!(attachment.key.len(), 32, "128 bits in hex: {}", attachment.key);
    assert_eq!(shop.stored_hash(&attachment).await, Some(hostile::sha256(&bytes)));
}

/// [API-27] [API-28] [REV-63]
#[tokio::test]
async fn call_27_answers_a_nonce_with_which_call_28_deletes() {
    let shop = MediaShop::open().await;
    let sender = shop.sender().await;
    let nonce = shop.page_nonce();
    let answer =
        sender.upload_classic(&nonce, "photo.jpg", "image/jpeg", &hostile::honest_jpeg(80, 60)).await;
    assert_eq!(answer.json()["code"], 200, "{}", answer.text());
    let attachment = Attachment::of(&answer);
    let nonce = answer.json()["attachment"]["nonce"].as_str().expect("a nonce").to_owned();

    let foreign = sender.delete_classic("0000000000", &attachment, "3").await;
    assert_eq!(foreign.status, StatusCode::FORBIDDEN, "{}", foreign.text());
    assert!(shop.exists(&attachment).await);
    let deleted = sender.delete_classic(&nonce, &attachment, "3").await;
    assert_eq!(deleted.json()["code"], 200, "{}", deleted.text());
    assert_eq!(deleted.json()["class"].to_string().trim_matches('"'), "3", "{}", deleted.text());
    assert!(!shop.exists(&attachment).await);
}

/// [API-27] [API-40] [REV-64]
#[tokio::test]
async fn call_27_without_its_nonce_changes_nothing() {
    let shop = MediaShop::open().await;
    let sender = shop.sender().await;
    for nonce in ["", "0123456789"] {
        let answer =
            sender.upload_classic(nonce, "photo.jpg", "image/jpeg", &hostile::honest_jpeg(80, 60)).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{}", answer.text());
    }
    assert_eq!(shop.rows().await, 0);
}

/// [API-30] [REV-62] [REV-64]
#[tokio::test]
async fn only_the_holder_of_session_id_and_key_deletes_a_file() {
    let shop = MediaShop::open().await;
    let (owner, stranger) = (shop.sender().await, shop.sender().await);
    let attachment =
        Attachment::of(&owner.upload("a.jpg", "image/jpeg", &hostile::honest_jpeg(80, 60)).await);

    let by_stranger = stranger.delete(&attachment).await;
    let wrong_key = owner.delete(&Attachment { key: "0".repeat(32), ..attachment.clone() }).await;
    let wrong_id = owner.delete(&Attachment { id: "12345".to_owned(), ..attachment.clone() }).await;
    for (what, answer) in [("stranger", by_stranger), ("key", wrong_key), ("id", wrong_id)] {
        assert_ne!(answer.json()["code"], 200, "{what}: {}", answer.text());
        assert!(shop.exists(&attachment).await, "{what}");
    }
    let deleted = owner.delete(&attachment).await;
    assert_eq!(deleted.json()["code"], 200, "{}", deleted.text());
    assert!(!shop.exists(&attachment).await);
}

/// [REV-64] A review that was sent keeps its files.
#[tokio::test]
async fn a_file_of_a_sent_review_cannot_be_deleted() {
    let shop = MediaShop::open().await;
    let sender = shop.sender().await;
    let attachment =
        Attachment::of(&sender.upload("a.jpg", "image/jpeg", &hostile::honest_jpeg(80, 60)).await);
    shop.attach(&attachment).await;
    let answer = sender.delete(&attachment).await;
    assert_ne!(answer.json()["code"], 200, "{}", answer.text());
    assert!(shop.exists(&attachment).await);
}

/// [REV-56] [REV-61] [REV-64] [API-29]
#[tokio::test]
async fn files_that_are_refused_at_once_leave_nothing_behind() {
    let shop = MediaShop::with_rate_factor(1_000).await;
    let sender = shop.sender().await;
    let files = hostile::files();
    let refused: Vec<_> = files.iter().filter(|file| file.wanted == hostile::Wanted::RefusedAtOnce).collect();
    assert!(refused.len() >= 40, "{}", refused.len());
    for file in refused {
        let answer = sender.upload(&file.name, file.declared, &file.bytes).await;
        // A name that no browser can send may make the whole form unreadable.
        if answer.status != StatusCode::BAD_REQUEST {
            assert_refused(&answer, &file.kind);
        }
    }
    assert_eq!((shop.rows().await, shop.files_in_store()), (0, Vec::<String>::new()));
}

/// [REV-56] All pairings of content, declared type and name in which one differs.
#[tokio::test]
async fn a_file_that_is_not_what_it_says_is_refused() {
    let shop = MediaShop::with_rate_factor(1_000).await;
    let sender = shop.sender().await;
    // Every seventh of a thousand; the pure rule is tested with all of them.
    for pairing in hostile::pairs::all().into_iter().filter(|pairing| !pairing.agrees).step_by(7) {
        let bytes = hostile::pairs::beginning(pairing.content);
        let answer = sender.upload(&pairing.name, pairing.declared, &bytes).await;
        assert_refused(
            &answer,
            &format!("{} as {} named {}", pairing.content, pairing.declared, pairing.name),
        );
    }
    assert_eq!(shop.rows().await, 0);
}

/// [REV-57] [REV-58] [REV-64]
#[tokio::test]
async fn a_file_of_25_mb_is_accepted_and_one_byte_more_is_not() {
    let shop = MediaShop::open().await;
    let sender = shop.sender().await;
    let largest = sender.upload("a.jpg", "image/jpeg", &hostile::jpeg_of_size(26_214_400)).await;
    assert_eq!(largest.json()["code"], 200, "{}", largest.text());
    let larger = sender.upload("a.jpg", "image/jpeg", &hostile::jpeg_of_size(26_214_401)).await;
    assert_refused(&larger, "one byte more");
    assert_eq!(shop.rows().await, 1);
}

/// [API-29] `cr_item` must be a product that can be reviewed.
#[tokio::test]
async fn a_file_for_an_unknown_product_is_refused() {
    let shop = MediaShop::open().await;
    let sender = shop.sender().await;
    for item in ["999999999", "abc", "-1"] {
        let answer = sender.upload_for(item, "a.jpg", "image/jpeg", &hostile::honest_jpeg(80, 60)).await;
        let is_stored = answer.status == StatusCode::OK && answer.json()["code"] == 200;
        assert!(!is_stored, "{item}: {}", answer.text());
    }
    assert_eq!((shop.rows().await, shop.files_in_store()), (0, Vec::<String>::new()));
}

const KEY: &str = "3f2b8c1e-6a4d-4f0b-9c57-0d1e2f3a4b5c";

/// The browser sends a file again when it got no answer: under its key the file is stored once.
#[tokio::test]
async fn a_file_that_is_sent_again_under_its_key_is_stored_once() {
    let shop = MediaShop::open().await;
    let sender = shop.sender().await;
    let bytes = hostile::honest_jpeg(80, 60);
    let first = Attachment::of(&sender.upload_with_key(KEY, "a.jpg", "image/jpeg", &bytes).await);
    let again = Attachment::of(&sender.upload_with_key(KEY, "a.jpg", "image/jpeg", &bytes).await);
    assert_eq!((&first.id, &first.key), (&again.id, &again.key));
    assert_eq!(shop.rows().await, 1);
    // Under one id, processed or not. The spool holds what the processing is writing.
    let mut files = shop.files_in_store();
    files.retain(|name| !name.starts_with("spool/"));
    assert!(!files.is_empty() && files.iter().all(|name| name.contains(&first.id)), "{files:?}");
}

/// [API-38] Another site cannot upload in a visitor's name.
#[tokio::test]
async fn an_upload_from_another_site_is_refused() {
    let shop = MediaShop::open().await;
    let sender = shop.sender().await;
    let answer = sender.upload_from_another_site("a.jpg", "image/jpeg", &hostile::honest_jpeg(80, 60)).await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
    assert_eq!(shop.rows().await, 0);
}

/// Fields after the file are read, but what the checks need must stand before it.
#[tokio::test]
async fn the_action_must_stand_before_the_file() {
    let shop = MediaShop::open().await;
    let sender: Sender = shop.sender().await;
    let answer = sender.upload_with_action_last("a.jpg", "image/jpeg", &hostile::honest_jpeg(80, 60)).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.text());
    assert_eq!(shop.rows().await, 0);
}

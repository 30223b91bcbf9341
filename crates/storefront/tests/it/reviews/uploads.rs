//! Calls 27 to 30: pictures and videos of a review. What becomes of hostile files is tested with `media`.

use image::{ImageFormat, RgbImage};
use testkit::UploadFile;

use super::*;

fn jpeg() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    RgbImage::from_pixel(40, 30, image::Rgb([200, 150, 20]))
        .write_to(&mut bytes, ImageFormat::Jpeg)
        .expect("a picture");
    bytes.into_inner()
}

fn photo(bytes: &[u8]) -> UploadFile<'_> {
    UploadFile { field: "cr_file", name: "photo.jpg", kind: "image/jpeg", bytes }
}

fn image_json(answer: &serde_json::Value) -> String {
    let attachment = &answer["attachment"];
    json!({ "id": attachment["id"], "key": attachment["key"] }).to_string()
}

async fn upload(shopper: &Shopper, item: &str) -> serde_json::Value {
    let answer = shopper.upload("cr_upload_media", &[("cr_item", item)], &photo(&jpeg())).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    answer.json()
}

async fn files(shop: &TestShop) -> i64 {
    sqlx::query_scalar("select count(*) from media_files").fetch_one(&shop.db).await.expect("files")
}

/// [REV-01] [REV-62] [REV-63] [REV-64] [API-29] [API-30]
#[tokio::test]
async fn the_newer_form_uploads_and_deletes_with_id_and_key() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let guest = shop.shopper();
    let sent = upload(&guest, &honey.id).await;
    assert_eq!(sent["code"], 200, "{sent}");
    assert!(sent["attachment"].get("nonce").is_none());
    assert_eq!(sent["attachment"]["key"].as_str().map(str::len), Some(32));
    let image = image_json(&sent);
    // Another visitor with the id and the key, and the visitor with a wrong key.
    let stranger = shop.shopper();
    upload(&stranger, &honey.id).await;
    assert_ne!(action(&stranger, "cr_delete_media", &[("image", &image)]).await.json()["code"], 200);
    let wrong = json!({ "id": sent["attachment"]["id"], "key": "0".repeat(32) }).to_string();
    assert_ne!(action(&guest, "cr_delete_media", &[("image", &wrong)]).await.json()["code"], 200);
    assert_ne!(action(&guest, "cr_delete_media", &[("image", "nonsense")]).await.json()["code"], 200);
    assert_eq!(files(&shop).await, 2);
    assert_eq!(action(&guest, "cr_delete_media", &[("image", &image)]).await.json(), json!({ "code": 200 }));
    assert_eq!(files(&shop).await, 1);
    assert_eq!(action(&guest, "cr_delete_media", &[]).await.status, StatusCode::BAD_REQUEST);
}

/// [REV-62] [REV-63] [REV-64] [API-27] [API-28] [API-39] [API-40]
#[tokio::test]
async fn the_classic_form_needs_the_pages_nonce_and_deletes_with_the_files_own() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let guest = shop.shopper();
    let nonce = shop.shop().nonces.page("reviews.upload", &honey.id, shop.clock().now());
    let bytes = jpeg();
    let fields = [("cr_nonce", nonce.as_str()), ("cr_postid", honey.id.as_str()), ("cr_captcha", "")];
    let sent = guest.upload("cr_upload_local_images_frontend", &fields, &photo(&bytes)).await.json();
    assert_eq!(sent["code"], 200, "{sent}");
    let (image, file_nonce) =
        (image_json(&sent), sent["attachment"]["nonce"].as_str().expect("a nonce").to_owned());

    let other = shop.shop().nonces.page("reviews.upload", "987654321", shop.clock().now());
    for wrong in ["", "0123456789abcdef0123456789abcdef", other.as_str()] {
        let fields = [("cr_nonce", wrong), ("cr_postid", honey.id.as_str())];
        let refused = guest.upload("cr_upload_local_images_frontend", &fields, &photo(&bytes)).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "{wrong}");
        let fields = [("cr_nonce", wrong), ("image", image.as_str()), ("class", "3")];
        let refused = action(&guest, "cr_delete_local_images_frontend", &fields).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "{wrong}");
    }
    assert_eq!(files(&shop).await, 1);
    let stranger = shop.shopper();
    upload(&stranger, &honey.id).await;
    let fields = [("cr_nonce", file_nonce.as_str()), ("image", image.as_str()), ("class", "3")];
    let stolen = action(&stranger, "cr_delete_local_images_frontend", &fields).await;
    assert_eq!(stolen.status, StatusCode::FORBIDDEN, "the nonce is another session's");
    let done = action(&guest, "cr_delete_local_images_frontend", &fields).await.json();
    assert_eq!(done, json!({ "code": 200, "class": "3" }));
    let script = [("cr_nonce", file_nonce.as_str()), ("image", image.as_str()), ("class", "<script>")];
    let echoed = action(&guest, "cr_delete_local_images_frontend", &script).await.json();
    assert_eq!(echoed["class"], "", "only a number is echoed");
}

/// [REV-61] [REV-64] [API-29]
#[tokio::test]
async fn a_refused_file_has_a_code_of_500_and_the_servers_message() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let guest = shop.shopper();
    let text = b"not a picture".to_vec();
    let answer = guest.upload("cr_upload_media", &[("cr_item", &honey.id)], &photo(&text)).await.json();
    assert!(answer["code"].as_i64().expect("a code") >= 500, "{answer}");
    assert!(answer["attachment"].is_null());
    assert!(!answer["message"].as_str().expect("a message").is_empty());
    let foreign = guest.upload("cr_upload_media", &[("cr_item", "987654321")], &photo(&jpeg())).await.json();
    assert!(foreign["code"].as_i64().expect("a code") >= 500, "nobody can review it");
    assert_eq!(files(&shop).await, 0);
}

/// [REV-02] [REV-47] [REV-64] [API-26]
#[tokio::test]
async fn a_review_takes_the_visitors_own_files_and_no_others() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let (guest, stranger) = (shop.shopper(), shop.shopper());
    let mut images = Vec::new();
    for _ in 0..2 {
        images.push(image_json(&upload(&guest, &honey.id).await));
    }
    let foreign = image_json(&upload(&stranger, &honey.id).await);
    let send = async |images: &[String], email: &str| {
        let mut form = with(guest_form(&honey.id, email), "review", email);
        form.extend(images.iter().map(|image| ("cr-upload-images-ids[]", image.as_str())));
        action(&guest, "cr_submit_review", &form).await.json()
    };
    let stolen = send(&[images[0].clone(), foreign.clone()], "a@example.com").await;
    assert_ne!(stolen["code"], 0, "{stolen}");
    let unfinished = send(&["{}".to_owned()], "a@example.com").await;
    assert_ne!(unfinished["code"], 0);
    let many: Vec<String> = std::iter::repeat_n(images[0].clone(), 6).collect();
    assert_eq!(
        send(&many, "a@example.com").await["description"],
        "خطأ: عدد الملفات أكثر من المسموح به. يمكنك رفع 5 ملفات على الأكثر."
    );
    assert_eq!(count(&shop, "true").await, 0, "nothing is stored without its files");
    assert_eq!(send(&images, "a@example.com").await["code"], 0);
    let (review, media): (i64, i16) =
        sqlx::query_as("select id, media_count from reviews").fetch_one(&shop.db).await.expect("a review");
    let owned: i64 =
        sqlx::query_scalar("select count(*) from media_files where owner_kind = 'review' and owner_id = $1")
            .bind(review)
            .fetch_one(&shop.db)
            .await
            .expect("files");
    assert_eq!((media, owned), (2, 2));
    // A file of a review that was sent cannot be deleted or used again.
    assert_ne!(action(&guest, "cr_delete_media", &[("image", &images[0])]).await.json()["code"], 200);
    assert_ne!(send(&images[..1], "b@example.com").await["code"], 0);
}

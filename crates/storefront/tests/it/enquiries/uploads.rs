//! Call 35: a file before its form.

use super::*;

fn success() -> Value {
    json!({ "type": "success", "message": "" })
}

/// [API-35] [API-43] No `action`: the call is known by `iphorm_ajax_uploading`.
#[tokio::test]
async fn a_file_is_accepted_and_sent_with_its_form() {
    let shop = open().await;
    let sender = shop.sender();
    let token = sender.token().await;

    let answer = sender.upload(&token, "6", "0", &PDF).await;

    assert_eq!((answer.status, answer.json()), (StatusCode::OK, success()));
    assert_eq!(sender.send(&token, &MESSAGE).await["type"], "success");
    assert_eq!(shop.sent_files().await, [(6, "فاتورة.pdf".to_owned())]);
}

/// [API-35] With `[]` where the number of files is not limited, and only there.
#[tokio::test]
async fn the_part_has_the_name_of_the_element() {
    let shop = open().await;
    let sender = shop.sender();
    let token = sender.token().await;
    assert_eq!(sender.upload(&token, "7", "0", &PDF).await.json(), success(), "under iphorm_1_7[]");
    let form = shop.form.to_string();
    let wrong = [
        ("6", shop.name("6") + "[]"),
        ("7", shop.name("7")),
        ("6", shop.name("7")),
        ("6", "file".to_owned()),
    ];
    for (element, field) in wrong {
        let fields = [
            ("iphorm_ajax_uploading", "1"),
            ("iphorm_id", form.as_str()),
            ("iphorm_uid", token.as_str()),
            ("iphorm_element_id", element),
            ("iphorm_upload_id", "1"),
        ];
        let file = UploadFile { field: &field, name: "a.pdf", kind: "application/pdf", bytes: PDF.bytes };
        let answer = sender.post(ACTION, body(&fields, &[file])).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{field}");
    }
}

/// [API-43] A request that names an action is that action.
#[tokio::test]
async fn without_the_mark_of_the_call_no_file_is_received() {
    let shop = open().await;
    let sender = shop.sender();
    let (token, form, field) = (sender.token().await, shop.form.to_string(), shop.name("6"));
    let fields = [
        ("iphorm_id", form.as_str()),
        ("iphorm_uid", token.as_str()),
        ("iphorm_element_id", "6"),
        ("iphorm_upload_id", "0"),
    ];
    let file = UploadFile { field: &field, name: "a.pdf", kind: "application/pdf", bytes: PDF.bytes };
    for mark in
        [&[][..], &[("iphorm_ajax_uploading", "0")], &[("iphorm_ajax_uploading", "1"), ("action", "x")]]
    {
        let fields = [mark, &fields].concat();
        let answer = sender.post(ACTION, body(&fields, &[file])).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{mark:?}");
    }
    let whole = [&[("iphorm_ajax_uploading", "1")][..], &fields].concat();
    let without_file = sender.post(ACTION, body(&whole, &[])).await;
    assert_eq!(without_file.status, StatusCode::BAD_REQUEST);
    // All fields stand before the file.
    for missing in 0..4 {
        let mut some = whole.clone();
        some.remove(missing + 1);
        let answer = sender.post(ACTION, body(&some, &[file])).await;
        let is_refused = answer.status == StatusCode::BAD_REQUEST || answer.json()["type"] == "error";
        assert!(is_refused, "without {:?}", whole[missing + 1]);
    }
    assert_eq!(sender.post(ACTION, body(&whole, &[file])).await.json(), success());
}

/// [FORM-20] [FORM-27] The limit of files is the server's too.
#[tokio::test]
async fn an_element_takes_as_many_files_as_its_limit() {
    let shop = open().await;
    let sender = shop.sender();
    let token = sender.token().await;
    for number in ["0", "1"] {
        assert_eq!(sender.upload(&token, "6", number, &PDF).await.json(), success());
    }
    let third = sender.upload(&token, "6", "2", &PDF).await.json();
    assert_eq!(third, json!({ "type": "error", "message": "عدد الملفات أكثر من المسموح به." }));
    // A limit of 0 rejects none.
    for number in ["0", "1", "2", "3", "4"] {
        assert_eq!(sender.upload(&token, "7", number, &PDF).await.json(), success());
    }
    sender.send(&token, &MESSAGE).await;
    assert_eq!(shop.sent_files().await.len(), 7);
}

/// [FORM-20] Four at once cannot pass the limit together.
#[tokio::test]
async fn files_at_once_do_not_pass_the_limit() {
    let shop = open().await;
    let sender = shop.sender();
    let token = sender.token().await;
    assert_eq!(sender.upload(&token, "7", "0", &PDF).await.json(), success(), "begins the session");
    let numbers = ["0", "1", "2", "3"];
    let sent = numbers.iter().map(|number| sender.upload(&token, "6", number, &PDF));
    let answers = futures_util::future::join_all(sent).await;
    let accepted = answers.iter().filter(|answer| answer.json() == success()).count();
    assert_eq!(accepted, 2);
    sender.send(&token, &MESSAGE).await;
    assert_eq!(shop.sent_files().await.iter().filter(|(element, _)| *element == 6).count(), 2);
}

/// [FORM-21] [FORM-27] By the end of the name, whatever its case; the element's list decides.
#[tokio::test]
async fn names_must_end_with_an_allowed_extension() {
    let shop = open().await;
    let sender = shop.sender();
    let token = sender.token().await;
    for name in ["a.exe", "a.pdf.exe", "pdf", "a.pdfx", "a.html", "قائمة.PDF.js"] {
        let file = TestFile { name, ..PDF };
        let answer = sender.upload(&token, "6", "0", &file).await.json();
        assert_eq!(
            answer,
            json!({ "type": "error", "message": format!("{name} - نوع الملف غير مسموح به.") })
        );
    }
    for (number, name) in [("0", "عرض.PDF"), ("1", "b.Pdf\u{200f}")] {
        assert_eq!(sender.upload(&token, "6", number, &TestFile { name, ..PDF }).await.json(), success());
    }
    // An empty list allows any.
    for (number, name) in [("0", "a.exe"), ("1", "no-extension"), ("2", ".htaccess")] {
        assert_eq!(sender.upload(&token, "7", number, &TestFile { name, ..PDF }).await.json(), success());
    }
}

/// [FORM-21] Where the form lists types, the content must be what the name says.
#[tokio::test]
async fn the_content_of_a_listed_type_must_match_its_name() {
    let shop = open().await;
    let sender = shop.sender();
    let token = sender.token().await;
    for (name, bytes) in [
        ("a.pdf", b"<!doctype html><script>alert(1)</script>".as_slice()),
        ("a.jpg", b"MZ\x90\0\x03\0\0\0"),
        ("a.png", b"<svg xmlns=\"http://www.w3.org/2000/svg\">"),
        ("a.jpg", b""),
    ] {
        let answer = sender.upload(&token, "6", "0", &TestFile { name, kind: "image/jpeg", bytes }).await;
        assert_eq!(answer.json()["message"], format!("{name} - نوع الملف غير مسموح به."));
    }
    assert_eq!(stored(&shop).await, 0);
}

async fn stored(shop: &FormShop) -> i64 {
    sqlx::query_scalar("select count(*) from media_files").fetch_one(&shop.shop.db).await.expect("a count")
}

/// [FORM-22] [FORM-27] To the byte.
#[tokio::test]
async fn a_file_over_the_limit_of_its_element_is_refused() {
    let shop = open().await;
    let sender = shop.sender();
    let token = sender.token().await;
    let mut bytes = PDF.bytes.to_vec();
    bytes.resize(200_000, b'x');
    let exact = TestFile { bytes: &bytes, ..PDF };
    assert_eq!(sender.upload(&token, "6", "0", &exact).await.json(), success());
    let mut over = bytes.clone();
    over.push(b'x');
    let answer = sender.upload(&token, "6", "1", &TestFile { bytes: &over, ..PDF }).await.json();
    assert_eq!(
        answer,
        json!({ "type": "error", "message": "فاتورة.pdf - حجم الملف أكبر من الحد المسموح به." })
    );
    assert_eq!(stored(&shop).await, 1);
}

/// [FORM-28] More bytes than the browser has announced.
#[tokio::test]
async fn more_bytes_than_the_size_of_the_file_are_refused() {
    let shop = open().await;
    let sender = shop.sender();
    let token = sender.token().await;
    let size = PDF.bytes.len().to_string();
    let short = (PDF.bytes.len() - 1).to_string();
    let announced = async |size: &str| {
        let further = [("iphorm_file_size", size)];
        sender.upload_with(&token, "6", "0", &PDF, &further).await.json()
    };
    assert_eq!(
        announced(&short).await,
        json!({ "type": "error", "message": "فاتورة.pdf - حجم البيانات المرفوعة يتجاوز حجم الملف." })
    );
    assert_eq!(announced("200001").await["message"], "فاتورة.pdf - حجم الملف أكبر من الحد المسموح به.");
    assert_eq!(announced(&size).await, success());
}

/// [FORM-18] A file that is sent again under its number, because its answer was lost, is one file.
#[tokio::test]
async fn a_repeated_file_is_stored_once() {
    let shop = open().await;
    let sender = shop.sender();
    let token = sender.token().await;
    for _ in 0..3 {
        assert_eq!(sender.upload(&token, "6", "0", &PDF).await.json(), success());
    }
    assert_eq!(stored(&shop).await, 1);
    let other = TestFile { bytes: b"%PDF-1.4 other", ..PDF };
    let reused = sender.upload(&token, "6", "0", &other).await;
    assert_eq!(reused.status, StatusCode::UNPROCESSABLE_ENTITY, "another file under the same number");
    sender.send(&token, &MESSAGE).await;
    assert_eq!(shop.sent_files().await.len(), 1);
}

#[tokio::test]
async fn only_upload_elements_of_the_form_take_files() {
    let shop = open().await;
    let other = save(&shop.shop, "other", definition()).await;
    let sender = shop.sender();
    let token = sender.token().await;
    for element in ["1", "8", "99", "0", "x", "-6", "06"] {
        let answer = sender.upload(&token, element, "0", &PDF).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{element}");
    }
    // The token of another form, and the one that a cached page has.
    let foreign = sender.shopper.get(&format!("/ar/forms/token/?form={other}")).await.json();
    let shared = plain::shared_token(&shop).await;
    for token in [foreign["uid"].as_str().expect("a token"), &shared, "", "x"] {
        let answer = sender.upload(token, "6", "0", &PDF).await.json();
        let expired = "انتهت صلاحية هذا النموذج. حدّث الصفحة ثم حاول مرة أخرى.";
        assert_eq!(answer, json!({ "type": "error", "message": expired }), "{token}");
    }
    assert_eq!(stored(&shop).await, 0);
}

/// Only the session that sent a file can send it with a form, even with the same token.
#[tokio::test]
async fn files_of_another_session_are_not_sent() {
    let shop = open().await;
    let (owner, thief) = (shop.sender(), shop.sender());
    // The other visitor has a session too.
    thief.upload(&thief.token().await, "7", "0", &PDF).await;
    let token = owner.token().await;
    assert_eq!(owner.upload(&token, "6", "0", &PDF).await.json(), success());
    assert_eq!(thief.send(&token, &MESSAGE).await["type"], "success");
    assert_eq!(shop.sent_files().await, [], "nothing of the other visitor");
    let owners: i64 = sqlx::query_scalar("select count(*) from media_files where owner_id is not null")
        .fetch_one(&shop.shop.db)
        .await
        .expect("a count");
    assert_eq!(owners, 0);
}

/// [FORM-36] Files of an element that conditions hide belong to nothing, and go with the next cleanup.
#[tokio::test]
async fn files_of_a_hidden_element_are_not_sent() {
    let hidden = with(
        definition(),
        json!({ "logic": { "6": { "action": "show", "match": "any",
            "rules": [{ "element_id": "3", "operator": "eq", "value": "order" }] } } }),
    );
    let shop = open_with(hidden, 100).await;
    let sender = shop.sender();
    let token = sender.token().await;
    assert_eq!(sender.upload(&token, "6", "0", &PDF).await.json(), success());
    let values = [&MESSAGE[..], &[("4", "1024")]].concat();
    assert_eq!(sender.send(&token, &values).await["type"], "success");
    assert_eq!(shop.sent_files().await, []);
}

/// Nothing that was acknowledged is lost without a word: the visitor is told to send it again.
#[tokio::test]
async fn a_form_that_is_sent_a_day_after_its_files_asks_for_them_again() {
    let shop = open().await;
    let sender = shop.sender();
    let token = sender.token().await;
    assert_eq!(sender.upload(&token, "6", "0", &PDF).await.json(), success());
    shop.shop.clock().advance(TimeDelta::hours(25));
    let answer = sender.send(&token, &MESSAGE).await;
    assert_eq!(errors(&shop, &answer, "6"), ["بعض الملفات لم يصل. ارفعها مرة أخرى."]);
    assert_eq!(shop.count("true").await, 0);
    assert_eq!(sender.upload(&token, "6", "1", &PDF).await.json(), success());
    assert_eq!(sender.send(&token, &MESSAGE).await["type"], "success");
    assert_eq!(shop.sent_files().await.len(), 1);
}

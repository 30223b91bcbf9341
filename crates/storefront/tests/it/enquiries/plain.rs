//! The form without script: an ordinary page submission, with its files.

use testkit::hidden_fields;

use super::*;

/// `iphorm_uid` as the cached page has it.
pub async fn shared_token(shop: &FormShop) -> String {
    let html = shop.shop.shopper().get(PAGE).await.text();
    token_in(shop, &html)
}

fn token_in(shop: &FormShop, html: &str) -> String {
    // The form leads back to itself in the page.
    let hidden = hidden_fields(html, &format!("{PAGE}#enquiry-{}-0", shop.form));
    let found = hidden.into_iter().find(|(name, _)| name == "iphorm_uid");
    found.expect("a token in the form").1
}

/// [FORM-12] The page leads to itself with the text after the form was sent.
#[tokio::test]
async fn a_plain_form_leads_to_its_page_with_the_text() {
    let shop = open().await;
    let sender = shop.sender();
    let token = shared_token(&shop).await;
    shop.wait();

    let sent = sender.post_form(PAGE, &token, &MESSAGE, &[], &[]).await;

    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.visible_text());
    assert_eq!(sent.location(), format!("{PAGE}?enquiry={}", shop.form));
    let page = sender.shopper.get(sent.location()).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.visible_text().contains("وصلتنا رسالتك، وسنردّ عليك قريبًا."));
    assert!(page.header("cache-control").contains("no-store"), "a page of one visitor");
    assert_eq!(shop.count("true").await, 1);
    assert_eq!(sender.shopper.get(&format!("{PAGE}?enquiry=999")).await.status, StatusCode::NOT_FOUND);
}

/// [FORM-12] [FORM-14] Everything that was typed stays, each error is at its element, and files need not be sent again.
#[tokio::test]
async fn a_refused_plain_form_is_shown_again_with_its_values_and_files() {
    let shop = open().await;
    let sender = shop.sender();
    let token = shared_token(&shop).await;
    shop.wait();
    let values = [("1", "سلمى \"الأولى\""), ("2", "ليس بريدًا"), ("3", "order"), ("5", "نص <b>طويل</b>")];
    let files = [("6", PDF), ("6", TestFile { name: "a.exe", ..PDF }), ("7", TestFile { name: "", ..PDF })];

    let page = sender.post_form(PAGE, &token, &values, &[], &files).await;

    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.header("cache-control").contains("no-store"));
    let html = page.text();
    for text in [
        "أدخل بريدًا إلكترونيًا صالحًا.",
        "هذا الحقل مطلوب.",
        "a.exe - نوع الملف غير مسموح به.",
        "سلمى &quot;الأولى&quot;",
        "ليس بريدًا",
        "نص &lt;b&gt;طويل&lt;/b&gt;",
        "فاتورة.pdf",
    ] {
        assert!(html.contains(text), "{text}");
    }
    assert_eq!(shop.count("true").await, 0);
    // The form has a token of its own now, under which the accepted file waits.
    let own = token_in(&shop, &html);
    assert_ne!(own, token);
    shop.wait();
    let order = [values[0], ("2", "salma@example.com"), values[2], ("4", "1024"), values[3]];
    for _ in 0..2 {
        let sent = sender.post_form(PAGE, &own, &order, &[], &[]).await;
        assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.visible_text());
    }
    assert_eq!(shop.count("true").await, 1);
    assert_eq!(shop.sent_files().await, [(6, "فاتورة.pdf".to_owned())]);
}

/// Files of every element come with the form in one request.
#[tokio::test]
async fn a_plain_form_brings_its_files() {
    let shop = open().await;
    let sender = shop.sender();
    let token = shared_token(&shop).await;
    shop.wait();
    let photo = TestFile { name: "صورة.jpg", kind: "image/jpeg", bytes: b"\xff\xd8\xff\xe0\0\x10JFIF\0" };
    let any = TestFile { name: "قائمة.xyz", kind: "", bytes: b"\0\x01\x02" };
    let files = [
        ("6", PDF),
        ("6", photo),
        ("7", any),
        ("7", TestFile { name: "b.zip", bytes: b"PK\x03\x04", ..any }),
    ];
    let sent = sender.post_form(PAGE, &token, &MESSAGE, &[], &files).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.visible_text());
    let names: Vec<_> =
        shop.sent_files().await.into_iter().map(|(element, name)| format!("{element} {name}")).collect();
    assert_eq!(names, ["6 فاتورة.pdf", "6 صورة.jpg", "7 قائمة.xyz", "7 b.zip"]);
}

/// [FORM-20] [FORM-22]
#[tokio::test]
async fn files_of_a_plain_form_have_the_limits_of_their_elements() {
    let shop = open().await;
    let sender = shop.sender();
    let token = shared_token(&shop).await;
    shop.wait();
    let mut big = b"%PDF-1.4\n".to_vec();
    big.resize(200_001, b'x');
    let numbered: Vec<Vec<u8>> = (0..3).map(|number| format!("%PDF-1.{number}").into_bytes()).collect();
    let files: Vec<_> = numbered.iter().map(|bytes| ("6", TestFile { bytes, ..PDF })).collect();
    let page = sender.post_form(PAGE, &token, &MESSAGE, &[], &files).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.text().contains("عدد الملفات أكثر من المسموح به."));
    let files = [("6", TestFile { name: "b.pdf", bytes: &big, ..PDF })];
    // Another visitor: the two files above stay with the form of the first one.
    let sender = shop.sender();
    let page = sender.post_form(PAGE, &token, &MESSAGE, &[], &files).await;
    let text = page.text();
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(text.contains("b.pdf - حجم الملف أكبر من الحد المسموح به."), "{text}");
    assert_eq!(shop.count("true").await, 0);
    let wrong = [("1", PDF)];
    let answer = sender.post_form(PAGE, &token, &MESSAGE, &[], &wrong).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST, "not an upload element");
}

/// [FORM-09] Only an address of the definition.
#[tokio::test]
async fn a_plain_form_leads_where_its_definition_says() {
    let redirect = with(
        definition(),
        json!({ "success": { "html": "<p>شكرًا</p>", "then": { "type": "redirect", "url": "/ar/shop/" } } }),
    );
    let shop = open_with(redirect, 100).await;
    let sender = shop.sender();
    let token = shared_token(&shop).await;
    let further = [("redirect", "https://evil.example/"), ("redirect_to", "//evil.example/")];
    let sent = sender.post_form(PAGE, &token, &MESSAGE, &further, &[]).await;
    assert_eq!((sent.status, sent.location()), (StatusCode::SEE_OTHER, "/ar/shop/"));
}

/// Who goes back and changes a form that was sent does not lose the text: it is shown with a token of its own.
#[tokio::test]
async fn a_form_that_is_changed_after_it_was_sent_is_shown_again() {
    let shop = open().await;
    let sender = shop.sender();
    let token = sender.token().await;
    shop.wait();
    let sent = sender.post_form(PAGE, &token, &MESSAGE, &[], &[]).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER);
    let changed = [MESSAGE[0], MESSAGE[1], ("5", "نسيت أن أسأل عن السعر")];
    let page = sender.post_form(PAGE, &token, &changed, &[], &[]).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        page.text().contains("نسيت أن أسأل عن السعر") && page.text().contains("وصلتنا هذه الرسالة من قبل.")
    );
    let again = sender.post_form(PAGE, &token_in(&shop, &page.text()), &changed, &[], &[]).await;
    assert_eq!(again.status, StatusCode::SEE_OTHER);
    assert_eq!(shop.count("true").await, 2);
}

/// A cached page has nothing of a visitor.
#[tokio::test]
async fn the_public_page_is_the_same_for_everybody() {
    let shop = open().await;
    let sender = shop.sender();
    let first = sender.shopper.get(PAGE).await;
    assert!(first.header("cache-control").contains("public"));
    sender.post_form(PAGE, &token_in(&shop, &first.text()), &[("1", "سري")], &[], &[]).await;
    let later = shop.shop.shopper().get(PAGE).await;
    assert!(!later.text().contains("سري"));
    assert_eq!(token_in(&shop, &first.text()), token_in(&shop, &later.text()));
}

//! A person's enquiries: the export of their data, and its end.

use http::StatusCode;
use serde_json::{Value, json};
use testkit::Shopper;

use super::stored::*;
use crate::{emails::until, media::shop::MediaShop};

const PRIVACY: &str = "/ar/my-account/privacy/";

/// Everything that the shop stores about enquiries, as text.
async fn dump(media: &MediaShop) -> String {
    sqlx::query_scalar(
        "select concat((select string_agg(enquiries::text, '') from enquiries),
                       (select string_agg(enquiry_files::text, '') from enquiry_files),
                       (select string_agg(media_files::text, '') from media_files),
                       (select string_agg(mail_outbox::text, '') from mail_outbox),
                       (select string_agg(audit_log::text, '') from audit_log where action like 'enquir%'))",
    )
    .fetch_one(&media.shop.db)
    .await
    .expect("a dump")
}

async fn own_export(shopper: &Shopper) -> Value {
    shopper.submit(PRIVACY, "/ar/my-account/privacy/export/", &[]).await;
    until("the export is listed", async || {
        shopper.get(PRIVACY).await.text().contains("href=\"/ar/my-account/privacy/export/")
    })
    .await;
    let page = shopper.get(PRIVACY).await.text();
    let file = page.split("href=\"").find(|part| part.starts_with("/ar/my-account/privacy/export/"));
    let file = file.and_then(|part| part.split('"').next()).expect("an export");
    shopper.get(file).await.json()
}

#[tokio::test]
async fn a_customer_exports_and_erases_what_they_have_sent() {
    let media = open().await;
    let shop = &media.shop;
    let form = form(shop).await;
    let salma = shop.customer("salma@example.com", "سلمى").await;
    // Signed in, with another address; and as a guest before she had an account.
    let signed_in = Stored {
        email: "work@example.net",
        text: "نص الرسالة الأولى",
        customer: Some(salma),
        ..Stored::default()
    };
    let first = signed_in.insert(shop, form).await;
    let guest = Stored {
        email: "Salma@Example.com", text: "نص الرسالة الثانية", ..Stored::default()
    };
    let second = guest.insert(shop, form).await;
    insert_file(&media, form, Some(first), "هوية.pdf", b"first").await;
    insert_file(&media, form, Some(second), "b.pdf", b"second").await;
    let other = insert(shop, form).await;
    let file = insert_file(&media, form, Some(other), "c.pdf", b"other").await;

    let shopper = shop.signed_in("salma@example.com").await;
    let _mailbox = shop.open_mailbox().await;
    let export = own_export(&shopper).await;
    let enquiries = export["enquiries"].as_array().expect("a list");
    assert_eq!(enquiries.len(), 2, "{export}");
    assert_eq!(enquiries[0]["form"], "طلب إرجاع");
    assert_eq!(enquiries[0]["files"], json!(["هوية.pdf"]));
    assert_eq!(enquiries[0]["answers"][1], json!({ "label": "ماذا حدث؟", "value": "نص الرسالة الأولى" }));
    assert_eq!(enquiries[1]["email"], "Salma@Example.com");
    assert!(!export.to_string().contains("hind@example.com"), "nothing of others");

    let fields = [("password_current", testkit::customers::PASSWORD), ("consent", "1")];
    shopper.submit(PRIVACY, "/ar/my-account/privacy/erase/", &fields).await;
    until("the customer is erased", async || count(shop, "customers").await == 0).await;
    media.purge().await;
    let left = dump(&media).await;
    for trace in ["salma", "Salma", "work@example.net", "نص الرسالة", "هوية"] {
        assert!(!left.contains(trace), "{trace} in {left}");
    }
    assert_eq!(media.files_in_store(), [format!("forms/{file}")], "files of others stay");
    assert_eq!(count(shop, "enquiries").await, 1);
}

/// A visitor without an account writes to the shop; an administrator does it for them.
#[tokio::test]
async fn an_administrator_exports_and_erases_everything_of_an_address() {
    let media = open().await;
    let shop = &media.shop;
    let form = form(shop).await;
    for email in ["guest@example.com", "Guest@example.com"] {
        let id = Stored { email, ..Stored::default() }.insert(shop, form).await;
        insert_file(&media, form, Some(id), "a.pdf", email.as_bytes()).await;
    }
    let held = Stored { email: "guest@example.com", is_spam: true, ..Stored::default() };
    held.insert(shop, form).await;
    let other = insert(shop, form).await;
    let file = insert_file(&media, form, Some(other), "c.pdf", b"other").await;
    let (list, person) = (format!("{INBOX}?email=guest%40example.com"), format!("{INBOX}person/"));

    let noura = staff(shop, false).await;
    let page = noura.get(&list).await;
    assert!(page.visible_text().contains("التنزيل والحذف لمدير المتجر فقط."));
    assert!(!page.text().contains(&person));

    let owner = staff(shop, true).await;
    let nonce = testkit::hidden_fields(&owner.get(&list).await.text(), &person);
    assert!(nonce.iter().any(|(name, _)| name == "nonce"));
    let export = owner.submit(&list, &person, &[("do", "export")]).await;
    assert_eq!(export.header("content-disposition"), "attachment; filename=\"enquiries.json\"");
    assert!(export.header("cache-control").contains("no-store"));
    let export = export.json();
    assert_eq!(export["enquiries"].as_array().map(Vec::len), Some(3), "{export}");

    let unconfirmed = owner.submit(&list, &person, &[("do", "erase")]).await;
    assert!(unconfirmed.location().ends_with("notice=unconfirmed"), "{}", unconfirmed.location());
    assert_eq!(count(shop, "enquiries").await, 4);
    let erased = owner.submit(&list, &person, &[("do", "erase"), ("confirm", "1")]).await;
    assert_eq!(erased.location(), format!("{INBOX}?notice=erased&count=3"));
    let page = owner.get(erased.location()).await.visible_text();
    assert!(kernel::text::without_isolates(&page).contains("حُذفت 3 رسائل."), "{page}");
    media.purge().await;
    let left = dump(&media).await;
    assert!(!left.to_lowercase().contains("guest@"), "{left}");
    assert_eq!(media.files_in_store(), [format!("forms/{file}")]);
    let actions: Vec<String> = audited(shop).await.into_iter().map(|(action, _)| action).collect();
    assert_eq!(actions, ["enquiries-export", "enquiries-erase"]);
}

#[tokio::test]
async fn only_an_administrator_acts_for_a_person() {
    let media = open().await;
    let shop = &media.shop;
    let form = form(shop).await;
    let id = insert(shop, form).await;
    let noura = staff(shop, false).await;
    let nonce = testkit::hidden_fields(&noura.get(&one(id)).await.text(), &one(id));
    let nonce = nonce.iter().find(|(name, _)| name == "nonce").map(|(_, value)| value.as_str());
    let nonce = nonce.expect("a nonce");
    for action in ["export", "erase"] {
        let fields = [("nonce", nonce), ("do", action), ("confirm", "1"), ("email", "hind@example.com")];
        let answer = noura.post(&format!("{INBOX}person/"), &fields).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{action}");
    }
    assert_eq!(count(shop, "enquiries").await, 1);
    assert_eq!(audited(shop).await, []);
}

#[tokio::test]
async fn the_role_of_public_pages_cannot_read_enquiries() {
    let media = open().await;
    for role in ["shop_read", "shop_media"] {
        for table in ["enquiries", "enquiry_files", "exported_enquiries"] {
            let allowed: bool = sqlx::query_scalar("select has_table_privilege($1, $2, 'select')")
                .bind(role)
                .bind(table)
                .fetch_one(&media.shop.db)
                .await
                .expect("a privilege");
            assert!(!allowed, "{role} {table}");
        }
    }
    let allowed: bool =
        sqlx::query_scalar("select has_table_privilege('shop_web', 'exported_enquiries', 'select')")
            .fetch_one(&media.shop.db)
            .await
            .expect("a privilege");
    assert!(!allowed);
}

//! Emails about an enquiry: to the shop with links for staff, and to the sender if the form says so.

use super::*;
use crate::{emails::jobs_done, links::path_of};

fn with_confirmation() -> Value {
    with(
        definition(),
        json!({
            "recipients": ["team@example.com", "owner@example.com"],
            "confirmation": { "emailElement": "2", "subject": "وصلتنا رسالتك", "text": "شكرًا لك.\n\nسنردّ قريبًا." },
        }),
    )
}

#[tokio::test]
async fn the_shop_and_the_sender_get_one_email_each() {
    let shop = open_with(with_confirmation(), 100).await;
    let mailbox = shop.shop.open_mailbox().await;
    let sender = shop.sender();
    let token = sender.token().await;
    assert_eq!(sender.upload(&token, "6", "0", &PDF).await.json()["type"], "success");
    let values = [MESSAGE[0], MESSAGE[1], MESSAGE[2], ("5", "السطر الأول\r\nالسطر <b>الثاني</b>")];
    for _ in 0..2 {
        assert_eq!(sender.send(&token, &values).await["type"], "success");
    }
    let emails = mailbox.wait_for(3).await;
    let mut to: Vec<_> = emails.iter().flat_map(|email| email.to.clone()).collect();
    to.sort();
    assert_eq!(to, ["owner@example.com", "salma@example.com", "team@example.com"]);

    let email = emails.iter().find(|email| email.to == ["team@example.com"]).expect("the shop's");
    assert_eq!(email.subject, "رسالة جديدة: تواصل معنا");
    assert_eq!(email.header("reply-to"), Some("salma@example.com"));
    for part in ["الاسم", "سلمى", "أمر آخر", "السطر &lt;b&gt;الثاني&lt;/b&gt;", "فاتورة.pdf"]
    {
        assert!(email.html.contains(part), "{part}");
    }
    assert!(!email.html.contains("<b>"), "nothing that was typed is markup");
    let file = path_of(email.link("/inbox/files/").expect("a link to the file")).to_owned();
    assert!(file.starts_with("/ar/wp-admin/inbox/files/"), "{file}");
    assert_eq!(sender.shopper.get(&file).await.status, StatusCode::NOT_FOUND, "only for staff");
    let enquiry: i64 =
        sqlx::query_scalar("select id from enquiries").fetch_one(&shop.shop.db).await.expect("one");
    assert!(email.text.contains(&format!("/ar/wp-admin/inbox/{enquiry}/")));

    let confirmation = emails.iter().find(|email| email.to == ["salma@example.com"]).expect("the sender's");
    assert_eq!(confirmation.subject, "وصلتنا رسالتك");
    assert!(confirmation.html.contains("شكرًا لك.") && confirmation.html.contains("سنردّ قريبًا."));
    for typed in ["سلمى", "السطر الأول", "فاتورة"] {
        assert!(
            !confirmation.text.contains(typed),
            "nothing that was typed goes to an address that was typed"
        );
    }
    assert_eq!(mailbox.wait_for(3).await.len(), 3, "each once");
}

/// No header can be added by anything that was typed.
#[tokio::test]
async fn typed_values_cannot_add_headers() {
    let shop = open_with(with_confirmation(), 100).await;
    let mailbox = shop.shop.open_mailbox().await;
    let sender = shop.sender();
    let values =
        [("1", "سلمى\r\nBcc: victim@example.com"), MESSAGE[1], ("5", "x\r\nTo: victim@example.com\r\n\r\n.")];
    assert_eq!(sender.send(&sender.token().await, &values).await["type"], "success");
    for email in mailbox.wait_for(3).await {
        assert_eq!(email.to.len(), 1);
        let headers: Vec<_> = email.headers.iter().map(|(name, _)| name.to_lowercase()).collect();
        assert!(!headers.contains(&"bcc".to_owned()) && !headers.contains(&"cc".to_owned()), "{headers:?}");
        assert!(!email.to.contains(&"victim@example.com".to_owned()));
    }
}

/// An address that many forms name gets few confirmations; the shop gets all emails.
#[tokio::test]
async fn an_address_is_not_flooded_with_confirmations() {
    let shop = open_with(with_confirmation(), 100).await;
    let mailbox = shop.shop.open_mailbox().await;
    for number in 0..8 {
        let sender = shop.sender();
        let text = format!("رسالة رقم {number}");
        let values = [MESSAGE[0], ("2", "victim@example.com"), ("5", text.as_str())];
        assert_eq!(sender.send(&sender.token().await, &values).await["type"], "success");
    }
    let emails = mailbox.wait_for(16).await;
    jobs_done(&shop.shop).await;
    let to = |address: &str| mailbox.sink.emails().iter().filter(|email| email.to == [address]).count();
    assert!(emails.len() >= 16);
    assert_eq!((to("team@example.com"), to("owner@example.com")), (8, 8));
    assert!((1..8).contains(&to("victim@example.com")), "{}", to("victim@example.com"));
}

/// A form without recipients goes to the shop's own address.
#[tokio::test]
async fn without_recipients_the_shops_own_address_gets_the_email() {
    let shop = open_with(with(definition(), json!({ "recipients": [] })), 100).await;
    let mailbox = shop.shop.open_mailbox().await;
    let sender = shop.sender();
    assert_eq!(sender.send(&sender.token().await, &MESSAGE).await["type"], "success");
    let email = mailbox.wait_for(1).await.remove(0);
    assert_eq!(email.to, std::slice::from_ref(&email.from));
}

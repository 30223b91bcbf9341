//! Who takes care of an enquiry, notes, answers by email, and acts about several.

use http::StatusCode;
use testkit::{Shopper, TestResponse, TestShop};

use super::stored::*;
use crate::{
    emails::{jobs_done, until},
    orders::staff_in,
};

/// Sends a form of an enquiry's page.
async fn act(staff: &Shopper, id: i64, fields: &[(&str, &str)]) -> TestResponse {
    let nonce = nonce(staff, &one(id)).await;
    let fields: Vec<_> = [("nonce", nonce.as_str())].into_iter().chain(fields.iter().copied()).collect();
    staff.post(&one(id), &fields).await
}

async fn nonce(staff: &Shopper, page: &str) -> String {
    let page = staff.get(page).await.text();
    let found = page.split("name=\"nonce\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    found.expect("a form").to_owned()
}

/// Sends the form about several.
async fn act_all(staff: &Shopper, ids: &[i64], action: &str, more: &[(&str, &str)]) -> TestResponse {
    // The list has no form while it is empty.
    let nonce = nonce(staff, &one(ids[0])).await;
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    let mut fields = vec![("nonce", nonce.as_str()), ("do", action)];
    fields.extend(ids.iter().map(|id| ("item[]", id.as_str())));
    fields.extend(more);
    staff.post(INBOX, &fields).await
}

fn notice(id: i64, code: &str) -> String {
    format!("{}?notice={code}", one(id))
}

async fn staff_id(shop: &TestShop, email: &str) -> i64 {
    sqlx::query_scalar("select id from staff where email_key = $1")
        .bind(email)
        .fetch_one(&shop.db)
        .await
        .expect("a member")
}

async fn state_of(shop: &TestShop, id: i64) -> (String, bool) {
    sqlx::query_as("select state, is_spam from enquiries where id = $1")
        .bind(id)
        .fetch_one(&shop.db)
        .await
        .expect("an enquiry")
}

#[tokio::test]
async fn an_answer_is_mailed_once_and_adds_no_header() {
    let media = open().await;
    let shop = &media.shop;
    let id = insert(shop, form(shop).await).await;
    let noura = staff(shop, false).await;
    let mailbox = shop.open_mailbox().await;
    let text = "نعتذر يا هند.\r\nBcc: victim@example.com\r\n\r\nأرسلنا <b>بديلًا</b>.";
    for _ in 0..2 {
        let answered = act(&noura, id, &[("do", "answer-close"), ("text", text)]).await;
        assert_eq!(answered.location(), notice(id, "answered"));
    }
    until("the sender is answered", async || !mailbox.sink.to("hind@example.com").is_empty()).await;
    jobs_done(shop).await;
    let emails = mailbox.sink.to("hind@example.com");
    assert_eq!(emails.len(), 1, "a second press sends nothing");
    let email = &emails[0];
    assert_eq!(email.subject, "ردّ على رسالتك: طلب إرجاع");
    assert_eq!(email.to, ["hind@example.com"]);
    assert!(!email.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("bcc")));
    assert!(email.html.contains("نعتذر يا هند.") && email.html.contains("&lt;b&gt;بديلًا"));
    // What was sent stays here: anybody may have typed the address.
    assert!(!email.text.contains("وصلت العلبة مكسورة"));
    assert!(mailbox.sink.to("victim@example.com").is_empty());

    assert_eq!(state_of(shop, id).await.0, "closed");
    let page = noura.get(&one(id)).await.visible_text();
    assert!(page.contains("Bcc: victim@example.com") && page.contains("أُرسل"), "{page}");
    // [D36] The log says that there was an answer, and not what it says.
    let log = audited(shop).await;
    let actions: Vec<&str> = log.iter().map(|(action, _)| action.as_str()).collect();
    assert_eq!(actions, ["enquiry-answer", "enquiry"]);
    assert!(!log.iter().any(|(_, subject)| subject.contains("نعتذر")));
}

#[tokio::test]
async fn nobody_is_answered_without_an_address_or_while_held() {
    let media = open().await;
    let shop = &media.shop;
    let form = form(shop).await;
    let held = Stored { is_spam: true, ..Stored::default() }.insert(shop, form).await;
    let nameless = insert(shop, form).await;
    sqlx::query("update enquiries set email = null where id = $1")
        .bind(nameless)
        .execute(&shop.db)
        .await
        .expect("no address");
    let noura = staff(shop, false).await;
    for id in [held, nameless] {
        assert!(!noura.get(&one(id)).await.text().contains("value=\"answer\""), "no form offers it");
        let answered = act(&noura, id, &[("do", "answer"), ("text", "مرحبًا")]).await;
        assert_eq!(answered.location(), notice(id, "no-address"));
    }
    let empty = act(&noura, nameless, &[("do", "note"), ("text", " \r\n ")]).await;
    assert_eq!(empty.location(), notice(nameless, "no-text"));
    assert_eq!(count(shop, "enquiry_messages").await, 0);
    assert_eq!(count(shop, "mail_outbox where topic like 'enquiry%'").await, 0);
}

#[tokio::test]
async fn a_message_is_assigned_noted_and_goes_with_its_notes() {
    let media = open().await;
    let shop = &media.shop;
    let form = form(shop).await;
    let (id, other) = (insert(shop, form).await, insert(shop, form).await);
    let noura = staff(shop, false).await;
    shop.staff_with_role("badr@example.com", "support").await;
    let badr = staff_in(shop, "badr@example.com").await;
    let to_noura = staff_id(shop, "noura@example.com").await.to_string();
    let to_badr = staff_id(shop, "badr@example.com").await.to_string();

    let assign = [("do", "assign"), ("assignee", to_badr.as_str()), ("was", "")];
    assert_eq!(act(&noura, id, &assign).await.location(), notice(id, "assigned"));
    // The page of a colleague is older.
    let late = [("do", "assign"), ("assignee", to_noura.as_str()), ("was", "")];
    assert_eq!(act(&badr, id, &late).await.location(), notice(id, "not-changed"));
    assert_eq!(
        act(&badr, id, &[("do", "assign"), ("assignee", "999999")]).await.status,
        StatusCode::BAD_REQUEST
    );
    let has = |page: &TestResponse, id: i64| page.text().contains(&format!("href=\"{}\"", one(id)));
    let mine = badr.get(&format!("{INBOX}?who=me")).await;
    let nobodys = badr.get(&format!("{INBOX}?who=nobody")).await;
    assert!(has(&mine, id) && !has(&mine, other));
    assert!(has(&nobodys, other) && !has(&nobodys, id));

    assert_eq!(
        act(&noura, id, &[("do", "note"), ("text", "اتصلت بها أمس.")]).await.location(),
        notice(id, "noted")
    );
    assert!(badr.get(&one(id)).await.visible_text().contains("اتصلت بها أمس."));
    assert_eq!(count(shop, "mail_outbox where topic like 'enquiry%'").await, 0, "a note is for the team");
    let line: (Option<String>, Option<String>) =
        sqlx::query_as("select before, after from audit_log where action = 'enquiry-assign'")
            .fetch_one(&shop.db)
            .await
            .expect("one line");
    assert_eq!(line, (Some("nobody".to_owned()), Some(format!("staff {to_badr}"))));
    // [D38] Nothing stays of a message that is deleted.
    act(&noura, id, &[("do", "delete"), ("confirm", "1")]).await;
    assert_eq!(count(shop, "enquiry_messages").await, 0);
}

#[tokio::test]
async fn several_messages_are_closed_at_once_and_opened_by_one_undo() {
    let media = open().await;
    let shop = &media.shop;
    let form = form(shop).await;
    let ids = [insert(shop, form).await, insert(shop, form).await, insert(shop, form).await];
    let noura = staff(shop, false).await;
    act(&noura, ids[1], &[("do", "close")]).await;
    let closed = act_all(&noura, &ids, "close", &[]).await;
    let expected =
        format!("{INBOX}?state=open&notice=several&count=2&left=1&undo=reopen&ids={}.{}", ids[0], ids[2]);
    assert_eq!(closed.location(), expected);
    let page = noura.get(closed.location()).await;
    let words = kernel::text::without_isolates(&page.visible_text());
    assert!(words.contains("تغيّرت رسالتان. بقيت رسالة واحدة كما هي."), "{words}");
    act_all(&noura, &[ids[0], ids[2]], "reopen", &[]).await;
    for (id, state) in ids.into_iter().zip(["open", "closed", "open"]) {
        assert_eq!(state_of(shop, id).await, (state.to_owned(), false));
    }
    // Spam, and back: nothing else changes.
    act_all(&noura, &[ids[0]], "spam", &[]).await;
    assert_eq!(state_of(shop, ids[0]).await, ("open".to_owned(), true));
    act_all(&noura, &[ids[0]], "not-spam", &[("state", "spam")]).await;
    assert_eq!(state_of(shop, ids[0]).await, ("open".to_owned(), false));
    assert_eq!(act_all(&noura, &ids, "delete", &[]).await.status, StatusCode::BAD_REQUEST);
    let log: Vec<(Option<String>, Option<String>)> = sqlx::query_as(
        "select before, after from audit_log where action = 'enquiry' and subject like '% held'",
    )
    .fetch_all(&shop.db)
    .await
    .expect("the audit log");
    assert_eq!(log, [(Some("open".to_owned()), Some("held".to_owned()))]);
}

#[tokio::test]
async fn messages_are_searched_and_addresses_are_for_those_who_may_see_them() {
    let media = open().await;
    let shop = &media.shop;
    let form = form(shop).await;
    let broken = insert(shop, form).await;
    let late = Stored {
        text: "تأخّر الطلب أسبوعًا", email: "salma@example.com", ..Stored::default()
    };
    let late = late.insert(shop, form).await;
    let noura = staff(shop, false).await;
    shop.role("answering", &["inbox.act"]).await;
    shop.staff_with_role("inbox@example.com", "answering").await;
    let inbox = staff_in(shop, "inbox@example.com").await;
    let found = async |staff: &Shopper, query: &str| {
        let page = staff.get(&format!("{INBOX}?{query}")).await.text();
        let has = |id: &i64| page.contains(&format!("href=\"{}\"", one(*id)));
        [broken, late].into_iter().filter(has).collect::<Vec<_>>()
    };
    assert_eq!(found(&noura, "s=العلبه").await, [broken], "another spelling");
    assert_eq!(found(&noura, &format!("s={late}")).await, [late], "by number");
    assert_eq!(found(&noura, "s=salma@example").await, [late]);
    assert_eq!(found(&inbox, "s=تاخر").await, [late]);
    assert_eq!(found(&inbox, "s=salma@example").await, [] as [i64; 0]);
    assert_eq!(found(&inbox, "email=salma@example.com").await.len(), 2, "the filter is not there");
    for path in [INBOX.to_owned(), one(late)] {
        assert!(!inbox.get(&path).await.text().contains("salma@example.com"), "{path}");
    }
    assert!(noura.get(&one(late)).await.text().contains("salma@example.com"));
}

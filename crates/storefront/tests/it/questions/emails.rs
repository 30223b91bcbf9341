//! The email that tells the asker about an answer.

use super::{moderation::decide, *};
use crate::{emails::jobs_done, links::path_of, orders::staff_in};

async fn queued(shop: &TestShop) -> i64 {
    count(shop, "mail_outbox", "topic = 'question-answered'").await
}

async fn staff(shop: &TestShop) -> Shopper {
    shop.staff("noura@example.com", false).await;
    staff_in(shop, "noura@example.com").await
}

/// A published question of this address.
async fn question_by(shop: &TestShop, product: &TestProduct, email: &str, customer: Option<i64>) -> i64 {
    let id = insert_question(shop, number(product), &format!("سؤال من {email}"), email).await;
    sqlx::query("update questions set customer_id = $2 where id = $1")
        .bind(id)
        .bind(customer)
        .execute(&shop.db)
        .await
        .expect("customer");
    set_state(shop, id, ItemState::Published).await;
    id
}

#[tokio::test]
async fn the_asker_gets_one_email_with_a_link_and_nothing_that_was_typed() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let question = question_by(&shop, &honey, "reem@example.com", None).await;
    let noura = staff(&shop).await;
    let mailbox = shop.open_mailbox().await;
    let item = [format!("question:{question}")];
    decide(&noura, &item, "reply", "جواب المتجر السري").await;
    decide(&noura, &item, "reply", "جواب آخر").await;
    let (salma, _) = buyer(&shop, "salma@example.com").await;
    reply(&shop, &salma, &honey, question, "salma@example.com", "جواب سلمى").await;
    let emails = mailbox.wait_for(1).await;
    jobs_done(&shop).await;
    assert_eq!(mailbox.wait_for(1).await.len(), 1, "one email for a question");
    assert_eq!(queued(&shop).await, 1);
    assert_eq!(
        (emails[0].to.clone(), emails[0].subject.as_str()),
        (vec!["reem@example.com".to_owned()], "وصل جواب عن سؤالك")
    );
    let link = path_of(emails[0].link("/ar/questions/").expect("a link")).to_owned();
    assert_eq!(link, format!("/ar/questions/{question}/"));
    assert!(!format!("{:?}", emails[0]).contains("السري"));
    assert!(shop.shopper().get(&link).await.text().contains("جواب آخر"));
}

#[tokio::test]
async fn held_answers_and_the_askers_own_lead_to_no_email() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let (salma, customer) = buyer(&shop, "salma@example.com").await;
    let question = question_by(&shop, &honey, "salma@example.com", Some(customer)).await;
    // A guest's answer is held.
    reply(&shop, &shop.shopper(), &honey, question, "majed@example.com", "سنة").await;
    assert_eq!(queued(&shop).await, 0);
    let own = reply(&shop, &salma, &honey, question, "salma@example.com", "وجدت الجواب بنفسي").await;
    assert_eq!(own["description"], "شكرًا لك، وصلنا جوابك.");
    assert_eq!(queued(&shop).await, 0, "her own answer");
    let noura = staff(&shop).await;
    let answer: i64 = sqlx::query_scalar("select id from question_answers where state = 'held'")
        .fetch_one(&shop.db)
        .await
        .expect("held");
    decide(&noura, &[format!("answer:{answer}")], "publish", "").await;
    assert_eq!(queued(&shop).await, 1, "published by staff");
}

#[tokio::test]
async fn a_held_question_that_the_shop_answers_is_told_about_when_it_is_published() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let question = insert_question(&shop, number(&honey), "سؤال ينتظر", "reem@example.com").await;
    let noura = staff(&shop).await;
    let item = [format!("question:{question}")];
    decide(&noura, &item, "reply", "جواب").await;
    assert_eq!(queued(&shop).await, 0);
    decide(&noura, &item, "publish", "").await;
    assert_eq!(queued(&shop).await, 1);
    assert_counts(&shop).await;
}

#[tokio::test]
async fn customers_without_the_subscription_and_guests_who_stopped_get_no_email() {
    let shop = open().await;
    let list = shop.list("أجوبة أسئلتك", true).await;
    configure(&shop, json!({ "answerList": list.parse::<i64>().expect("an id") })).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let customer = shop.customer("salma@example.com", "سلمى").await;
    let mailbox = shop.open_mailbox().await;
    let noura = staff(&shop).await;
    let answer = async |email: &str, customer: Option<i64>| {
        let question = question_by(&shop, &honey, email, customer).await;
        decide(&noura, &[format!("question:{question}")], "reply", "جواب").await;
        jobs_done(&shop).await;
    };
    answer("salma@example.com", Some(customer)).await;
    answer("guest@example.com", None).await;
    let emails = mailbox.wait_for(1).await;
    assert_eq!(emails.iter().map(|email| email.to.clone()).collect::<Vec<_>>(), [["guest@example.com"]]);

    // The guest stops these emails, by the link or by the mail client.
    let stop = path_of(emails[0].link("/ar/questions/stop/").expect("a link")).to_owned();
    let guest = shop.shopper();
    assert!(guest.get(&stop).await.visible_text().contains("إيقاف الرسائل"));
    assert_eq!(guest.post(&stop, &[("List-Unsubscribe", "One-Click")]).await.status, StatusCode::OK);
    assert_eq!(guest.get("/ar/questions/stop/0123/").await.status, StatusCode::NOT_FOUND);
    answer("guest@example.com", None).await;
    sqlx::query(
        "insert into subscriptions (customer_id, list_id, key, created_at) values ($1, $2, 'k', now())",
    )
    .bind(customer)
    .bind(list.parse::<i64>().expect("an id"))
    .execute(&shop.db)
    .await
    .expect("a subscription");
    answer("salma@example.com", Some(customer)).await;
    let emails = mailbox.wait_for(2).await;
    assert_eq!(emails.len(), 2);
    assert_eq!(emails[1].to, ["salma@example.com"]);
}

/// Anybody can type an address: it gets few emails.
#[tokio::test]
async fn an_address_of_a_guest_is_not_flooded() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let mailbox = shop.open_mailbox().await;
    let noura = staff(&shop).await;
    for _ in 0..8 {
        let question = question_by(&shop, &honey, "victim@example.com", None).await;
        decide(&noura, &[format!("question:{question}")], "reply", "جواب").await;
    }
    jobs_done(&shop).await;
    let sent = mailbox.wait_for(1).await.len();
    assert!((1..=4).contains(&sent), "{sent} emails");
}

/// Staff publish many answers at once: one email.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_answers_at_once_lead_to_one_email() {
    let shop = TestShop::open_with(Options { rate_factor: 1_000, ..Options::default() }).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let question = question_by(&shop, &honey, "reem@example.com", None).await;
    for number in 0..40 {
        let answer = answered(&shop, question, &format!("جواب {number}"), false).await;
        set_answer_state(&shop, answer, ItemState::Held).await;
    }
    let answers: Vec<i64> =
        sqlx::query_scalar("select id from question_answers").fetch_all(&shop.db).await.expect("answers");
    let now = shop.clock().now();
    let attempts = answers.into_iter().map(|answer| {
        let db = shop.db.clone();
        tokio::spawn(async move {
            use ::moderation::{QueueId, QueueKind, QueueSource};
            let change = StateChange { state: ItemState::Published, reason: "", from: None, now };
            let mut tx = db.begin().await.expect("a transaction");
            let item = QueueId { kind: QueueKind::Answer, id: answer };
            let changed = ::questions::QuestionQueue.change(&mut tx, item, &change).await;
            changed.expect("a change").expect("published");
            tx.commit().await.expect("committed");
        })
    });
    for attempt in attempts.collect::<Vec<_>>() {
        attempt.await.expect("published");
    }
    assert_eq!(count(&shop, "question_answers", "state = 'published'").await, 40);
    assert_eq!(queued(&shop).await, 1);
    assert_counts(&shop).await;
}

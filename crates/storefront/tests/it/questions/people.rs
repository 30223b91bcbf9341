//! The signed-in customer: prefilled fields, data export and erasure.

use super::*;
use crate::emails::until;

const PRIVACY: &str = "/ar/my-account/privacy/";

/// [QNA-17]
#[tokio::test]
async fn forms_are_prefilled_for_the_signed_in_customer_and_empty_for_guests() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let question = publish_question(&shop, &honey, "كم يدوم؟").await;
    shop.customer("salma@example.com", "سلمى").await;
    let (salma, guest) = (shop.signed_in("salma@example.com").await, shop.shopper());
    let defaults = salma.get("/ar/questions/author/").await;
    assert!(defaults.header("cache-control").contains("no-store"), "{}", defaults.header("cache-control"));
    let defaults = defaults.json();
    assert_eq!(defaults["email"], "salma@example.com");
    assert!(defaults["name"].as_str().expect("a name").starts_with("سلمى"), "{defaults}");
    assert_eq!(guest.get("/ar/questions/author/").await.json(), json!({ "name": "", "email": "" }));
    // The same without script, on the page of the form.
    for url in
        [format!("{WRITE}?product={}", honey.id), format!("{WRITE}?product={}&question={question}", honey.id)]
    {
        let page = salma.get(&url).await;
        assert!(page.header("cache-control").contains("no-store"));
        assert!(page.text().contains("value=\"salma@example.com\""), "{url}");
        assert!(!guest.get(&url).await.text().contains("salma@example.com"));
    }
    // The public page is the same for everybody.
    let page = salma.get(&honey.path).await;
    assert!(!page.text().contains("salma@example.com"));
    assert!(page.header("cache-control").contains("public"));
}

#[tokio::test]
async fn an_erased_customer_leaves_questions_without_a_name() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let (salma, customer) = buyer(&shop, "salma@example.com").await;
    ask(&shop, &salma, &honey, "salma@example.com", "كم يدوم؟").await;
    let question: i64 =
        sqlx::query_scalar("select id from questions").fetch_one(&shop.db).await.expect("one");
    reply(&shop, &salma, &honey, question, "salma@example.com", "سنة كما علمت").await;
    // A question from before she had an account.
    insert_question(&shop, number(&honey), "سؤال قديم", "SALMA@example.com").await;
    let _mailbox = shop.open_mailbox().await;
    salma.submit(PRIVACY, "/ar/my-account/privacy/export/", &[]).await;
    until("the export is listed", async || {
        salma.get(PRIVACY).await.text().contains("href=\"/ar/my-account/privacy/export/")
    })
    .await;
    let page = salma.get(PRIVACY).await.text();
    let file = page.split("href=\"").find(|part| part.starts_with("/ar/my-account/privacy/export/"));
    let file = file.and_then(|part| part.split('"').next()).expect("an export");
    let export = salma.get(file).await.json();
    assert_eq!(export["questions"].as_array().map(Vec::len), Some(2), "{export}");
    assert_eq!(export["answers"][0]["text"], "سنة كما علمت");

    sqlx::query("delete from orders").execute(&shop.db).await.expect("orders");
    sqlx::query("delete from customers where id = $1")
        .bind(customer)
        .execute(&shop.db)
        .await
        .expect("erased");
    for table in ["questions", "question_answers"] {
        let personal = "email is not null or name <> 'عميل' or customer_id is not null or visitor is not null or address <> ''";
        assert_eq!(count(&shop, table, personal).await, 0, "{table}");
        assert!(count(&shop, table, "true").await > 0, "{table}");
    }
    assert_counts(&shop).await;
}

#[tokio::test]
async fn the_role_of_public_pages_cannot_read_addresses() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    publish_question(&shop, &honey, "كم يدوم؟").await;
    for column in ["email", "visitor", "address", "signals", "customer_id", "reason"] {
        for table in ["questions", "question_answers"] {
            let allowed: bool =
                sqlx::query_scalar("select has_column_privilege('shop_read', $1, $2, 'select')")
                    .bind(table)
                    .bind(column)
                    .fetch_one(&shop.db)
                    .await
                    .expect("a privilege");
            assert!(!allowed, "{table}.{column}");
        }
    }
}

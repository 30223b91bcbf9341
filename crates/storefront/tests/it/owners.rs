//! Ownership of guest orders and saved cards: proven by browser and mailbox together, never by a typed address.

use testkit::{Mailbox, Options, Purchase, Shopper, TestShop, customers::PASSWORD};

use crate::{checkout::pay_order, emails::jobs_done, links::path_of};

const SET: &str = "/ar/my-account/set-password/";
const ORDERS: &str = "/ar/my-account/orders/";
const METHODS: &str = "/ar/my-account/payment-methods/";
const SAVE: (&str, &str) = ("wc-authorize-net-cim-credit-card-tokenize-payment-method", "1");

async fn open() -> TestShop {
    TestShop::open_with(Options { rate_factor: 20, ..Options::default() }).await
}

/// A guest buys with Salma's address, and requests an account and a saved card.
async fn buy_as_guest(shop: &TestShop) -> (Shopper, String) {
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let guest = shop.shopper();
    guest.add(&honey.id, "1").await;
    let token = shop.card("4111111111111111").await;
    let placed = guest.check_out(&Purchase::new().card(&token).with(&[SAVE, ("createaccount", "1")])).await;
    assert_eq!(placed.status, 303, "{}", placed.visible_text());
    let number = placed.location().split('/').nth(4).expect("order number").to_owned();
    (guest, number)
}

async fn account_link(mailbox: &Mailbox) -> String {
    let emails = mailbox.wait_for(3).await;
    let email = emails.iter().find(|email| email.subject == "أكمل إنشاء حسابك").expect("registration email");
    path_of(email.link(SET).expect("a link")).to_owned()
}

async fn set_password(shopper: &Shopper, link: &str) {
    let set = shopper.submit(link, SET, &[("password_1", PASSWORD), ("password_2", PASSWORD)]).await;
    assert_eq!(set.location(), "/ar/my-account/?notice=registered", "{}", set.visible_text());
}

async fn saved_methods(shop: &TestShop) -> i64 {
    jobs_done(shop).await;
    sqlx::query_scalar("select count(*) from saved_methods").fetch_one(&shop.db).await.expect("methods")
}

/// [SEC-M6] [CONF-B1] [PAY-65]
#[tokio::test]
async fn a_guest_who_registers_gets_the_order_and_the_saved_method() {
    let shop = open().await;
    let mailbox = shop.open_mailbox().await;
    let (salma, number) = buy_as_guest(&shop).await;
    let link = account_link(&mailbox).await;
    assert_eq!(saved_methods(&shop).await, 0, "ownership is not proven yet");
    // A GET of the link changes nothing.
    salma.get(&link).await;
    let owner: Option<i64> =
        sqlx::query_scalar("select customer_id from orders").fetch_one(&shop.db).await.expect("order");
    assert_eq!(owner, None);

    set_password(&salma, &link).await;
    let orders = salma.get(ORDERS).await;
    assert!(orders.visible_text().contains(&number), "{}", orders.visible_text());
    assert_eq!(saved_methods(&shop).await, 1);
    assert!(salma.get(METHODS).await.visible_text().contains("1111"));
}

/// [SEC-M6] [CONF-B1] [PAY-65] The address was mistyped, and its owner receives the link.
#[tokio::test]
async fn a_link_followed_in_another_browser_creates_only_the_account() {
    let shop = open().await;
    let mailbox = shop.open_mailbox().await;
    let (guest, number) = buy_as_guest(&shop).await;
    let stranger = shop.shopper();
    set_password(&stranger, &account_link(&mailbox).await).await;
    for page in [ORDERS, METHODS] {
        assert!(!stranger.get(page).await.visible_text().contains(&number), "{page}");
    }
    assert_eq!(stranger.get(&format!("/ar/my-account/view-order/{number}/")).await.status, 404);
    assert_eq!(saved_methods(&shop).await, 0);
    // Signing in later with the browser that ordered does not adopt the order either.
    assert_eq!(guest.log_in("salma@example.com", PASSWORD).await.status, 303);
    assert!(!guest.get(ORDERS).await.visible_text().contains(&number));
    guest.get(METHODS).await;
    assert_eq!(saved_methods(&shop).await, 0);
}

/// [SEC-M6] [CONF-B1] [PAY-65]
#[tokio::test]
async fn a_guests_order_and_card_are_never_added_to_an_existing_account() {
    let shop = open().await;
    shop.customer("salma@example.com", "سلمى").await;
    let mailbox = shop.open_mailbox().await;
    let (guest, number) = buy_as_guest(&shop).await;
    let emails = mailbox.wait_for(3).await;
    assert!(emails.iter().any(|email| email.subject == "لديك حساب عندنا"), "only the owner is notified");

    let salma = shop.signed_in("salma@example.com").await;
    assert_eq!(guest.log_in("salma@example.com", PASSWORD).await.status, 303);
    for browser in [&salma, &guest] {
        assert!(!browser.get(ORDERS).await.visible_text().contains(&number));
        assert!(!browser.get(METHODS).await.visible_text().contains("1111"));
    }
    // A password reset does not adopt the order either.
    salma
        .submit("/ar/my-account/lost-password/", "/ar/my-account/lost-password/", &[("user_login", "salma")])
        .await;
    let emails = mailbox.wait_for(4).await;
    let link = path_of(emails[3].link(SET).expect("a link")).to_owned();
    guest.submit(&link, SET, &[("password_1", PASSWORD), ("password_2", PASSWORD)]).await;
    assert!(!guest.get(ORDERS).await.visible_text().contains(&number));
    assert_eq!(saved_methods(&shop).await, 0);
}

/// [SEC-M6] [PAY-65] Anyone with the link may pay an order; the card is not saved for its owner.
#[tokio::test]
async fn a_card_that_another_payer_uses_is_not_saved() {
    let shop = open().await;
    shop.customer("salma@example.com", "سلمى").await;
    let salma = shop.signed_in("salma@example.com").await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    salma.add(&honey.id, "1").await;
    shop.sim.set_rules(vec![paysim::FaultRule {
        when: paysim::RequestMatcher {
            kind: Some("authCaptureTransaction".to_owned()),
            ..Default::default()
        },
        fault: paysim::Fault::Decline { code: None },
        times: Some(1),
        percent: None,
    }]);
    let token = shop.card("4111111111111111").await;
    salma.check_out(&Purchase::new().card(&token).with(&[SAVE])).await;
    let (number, key): (i64, String) =
        sqlx::query_as("select number, key from orders where state = 'failed'")
            .fetch_one(&shop.db)
            .await
            .expect("declined order");
    let pay = format!("/ar/checkout/order-pay/{number}/?pay_for_order=true&key={key}");
    let friend = shop.shopper();
    let token = shop.card("5424000000000015").await;
    let paid = pay_order(&friend, &pay, &Purchase::empty().card(&token).with(&[SAVE])).await;
    assert!(paid.location().contains("order-received"), "{}", paid.visible_text());
    let _mailbox = shop.open_mailbox().await;
    assert_eq!(saved_methods(&shop).await, 0, "the consent covered her own card only");
}

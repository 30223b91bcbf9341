//! Whose an order is, and whose the card it was paid with: shown by a browser and a mailbox together, never by typing.

use testkit::{Mailbox, Options, Purchase, Shopper, TestShop, customers::PASSWORD};

use crate::{checkout::pay_order, letters::jobs_done, links::path_of};

const SET: &str = "/ar/my-account/set-password/";
const ORDERS: &str = "/ar/my-account/orders/";
const METHODS: &str = "/ar/my-account/payment-methods/";
const SAVE: (&str, &str) = ("wc-authorize-net-cim-credit-card-tokenize-payment-method", "1");

async fn open() -> TestShop {
    TestShop::open_with(Options { rate_factor: 20, ..Options::default() }).await
}

/// A guest buys, with Salma's address, and wants an account and the card kept.
async fn buy_as_guest(shop: &TestShop) -> (Shopper, String) {
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let guest = shop.shopper();
    guest.add(&honey.id, "1").await;
    let token = shop.card("4111111111111111").await;
    let placed = guest.check_out(&Purchase::new().card(&token).with(&[SAVE, ("createaccount", "1")])).await;
    assert_eq!(placed.status, 303, "{}", placed.words());
    let number = placed.location().split('/').nth(4).expect("a number").to_owned();
    (guest, number)
}

async fn account_link(mailbox: &Mailbox) -> String {
    let letters = mailbox.wait_for(3).await;
    let letter = letters.iter().find(|letter| letter.subject == "أكمل إنشاء حسابك").expect("a link");
    path_of(letter.link(SET).expect("a link")).to_owned()
}

async fn follow(shopper: &Shopper, link: &str) {
    let set = shopper.submit(link, SET, &[("password_1", PASSWORD), ("password_2", PASSWORD)]).await;
    assert_eq!(set.location(), "/ar/my-account/?told=registered", "{}", set.words());
}

async fn kept(shop: &TestShop) -> i64 {
    jobs_done(shop).await;
    sqlx::query_scalar("select count(*) from saved_methods").fetch_one(&shop.db).await.expect("methods")
}

/// [SEC-M6] [CONF-B1] [PAY-65]
#[tokio::test]
async fn a_guest_who_wants_an_account_finds_order_and_method_in_it() {
    let shop = open().await;
    let mailbox = shop.open_mailbox().await;
    let (salma, number) = buy_as_guest(&shop).await;
    let link = account_link(&mailbox).await;
    assert_eq!(kept(&shop).await, 0, "nobody has shown yet whose it is");
    // Looking at the link changes nothing.
    salma.get(&link).await;
    let owner: Option<i64> =
        sqlx::query_scalar("select customer_id from orders").fetch_one(&shop.db).await.expect("an order");
    assert_eq!(owner, None);

    follow(&salma, &link).await;
    let orders = salma.get(ORDERS).await;
    assert!(orders.words().contains(&number), "{}", orders.words());
    assert_eq!(kept(&shop).await, 1);
    assert!(salma.get(METHODS).await.words().contains("1111"));
}

/// [SEC-M6] [CONF-B1] [PAY-65] The address was mistyped, and its owner gets the link.
#[tokio::test]
async fn a_link_followed_in_another_browser_makes_an_account_and_nothing_more() {
    let shop = open().await;
    let mailbox = shop.open_mailbox().await;
    let (guest, number) = buy_as_guest(&shop).await;
    let stranger = shop.shopper();
    follow(&stranger, &account_link(&mailbox).await).await;
    for page in [ORDERS, METHODS] {
        assert!(!stranger.get(page).await.words().contains(&number), "{page}");
    }
    assert_eq!(stranger.get(&format!("/ar/my-account/view-order/{number}/")).await.status, 404);
    assert_eq!(kept(&shop).await, 0);
    // Nor later, by the browser that ordered, into an account that is there.
    assert_eq!(guest.log_in("salma@example.com", PASSWORD).await.status, 303);
    assert!(!guest.get(ORDERS).await.words().contains(&number));
    guest.get(METHODS).await;
    assert_eq!(kept(&shop).await, 0);
}

/// [SEC-M6] [CONF-B1] [PAY-65]
#[tokio::test]
async fn a_guests_order_and_card_never_enter_an_account_that_was_there_before() {
    let shop = open().await;
    shop.customer("salma@example.com", "سلمى").await;
    let mailbox = shop.open_mailbox().await;
    let (guest, number) = buy_as_guest(&shop).await;
    let letters = mailbox.wait_for(3).await;
    assert!(letters.iter().any(|letter| letter.subject == "لديك حساب عندنا"), "she is told, nobody else");

    let salma = shop.signed_in("salma@example.com").await;
    assert_eq!(guest.log_in("salma@example.com", PASSWORD).await.status, 303);
    for browser in [&salma, &guest] {
        assert!(!browser.get(ORDERS).await.words().contains(&number));
        assert!(!browser.get(METHODS).await.words().contains("1111"));
    }
    // Nor by a new password.
    salma
        .submit("/ar/my-account/lost-password/", "/ar/my-account/lost-password/", &[("user_login", "salma")])
        .await;
    let letters = mailbox.wait_for(4).await;
    let link = path_of(letters[3].link(SET).expect("a link")).to_owned();
    guest.submit(&link, SET, &[("password_1", PASSWORD), ("password_2", PASSWORD)]).await;
    assert!(!guest.get(ORDERS).await.words().contains(&number));
    assert_eq!(kept(&shop).await, 0);
}

/// [SEC-M6] [PAY-65] Whoever has an order's link may pay it; their card is theirs.
#[tokio::test]
async fn a_card_that_somebody_else_pays_with_is_not_kept() {
    let shop = open().await;
    shop.customer("salma@example.com", "سلمى").await;
    let salma = shop.signed_in("salma@example.com").await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    salma.add(&honey.id, "1").await;
    shop.sim.set_rules(vec![paysim::Rule {
        when: paysim::When { kind: Some("authCaptureTransaction".to_owned()), ..Default::default() },
        then: paysim::Then::Decline { code: None },
        times: Some(1),
        percent: None,
    }]);
    let token = shop.card("4111111111111111").await;
    salma.check_out(&Purchase::new().card(&token).with(&[SAVE])).await;
    let (number, key): (i64, String) =
        sqlx::query_as("select number, key from orders where state = 'failed'")
            .fetch_one(&shop.db)
            .await
            .expect("an order that was declined");
    let pay = format!("/ar/checkout/order-pay/{number}/?pay_for_order=true&key={key}");
    let friend = shop.shopper();
    let token = shop.card("5424000000000015").await;
    let paid = pay_order(&friend, &pay, &Purchase::empty().card(&token).with(&[SAVE])).await;
    assert!(paid.location().contains("order-received"), "{}", paid.words());
    let _mailbox = shop.open_mailbox().await;
    assert_eq!(kept(&shop).await, 0, "she wanted hers kept, not her friend's");
}

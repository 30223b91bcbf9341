//! The items of an order on every page, in every email and in the export.

use testkit::{Options, Purchase, Shopper, TestProduct, TestShop};

use crate::{checkout::pay_order, orders::staff_in};

const EXPORT: &str = "/ar/wp-admin/orders/export/";

/// Texts that must appear: the option of a variation, and the items of a bundle with their options.
const EXPECTED: [&str; 3] = ["كيس 100 غ", "2 × بنّ حراز (متوسط، 250 غ)", "1 × فناجين (أخضر)"];

async fn fill_cart(shop: &TestShop, shopper: &Shopper) {
    let coffee = shop
        .product("بنّ حراز")
        .variation("متوسط، 250 غ", 1_800, 9)
        .variation("غامق، 500 غ", 3_000, 9)
        .make(&shop.db)
        .await;
    let cups =
        shop.product("فناجين").variation("أخضر", 3_400, 9).variation("أزرق", 3_400, 9).make(&shop.db).await;
    let tea = shop.product("شاي").variation("كيس 100 غ", 900, 9).make(&shop.db).await;
    let bundle = shop.bundle("صندوق الضيافة", "percent = 1000", &[coffee.needed(), cups.needed()]).await;
    let selection = format!("{}/p1/2/,{}/p2/1/", coffee.variations[0], cups.variations[0]);
    let fields = [("add-to-cart", bundle.id.as_str()), ("woosb_ids", &selection), ("quantity", "1")];
    let added = shopper.call("xoo_wsc_add_to_cart", &fields).await.json();
    assert!(added["error"].is_null(), "{added}");
    add_first_variation(shopper, &tea).await;
}

async fn add_first_variation(shopper: &Shopper, product: &TestProduct) {
    let fields =
        [("product_id", product.id.as_str()), ("variation_id", &product.variations[0]), ("quantity", "1")];
    let added = shopper.call("add_to_cart", &fields).await.json();
    assert!(added["error"].is_null(), "{added}");
}

fn check_items(page: &str, text: &str) {
    let text = kernel::text::without_isolates(text);
    for item in EXPECTED {
        assert!(text.contains(item), "{page} lacks «{item}»: {text}");
    }
}

/// [CONF-B2] [CONF-B3] [VIS-2] [BUND-03] [BUND-07]
#[tokio::test]
async fn every_chosen_option_and_bundle_item_appears_wherever_an_order_is_shown() {
    let shop = TestShop::open_with(Options { rate_factor: 20, ..Options::default() }).await;
    shop.customer("salma@example.com", "سلمى").await;
    shop.staff("noura@example.com", false).await;
    let mailbox = shop.open_mailbox().await;
    let salma = shop.signed_in("salma@example.com").await;
    fill_cart(&shop, &salma).await;

    check_items("the checkout", &salma.get("/ar/checkout/").await.visible_text());
    let placed = salma.check_out(&Purchase::new().with(&[("pay_later", "1")])).await;
    let landed = placed.location().to_owned();
    let number = landed.split('/').nth(4).expect("order number").to_owned();
    let pay = landed.replace("order-received", "order-pay").replace("?key=", "?pay_for_order=true&key=");
    check_items("order-pay", &salma.get(&pay).await.visible_text());
    let token = shop.card("4111111111111111").await;
    let paid = pay_order(&salma, &pay, &Purchase::empty().card(&token)).await;
    assert_eq!(paid.location(), landed, "{}", paid.visible_text());
    check_items("order-received", &salma.get(&landed).await.visible_text());
    check_items(
        "the account",
        &salma.get(&format!("/ar/my-account/view-order/{number}/")).await.visible_text(),
    );

    let noura = staff_in(&shop, "noura@example.com").await;
    check_items("the staff page", &noura.get(&format!("/ar/wp-admin/orders/{number}/")).await.visible_text());
    let csv = noura.submit("/ar/wp-admin/orders/", EXPORT, &[]).await.text();
    let items = "1 × صندوق الضيافة [2 × بنّ حراز (متوسط، 250 غ)، 1 × فناجين (أخضر)]، 1 × شاي (كيس 100 غ)";
    assert!(csv.contains(items), "{csv}");

    // Order placed, notice to the shop, order paid.
    for email in mailbox.wait_for(3).await {
        check_items(&format!("«{}»", email.subject), &email.text);
        check_items(&format!("«{}»", email.subject), &testkit::visible_text(&email.html));
    }
}

/// [API-45] On every page, in every email and in the CSV export.
#[tokio::test]
async fn shopper_input_is_escaped_everywhere() {
    let shop = TestShop::open_with(Options { rate_factor: 20, ..Options::default() }).await;
    shop.customer("salma@example.com", "سلمى").await;
    shop.staff("noura@example.com", false).await;
    let mailbox = shop.open_mailbox().await;
    let salma = shop.signed_in("salma@example.com").await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    salma.add(&honey.id, "1").await;
    let trap = "=</script><img src=x onerror=alert(1)>\" ' &";
    let token = shop.card("4111111111111111").await;
    let typed = [
        ("billing_first_name", trap),
        ("billing_last_name", trap),
        ("billing_address_1", trap),
        ("billing_city", trap),
        ("order_comments", trap),
        ("wc_order_attribution_utm_campaign", trap),
    ];
    let placed = salma.check_out(&Purchase::new().card(&token).with(&typed)).await;
    assert_eq!(placed.status, 303, "{}", placed.visible_text());
    let landed = placed.location().to_owned();
    let number = landed.split('/').nth(4).expect("order number").to_owned();

    let noura = staff_in(&shop, "noura@example.com").await;
    let order = format!("/ar/wp-admin/orders/{number}/");
    let own = format!("/ar/my-account/view-order/{number}/");
    for (shopper, path) in [
        (&salma, landed.as_str()),
        (&salma, &own),
        (&salma, "/ar/my-account/orders/"),
        (&noura, "/ar/wp-admin/orders/"),
        (&noura, &order),
    ] {
        let html = shopper.get(path).await.text();
        assert!(!html.contains("<img src=x"), "{path}");
        assert_eq!(html.matches("</script>").count(), html.matches("<script").count(), "{path}");
    }
    let page = noura.get(&order).await.text();
    assert!(page.matches("&lt;img src=x").count() >= 4, "name, street, city and notes appear as text");
    let csv = noura.submit("/ar/wp-admin/orders/", EXPORT, &[]).await.text();
    assert!(csv.contains("\"'=</script>"), "no cell starts a formula: {csv}");
    assert!(!csv.contains(",=") && !csv.contains(",\"="), "{csv}");

    for email in mailbox.wait_for(2).await {
        assert!(!email.html.contains("<img src=x") && !email.html.contains("<script"), "{}", email.html);
    }
    let confirmation = mailbox.sink.to("salma@example.com").remove(0);
    assert!(confirmation.html.contains("&lt;img src=x"), "the email has the name: {}", confirmation.html);
}

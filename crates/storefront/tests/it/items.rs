//! What was bought, as everybody reads it who has to know: buyer, shop, parcel, spreadsheet.

use testkit::{MadeProduct, Options, Purchase, Shopper, TestShop};

use crate::{checkout::pay_order, orders::staff_in};

const EXPORT: &str = "/ar/wp-admin/orders/export/";

/// Everything that must be readable: a product's option, a bundle's parts, and the options of those.
const CHOSEN: [&str; 3] = ["كيس 100 غ", "2 × بنّ حراز (متوسط، 250 غ)", "1 × فناجين (أخضر)"];

async fn fill(shop: &TestShop, shopper: &Shopper) {
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
    choose(shopper, &tea).await;
}

async fn choose(shopper: &Shopper, product: &MadeProduct) {
    let fields =
        [("product_id", product.id.as_str()), ("variation_id", &product.variations[0]), ("quantity", "1")];
    let added = shopper.call("add_to_cart", &fields).await.json();
    assert!(added["error"].is_null(), "{added}");
}

fn reads(place: &str, text: &str) {
    let text = kernel::text::without_isolates(text);
    for words in CHOSEN {
        assert!(text.contains(words), "{place} names «{words}»: {text}");
    }
}

/// [CONF-B2] [CONF-B3] [VIS-2] [BUND-03] [BUND-07]
#[tokio::test]
async fn every_option_and_part_that_was_chosen_is_named_wherever_an_order_is_read() {
    let shop = TestShop::open_with(Options { rate_factor: 20, ..Options::default() }).await;
    shop.customer("salma@example.com", "سلمى").await;
    shop.staff("noura@example.com", false).await;
    let mailbox = shop.open_mailbox().await;
    let salma = shop.signed_in("salma@example.com").await;
    fill(&shop, &salma).await;

    reads("the checkout", &salma.get("/ar/checkout/").await.words());
    let kept = salma.check_out(&Purchase::new().with(&[("pay_later", "1")])).await;
    let landed = kept.location().to_owned();
    let number = landed.split('/').nth(4).expect("a number").to_owned();
    let pay = landed.replace("order-received", "order-pay").replace("?key=", "?pay_for_order=true&key=");
    reads("order-pay", &salma.get(&pay).await.words());
    let token = shop.card("4111111111111111").await;
    let paid = pay_order(&salma, &pay, &Purchase::empty().card(&token)).await;
    assert_eq!(paid.location(), landed, "{}", paid.words());
    reads("order-received", &salma.get(&landed).await.words());
    reads("the account", &salma.get(&format!("/ar/my-account/view-order/{number}/")).await.words());

    let noura = staff_in(&shop, "noura@example.com").await;
    reads("the staff's page", &noura.get(&format!("/ar/wp-admin/orders/{number}/")).await.words());
    let csv = noura.submit("/ar/wp-admin/orders/", EXPORT, &[]).await.text();
    let items = "1 × صندوق الضيافة [2 × بنّ حراز (متوسط، 250 غ)، 1 × فناجين (أخضر)]، 1 × شاي (كيس 100 غ)";
    assert!(csv.contains(items), "{csv}");

    // Kept, new in the shop, paid.
    for letter in mailbox.wait_for(3).await {
        reads(&format!("«{}»", letter.subject), &letter.text);
        reads(&format!("«{}»", letter.subject), &testkit::words(&letter.html));
    }
}

/// [API-45] What a shopper typed is text: on every page, in every email, and in a spreadsheet.
#[tokio::test]
async fn what_a_shopper_typed_is_escaped_wherever_it_is_read() {
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
    assert_eq!(placed.status, 303, "{}", placed.words());
    let landed = placed.location().to_owned();
    let number = landed.split('/').nth(4).expect("a number").to_owned();

    let noura = staff_in(&shop, "noura@example.com").await;
    let order = format!("/ar/wp-admin/orders/{number}/");
    let own = format!("/ar/my-account/view-order/{number}/");
    for (who, path) in [
        (&salma, landed.as_str()),
        (&salma, &own),
        (&salma, "/ar/my-account/orders/"),
        (&noura, "/ar/wp-admin/orders/"),
        (&noura, &order),
    ] {
        let html = who.get(path).await.text();
        assert!(!html.contains("<img src=x"), "{path}");
        assert_eq!(html.matches("</script>").count(), html.matches("<script").count(), "{path}");
    }
    let page = noura.get(&order).await.text();
    assert!(page.matches("&lt;img src=x").count() >= 4, "name, street, city and notes are there, as text");
    let csv = noura.submit("/ar/wp-admin/orders/", EXPORT, &[]).await.text();
    assert!(csv.contains("\"'=</script>"), "no cell begins as a formula: {csv}");
    assert!(!csv.contains(",=") && !csv.contains(",\"="), "{csv}");

    for letter in mailbox.wait_for(2).await {
        assert!(!letter.html.contains("<img src=x") && !letter.html.contains("<script"), "{}", letter.html);
    }
    let greeted = mailbox.sink.to("salma@example.com").remove(0);
    assert!(greeted.html.contains("&lt;img src=x"), "a paid order greets by name: {}", greeted.html);
}

//! The admin's orders: finding them, acting on several, and what is done with one.

mod after_sale;
mod picking;

use chrono::TimeDelta;
use http::StatusCode;
use testkit::{Options, Purchase, Shopper, TestShop, hidden_fields};

use crate::orders::staff_in;

const LIST: &str = "/ar/wp-admin/orders/";

async fn open() -> TestShop {
    TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await
}

async fn member(shop: &TestShop, email: &str, role: &str) -> Shopper {
    shop.staff_with_role(email, role).await;
    staff_in(shop, email).await
}

/// Buys `pieces` of a new product; returns the order's number.
async fn buy(shop: &TestShop, name: &str, price: i64, pieces: &str, fields: &[(&str, &str)]) -> String {
    let product = shop.product(name).price(price).stock(50).make(&shop.db).await;
    let buyer = shop.shopper();
    buyer.add(&product.id, pieces).await;
    let token = shop.card("4111111111111111").await;
    let placed = buyer.check_out(&Purchase::new().card(&token).with(fields)).await;
    assert_eq!(placed.status, 303, "{}", placed.visible_text());
    placed.location().split('/').nth(4).expect("order number").to_owned()
}

fn one(number: &str) -> String {
    format!("{LIST}{number}/")
}

fn plain(text: &str) -> String {
    kernel::text::without_isolates(text).replace('\u{a0}', " ")
}

async fn shown(browser: &Shopper, path: &str) -> String {
    plain(&browser.get(path).await.visible_text())
}

async fn lines(shop: &TestShop, action: &str) -> Vec<String> {
    sqlx::query_scalar("select subject from audit_log where action = $1 order by seq")
        .bind(action)
        .fetch_all(&shop.db)
        .await
        .expect("audit")
}

async fn number_of(shop: &TestShop, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(&shop.db).await.expect("a number")
}

async fn id_of(shop: &TestShop, number: &str) -> i64 {
    sqlx::query_scalar("select id from orders where number = $1")
        .bind(number.parse::<i64>().expect("a number"))
        .fetch_one(&shop.db)
        .await
        .expect("an order")
}

fn encoded(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

/// Adds so many newer orders; there is one already.
async fn complete_orders(shop: &TestShop, count: i32) {
    sqlx::query(
        "insert into orders (number, key, state, placed_by, form_key, address, email, first_name, last_name, phone, country,
             city, address_1, subtotal_minor, discount_minor, shipping_minor, tax_minor, total_minor, created_at, changed_at)
         select 900000 + n, 'key' || n, 'completed', decode(repeat('00', 32), 'hex'), 'form' || n, '', 'x@example.com', 'سلمى', '', '', 'US', '', '',
             0, 0, 0, 0, 0, created_at, changed_at
         from generate_series(1, $1) n, (select created_at, changed_at from orders limit 1) one",
    )
    .bind(count)
    .execute(&shop.db)
    .await
    .expect("orders");
}

/// The nonce of every form on the page of an order.
async fn nonce(browser: &Shopper, page: &str) -> String {
    let hidden = hidden_fields(&browser.get(page).await.text(), &format!("{page}print/"));
    hidden.into_iter().find(|(name, _)| name == "_wpnonce").expect("a nonce").1
}

/// Decides the refund that waits, as a form does that the page need not show.
async fn decide(shop: &TestShop, browser: &Shopper, page: &str, act: &str) -> String {
    let id = number_of(shop, "select max(id) from order_approvals").await.to_string();
    let nonce = nonce(browser, page).await;
    let fields = [("_wpnonce", nonce.as_str()), ("approval", id.as_str()), ("act", act)];
    browser.post(&format!("{page}approval/"), &fields).await.location().to_owned()
}

/// [D21]
#[tokio::test]
async fn an_order_is_found_by_number_phone_and_name_in_any_spelling() {
    let shop = open().await;
    let noura = member(&shop, "noura@example.com", "manager").await;
    let first = buy(
        &shop,
        "بن حراز",
        1_000,
        "1",
        &[
            ("billing_first_name", "أسماء"),
            ("billing_last_name", "الزهراني"),
            ("billing_phone", "+966501234567"),
            ("billing_email", "asma@example.com"),
        ],
    )
    .await;
    let second = buy(
        &shop,
        "تمر سكري",
        1_000,
        "1",
        &[
            ("billing_first_name", "هند"),
            ("billing_last_name", "المطيري"),
            ("billing_phone", "0559876543"),
            ("billing_email", "hind@example.com"),
        ],
    )
    .await;
    let arabic: String = first
        .chars()
        .map(|c| char::from_u32(0x660 + c.to_digit(10).expect("a digit")).expect("an Arabic digit"))
        .collect();
    let searches = [
        first.as_str(),
        arabic.as_str(),
        "٠٥٠١٢٣٤٥٦٧",
        "050 123 4567",
        "+966 50 123 4567",
        "00966501234567",
        "4567",
        "اسماء",
        "أَسماء",
        "الزهرانى",
        "asma@example.com",
        "حراز",
    ];
    for typed in searches {
        let page = shown(&noura, &format!("{LIST}?search={}", encoded(typed))).await;
        assert!(page.contains(&format!("#{first}")), "«{typed}» finds the order: {page}");
        assert!(!page.contains(&format!("#{second}")), "«{typed}» finds only this order");
    }
    let short = shown(&noura, &format!("{LIST}?search={}", encoded("هن"))).await;
    assert!(short.contains(&format!("#{second}")), "too short for the index: {short}");
    let none = shown(&noura, &format!("{LIST}?search={}", encoded("لا أحد"))).await;
    assert!(none.contains("لا طلبات بهذه التصفية"), "{none}");
    let wild = shown(&noura, &format!("{LIST}?search=%25")).await;
    assert!(!wild.contains(&format!("#{first}")), "a sign of patterns is a sign like any other");
}

/// [D21] The database folds names as the search of goods does.
#[tokio::test]
async fn names_are_folded_like_goods() {
    let shop = open().await;
    for name in ["أَحْمَد الزَّهراني", "إيمان", "آلاء", "مؤمن", "هدى", "فاطمة", "Émile", "سـلـمى ١٢", "گلی"]
    {
        let folded: String = sqlx::query_scalar("select fold_search($1)")
            .bind(name)
            .fetch_one(&shop.db)
            .await
            .expect("folded");
        assert_eq!(folded, search::fold(name), "{name}");
    }
}

/// [D23] The state of the list is its address; filters are links.
#[tokio::test]
async fn a_list_is_filtered_saved_and_paged_by_its_address() {
    let shop = open().await;
    let noura = member(&shop, "noura@example.com", "manager").await;
    let first = buy(&shop, "عسل", 1_000, "1", &[]).await;
    let second = buy(&shop, "تمر", 1_000, "1", &[]).await;
    sqlx::query("update orders set state = 'shipped' where id = $1")
        .bind(id_of(&shop, &second).await)
        .execute(&shop.db)
        .await
        .expect("shipped");

    let prepare = shown(&noura, &format!("{LIST}?state=processing")).await;
    assert!(prepare.contains(&format!("#{first}")) && !prepare.contains(&format!("#{second}")), "{prepare}");
    assert!(prepare.contains("للتجهيز1"), "the list says how many it has: {prepare}");

    let filtered = format!("{LIST}?state=shipped&days=7");
    let page = noura.get(&filtered).await.text();
    let saved = noura.submit(&filtered, "/ar/wp-admin/orders/lists/", &[("title", "شحنات الأسبوع")]).await;
    assert_eq!(saved.location(), format!("{filtered}&notice=list-saved"), "{page}");
    let with_list = shown(&noura, LIST).await;
    assert!(with_list.contains("شحنات الأسبوع1"), "{with_list}");
    let badr = member(&shop, "badr@example.com", "manager").await;
    assert!(!shown(&badr, LIST).await.contains("شحنات الأسبوع"), "it is not shared");

    // The page ends after fifty, and the next one begins there.
    complete_orders(&shop, 1_100).await;
    let done = noura.get(&format!("{LIST}?state=completed")).await;
    assert_eq!(done.text().matches("name=\"order[]\"").count(), 50, "{}", done.text());
    let next = format!("{LIST}?state=completed&before=901051");
    assert!(done.text().contains(&next.replace('&', "&amp;")), "the next page begins after the last row");
    let second_page = shown(&noura, &next).await;
    assert!(second_page.contains("#901050") && !second_page.contains("#901051"), "{second_page}");
    noura.submit(&format!("{LIST}?state=completed"), "/ar/wp-admin/orders/lists/", &[("title", "تمّت")]).await;
    assert!(shown(&noura, LIST).await.contains("تمّتأكثر من 1,000"), "nothing counts a table");
}

/// Sends a bulk act for these orders from the list.
async fn bulk(browser: &Shopper, act: &str, orders: &[&str], fields: &[(&str, &str)]) -> String {
    let html = browser.get(LIST).await.text();
    let hidden = hidden_fields(&html, "/ar/wp-admin/orders/bulk/print/");
    let mut all: Vec<(&str, &str)> =
        hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    all.extend(orders.iter().map(|number| ("order[]", *number)));
    all.extend(fields);
    browser.post(&format!("/ar/wp-admin/orders/bulk/{act}/"), &all).await.location().to_owned()
}

/// [D36] Each order that was not moved is named with its reason, and each act has its audit line.
#[tokio::test]
async fn several_orders_are_moved_assigned_tagged_and_printed() {
    let shop = open().await;
    let noura = member(&shop, "noura@example.com", "manager").await;
    let first = buy(&shop, "عسل", 1_000, "1", &[]).await;
    let second = buy(&shop, "تمر", 1_000, "1", &[]).await;
    sqlx::query("update orders set state = 'completed' where id = $1")
        .bind(id_of(&shop, &second).await)
        .execute(&shop.db)
        .await
        .expect("completed");

    let answer = bulk(&noura, "state", &[&first, &second, "1"], &[("state", "shipped")]).await;
    let page = shown(&noura, &answer).await;
    assert!(page.contains("نُقل طلب واحد."), "{page}");
    assert!(
        page.contains(&format!("الطلب رقم {second} لم يتغيّر: حالته الآن لا تقود إلى هذه الحالة.")),
        "{page}"
    );
    assert!(page.contains("الطلب رقم 1 لم يتغيّر: لا طلب بهذا الرقم."), "{page}");
    let id = id_of(&shop, &first).await;
    assert_eq!(lines(&shop, "order-state").await, [format!("order {id} processing -> shipped")]);

    let staff = number_of(&shop, "select id from staff").await;
    let staff_text = staff.to_string();
    bulk(&noura, "assign", &[&first], &[("assignee", &staff_text)]).await;
    assert_eq!(lines(&shop, "order-assign").await, [format!("order {id} nobody -> staff {staff}")]);
    assert!(shown(&noura, &format!("{LIST}?assignee=me")).await.contains(&format!("#{first}")));

    bulk(&noura, "tag", &[&first, &second], &[("tag", "هدية")]).await;
    let tagged = shown(&noura, &format!("{LIST}?tag={}", encoded("هدية"))).await;
    assert!(tagged.contains(&format!("#{first}")) && tagged.contains(&format!("#{second}")), "{tagged}");
    assert_eq!(lines(&shop, "order-tag").await.len(), 2);

    let printed = bulk(&noura, "print", &[&first, &second], &[]).await;
    let paper = shown(&noura, &printed).await;
    for number in [&first, &second] {
        assert!(paper.contains(&format!("قائمة تجهيز الطلب رقم {number}")), "{paper}");
    }
    assert_eq!(lines(&shop, "print").await.len(), 1);
    let history = shown(&noura, &one(&first)).await;
    for words in ["طباعة قائمة التجهيز", "إسناد الطلب", "في الطريق"] {
        assert!(history.contains(words), "{words}: {history}");
    }

    // A role that only reads sees none of it, and cannot do it.
    let reader = {
        shop.role("reader", &["orders.read"]).await;
        member(&shop, "reader@example.com", "reader").await
    };
    let html = reader.get(LIST).await.text();
    assert!(
        !html.contains("/bulk/state/") && !html.contains("/bulk/tag/"),
        "parts without the right are absent"
    );
    let hidden = hidden_fields(&html, "/ar/wp-admin/orders/bulk/print/");
    let fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(reader.post("/ar/wp-admin/orders/bulk/tag/", &fields).await.status, StatusCode::NOT_FOUND);
}

/// [D02] [D33]
#[tokio::test]
async fn support_refunds_lines_up_to_its_limit_and_once() {
    let shop = open().await;
    let huda = member(&shop, "huda@example.com", "support").await;
    let number = buy(&shop, "بن حراز", 2_500, "3", &[]).await;
    shop.sim.settle();
    let (page, refund) = (one(&number), format!("{}refund/", one(&number)));
    let over = huda.submit(&page, &refund, &[("amount", "50.01")]).await;
    assert_eq!(over.location(), format!("{page}?notice=over-limit"));
    assert_eq!(number_of(&shop, "select count(*) from refunds").await, 0);

    // Two of three pieces: the server works out 50.00.
    let html = huda.get(&page).await.text();
    assert!(plain(&testkit::visible_text(&html)).contains("من 3 بقيمة 75.00 $"), "{html}");
    let hidden = hidden_fields(&html, &refund);
    let mut fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    fields.push(("quantity[]", "٢"));
    let (one_answer, other) = tokio::join!(huda.post(&refund, &fields), huda.post(&refund, &fields));
    let answers = [one_answer.location().to_owned(), other.location().to_owned()];
    assert!(answers.contains(&format!("{page}?notice=refunded")), "{answers:?}");
    assert_eq!(
        number_of(&shop, "select sum(amount_minor)::bigint from refunds").await,
        5_000,
        "pressed twice, refunded once: {answers:?}"
    );
    let id = id_of(&shop, &number).await;
    assert_eq!(lines(&shop, "refund").await, [format!("order {id} 5000 refunded 0 -> 5000")]);
    let page_text = shown(&huda, &page).await;
    assert!(page_text.contains("50.00 $: 2 × بن حراز"), "the history names the goods: {page_text}");
    assert!(!page_text.contains("تراجع"), "[D11] a refund has no undo");
}

/// [D34] [D11]
#[tokio::test]
async fn a_large_refund_waits_for_a_second_person_and_lapses_after_a_day() {
    let clock = kernel::Clock::manual(chrono::Utc::now());
    let shop = TestShop::open_with(Options { rate_factor: 50, clock, ..Options::default() }).await;
    let noura = member(&shop, "noura@example.com", "manager").await;
    shop.staff_with_role("badr@example.com", "owner").await;
    let number = buy(&shop, "سجادة", 60_000, "1", &[]).await;
    shop.sim.settle();
    let (page, refund, approval) =
        (one(&number), format!("{}refund/", one(&number)), format!("{}approval/", one(&number)));
    let asked = noura.submit(&page, &refund, &[("amount", "500.01")]).await;
    assert_eq!(asked.location(), format!("{page}?notice=approval-requested"));
    assert_eq!(number_of(&shop, "select count(*) from refunds").await, 0);

    // The asker is offered to take it back only, and is refused to approve.
    let html = noura.get(&page).await.text();
    let hidden = hidden_fields(&html, &approval);
    assert!(hidden.iter().any(|(name, value)| name == "act" && value == "refuse"), "{hidden:?}");
    let own: Vec<_> = hidden
        .iter()
        .map(|(name, value)| (name.as_str(), if name == "act" { "approve" } else { value.as_str() }))
        .collect();
    assert_eq!(noura.post(&approval, &own).await.location(), format!("{page}?notice=not-decided"));
    assert_eq!(number_of(&shop, "select count(*) from refunds").await, 0);

    shop.clock().advance(TimeDelta::hours(24));
    let late = staff_in(&shop, "badr@example.com").await;
    assert!(!late.get(&page).await.text().contains(&approval), "after a day it has lapsed");
    let noura = staff_in(&shop, "noura@example.com").await;
    let asked = noura.submit(&page, &refund, &[("amount", "500.01")]).await;
    assert_eq!(asked.location(), format!("{page}?notice=approval-requested"));
    let form = |html: &str| -> Vec<(String, String)> {
        let nonce = hidden_fields(html, &approval).into_iter().filter(|(name, _)| name != "act").take(2);
        nonce.chain([("act".to_owned(), "approve".to_owned())]).collect()
    };
    let html = late.get(&page).await.text();
    let fields = form(&html);
    let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(late.post(&approval, &fields).await.location(), format!("{page}?notice=refunded"));
    assert_eq!(late.post(&approval, &fields).await.location(), format!("{page}?notice=not-decided"));
    assert_eq!(number_of(&shop, "select sum(amount_minor)::bigint from refunds").await, 50_001);
    assert_eq!(lines(&shop, "refund-ask").await.len(), 2);
    assert_eq!(lines(&shop, "refund").await.len(), 1);
}

/// [D34] The second person's limit is for all refunds of the order, as the asker's is.
#[tokio::test]
async fn a_small_rest_of_a_large_refund_is_not_approved_by_support() {
    let shop = open().await;
    let noura = member(&shop, "noura@example.com", "manager").await;
    let huda = member(&shop, "huda@example.com", "support").await;
    let number = buy(&shop, "سجادة", 60_000, "1", &[]).await;
    shop.sim.settle();
    let (page, refund) = (one(&number), format!("{}refund/", one(&number)));
    let first = noura.submit(&page, &refund, &[("amount", "490.00")]).await;
    assert_eq!(first.location(), format!("{page}?notice=refunded"));
    let rest = noura.submit(&page, &refund, &[("amount", "20.00")]).await;
    assert_eq!(rest.location(), format!("{page}?notice=approval-requested"));

    let html = huda.get(&page).await.text();
    assert!(!html.contains(&format!("{page}approval/")), "510.00 is more than support may refund");
    for act in ["approve", "refuse"] {
        assert_eq!(decide(&shop, &huda, &page, act).await, format!("{page}?notice=not-decided"), "{act}");
    }
    assert_eq!(number_of(&shop, "select sum(amount_minor)::bigint from refunds").await, 49_000);
    let badr = member(&shop, "badr@example.com", "owner").await;
    assert_eq!(decide(&shop, &badr, &page, "approve").await, format!("{page}?notice=refunded"));
}

/// [D33] Nothing is returned twice, whatever is typed beside it.
#[tokio::test]
async fn what_was_returned_of_a_line_is_not_returned_again() {
    let shop = open().await;
    let noura = member(&shop, "noura@example.com", "manager").await;
    let number = buy(&shop, "بن حراز", 2_500, "3", &[]).await;
    shop.sim.settle();
    let (page, refund) = (one(&number), format!("{}refund/", one(&number)));
    let answer = async |fields: &[(&str, &str)]| {
        noura.submit(&page, &refund, fields).await.location().replace(&format!("{page}?notice="), "")
    };
    assert_eq!(answer(&[("quantity[]", "2")]).await, "refunded");
    let text = shown(&noura, &page).await;
    assert!(text.contains("من 1 بقيمة 25.00 $"), "what is left of the line is offered: {text}");
    assert_eq!(answer(&[("quantity[]", "2")]).await, "not-refunded");
    assert_eq!(answer(&[("quantity[]", "2"), ("amount", "1.00")]).await, "not-refunded");
    assert_eq!(answer(&[("quantity[]", "1"), ("amount", "1.00")]).await, "refunded");
    let html = noura.get(&page).await.text();
    assert!(!html.contains("id=\"refund-line-"), "nothing of the line is left, but an amount may be typed");

    // What the provider refused was not returned.
    sqlx::query("update refunds set state = 'refused'").execute(&shop.db).await.expect("refused");
    let text = shown(&noura, &page).await;
    assert!(text.contains("من 3 بقيمة 75.00 $"), "{text}");

    // A refund that waits keeps what it is for.
    let number = buy(&shop, "سجادة", 60_000, "1", &[]).await;
    shop.sim.settle();
    let (page, refund) = (one(&number), format!("{}refund/", one(&number)));
    let asked = noura.submit(&page, &refund, &[("quantity[]", "1")]).await;
    assert_eq!(asked.location(), format!("{page}?notice=approval-requested"));
    let badr = member(&shop, "badr@example.com", "owner").await;
    assert_eq!(decide(&shop, &badr, &page, "approve").await, format!("{page}?notice=refunded"));
    let returned: i64 = sqlx::query_scalar("select quantity from refund_lines where order_id = $1")
        .bind(id_of(&shop, &number).await)
        .fetch_one(&shop.db)
        .await
        .expect("a line");
    assert_eq!(kernel::Quantity::from_units(returned), kernel::Quantity::ONE);
}

/// [D34] No refund is made beside one that waits.
#[tokio::test]
async fn while_a_refund_waits_no_other_is_made() {
    let shop = open().await;
    let noura = member(&shop, "noura@example.com", "manager").await;
    let number = buy(&shop, "سجادة", 60_000, "1", &[]).await;
    shop.sim.settle();
    let (page, refund) = (one(&number), format!("{}refund/", one(&number)));
    // A page that was opened before.
    let hidden = hidden_fields(&noura.get(&page).await.text(), &refund);
    let mut fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    fields.push(("amount", "10.00"));
    let asked = noura.submit(&page, &refund, &[("amount", "500.01")]).await;
    assert_eq!(asked.location(), format!("{page}?notice=approval-requested"));
    assert_eq!(noura.post(&refund, &fields).await.location(), format!("{page}?notice=approval-waits"));
    assert_eq!(number_of(&shop, "select count(*) from refunds").await, 0);
    assert_eq!(decide(&shop, &noura, &page, "refuse").await, format!("{page}?notice=approval-refused"));
    assert_eq!(noura.post(&refund, &fields).await.location(), format!("{page}?notice=refunded"));
}

/// [D23] An order that satisfies all conditions is found below thousands that satisfy some.
#[tokio::test]
async fn combined_filters_find_old_orders_and_no_count_is_wrong() {
    let shop = open().await;
    let noura = member(&shop, "noura@example.com", "manager").await;
    let number = buy(&shop, "عسل", 1_000, "1", &[]).await;
    complete_orders(&shop, 3_100).await;
    sqlx::query("insert into order_tags (tag, order_id) select 'gift', id from orders")
        .execute(&shop.db)
        .await
        .expect("tags");
    let filtered = format!("{LIST}?state=processing&tag=gift");
    let page = shown(&noura, &filtered).await;
    assert!(page.contains(&format!("#{number}")) && !page.contains("لا طلبات بهذه التصفية"), "{page}");

    noura.submit(&filtered, "/ar/wp-admin/orders/lists/", &[("title", "وسم قديم")]).await;
    let html = noura.get(LIST).await.text();
    let tab = html.split("<a ").find(|part| part.contains("وسم قديم")).expect("the list");
    let tab = tab.split("</a>").next().unwrap_or_default();
    let label = testkit::visible_text(&format!("<a {tab}"));
    assert_eq!(label, "وسم قديم", "a count that is not known is absent");

    // A buyer's name is not stored with a list.
    let searched = format!("{LIST}?search={}&state=processing", encoded("سلمى"));
    noura.submit(&searched, "/ar/wp-admin/orders/lists/", &[("title", "بحث")]).await;
    let stored: String = sqlx::query_scalar("select query from order_lists where title = 'بحث'")
        .fetch_one(&shop.db)
        .await
        .expect("a list");
    assert_eq!(stored, "state=processing");
}

/// [D30] A sum stands only under the rows that it is made of.
#[tokio::test]
async fn a_filtered_list_of_a_span_has_no_sum() {
    let shop = open().await;
    let noura = member(&shop, "noura@example.com", "manager").await;
    let number = buy(&shop, "عسل", 1_000, "1", &[]).await;
    let now = shop.clock().now().timestamp();
    let span = format!("{LIST}?booked={}..{}", now - 3_600, now + 3_600);
    assert!(shown(&noura, &span).await.contains("المجموع 10.00 $"));
    let filtered = shown(&noura, &format!("{span}&state=processing")).await;
    assert!(filtered.contains(&format!("#{number}")) && !filtered.contains("المجموع"), "{filtered}");
}

#[tokio::test]
async fn a_tag_too_many_is_refused_and_said() {
    let shop = open().await;
    let noura = member(&shop, "noura@example.com", "manager").await;
    let full = buy(&shop, "عسل", 1_000, "1", &[]).await;
    let free = buy(&shop, "تمر", 1_000, "1", &[]).await;
    sqlx::query(
        "insert into order_tags (tag, order_id) select 'tag ' || n, $1 from generate_series(1, 20) n",
    )
    .bind(id_of(&shop, &full).await)
    .execute(&shop.db)
    .await
    .expect("tags");
    let answer = bulk(&noura, "tag", &[&full, &free], &[("tag", "gift")]).await;
    let page = shown(&noura, &answer).await;
    assert!(page.contains("وُسم طلب واحد."), "{page}");
    let refusal = format!("الطلب رقم {full} لم يتغيّر: له 20 وسمًا، ولا يُسمح بأكثر منها.");
    assert!(page.contains(&refusal), "{page}");
    let id = id_of(&shop, &free).await;
    assert_eq!(lines(&shop, "order-tag").await, [format!("order {id} none -> tagged")]);

    let page = one(&full);
    let nonce = nonce(&noura, &page).await;
    let tag = async |tag: &str| {
        let fields = [("_wpnonce", nonce.as_str()), ("tag", tag)];
        noura.post(&format!("{page}tags/"), &fields).await.location().to_owned()
    };
    assert_eq!(tag("gift").await, format!("{page}?notice=tags-full"));
    assert_eq!(tag("tag 1").await, format!("{page}?notice=tagged"), "it has this one");
}

/// [D32]
#[tokio::test]
async fn an_unknown_payment_is_explained_and_nothing_charges() {
    let shop = open().await;
    let noura = member(&shop, "noura@example.com", "manager").await;
    let number = buy(&shop, "عسل", 1_000, "1", &[]).await;
    let now = shop.clock().now();
    sqlx::query("update payment_attempts set state = 'unknown', created_at = $1, look_at = $2")
        .bind(now - TimeDelta::minutes(22))
        .bind(now + TimeDelta::minutes(5))
        .execute(&shop.db)
        .await
        .expect("unknown");
    sqlx::query("update orders set state = 'pending', paid_at = null")
        .execute(&shop.db)
        .await
        .expect("pending");
    let html = noura.get(&one(&number)).await.text();
    let page = plain(&testkit::visible_text(&html));
    assert!(page.contains("لم يردّ المصرف على محاولة الدفع منذ 22 دقيقة."), "{page}");
    assert!(page.contains("نسأل المصرف مرة أخرى"), "{page}");
    assert!(!html.contains(&format!("{}refund/", one(&number))), "nothing can be refunded");
    assert!(!html.contains(&format!("{}payment/", one(&number))), "nothing can be charged");
    let list = shown(&noura, &format!("{LIST}?payment=unknown")).await;
    assert!(list.contains(&format!("#{number}")) && list.contains("نتيجة الدفع غير معروفة"), "{list}");
}

/// [D36] Notes, emails, the address: each with its line, and no address in the log.
#[tokio::test]
async fn notes_emails_and_the_address_leave_their_lines() {
    let shop = open().await;
    let noura = member(&shop, "noura@example.com", "manager").await;
    let number = buy(&shop, "عسل", 1_000, "1", &[]).await;
    let (page, id) = (one(&number), id_of(&shop, &number).await);

    let note = |to: &'static str| [("text", "تغليف هدية"), ("to", to)];
    let notes = format!("{page}notes/");
    assert_eq!(
        noura.submit(&page, &notes, &note("team")).await.location(),
        format!("{page}?notice=note-saved")
    );
    let before = number_of(&shop, "select count(*) from mail_outbox where key like 'note %'").await;
    assert_eq!(before, 0, "a note to the team is nobody's email");
    assert_eq!(
        noura.submit(&page, &notes, &note("buyer")).await.location(),
        format!("{page}?notice=note-sent")
    );
    assert_eq!(number_of(&shop, "select count(*) from mail_outbox where key like 'note %'").await, 1);
    assert_eq!(lines(&shop, "order-note").await.len(), 2);

    let resend = format!("{page}emails/");
    for notice in ["resent", "resent-before"] {
        assert_eq!(noura.submit(&page, &resend, &[]).await.location(), format!("{page}?notice={notice}"));
    }
    assert_eq!(number_of(&shop, "select count(*) from mail_outbox where key like 'resent %'").await, 1);
    let recorded = "select count(*) from order_events where kind = 'email resent'";
    assert_eq!(number_of(&shop, recorded).await, 1, "what was not sent is not in the history");
    assert_eq!(lines(&shop, "email-resend").await, [format!("order {id} received")]);
    let text = shown(&noura, &page).await;
    assert!(text.contains("(إعادة إرسال)") && text.contains("تنتظر الإرسال"), "{text}");
    assert!(!text.contains("تراجع"), "[D11] an email has no undo: {text}");

    let address = format!("{page}address/");
    let fields = [
        ("first_name", "سلمى"),
        ("last_name", "الخطيب"),
        ("phone", "٠٥٠١٢٣٤٥٦٧"),
        ("city", "ديربورن"),
        ("address_1", "5210 Oak Ave"),
        ("home_number", "12"),
        ("postcode", "48126"),
    ];
    let saved = noura.submit(&page, &address, &fields).await;
    assert_eq!(saved.location(), format!("{page}?notice=address-changed"));
    let (before, after): (String, String) =
        sqlx::query_as("select before ->> 'address_1', after ->> 'address_1' from order_changes")
            .fetch_one(&shop.db)
            .await
            .expect("a change");
    assert_eq!(after, "5210 Oak Ave");
    assert_ne!(before, after);
    let subject = lines(&shop, "order-address").await;
    assert!(subject[0].starts_with(&format!("order {id} change ")), "{subject:?}");
    let leaked = number_of(
        &shop,
        "select count(*) from audit_log where subject like '%Oak%' or subject like '%سلمى%'",
    );
    assert_eq!(leaked.await, 0, "the log contains no address");
    let html = noura.get(&page).await.text();
    assert!(plain(&testkit::visible_text(&html)).contains("5210 Oak Ave"));

    // Once it has left, the address stays.
    let hidden = hidden_fields(&html, &address);
    let mut late: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    late.extend(fields);
    sqlx::query("update orders set state = 'shipped'").execute(&shop.db).await.expect("shipped");
    assert_eq!(noura.post(&address, &late).await.location(), format!("{page}?notice=address-late"));

    // A forgotten buyer is forgotten in notes and changes.
    sqlx::query("update orders set email = ''").execute(&shop.db).await.expect("forgotten");
    assert_eq!(number_of(&shop, "select count(*) from order_notes").await, 0);
    assert_eq!(number_of(&shop, "select count(*) from order_changes").await, 0);
}

/// The day of delivery is that of the order's history, whenever its email is sent again.
#[tokio::test]
async fn an_email_of_a_delivery_that_is_sent_again_names_the_day_of_the_delivery() {
    let clock = kernel::Clock::manual("2026-11-15T09:00:00Z".parse().expect("time"));
    let shop = TestShop::open_with(Options { rate_factor: 50, clock, ..Options::default() }).await;
    let noura = member(&shop, "noura@example.com", "manager").await;
    let number = buy(&shop, "عسل", 1_000, "1", &[]).await;
    let page = one(&number);
    for state in ["shipped", "delivered"] {
        let moved = noura.submit(&page, &format!("{page}state/"), &[("state", state)]).await;
        assert_eq!(moved.location(), format!("{page}?notice=changed"), "{state}");
    }
    let mailbox = shop.open_mailbox().await;
    let sent = mailbox.wait_for(4).await.len();
    shop.clock().advance(TimeDelta::days(3));
    let noura = staff_in(&shop, "noura@example.com").await;
    let again = noura.submit(&page, &format!("{page}emails/"), &[]).await;
    assert_eq!(again.location(), format!("{page}?notice=resent"));
    let emails = mailbox.wait_for(sent + 1).await;
    let texts: Vec<String> = emails
        .iter()
        .filter(|email| email.subject.contains("وصل طلبك"))
        .map(|email| plain(&email.text))
        .collect();
    assert_eq!(texts.len(), 2, "the first one and the one that is sent again");
    for text in &texts {
        assert!(text.contains("سُلّم الأحد 15 نوفمبر"), "{text}");
    }
}

/// Nobody opens the order's page while packing twenty boxes.
#[tokio::test]
async fn the_picking_list_of_a_gift_has_its_card_and_says_that_no_price_goes_into_the_box() {
    const NO_PRICES: &str = "لا تضعوا الأسعار في الصندوق";
    let shop = open().await;
    let yasser = member(&shop, "yasser@example.com", "fulfilment").await;
    let gift = [("gift", "1"), ("gift_text", "مبارك المولود"), ("gift_no_prices", "1")];
    let number = buy(&shop, "عسل", 1_000, "1", &gift).await;
    let paper = yasser.get(&format!("{}print/picking/", one(&number))).await.visible_text();
    assert!(paper.contains("مبارك المولود") && paper.contains(NO_PRICES), "{paper}");
    let shown = [("gift", "1"), ("gift_text", "كل عام وأنتم بخير")];
    let number = buy(&shop, "تمر", 1_000, "1", &shown).await;
    let paper = yasser.get(&format!("{}print/picking/", one(&number))).await.visible_text();
    assert!(paper.contains("كل عام وأنتم بخير") && !paper.contains(NO_PRICES), "{paper}");
}

/// [D23] The page of an order: one next step, the ledger's check, printing.
#[tokio::test]
async fn an_order_is_prepared_from_its_page() {
    let shop = open().await;
    let yasser = member(&shop, "yasser@example.com", "fulfilment").await;
    let number =
        buy(&shop, "عسل <b>سدر</b>", 1_000, "2", &[("order_comments", "<script>alert(1)</script>")]).await;
    let page = one(&number);
    let html = yasser.get(&page).await.text();
    let text = plain(&testkit::visible_text(&html));
    assert!(text.contains("القيود متوازنة: 20.00 $"), "{text}");
    assert!(!html.contains(&format!("{page}refund/")), "fulfilment refunds nothing");
    for (kind, words) in
        [("picking", "قائمة تجهيز الطلب رقم"), ("invoice", "فاتورة"), ("labels", "ملصقات الرفوف")]
    {
        let paper = yasser.get(&format!("{page}print/{kind}/")).await;
        assert_eq!(paper.status, 200, "{kind}");
        assert!(paper.visible_text().contains(words), "{kind}: {}", paper.visible_text());
        assert!(!paper.text().contains("<script>alert(1)") && !paper.text().contains("<b>سدر</b>"), "{kind}");
    }
    let printed = yasser.submit(&page, &format!("{page}print/"), &[]).await;
    assert_eq!(printed.location(), format!("{page}print/picking/"));
    assert_eq!(lines(&shop, "print").await, [format!("picking order {}", id_of(&shop, &number).await)]);
    let moved = yasser.submit(&page, &format!("{page}state/"), &[]).await;
    assert_eq!(moved.location(), format!("{page}?notice=changed"));
    let state: String =
        sqlx::query_scalar("select state from orders").fetch_one(&shop.db).await.expect("a state");
    assert_eq!(state, "shipped", "the one button is the next step");
}

/// New orders are announced; the call needs the right.
#[tokio::test]
async fn new_orders_are_announced() {
    let shop = open().await;
    let noura = member(&shop, "noura@example.com", "manager").await;
    let html = noura.get(LIST).await.text();
    let nonce = hidden_fields(&html, "/ar/wp-admin/orders/export/")
        .into_iter()
        .find(|(name, _)| name == "_wpnonce")
        .expect("a nonce")
        .1;
    let ask = |after: &'static str| {
        let (noura, nonce) = (&noura, nonce.clone());
        async move {
            let fields = [("after", after), ("_wpnonce", nonce.as_str())];
            noura.post("/ar/?wc-ajax=staff_new_orders", &fields).await.text()
        }
    };
    assert_eq!(ask("0").await, r#"{"text":null}"#);
    buy(&shop, "عسل", 1_000, "1", &[]).await;
    buy(&shop, "تمر", 1_000, "1", &[]).await;
    assert_eq!(ask("0").await, r#"{"text":"وصل طلبان جديدان"}"#);
}

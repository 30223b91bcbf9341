//! The list: search, filters, paging, small forms.

use super::*;

async fn list(staff: &Shopper, query: &str) -> String {
    let page = staff.get(&format!("{LIST}{query}")).await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text());
    page.text()
}

/// Published products are searched in the index.
async fn index(shop: &TestShop, products: &[&TestProduct]) {
    let mut db = shop.db.acquire().await.expect("a connection");
    let ids: Vec<_> = products.iter().map(|one| kernel::ProductId(one.id.parse().expect("an id"))).collect();
    storefront::server::search_index::update(&mut db, &ids).await.expect("an index");
    search::refresh_words(&mut db).await.expect("words");
}

/// [D21]
#[tokio::test]
async fn products_of_all_states_are_found_in_any_spelling_digits_and_keyboard_layout() {
    let shop = open().await;
    let haraz = shop.product("بن حراز 250").make(&shop.db).await;
    let draft = shop.product("بن إب الأخضر").status("draft").make(&shop.db).await;
    index(&shop, &[&haraz]).await;
    let huda = owner(&shop).await;
    // «حراز» typed with the Latin layout, other digits, and a code.
    for query in ["حراز", "pvh.", "حراز ٢٥٠", &haraz.sku] {
        let page = list(&huda, &format!("?s={}", urlencode(query))).await;
        assert!(page.contains(&format!("id=\"p{}\"", haraz.id)), "{query}");
    }
    // «الاخضر» without its hamza, and with the Latin layout.
    for query in ["الاخضر", "hghoqv", &draft.sku] {
        let page = list(&huda, &format!("?s={}", urlencode(query))).await;
        assert!(page.contains(&format!("id=\"p{}\"", draft.id)), "{query}");
    }
    let page = list(&huda, &format!("?s={}", urlencode("زعفران"))).await;
    assert!(plain(&testkit::visible_text(&page)).contains("لا نتائج."));
}

fn urlencode(text: &str) -> String {
    serde_urlencoded::to_string([("s", text)]).expect("a query").split_off(2)
}

#[tokio::test]
async fn filters_are_in_the_address_and_pages_continue_where_the_last_one_ended() {
    let shop = open().await;
    let huda = owner(&shop).await;
    assert!(plain(&testkit::visible_text(&list(&huda, "").await)).contains("لا منتجات بعد."));
    let mut made = Vec::new();
    for number in 0..32 {
        made.push(shop.product(&format!("منتج {number}")).make(&shop.db).await);
    }
    let draft = shop.product("مسودة واحدة").status("draft").make(&shop.db).await;
    let out = shop.product("نفد").stock(0).make(&shop.db).await;
    let rows = |page: &str| page.matches("<tr id=\"p").count();
    let first = list(&huda, "").await;
    assert_eq!(rows(&first), 30);
    let next = first.split("href=\"").find(|part| part.contains("after=")).expect("a next page");
    let next = next.split('"').next().expect("an address").replace("&amp;", "&");
    let second = list(&huda, next.trim_start_matches(LIST)).await;
    assert_eq!(rows(&second), 4);
    assert!(second.contains(&format!("id=\"p{}\"", made[0].id)));
    let drafts = list(&huda, "?status=draft").await;
    assert_eq!((rows(&drafts), drafts.contains(&format!("id=\"p{}\"", draft.id))), (1, true));
    let empty = list(&huda, "?stock=out").await;
    assert_eq!((rows(&empty), empty.contains(&format!("id=\"p{}\"", out.id))), (1, true));
    let category: i64 = value(&shop, "select category_id from products where id = $1", &draft).await;
    assert_eq!(rows(&list(&huda, &format!("?category={category}&status=published")).await), 30);
    assert_eq!(rows(&list(&huda, "?category=999999").await), 0);
}

/// [D21] [D23]
#[tokio::test]
async fn a_price_and_a_stock_are_saved_from_their_row() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").price(1_800).stock(4).make(&shop.db).await;
    let huda = owner(&shop).await;
    let action = format!("{}price/", url(&honey));
    let saved = huda.submit(LIST, &action, &[("value", "١٤٫٤٠")]).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
    assert!(saved.location().contains("notice=price#p"), "{}", saved.location());
    assert_eq!((price(&shop, &honey).await, version(&shop, &honey).await), (Some(1_440), 2));
    // The notice takes exactly this change back.
    let shown = huda.get(saved.location().split('#').next().expect("an address")).await.text();
    let undo = testkit::hidden_fields(&shown, &format!("{}undo/", url(&honey)));
    assert!(undo.contains(&("version".to_owned(), "2".to_owned())), "{undo:?}");
    let refused = huda.submit(LIST, &action, &[("value", "x")]).await;
    assert!(refused.location().contains("notice=price-refused"), "{}", refused.location());
    let saved = huda.submit(LIST, &format!("{}stock/", url(&honey)), &[("value", "٢٤")]).await;
    assert!(saved.location().contains("notice=stock#p"), "{}", saved.location());
    let moved: (i64, i64) = sqlx::query_as(
        "select delta, balance_after from stock_movements where sku = $1 order by seq desc limit 1",
    )
    .bind(&honey.sku)
    .fetch_one(&shop.db)
    .await
    .expect("a line of the ledger");
    assert_eq!(moved, (2_000_000, 2_400_000));
}

/// [D06]
#[tokio::test]
async fn a_price_that_another_member_has_changed_is_not_overwritten_from_the_list() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").price(1_800).make(&shop.db).await;
    let huda = owner(&shop).await;
    let action = format!("{}price/", url(&honey));
    let page = huda.get(LIST).await.text();
    let hidden = testkit::hidden_fields(&page, &action);
    save(&huda, &honey, &[("regular_minor", "20")]).await;
    let mut fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    fields.push(("value", "19"));
    let answer = huda.post(&action, &fields).await;
    assert!(answer.location().contains("notice=price-conflict"), "{}", answer.location());
    assert_eq!(price(&shop, &honey).await, Some(2_000));
}

#[tokio::test]
async fn of_two_stocks_that_replace_the_same_quantity_one_is_saved() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(4).make(&shop.db).await;
    let huda = owner(&shop).await;
    let action = format!("{}stock/", url(&honey));
    let hidden = testkit::hidden_fields(&huda.get(LIST).await.text(), &action);
    let set = async |text: &str| {
        let mut fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        fields.push(("value", text));
        let answer = huda.post(&action, &fields).await;
        answer.location().contains("notice=stock-changed")
    };
    let (first, second) = tokio::join!(set("24"), set("30"));
    assert!(first != second, "{first} {second}");
    assert!(set("9").await, "the quantity that the form showed is gone");
}

#[tokio::test]
async fn a_small_form_returns_to_its_page_and_its_unfolded_row() {
    let shop = open().await;
    let shirt = shop.product("ثوب").variation("أبيض", 2_000, 3).make(&shop.db).await;
    let huda = owner(&shop).await;
    let after = shirt.id.parse::<i64>().expect("an id") + 1;
    let here = format!("{LIST}?after={after}&open={}", shirt.id);
    let saved = huda.submit(&here, &format!("{}price/", url(&shirt)), &[("value", "21")]).await;
    let row = &shirt.variations[0];
    assert_eq!(saved.location(), format!("{here}&row={row}&notice=price#p{row}"));
    // The notice stands in the row that it is about; if the list does not have that row any more, above the list.
    let page = huda.get(saved.location().split('#').next().expect("an address")).await.text();
    let (above, below) = page.split_once("<table").expect("a table");
    assert!(below.contains("role=\"status\"") && !above.contains("حُفظ السعر"), "{page}");
    let gone = format!("{LIST}?s=none&row={row}&notice=price");
    assert!(seen(&huda.get(&gone).await).contains("حُفظ السعر"), "the answer is not lost");
}

#[tokio::test]
async fn variations_unfold_in_their_row_and_save_their_own_price() {
    let shop = open().await;
    let shirt =
        shop.product("ثوب").variation("أبيض", 2_000, 3).variation("أسود", 2_500, 0).make(&shop.db).await;
    let huda = owner(&shop).await;
    assert!(!list(&huda, "").await.contains("أبيض"));
    let open = format!("?open={}", shirt.id);
    let page = list(&huda, &open).await;
    assert!(page.contains("أبيض") && page.contains("أسود"));
    let action = format!("{}price/", url(&shirt));
    let saved = huda.submit(&format!("{LIST}{open}"), &action, &[("value", "21")]).await;
    assert!(saved.location().contains("notice=price"), "{}", saved.location());
    let prices: Vec<i64> = sqlx::query_scalar(
        "select regular_minor from variations where product_id = $1 order by position, id",
    )
    .bind(shirt.id.parse::<i64>().expect("an id"))
    .fetch_all(&shop.db)
    .await
    .expect("prices");
    assert_eq!(prices, [2_100, 2_500]);
}

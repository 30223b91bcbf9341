//! The editor of a bundle: parts, terms, versions, and the trial beside the cart.

use serde_json::Value;

use super::*;

/// The bundle's form as a member has opened it, with its parts as they are stored.
struct Form {
    url: String,
    fields: Vec<(String, String)>,
}

impl Form {
    async fn of(staff: &Shopper, product: &TestProduct) -> Self {
        let url = format!("{}bundle/", super::url(product));
        let page = staff.get(&url).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text());
        let hidden = testkit::hidden_fields(&page.text(), &url);
        let was: Value = hidden
            .iter()
            .find(|(name, _)| name == "was")
            .map(|(_, text)| serde_json::from_str(text).expect("fields"))
            .expect("stored fields");
        let mut form = Self { url, fields: hidden };
        let parts = was["parts"].as_array().expect("parts").clone();
        for (place, part) in parts.iter().enumerate() {
            let pieces = |name: &str| part[name].as_i64().map(|units| (units / 100_000).to_string());
            form.set(&format!("part_{place}_key"), part["key"].as_str().expect("a key"));
            form.set(&format!("part_{place}_product"), &part["product"].to_string());
            if part["is_optional"] == true {
                form.set(&format!("part_{place}_optional"), "1");
            }
            for name in ["quantity", "min", "max"] {
                form.set(&format!("part_{place}_{name}"), &pieces(name).unwrap_or_default());
            }
        }
        form.set("rows", &parts.len().to_string());
        form
    }

    fn set(&mut self, name: &str, value: &str) {
        self.fields.retain(|(known, _)| known != name);
        self.fields.push((name.to_owned(), value.to_owned()));
    }

    async fn send(&self, staff: &Shopper, changed: &[(&str, &str)]) -> TestResponse {
        let is_own = |name: &str| changed.iter().all(|(other, _)| *other != name);
        let own = self.fields.iter().filter(|(name, _)| is_own(name));
        let own = own.map(|(name, value)| (name.as_str(), value.as_str()));
        let fields: Vec<_> = own.chain(changed.iter().copied()).collect();
        let headers = [("sec-fetch-site", "same-origin"), ("accept", "application/json")];
        staff.post_with(&self.url, &fields, &headers).await
    }

    /// The trial of these fields.
    async fn trial(&self, staff: &Shopper, changed: &[(&str, &str)]) -> Value {
        let fields: Vec<_> = changed.iter().copied().chain([("act", "try")]).collect();
        let answer = self.send(staff, &fields).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        answer.json()["props"]["trial"].clone()
    }
}

async fn stored(shop: &TestShop, bundle: &TestProduct) -> (i64, i32) {
    sqlx::query_as("select version, percent from bundles where product_id = $1")
        .bind(bundle.id.parse::<i64>().expect("an id"))
        .fetch_one(&shop.db)
        .await
        .expect("a bundle")
}

async fn count_changes(shop: &TestShop) -> i64 {
    sqlx::query_scalar("select count(*) from changes where thing = 'bundle'")
        .fetch_one(&shop.db)
        .await
        .expect("changes")
}

/// [D27] Each of the shop's seven alerts, in the words that the cart answers with the same fields.
#[tokio::test]
async fn the_trial_shows_the_alert_that_the_shop_shows() {
    let shop = open().await;
    let coffee = shop.product("بنّ").price(1_000).make(&shop.db).await;
    let gone = shop.product("دهن عود").price(9_000).stock(0).make(&shop.db).await;
    let cups =
        shop.product("فناجين").variation("أزرق", 3_400, 5).variation("عنّابي", 3_600, 0).make(&shop.db).await;
    let terms = "percent = 1000, min_quantity = 200000, max_quantity = 600000, total_min_minor = 2500, \
                 total_max_minor = 6000";
    let rows = [coffee.optional(), gone.optional(), cups.optional()];
    let bundle = shop.bundle("صندوق", terms, &rows).await;
    let (huda, shopper) = (owner(&shop).await, shop.shopper());
    let form = Form::of(&huda, &bundle).await;
    let (blue, red) = (format!("{}/", cups.variations[0]), format!("{}/", cups.variations[1]));
    let mut alerts = std::collections::BTreeSet::new();
    for (coffee_pieces, gone_pieces, cup_pieces, pick) in [
        ("2", "0", "1", ""),
        ("2", "0", "1", red.as_str()),
        ("2", "1", "0", ""),
        ("0", "0", "0", ""),
        ("1", "0", "0", ""),
        ("7", "0", "0", ""),
        ("2", "0", "0", ""),
        ("4", "0", "1", blue.as_str()),
        ("3", "0", "0", ""),
        ("2", "0", "1", blue.as_str()),
    ] {
        let chosen =
            [("qty_p1", coffee_pieces), ("qty_p2", gone_pieces), ("qty_p3", cup_pieces), ("pick_p3", pick)];
        let trial = form.trial(&huda, &chosen).await;
        let add: Vec<_> = chosen.into_iter().chain([("add-to-cart", bundle.id.as_str())]).collect();
        let added = shopper.call("xoo_wsc_add_to_cart", &add).await.json();
        match trial["alert"].as_str() {
            Some(alert) => {
                let notice = added["notice"].as_str().unwrap_or_default();
                assert!(plain(notice).contains(&plain(alert)), "{chosen:?}: {alert}: {notice}");
                alerts.insert(plain(alert));
            }
            None => assert!(added["error"].is_null(), "{chosen:?}: {added}"),
        }
    }
    assert!(alerts.len() >= 7, "each of the seven was shown: {alerts:?}");
    let allowed = form.trial(&huda, &[("qty_p1", "3")]).await;
    assert_eq!(
        (allowed["before"].as_str(), allowed["saved"].as_str(), allowed["total"].as_str()),
        (Some("30.00\u{a0}$"), Some("3.00\u{a0}$"), Some("27.00\u{a0}$"))
    );
    assert!(plain(allowed["stock"].as_str().unwrap_or_default()).contains("33 حزمة"), "{allowed}");
    assert_eq!(count_changes(&shop).await, 0, "a trial writes nothing");
}

/// [D27] What is typed and not saved is tried too.
#[tokio::test]
async fn the_trial_is_of_the_form_and_not_of_what_is_stored() {
    let shop = open().await;
    let coffee = shop.product("بنّ").price(1_000).make(&shop.db).await;
    let honey = shop.product("عسل").price(4_000).make(&shop.db).await;
    let bundle = shop.bundle("صندوق", "", &[coffee.needed()]).await;
    let huda = owner(&shop).await;
    let form = Form::of(&huda, &bundle).await;
    let trial = form.trial(&huda, &[("percent", "٥٠"), ("part_0_quantity", "2")]).await;
    assert_eq!(
        (trial["before"].as_str(), trial["total"].as_str()),
        (Some("20.00\u{a0}$"), Some("10.00\u{a0}$"))
    );
    let add = format!("add-{}", honey.id);
    let page = form.send(&huda, &[("percent", "50"), ("act", &add)]).await.json();
    assert_eq!(page["props"]["form"]["values"]["percent"], "50", "what was typed stays");
    assert_eq!(page["props"]["form"]["parts"][1]["name"], "عسل");
    assert_eq!(page["props"]["trial"]["total"], "25.00\u{a0}$");
    assert_eq!(stored(&shop, &bundle).await, (1, 0));
}

/// [D36] [D19]
#[tokio::test]
async fn a_save_leaves_its_version_its_line_and_one_purge() {
    let shop = open().await;
    let coffee = shop.product("بنّ").price(1_000).make(&shop.db).await;
    let bundle = shop.bundle("صندوق", "", &[coffee.needed()]).await;
    let huda = owner(&shop).await;
    let last: i64 = sqlx::query_scalar("select coalesce(max(id), 0) from cache_purges")
        .fetch_one(&shop.db)
        .await
        .expect("purges");
    let form = Form::of(&huda, &bundle).await;
    let saved = form.send(&huda, &[("percent", "12.5"), ("part_0_max", "3")]).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
    assert_eq!(stored(&shop, &bundle).await, (2, 1_250));
    assert_eq!(audited(&shop).await, ("bundle-edit".to_owned(), format!("bundle {} v2", bundle.id)));
    let tags: Vec<String> = sqlx::query_scalar("select tag from cache_purges where id > $1 order by id")
        .bind(last)
        .fetch_all(&shop.db)
        .await
        .expect("purges");
    assert_eq!(tags, [format!("product:{}", bundle.id)]);
    let page = seen(&huda.get(saved.location()).await);
    assert!(page.contains("خصم الحزمة بالنسبة") && page.contains("12.5%"), "{page}");
    // Sent again from the same page, it changes nothing.
    let again = form.send(&huda, &[("percent", "12.5"), ("part_0_max", "3")]).await;
    assert!(again.location().contains("notice=unchanged"), "{}", again.location());
}

/// [D05] [D06] [D09]
#[tokio::test]
async fn two_people_merge_clash_and_undo() {
    let shop = open().await;
    let coffee = shop.product("بنّ").price(1_000).make(&shop.db).await;
    let bundle = shop.bundle("صندوق", "", &[coffee.needed()]).await;
    let (huda, reem) = (owner(&shop).await, member(&shop, "manager").await);
    let (first, second) = (Form::of(&huda, &bundle).await, Form::of(&reem, &bundle).await);
    assert_eq!(first.send(&huda, &[("percent", "10")]).await.status, StatusCode::SEE_OTHER);
    let merged = second.send(&reem, &[("price_suffix", "مغلّفة")]).await;
    assert_eq!(merged.status, StatusCode::SEE_OTHER, "{}", merged.text());
    assert!(seen(&reem.get(merged.location()).await).contains("ودُمجت تغييرات"));
    let clash = second.send(&reem, &[("percent", "20"), ("part_0_max", "4")]).await;
    assert_eq!(clash.status, StatusCode::CONFLICT);
    assert_eq!(stored(&shop, &bundle).await, (3, 1_000), "nothing is written");
    let clash = clash.json()["props"].clone();
    assert_eq!(clash["fields"][0]["mineValue"], "20");
    assert_eq!(clash["fields"][0]["theirsValue"], "10");
    let mut chosen: Vec<(String, String)> = serde_json::from_value(clash["hidden"].clone()).expect("fields");
    chosen.push(("percent".to_owned(), "20".to_owned()));
    let chosen = Form { url: second.url.clone(), fields: chosen };
    assert_eq!(chosen.send(&reem, &[]).await.status, StatusCode::SEE_OTHER);
    assert_eq!(stored(&shop, &bundle).await, (4, 2_000));
    let undo = format!("{}undo/", second.url);
    let nonce = second.fields.iter().find(|(name, _)| name == "nonce").expect("a nonce").1.clone();
    let old = reem.post(&undo, &[("nonce", &nonce), ("version", "2")]).await;
    assert_eq!(old.status, StatusCode::CONFLICT, "it was changed since");
    let undone = reem.post(&undo, &[("nonce", &nonce), ("version", "4")]).await;
    assert_eq!(undone.status, StatusCode::SEE_OTHER);
    assert_eq!(stored(&shop, &bundle).await, (5, 1_000));
    assert_eq!(audited(&shop).await.0, "undo");
}

#[tokio::test]
async fn impossible_parts_are_refused_at_their_row_and_faulty_ones_explained() {
    let shop = open().await;
    let coffee = shop.product("بنّ").price(1_000).make(&shop.db).await;
    let draft = shop.product("عسل").status("draft").make(&shop.db).await;
    let other = shop.bundle("صندوق آخر", "", &[coffee.needed()]).await;
    let bundle = shop.bundle("صندوق", "", &[coffee.needed(), draft.needed()]).await;
    let huda = owner(&shop).await;
    let form = Form::of(&huda, &bundle).await;
    for (product, words) in [
        (bundle.id.as_str(), "لا تحتوي الحزمة نفسها"),
        (other.id.as_str(), "لا تحتوي الحزمة حزمة أخرى"),
        ("999999999", "حُذف هذا المنتج"),
    ] {
        let answer = form.send(&huda, &[("part_0_product", product)]).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{product}");
        let error = answer.json()["props"]["form"]["errors"][0].clone();
        assert_eq!(error["field"], "part_0_product", "{error}");
        assert!(error["text"].as_str().is_some_and(|text| text.contains(words)), "{error}");
    }
    let answer = form.send(&huda, &[("part_0_max", "x"), ("part_1_quantity", "0")]).await.json();
    assert_eq!(answer["props"]["form"]["parts"][0]["max"], "x", "typed text stays: {answer}");
    let trial = form.trial(&huda, &[]).await;
    let warning = plain(trial["warnings"][0].as_str().expect("a warning"));
    assert!(warning.contains("عسل") && warning.contains("مسودة"), "{warning}");
    assert!(trial["alert"].is_string() && trial["advice"].is_string(), "{trial}");
    assert_eq!(count_changes(&shop).await, 0);
}

#[tokio::test]
async fn a_draft_becomes_a_bundle_with_its_first_save() {
    let shop = open().await;
    let coffee = shop.product("بنّ").price(1_000).make(&shop.db).await;
    let draft = shop.product("صندوق").without_price().status("draft").make(&shop.db).await;
    let huda = owner(&shop).await;
    let published = huda.get(&format!("{}bundle/", url(&coffee))).await;
    assert_eq!(published.status, StatusCode::NOT_FOUND, "what is sold stays what it is");
    let mut form = Form::of(&huda, &draft).await;
    let found = form.send(&huda, &[("act", "save"), ("find", &coffee.sku)]).await.json();
    assert_eq!(found["props"]["form"]["found"][0]["id"], coffee.id.as_str(), "{found}");
    assert_eq!(form.send(&huda, &[]).await.location(), format!("{}?notice=unchanged", form.url));
    form.set("rows", "1");
    for (name, value) in [("key", "p1"), ("product", coffee.id.as_str()), ("quantity", "1"), ("min", "1")] {
        form.set(&format!("part_0_{name}"), value);
    }
    assert_eq!(form.send(&huda, &[]).await.status, StatusCode::SEE_OTHER);
    let kind: String = value(&shop, "select kind from products where id = $1", &draft).await;
    assert_eq!((kind.as_str(), stored(&shop, &draft).await.0), ("bundle", 1));
    let no_price = Form::of(&huda, &draft).await.send(&huda, &[("has_fixed_price", "1")]).await;
    assert_eq!(no_price.status, StatusCode::UNPROCESSABLE_ENTITY, "a fixed price of nothing");
}

/// [D01]
#[tokio::test]
async fn who_may_not_edit_parts_may_look_or_finds_nothing() {
    let shop = open().await;
    let coffee = shop.product("بنّ").price(1_000).make(&shop.db).await;
    let bundle = shop.bundle("صندوق", "", &[coffee.needed()]).await;
    let writer = member(&shop, "content").await;
    let form = Form::of(&writer, &bundle).await;
    assert_eq!(form.send(&writer, &[("percent", "10")]).await.status, StatusCode::NOT_FOUND);
    assert_eq!(stored(&shop, &bundle).await, (1, 0));
    assert_eq!(shop.shopper().get(&form.url).await.status, StatusCode::NOT_FOUND);
}

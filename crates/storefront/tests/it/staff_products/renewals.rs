//! The number of pages in the answer of a write.

use std::sync::Arc;

use edge::cache::{Lookup, StoredPage};

use super::*;

const PAGES: &str = "matjar-pages-renewed";

/// What the server holds of these pages, outdated or not.
fn stored(shop: &TestShop, paths: &[String]) -> Vec<Arc<StoredPage>> {
    let find = |path: &String| match shop.shop().cache.look_up(path, shop.clock().now()) {
        Lookup::Fresh(page) | Lookup::Stale(page) | Lookup::Miss(Some(page)) => page,
        Lookup::Miss(None) => panic!("{path} is not in memory"),
    };
    paths.iter().map(find).collect()
}

/// Requests all pages; returns how many were rendered again. The member has just written, so the server reads the purges first.
async fn rendered_again(shop: &TestShop, staff: &Shopper, paths: &[String]) -> usize {
    let before = stored(shop, paths);
    for path in paths {
        assert_eq!(staff.get(path).await.status, StatusCode::OK, "{path}");
    }
    let after = stored(shop, paths);
    before.iter().zip(&after).filter(|(old, new)| !Arc::ptr_eq(old, new)).count()
}

/// [D20]
#[tokio::test]
async fn the_answer_of_a_save_states_how_many_pages_are_rendered_again() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").price(1_800).make(&shop.db).await;
    let dates = shop.product("تمر").make(&shop.db).await;
    let oud = shop.product("عود").make(&shop.db).await;
    // Of another category, so that the pages of the others do not show it.
    sqlx::query(
        "with other as (insert into categories (slug, path, name) values ('other', 'other', 'قسم آخر') returning id)
         update products set category_id = (select id from other) where id = $1",
    )
    .bind(oud.id.parse::<i64>().expect("an id"))
    .execute(&shop.db)
    .await
    .expect("moved");
    let huda = owner(&shop).await;
    let products = [honey.path.as_str(), dates.path.as_str(), oud.path.as_str()];
    let paths: Vec<String> = products.into_iter().chain(["/ar/", "/ar/shop/"]).map(str::to_owned).collect();
    for path in &paths {
        assert_eq!(shop.shopper().get(path).await.status, StatusCode::OK, "{path}");
    }

    let saved = save(&huda, &honey, &[("regular_minor", "19.00")]).await;
    let stated: usize = saved.header(PAGES).parse().expect("a number");
    assert!((1..paths.len()).contains(&stated), "some pages show it, others do not: {stated}");
    assert_eq!(rendered_again(&shop, &huda, &paths).await, stated);

    // The script of the admin reads the number in the address.
    let opened = Opened::of(&huda, &url(&honey)).await;
    let hidden = opened.hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let fields: Vec<_> = hidden.chain([("regular_minor", "20.00")]).collect();
    let headers = [("sec-fetch-site", "same-origin"), ("accept", "application/json")];
    let saved = huda.post_with(&opened.url, &fields, &headers).await;
    assert!(saved.location().contains(&format!("&renewed={stated}")), "{}", saved.location());

    // The pages are outdated already, and nobody has asked for them since.
    let purges = shop.shop().cache.purges();
    purges.catch_up(&shop.db, chrono::TimeDelta::seconds(30)).await.expect("purges");
    let again = save(&huda, &honey, &[("regular_minor", "21.00")]).await;
    assert_eq!((again.header(PAGES), again.location().contains("renewed")), ("0", false));
    assert_eq!(rendered_again(&shop, &huda, &paths).await, stated);

    // A save that changes nothing renews nothing, and says nothing of it.
    let same = save(&huda, &honey, &[("regular_minor", "21.00")]).await;
    assert_eq!((same.status, same.header(PAGES)), (StatusCode::SEE_OTHER, ""));
}

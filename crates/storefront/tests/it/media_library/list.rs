//! The list: search, filters, pages, rights, and choosing a picture for a product.

use super::*;

/// The pictures of a page, in its order.
fn names(page: &TestResponse) -> Vec<String> {
    let text = page.text();
    let found = text.split("href=\"/ar/wp-admin/media/").skip(1).filter_map(|rest| {
        let (name, _) = rest.split_once("/\"")?;
        (!name.is_empty() && !name.contains(['?', '"', '#'])).then(|| name.to_owned())
    });
    found.collect()
}

/// [D01]
#[tokio::test]
async fn only_those_who_write_content_know_the_library() {
    let shop = open().await;
    picture(&shop, "scene", "", "").await;
    let writer = member(&shop, "content").await;
    assert_eq!(writer.get(LIST).await.status, StatusCode::OK);
    assert_eq!(writer.get(&url("scene")).await.status, StatusCode::OK);
    assert_eq!(writer.get(&url("none")).await.status, StatusCode::NOT_FOUND);
    let support = member(&shop, "support").await;
    for path in [LIST.to_owned(), url("scene")] {
        assert_eq!(support.get(&path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    for form in ["", "delete/", "undo/"] {
        let opened = Opened { url: url("scene") + form, hidden: Vec::new() };
        let answer = opened.send(&support, &[("version", "1")]).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{form}");
    }
    assert!(!support.get("/ar/wp-admin/").await.text().contains(LIST));
}

/// [D21]
#[tokio::test]
async fn a_picture_is_found_by_name_and_description_in_any_spelling_and_layout() {
    let shop = open().await;
    picture(&shop, "scene", "أواني القهوة.jpg", "كيس بنّ حَراز").await;
    picture(&shop, "dates", "", "تمر سكري").await;
    let huda = owner(&shop).await;
    // «pvh.» are the keys of «حراز».
    for typed in ["القهوه", "اواني", "بن حراز", "scene", "pvh."] {
        let query = serde_urlencoded::to_string([("s", typed)]).expect("a query");
        assert_eq!(names(&huda.get(&format!("{LIST}?{query}")).await), ["scene"], "{typed}");
    }
    let none = huda.get(&format!("{LIST}?s=zzz")).await;
    assert!(names(&none).is_empty() && seen(&none).contains("لا صورة بهذا الوصف."), "{}", seen(&none));
}

#[tokio::test]
async fn filters_find_what_nothing_shows_what_nobody_described_and_what_is_large() {
    let shop = open().await;
    for (name, alt) in
        [("on-product", "أ"), ("in-page", "ب"), ("in-text", ""), ("in-category", "ت"), ("spare", "ث")]
    {
        picture(&shop, name, "", alt).await;
    }
    sqlx::query("update pictures set bytes = 400000 where name = 'spare'")
        .execute(&shop.db)
        .await
        .expect("bytes");
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    give(&shop, &honey, "on-product").await;
    for statement in [
        "insert into content_items (kind, slug, created_at) values ('page', 'about', now())",
        "insert into content_versions (item_id, valid_from, title, saved_at, blocks)
         select id, now() - interval '1 day', 'عن المتجر', now(),
             '[{\"kind\": \"gallery\", \"label\": \"x\", \"names\": [\"in-page\"]},
               {\"kind\": \"text\", \"html\": \"<img src=\\\"/media/in-text-320.0f.webp\\\">\"}]'
         from content_items where slug = 'about'",
        "update categories set picture = 'in-category' where slug = 'test'",
    ] {
        sqlx::query(statement).execute(&shop.db).await.expect("a page");
    }
    let huda = owner(&shop).await;
    let shown = async |filter: &str| names(&huda.get(&format!("{LIST}?show={filter}")).await);
    assert_eq!(shown("unused").await, ["spare"]);
    assert_eq!(shown("undescribed").await, ["in-text"]);
    assert_eq!(shown("large").await, ["spare"]);
    for (name, place) in [
        ("on-product", "منتج «عسل سدر»، الصورة 1"),
        ("in-page", "صفحة «عن المتجر»"),
        ("in-text", "صفحة «عن المتجر»"),
        ("in-category", "تصنيف «قسم التجربة»"),
    ] {
        let page = seen(&huda.get(&url(name)).await);
        assert!(page.contains("مستخدمة في مكان واحد") && page.contains(place), "{name}: {page}");
    }
    assert!(seen(&huda.get(&url("spare")).await).contains("غير مستخدمة"));
}

#[tokio::test]
async fn pages_follow_one_another_without_a_gap() {
    let shop = open().await;
    for number in 0..30 {
        picture(&shop, &format!("p{number:02}"), "", "").await;
    }
    let huda = owner(&shop).await;
    let first = huda.get(LIST).await;
    let next = first.text();
    let next =
        next.split('"').find(|part| part.contains("after=")).expect("a next page").replace("&amp;", "&");
    let second = huda.get(&next).await;
    let (first, second) = (names(&first), names(&second));
    assert_eq!((first.len(), second.len()), (24, 6));
    let mut all = [first, second].concat();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 30);
    // A time that the database does not have.
    let odd = huda.get(&format!("{LIST}?after=-210866803200000001.a")).await;
    assert_eq!(odd.status, StatusCode::BAD_REQUEST, "{}", odd.text());
}

/// [D36]
#[tokio::test]
async fn a_product_takes_a_picture_of_the_library_once() {
    let shop = open().await;
    picture(&shop, "scene", "", "").await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let huda = owner(&shop).await;
    let editor = format!("/ar/wp-admin/products/{}/", honey.id);
    let library = format!("{LIST}?product={}", honey.id);
    assert!(huda.get(&editor).await.text().contains(&library));
    let action = format!("{editor}pictures/choose/");
    let hidden = testkit::hidden_fields(&huda.get(&library).await.text(), &action);
    let fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let chosen = huda.post(&action, &fields).await;
    assert!(chosen.location().contains("saved=2"), "{} {}", chosen.location(), chosen.text());
    assert_eq!(audited(&shop).await.0, "product-edit");
    assert!(huda.post(&action, &fields).await.location().contains("notice=unchanged"));
    assert!(seen(&huda.get(&library).await).contains("في المنتج"));
    assert!(shop.shopper().get(&honey.path).await.text().contains("scene-320.0f.webp"));
}

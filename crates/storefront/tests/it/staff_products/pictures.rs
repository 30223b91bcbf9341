//! Pictures that staff upload.

use std::time::{Duration, Instant};

use super::*;
use crate::media::{hostile, shop::MediaShop};

async fn send(staff: &Shopper, product: &TestProduct, name: &str, kind: &str, bytes: &[u8]) -> TestResponse {
    let action = format!("{}pictures/new/", url(product));
    let page = staff.get(&url(product)).await.text();
    let hidden = testkit::hidden_fields(&page, &action);
    let fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let file = testkit::UploadFile { field: "picture", name, kind, bytes };
    let body = testkit::multipart(&fields, &file);
    let kind = format!("multipart/form-data; boundary={}", testkit::BOUNDARY);
    staff
        .send_bytes(
            http::Method::POST,
            &action,
            Some(body),
            &[("sec-fetch-site", "same-origin"), ("content-type", &kind)],
        )
        .await
}

async fn pictures(shop: &TestShop, product: &TestProduct) -> Vec<String> {
    value(shop, "select pictures from products where id = $1", product).await
}

async fn wait_for_pictures(shop: &TestShop, product: &TestProduct, count: usize) -> Vec<String> {
    let since = Instant::now();
    loop {
        let found = pictures(shop, product).await;
        if found.len() == count {
            return found;
        }
        assert!(since.elapsed() < Duration::from_secs(30), "{found:?} instead of {count} pictures");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// [D36]
#[tokio::test]
async fn an_uploaded_picture_is_written_anew_and_then_shown_in_the_shop() {
    let media = MediaShop::open().await;
    let (shop, coffee) = (&media.shop, &media.product);
    let huda = owner(shop).await;
    let sent = send(&huda, coffee, "قهوة.jpg", "image/jpeg", &hostile::honest_jpeg(900, 600)).await;
    assert!(sent.location().contains("notice=picture#pictures"), "{} {}", sent.location(), sent.text());
    assert_eq!(audited(shop).await.0, "product-picture");
    wait_for_pictures(shop, coffee, 1).await;
    assert_eq!(version(shop, coffee).await, 1, "a job moves no version");
    let page = shop.shopper().get(&coffee.path).await.text();
    let file = page.split(['"', ' ', ',']).find(|part| part.starts_with("/m/") && part.contains("320.webp"));
    let picture = shop.shopper().get(file.expect("a picture")).await;
    assert_eq!((picture.status, picture.header("content-type")), (StatusCode::OK, "image/webp"));
    let editor = seen(&huda.get(&url(coffee)).await);
    assert!(editor.contains("صورة واحدة بلا وصف لقارئ الشاشة."), "{editor}");
}

#[tokio::test]
async fn other_files_are_refused() {
    let media = MediaShop::open().await;
    let (shop, coffee) = (&media.shop, &media.product);
    let huda = owner(shop).await;
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>";
    for (name, kind, bytes) in
        [("a.svg", "image/svg+xml", &svg[..]), ("a.jpg", "image/jpeg", &svg[..]), ("", "", &[][..])]
    {
        let sent = send(&huda, coffee, name, kind, bytes).await;
        assert!(
            sent.location().contains("notice=picture-refused"),
            "{name}: {} {}",
            sent.status,
            sent.text()
        );
    }
    assert!(pictures(shop, coffee).await.is_empty());
}

/// [D05] [D09]
#[tokio::test]
async fn pictures_are_ordered_described_and_removed_and_the_removal_is_undone() {
    let media = MediaShop::open().await;
    let (shop, coffee) = (&media.shop, &media.product);
    let huda = owner(shop).await;
    for number in 0..2 {
        send(&huda, coffee, "a.jpg", "image/jpeg", &hostile::numbered_jpeg(number)).await;
        wait_for_pictures(shop, coffee, number + 1).await;
    }
    let first = pictures(shop, coffee).await;
    let action = format!("{}pictures/", url(coffee));
    let fields = [("p0_place", "2"), ("p1_place", "1"), ("p0_alt", "فنجان من الأعلى"), ("p1_alt", "")];
    let saved = huda.submit(&url(coffee), &action, &fields).await;
    assert!(saved.location().contains("saved=2"), "{} {}", saved.location(), saved.text());
    assert_eq!(pictures(shop, coffee).await, [first[1].clone(), first[0].clone()]);
    assert!(shop.shopper().get(&coffee.path).await.text().contains("فنجان من الأعلى"));
    huda.submit(&url(coffee), &action, &[("p0_remove", "1"), ("p0_place", "1"), ("p1_place", "2")]).await;
    assert_eq!(pictures(shop, coffee).await, [first[0].clone()]);
    let undo = format!("{}undo/", url(coffee));
    let page = huda.get(&url(coffee)).await.text();
    let nonce = testkit::hidden_fields(&page, &undo).remove(0).1;
    huda.post(&undo, &[("nonce", &nonce), ("version", "3")]).await;
    assert_eq!(pictures(shop, coffee).await, [first[1].clone(), first[0].clone()]);
}

/// Adds two pictures to a product without uploading them.
async fn add_pictures(shop: &TestShop, product: &TestProduct) {
    sqlx::raw_sql(
        "insert into pictures (name, width, height, files)
         select name, 800, 1000, jsonb_build_object('webp', jsonb_build_object('640', name || '-640.webp'))
         from unnest(array['red', 'blue', 'late']) as name",
    )
    .execute(&shop.db)
    .await
    .expect("pictures");
    sqlx::query("update products set pictures = array['red', 'blue'] where id = $1")
        .bind(product.id.parse::<i64>().expect("an id"))
        .execute(&shop.db)
        .await
        .expect("the product's");
}

/// The pictures' form as a member has opened it.
async fn opened(staff: &Shopper, product: &TestProduct) -> Vec<(String, String)> {
    let page = staff.get(&url(product)).await.text();
    testkit::hidden_fields(&page, &format!("{}pictures/", url(product)))
}

async fn send_form(
    staff: &Shopper,
    product: &TestProduct,
    hidden: &[(String, String)],
    fields: &[(&str, &str)],
) -> TestResponse {
    let hidden = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let all: Vec<_> = hidden.chain(fields.iter().copied()).collect();
    staff.post(&format!("{}pictures/", url(product)), &all).await
}

/// [D05] The picture is published between the look of the save and its lock.
#[tokio::test]
async fn a_picture_that_is_published_during_a_save_stays() {
    let shop = open().await;
    let coffee = shop.product("بن").make(&shop.db).await;
    add_pictures(&shop, &coffee).await;
    let huda = owner(&shop).await;
    let hidden = opened(&huda, &coffee).await;
    let mut tx = shop.db.begin().await.expect("a transaction");
    sqlx::query("update products set pictures = array_append(pictures, 'late') where sku = $1")
        .bind(&coffee.sku)
        .execute(&mut *tx)
        .await
        .expect("published");
    let commit = async {
        let waiting = "select count(*) from pg_locks lock join pg_stat_activity one on one.pid = lock.pid
                       where not lock.granted and one.datname = current_database()";
        while sqlx::query_scalar::<_, i64>(waiting).fetch_one(&shop.db).await.expect("a count") == 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        tx.commit().await.expect("committed");
    };
    let fields = [("p0_place", "2"), ("p1_place", "1")];
    let (saved, ()) = tokio::join!(send_form(&huda, &coffee, &hidden, &fields), commit);
    assert!(saved.location().contains("saved="), "{} {}", saved.location(), saved.text());
    assert_eq!(pictures(&shop, &coffee).await, ["blue", "red", "late"]);
}

/// [D06]
#[tokio::test]
async fn of_two_descriptions_of_a_picture_the_second_is_compared() {
    let shop = open().await;
    let coffee = shop.product("بن").make(&shop.db).await;
    add_pictures(&shop, &coffee).await;
    let huda = owner(&shop).await;
    let mine = opened(&huda, &coffee).await;
    let theirs = opened(&huda, &coffee).await;
    let saved = send_form(&huda, &coffee, &theirs, &[("p0_alt", "فنجان أحمر")]).await;
    assert!(saved.location().contains("notice=described"), "{} {}", saved.location(), saved.text());
    // [D36] The line is that of the picture, whose page has the change in its history.
    assert_eq!(audited(&shop).await, ("picture-alt".to_owned(), "picture red v2".to_owned()));
    let conflict = send_form(&huda, &coffee, &mine, &[("p0_alt", "كوب"), ("p1_alt", "كيس")]).await;
    assert_eq!(conflict.status, StatusCode::CONFLICT);
    let text = seen(&conflict);
    assert!(text.contains("كوب") && text.contains("فنجان أحمر"), "{text}");
    let alt = "select string_agg(alt, ',' order by name desc) from pictures
               where name = any((select pictures from products where id = $1)::text[])";
    assert_eq!(value::<String>(&shop, alt, &coffee).await, "فنجان أحمر,", "nothing was written");

    // The form of the answer saves what is chosen, with what was typed beside it.
    let again = testkit::hidden_fields(&conflict.text(), &format!("{}pictures/", url(&coffee)));
    let chosen = send_form(&huda, &coffee, &again, &[("p0_alt", "كوب")]).await;
    assert!(chosen.location().contains("notice=described"), "{} {}", chosen.location(), chosen.text());
    assert_eq!(value::<String>(&shop, alt, &coffee).await, "كوب,كيس");
}

//! Zones and methods: adding, editing, order, removing and restoring.

use super::*;

const TITLES: &str = "select string_agg(method.title, ', ' order by method.position, method.id)
    from shipping_methods method join shipping_zones zone on zone.id = method.zone_id
    where zone.name = 'هنا' and not method.is_removed";

#[tokio::test]
async fn a_zone_and_its_method_are_added_and_offered() {
    let shop = open().await;
    run(&shop, ZONES).await;
    let huda = owner(&shop).await;
    let new_zone = format!("{SHIPPING}zones/new/");
    let clash =
        save(&huda, &new_zone, &[("name", "الخليج 2"), ("boxes", "countries"), ("countries:KW", "1")]).await;
    assert_eq!(clash.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(seen(&clash).contains("دولة مذكورة في منطقة الخليج."), "{}", seen(&clash));
    let zone =
        save(&huda, &new_zone, &[("name", "الأناضول"), ("boxes", "countries"), ("countries:TR", "1")]).await;
    assert_eq!(zone.status, StatusCode::SEE_OTHER, "{}", zone.text());
    let zone = zone.location().split('?').next().expect("an address").to_owned();
    let new_method = format!("{zone}methods/new/");
    let empty = save(&huda, &new_method, &[("cost_minor", "5")]).await;
    assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY, "without a title");
    let pair = save(&huda, &new_method, &[("title", "بريد"), ("days_min", "2")]).await;
    assert!(seen(&pair).contains("أدخل أقل الأيام وأكثرها معًا"), "{}", seen(&pair));
    let fields = [("title", "بريد"), ("kind", "weight"), ("cost_minor", "١٢٫٥٠"), ("per_kilo_minor", "3")];
    assert_eq!(save(&huda, &new_method, &fields).await.status, StatusCode::SEE_OTHER);
    let again = save(&huda, &new_method, &fields).await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY, "sent twice, it is one method");
    let trial = huda.get(&format!("{SHIPPING}?country=TR&weight=1.2&amount=10")).await;
    assert!(seen(&trial).contains("18.50 $"), "{}", seen(&trial));
}

/// [D09]
#[tokio::test]
async fn a_removed_method_is_not_offered_and_comes_back_to_its_place() {
    let shop = open().await;
    run(&shop, ZONES).await;
    let huda = owner(&shop).await;
    let id: i64 = value(&shop, "select id from shipping_methods where title = 'بالوزن'").await;
    let method = format!("{SHIPPING}methods/{id}/");
    let page = huda.get(&method).await;
    let post = async |html: &str, url: &str| {
        let hidden = testkit::hidden_fields(html, url);
        let hidden: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        huda.post(url, &hidden).await
    };
    let removed = post(&page.text(), &format!("{method}remove/")).await;
    assert_eq!(removed.status, StatusCode::SEE_OTHER, "{}", removed.text());
    assert_eq!(value::<String>(&shop, TITLES).await, "عادي, مجاني من 75");
    let list = huda.get(removed.location()).await;
    assert!(seen(&list).contains("أُزيلت بالوزن."), "{}", seen(&list));
    let back = post(&list.text(), &format!("{method}undo/")).await;
    assert_eq!(back.status, StatusCode::SEE_OTHER, "{}", back.text());
    assert_eq!(value::<String>(&shop, TITLES).await, "عادي, بالوزن, مجاني من 75");
}

/// [D06] Two people who order the same zone: the second is asked to look again.
#[tokio::test]
async fn the_order_of_methods_is_saved_unless_somebody_else_was_first() {
    let shop = open().await;
    run(&shop, ZONES).await;
    let (huda, reem) = (owner(&shop).await, member(&shop, "manager").await);
    let zone: i64 = value(&shop, "select id from shipping_zones where name = 'هنا'").await;
    let ids: Vec<i64> =
        sqlx::query_scalar("select id from shipping_methods where zone_id = $1 order by position")
            .bind(zone)
            .fetch_all(&shop.db)
            .await
            .expect("ids");
    let url = format!("{SHIPPING}zones/{zone}/order/");
    let move_to = async |staff: &Shopper, nonce: &str, order: [i64; 3]| {
        let order = order.map(|id| id.to_string()).join(" ");
        staff.post(&url, &[("nonce", nonce), ("version", "1"), ("order", &order)]).await
    };
    let nonce = async |staff: &Shopper| {
        let page = staff.get(SHIPPING).await.text();
        let hidden = testkit::hidden_fields(&page, &url);
        hidden.into_iter().find(|(name, _)| name == "nonce").expect("a nonce").1
    };
    let (first, second) = (nonce(&huda).await, nonce(&reem).await);
    let moved = move_to(&huda, &first, [ids[1], ids[0], ids[2]]).await;
    assert!(moved.location().ends_with("?notice=moved"), "{}", moved.location());
    assert_eq!(value::<String>(&shop, TITLES).await, "بالوزن, عادي, مجاني من 75");
    let late = move_to(&reem, &second, [ids[0], ids[2], ids[1]]).await;
    assert!(late.location().ends_with("?notice=order-conflict"), "{}", late.location());
    assert_eq!(value::<String>(&shop, TITLES).await, "بالوزن, عادي, مجاني من 75");
}

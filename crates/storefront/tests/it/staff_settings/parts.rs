//! A part of the settings: what is saved, merged, asked, refused and taken back.

use super::*;

const NAME: &str = "select value ->> 'name' from settings where name = 'shop'";

/// [D05]
#[tokio::test]
async fn different_settings_of_two_people_both_stay_and_the_second_sees_what_was_merged() {
    let shop = open().await;
    let (huda, reem) = (owner(&shop).await, member(&shop, "manager").await);
    let (first, second) = (Opened::of(&huda, SHOP).await, Opened::of(&reem, SHOP).await);
    assert_eq!(first.save(&huda, &[("name", "دكان النخلة")]).await.status, StatusCode::SEE_OTHER);
    let saved = second.save(&reem, &[("phone", "+1 202 555 0148")]).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
    let page = seen(&reem.get(saved.location()).await);
    assert!(page.contains("حُفظ: رقم الهاتف.") && page.contains("ودُمجت تغييرات"), "{page}");
    assert_eq!(value::<String>(&shop, NAME).await, "دكان النخلة");
    assert_eq!(value::<i64>(&shop, "select version from settings where name = 'shop'").await, 2);
}

/// [D06]
#[tokio::test]
async fn the_same_setting_answers_a_conflict_that_writes_nothing_and_choosing_saves() {
    let shop = open().await;
    let (huda, reem) = (owner(&shop).await, member(&shop, "manager").await);
    let (first, second) = (Opened::of(&huda, SHOP).await, Opened::of(&reem, SHOP).await);
    first.save(&huda, &[("name", "دكان هدى")]).await;
    let conflict = second.save(&reem, &[("name", "دكان ريم"), ("hours", "مساءً")]).await;
    assert_eq!(conflict.status, StatusCode::CONFLICT);
    assert_eq!(value::<String>(&shop, NAME).await, "دكان هدى", "nothing is written");
    let text = seen(&conflict);
    for shown in ["متجر", "دكان ريم", "دكان هدى"] {
        assert!(text.contains(shown), "{shown}: {text}");
    }
    let hidden = testkit::hidden_fields(&conflict.text(), SHOP);
    let choice = Opened { url: SHOP.to_owned(), hidden };
    let saved = choice.save(&reem, &[("name", "دكان ريم"), ("own_name", "دكان ثالث")]).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
    assert_eq!(value::<String>(&shop, NAME).await, "دكان ثالث");
    assert_eq!(
        value::<String>(&shop, "select value ->> 'hours' from settings where name = 'shop'").await,
        "مساءً"
    );
}

/// [D09] [D19] [D36]
#[tokio::test]
async fn a_save_purges_every_page_is_audited_with_both_values_and_is_taken_back() {
    let shop = open().await;
    let huda = owner(&shop).await;
    save(&huda, SHOP, &[("name", "أول"), ("tagline", "سطر")]).await;
    let last: i64 = value(&shop, "select coalesce(max(id), 0) from cache_purges").await;
    let saved = save(&huda, SHOP, &[("name", "ثانٍ")]).await;
    let tags: Vec<String> = sqlx::query_scalar("select tag from cache_purges where id > $1")
        .bind(last)
        .fetch_all(&shop.db)
        .await
        .expect("purges");
    assert_eq!(tags, ["settings"]);
    let line: (String, String, Option<String>, Option<String>) =
        sqlx::query_as("select action, subject, before, after from audit_log order by seq desc limit 1")
            .fetch_one(&shop.db)
            .await
            .expect("a line");
    assert_eq!((line.0.as_str(), line.1.as_str()), ("settings-edit", "settings shop v2"));
    assert_eq!((line.2.as_deref(), line.3.as_deref()), (Some("name: \"أول\""), Some("name: \"ثانٍ\"")));

    // Another field is changed meanwhile: the undo leaves it.
    save(&huda, SHOP, &[("tagline", "سطر آخر")]).await;
    let undo = format!("{SHOP}undo/");
    let page = huda.get(saved.location()).await;
    let hidden = testkit::hidden_fields(&page.text(), &undo);
    let hidden: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(huda.post(&undo, &hidden).await.status, StatusCode::SEE_OTHER);
    let both = "select (value ->> 'name') || ', ' || (value ->> 'tagline') from settings where name = 'shop'";
    assert_eq!(value::<String>(&shop, both).await, "أول, سطر آخر");
}

/// [D21]
#[tokio::test]
async fn what_cannot_be_is_refused_at_its_field_and_keeps_what_was_typed() {
    let shop = open().await;
    let huda = owner(&shop).await;
    let wrong =
        [("name", ""), ("timeZone", "Riyadh"), ("email", "huda@"), ("contactUrl", "https://else.example/")];
    let answer = save(&huda, SHOP, &wrong).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let text = seen(&answer);
    for said in ["هذا الحقل مطلوب.", "أدخل اسم منطقة زمنية", "أدخل بريدًا إلكترونيًا صحيحًا.", "أدخل مسارًا يبدأ"]
    {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(answer.text().contains("https://else.example/"));
    assert_eq!(
        value::<i64>(&shop, "select count(*) from settings where name = 'shop' and version > 0").await,
        0
    );
    let cart = "/ar/wp-admin/settings/cart/";
    assert_eq!(save(&huda, cart, &[("quantityDelay", "٧٠٠")]).await.status, StatusCode::SEE_OTHER);
    let delay = "select (value ->> 'quantityDelay')::bigint from settings where name = 'cart'";
    assert_eq!(value::<i64>(&shop, delay).await, 700);
}

/// [D23] The browser sends no box that is not ticked.
#[tokio::test]
async fn a_box_that_is_not_ticked_is_off_and_shoppers_see_the_change() {
    let shop = open().await;
    let huda = owner(&shop).await;
    let reviews = "/ar/wp-admin/settings/reviews/";
    let boxes = ("boxes", "isOpen ratingRequired captcha isClassic showsBadge");
    let saved = save(&huda, reviews, &[boxes, ("ratingRequired", "1"), ("showsBadge", "1")]).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
    let stored = "select (value -> 'isOpen')::text || (value -> 'ratingRequired')::text from settings where name = 'reviews'";
    assert_eq!(value::<String>(&shop, stored).await, "falsetrue");

    let shopper = shop.shopper();
    assert!(!shopper.get("/ar/").await.text().contains("دكان السدرة"));
    assert_eq!(save(&huda, SHOP, &[("name", "دكان السدرة")]).await.status, StatusCode::SEE_OTHER);
    for _ in 0..50 {
        if shopper.get("/ar/").await.text().contains("دكان السدرة") {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("the shop still has its old name");
}

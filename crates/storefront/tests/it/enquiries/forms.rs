//! Forms in pages: what a page shows of a form, versions, previews, and the block of the editor.

use super::*;
use crate::content::staff::{noura, save as save_page};

/// The props of the form in a page.
fn props(page: &TestResponse) -> Value {
    let html = page.text();
    let island = &html[html.find("data-island=\"enquiries/EnquiryForm\"").expect("a form")..];
    let (_, json) = island.split_once("<script type=\"application/json\">").expect("props");
    serde_json::from_str(json.split("</script>").next().expect("an end")).expect("JSON")
}

/// [FORM-01] [FORM-02] [FORM-18]
#[tokio::test]
async fn a_page_shows_its_form_and_nothing_of_its_recipients() {
    let definition = with(
        definition(),
        json!({
            "reset": "clear", "success": { "html": "<p>شكرًا</p>", "timeoutSeconds": 7 },
            "lightbox": { "openLabel": "اكتب لنا", "centerSpeedMs": 300 },
            "confirmation": { "emailElement": "2", "subject": "سرّي", "text": "نص التأكيد" },
        }),
    );
    let shop = open_with(definition, 100).await;
    let page = shop.shop.shopper().get(PAGE).await;

    assert_eq!(page.status, StatusCode::OK);
    assert!(page.header("cache-control").contains("public"));
    assert!(page.header("cache-tag").contains(&format!("enquiry-form:{}", shop.form)));
    let view = props(&page);
    let expected = json!({
        "id": shop.form.to_string(), "preview": false, "useAjax": true, "successMessageTimeout": 7,
        "resetFormValues": "clear", "centerFancybox": true, "centerFancyboxSpeed": 300,
        "clElementIds": ["4"], "clDependentElementIds": { "3": ["4"] }, "action": PAGE,
    });
    for (field, value) in expected.as_object().expect("an object") {
        assert_eq!(&view[field], value, "{field}");
    }
    assert!(!view["uniqueId"].as_str().expect("an id").is_empty());
    let upload = &view["elements"][5];
    assert_eq!(upload["name"], shop.name("6"));
    assert_eq!(
        (&upload["fileUploadLimit"], &upload["allowedExtensions"], &upload["fileSizeLimit"]),
        (&json!(2), &json!(["jpg", "png", "pdf"]), &json!(200_000))
    );
    let html = page.text();
    for secret in ["team@example.com", "سرّي", "نص التأكيد"] {
        assert!(!html.contains(secret), "{secret}");
    }
    for element in ["1", "2", "3", "4", "5"] {
        assert!(html.contains(&format!("name=\"{}\"", shop.name(element))), "{element}");
    }
}

/// An element keeps its name, and a new form is validated by the new version.
#[tokio::test]
async fn a_changed_form_is_a_new_version_and_old_enquiries_name_theirs() {
    let shop = open().await;
    let sender = shop.sender();
    let token = sender.token().await;
    assert_eq!(sender.send(&token, &MESSAGE).await["type"], "success");
    assert_eq!(save(&shop.shop, "contact", definition()).await, shop.form, "saved again");
    let versions = "select count(*) from enquiry_form_versions where form_id = $1";
    let count = || async {
        sqlx::query_scalar::<_, i64>(versions)
            .bind(shop.form)
            .fetch_one(&shop.shop.db)
            .await
            .expect("a count")
    };
    assert_eq!(count().await, 1, "the same definition is the same version");

    let changed = with_element(
        definition(),
        json!({ "id": "9", "kind": "text", "label": "المدينة", "required": true, "requiredMessage": "اكتب مدينتك." }),
    );
    assert_eq!(save(&shop.shop, "contact", changed).await, shop.form);
    assert_eq!(count().await, 2);
    let token = sender.token().await;
    let answer = sender.send(&token, &[("1", "سلمى"), ("2", "salma@example.com"), ("5", "رسالة أخرى")]).await;
    assert_eq!(errors(&shop, &answer, "9"), ["اكتب مدينتك."]);
    let token = sender.token().await;
    let values = [("1", "سلمى"), ("2", "salma@example.com"), ("5", "رسالة ثالثة"), ("9", "جدة")];
    assert_eq!(sender.send(&token, &values).await["type"], "success");
    let numbers: Vec<i32> = sqlx::query_scalar(
        "select version.number from enquiries one join enquiry_form_versions version on version.id = one.version_id
         order by one.id",
    )
    .fetch_all(&shop.shop.db)
    .await
    .expect("versions");
    assert_eq!(numbers, [1, 2]);
}

#[tokio::test]
async fn an_invalid_definition_is_not_saved() {
    let shop = open().await;
    let invalid = with(definition(), json!({ "recipients": ["not an address"] }));
    let invalid: FormDefinition = serde_json::from_value(invalid).expect("a definition");
    let mut tx = shop.shop.db.begin().await.expect("begin");
    let saved = save_form(&mut tx, "other", &invalid, "", shop.shop.clock().now()).await;
    assert!(saved.is_err());
}

/// The editor offers the forms by title; a page in preview shows its form in preview mode. [FORM-05]
#[tokio::test]
async fn staff_put_a_form_into_a_page_and_preview_it() {
    let shop = open().await;
    let noura = noura(&shop.shop).await;
    let new = "/ar/wp-admin/content/edit/?kind=page";
    let added =
        save_page(&noura, new, &[("title", "نموذج جديد"), ("block-0-html", "<p>نص</p>")], "add:form").await;
    let editor = added.text();
    assert!(editor.contains("value=\"contact\""), "the form can be chosen");

    let fields = [
        ("title", "نموذج جديد"),
        ("slug", "new-form"),
        ("block-0-html", "<p>نص</p>"),
        ("block-1-kind", "form"),
        ("block-1-name", "contact"),
    ];
    let saved = save_page(&noura, new, &fields, "save").await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.visible_text());
    let page = noura.get(&saved.location().replace("&notice=saved", "")).await.text();
    let link = page.split("href=\"").find(|part| part.starts_with("/ar/wp-admin/content/preview/"));
    let link = link.expect("a link").split('"').next().expect("an address").replace("&amp;", "&");
    assert_eq!(props(&noura.get(&link).await)["preview"], true);
    assert_eq!(props(&shop.shop.shopper().get(PAGE).await)["preview"], false);
}

/// A block whose form does not exist is left out instead of failing the page.
#[tokio::test]
async fn a_block_without_its_form_is_left_out() {
    let shop = open().await;
    put_page(&shop.shop, "two-forms", &["nothing", "contact"]).await;
    let page = shop.shop.shopper().get("/ar/two-forms/").await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.text().matches("data-island=\"enquiries/EnquiryForm\"").count(), 1);
}

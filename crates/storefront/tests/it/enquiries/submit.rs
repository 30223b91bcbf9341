//! Call 36: what is accepted, what is refused and how it is answered.

use super::*;

/// [API-36] [FORM-10]
#[tokio::test]
async fn an_accepted_form_is_answered_with_its_text_and_stored_with_its_version() {
    let shop = open().await;
    let sender = shop.sender();
    let token = sender.token().await;

    let answer = sender.send(&token, &MESSAGE).await;

    assert_eq!(answer, json!({ "type": "success", "data": "<p>وصلتنا رسالتك، وسنردّ عليك قريبًا.</p>" }));
    assert_eq!(
        shop.fields().await,
        json!({ "1": "سلمى", "2": "salma@example.com", "3": "other", "5": "هل تشحنون إلى جدة؟",
                "8": "صفحة التواصل" })
    );
    assert_eq!(shop.count("email = 'salma@example.com' and state = 'open' and not is_spam").await, 1);
    assert_eq!(shop.count("page_url = '/ar/contact-us/'").await, 1);
}

/// [API-36] [FORM-14] [FORM-35] Every element has its errors by its own name, and nothing is stored.
#[tokio::test]
async fn errors_are_answered_by_the_name_of_the_element() {
    let shop = open().await;
    let sender = shop.sender();
    let token = sender.token().await;
    let answer = sender.send(&token, &[("1", " "), ("2", "salma@"), ("3", "gold")]).await;
    assert_eq!(answer["type"], "error");
    assert_eq!(errors(&shop, &answer, "1"), ["هذا الحقل مطلوب."]);
    assert_eq!(errors(&shop, &answer, "2"), ["أدخل بريدًا إلكترونيًا صالحًا."]);
    assert_eq!(errors(&shop, &answer, "3"), ["اختر من الخيارات المعروضة."]);
    assert_eq!(errors(&shop, &answer, "5"), ["هذا الحقل مطلوب."]);
    let names: Vec<_> = answer["data"].as_object().expect("a map").keys().cloned().collect();
    assert_eq!(names, ["1", "2", "3", "5"].map(|element| shop.name(element)), "and of nothing else");
    assert_eq!(shop.count("true").await, 0);
    // The token is good until the form is accepted.
    assert_eq!(sender.send(&token, &MESSAGE).await["type"], "success");
    assert_eq!(shop.count("true").await, 1);
}

/// [FORM-36] The server evaluates the conditions itself: a hidden element is neither required nor stored.
#[tokio::test]
async fn an_element_that_conditions_hide_is_neither_required_nor_stored() {
    let shop = open().await;
    let sender = shop.sender();
    let mut values = MESSAGE.to_vec();
    values.push(("4", "١٠٢٤"));
    assert_eq!(sender.send(&sender.token().await, &values).await["type"], "success");
    assert_eq!(shop.fields().await["4"], Value::Null, "hidden, so it is not stored");

    let order = [("1", "سلمى"), ("2", "salma@example.com"), ("3", "order"), ("5", "أين طلبي؟")];
    let answer = sender.send(&sender.token().await, &order).await;
    assert_eq!(errors(&shop, &answer, "4"), ["هذا الحقل مطلوب."], "shown, so it is required");
    let answer = sender.send(&sender.token().await, &[order.as_slice(), &[("4", "1024")]].concat()).await;
    assert_eq!(answer["type"], "success");
    assert_eq!(shop.fields().await["4"], "1024");
}

/// The value of a hidden field is the owner's, and no other field of a request is stored.
#[tokio::test]
async fn only_elements_of_the_form_are_stored_and_hidden_fields_cannot_be_changed() {
    let shop = open().await;
    let sender = shop.sender();
    let mut values = MESSAGE.to_vec();
    values.extend([("8", "مزوّر"), ("99", "x"), ("1[]", "x"), ("5[day]", "x"), ("is_spam", "x")]);
    assert_eq!(sender.send(&sender.token().await, &values).await["type"], "success");
    let fields = shop.fields().await;
    assert_eq!(fields["8"], "صفحة التواصل");
    assert_eq!(fields.as_object().expect("values").len(), 5, "{fields}");
}

/// [FORM-09] A redirect comes from the form's definition and from nothing else.
#[tokio::test]
async fn the_redirect_is_that_of_the_definition() {
    let redirect = with(
        definition(),
        json!({ "success": { "html": "<p>شكرًا</p>", "then": { "type": "redirect", "url": "/ar/shop/" } } }),
    );
    let shop = open_with(redirect, 100).await;
    let sender = shop.sender();
    let further = [("redirect", "https://evil.example/"), ("redirect_to", "//evil.example")];
    let solution = sender.solve().await;
    let token = sender.token().await;
    shop.wait();
    let fields: Vec<_> = further.into_iter().chain([("cptcha", solution.as_str())]).collect();
    let answer = sender.send_with(&token, &MESSAGE, &fields).await.json();
    assert_eq!(answer, json!({ "type": "success", "data": "<p>شكرًا</p>", "redirect": "/ar/shop/" }));

    let reload =
        with(definition(), json!({ "success": { "html": "<p>شكرًا</p>", "then": { "type": "reload" } } }));
    save(&shop.shop, "contact", reload).await;
    let answer = sender.send(&sender.token().await, &[("5", "رسالة أخرى"), MESSAGE[0], MESSAGE[1]]).await;
    assert_eq!(answer["redirect"], "", "the page reloads");
}

/// The visitor answers the version that they saw, and staff read it with the labels of that version.
#[tokio::test]
async fn a_form_that_was_changed_meanwhile_is_accepted_as_it_was_seen() {
    let shop = open().await;
    let sender = shop.sender();
    let token = sender.token().await;
    let newer = with_element(
        definition(),
        json!({ "id": "9", "kind": "text", "label": "رقم الهاتف", "required": true }),
    );
    save(&shop.shop, "contact", newer).await;
    assert_eq!(sender.send(&token, &MESSAGE).await["type"], "success");
    let answer = sender.send(&sender.token().await, &[MESSAGE[0], MESSAGE[1], ("5", "أخرى")]).await;
    assert_eq!(errors(&shop, &answer, "9"), ["هذا الحقل مطلوب."], "new visitors see the new version");
    let versions: Vec<i32> = sqlx::query_scalar(
        "select version.number from enquiries join enquiry_form_versions version on version.id = version_id",
    )
    .fetch_all(&shop.shop.db)
    .await
    .expect("versions");
    assert_eq!(versions, [1]);
}

#[tokio::test]
async fn a_form_is_sent_only_to_a_page_that_shows_it() {
    let shop = open().await;
    put_page(&shop.shop, "about", &[]).await;
    save(&shop.shop, "other", definition()).await;
    put_page(&shop.shop, "other-page", &["other"]).await;
    let sender = shop.sender();
    let token = sender.token().await;
    for page in ["/ar/about/", "/ar/other-page/", "/ar/nothing/"] {
        let answer = sender.post_form(page, &token, &MESSAGE, &[("iphorm_ajax", "1")], &[]).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{page}");
    }
    let unnamed = sender.post(PAGE, body(&[("iphorm_ajax", "1")], &[])).await;
    assert_eq!(unnamed.status, StatusCode::BAD_REQUEST);
    assert_eq!(shop.count("true").await, 0);
}

#[tokio::test]
async fn a_closed_form_says_so() {
    let shop = open().await;
    let sender = shop.sender();
    let token = sender.token().await;
    sqlx::query("update enquiry_forms set is_open = false").execute(&shop.shop.db).await.expect("closed");
    let answer = sender.send(&token, &MESSAGE).await;
    let name = format!("iphorm_{}", shop.form);
    assert_eq!(answer["data"][name]["errors"][0], "لا نستقبل رسائل بهذا النموذج الآن.");
    assert_eq!(shop.count("true").await, 0);
}

/// Line breaks and markup stay what they are: text in a value.
#[tokio::test]
async fn control_characters_and_line_breaks_cannot_leave_their_field() {
    let shop = open().await;
    let sender = shop.sender();
    let hostile = [
        ("1", "سلمى\r\nBcc: victim@example.com"),
        ("2", "salma@example.com\r\nBcc: victim@example.com"),
        ("5", "<script>alert(1)</script>"),
    ];
    let answer = sender.send(&sender.token().await, &hostile).await;
    assert_eq!(errors(&shop, &answer, "2"), ["أدخل بريدًا إلكترونيًا صالحًا."]);
    let hostile = [hostile[0], ("2", "salma@example.com"), hostile[2]];
    assert_eq!(sender.send(&sender.token().await, &hostile).await["type"], "success");
    let name = shop.fields().await["1"].as_str().expect("a name").to_owned();
    assert!(!name.contains(['\r', '\n']), "{name:?}");
    let token = sender.token().await;
    let refused = sender.send_with(&token, &[("1", "a\0b")], &[]).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
}

/// Errors in fields are not counted as forms, so that nobody is locked out by them; accepted ones are.
#[tokio::test]
async fn five_forms_an_hour_are_accepted_and_errors_are_not_counted() {
    let shop = open_with(definition(), 1).await;
    let sender = shop.sender();
    // A session of its own.
    assert_eq!(sender.send(&sender.token().await, &MESSAGE).await["type"], "success");
    for _ in 0..8 {
        let answer = sender.send(&sender.token().await, &[("1", "سلمى")]).await;
        assert_eq!(answer["type"], "error");
    }
    let mut accepted = 1;
    loop {
        let text = format!("رسالة {accepted}");
        let token = sender.token().await;
        shop.wait();
        let answer = sender.send_with(&token, &[MESSAGE[0], MESSAGE[1], ("5", &text)], &[]).await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            assert!(!answer.header("retry-after").is_empty());
            break;
        }
        accepted += 1;
        // The first form begins the session, whose forms are counted.
        assert!(accepted <= 6, "more than five of a session");
    }
    assert!(accepted >= 4, "{accepted}");
}

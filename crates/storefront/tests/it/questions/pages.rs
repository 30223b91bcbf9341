//! Pages with questions: the product's, a list without script, a question's own, and the plain forms.

use super::*;

/// Returns the JSON-LD document of a type.
fn structured(page: &str, kind: &str) -> Option<serde_json::Value> {
    let documents = page.split("application/ld+json").skip(1).filter_map(|part| {
        let text = part.split_once('>')?.1.split("</script>").next()?;
        serde_json::from_str::<serde_json::Value>(text).ok()
    });
    documents.into_iter().find(|document| document["@type"] == kind)
}

/// The markup without data of islands.
fn markup(page: &str) -> String {
    page.split("</script>").map(|part| part.split("<script").next().unwrap_or_default()).collect()
}

#[tokio::test]
async fn the_product_page_has_the_first_questions_and_is_purged_by_the_next() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    for number in 0..7 {
        publish_question(&shop, &honey, &format!("السؤال العدد {number} نقطة")).await;
    }
    let question = publish_question(&shop, &honey, "السؤال الأخير").await;
    answered(&shop, question, "جواب زائر", false).await;
    let guest = shop.shopper();
    let page = guest.get(&honey.path).await;
    assert!(page.header("cache-control").contains("public"), "{}", page.header("cache-control"));
    assert!(page.headers.get("set-cookie").is_none());
    let page = page.text();
    for shown in ["السؤال الأخير", "جواب زائر", "السؤال العدد 6 نقطة", "السؤال العدد 5 نقطة"]
    {
        assert!(page.contains(shown), "{shown}");
    }
    assert!(!page.contains("السؤال العدد 4 نقطة"), "only the first page");
    assert!(!page.contains("@example.com"), "no address of a writer");
    for link in [
        format!("{WRITE}?product={}", honey.id),
        format!("/ar/questions/{question}/"),
        format!("{}questions/?", honey.path),
    ] {
        assert!(page.contains(&link), "{link}");
    }
    assert!(structured(&page, "QAPage").is_none(), "only pages of a single question");

    answered(&shop, question, "جواب المتجر", true).await;
    assert!(!guest.get(&honey.path).await.text().contains("جواب المتجر"), "cached");
    purge(&shop, &format!("questions:{}", honey.id)).await;
    assert!(guest.get(&honey.path).await.text().contains("جواب المتجر"));
}

/// [QNA-05] [QNA-06]: by links and GET forms, without script.
#[tokio::test]
async fn lists_work_by_addresses_alone() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    for number in 0..12 {
        publish_question(&shop, &honey, &format!("السؤال العدد {number} نقطة")).await;
    }
    publish_question(&shop, &honey, "هل يُشحن؟").await;
    let shopper = shop.shopper();
    let url = format!("{}questions/", honey.path);
    let first = shopper.get(&url).await;
    assert_eq!(first.status, StatusCode::OK);
    assert!(first.header("cache-control").contains("public"));
    let mut page = markup(&first.text());
    assert!(
        page.contains("هل يُشحن؟")
            && page.contains("السؤال العدد 10 نقطة")
            && !page.contains("السؤال العدد 9 نقطة")
    );
    let mut seen = vec![page.clone()];
    while let Some(next) = page.split("href=\"").find(|part| part.contains("qafter=")) {
        let next = next.split('"').next().expect("an address").replace("&amp;", "&");
        page = markup(&shopper.get(&next).await.text());
        seen.push(page.clone());
    }
    assert_eq!(seen.len(), 5, "five pages of three");
    for number in 0..12 {
        let text = format!("السؤال العدد {number} نقطة");
        assert_eq!(seen.iter().filter(|page| page.contains(&text)).count(), 1, "{text}");
    }
    let found = markup(&shopper.get(&format!("{url}?qsearch=%D9%8A%D8%B4%D8%AD%D9%86")).await.text());
    assert!(found.contains("هل يُشحن؟") && !found.contains("السؤال العدد"));
    for missing in ["?qafter=1", "?qafter=x"] {
        assert_eq!(shopper.get(&format!("{url}{missing}")).await.status, StatusCode::NOT_FOUND, "{missing}");
    }
    assert_eq!(shopper.get("/ar/product/none/questions/").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_question_has_a_page_with_all_its_answers_and_structured_data() {
    let shop = open().await;
    configure(&shop, json!({ "shopName": "دكان النخلة" })).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let question = publish_question(&shop, &honey, "كم يدوم العسل؟").await;
    for number in 0..25 {
        answered(&shop, question, &format!("جواب العدد {number} نقطة"), false).await;
    }
    answered(&shop, question, "سنة كاملة </script><b>", true).await;
    let shopper = shop.shopper();
    let url = format!("/ar/questions/{question}/");
    let page = shopper.get(&url).await;
    assert!(page.header("cache-control").contains("public"));
    let page = page.text();
    let data = structured(&page, "QAPage").expect("structured data");
    let entity = &data["mainEntity"];
    assert_eq!(
        (&entity["@type"], &entity["text"], &entity["answerCount"], &entity["author"]["name"]),
        (&json!("Question"), &json!("كم يدوم العسل؟"), &json!(26), &json!("ريم"))
    );
    assert_eq!(entity["acceptedAnswer"]["text"], "سنة كاملة </script><b>");
    assert_eq!(entity["acceptedAnswer"]["author"], json!({ "@type": "Organization", "name": "دكان النخلة" }));
    assert_eq!(entity["suggestedAnswer"].as_array().map(Vec::len), Some(19));
    assert!(!page.contains("</script><b>"));
    let next = format!("{url}?qafter=");
    let next = page.split("href=\"").find(|part| part.starts_with(&next)).expect("further answers");
    let second = markup(&shopper.get(next.split('"').next().expect("an address")).await.text());
    assert!(second.contains("جواب العدد 24 نقطة") && !second.contains("جواب العدد 18 نقطة"));

    set_state(&shop, question, ItemState::Refused).await;
    purge(&shop, &format!("questions:{}", honey.id)).await;
    for gone in [url.as_str(), "/ar/questions/987654321/", "/ar/questions/x/"] {
        assert_eq!(shopper.get(gone).await.status, StatusCode::NOT_FOUND, "{gone}");
    }
}

/// [QNA-03] [QNA-12]: without script.
#[tokio::test]
async fn a_question_is_asked_by_a_plain_form() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let guest = shop.shopper();
    let url = format!("{WRITE}?product={}", honey.id);
    let sent = guest
        .submit(&url, WRITE, &[("text", "كم يدوم؟"), ("name", "ريم"), ("email", "reem@example.com")])
        .await;
    let page = match sent.status {
        StatusCode::SEE_OTHER => guest.get(sent.location()).await,
        _ => sent,
    };
    assert!(page.visible_text().contains("شكرًا لك، وصلنا سؤالك."), "{}", page.visible_text());
    assert_eq!(count(&shop, "questions", "text = 'كم يدوم؟' and state = 'held'").await, 1);
}

/// [QNA-04] [QNA-09] [QNA-13]: without script.
#[tokio::test]
async fn a_plain_answer_with_an_error_keeps_what_was_typed() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let question = publish_question(&shop, &honey, "كم يدوم العسل؟").await;
    let guest = shop.shopper();
    let url = format!("{WRITE}?product={}&question={question}", honey.id);
    assert!(guest.get(&url).await.text().contains("كم يدوم العسل؟"), "the question is shown with the form");
    let wrong =
        guest.submit(&url, WRITE, &[("text", "سنة كاملة"), ("name", "ماجد"), ("email", "majed")]).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    let page = wrong.text();
    for kept in ["سنة كاملة", "ماجد", "value=\"majed\"", "أدخل بريدًا إلكترونيًا صالحًا."]
    {
        assert!(page.contains(kept), "{kept}");
    }
    assert_eq!(count(&shop, "question_answers", "true").await, 0);
    let sent = guest
        .submit(&url, WRITE, &[("text", "سنة كاملة"), ("name", "ماجد"), ("email", "majed@example.com")])
        .await;
    assert!(sent.status == StatusCode::SEE_OTHER || sent.visible_text().contains("وصلنا جوابك"));
    assert_eq!(count(&shop, "question_answers", "state = 'held'").await, 1);
    for missing in ["?product=987654321", "?product=x", "", "?product=1&question=987654321"] {
        let status = guest.get(&format!("{WRITE}{missing}")).await.status;
        assert!(status.is_client_error(), "{missing}: {status}");
    }
}

/// A page has the first questions only, however many there are.
#[tokio::test]
async fn a_thousand_questions_make_the_page_no_larger_than_the_first_few() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    for number in 0..6 {
        publish_question(&shop, &honey, &format!("السؤال العدد {number} من القلائل")).await;
    }
    let few = shop.shopper().get(&honey.path).await.text().len();
    for number in 0..994 {
        let id = held(&shop, &honey, &format!("السؤال العدد {number} من ألف")).await;
        set_state(&shop, id, ItemState::Published).await;
    }
    purge(&shop, &format!("questions:{}", honey.id)).await;
    let page = shop.shopper().get(&honey.path).await.text();
    assert!(page.contains("السؤال العدد 993 من ألف"));
    assert!(page.len() < few + 200, "{} bytes, {few} with six questions", page.len());
    assert_counts(&shop).await;
}

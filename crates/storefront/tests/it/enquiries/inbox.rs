//! The staff's inbox: who may read it, what it shows, what staff do there.

use http::StatusCode;
use testkit::TestResponse;

use super::stored::*;
use crate::{
    emails::{jobs_done, until},
    media::{
        clamd::TestClamd,
        hostile,
        shop::{MediaOptions, MediaShop},
    },
};

#[tokio::test]
async fn the_inbox_exists_for_staff_only() {
    let media = open().await;
    let shop = &media.shop;
    let form = form(shop).await;
    let enquiry = insert(shop, form).await;
    let file = insert_file(&media, form, Some(enquiry), "a.txt", b"text").await;
    let preview = format!("{INBOX}preview/?form={}", form.form_id);
    let paths = [INBOX.to_owned(), one(enquiry), format!("{INBOX}files/{file}/"), preview];
    shop.customer("salma@example.com", "سلمى").await;
    for shopper in [shop.shopper(), shop.signed_in("salma@example.com").await] {
        for path in &paths {
            assert_eq!(shopper.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
        }
        for (path, action) in [(one(enquiry), "delete"), (format!("{INBOX}person/"), "erase")] {
            let fields = [("do", action), ("confirm", "1"), ("email", "hind@example.com")];
            assert_eq!(shopper.post(&path, &fields).await.status, StatusCode::NOT_FOUND, "{path}");
        }
    }
    let noura = staff(shop, false).await;
    for path in &paths {
        let answer = noura.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert!(answer.header("cache-control").contains("no-store"), "{path}");
    }
    assert!(noura.get("/ar/wp-admin/").await.text().contains(&format!("href=\"{INBOX}\"")));
    assert_eq!(count(shop, "enquiries").await, 1);
}

/// [FORM-01] A submission is read with the labels of the version that it was made with.
#[tokio::test]
async fn an_enquiry_has_the_labels_that_its_sender_saw() {
    let media = open().await;
    let shop = &media.shop;
    let before = save(shop, "returns", &definition("ماذا حدث؟")).await;
    let text = "سطر أول\nسطر ثانٍ <script>alert(1)</script>";
    let enquiry = Stored { text, ..Stored::default() }.insert(shop, before).await;
    let after = save(shop, "returns", &definition("صف المشكلة بالتفصيل")).await;
    assert!(after.is_new && after.form_id == before.form_id);
    let noura = staff(shop, false).await;
    let page = noura.get(&one(enquiry)).await;
    assert!(!page.text().contains("<script>alert(1)"), "typed text is no markup");
    let page = page.visible_text();
    for words in ["ماذا حدث؟", "سطر أول", "وصل مكسورًا", "hind@example.com", "بلا جواب", "/ar/returns/"]
    {
        assert!(page.contains(words), "{words}: {page}");
    }
    assert!(!page.contains("صف المشكلة") && !page.contains("broken"), "{page}");
    let version = noura.get(&format!("{INBOX}preview/?version={}", before.version_id)).await.text();
    assert!(version.contains("ماذا حدث؟") && !version.contains("صف المشكلة"));
    assert_eq!(noura.get(&one(enquiry + 1)).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_list_is_filtered_by_state_form_and_address_and_has_pages() {
    let media = open().await;
    let shop = &media.shop;
    let (returns, contact) = (form(shop).await, save(shop, "contact", &definition("رسالتك")).await);
    let mut ids = Vec::new();
    for number in 0..52 {
        let email = format!("sender{number}@example.com");
        ids.push(Stored { email: &email, ..Stored::default() }.insert(shop, returns).await);
    }
    let other = Stored { email: "Hind@Example.com", ..Stored::default() }.insert(shop, contact).await;
    let spam = Stored { is_spam: true, email: "spam@example.com", ..Stored::default() };
    let spam = spam.insert(shop, contact).await;
    let noura = staff(shop, false).await;
    let has = |page: &TestResponse, id: i64| page.text().contains(&format!("href=\"{}\"", one(id)));
    let list = async |query: &str| noura.get(&format!("{INBOX}{query}")).await;

    let first = list("").await;
    assert!(has(&first, other) && has(&first, ids[51]) && !has(&first, ids[0]) && !has(&first, spam));
    let next = format!("?state=open&before={}", ids[3]);
    assert!(first.text().contains(&next.replace('&', "&amp;")), "fifty on a page, newest first");
    let second = list(&next).await;
    assert!(has(&second, ids[2]) && has(&second, ids[0]) && !has(&second, ids[3]));
    assert!(!second.text().contains("&amp;before="), "there is no third page");

    let spams = list("?state=spam").await;
    assert!(has(&spams, spam) && !has(&spams, other));
    assert!(spams.visible_text().contains("محجوزة 1"), "{}", spams.visible_text());
    let contacts = list(&format!("?form={}", contact.form_id)).await;
    assert!(has(&contacts, other) && !has(&contacts, ids[51]));
    let of_hind = list("?email=HIND%40example.com").await;
    assert!(has(&of_hind, other) && !has(&of_hind, ids[51]), "the case of an address does not matter");
    assert!(list("?state=closed").await.visible_text().contains("لا رسائل هنا."));
    assert_eq!(list("?state=nonsense&form=x&before=").await.status, StatusCode::OK);
}

#[tokio::test]
async fn staff_close_reopen_and_delete_and_the_audit_log_has_it() {
    let media = open().await;
    let shop = &media.shop;
    let form = form(shop).await;
    let id = insert(shop, form).await;
    let file = insert_file(&media, form, Some(id), "a.txt", b"text").await;
    let noura = staff(shop, false).await;
    let act = async |fields: &[(&str, &str)]| noura.submit(&one(id), &one(id), fields).await;
    let notice = |code: &str| format!("{}?notice={code}", one(id));

    assert_eq!(act(&[("do", "close")]).await.location(), notice("closed"));
    assert_eq!(act(&[("do", "close")]).await.location(), notice("not-changed"), "a colleague was faster");
    assert!(noura.get(&format!("{INBOX}?state=closed")).await.text().contains(&one(id)));
    assert_eq!(act(&[("do", "reopen")]).await.location(), notice("reopened"));
    assert_eq!(act(&[("do", "not-spam")]).await.location(), notice("not-changed"));
    assert_eq!(act(&[("do", "delete")]).await.location(), notice("unconfirmed"));
    assert_eq!(act(&[("do", "nonsense")]).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(noura.post(&one(id), &[("do", "close")]).await.status, StatusCode::FORBIDDEN, "no nonce");
    assert_eq!(
        act(&[("do", "delete"), ("confirm", "1")]).await.location(),
        format!("{INBOX}?notice=deleted")
    );
    assert_eq!(noura.get(&one(id)).await.status, StatusCode::NOT_FOUND);
    assert_eq!(noura.get(&format!("{INBOX}files/{file}/")).await.status, StatusCode::NOT_FOUND);
    assert_eq!((count(shop, "enquiries").await, count(shop, "enquiry_files").await), (0, 0));
    media.purge().await;
    assert_eq!(media.files_in_store(), Vec::<String>::new(), "the file goes with the next cleanup");
    let lines: Vec<String> = audited(shop).await.into_iter().map(|(_, subject)| subject).collect();
    assert_eq!(lines, ["closed", "reopened", "deleted"].map(|code| format!("{id} {code}")));
}

#[tokio::test]
async fn an_enquiry_that_is_no_spam_after_all_is_mailed_once() {
    let media = open().await;
    let shop = &media.shop;
    let form = form(shop).await;
    let id = Stored { is_spam: true, ..Stored::default() }.insert(shop, form).await;
    let noura = staff(shop, false).await;
    let page = noura.get(&one(id)).await.visible_text();
    assert!(page.contains("أُرسل خلال ثوانٍ"), "the reason is shown: {page}");
    let mailbox = shop.open_mailbox().await;
    assert_eq!(mailbox.sink.to(RECIPIENT).len(), 0, "held: nobody is notified");
    let released = noura.submit(&one(id), &one(id), &[("do", "not-spam")]).await;
    assert_eq!(released.location(), format!("{}?notice=released", one(id)));
    until("the shop is notified", async || mailbox.sink.to(RECIPIENT).len() == 1).await;
    let again = noura.post(&one(id), &[("do", "not-spam")]).await;
    assert_eq!(again.status, StatusCode::FORBIDDEN);
    let again = noura.submit(&one(id), &one(id), &[("do", "not-spam")]).await;
    assert_eq!(again.location(), format!("{}?notice=not-changed", one(id)));
    jobs_done(shop).await;
    assert_eq!(mailbox.sink.to(RECIPIENT).len(), 1);
    assert!(noura.get(INBOX).await.text().contains(&one(id)), "it is open now");
}

#[tokio::test]
async fn a_file_is_downloaded_as_an_attachment_without_a_type() {
    let media = open().await;
    let shop = &media.shop;
    let form = form(shop).await;
    let id = insert(shop, form).await;
    let page = b"<html><script>alert(document.cookie)</script></html>";
    let file = insert_file(&media, form, Some(id), "عقد \"نهائي\".html", page).await;
    let unsent = insert_file(&media, form, None, "b.txt", b"text").await;
    let noura = staff(shop, false).await;
    assert!(noura.get(&one(id)).await.text().contains(&format!("href=\"{INBOX}files/{file}/\"")));

    let answer = noura.get(&format!("{INBOX}files/{file}/")).await;
    assert_eq!((answer.status, answer.body.as_ref()), (StatusCode::OK, page.as_slice()));
    assert_eq!(answer.header("content-type"), "application/octet-stream");
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    assert_eq!(answer.header("cache-control"), "private, no-store");
    assert_eq!(answer.header("content-security-policy"), "sandbox; default-src 'none'");
    let disposition = answer.header("content-disposition");
    assert_eq!(
        disposition,
        "attachment; filename=\"file\"; filename*=UTF-8''%D8%B9%D9%82%D8%AF%20%22%D9%86%D9%87%D8%A7%D8%A6%D9%8A%22.html"
    );
    assert_eq!(audited(shop).await, [("enquiry-file".to_owned(), format!("{id} {file}"))]);
    // A file of a form that was not sent belongs to nobody yet, and other files are not reached from here.
    assert_eq!(noura.get(&format!("{INBOX}files/{unsent}/")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(noura.get(&format!("{INBOX}files/{}/", file ^ 1)).await.status, StatusCode::NOT_FOUND);
    // Nothing of it is public.
    for path in
        [format!("/m/fo/forms/{file}"), format!("/forms/{file}"), format!("/ar/staff/media/{file}/320.webp/")]
    {
        assert_ne!(shop.shopper().get(&path).await.status, StatusCode::OK, "{path}");
    }
    std::fs::remove_file(media.store_folder().join("forms").join(file.to_string())).expect("a file");
    let gone = noura.get(&format!("{INBOX}files/{file}/")).await;
    assert_eq!(gone.location(), format!("{}?notice=missing", one(id)));
}

/// What could not be scanned is not handed out.
#[tokio::test]
async fn a_file_waits_for_the_scanner() {
    let clamd = Some("unix:/nonexistent/clamd".to_owned());
    let media = MediaShop::open_with(MediaOptions { clamd, ..MediaOptions::default() }).await;
    let shop = &media.shop;
    let form = form(shop).await;
    let id = insert(shop, form).await;
    let file = insert_file(&media, form, Some(id), "a.txt", b"text").await;
    let set = async |state: &str, refusal: Option<&str>| {
        sqlx::query("update media_files set state = $1, refusal = $2")
            .bind(state)
            .bind(refusal)
            .execute(&shop.db)
            .await
    };
    set("received", None).await.expect("changed");
    let noura = staff(shop, false).await;
    let download = format!("{INBOX}files/{file}/");
    let page = noura.get(&one(id)).await;
    assert!(page.visible_text().contains("قيد الفحص") && !page.text().contains(&download));
    assert_eq!(noura.get(&download).await.location(), format!("{}?notice=scanning", one(id)));
    set("refused", Some("infected")).await.expect("changed");
    assert!(noura.get(&one(id)).await.visible_text().contains("فيه برنامج ضار"));
    assert_eq!(noura.get(&download).await.location(), format!("{}?notice=infected", one(id)));
    assert_eq!(audited(shop).await, [], "nothing was handed out");
    set("processed", None).await.expect("changed");
    assert_eq!(noura.get(&download).await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_scanner_decides_about_files_of_enquiries() {
    let Some(clamd) = TestClamd::start() else {
        eprintln!("skipped: clamd is not installed");
        return;
    };
    let options = MediaOptions { clamd: Some(clamd.address()), ..MediaOptions::default() };
    let media = MediaShop::open_with(options).await;
    let form = form(&media.shop).await;
    let id = insert(&media.shop, form).await;
    let infected = insert_file(&media, form, Some(id), "a.zip", &hostile::eicar()).await;
    let sound = insert_file(&media, form, Some(id), "b.zip", b"PK nothing").await;
    sqlx::query("update media_files set state = 'received'").execute(&media.shop.db).await.expect("changed");
    for file in [infected, sound] {
        let job = media::jobs::ScanMedia { id: file };
        edge::jobs::enqueue(&media.shop.db, &job, Some(&media::jobs::ScanMedia::key(file)))
            .await
            .expect("a job");
    }
    let state = async |file| media.state(file).await.map(|(state, _)| state);
    until("both are scanned", async || {
        state(infected).await.as_deref() == Some("refused")
            && state(sound).await.as_deref() == Some("processed")
    })
    .await;
    let noura = staff(&media.shop, false).await;
    assert_eq!(noura.get(&format!("{INBOX}files/{sound}/")).await.body.as_ref(), b"PK nothing");
    let refused = noura.get(&format!("{INBOX}files/{infected}/")).await;
    assert_eq!(refused.location(), format!("{}?notice=infected", one(id)));
}

/// [FORM-05]
#[tokio::test]
async fn staff_preview_a_form_and_cannot_send_it() {
    let media = open().await;
    let shop = &media.shop;
    let form = form(shop).await;
    let noura = staff(shop, false).await;
    let preview = format!("{INBOX}preview/?form={}", form.form_id);
    assert!(noura.get(INBOX).await.text().contains(&preview.replace('&', "&amp;")));
    let page = noura.get(&preview).await;
    assert!(page.text().contains("\"preview\":true"), "the island knows the mode");
    assert!(page.visible_text().contains("لا يمكن الإرسال في وضع المعاينة."));
    assert!(!page.text().contains(RECIPIENT), "recipients are not part of a form");
    // The plain form leads nowhere.
    let sent = noura.post(&format!("{INBOX}preview/"), &[("iphorm_id", &form.form_id.to_string())]).await;
    assert_eq!(sent.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(count(shop, "enquiries").await, 0);
    for unknown in ["", "?form=99", "?version=99", "?form=x"] {
        let answer = noura.get(&format!("{INBOX}preview/{unknown}")).await;
        assert!(answer.status.is_client_error(), "{unknown}");
    }
}

//! The picture of five digits, and the proof of work that stands in for it.

use super::*;

fn with_captcha() -> Value {
    with_element(
        definition(),
        json!({ "id": "9", "kind": "captcha", "label": "اكتب الأرقام الظاهرة", "required": true }),
    )
}

impl Sender<'_> {
    /// Fetches a picture and returns its digits, which only the shop's secret knows.
    async fn picture(&self) -> String {
        let picture = self.shopper.get("/ar/forms/captcha/").await;
        assert_eq!((picture.status, picture.header("content-type")), (StatusCode::OK, "image/png"));
        assert!(picture.header("cache-control").contains("no-store"));
        let decoded = image::load_from_memory(&picture.body).expect("a picture");
        assert!(decoded.width() >= 100 && decoded.height() >= 40);
        let cookie = picture.header("set-cookie").to_owned();
        for part in ["__Host-captcha=", "HttpOnly", "Secure", "SameSite=Lax"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        let newest = cookie.trim_start_matches("__Host-captcha=").split([';', '.']).next().expect("a number");
        digits(self.shop, newest)
    }

    async fn answer(&self, digits: &str, text: &str) -> Value {
        let token = self.token().await;
        self.shop.wait();
        self.send_with(&token, &[MESSAGE[0], MESSAGE[1], ("5", text), ("9", digits)], &[]).await.json()
    }
}

/// As the shop derives them.
fn digits(shop: &FormShop, picture: &str) -> String {
    let seconds: i64 = picture.split('-').next().and_then(|text| text.parse().ok()).expect("seconds");
    let issued = chrono::DateTime::from_timestamp(seconds, 0).expect("time");
    let derived = shop.shop.shop().nonces.page("enquiries.captcha", picture, issued);
    let number = u64::from_str_radix(&derived[..12], 16).expect("hex");
    format!("{:05}", number % 100_000)
}

fn in_digits(text: &str, zero: char) -> String {
    let digit = |c: char| char::from_u32(zero as u32 + c.to_digit(10).expect("a digit")).expect("a digit");
    text.chars().map(digit).collect()
}

/// [FORM-35] Arabic, Persian and Latin digits, each picture once.
#[tokio::test]
async fn the_digits_of_the_picture_are_accepted_in_any_script_and_once() {
    let shop = open_with(with_captcha(), 100).await;
    let sender = shop.sender();
    for (number, zero) in ['٠', '۰', '0'].into_iter().enumerate() {
        let typed = in_digits(&sender.picture().await, zero);
        let answer = sender.answer(&format!(" {typed} "), &format!("رسالة {number}")).await;
        assert_eq!(answer["type"], "success", "{typed}: {answer}");
        let again = sender.answer(&typed, &format!("رسالة أخرى {number}")).await;
        assert_eq!(errors(&shop, &again, "9"), ["الأرقام غير مطابقة. جرّب الصورة الجديدة."], "one use");
    }
    assert_eq!(shop.count("not is_spam").await, 3, "who has typed the digits is no spam");
}

/// [FORM-35] A wrong answer uses the picture up: the digits cannot be guessed one after the other.
#[tokio::test]
async fn a_wrong_answer_uses_the_picture_up() {
    let shop = open_with(with_captcha(), 100).await;
    let sender = shop.sender();
    let right = sender.picture().await;
    let wrong = if right == "00000" { "00001" } else { "00000" };
    let answer = sender.answer(wrong, "رسالة").await;
    assert_eq!(errors(&shop, &answer, "9"), ["الأرقام غير مطابقة. جرّب الصورة الجديدة."]);
    let answer = sender.answer(&right, "رسالة").await;
    assert_eq!(answer["type"], "error", "the picture was used up");
    let empty = sender.answer(" ", "رسالة").await;
    assert_eq!(errors(&shop, &empty, "9"), ["هذا الحقل مطلوب."]);
    let right = sender.picture().await;
    assert_eq!(sender.answer(&right, "رسالة").await["type"], "success", "a new picture");
}

/// An error in another field does not use the picture up.
#[tokio::test]
async fn an_error_in_another_field_leaves_the_picture_as_it_is() {
    let shop = open_with(with_captcha(), 100).await;
    let sender = shop.sender();
    let right = sender.picture().await;
    let answer = sender.answer(&right, "").await;
    assert_eq!(errors(&shop, &answer, "5"), ["هذا الحقل مطلوب."]);
    assert_eq!(errors(&shop, &answer, "9"), [""; 0]);
    assert_eq!(sender.answer(&right, "رسالة").await["type"], "success");
}

#[tokio::test]
async fn digits_of_other_browsers_and_old_ones_are_not_accepted() {
    let shop = open_with(with_captcha(), 100).await;
    let (first, second) = (shop.sender(), shop.sender());
    let digits = first.picture().await;
    assert_eq!(second.answer(&digits, "رسالة").await["type"], "error", "no picture was issued here");
    shop.shop.clock().advance(TimeDelta::minutes(31));
    assert_eq!(first.answer(&digits, "رسالة").await["type"], "error", "after half an hour");
    // Two forms in two tabs: the digits of both count.
    let (one, _other) = (first.picture().await, first.picture().await);
    assert_eq!(first.answer(&one, "رسالة").await["type"], "success");
}

/// [FORM-35] A solved challenge of this purpose, once.
#[tokio::test]
async fn a_proof_of_work_stands_in_for_the_digits() {
    let shop = open_with(with_captcha(), 100).await;
    let sender = shop.sender();
    let solution = sender.solve().await;
    let send = async |text: &str, solution: &str| {
        let token = sender.token().await;
        shop.wait();
        let values = [MESSAGE[0], MESSAGE[1], ("5", text), ("9", "")];
        sender.send_with(&token, &values, &[("cptcha", solution)]).await.json()
    };
    assert_eq!(send("رسالة", &solution).await["type"], "success");
    let again = send("رسالة أخرى", &solution).await;
    assert_eq!(errors(&shop, &again, "9"), ["الأرقام غير مطابقة. جرّب الصورة الجديدة."], "one use");
    let other = shop.shop.shop();
    let foreign = moderation::captcha::challenge(other, "review").expect("a challenge");
    let solved = altcha::solve_challenge(altcha::SolveChallengeOptions::new(&foreign));
    let payload =
        altcha::Payload { challenge: foreign, solution: solved.expect("solved").expect("a solution") };
    let foreign = BASE64_STANDARD.encode(serde_json::to_vec(&payload).expect("JSON"));
    assert_eq!(send("رسالة أخرى", &foreign).await["type"], "error", "of another form");
}

/// Two pictures are never the same, and no digit is in the address, the cookie or the headers.
#[tokio::test]
async fn a_picture_does_not_tell_its_digits() {
    let shop = open_with(with_captcha(), 100).await;
    let sender = shop.sender();
    let picture = sender.shopper.get("/ar/forms/captcha/").await;
    let cookie = picture.header("set-cookie").trim_start_matches("__Host-captcha=").to_owned();
    let digits = digits(&shop, cookie.split([';', '.']).next().expect("a number"));
    assert!(!format!("{:?}", picture.headers).contains(&digits));
    let next = sender.shopper.get("/ar/forms/captcha/?r=1").await;
    assert_ne!(picture.body, next.body);
    assert!(!image::load_from_memory(&picture.body).expect("a picture").into_bytes().is_empty());
}

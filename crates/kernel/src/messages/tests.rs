use super::*;
use crate::text::without_isolates;

const SOURCE: &str = "
view = عرض السلة
added = أُضيف المنتج «{ $name }» إلى السلة.
range = من { $first } إلى { $last }
email = البريد الإلكتروني
    .error = أدخل بريدك الإلكتروني.
count = { PLURAL($count) ->
    [zero] لا منتجات
    [one] منتج واحد
    [two] منتجان
    [few] { $count } منتجات
    [many] { $count } منتجًا
   *[other] { $count } منتج
}
";

fn text(message: impl Into<Message>) -> String {
    Messages::new(&[("test", SOURCE)]).text(message)
}

#[test]
fn a_bare_key_has_a_text() {
    assert_eq!(text(Key("test.view")), "عرض السلة");
}

#[test]
fn an_attribute_has_its_own_text() {
    assert_eq!(text(Key("test.email.error")), "أدخل بريدك الإلكتروني.");
}

#[test]
fn placeholder_values_are_isolated() {
    let message = Key("test.added").with("name", "Nike");

    assert_eq!(text(&message), "أُضيف المنتج «\u{2068}Nike\u{2069}» إلى السلة.");
}

#[test]
fn a_message_takes_several_arguments() {
    let message = Key("test.range").with("first", 1).with("last", Quantity::from_units(250_000));

    assert_eq!(without_isolates(&text(message)), "من 1 إلى 2.5");
}

#[test]
fn a_number_selects_the_plural_form() {
    let counted = |count: u32| without_isolates(&text(Key("test.count").with("count", count)));

    assert_eq!(counted(0), "لا منتجات");
    assert_eq!(counted(1), "منتج واحد");
    assert_eq!(counted(2), "منتجان");
    assert_eq!(counted(103), "103 منتجات");
    assert_eq!(counted(111), "111 منتجًا");
    assert_eq!(counted(1204), "1,204 منتجات");
    assert_eq!(counted(1_000_000), "1,000,000 منتج");
}

#[test]
fn money_is_formatted() {
    let message = Key("test.added").with("name", Money::from_minor(123_450));

    assert!(text(message).contains("1,234.50\u{a0}$"));
}

#[test]
#[should_panic(expected = "test.added")]
fn a_missing_argument_panics_in_debug_builds() {
    text(Key("test.added"));
}

#[test]
fn every_generated_key_has_a_text() {
    for &key in Key::all() {
        let mut errors = Vec::new();
        assert!(Messages::arabic().find(&key.into(), &mut errors).is_some(), "{}", key.as_str());
    }
}

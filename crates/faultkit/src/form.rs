//! Reads the forms of the shop's pages and fills them in.

/// Names and values, in the order of the form.
pub type Fields = Vec<(String, String)>;

const CARD: &str = "authorize_net_cim_credit_card";
const ECHECK: &str = "authorize_net_cim_echeck";

/// Payment source: a token of the provider, or none yet.
#[derive(Debug, Clone)]
pub enum PaymentSource {
    Card(String),
    Echeck(String),
    Later,
}

/// The hidden fields of the form that posts to `action`. `None`: the page has no such form.
pub fn hidden(html: &str, action: &str) -> Option<Fields> {
    let mut forms = html.split("<form").skip(1).filter_map(|rest| rest.split("</form").next());
    let form = forms.find(|form| {
        let tag = form.split('>').next().unwrap_or_default();
        attribute(tag, "action").as_deref() == Some(action)
    })?;
    let tags = form.split("<input").skip(1).filter_map(|rest| rest.split('>').next());
    let hidden = tags.filter(|tag| tag.contains("type=\"hidden\""));
    Some(hidden.filter_map(|tag| Some((attribute(tag, "name")?, attribute(tag, "value")?))).collect())
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    let value = rest.split('"').next()?;
    Some(value.replace("&amp;", "&"))
}

/// Sets a field, replacing an existing value.
pub fn set(fields: &mut Fields, name: &str, value: &str) {
    fields.retain(|(known, _)| known != name);
    fields.push((name.to_owned(), value.to_owned()));
}

/// The checkout form as a buyer fills it in.
pub fn checkout(html: &str, email: &str, source: &PaymentSource) -> Option<Fields> {
    let mut fields = hidden(html, "/ar/checkout/")?;
    // The summary is outside the form element but belongs to it.
    if let Some((_, rest)) = html.split_once("name=\"seen_total\" value=\"") {
        set(&mut fields, "seen_total", rest.split('"').next().unwrap_or_default());
    }
    for (name, value) in [
        ("billing_email", email),
        ("billing_first_name", "سلمى"),
        ("billing_last_name", "الخطيب"),
        ("billing_country", "US"),
        ("billing_address_1", "5100 Maple St"),
        ("billing_city", "ديربورن"),
        ("billing_phone", "+1 313 555 0142"),
        ("terms", "1"),
    ] {
        set(&mut fields, name, value);
    }
    pay(&mut fields, source);
    Some(fields)
}

/// The form of the page that pays an existing order.
pub fn order_pay(html: &str, action: &str, source: &PaymentSource) -> Option<Fields> {
    let mut fields = hidden(html, action)?;
    pay(&mut fields, source);
    Some(fields)
}

fn pay(fields: &mut Fields, source: &PaymentSource) {
    fields.retain(|(name, _)| name != "pay_later" && !name.starts_with("wc-authorize-net"));
    let (gateway, token) = match source {
        PaymentSource::Card(token) => (CARD, token),
        PaymentSource::Echeck(token) => (ECHECK, token),
        PaymentSource::Later => return set(fields, "pay_later", "1"),
    };
    set(fields, "payment_method", gateway);
    let field_name = |name: &str| format!("wc-{}-{name}", gateway.replace('_', "-"));
    set(fields, &field_name("payment-nonce"), token);
    set(fields, &field_name("payment-descriptor"), "COMMON.ACCEPT.INAPP.PAYMENT");
    if gateway == CARD {
        for (name, value) in
            [("card-type", "visa"), ("last-four", "1111"), ("exp-month", "12"), ("exp-year", "2038")]
        {
            set(fields, &field_name(name), value);
        }
    }
}

pub fn encode(fields: &Fields) -> String {
    // Pairs of strings always encode.
    serde_urlencoded::to_string(fields).unwrap_or_default()
}

pub fn value<'a>(fields: &'a Fields, name: &str) -> &'a str {
    fields.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r#"<form action="/ar/search/"><input type="hidden" name="x" value="1"></form>
        <form method="post" action="/ar/checkout/"><input type="hidden" name="nonce" value="a&amp;b"/>
        <input type="text" name="billing_city" value=""/><input type="hidden" name="pay_later" value="1"/></form>
        <input type="hidden" name="seen_total" value="2408"/>"#;

    #[test]
    fn a_form_keeps_its_hidden_fields_and_gets_the_buyers_values() {
        let fields = checkout(PAGE, "a@example.com", &PaymentSource::Card("token".to_owned())).unwrap();
        assert_eq!(value(&fields, "nonce"), "a&b");
        assert_eq!(value(&fields, "seen_total"), "2408");
        assert_eq!(value(&fields, "pay_later"), "");
        assert_eq!(value(&fields, "wc-authorize-net-cim-credit-card-payment-nonce"), "token");
        assert!(checkout("<p>empty</p>", "", &PaymentSource::Later).is_none());
    }
}

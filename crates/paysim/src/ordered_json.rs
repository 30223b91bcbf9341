//! JSON whose objects keep the order of their fields.
//!
//! The provider's JSON is defined by an XML schema, and it refuses fields that are out of order. A lenient
//! simulator would hide such errors until production, so the order is kept here and checked in `schema`.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, SeqAccess, Visitor},
};

#[derive(Debug, Clone, PartialEq)]
pub enum Node {
    Null,
    Bool(bool),
    Number(serde_json::Number),
    Text(String),
    List(Vec<Node>),
    Fields(Vec<(String, Node)>),
}

static NULL: Node = Node::Null;

impl Node {
    /// The node at a path of names separated by dots; `Null` if there is none.
    pub fn get(&self, path: &str) -> &Node {
        path.split('.').fold(self, |node, name| node.field(name))
    }

    fn field(&self, name: &str) -> &Node {
        let found = match self {
            Self::Fields(fields) => fields.iter().find(|(found, _)| found == name).map(|(_, node)| node),
            _ => None,
        };
        found.unwrap_or(&NULL)
    }

    pub fn is_present(&self) -> bool {
        !matches!(self, Self::Null)
    }

    /// The text of a scalar. Numbers and booleans may also be sent as text, as with the real provider.
    pub fn text(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::Text(text) => Some(Cow::Borrowed(text)),
            Self::Number(number) => Some(Cow::Owned(number.to_string())),
            Self::Bool(yes) => Some(Cow::Borrowed(if *yes { "true" } else { "false" })),
            _ => None,
        }
    }

    /// The text at a path; empty if there is none.
    pub fn text_at(&self, path: &str) -> String {
        self.get(path).text().unwrap_or_default().into_owned()
    }

    /// Like [`Self::text_at`], but `None` if it is empty.
    pub fn some_text_at(&self, path: &str) -> Option<String> {
        Some(self.text_at(path)).filter(|word| !word.is_empty())
    }

    pub fn number_at(&self, path: &str) -> Option<u64> {
        self.get(path).text()?.trim().parse().ok()
    }

    pub fn bool_at(&self, path: &str) -> bool {
        self.get(path).text().is_some_and(|text| text.eq_ignore_ascii_case("true") || text == "1")
    }

    /// An amount in dollars as cents; `None` if it is not an amount.
    pub fn cents_at(&self, path: &str) -> Option<i64> {
        cents(&self.get(path).text()?)
    }

    /// The elements of a list. The schema allows a single element without its list.
    pub fn items(&self) -> &[Node] {
        match self {
            Self::Null => &[],
            Self::List(list) => list,
            one => std::slice::from_ref(one),
        }
    }
}

fn cents(text: &str) -> Option<i64> {
    let (whole, part) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 12 || !digits(whole) || !digits(part) {
        return None;
    }
    // Fractions of a cent must be zero.
    let (fine, rest) = part.split_at(part.len().min(2));
    if rest.bytes().any(|byte| byte != b'0') {
        return None;
    }
    Some(whole.parse::<i64>().ok()? * 100 + format!("{fine:0<2}").parse::<i64>().ok()?)
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E>(self, yes: bool) -> Result<Node, E> {
        Ok(Node::Bool(yes))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Node, E> {
        Ok(Node::Number(number.into()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Node, E> {
        Ok(Node::Number(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Node, E> {
        Ok(serde_json::Number::from_f64(number).map_or(Node::Null, Node::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Node, E> {
        Ok(Node::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let mut found = Vec::new();
        while let Some(node) = list.next_element()? {
            found.push(node);
        }
        Ok(Node::List(found))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut found = Vec::new();
        while let Some(field) = map.next_entry()? {
            found.push(field);
        }
        Ok(Node::Fields(found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_keep_their_order_and_are_found_by_path() {
        let node: Node = serde_json::from_str(r#"{"z":{"b":1,"a":"two"},"y":[true,null]}"#).unwrap();
        let Node::Fields(fields) = node.get("z") else { panic!() };
        assert_eq!(fields.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["b", "a"]);
        assert_eq!(node.text_at("z.a"), "two");
        assert_eq!(node.number_at("z.b"), Some(1));
        assert_eq!(node.text_at("z.c.d"), "");
        assert_eq!(node.get("y").items().len(), 2);
        assert_eq!(node.get("z").items().len(), 1);
    }

    #[test]
    fn amounts_are_read_exactly() {
        for (text, expected) in [
            ("5", Some(500)),
            ("5.1", Some(510)),
            ("5.10", Some(510)),
            ("0.01", Some(1)),
            ("19.9900", Some(1999)),
            ("19.999", None),
            ("-5", None),
            ("", None),
            (".5", None),
            ("1e3", None),
        ] {
            assert_eq!(cents(text), expected, "{text}");
        }
    }
}

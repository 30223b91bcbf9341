//! Names of fields on the wire.

use super::element::ElementId;

/// `iphorm_{form}_{element}`. Parts of a date add `[day]`, `[month]`, `[year]`; checkboxes, and uploads without a limit, `[]`.
pub fn field_name(form: i64, element: ElementId) -> String {
    format!("iphorm_{form}_{element}")
}

/// Stands for the whole form where errors are listed by field.
pub fn form_field(form: i64) -> String {
    format!("iphorm_{form}")
}

/// The element of a field of the form, and what follows its name: `[day]`, `[]`, or nothing.
pub fn parse_field_name(form: i64, name: &str) -> Option<(ElementId, &str)> {
    let rest = name.strip_prefix("iphorm_")?.strip_prefix(&form.to_string())?.strip_prefix('_')?;
    let (number, suffix) = rest.split_at(rest.find('[').unwrap_or(rest.len()));
    Some((number.parse().ok()?, suffix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_that_of_its_form_alone() {
        assert_eq!(field_name(2, ElementId(7)), "iphorm_2_7");
        assert_eq!(parse_field_name(2, "iphorm_2_7"), Some((ElementId(7), "")));
        assert_eq!(parse_field_name(2, "iphorm_2_7[day]"), Some((ElementId(7), "[day]")));
        for other in
            ["iphorm_22_7", "iphorm_2_", "iphorm_2_07", "iphorm_2_x", "iphorm_2_7 ", "iphorm_id", "name"]
        {
            assert_eq!(parse_field_name(2, other), None, "{other}");
        }
    }
}

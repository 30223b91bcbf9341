//! Validates requests against the provider's schema: unknown fields, fields out of order, and texts that are
//! too long. Only objects that the shop sends are listed; others are not checked.

use crate::ordered_json::Node;

/// The fields of each object, in order, by the object's name.
const FIELDS: &[(&str, &str)] = &[
    (
        "merchantAuthentication",
        "name transactionKey sessionToken password impersonationAuthentication fingerPrint clientKey accessToken \
         mobileDeviceId",
    ),
    (
        "transactionRequest",
        "transactionType amount currencyCode payment profile solution callId terminalNumber authCode refTransId \
         splitTenderId order lineItems tax duty shipping taxExempt poNumber customer billTo shipTo customerIP \
         cardholderAuthentication retail employeeId transactionSettings userFields surcharge merchantDescriptor \
         subMerchant tip processingOptions subsequentAuthInformation otherTax shipFrom authorizationIndicatorType",
    ),
    ("payment", "creditCard bankAccount trackData encryptedTrackData payPal opaqueData emv dataSource"),
    (
        "creditCard",
        "cardNumber expirationDate cardCode isPaymentToken cryptogram tokenRequestorName tokenRequestorId \
         tokenRequestorEci",
    ),
    ("bankAccount", "accountType routingNumber accountNumber nameOnAccount echeckType bankName checkNumber"),
    ("opaqueData", "dataDescriptor dataValue dataKey expirationTimeStamp"),
    ("setting", "settingName settingValue"),
    ("billTo", ADDRESS),
    ("shipTo", ADDRESS),
    // Of a payment, or of a profile created from one.
    ("customer", "type id merchantCustomerId description email phoneNumber faxNumber driversLicense taxId"),
    // Of a payment with a saved method, or of a new profile.
    (
        "profile",
        "createProfile customerProfileId paymentProfile shippingProfileId merchantCustomerId description email \
         paymentProfiles shipToList profileType",
    ),
    // Of a payment with a saved method, or of a method to be saved.
    (
        "paymentProfile",
        "customerType billTo payment driversLicense taxId defaultPaymentProfile subsequentAuthInformation \
         excludeFromAccountUpdater paymentProfileId cardCode",
    ),
    (
        "paymentProfiles",
        "customerType billTo payment driversLicense taxId defaultPaymentProfile subsequentAuthInformation \
         excludeFromAccountUpdater",
    ),
    ("sorting", "orderBy orderDescending"),
    ("paging", "limit offset"),
    ("authenticateTestRequest", ""),
    ("getMerchantDetailsRequest", ""),
    ("createTransactionRequest", "transactionRequest"),
    ("createCustomerProfileRequest", "profile validationMode"),
    ("createCustomerPaymentProfileRequest", "customerProfileId paymentProfile validationMode"),
    (
        "createCustomerProfileFromTransactionRequest",
        "transId customer customerProfileId defaultPaymentProfile defaultShippingAddress profileType",
    ),
    (
        "getCustomerProfileRequest",
        "customerProfileId merchantCustomerId email unmaskExpirationDate includeIssuerInfo",
    ),
    (
        "getCustomerPaymentProfileRequest",
        "customerProfileId customerPaymentProfileId unmaskExpirationDate includeIssuerInfo",
    ),
    ("deleteCustomerProfileRequest", "customerProfileId"),
    ("deleteCustomerPaymentProfileRequest", "customerProfileId customerPaymentProfileId"),
    ("getTransactionDetailsRequest", "transId"),
    ("getUnsettledTransactionListRequest", "status sorting paging"),
    ("getTransactionListRequest", "batchId sorting paging"),
    ("getTransactionListForCustomerRequest", "customerProfileId customerPaymentProfileId sorting paging"),
    ("getSettledBatchListRequest", "includeStatistics firstSettlementDate lastSettlementDate"),
];

const ADDRESS: &str = "firstName lastName company address city state zip country phoneNumber faxNumber email";

/// The first fields of every request.
const COMMON_FIELDS: &str = "merchantAuthentication refId";

/// Maximum length of texts, by parent object (empty: any) and field.
const MAX_LENGTHS: &[(&str, &str, usize)] = &[
    ("", "refId", 20),
    ("", "invoiceNumber", 20),
    ("", "merchantCustomerId", 20),
    ("customer", "id", 20),
    ("", "description", 255),
    ("", "email", 255),
    ("", "firstName", 50),
    ("", "lastName", 50),
    ("", "company", 50),
    ("", "address", 60),
    ("", "city", 40),
    ("", "state", 40),
    ("", "zip", 20),
    ("", "country", 60),
    ("", "phoneNumber", 25),
    ("bankAccount", "nameOnAccount", 22),
];

/// The first violation in the provider's words; `None` if the request is valid.
pub fn find_violation(name: &str, node: &Node) -> Option<String> {
    match node {
        Node::List(list) => list.iter().find_map(|node| find_violation(name, node)),
        Node::Fields(fields) => {
            let known = FIELDS.iter().find(|(found, _)| *found == name).map(|(_, fields)| *fields);
            let mut last = 0;
            for (field, inside) in fields {
                // The provider's SDKs send this field last, its schema has it second; both are accepted.
                if field == "clientId" {
                    continue;
                }
                if let Some(known) = known {
                    match field_position(name, known, field) {
                        Some(position) if position >= last => last = position,
                        _ => return Some(unexpected(name, field)),
                    }
                }
                if is_too_long(name, field, inside) {
                    return Some(too_long(field));
                }
                if let Some(found) = find_violation(field, inside) {
                    return Some(found);
                }
            }
            None
        }
        _ => None,
    }
}

fn field_position(name: &str, known: &str, field: &str) -> Option<usize> {
    let common = if name.ends_with("Request") && name != "transactionRequest" { COMMON_FIELDS } else { "" };
    let mut all = common.split_whitespace().chain(known.split_whitespace());
    all.position(|found| found == field)
}

fn is_too_long(name: &str, field: &str, node: &Node) -> bool {
    let applies =
        |(within, found, _): &&(&str, &str, usize)| *found == field && (within.is_empty() || *within == name);
    let Some((_, _, max)) = MAX_LENGTHS.iter().find(applies) else { return false };
    node.text().is_some_and(|text| text.chars().count() > *max)
}

const NAMESPACE: &str = "AnetApi/xml/v1/schema/AnetApiSchema.xsd";

fn unexpected(name: &str, field: &str) -> String {
    format!(
        "The element '{name}' in namespace '{NAMESPACE}' has invalid child element '{field}' in namespace '{NAMESPACE}'."
    )
}

fn too_long(field: &str) -> String {
    format!(
        "The '{NAMESPACE}:{field}' element is invalid - The value is invalid according to its datatype 'String' - \
         The actual length is greater than the MaxLength value."
    )
}

/// Message for a value that the schema does not allow.
pub fn not_allowed(field: &str) -> String {
    format!("The '{NAMESPACE}:{field}' element is invalid - The value is invalid according to its datatype.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violation_of(name: &str, text: &str) -> String {
        find_violation(name, &serde_json::from_str::<Node>(text).unwrap()).unwrap_or_default()
    }

    #[test]
    fn fields_have_an_order() {
        let good =
            r#"{"transactionType":"a","amount":"5","payment":{"creditCard":{"cardNumber":"4"}},"order":{}}"#;
        assert_eq!(violation_of("transactionRequest", good), "");
        let bad = r#"{"transactionType":"a","payment":{},"amount":"5"}"#;
        assert!(violation_of("transactionRequest", bad).contains("'amount'"));
        let deep = r#"{"billTo":{"zip":"1","firstName":"A"}}"#;
        assert!(violation_of("transactionRequest", deep).contains("'firstName'"));
        let kit = r#"{"merchantAuthentication":{},"transactionRequest":{},"clientId":"kit"}"#;
        assert_eq!(violation_of("createTransactionRequest", kit), "");
        let second = r#"{"merchantAuthentication":{},"clientId":"kit","refId":"1"}"#;
        assert_eq!(violation_of("authenticateTestRequest", second), "");
    }

    #[test]
    fn unknown_fields_and_too_long_texts_are_named() {
        assert!(violation_of("transactionRequest", r#"{"customerIp":"192.0.2.1"}"#).contains("'customerIp'"));
        let long = format!(r#"{{"order":{{"invoiceNumber":"{}"}}}}"#, "1".repeat(21));
        assert!(violation_of("transactionRequest", &long).contains(":invoiceNumber'"));
        let arabic = format!(r#"{{"billTo":{{"firstName":"{}"}}}}"#, "م".repeat(50));
        assert_eq!(violation_of("transactionRequest", &arabic), "");
    }
}

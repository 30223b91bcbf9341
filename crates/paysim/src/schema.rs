//! What the provider's schema holds against a request: fields it does not know, fields out of their order, texts that
//! are too long. Only the objects that a shop sends are known here; what stands in others is nobody's business.

use crate::node::Node;

/// The fields of an object, by the name it stands under, in their order.
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
    // Of a payment, or of a profile made from one.
    ("customer", "type id merchantCustomerId description email phoneNumber faxNumber driversLicense taxId"),
    // Of a payment with a kept method, or of a customer to be kept.
    (
        "profile",
        "createProfile customerProfileId paymentProfile shippingProfileId merchantCustomerId description email \
         paymentProfiles shipToList profileType",
    ),
    // Of a payment with a kept method, or of a method to be kept.
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

/// Every request has these first.
const OF_ALL: &str = "merchantAuthentication refId";

/// The most characters of a text, by its name and, where that says too little, by what it stands in.
const LENGTHS: &[(&str, &str, usize)] = &[
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

/// The first thing that is wrong, in the provider's words; nothing, when all is well.
pub fn fault(name: &str, node: &Node) -> Option<String> {
    match node {
        Node::List(list) => list.iter().find_map(|node| fault(name, node)),
        Node::Fields(fields) => {
            let known = FIELDS.iter().find(|(found, _)| *found == name).map(|(_, fields)| *fields);
            let mut last = 0;
            for (field, inside) in fields {
                // The provider's own kits put this one last, its schema puts it second; both are taken.
                if field == "clientId" {
                    continue;
                }
                if let Some(known) = known {
                    match place(name, known, field) {
                        Some(place) if place >= last => last = place,
                        _ => return Some(unexpected(name, field)),
                    }
                }
                if is_too_long(name, field, inside) {
                    return Some(too_long(field));
                }
                if let Some(found) = fault(field, inside) {
                    return Some(found);
                }
            }
            None
        }
        _ => None,
    }
}

fn place(name: &str, known: &str, field: &str) -> Option<usize> {
    let common = if name.ends_with("Request") && name != "transactionRequest" { OF_ALL } else { "" };
    let mut all = common.split_whitespace().chain(known.split_whitespace());
    all.position(|found| found == field)
}

fn is_too_long(name: &str, field: &str, node: &Node) -> bool {
    let of =
        |(within, found, _): &&(&str, &str, usize)| *found == field && (within.is_empty() || *within == name);
    let Some((_, _, most)) = LENGTHS.iter().find(of) else { return false };
    node.text().is_some_and(|text| text.chars().count() > *most)
}

const SPACE: &str = "AnetApi/xml/v1/schema/AnetApiSchema.xsd";

fn unexpected(name: &str, field: &str) -> String {
    format!(
        "The element '{name}' in namespace '{SPACE}' has invalid child element '{field}' in namespace '{SPACE}'."
    )
}

fn too_long(field: &str) -> String {
    format!(
        "The '{SPACE}:{field}' element is invalid - The value is invalid according to its datatype 'String' - \
         The actual length is greater than the MaxLength value."
    )
}

/// Of a value that the schema does not allow.
pub fn not_allowed(field: &str) -> String {
    format!("The '{SPACE}:{field}' element is invalid - The value is invalid according to its datatype.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault_of(name: &str, text: &str) -> String {
        fault(name, &serde_json::from_str::<Node>(text).unwrap()).unwrap_or_default()
    }

    #[test]
    fn fields_have_an_order() {
        let good =
            r#"{"transactionType":"a","amount":"5","payment":{"creditCard":{"cardNumber":"4"}},"order":{}}"#;
        assert_eq!(fault_of("transactionRequest", good), "");
        let bad = r#"{"transactionType":"a","payment":{},"amount":"5"}"#;
        assert!(fault_of("transactionRequest", bad).contains("'amount'"));
        let deep = r#"{"billTo":{"zip":"1","firstName":"A"}}"#;
        assert!(fault_of("transactionRequest", deep).contains("'firstName'"));
        let kit = r#"{"merchantAuthentication":{},"transactionRequest":{},"clientId":"kit"}"#;
        assert_eq!(fault_of("createTransactionRequest", kit), "");
        let second = r#"{"merchantAuthentication":{},"clientId":"kit","refId":"1"}"#;
        assert_eq!(fault_of("authenticateTestRequest", second), "");
    }

    #[test]
    fn what_is_unknown_or_too_long_is_named() {
        assert!(fault_of("transactionRequest", r#"{"customerIp":"192.0.2.1"}"#).contains("'customerIp'"));
        let long = format!(r#"{{"order":{{"invoiceNumber":"{}"}}}}"#, "1".repeat(21));
        assert!(fault_of("transactionRequest", &long).contains(":invoiceNumber'"));
        let arabic = format!(r#"{{"billTo":{{"firstName":"{}"}}}}"#, "م".repeat(50));
        assert_eq!(fault_of("transactionRequest", &arabic), "");
    }
}

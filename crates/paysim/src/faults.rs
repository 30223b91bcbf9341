//! Injected faults. A rule says for which requests, what goes wrong, and how often.

use rand::{RngExt, rngs::StdRng};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct FaultRule {
    #[serde(default)]
    pub when: RequestMatcher,
    #[serde(flatten)]
    pub fault: Fault,
    /// How many times the rule applies; `None`: without limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u32>,
    /// Probability in percent; `None`: always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<u8>,
}

/// All given fields must match.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RequestMatcher {
    /// `createTransactionRequest`.
    pub request: Option<String>,
    /// `authCaptureTransaction`.
    pub kind: Option<String>,
    pub invoice: Option<String>,
    pub last4: Option<String>,
    pub email: Option<String>,
    /// In cents.
    pub amount: Option<i64>,
    /// The transaction that a capture, void, refund or query refers to.
    pub trans_id: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Fault {
    /// No fault. The first matching rule decides, so this exempts requests from later rules.
    #[default]
    Nothing,
    /// The request is executed, and the connection is closed before the response.
    SwallowAfter,
    /// The connection is closed before the request is executed.
    SwallowBefore,
    /// The request is executed at once, and the response is delayed.
    Slow { ms: u64 },
    /// The execution itself is delayed, and happens even if the client has disconnected.
    Late { ms: u64 },
    /// The request is executed twice, as by a network that retries. The client gets the second response.
    Twice,
    Decline {
        #[serde(default)]
        code: Option<String>,
    },
    /// Accepted, but held for review.
    Hold,
    /// HTTP 500; nothing is executed.
    Error500,
    /// The request is executed, and the response is unreadable.
    Garbage,
    /// The documented "try again later" error; nothing is executed.
    Busy,
}

/// The properties of a request that rules match on.
#[derive(Debug, Default)]
pub struct RequestFacts {
    pub request: String,
    pub kind: String,
    pub invoice: String,
    pub last4: String,
    pub email: String,
    pub amount: Option<i64>,
    pub trans_id: String,
}

impl RequestMatcher {
    fn matches(&self, facts: &RequestFacts) -> bool {
        let same =
            |wanted: &Option<String>, found: &str| wanted.as_deref().is_none_or(|wanted| wanted == found);
        same(&self.request, &facts.request)
            && same(&self.kind, &facts.kind)
            && same(&self.invoice, &facts.invoice)
            && same(&self.last4, &facts.last4)
            && same(&self.email, &facts.email)
            && same(&self.trans_id, &facts.trans_id)
            && (self.amount.is_none() || self.amount == facts.amount)
    }
}

/// Selects the fault for a request: that of the first rule that matches, is not used up, and is hit by its
/// probability.
pub fn select_fault(rules: &mut [FaultRule], facts: &RequestFacts, rng: &mut StdRng) -> Fault {
    for rule in rules {
        if rule.times == Some(0) || !rule.when.matches(facts) {
            continue;
        }
        if rule.percent.is_some_and(|percent| rng.random_range(0..100) >= percent) {
            continue;
        }
        if let Some(times) = &mut rule.times {
            *times -= 1;
        }
        return rule.fault.clone();
    }
    Fault::Nothing
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn rules_are_parsed_from_json() {
        let text = r#"[
            {"when": {"request": "createTransactionRequest", "amount": 500}, "do": "slow", "ms": 20, "times": 2},
            {"do": "swallow_after", "percent": 50},
            {"when": {"last4": "1111"}, "do": "decline", "code": "4"},
            {"do": "decline"},
            {"do": "error500"}
        ]"#;
        let rules: Vec<FaultRule> = serde_json::from_str(text).unwrap();
        assert_eq!(rules[0].fault, Fault::Slow { ms: 20 });
        assert_eq!(rules[0].times, Some(2));
        assert_eq!(rules[1].fault, Fault::SwallowAfter);
        assert_eq!(rules[2].fault, Fault::Decline { code: Some("4".to_owned()) });
        assert_eq!(rules[3].fault, Fault::Decline { code: None });
        assert_eq!(rules[4].fault, Fault::Error500);
        assert!(serde_json::from_str::<FaultRule>(r#"{"do": "explode"}"#).is_err());
        assert!(serde_json::from_str::<FaultRule>(r#"{"when": {"colour": "red"}, "do": "busy"}"#).is_err());
    }

    #[test]
    fn a_rule_is_used_up_and_probabilities_come_from_the_seed() {
        let sequence = |seed| {
            let mut rules = vec![FaultRule {
                fault: Fault::Busy,
                times: Some(5),
                percent: Some(50),
                ..FaultRule::default()
            }];
            let mut rng = StdRng::seed_from_u64(seed);
            (0..40).map(|_| select_fault(&mut rules, &RequestFacts::default(), &mut rng)).collect::<Vec<_>>()
        };
        assert_eq!(sequence(3), sequence(3));
        assert_eq!(sequence(3).iter().filter(|fault| **fault == Fault::Busy).count(), 5);
        assert_ne!(sequence(3), sequence(4));
    }
}

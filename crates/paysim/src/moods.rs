//! How the provider misbehaves, on order. A rule says for which requests, what goes wrong, and how often.

use rand::{RngExt, rngs::StdRng};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Rule {
    #[serde(default)]
    pub when: When,
    #[serde(flatten)]
    pub then: Then,
    /// How often; always, when nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u32>,
    /// Of a hundred requests that fit, how many are hit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<u8>,
}

/// Everything that is said must fit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct When {
    /// `createTransactionRequest`.
    pub request: Option<String>,
    /// `authCaptureTransaction`.
    pub kind: Option<String>,
    pub invoice: Option<String>,
    pub last4: Option<String>,
    pub email: Option<String>,
    /// In cents.
    pub amount: Option<i64>,
    /// The transaction that a capture, void, refund or question is about.
    pub trans_id: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Then {
    /// As if there were no rule. The first rule that fits decides, so this spares some from the next ones.
    #[default]
    Nothing,
    /// The work is done, and the line goes dead before the answer.
    SwallowAfter,
    /// The line goes dead before anything is done.
    SwallowBefore,
    /// The work is done at once, the answer comes late.
    Slow { ms: u64 },
    /// The work itself is done late, also when the caller is long gone.
    Late { ms: u64 },
    /// The request arrives twice, as over a network that tries again. The caller sees the second answer.
    Twice,
    Decline {
        #[serde(default)]
        code: Option<String>,
    },
    /// Taken, but somebody looks at it first.
    Hold,
    /// An HTTP 500 without any work done.
    Error500,
    /// The work is done, the answer is not readable.
    Garbage,
    /// The documented "try again later", nothing done.
    Busy,
}

/// What a request is known by, as far as rules ask.
#[derive(Debug, Default)]
pub struct Facts {
    pub request: String,
    pub kind: String,
    pub invoice: String,
    pub last4: String,
    pub email: String,
    pub amount: Option<i64>,
    pub trans_id: String,
}

impl When {
    fn fits(&self, facts: &Facts) -> bool {
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

/// What happens to a request: the first rule decides that fits, has turns left, and is drawn.
pub fn pick(rules: &mut [Rule], facts: &Facts, dice: &mut StdRng) -> Then {
    for rule in rules {
        if rule.times == Some(0) || !rule.when.fits(facts) {
            continue;
        }
        if rule.percent.is_some_and(|percent| dice.random_range(0..100) >= percent) {
            continue;
        }
        if let Some(times) = &mut rule.times {
            *times -= 1;
        }
        return rule.then.clone();
    }
    Then::Nothing
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn a_rule_is_read_as_it_is_written() {
        let text = r#"[
            {"when": {"request": "createTransactionRequest", "amount": 500}, "do": "slow", "ms": 20, "times": 2},
            {"do": "swallow_after", "percent": 50},
            {"when": {"last4": "1111"}, "do": "decline", "code": "4"},
            {"do": "decline"},
            {"do": "error500"}
        ]"#;
        let rules: Vec<Rule> = serde_json::from_str(text).unwrap();
        assert_eq!(rules[0].then, Then::Slow { ms: 20 });
        assert_eq!(rules[0].times, Some(2));
        assert_eq!(rules[1].then, Then::SwallowAfter);
        assert_eq!(rules[2].then, Then::Decline { code: Some("4".to_owned()) });
        assert_eq!(rules[3].then, Then::Decline { code: None });
        assert_eq!(rules[4].then, Then::Error500);
        assert!(serde_json::from_str::<Rule>(r#"{"do": "explode"}"#).is_err());
        assert!(serde_json::from_str::<Rule>(r#"{"when": {"colour": "red"}, "do": "busy"}"#).is_err());
    }

    #[test]
    fn turns_run_out_and_chance_comes_from_the_seed() {
        let draw = |seed| {
            let mut rules =
                vec![Rule { then: Then::Busy, times: Some(5), percent: Some(50), ..Rule::default() }];
            let mut dice = StdRng::seed_from_u64(seed);
            (0..40).map(|_| pick(&mut rules, &Facts::default(), &mut dice)).collect::<Vec<_>>()
        };
        assert_eq!(draw(3), draw(3));
        assert_eq!(draw(3).iter().filter(|then| **then == Then::Busy).count(), 5);
        assert_ne!(draw(3), draw(4));
    }
}

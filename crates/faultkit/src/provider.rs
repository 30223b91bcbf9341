//! Faults of the payment provider: of its responses and of its notices.

use std::time::Duration;

use paysim::{Fault, FaultRule, RequestMatcher, Webhooks};
use rand::{RngExt, rngs::StdRng};

/// A card that is approved, and one that is declined.
pub const GOOD_CARD: &str = "4111111111111111";
pub const BAD_CARD: &str = "4000000000000002";

pub fn declined_cards() -> FaultRule {
    let when = RequestMatcher { last4: Some("0002".to_owned()), ..RequestMatcher::default() };
    FaultRule { when, fault: Fault::Decline { code: None }, times: None, percent: None }
}

/// Longest delay of a request at the provider.
pub const MAX_DELAY: Duration = Duration::from_millis(13_000);

/// Fault rates in percent of charges.
#[derive(Debug, Clone, Copy, Default)]
pub struct FaultRates {
    pub swallowed_before: u8,
    pub swallowed_after: u8,
    pub slow: u8,
    pub late: u8,
    /// Executed long after the shop has timed out.
    pub far_too_late: u8,
    pub twice: u8,
    pub garbage: u8,
    pub error: u8,
    pub busy: u8,
}

impl FaultRates {
    /// All kinds of faults.
    pub const ALL: Self = Self {
        swallowed_before: 2,
        swallowed_after: 3,
        slow: 3,
        late: 2,
        far_too_late: 2,
        twice: 3,
        garbage: 2,
        error: 2,
        busy: 1,
    };

    pub fn rules(self) -> Vec<FaultRule> {
        let charge = |fault, percent| FaultRule {
            when: RequestMatcher {
                kind: Some("authCaptureTransaction".to_owned()),
                ..RequestMatcher::default()
            },
            fault,
            times: None,
            percent: Some(percent),
        };
        // A later rule applies only to what the earlier ones left; the rates are small enough for that not to
        // matter.
        vec![
            declined_cards(),
            charge(Fault::SwallowBefore, self.swallowed_before),
            charge(Fault::SwallowAfter, self.swallowed_after),
            charge(Fault::Slow { ms: 1_500 }, self.slow),
            charge(Fault::Late { ms: 4_000 }, self.late),
            charge(Fault::Late { ms: MAX_DELAY.as_millis() as u64 }, self.far_too_late),
            charge(Fault::Twice, self.twice),
            charge(Fault::Garbage, self.garbage),
            charge(Fault::Error500, self.error),
            charge(Fault::Busy, self.busy),
        ]
    }
}

/// A random setting of notices: normal, duplicate, late, out of order, dropped, forged or disabled.
pub fn notices(url: &str, rng: &mut StdRng) -> Option<Webhooks> {
    let to = Webhooks::to(url);
    Some(match rng.random_range(0..7) {
        0 => to,
        1 => Webhooks { twice: true, ..to },
        2 => Webhooks { delay_ms: 2_500, ..to },
        3 => Webhooks { shuffle: true, delay_ms: 800, twice: true, ..to },
        4 => Webhooks { drop_percent: 60, ..to },
        5 => Webhooks { forge: true, retries: 0, ..to },
        _ => return None,
    })
}

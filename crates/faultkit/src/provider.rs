//! The provider of payments on a bad day: which of its answers get lost, and how its notices come.

use std::time::Duration;

use paysim::{Rule, Then, Webhooks, When};
use rand::{RngExt, rngs::StdRng};

/// A card that is good, and one whose bank says no.
pub const GOOD_CARD: &str = "4111111111111111";
pub const BAD_CARD: &str = "4000000000000002";

pub fn declined_cards() -> Rule {
    let when = When { last4: Some("0002".to_owned()), ..When::default() };
    Rule { when, then: Then::Decline { code: None }, times: None, percent: None }
}

/// Nothing that was asked of the provider happens later than this.
pub const LATEST: Duration = Duration::from_millis(13_000);

/// Of a hundred charges, what goes wrong with how many.
#[derive(Debug, Clone, Copy, Default)]
pub struct Trouble {
    pub swallowed_before: u8,
    pub swallowed_after: u8,
    pub slow: u8,
    pub late: u8,
    /// Done when the shop has long given it up.
    pub far_too_late: u8,
    pub twice: u8,
    pub garbage: u8,
    pub error: u8,
    pub busy: u8,
}

impl Trouble {
    /// Some of everything.
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

    pub fn rules(self) -> Vec<Rule> {
        let charge = |then, percent| Rule {
            when: When { kind: Some("authCaptureTransaction".to_owned()), ..When::default() },
            then,
            times: None,
            percent: Some(percent),
        };
        // Each is drawn only for what the ones before it left; chances are small enough for that not to matter.
        vec![
            declined_cards(),
            charge(Then::SwallowBefore, self.swallowed_before),
            charge(Then::SwallowAfter, self.swallowed_after),
            charge(Then::Slow { ms: 1_500 }, self.slow),
            charge(Then::Late { ms: 4_000 }, self.late),
            charge(Then::Late { ms: LATEST.as_millis() as u64 }, self.far_too_late),
            charge(Then::Twice, self.twice),
            charge(Then::Garbage, self.garbage),
            charge(Then::Error500, self.error),
            charge(Then::Busy, self.busy),
        ]
    }
}

/// How notices come for a while: in one of the ways that they can be late, doubled, mixed up, false or missing.
pub fn notices(url: &str, dice: &mut StdRng) -> Option<Webhooks> {
    let to = Webhooks::to(url);
    Some(match dice.random_range(0..7) {
        0 => to,
        1 => Webhooks { twice: true, ..to },
        2 => Webhooks { delay_ms: 2_500, ..to },
        3 => Webhooks { shuffle: true, delay_ms: 800, twice: true, ..to },
        4 => Webhooks { drop_percent: 60, ..to },
        5 => Webhooks { forge: true, retries: 0, ..to },
        _ => return None,
    })
}

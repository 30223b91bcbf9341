//! The time left of a sale: what is shown at an instant, and until when.
//!
//! A countdown is five values that a page carries. Server and browser read them alike (`vectors/pricing/countdown.json`),
//! so an open page passes from one phase to the next without asking. Readings that had to be decided:
//!
//! - "No from or to" means that either of them is missing: then nothing follows the end.
//! - The price "on load" is that of the running phase. Later phases say their own price.
//! - Where `from` equals `end`, the countdown led up to a sale. Once that sale is over too, the countdown has ended;
//!   only one whose `to` equals `end` repeats.
//! - A loop whose length is not above nothing does not repeat.
//! - A message without a place for the timer stops everything: what was drawn stays.

use chrono::{DateTime, TimeDelta, Utc};

use super::Offer;

/// As it travels: seconds precise, in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Countdown {
    pub start: DateTime<Utc>,
    pub end: DateTime<Utc>,
    pub from: Option<DateTime<Utc>>,
    pub to: Option<DateTime<Utc>>,
    /// Seconds between two runs; negative for one that does not come back.
    pub reset: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Running,
    /// What was counted down to has begun.
    Upcoming,
    /// Between two runs of a loop.
    LoopEnd,
    /// In a later run of a loop.
    LoopRunning,
    End,
    /// A message has no place for the timer.
    Stopped,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    Sale,
    Regular,
}

/// Which of the two messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Words {
    Message,
    Upcoming,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub phase: Phase,
    /// What the timer counts to, and when the next phase begins. `None`: the timer is hidden.
    pub target: Option<DateTime<Utc>>,
    pub price: Shown,
    pub badge: bool,
    pub words: Option<Words>,
}

/// Where the timer stands in a message.
pub const PLACE: &str = "{countdown_timer}";

impl Countdown {
    /// `None`: there is nothing to count down to.
    pub fn of(offer: &Offer, now: DateTime<Utc>) -> Option<Self> {
        let window = offer.sale_window(now)?;
        if !window.runs(now) {
            // It leads up to the sale.
            let from = window.from?;
            return Some(Self { start: now.min(from), end: from, from: Some(from), to: window.to, reset: 0 });
        }
        let to = window.to?;
        // A sale that runs began before now: that is how a page knows that it shows the sale's price.
        let start = now.max(window.from.map_or(now, |from| from + TimeDelta::seconds(1)));
        let from = Some(window.from.unwrap_or(start - TimeDelta::seconds(1)));
        Some(match offer.sale_pause {
            Some(pause) => Self { start, end: to, from, to: Some(to), reset: pause.num_seconds() },
            None => Self { start, end: to, from, to: None, reset: 0 },
        })
    }

    /// `has_place`: whether a message has a place for the timer.
    pub fn at(&self, now: DateTime<Utc>, has_place: impl Fn(Words) -> bool) -> State {
        let state = self.phase(now);
        match state.words {
            Some(words) if !has_place(words) => {
                State { phase: Phase::Stopped, target: None, words: None, ..state }
            }
            _ => state,
        }
    }

    fn phase(&self, now: DateTime<Utc>) -> State {
        if now < self.end {
            let on_sale = self.reset >= 0 && self.from.is_some_and(|from| self.start > from);
            return State {
                phase: Phase::Running,
                target: Some(self.end),
                price: if on_sale { Shown::Sale } else { Shown::Regular },
                badge: on_sale,
                words: Some(Words::Message),
            };
        }
        let ended =
            State { phase: Phase::End, target: None, price: Shown::Regular, badge: false, words: None };
        let Some((from, to)) = self.from.zip(self.to) else { return ended };
        if from == self.end && now < to {
            return State {
                phase: Phase::Upcoming,
                target: Some(to),
                price: Shown::Sale,
                badge: true,
                words: Some(Words::Upcoming),
            };
        }
        if to == self.end && self.reset >= 0 && to > from {
            return self.turn(from, to, now);
        }
        ended
    }

    /// After the first run of a loop: rest, run, rest, run.
    fn turn(&self, from: DateTime<Utc>, to: DateTime<Utc>, now: DateTime<Utc>) -> State {
        let rest = TimeDelta::seconds(self.reset);
        let cycle = (to - from + rest).num_seconds().max(1);
        let turns = (now - to).num_seconds() / cycle;
        let begun = to + TimeDelta::seconds(cycle.saturating_mul(turns));
        if now < begun + rest {
            return State {
                phase: Phase::LoopEnd,
                target: Some(begun + rest),
                price: Shown::Regular,
                badge: false,
                words: Some(Words::Upcoming),
            };
        }
        State {
            phase: Phase::LoopRunning,
            target: Some(begun + TimeDelta::seconds(cycle)),
            price: Shown::Sale,
            badge: true,
            words: Some(Words::Message),
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDateTime;
    use kernel::Money;
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Case {
        name: String,
        countdown: Wire,
        now: String,
        expect: Expected,
    }

    #[derive(Deserialize)]
    struct Wire {
        countdown_time_start: String,
        countdown_time_end: String,
        countdown_time_from: String,
        countdown_time_to: String,
        countdown_time_reset: i64,
        message: String,
        upcoming_message: String,
    }

    #[derive(Deserialize)]
    struct Expected {
        phase: String,
        target: Option<String>,
        price: String,
        badge: bool,
        words: Option<String>,
    }

    fn time(text: &str) -> Option<DateTime<Utc>> {
        NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S").ok().map(|time| time.and_utc())
    }

    #[test]
    fn every_phase_is_the_one_that_browsers_show() {
        let cases = kernel::vectors::<Case>("pricing/countdown.json");
        assert!(cases.len() >= 60);
        for Case { name, countdown: wire, now, expect } in cases {
            let countdown = Countdown {
                start: time(&wire.countdown_time_start).expect("start"),
                end: time(&wire.countdown_time_end).expect("end"),
                from: time(&wire.countdown_time_from),
                to: time(&wire.countdown_time_to),
                reset: wire.countdown_time_reset,
            };
            let state = countdown.at(time(&now).expect("now"), |words| match words {
                Words::Message => wire.message.contains(PLACE),
                Words::Upcoming => wire.upcoming_message.contains(PLACE),
            });
            let phase = match state.phase {
                Phase::Running => "running",
                Phase::Upcoming => "upcoming",
                Phase::LoopEnd => "loop-end",
                Phase::LoopRunning => "loop-running",
                Phase::End => "end",
                Phase::Stopped => "stopped",
            };
            assert_eq!(phase, expect.phase, "{name}");
            assert_eq!(state.target, expect.target.as_deref().and_then(time), "{name}");
            assert_eq!(if state.price == Shown::Sale { "sale" } else { "regular" }, expect.price, "{name}");
            assert_eq!(state.badge, expect.badge, "{name}");
            let words = state.words.map(|words| if words == Words::Message { "message" } else { "upcoming" });
            assert_eq!(words, expect.words.as_deref(), "{name}");
        }
    }

    /// Whatever an offer's sale does, a page that was drawn at any second shows the right price at any later one, until
    /// its countdown ends or the next page is drawn.
    #[test]
    fn a_countdown_never_contradicts_the_price() {
        let noon: DateTime<Utc> = "2026-11-15T12:00:00Z".parse().expect("time");
        let second = TimeDelta::seconds;
        for pause in [None, Some(second(0)), Some(second(7))] {
            for from in [None, Some(noon)] {
                let offer = Offer {
                    regular: Money::minor(100),
                    sale: Some(Money::minor(80)),
                    sale_from: from,
                    sale_to: Some(noon + second(20)),
                    sale_pause: pause.filter(|_| from.is_some()),
                };
                for drawn in -30..60 {
                    let drawn = noon + second(drawn);
                    let Some(countdown) = Countdown::of(&offer, drawn) else { continue };
                    for later in 0..120 {
                        let now = drawn + second(later);
                        let state = countdown.at(now, |_| true);
                        if state.phase == Phase::End {
                            break;
                        }
                        let on_sale = offer.at(now).regular.is_some();
                        assert_eq!(state.price == Shown::Sale, on_sale, "{pause:?} {from:?} {drawn} {now}");
                        assert_eq!(
                            state.target,
                            offer.changes_after(now),
                            "{pause:?} {from:?} {drawn} {now}"
                        );
                    }
                }
            }
        }
    }
}

//! Countdown of a sale: what is shown at a given time, and until when.
//!
//! A countdown is five values in the page. Server and browser interpret them alike
//! (`vectors/pricing/countdown.json`), so an open page moves from one phase to the next without a request.
//! Decisions where the specification is ambiguous:
//!
//! - "No from or to" means that at least one of them is missing: then no phase follows the end.
//! - The price "on load" is that of the running phase. Later phases have their own price.
//! - Where `from` equals `end`, the countdown led up to a sale. Once that sale is over too, the countdown has
//!   ended; only a countdown whose `to` equals `end` repeats.
//! - A loop whose length is not positive does not repeat.
//! - A message without the timer's placeholder stops the countdown: the rendered content stays.

use chrono::{DateTime, TimeDelta, Utc};

use super::Offer;

/// As sent to the browser: UTC, with a precision of seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Countdown {
    pub start: DateTime<Utc>,
    pub end: DateTime<Utc>,
    pub from: Option<DateTime<Utc>>,
    pub to: Option<DateTime<Utc>>,
    /// Seconds between two runs; negative if the sale does not repeat.
    pub reset: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Running,
    /// The sale that was counted down to has begun.
    Upcoming,
    /// Between two runs of a loop.
    LoopEnd,
    /// In a later run of a loop.
    LoopRunning,
    End,
    /// A message has no placeholder for the timer.
    Stopped,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShownPrice {
    Sale,
    Regular,
}

/// Which of the two messages is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountdownMessage {
    Message,
    Upcoming,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountdownState {
    pub phase: Phase,
    /// Time that the timer counts down to, which is when the next phase begins. `None`: the timer is hidden.
    pub target: Option<DateTime<Utc>>,
    pub price: ShownPrice,
    pub badge: bool,
    pub message: Option<CountdownMessage>,
}

/// Placeholder of the timer in a message.
pub const TIMER_PLACEHOLDER: &str = "{countdown_timer}";

impl Countdown {
    /// `None`: there is no start or end to count down to.
    pub fn from_offer(offer: &Offer, now: DateTime<Utc>) -> Option<Self> {
        let window = offer.sale_window(now)?;
        if !window.has_started(now) {
            // It counts down to the start of the sale.
            let from = window.from?;
            return Some(Self { start: now.min(from), end: from, from: Some(from), to: window.to, reset: 0 });
        }
        let to = window.to?;
        // `start` after `from` tells the page that the sale price applies.
        let start = now.max(window.from.map_or(now, |from| from + TimeDelta::seconds(1)));
        let from = Some(window.from.unwrap_or(start - TimeDelta::seconds(1)));
        Some(match offer.sale_pause {
            Some(pause) => Self { start, end: to, from, to: Some(to), reset: pause.num_seconds() },
            None => Self { start, end: to, from, to: None, reset: 0 },
        })
    }

    /// `has_placeholder`: whether a message contains the timer's placeholder.
    pub fn state_at(
        &self,
        now: DateTime<Utc>,
        has_placeholder: impl Fn(CountdownMessage) -> bool,
    ) -> CountdownState {
        let state = self.phase(now);
        match state.message {
            Some(message) if !has_placeholder(message) => {
                CountdownState { phase: Phase::Stopped, target: None, message: None, ..state }
            }
            _ => state,
        }
    }

    fn phase(&self, now: DateTime<Utc>) -> CountdownState {
        if now < self.end {
            let on_sale = self.reset >= 0 && self.from.is_some_and(|from| self.start > from);
            return CountdownState {
                phase: Phase::Running,
                target: Some(self.end),
                price: if on_sale { ShownPrice::Sale } else { ShownPrice::Regular },
                badge: on_sale,
                message: Some(CountdownMessage::Message),
            };
        }
        let ended = CountdownState {
            phase: Phase::End,
            target: None,
            price: ShownPrice::Regular,
            badge: false,
            message: None,
        };
        let Some((from, to)) = self.from.zip(self.to) else { return ended };
        if from == self.end && now < to {
            return CountdownState {
                phase: Phase::Upcoming,
                target: Some(to),
                price: ShownPrice::Sale,
                badge: true,
                message: Some(CountdownMessage::Upcoming),
            };
        }
        if to == self.end && self.reset >= 0 && to > from {
            return self.loop_state(from, to, now);
        }
        ended
    }

    /// After the first run of a loop: pause, run, pause, run.
    fn loop_state(&self, from: DateTime<Utc>, to: DateTime<Utc>, now: DateTime<Utc>) -> CountdownState {
        let pause = TimeDelta::seconds(self.reset);
        let cycle = (to - from + pause).num_seconds().max(1);
        let cycles = (now - to).num_seconds() / cycle;
        let begun = to + TimeDelta::seconds(cycle.saturating_mul(cycles));
        if now < begun + pause {
            return CountdownState {
                phase: Phase::LoopEnd,
                target: Some(begun + pause),
                price: ShownPrice::Regular,
                badge: false,
                message: Some(CountdownMessage::Upcoming),
            };
        }
        CountdownState {
            phase: Phase::LoopRunning,
            target: Some(begun + TimeDelta::seconds(cycle)),
            price: ShownPrice::Sale,
            badge: true,
            message: Some(CountdownMessage::Message),
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
    fn every_phase_equals_that_of_the_browser() {
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
            let state = countdown.state_at(time(&now).expect("now"), |message| match message {
                CountdownMessage::Message => wire.message.contains(TIMER_PLACEHOLDER),
                CountdownMessage::Upcoming => wire.upcoming_message.contains(TIMER_PLACEHOLDER),
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
            assert_eq!(
                if state.price == ShownPrice::Sale { "sale" } else { "regular" },
                expect.price,
                "{name}"
            );
            assert_eq!(state.badge, expect.badge, "{name}");
            let message = state
                .message
                .map(|message| if message == CountdownMessage::Message { "message" } else { "upcoming" });
            assert_eq!(message, expect.words.as_deref(), "{name}");
        }
    }

    /// For any sale, a page rendered at any second shows the right price at any later second, until its
    /// countdown ends or the page is rendered again.
    #[test]
    fn a_countdown_never_contradicts_the_price() {
        let noon: DateTime<Utc> = "2026-11-15T12:00:00Z".parse().expect("time");
        let second = TimeDelta::seconds;
        for pause in [None, Some(second(0)), Some(second(7))] {
            for from in [None, Some(noon)] {
                let offer = Offer {
                    regular: Money::from_minor(100),
                    sale: Some(Money::from_minor(80)),
                    sale_from: from,
                    sale_to: Some(noon + second(20)),
                    sale_pause: pause.filter(|_| from.is_some()),
                };
                for offset in -30..60 {
                    let rendered_at = noon + second(offset);
                    let Some(countdown) = Countdown::from_offer(&offer, rendered_at) else { continue };
                    for later in 0..120 {
                        let now = rendered_at + second(later);
                        let state = countdown.state_at(now, |_| true);
                        if state.phase == Phase::End {
                            break;
                        }
                        let on_sale = offer.price_at(now).regular.is_some();
                        assert_eq!(
                            state.price == ShownPrice::Sale,
                            on_sale,
                            "{pause:?} {from:?} {rendered_at} {now}"
                        );
                        assert_eq!(
                            state.target,
                            offer.changes_after(now),
                            "{pause:?} {from:?} {rendered_at} {now}"
                        );
                    }
                }
            }
        }
    }
}

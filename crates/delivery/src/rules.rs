//! From now to the days of arrival.

use std::collections::BTreeSet;

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, Utc, Weekday};
use kernel::Zone;
use serde::{Deserialize, Serialize};

/// The days of a week on which parcels leave and arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<i16>", into = "Vec<i16>")]
pub struct WorkingDays(u8);

impl From<Vec<i16>> for WorkingDays {
    fn from(numbers: Vec<i16>) -> Self {
        Self::of(numbers)
    }
}

impl From<WorkingDays> for Vec<i16> {
    fn from(days: WorkingDays) -> Self {
        (0..7).filter(|number| days.0 & (1 << number) != 0).collect()
    }
}

impl WorkingDays {
    /// By their numbers, 0 for Sunday. Others are ignored.
    pub fn of(numbers: impl IntoIterator<Item = i16>) -> Self {
        let known = numbers.into_iter().filter(|number| (0..7).contains(number));
        Self(known.fold(0, |days, number| days | 1 << number))
    }

    pub fn contain(self, day: Weekday) -> bool {
        self.0 & (1 << day.num_days_from_sunday()) != 0
    }
}

/// When a shipping method takes parcels, and how long they travel. An order stores it as JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Schedule {
    /// Local time of the shop. An order at this very second leaves on the next working day.
    pub cutoff: NaiveTime,
    pub working_days: WorkingDays,
    /// Working days from the day of dispatch to the earliest and to the latest day of arrival.
    pub days: (u16, u16),
    /// The customer comes for the goods.
    pub is_pickup: bool,
}

/// What all methods have in common.
#[derive(Debug, Clone, Default)]
pub struct Calendar {
    pub zone: Zone,
    /// Days without dispatch and arrival, whatever the weekday.
    pub holidays: BTreeSet<NaiveDate>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Promise {
    pub dispatch: NaiveDate,
    pub first: NaiveDate,
    pub last: NaiveDate,
    /// An order at this moment or later gets other days: the cut-off of the day of dispatch.
    pub changes_at: DateTime<Utc>,
    /// From the first day on, instead of arriving.
    pub is_pickup: bool,
}

/// A method that has no working day for so long makes no promise.
const HORIZON_DAYS: usize = 400;

impl Schedule {
    /// The same way to a remote city, which takes `extra` more working days.
    #[must_use]
    pub fn with_extra_days(self, extra: u16) -> Self {
        let (first, last) = self.days;
        Self { days: (first.saturating_add(extra), last.saturating_add(extra)), ..self }
    }

    /// The promise for an order that is placed `now`.
    pub fn promise(&self, calendar: &Calendar, now: DateTime<Utc>) -> Option<Promise> {
        let today = calendar.zone.local(now).date();
        let mut days = today
            .iter_days()
            .take(HORIZON_DAYS)
            .filter(|day| self.working_days.contain(day.weekday()) && !calendar.holidays.contains(day));
        // Moments are compared, not local times: an hour that clocks repeat or skip is counted once.
        let (dispatch, changes_at) = days
            .by_ref()
            .map(|day| (day, calendar.zone.moment(day.and_time(self.cutoff))))
            .find(|(_, cutoff)| now < *cutoff)?;
        let (first, last) = self.days;
        let after = |count: u16| match count {
            0 => Some(dispatch),
            count => days.clone().nth(usize::from(count) - 1),
        };
        let first = after(first)?;
        let last = after(last)?.max(first);
        Some(Promise { dispatch, first, last, changes_at, is_pickup: self.is_pickup })
    }
}

#[cfg(test)]
mod tests {
    use chrono::{Days, TimeDelta};
    use kernel::vectors;
    use proptest::prelude::*;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct Case {
        name: String,
        zone: String,
        cutoff: NaiveTime,
        working_days: Vec<i16>,
        holidays: BTreeSet<NaiveDate>,
        days: (u16, u16),
        extra_days: u16,
        now: DateTime<Utc>,
        expected: Option<Expected>,
    }

    #[derive(Debug, Deserialize)]
    struct Expected {
        dispatch: NaiveDate,
        first: NaiveDate,
        last: NaiveDate,
        changes_at: DateTime<Utc>,
    }

    #[test]
    fn all_vectors_hold() {
        let cases: Vec<Case> = vectors("delivery/promises.json");
        assert!(cases.len() >= 200, "{} cases", cases.len());
        for case in cases {
            let zone = Zone::find(&case.zone).expect("a known zone");
            let schedule = Schedule {
                cutoff: case.cutoff,
                working_days: WorkingDays::of(case.working_days),
                days: case.days,
                is_pickup: false,
            }
            .with_extra_days(case.extra_days);
            let calendar = Calendar { zone, holidays: case.holidays };
            let expected = case.expected.map(|expected| Promise {
                dispatch: expected.dispatch,
                first: expected.first,
                last: expected.last,
                changes_at: expected.changes_at,
                is_pickup: false,
            });
            assert_eq!(schedule.promise(&calendar, case.now), expected, "{}", case.name);
        }
    }

    #[test]
    fn a_stored_schedule_is_read_back() {
        let schedule = Schedule {
            cutoff: "14:30:00".parse().expect("a time"),
            working_days: WorkingDays::of([0, 1, 2, 3, 4, 9]),
            days: (2, 4),
            is_pickup: true,
        };
        let json = serde_json::to_value(schedule).expect("JSON");
        let stored = serde_json::json!({
            "cutoff": "14:30:00", "workingDays": [0, 1, 2, 3, 4], "days": [2, 4], "isPickup": true
        });
        assert_eq!(json, stored);
        assert_eq!(serde_json::from_value::<Schedule>(json).expect("a schedule"), schedule);
    }

    /// Zones whose clocks change at different hours and on different days, by half an hour and by a whole day.
    const ZONES: [&str; 8] = [
        "Asia/Riyadh",
        "Africa/Cairo",
        "America/Detroit",
        "Asia/Beirut",
        "Africa/Casablanca",
        "Australia/Lord_Howe",
        "Pacific/Apia",
        "America/Havana",
    ];

    fn schedules() -> impl Strategy<Value = (Schedule, Calendar)> {
        let holidays = proptest::collection::btree_set(0..800_u64, 0..40);
        let cutoff = prop_oneof![0..24 * 60_u32, Just(0), Just(60), Just(120), Just(1_439)];
        (0..ZONES.len(), cutoff, 1..128_u8, holidays, (0..8_u16, 0..5_u16)).prop_map(
            |(zone, cutoff, week, holidays, (days, more))| {
                let start: NaiveDate = "2025-12-01".parse().expect("a day");
                let cutoff = NaiveTime::from_num_seconds_from_midnight_opt(cutoff * 60, 0).expect("a time");
                let working_days = WorkingDays::of((0..7).filter(|day| week & (1 << day) != 0));
                let schedule = Schedule { cutoff, working_days, days: (days, days + more), is_pickup: false };
                let holidays = holidays.into_iter().map(|day| start + Days::new(day)).collect();
                let zone = Zone::find(ZONES[zone]).expect("a known zone");
                (schedule, Calendar { zone, holidays })
            },
        )
    }

    /// Instants that matter: around midnight, around cut-offs, and around the changes of clocks in the zones above.
    fn instants(schedule: &Schedule, calendar: &Calendar, day: u64, seconds: i64, kind: u8) -> DateTime<Utc> {
        let start: NaiveDate = "2026-01-01".parse().expect("a day");
        let date = start + Days::new(day);
        let changes = [
            "2026-03-08T07:00:00Z",
            "2026-11-01T06:00:00Z",
            "2026-03-29T01:00:00Z",
            "2026-04-24T00:00:00Z",
            "2026-10-29T21:00:00Z",
            "2026-04-04T15:00:00Z",
            "2026-02-15T02:00:00Z",
        ];
        let around = match kind {
            0 => calendar.zone.moment(date.and_time(schedule.cutoff)),
            1 => calendar.zone.moment(date.and_time(NaiveTime::MIN)),
            2 => changes[usize::try_from(day).unwrap_or_default() % changes.len()].parse().expect("a time"),
            _ => date.and_time(NaiveTime::MIN).and_utc() + TimeDelta::seconds(seconds * 17),
        };
        around + TimeDelta::seconds(seconds)
    }

    fn is_working(schedule: &Schedule, calendar: &Calendar, day: NaiveDate) -> bool {
        schedule.working_days.contain(day.weekday()) && !calendar.holidays.contains(&day)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, ..ProptestConfig::default() })]

        /// Five instants for each schedule: 100,000 in all.
        #[test]
        fn a_promise_is_kept_until_its_cutoff_and_never_moves_forward(
            (schedule, calendar) in schedules(),
            moments in proptest::collection::vec((0..400_u64, -4_000..4_000_i64, 0..4_u8), 5),
        ) {
            for (day, seconds, kind) in moments {
                let now = instants(&schedule, &calendar, day, seconds, kind);
                let Some(promise) = schedule.promise(&calendar, now) else { continue };
                let Promise { dispatch, first, last, changes_at, .. } = promise;
                let today = calendar.zone.local(now).date();
                prop_assert!(now < changes_at && today <= dispatch && dispatch <= first && first <= last);
                for day in [dispatch, first, last] {
                    prop_assert!(is_working(&schedule, &calendar, day), "{day} is no working day");
                }
                // The days in between, counted one by one.
                let between = |until: NaiveDate| {
                    let days = dispatch.iter_days().skip(1).take_while(|day| *day <= until);
                    days.filter(|day| is_working(&schedule, &calendar, *day)).count()
                };
                prop_assert_eq!(between(first), usize::from(schedule.days.0));
                prop_assert_eq!(between(last), usize::from(schedule.days.1));
                // No earlier working day was still open.
                for day in today.iter_days().take_while(|day| *day < dispatch) {
                    let cutoff = calendar.zone.moment(day.and_time(schedule.cutoff));
                    prop_assert!(!is_working(&schedule, &calendar, day) || cutoff <= now, "{day} was open");
                }
                // It holds to the last moment, and the next one is later.
                let unchanged = schedule.promise(&calendar, changes_at - TimeDelta::seconds(1));
                if now < changes_at - TimeDelta::seconds(1) {
                    prop_assert_eq!(unchanged, Some(promise));
                }
                if let Some(next) = schedule.promise(&calendar, changes_at) {
                    prop_assert!(next.dispatch > dispatch && next.first >= first && next.last >= last);
                }
            }
        }
    }
}

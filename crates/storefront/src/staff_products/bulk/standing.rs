//! What a member can do with a job now, and what is said about it.

use chrono::{DateTime, TimeDelta, Utc};
use edge::session::StaffMember;
use kernel::{Message, Messages, Money, msg};

use super::{
    report::Counts,
    rules::SECOND_PERSON_ABOVE,
    store::{BulkJob, JobState},
    view::BulkAct,
};
use crate::staff_products::save::may_write;

/// A second person has a day.
const APPROVAL_TIME: TimeDelta = TimeDelta::hours(24);
/// How long a job can be taken back.
const UNDO_TIME: TimeDelta = TimeDelta::days(30);

/// The rights and the state that decide what a member can do with a job.
pub struct Standing<'a> {
    pub job: &'a BulkJob,
    pub member: &'a StaffMember,
    pub counts: &'a Counts,
    pub is_undone: bool,
    pub now: DateTime<Utc>,
}

impl Standing<'_> {
    fn may_write(&self) -> bool {
        self.job.changes.fields().into_iter().all(|field| may_write(self.member, field))
    }

    fn is_own(&self) -> bool {
        self.job.created_by == self.member.id
    }

    pub fn has_lapsed(&self) -> bool {
        self.job.requested_at.is_some_and(|at| at + APPROVAL_TIME < self.now)
    }

    pub const fn needs_second_person(&self) -> bool {
        self.counts.ready > SECOND_PERSON_ABOVE
    }

    /// As many things change again as the job has changed.
    pub const fn undo_needs_second_person(&self) -> bool {
        self.counts.done > SECOND_PERSON_ABOVE
    }

    /// The acts that are open to the member now.
    pub fn acts(&self) -> Vec<&'static str> {
        let mut acts = Vec::new();
        let may = self.may_write();
        match self.job.state {
            JobState::Planning if self.is_own() => acts.push("drop"),
            JobState::Planned if self.is_own() && may => {
                if self.counts.ready > 0 {
                    acts.push("start");
                }
                acts.push("drop");
            }
            JobState::Waiting if self.is_own() => acts.push("drop"),
            JobState::Waiting if may => {
                if !self.has_lapsed() {
                    acts.push("approve");
                }
                acts.push("refuse");
            }
            JobState::Running if self.is_own() || may => acts.push("stop"),
            JobState::Done | JobState::Stopped if may => {
                let is_stopped = self.job.state == JobState::Stopped && self.job.note == "stopped";
                if is_stopped && self.counts.ready > 0 && !self.is_undone {
                    acts.push("resume");
                }
                let is_recent = self.job.ended_at.is_some_and(|ended| ended + UNDO_TIME > self.now);
                if self.counts.done > 0 && self.job.undoes.is_none() && !self.is_undone && is_recent {
                    acts.push("undo");
                }
            }
            _ => {}
        }
        acts
    }
}

/// What the job will do or has done, in sentences.
pub fn notes(messages: &Messages, standing: &Standing<'_>) -> Vec<String> {
    let (job, counts) = (standing.job, standing.counts);
    let mut notes: Vec<Message> = Vec::new();
    match job.state {
        JobState::Planned | JobState::Waiting => {
            notes.push(msg::bulk::WILL_CHANGE.with("count", counts.ready));
            if counts.rising > 0 {
                notes.push(msg::bulk::RISING.with("count", counts.rising));
            }
            if counts.falling > 0 {
                notes.push(msg::bulk::FALLING.with("count", counts.falling));
            }
            if counts.largest > 0 {
                notes.push(msg::bulk::LARGEST.with("amount", Money::from_minor(counts.largest)));
            }
            if counts.refused > 0 {
                notes.push(msg::bulk::WILL_REFUSE.with("count", counts.refused));
            }
            if job.state == JobState::Waiting {
                notes.push(Message::from(if standing.has_lapsed() {
                    msg::bulk::LAPSED
                } else {
                    msg::bulk::WAITS
                }));
            } else if standing.needs_second_person() {
                notes.push(msg::bulk::SECOND_PERSON.with("most", SECOND_PERSON_ABOVE));
            }
        }
        JobState::Done | JobState::Stopped => {
            notes.push(msg::bulk::WERE_CHANGED.with("count", counts.done));
            if counts.changed > 0 {
                notes.push(msg::bulk::LEFT_ALONE.with("count", counts.changed));
            }
            if counts.refused + counts.failed > 0 {
                notes.push(msg::bulk::WERE_REFUSED.with("count", counts.refused + counts.failed));
            }
            if counts.ready > 0 {
                notes.push(msg::bulk::NOT_REACHED.with("count", counts.ready));
            }
            if standing.undo_needs_second_person() && standing.acts().contains(&"undo") {
                notes.push(msg::bulk::UNDO_SECOND_PERSON.with("most", SECOND_PERSON_ABOVE));
            }
            if job.note == "rights" {
                notes.push(Message::from(msg::bulk::WITHOUT_RIGHTS));
            }
        }
        JobState::Planning | JobState::Running => notes.push(Message::from(msg::bulk::MAY_LEAVE)),
        JobState::Dropped => {}
    }
    notes.into_iter().map(|note| messages.text(note)).collect()
}

pub fn act_view(messages: &Messages, standing: &Standing<'_>, act: &'static str) -> BulkAct {
    let label = match act {
        "start" if standing.needs_second_person() => Message::from(msg::bulk::ASK),
        "start" => msg::bulk::START.with("count", standing.counts.ready),
        "approve" => msg::bulk::APPROVE.with("count", standing.counts.ready),
        "refuse" => Message::from(msg::bulk::REFUSE),
        "stop" => Message::from(msg::bulk::STOP),
        "resume" => Message::from(msg::bulk::RESUME),
        "undo" => Message::from(msg::bulk::UNDO_ALL),
        _ => Message::from(msg::bulk::DROP),
    };
    BulkAct { act, label: messages.text(label), is_primary: matches!(act, "start" | "approve" | "resume") }
}

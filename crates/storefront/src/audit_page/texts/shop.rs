//! Content, menus, settings, search, follow-ups, affiliates, events and background jobs.

use accounts::view::{STAFF_EVENTS_URL, STAFF_SEARCH_URL, STAFF_SITE_URL};
use affiliates::view::{STAFF_AFFILIATE_URL, STAFF_PAYOUTS_URL};
use content::urls::{STAFF_CATEGORIES_URL, STAFF_EDIT_URL, STAFF_REDIRECTS_URL};
use edge::Permission;
use followups::{rules::Cause, urls::STAFF_CAUSE_URL};
use kernel::{Key, msg, msg::audit as text};

use super::{AuditPartView, LineTexts, Shown, first_word, given, number_after, raw, value};
use crate::{
    health_page::{HEALTH_URL, rules::task_label},
    site::rules::{Menu, NoticeKind},
    staff_settings::Target,
};

fn content_act(word: &str) -> Option<Key> {
    Some(match word {
        "saved" => msg::content::STAFF_SAVE,
        "published" => msg::moderation::PUBLISH,
        "scheduled" => text::DID_SCHEDULE,
        "hidden" => text::DID_HIDE,
        "restored" => msg::content::STAFF_RESTORE,
        "unscheduled" => msg::content::STAFF_UNSCHEDULE,
        "shared" => msg::content::STAFF_SHARE,
        _ => return None,
    })
}

/// Of a row of a list, a menu or a notice.
fn row_act(word: &str) -> Option<Key> {
    Some(match word {
        "saved" => text::DID_SAVE,
        "deleted" => text::DID_DELETE,
        "scheduled" => text::DID_SCHEDULE,
        "cancelled" => text::DID_CANCEL,
        _ => return None,
    })
}

fn menu_or_notice(name: &str) -> Option<Key> {
    match name.split_once(':')? {
        ("menu", name) => Some(match Menu::parse(name)? {
            Menu::Main => msg::site::MENU_MAIN,
            Menu::Mobile => msg::site::MENU_MOBILE,
            Menu::Service => msg::site::MENU_SERVICE,
            Menu::Footer => msg::site::MENU_FOOTER,
        }),
        ("notice", name) => Some(match NoticeKind::parse(name)? {
            NoticeKind::Store => msg::site::NOTICE_STORE,
            NoticeKind::ComingSoon => msg::site::NOTICE_COMING_SOON,
        }),
        _ => None,
    }
}

fn endpoint_act(act: &str) -> Option<Key> {
    Some(match act {
        "add" => msg::events::ADD,
        "pause" => msg::events::PAUSE,
        "resume" => msg::events::RESUME,
        "rotate" => msg::events::ROTATE,
        "remove" => msg::events::REMOVE,
        _ => return None,
    })
}

impl LineTexts<'_> {
    /// `page 3 published`.
    pub(super) fn content(&self, subject: &str) -> Option<Shown> {
        let (kind, rest) = first_word(subject);
        let noun = match kind {
            "page" => text::PAGE,
            "post" => text::POST,
            _ => return None,
        };
        let (id, what) = number_after(rest, "")?;
        let part = match self.names.find("content", &id.to_string()) {
            Some(title) => {
                let part = self.named(noun, &title.text);
                self.link(part, Permission::ContentWrite, format!("{STAFF_EDIT_URL}?id={id}"))
            }
            None => self.identified(noun, id),
        };
        let shown = Shown::of(part);
        Some(if what.is_empty() { shown } else { shown.with(self.word(content_act(what), what)) })
    }

    /// The address of a category, and what was done.
    pub(super) fn post_category(&self, subject: &str) -> Option<Shown> {
        let (slug, what) = subject.rsplit_once(' ')?;
        let part = self.named(text::CATEGORY, slug);
        let part = self.link(part, Permission::ContentWrite, STAFF_CATEGORIES_URL);
        Some(Shown::of(part).with(self.text(row_act(what)?)))
    }

    /// An old address, and what was done.
    pub(super) fn redirected(&self, subject: &str) -> Option<Shown> {
        let (path, what) = subject.rsplit_once(' ')?;
        let part = self.link(raw(path), Permission::ContentWrite, STAFF_REDIRECTS_URL);
        Some(Shown::of(part).with(self.text(row_act(what)?)))
    }

    /// `menu:main saved`.
    pub(super) fn site(&self, subject: &str) -> Option<Shown> {
        let (part, what) = first_word(subject);
        let part = self.text(menu_or_notice(part)?);
        let part = self.link(part, Permission::ContentWrite, STAFF_SITE_URL);
        Some(Shown::of(part).with(self.text(row_act(what)?)))
    }

    pub(super) fn settings(&self, target: Target) -> AuditPartView {
        let of = |noun: Key, kind: &str, id: i64| match self.names.find(kind, &id.to_string()) {
            Some(name) => self.link(self.named(noun, &name.text), Permission::SettingsWrite, target.url()),
            None => self.identified(noun, id),
        };
        match target {
            Target::Part(part) => {
                let title = self.labelled(msg::settings::TITLE, self.messages.text(part.title));
                self.link(title, part.permission, part.url)
            }
            Target::Zone(id) => of(text::ZONE, "zone", id),
            Target::Method(id) => of(text::METHOD, "method", id),
            Target::NewZone | Target::NewMethod(_) => self.text(msg::settings::PART_SHIPPING),
        }
    }

    /// `saved هدية: عطر`, `removed هدية` or `setting rank-on`.
    pub(super) fn search_words(&self, subject: &str) -> Option<Shown> {
        let (what, rest) = first_word(subject);
        let word = |word: &str| self.link(given(word), Permission::ReportsRead, STAFF_SEARCH_URL);
        match what {
            "saved" => {
                let (name, meaning) = rest.split_once(": ")?;
                let meaning = match meaning {
                    "" => self.text(msg::search::MEANING_OFF),
                    meaning => given(meaning),
                };
                let after = vec![self.field(msg::search::MEANING, meaning)];
                Some(Shown { after, ..Shown::of(word(name)) })
            }
            "removed" => Some(Shown::of(word(rest)).with(self.text(text::DID_DELETE))),
            "setting" => {
                let state = match rest {
                    "rank-on" => msg::search::TURN_ON,
                    "rank-off" => msg::search::TURN_OFF,
                    _ => return None,
                };
                let part = self.text(msg::search::BY_USE);
                let part = self.link(part, Permission::ReportsRead, STAFF_SEARCH_URL);
                Some(Shown::of(part).with(self.text(state)))
            }
            _ => None,
        }
    }

    /// `abandoned-cart on`, or the number of a new version of its text.
    pub(super) fn follow_up(&self, subject: &str) -> Option<Shown> {
        let (name, what) = first_word(subject);
        let cause = Cause::parse(name)?;
        let url = STAFF_CAUSE_URL.replace("{cause}", name);
        let shown = Shown::of(self.link(self.text(cause.label()), Permission::GrowthWrite, url));
        Some(match what {
            "on" => Shown { after: vec![value(self.text(msg::followups::ON))], ..shown },
            "off" => Shown { after: vec![value(self.text(msg::followups::OFF))], ..shown },
            number => {
                let (number, "") = number_after(number, "")? else { return None };
                shown.with(self.text(msg::followups::VERSION.with("number", number.to_string())))
            }
        })
    }

    /// The id of an affiliate, or of a payout.
    pub(super) fn affiliate(&self, action: &str, subject: &str) -> Option<Shown> {
        let (id, "") = number_after(subject, "")? else { return None };
        let number = id.to_string();
        let (noun, url) = match action {
            "affiliate-payout-created" | "affiliate-payout-paid" | "affiliate-payout-cancelled" => {
                (text::PAYOUT, STAFF_PAYOUTS_URL.to_owned())
            }
            "affiliate-requested" | "affiliate-added" | "affiliate-changed" => {
                (text::AFFILIATE, STAFF_AFFILIATE_URL.replace("{id}", &number))
            }
            _ => return None,
        };
        Some(Shown::of(self.link(self.numbered(noun, &number), Permission::GrowthWrite, url)))
    }

    fn endpoint(&self, id: i64) -> AuditPartView {
        let part = self.identified(text::ENDPOINT, id);
        self.link(part, Permission::JobsAct, STAFF_EVENTS_URL)
    }

    pub(super) fn event_endpoint(&self, subject: &str) -> Option<Shown> {
        let (id, act) = number_after(subject, "")?;
        Some(Shown::of(self.endpoint(id)).with(self.word(endpoint_act(act), act)))
    }

    /// The ids of an event and of an address.
    pub(super) fn event_replay(&self, subject: &str) -> Option<Shown> {
        let (event, rest) = number_after(subject, "")?;
        let (endpoint, "") = number_after(rest, "")? else { return None };
        Some(Shown::of(self.identified(text::EVENT, event)).with(self.endpoint(endpoint)))
    }

    /// `job 7 media_scan`.
    pub(super) fn job(&self, subject: &str) -> Option<Shown> {
        let (id, task) = number_after(subject, "job ")?;
        let part = self.numbered(text::JOB, &id.to_string());
        let part = self.link(part, Permission::JobsAct, format!("{HEALTH_URL}#jobs"));
        let shown = Shown::of(part);
        Some(if task.is_empty() { shown } else { shown.with(self.word(task_label(task), task)) })
    }
}

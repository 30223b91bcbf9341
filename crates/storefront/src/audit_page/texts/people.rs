//! The team and its roles, accounts, what strangers wrote, and messages of forms.

use accounts::view::STAFF_TEAM_URL;
use edge::Permission;
use enquiries::urls::STAFF_ENQUIRY_URL;
use kernel::{Key, msg, msg::audit as text};

use super::{AuditPartView, AuditValueView, LineTexts, Shown, first_word, given, number_after, raw, value};

fn item(kind: &str) -> Option<Key> {
    Some(match kind {
        "review" => msg::moderation::REVIEW,
        "question" => msg::moderation::QUESTION,
        "answer" => msg::moderation::ANSWER,
        "comment" => msg::moderation::COMMENT,
        _ => return None,
    })
}

fn item_state(state: &str) -> Option<Key> {
    Some(match state {
        "held" => msg::moderation::HELD,
        "published" => msg::moderation::PUBLISHED,
        "refused" => msg::moderation::REFUSED,
        _ => return None,
    })
}

fn refusal(reason: &str) -> Option<Key> {
    Some(match reason {
        "spam" => msg::moderation::REASON_SPAM,
        "contact" => msg::moderation::REASON_CONTACT,
        "offensive" => msg::moderation::REASON_OFFENSIVE,
        "off-topic" => msg::moderation::REASON_OFF_TOPIC,
        "false" => msg::moderation::REASON_FALSE,
        _ => return None,
    })
}

fn enquiry_state(state: &str) -> Option<Key> {
    Some(match state {
        "open" => msg::enquiries::INBOX_OPEN,
        "closed" => msg::enquiries::INBOX_CLOSED,
        "held" => msg::enquiries::INBOX_SPAM,
        "stored" => text::ENQUIRY_STORED,
        "deleted" => text::ENQUIRY_DELETED,
        _ => return None,
    })
}

fn enquiry_act(word: &str) -> Option<Key> {
    Some(match word {
        "closed" => msg::enquiries::INBOX_DO_CLOSE,
        "reopened" => msg::enquiries::INBOX_DO_REOPEN,
        "held" => msg::enquiries::INBOX_DO_SPAM,
        "released" => msg::enquiries::INBOX_DO_NOT_SPAM,
        "deleted" => text::DID_DELETE,
        _ => return None,
    })
}

/// The label of a right or of a part of one: they are named like their messages.
fn right_label(kind: &str, name: &str) -> Option<Key> {
    let wanted = format!("accounts.{kind}-{}", name.replace('.', "-"));
    Key::all().iter().copied().find(|key| key.as_str() == wanted)
}

impl LineTexts<'_> {
    /// `staff 7`, `staff 7 manager`, `invitation 4` or `invitation 4 support`.
    pub(super) fn team(&self, subject: &str) -> Option<Shown> {
        let (part, role) = match number_after(subject, "invitation ") {
            Some((id, role)) => (self.identified(text::INVITATION, id), role),
            None => {
                let (id, role) = number_after(subject, "staff ")?;
                (self.member(id), role)
            }
        };
        let shown = Shown::of(self.link(part, Permission::TeamWrite, STAFF_TEAM_URL));
        Some(match role {
            "" => shown,
            role => Shown { after: vec![value(self.role(role))], ..shown },
        })
    }

    fn named_role(&self, name: &str) -> AuditPartView {
        let part = match self.names.find("role", name) {
            Some(role) => self.named(text::ROLE, &role.text),
            None => self.named(text::ROLE, name),
        };
        self.link(part, Permission::TeamWrite, STAFF_TEAM_URL)
    }

    /// The name of a role, what was done to it, or the rights that it got.
    pub(super) fn edited_role(&self, subject: &str) -> Option<Shown> {
        if let Some((name, rights)) = subject.split_once(": ") {
            let rights =
                AuditValueView { label: Some(self.text(text::RIGHTS)), parts: self.rights_of(rights) };
            return Some(Shown { after: vec![rights], ..Shown::of(self.named_role(name)) });
        }
        let (name, what) = first_word(subject);
        let shown = Shown::of(self.named_role(name));
        match (what, what.strip_prefix("copied from ")) {
            ("", _) => Some(shown),
            ("removed", _) => Some(shown.with(self.text(text::DID_DELETE))),
            (_, Some(from)) => {
                let from = self.role(from).text;
                Some(shown.with(self.text(text::COPIED_ROLE.with("name", from))))
            }
            _ => None,
        }
    }

    /// Whom an operator has signed out.
    pub(super) fn signed_out(&self, subject: &str) -> Option<Shown> {
        if subject == "all customers" {
            return Some(Shown::of(self.text(text::ALL_CUSTOMERS)));
        }
        let (id, "") = number_after(subject, "customer ")? else { return None };
        Some(Shown::of(self.identified(text::CUSTOMER, id)))
    }

    pub(super) fn rights_of(&self, names: &str) -> Vec<AuditPartView> {
        if names.is_empty() {
            return vec![self.text(text::NONE_GIVEN)];
        }
        names.split(' ').map(|name| self.word(right_label("right", name), name)).collect()
    }

    pub(super) fn scope(&self, name: &str) -> AuditPartView {
        self.word(right_label("scope", name), name)
    }

    /// Of a name or an address that the log does not have.
    pub(super) fn fingerprint(&self, subject: &str) -> Option<Shown> {
        let is_code = !subject.is_empty() && subject.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_code.then(|| Shown::of(self.text(text::FINGERPRINT)).with(raw(subject)))
    }

    pub(super) fn address(&self, subject: &str) -> Option<Shown> {
        Some(Shown::of(self.text(match subject {
            "billing" => msg::accounts::BILLING,
            "shipping" => msg::accounts::SHIPPING,
            _ => return None,
        })))
    }

    fn item(&self, id: &str) -> Option<AuditPartView> {
        let (kind, id) = id.split_once(':')?;
        Some(self.numbered(item(kind)?, id))
    }

    /// `review:12 refused spam`. The state is also what became of it.
    pub(super) fn moderated(&self, subject: &str) -> Option<Shown> {
        let (id, state) = first_word(subject);
        let shown = Shown::of(self.item(id)?);
        Some(match state.trim_end() {
            "" => shown,
            state => Shown { after: vec![value(self.moderation(state))], ..shown },
        })
    }

    /// A state, and why something was refused.
    pub(super) fn moderation(&self, stored: &str) -> AuditPartView {
        let (name, reason) = first_word(stored);
        let Some(state) = item_state(name) else { return raw(stored) };
        match reason {
            "" => self.text(state),
            reason => self.labelled(state, self.word(refusal(reason), reason).text),
        }
    }

    fn topic(&self, id: &str) -> AuditPartView {
        match self.names.find("topic", id) {
            Some(topic) => self.named(text::TOPIC, &topic.text),
            None => self.identified(text::TOPIC, id),
        }
    }

    /// `added طعم`, `topic 3 renamed طعم`, `topic 3 deleted` or `review 12 topics [3, 4]`.
    pub(super) fn topics(&self, subject: &str) -> Option<Shown> {
        if let Some(label) = subject.strip_prefix("added ") {
            return Some(Shown::of(self.named(text::TOPIC, label)).with(self.text(text::DID_ADD)));
        }
        if let Some((id, what)) = number_after(subject, "topic ") {
            let shown = Shown::of(self.topic(&id.to_string()));
            return match (what, what.strip_prefix("renamed ")) {
                ("deleted", _) => Some(shown.with(self.text(text::DID_DELETE))),
                (_, Some(label)) => {
                    let after = vec![value(given(label))];
                    Some(Shown { after, ..shown.with(self.text(text::DID_RENAME)) })
                }
                _ => None,
            };
        }
        let (review, rest) = number_after(subject, "review ")?;
        let topics = rest.strip_prefix("topics [")?.strip_suffix(']')?;
        let topics = match topics {
            "" => vec![self.text(text::NONE_GIVEN)],
            ids => ids.split(", ").map(|id| self.topic(id)).collect(),
        };
        let shown = Shown::of(self.numbered(msg::moderation::REVIEW, &review.to_string()));
        Some(Shown { after: vec![AuditValueView { label: None, parts: topics }], ..shown })
    }

    pub(super) fn enquiry_state(&self, name: &str) -> AuditPartView {
        self.word(enquiry_state(name), name)
    }

    /// `12`, and then an act, a file or a message.
    pub(super) fn enquiry(&self, action: &str, subject: &str) -> Option<Shown> {
        let (id, rest) = number_after(subject, "")?;
        let part = self.text(msg::enquiries::INBOX_ONE.with("number", id.to_string()));
        // A deleted one has no page.
        let part = match self.names.find("enquiry", &id.to_string()) {
            Some(_) => {
                let url = STAFF_ENQUIRY_URL.replace("{id}", &id.to_string());
                self.link(part, Permission::InboxAct, url)
            }
            None => part,
        };
        let shown = Shown::of(part);
        Some(match (action, rest) {
            (_, "") => shown,
            ("enquiry-file", file) => {
                let (file, "") = number_after(file, "")? else { return None };
                shown.with(self.identified(text::FILE_NAMED, file))
            }
            ("enquiry-answer", rest) => {
                let (message, "") = number_after(rest, "message ")? else { return None };
                shown.with(self.identified(msg::enquiries::INBOX_ANSWER, message))
            }
            ("enquiry-note", rest) => {
                let (message, "") = number_after(rest, "message ")? else { return None };
                shown.with(self.identified(msg::enquiries::INBOX_NOTE, message))
            }
            ("enquiry", word) => shown.with(self.word(enquiry_act(word), word)),
            _ => return None,
        })
    }

    /// The fingerprint of an address, and how many messages were deleted.
    pub(super) fn erased_enquiries(&self, subject: &str) -> Option<Shown> {
        let (code, count) = first_word(subject);
        let shown = self.fingerprint(code)?;
        Some(match count {
            "" => shown,
            count => {
                let count: i64 = count.parse().ok()?;
                shown.with(self.text(msg::enquiries::INBOX_ERASED.with("count", count)))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use edge::session::RoleScope;

    use super::*;

    #[test]
    fn every_right_and_every_part_of_one_has_its_label() {
        for permission in Permission::ALL {
            assert!(right_label("right", permission.name()).is_some(), "{permission}");
        }
        for scope in RoleScope::ALL {
            assert!(right_label("scope", scope.name()).is_some(), "{}", scope.name());
        }
    }
}

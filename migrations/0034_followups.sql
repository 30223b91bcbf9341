-- Follow-up emails: what causes them, their templates in versions, and who gets which.

-- One row for each cause. Off until the owner turns it on; the review request is as it was.
-- owner: followups
create table followup_causes (
    cause       text primary key,
    is_on       boolean not null default false,
    -- Subscription list of its emails.
    list_id     bigint,
    -- From what happened to the email.
    delay_hours integer not null,
    constraint followup_causes_known check (cause in ('abandoned-cart', 'after-purchase', 'review-request', 'win-back')),
    constraint followup_causes_delay_range check (delay_hours between 0 and 8760),
    constraint followup_causes_on_needs_list check (not is_on or list_id is not null)
);
insert into followup_causes (cause, delay_hours)
values ('abandoned-cart', 4), ('after-purchase', 72), ('review-request', 0), ('win-back', 2160);

-- Never changed and never deleted: an edit is a new version. A cause without one uses the text of the program.
-- owner: followups
create table followup_templates (
    id       bigint generated always as identity primary key,
    cause    text not null references followup_causes (cause),
    -- Counted from 1 for each cause; the highest is in use.
    number   integer not null,
    -- Fluent patterns, checked before they were stored.
    subject  text not null,
    body     text not null,
    button   text not null,
    saved_by text not null default '',
    saved_at timestamptz not null,
    constraint followup_templates_number_key unique (cause, number),
    constraint followup_templates_number_positive check (number > 0)
);

-- owner: followups
create table followups (
    id                 bigint generated always as identity primary key,
    cause              text not null references followup_causes (cause),
    -- The address in lower case.
    person             text not null,
    -- The order that it is about, or the person's last one before a cart was left; 0 for none. A person gets one email
    -- for each cause and order: a second cart is another one only after a purchase.
    occasion           bigint not null,
    -- The cart that was left.
    cart_id            bigint,
    -- When the delay begins.
    happened_at        timestamptz not null,
    state              text not null default 'planned',
    -- Why it was stopped.
    reason             text,
    -- What it was sent for and by; set when it is queued.
    list_id            bigint,
    outbox_id          bigint,
    -- Hashes of the 128 random bits in the links of the email.
    stop_hash          bytea,
    restore_hash       bytea,
    restore_expires_at timestamptz,
    -- The lines of the cart, for the link that restores it: products, variations and quantities.
    lines              jsonb,
    planned_at         timestamptz not null,
    finished_at        timestamptz,
    constraint followups_once unique (cause, person, occasion),
    constraint followups_person_folded check (person = lower(person) and person <> ''),
    constraint followups_state_known check (state in ('planned', 'queued', 'sent', 'stopped')),
    constraint followups_reason_known check ((state = 'stopped') = (reason is not null) and reason in
        ('bought', 'unsubscribed', 'off', 'gone', 'refused', 'unknown', 'late')),
    constraint followups_finished check ((state in ('sent', 'stopped')) = (finished_at is not null)),
    constraint followups_queued check ((state = 'queued' and outbox_id is not null) or state <> 'queued'),
    constraint followups_restore_whole check ((restore_hash is null) = (restore_expires_at is null)
        and (restore_hash is null) = (lines is null))
);
create index followups_due on followups (cause, happened_at) where state = 'planned';
create unique index followups_outbox on followups (outbox_id) where outbox_id is not null;
create index followups_queued on followups (id) where state = 'queued';
create unique index followups_stop on followups (stop_hash) where stop_hash is not null;
create unique index followups_restore on followups (restore_hash) where restore_hash is not null;
create index followups_restore_expiry on followups (restore_expires_at) where restore_hash is not null;
create index followups_person on followups (person);
create index followups_age on followups (finished_at) where finished_at is not null;

-- The planner looks for what happened in a short time, however many orders and carts there are.
create index orders_completed on orders (changed_at) where state = 'completed';
create index orders_paid on orders (paid_at) where paid_at is not null;
create index cart_emails_captured on cart_emails (captured_at);
-- The key of a customer who leaves is replaced at once.
create index customers_leaving on customers (lower(email)) where leaving_at is not null;

-- The emails that request reviews become follow-ups: orders that were asked about are not asked about again.
update followup_causes set is_on = true, list_id = (old.value ->> 'requestList')::bigint,
    delay_hours = least(24 * coalesce((old.value ->> 'requestAfterDays')::integer, 0), 8760)
from settings old
where cause = 'review-request' and old.name = 'reviews' and (old.value ->> 'requestList') is not null;
update settings set value = value - 'requestList' - 'requestAfterDays' where name = 'reviews';
insert into followups (cause, person, occasion, happened_at, state, planned_at, finished_at)
select 'review-request', lower(bought.email), bought.id, bought.changed_at,
    case when old.state = 'waiting' then 'planned' else 'sent' end, old.created_at,
    case when old.state = 'waiting' then null else coalesce(old.finished_at, old.created_at) end
from mail_outbox old join orders bought on bought.id::text = old.key
where old.topic = 'review-request' and bought.email <> '';
update mail_outbox set state = 'dropped', trouble = 'now a follow-up', finished_at = created_at, content = null
where topic = 'review-request' and state = 'waiting';

grant select on followup_causes, followup_templates to shop_web, shop_worker, shop_staff;
grant update on followup_causes to shop_staff;
grant insert on followup_templates to shop_staff;
grant select, insert, update, delete on followups to shop_worker;
grant select (stop_hash, person, list_id, restore_hash, restore_expires_at, lines) on followups to shop_web;
-- Figures only: staff do not need to know whom the shop writes to.
grant select (cause, state, reason, finished_at) on followups to shop_staff;
grant select on subscription_lists to shop_staff;

-- A customer who is erased leaves no trace here. By the address itself: the key of a customer who leaves is replaced.
create function forget_followups() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from followups where person = lower(old.email);
    return old;
end
$$;
revoke execute on function forget_followups from public;
create trigger customers_forgotten_in_followups before delete on customers
    for each row execute function forget_followups();

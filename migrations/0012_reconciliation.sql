-- Which payments at the provider are this shop's, which server reconciles, and what may be undone without a person.

-- Part of every attempt key, so that several shops, or a staging copy, can share one account at the provider.
-- owner: payments
create table shop_identity (
    is_only boolean primary key default true,
    id      uuid not null default gen_random_uuid(),
    constraint shop_identity_only check (is_only)
);
insert into shop_identity default values;

-- Work that one server does at a time. A row and not an advisory lock: a session's lock does not survive a pooler that
-- hands out connections by transaction, and stays with a connection whose server hangs.
-- owner: payments
create table leases (
    name        text primary key,
    holder      uuid not null,
    expires_at  timestamptz not null,
    -- When the work was last done to its end, by any server.
    finished_at timestamptz
);
insert into leases (name, holder, expires_at) values ('reconciler', gen_random_uuid(), now());

-- Payments submitted earlier are never undone automatically; null: none are, until a person sets it again.
alter table payment_book add column undo_from timestamptz;
update payment_book set undo_from = compared_at;
-- The database cluster and database that compared last: a copy that is restored elsewhere shows by it.
alter table payment_book add column home text not null default '';

-- When the shop set out to undo it by itself, and why it did not.
alter table payment_differences add column undo_at timestamptz;
alter table payment_differences add column held_for text not null default '';
create index payment_differences_undone on payment_differences (undo_at) where undo_at is not null;

-- A row that fails is tried again later and later, and never keeps others from their turn.
alter table webhook_inbox add column tries integer not null default 0, add column try_at timestamptz;
alter table forgotten_methods add column tries integer not null default 0, add column try_at timestamptz;

-- When an email was handed to the mail server. One that was taken and never handed over can be taken again.
alter table mail_outbox add column handed_at timestamptz;

grant select on shop_identity to shop_web, shop_worker;
grant select, update on leases to shop_worker;
grant update (tries, try_at) on forgotten_methods to shop_worker;

-- Customers, their sessions and what is theirs; letters; staff; the audit log.

-- owner: accounts
create table customers (
    id            bigint generated always as identity primary key,
    -- As typed, and as compared.
    email         text not null,
    email_key     text not null,
    user_name     text not null,
    user_name_key text not null,
    -- Argon2id, with its salt and costs in it.
    password_hash text not null,
    first_name    text not null default '',
    last_name     text not null default '',
    -- One cart on all devices.
    cart_id       bigint references carts (id) on delete set null,
    created_at    timestamptz not null,
    -- Asked to be forgotten: nobody signs in as them while that is done.
    leaving_at    timestamptz,
    constraint customers_email_key unique (email_key),
    constraint customers_user_name_key unique (user_name_key),
    constraint customers_email_folded check (email_key = lower(email_key) and email_key like '_%@_%'),
    -- A user name never looks like an address: what is typed at login means one thing.
    constraint customers_user_name_plain check (user_name_key <> '' and position('@' in user_name_key) = 0)
);
create index customers_cart on customers (cart_id) where cart_id is not null;

-- The devices of one customer share a cart.
alter table sessions add column customer_id bigint references customers (id) on delete cascade;
-- Somebody who did not want to be remembered: not renewed, and its cookie goes with the browser.
alter table sessions add column is_brief boolean not null default false;
alter table sessions drop constraint sessions_cart_key;
create index sessions_cart on sessions (cart_id) where cart_id is not null;
create index sessions_customer on sessions (customer_id) where customer_id is not null;

-- Links that were sent by mail: good for an hour, and for once. Only their hashes are known here.
-- owner: accounts
create table account_links (
    hash        bytea primary key,
    purpose     text not null,
    customer_id bigint references customers (id) on delete cascade,
    -- The address that the link was sent to, when it becomes somebody's by it.
    email       text not null default '',
    first_name  text not null default '',
    last_name   text not null default '',
    expires_at  timestamptz not null,
    used_at     timestamptz,
    constraint account_links_hash_size check (octet_length(hash) = 32),
    constraint account_links_purpose_known check (purpose in ('reset', 'register', 'email')),
    constraint account_links_for_somebody check (purpose = 'register' or customer_id is not null)
);
create index account_links_expiry on account_links (expires_at);
create index account_links_customer on account_links (customer_id) where customer_id is not null;

-- How often something was tried lately, by the hash of what was tried: an account, an address.
-- owner: accounts
create table attempts (
    key     bytea primary key,
    count   integer not null,
    last_at timestamptz not null,
    -- The next one is heard from then on.
    open_at timestamptz not null
);
create index attempts_age on attempts (last_at);

-- Browsers in which somebody has signed in before: others who guess at their account do not keep them waiting.
-- owner: accounts
create table known_devices (
    hash        bytea not null,
    customer_id bigint not null references customers (id) on delete cascade,
    seen_at     timestamptz not null,
    constraint known_devices_pkey primary key (hash, customer_id),
    constraint known_devices_hash_size check (octet_length(hash) = 32)
);
create index known_devices_customer on known_devices (customer_id);
create index known_devices_age on known_devices (seen_at);

-- owner: accounts
create table addresses (
    customer_id bigint not null references customers (id) on delete cascade,
    kind        text not null,
    first_name  text not null,
    last_name   text not null,
    country     text not null,
    city        text not null,
    address_1   text not null,
    home_number text not null default '',
    postcode    text not null default '',
    phone       text not null default '',
    email       text not null default '',
    constraint addresses_pkey primary key (customer_id, kind),
    constraint addresses_kind_known check (kind in ('billing', 'shipping'))
);

-- What customers may subscribe to.
-- owner: accounts
create table subscription_lists (
    id          bigint generated always as identity primary key,
    name        text not null,
    description text not null default '',
    is_public   boolean not null default true,
    position    integer not null default 0
);

-- owner: accounts
create table subscriptions (
    customer_id bigint not null references customers (id) on delete cascade,
    list_id     bigint not null references subscription_lists (id) on delete cascade,
    -- Names this subscription in its letters: whoever holds it may end it, and nothing else.
    key         text not null,
    created_at  timestamptz not null,
    constraint subscriptions_pkey primary key (customer_id, list_id),
    constraint subscriptions_key_key unique (key)
);

-- Whom to write to about a cart that was left. One for each cart, and for a month.
-- owner: accounts
create table cart_emails (
    cart_id    bigint primary key references carts (id) on delete cascade,
    email      text not null,
    email_key  text not null,
    first_name text not null default '',
    last_name  text not null default '',
    told_at    timestamptz not null,
    expires_at timestamptz not null
);
create index cart_emails_expiry on cart_emails (expires_at);
create index cart_emails_address on cart_emails (email_key);

-- Copies of somebody's own data, made when asked for.
-- owner: accounts
create table data_exports (
    id          text primary key,
    customer_id bigint not null references customers (id) on delete cascade,
    asked_at    timestamptz not null,
    made_at     timestamptz,
    expires_at  timestamptz not null,
    body        jsonb,
    constraint data_exports_whole check ((made_at is null) = (body is null))
);
create index data_exports_customer on data_exports (customer_id, asked_at);
create index data_exports_expiry on data_exports (expires_at);

-- Those who run the shop. Apart from customers: no role of the web server reads this.
-- owner: accounts
create table staff (
    id            bigint generated always as identity primary key,
    email_key     text not null,
    name          text not null,
    role          text not null,
    -- Where somebody may work; an administrator everywhere.
    stores        smallint[] not null default '{}',
    password_hash text not null,
    totp_secret   bytea not null,
    -- The last time step whose code was used: a code is good for once.
    totp_step     bigint not null default 0,
    is_active     boolean not null default true,
    constraint staff_email_key unique (email_key),
    constraint staff_role_known check (role in ('staff', 'admin'))
);

alter table staff_sessions add column staff_id bigint references staff (id) on delete cascade;
alter table staff_sessions add column seen_at timestamptz not null default clock_timestamp();

-- Letters on their way: written with their cause, sent by a job, and never twice.
-- owner: mail
create table mail_outbox (
    id          bigint generated always as identity primary key,
    topic       text not null,
    key         text not null,
    -- What the world calls it: rows are not counted in public.
    name        uuid not null default gen_random_uuid(),
    state       text not null default 'waiting',
    -- What its job needs to write it; forgotten when it is done. Here and not in the job, whose payload is logged.
    content     jsonb,
    tries       integer not null default 0,
    taken_at    timestamptz,
    created_at  timestamptz not null,
    finished_at timestamptz,
    -- Why it is not sent, without a word of what it says or whom it is for.
    trouble     text not null default '',
    constraint mail_outbox_once unique (topic, key),
    constraint mail_outbox_forgets check (finished_at is null or content is null),
    constraint mail_outbox_state_known
        check (state in ('waiting', 'sending', 'sent', 'dropped', 'refused', 'unknown'))
);
create index mail_outbox_open on mail_outbox (created_at) where state in ('waiting', 'sending');
create index mail_outbox_age on mail_outbox (finished_at) where finished_at is not null;

-- Who does not want, or cannot get, which letters.
-- owner: mail
create table mail_suppressions (
    address_hash bytea not null,
    -- 'list 3', or 'lists' for all of them.
    scope        text not null,
    reason       text not null,
    created_at   timestamptz not null,
    constraint mail_suppressions_pkey primary key (address_hash, scope)
);

-- Who did what that may be asked about later. Each row holds the hash of the one before: none can be changed or taken
-- out unseen.
-- owner: edge
create table audit_log (
    seq      bigint generated always as identity primary key,
    at       timestamptz not null,
    actor    text not null,
    action   text not null,
    subject  text not null,
    previous bytea not null,
    hash     bytea not null
);

create function audit_hash(previous bytea, at timestamptz, actor text, action text, subject text) returns bytea
language sql stable set search_path = pg_catalog as $$
    select sha256(previous || convert_to(
        jsonb_build_array((extract(epoch from at) * 1000000)::bigint, actor, action, subject)::text, 'utf8'))
$$;

-- The one way in. The lock keeps two from following the same row; it is held until the end of the transaction, so this
-- is its last statement.
create function audit(moment timestamptz, who text, what text, about text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
    last bytea;
begin
    perform pg_advisory_xact_lock(7310002);
    select hash into last from audit_log order by seq desc limit 1;
    last := coalesce(last, ''::bytea);
    insert into audit_log (at, actor, action, subject, previous, hash)
    values (moment, who, what, about, last, audit_hash(last, moment, who, what, about));
end
$$;

-- How many rows do not follow from the one before them.
create function audit_breaks() returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
    select count(*) from (
        select *, lag(hash, 1, ''::bytea) over (order by seq) as before from audit_log
    ) chain
    where previous <> before or hash <> audit_hash(before, at, actor, action, subject)
$$;

-- A job that fails again and again is put aside after twelve tries, about a day.
create or replace function enqueue_job(identifier text, payload jsonb, job_key text) returns void
    language sql security definer set search_path = pg_catalog, graphile_worker
as $$
    select graphile_worker.add_job(identifier, payload::json, job_key => job_key, max_attempts => 12);
$$;

grant select, insert, update on customers to shop_web;
grant select, update, delete on account_links to shop_web;
grant select, insert on data_exports to shop_web;
grant select, insert, update, delete on known_devices to shop_web;
grant select, insert, update, delete on attempts, addresses, subscriptions, cart_emails to shop_web;
grant select on subscription_lists to shop_web, shop_worker, shop_staff;
grant insert, update, delete on subscription_lists to shop_staff;
grant insert, select (id) on mail_outbox to shop_web;
grant select, insert, delete on mail_suppressions to shop_web;

grant select, insert, update, delete on customers, account_links, known_devices, attempts, addresses, subscriptions, cart_emails,
    data_exports, mail_outbox to shop_worker;
grant select, insert on mail_suppressions to shop_worker;

grant select, insert, update on staff to shop_staff;
grant update on staff_sessions to shop_staff;
grant select, insert, update, delete on attempts to shop_staff;
grant select on audit_log to shop_staff;

revoke execute on function audit, audit_breaks from public;
grant execute on function audit to shop_web, shop_worker, shop_staff;
grant execute on function audit_breaks to shop_worker, shop_staff;

-- Affiliates: their links, visits by them, credits for paid orders, reversals for refunds, payouts.

-- owner: affiliates
create table affiliates (
    -- Random: it is in links, and must not reveal how many affiliates the shop has.
    id          bigint primary key,
    -- Null after its owner was erased.
    customer_id bigint references customers (id) on delete set null,
    -- The name in links.
    slug        text not null,
    state       text not null default 'requested',
    -- In hundredths of a percent; null: the shop's rate.
    rate_bp     integer,
    -- What the law of the shop owner's country requires. Never shown to the affiliate.
    tax_note    text not null default '',
    created_at  timestamptz not null,
    constraint affiliates_id_positive check (id > 0),
    constraint affiliates_customer_key unique (customer_id),
    constraint affiliates_slug_key unique (slug),
    -- Begins with a character that no number begins with, so that a link names one affiliate.
    constraint affiliates_slug_plain check (slug ~ '^[a-z][a-z0-9-]{2,39}$'),
    constraint affiliates_state_known check (state in ('requested', 'active', 'disabled')),
    constraint affiliates_rate_range check (rate_bp between 0 and 10000),
    constraint affiliates_tax_note_size check (char_length(tax_note) <= 500)
);
create index affiliates_newest on affiliates (created_at desc, id);

-- A product's rate has precedence over that of the affiliate and of the shop.
-- owner: affiliates
create table affiliate_product_rates (
    product_id bigint primary key references products (id) on delete cascade,
    rate_bp    integer not null,
    constraint affiliate_product_rates_range check (rate_bp between 0 and 10000)
);

-- Random bytes of a day. A visit has the hash of them and its IP address; without them the address cannot be found by
-- trying all of them, so they are deleted when the day is over.
-- owner: affiliates
create table affiliate_salts (
    day  date primary key,
    salt bytea not null,
    constraint affiliate_salts_size check (octet_length(salt) = 32)
);

-- A partition for each month, created ahead and dropped when it has expired: `affiliate_visit_partitions`. No foreign key:
-- it would be checked for each visit, and an affiliate is never deleted.
-- owner: affiliates
create table affiliate_visits (
    -- 63 random bits: the visitor's cookie has it, and an order proves its visit by it.
    id           bigint not null,
    affiliate_id bigint not null,
    campaign     text not null default '',
    url          text not null,
    referrer     text not null default '',
    address_hash bytea not null,
    -- The visitor's session, if there was one.
    visitor      bytea,
    created_at   timestamptz not null,
    constraint affiliate_visits_pkey primary key (id, created_at),
    constraint affiliate_visits_address_hashed check (octet_length(address_hash) = 32),
    constraint affiliate_visits_text_size check (char_length(campaign) <= 255 and char_length(url) <= 2048
        and char_length(referrer) <= 2048)
) partition by range (created_at);
create index affiliate_visits_address on affiliate_visits (address_hash, created_at);
create index affiliate_visits_visitor on affiliate_visits (visitor, created_at) where visitor is not null;

-- Visits of months that have no partition yet: a late job must not refuse visits.
-- owner: affiliates
create table affiliate_visits_default partition of affiliate_visits default;

-- Visits by day: they outlive the visits themselves.
-- owner: affiliates
create table affiliate_days (
    affiliate_id bigint not null references affiliates (id),
    day          date not null,
    visits       integer not null default 0,
    constraint affiliate_days_pkey primary key (affiliate_id, day)
) with (fillfactor = 80);

-- The affiliate that an order names, recorded with the order. With a refusal it is never credited.
-- owner: affiliates
create table affiliate_referrals (
    order_id     bigint primary key references orders (id) on delete cascade,
    affiliate_id bigint not null references affiliates (id),
    visit_id     bigint,
    campaign     text not null default '',
    refusal      text,
    created_at   timestamptz not null,
    constraint affiliate_referrals_refusal_known check (refusal in ('unknown-visit', 'foreign-visit', 'old-visit',
        'shared-visit', 'disabled', 'same-customer', 'same-email', 'same-method', 'same-address', 'no-commission')),
    constraint affiliate_referrals_campaign_size check (char_length(campaign) <= 255)
);
create index affiliate_referrals_affiliate on affiliate_referrals (affiliate_id, order_id desc);
create index affiliate_referrals_visit on affiliate_referrals (visit_id) where visit_id is not null;

-- owner: affiliates
create table affiliate_payouts (
    id           bigint generated always as identity primary key,
    affiliate_id bigint not null references affiliates (id),
    amount_minor bigint not null,
    currency     text not null default 'USD',
    state        text not null default 'open',
    -- Of the transfer, typed by staff.
    reference    text not null default '',
    created_at   timestamptz not null,
    created_by   text not null,
    changed_at   timestamptz not null,
    changed_by   text not null default '',
    constraint affiliate_payouts_positive check (amount_minor > 0),
    constraint affiliate_payouts_state_known check (state in ('open', 'paid', 'cancelled')),
    constraint affiliate_payouts_reference_size check (char_length(reference) <= 100)
);
create unique index affiliate_payouts_one_open on affiliate_payouts (affiliate_id) where state = 'open';
create index affiliate_payouts_newest on affiliate_payouts (id desc);
create index affiliate_payouts_affiliate on affiliate_payouts (affiliate_id, id desc);

-- One credit for each payment of a referred order: a payment is one row of `journals`.
-- owner: affiliates
create table affiliate_credits (
    id             bigint generated always as identity primary key,
    order_id       bigint not null references affiliate_referrals (order_id) on delete cascade,
    affiliate_id   bigint not null references affiliates (id),
    journal_id     bigint not null,
    amount_minor   bigint not null,
    -- The sum of its reversals.
    reversed_minor bigint not null default 0,
    payout_id      bigint references affiliate_payouts (id),
    created_at     timestamptz not null,
    constraint affiliate_credits_once unique (journal_id),
    constraint affiliate_credits_positive check (amount_minor > 0),
    constraint affiliate_credits_reversed_within check (reversed_minor between 0 and amount_minor)
);
-- An order is paid again only after its payment was returned, and then the first credit is fully reversed.
create unique index affiliate_credits_one_live on affiliate_credits (order_id) where reversed_minor < amount_minor;
create index affiliate_credits_affiliate on affiliate_credits (affiliate_id, id desc);
create index affiliate_credits_open on affiliate_credits (affiliate_id) where payout_id is null;
create index affiliate_credits_payout on affiliate_credits (payout_id) where payout_id is not null;

-- One reversal for each refund or return, also when its share rounds to nothing.
-- owner: affiliates
create table affiliate_reversals (
    id           bigint generated always as identity primary key,
    credit_id    bigint not null references affiliate_credits (id) on delete cascade,
    affiliate_id bigint not null references affiliates (id),
    journal_id   bigint not null,
    amount_minor bigint not null,
    payout_id    bigint references affiliate_payouts (id),
    created_at   timestamptz not null,
    constraint affiliate_reversals_once unique (journal_id),
    constraint affiliate_reversals_not_negative check (amount_minor >= 0)
);
create index affiliate_reversals_credit on affiliate_reversals (credit_id);
create index affiliate_reversals_open on affiliate_reversals (affiliate_id) where payout_id is null;
create index affiliate_reversals_payout on affiliate_reversals (payout_id) where payout_id is not null;

-- Creates the partitions of this month and the next two, and drops those whose last visit is older than `oldest`. Visits
-- that came before their partition are moved into it.
create function affiliate_visit_partitions(moment timestamptz, oldest timestamptz) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    first_day timestamp;
    name text;
    dropped integer := 0;
begin
    -- One server at a time.
    perform pg_advisory_xact_lock(hashtextextended('affiliate_visit_partitions', 0));
    for first_day in
        select generate_series(date_trunc('month', moment at time zone 'UTC'),
            date_trunc('month', moment at time zone 'UTC') + interval '2 months', interval '1 month')
    loop
        name := 'affiliate_visits_' || to_char(first_day, 'YYYY_MM');
        continue when to_regclass('public.' || name) is not null;
        execute format('create table public.%I (like public.affiliate_visits including defaults including constraints)', name);
        execute format('with early as (delete from public.affiliate_visits_default
                where created_at >= %L and created_at < %L returning *)
            insert into public.%I select * from early',
            first_day at time zone 'UTC', (first_day + interval '1 month') at time zone 'UTC', name);
        execute format('alter table public.affiliate_visits attach partition public.%I for values from (%L) to (%L)',
            name, first_day at time zone 'UTC', (first_day + interval '1 month') at time zone 'UTC');
    end loop;
    for name in
        select part.relname from pg_inherits link join pg_class part on part.oid = link.inhrelid
        where link.inhparent = 'public.affiliate_visits'::regclass and part.relname ~ '^affiliate_visits_[0-9]{4}_[0-9]{2}$'
            and (to_date(right(part.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= oldest
    loop
        execute format('drop table public.%I', name);
        dropped := dropped + 1;
    end loop;
    return dropped;
end
$$;
revoke execute on function affiliate_visit_partitions(timestamptz, timestamptz) from public;
grant execute on function affiliate_visit_partitions(timestamptz, timestamptz) to shop_worker;
select affiliate_visit_partitions(now(), now() - interval '30 days');

-- The outbox of credits: each row of the ledger of a referred order enqueues the job that settles it, in the transaction
-- that writes the row. All paths by which money moves write the ledger.
create function settle_affiliate_later() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if exists (select from affiliate_referrals where order_id = new.order_id and refusal is null) then
        perform enqueue_job('affiliates.settle', jsonb_build_object('order', new.order_id),
            'affiliates settle ' || new.order_id);
    end if;
    return null;
end
$$;
revoke execute on function settle_affiliate_later from public;
create trigger journals_settle_affiliate after insert on journals
    for each row execute function settle_affiliate_later();

-- What was credited and paid stays for the accounts of the shop, without anything that names its owner.
create function forget_affiliate() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    update affiliates set slug = 'erased-' || id, state = 'disabled', tax_note = '', customer_id = null
    where customer_id = old.id;
    return old;
end
$$;
revoke execute on function forget_affiliate from public;
create trigger customers_forgotten_in_affiliates before delete on customers
    for each row execute function forget_affiliate();

-- Public pages read none of this.
grant select, insert on affiliates to shop_web;
grant select, insert on affiliate_salts, affiliate_visits, affiliate_referrals to shop_web;
grant select, insert, update on affiliate_days to shop_web;
grant select on affiliate_credits, affiliate_reversals, affiliate_payouts to shop_web;

grant select on affiliates, affiliate_product_rates, affiliate_days, affiliate_payouts to shop_worker;
grant select, delete on affiliate_salts, affiliate_visits to shop_worker;
grant select, update on affiliate_referrals to shop_worker;
grant select, insert, update on affiliate_credits to shop_worker;
grant select, insert on affiliate_reversals to shop_worker;

grant select, insert, update on affiliates to shop_staff;
grant select, insert, update, delete on affiliate_product_rates to shop_staff;
grant select on affiliate_days, affiliate_referrals to shop_staff;
grant select, update (payout_id) on affiliate_credits, affiliate_reversals to shop_staff;
grant select, insert, update on affiliate_payouts to shop_staff;
-- An affiliate is found and added by the address of the account.
grant select (id, email, email_key) on customers to shop_staff;

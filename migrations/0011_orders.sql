-- Orders, the money and the goods that belong to them, and every attempt to be paid.

-- owner: checkout
create table orders (
    id              bigint generated always as identity primary key,
    -- What people call it: random, so that it tells nobody how much the shop sells.
    number          bigint not null,
    -- Opens its pages to whoever has it: 128 random bits.
    key             text not null,
    state           text not null,
    -- Who placed it: a session, and the key of the form it was placed with. The same form makes one order.
    placed_by       bytea not null,
    form_key        text not null,
    customer_id     bigint references customers (id) on delete set null,
    cart_id         bigint references carts (id) on delete set null,
    address         text not null,
    email           text not null,
    first_name      text not null,
    last_name       text not null,
    phone           text not null,
    country         text not null,
    city            text not null,
    address_1       text not null,
    home_number     text not null default '',
    postcode        text not null default '',
    notes           text not null default '',
    currency        text not null default 'USD',
    subtotal_minor  bigint not null,
    discount_minor  bigint not null,
    shipping_minor  bigint not null,
    tax_minor       bigint not null,
    total_minor     bigint not null,
    refunded_minor  bigint not null default 0,
    shipping_title  text not null default '',
    -- [{id, code, minor}] and [{name, minor}], as they were then.
    coupons         jsonb not null default '[]',
    taxes           jsonb not null default '[]',
    attribution     jsonb not null default '{}',
    -- What its buyer ticked: an account, and a method to be kept.
    wants_account   boolean not null default false,
    wants_saved     boolean not null default false,
    created_at      timestamptz not null,
    changed_at      timestamptz not null,
    paid_at         timestamptz,
    constraint orders_number_key unique (number),
    constraint orders_key_key unique (key),
    constraint orders_form_key unique (placed_by, form_key),
    constraint orders_state_known check (state in ('pending', 'on_hold', 'processing', 'shipped', 'delivered',
        'completed', 'cancelled', 'refunded', 'failed', 'unfulfillable')),
    constraint orders_sums check (total_minor = subtotal_minor - discount_minor + shipping_minor + tax_minor),
    constraint orders_not_negative check (subtotal_minor >= 0 and discount_minor >= 0 and shipping_minor >= 0
        and tax_minor >= 0 and total_minor >= 0),
    constraint orders_refunded_within check (refunded_minor between 0 and total_minor)
);
create index orders_customer on orders (customer_id, id desc) where customer_id is not null;
create index orders_email on orders (lower(email), id desc);
create index orders_newest on orders (state, id desc);
create index orders_unadopted on orders (lower(email)) where wants_account and customer_id is null;
create index orders_open on orders (created_at) where state in ('pending', 'failed');
create index orders_cart on orders (cart_id) where cart_id is not null;

-- Whoever is forgotten is forgotten in their orders too; what was sold and paid stays, as the law wants it.
create function forget_buyer() returns trigger
language plpgsql security definer set search_path = public as $$
begin
    update orders set email = '', first_name = '', last_name = '', phone = '', city = '', address_1 = '',
        home_number = '', postcode = '', notes = '', address = '', attribution = '{}', wants_account = false
    where customer_id = old.id or lower(email) = old.email_key;
    return old;
end
$$;
create trigger customers_forgotten before delete on customers for each row execute function forget_buyer();

-- owner: checkout
create table order_lines (
    order_id     bigint not null references orders (id) on delete cascade,
    position     smallint not null,
    -- As the cart called it.
    key          text not null,
    product_id   bigint not null,
    name         text not null,
    detail       text,
    slug         text not null,
    quantity     bigint not null,
    unit_minor   bigint not null,
    total_minor  bigint not null,
    -- Of a bundle: [{name, detail, quantity, share}].
    parts        jsonb not null default '[]',
    constraint order_lines_pkey primary key (order_id, position),
    constraint order_lines_positive check (quantity > 0 and total_minor >= 0)
);

-- What an order takes from the shelves: written once, so that it can be set aside again later.
-- owner: checkout
create table order_stock (
    order_id bigint not null references orders (id) on delete cascade,
    sku      text not null,
    quantity bigint not null,
    constraint order_stock_pkey primary key (order_id, sku)
);

-- What happened to an order, for those who ask later. Never changed.
-- owner: checkout
create table order_events (
    id       bigint generated always as identity primary key,
    order_id bigint not null references orders (id) on delete cascade,
    at       timestamptz not null,
    kind     text not null,
    detail   text not null default '',
    actor    text not null default ''
);
create index order_events_order on order_events (order_id, id);

-- Money, twice each time: what one account gains another one gives. Never changed.
-- owner: checkout
create table journals (
    id       bigint generated always as identity primary key,
    order_id bigint not null references orders (id),
    -- 'payment', 'refund', 'return', and whose key it is: each is written once.
    kind     text not null,
    subject  text not null,
    at       timestamptz not null,
    constraint journals_once unique (kind, subject)
);
create index journals_order on journals (order_id);

-- owner: checkout
create table journal_entries (
    journal_id bigint not null references journals (id),
    account    text not null,
    minor      bigint not null,
    constraint journal_entries_pkey primary key (journal_id, account),
    constraint journal_entries_account_known check (account in ('provider', 'sales', 'shipping', 'taxes', 'refunds'))
);

create function journals_balance() returns trigger
language plpgsql as $$
begin
    if (select sum(minor) from journal_entries where journal_id = new.journal_id) <> 0 then
        raise exception 'journal % does not balance', new.journal_id using errcode = 'check_violation';
    end if;
    return null;
end
$$;
create constraint trigger journal_entries_balance after insert or update on journal_entries
    deferrable initially deferred for each row execute function journals_balance();

-- owner: checkout
create table refunds (
    -- The provider's idempotency key.
    key          text primary key,
    order_id     bigint not null references orders (id),
    attempt_key  text not null,
    amount_minor bigint not null,
    state        text not null default 'asked',
    reason       text not null default '',
    actor        text not null default '',
    provider_ref text,
    created_at   timestamptz not null,
    done_at      timestamptz,
    constraint refunds_amount_positive check (amount_minor > 0),
    constraint refunds_state_known check (state in ('asked', 'done', 'refused'))
);
create index refunds_order on refunds (order_id);

-- One try to be paid. Its key is what the provider is asked under, and never used for another try.
-- owner: payments
create table payment_attempts (
    key          text primary key,
    order_id     bigint not null references orders (id),
    amount_minor bigint not null,
    currency     text not null default 'USD',
    -- 'card' or 'echeck'.
    kind         text not null,
    state        text not null,
    provider_ref text,
    -- The provider's code for its reason.
    code         text not null default '',
    brand        text not null default '',
    last4        text not null default '',
    placed_by    bytea not null,
    address      text not null,
    created_at   timestamptz not null,
    changed_at   timestamptz not null,
    -- When the provider is to be asked what became of it, and how often it was.
    look_at      timestamptz,
    looks        integer not null default 0,
    constraint payment_attempts_key_size check (length(key) = 20),
    constraint payment_attempts_amount_positive check (amount_minor > 0),
    constraint payment_attempts_kind_known check (kind in ('card', 'echeck')),
    constraint payment_attempts_state_known check (state in ('submitting', 'requires_action', 'authorised', 'captured',
        'processing', 'declined', 'unknown', 'voided', 'refunded', 'disputed', 'returned')),
    constraint payment_attempts_ref_key unique (provider_ref),
    constraint payment_attempts_last4_short check (length(last4) <= 4)
);
-- At most one that is under way or has succeeded.
create unique index payment_attempts_one_live on payment_attempts (order_id)
    where state not in ('declined', 'voided', 'returned');
create index payment_attempts_order on payment_attempts (order_id, created_at);
create index payment_attempts_due on payment_attempts (look_at) where look_at is not null;
create index payment_attempts_placed_by on payment_attempts (placed_by, created_at);
create index payment_attempts_address on payment_attempts (address, created_at);
create index payment_attempts_recent on payment_attempts (created_at);

-- A customer's place at the provider.
-- owner: payments
create table payment_profiles (
    customer_id bigint primary key references customers (id) on delete cascade,
    profile     text not null
);

-- All that is known of a card or an account that somebody keeps.
-- owner: payments
create table saved_methods (
    -- 128 random bits.
    id          text primary key,
    customer_id bigint not null references customers (id) on delete cascade,
    kind        text not null,
    profile     text not null,
    method      text not null,
    brand       text not null default '',
    last4       text not null,
    -- The last day it is good for.
    expires_on  date,
    is_default  boolean not null default false,
    created_at  timestamptz not null,
    constraint saved_methods_method_key unique (customer_id, method),
    constraint saved_methods_kind_known check (kind in ('card', 'echeck')),
    constraint saved_methods_last4_short check (length(last4) <= 4)
);
create index saved_methods_customer on saved_methods (customer_id, created_at);
create unique index saved_methods_one_default on saved_methods (customer_id) where is_default;

-- Methods whose owner is done with them, until the provider has forgotten them too.
-- owner: payments
create table forgotten_methods (
    profile text not null,
    method  text not null,
    at      timestamptz not null,
    constraint forgotten_methods_pkey primary key (profile, method)
);
create function remember_to_forget() returns trigger
language plpgsql security definer set search_path = public as $$
begin
    insert into forgotten_methods (profile, method, at) values (old.profile, old.method, now()) on conflict do nothing;
    return null;
end
$$;
-- Whatever deletes one, an erased account among it.
create trigger saved_methods_forgotten after delete on saved_methods
    for each row execute function remember_to_forget();

-- What the provider told us, once each.
-- owner: payments
create table webhook_inbox (
    provider    text not null,
    event_id    text not null,
    kind        text not null,
    reference   text,
    received_at timestamptz not null,
    done_at     timestamptz,
    constraint webhook_inbox_pkey primary key (provider, event_id)
);
create index webhook_inbox_waiting on webhook_inbox (received_at) where done_at is null;

-- Where the provider's books and ours differ, and who looks into it.
-- owner: payments
create table payment_differences (
    id          bigint generated always as identity primary key,
    kind        text not null,
    reference   text not null,
    attempt_key text not null default '',
    ours        text not null default '',
    theirs      text not null default '',
    owner       text not null default 'shop',
    found_at    timestamptz not null,
    settled_at  timestamptz,
    settled_by  text not null default '',
    constraint payment_differences_once unique (kind, reference)
);
create index payment_differences_open on payment_differences (found_at) where settled_at is null;

-- Scripts that payment pages may run: whose they are, why, and what they looked like when somebody accepted them.
-- owner: checkout
create table script_inventory (
    url         text primary key,
    owner       text not null,
    reason      text not null,
    sha256      text not null,
    accepted_at timestamptz not null
);

-- How far the books have been compared.
-- owner: payments
create table payment_book (
    provider    text primary key,
    compared_at timestamptz not null
);

-- The same as before, with a limit for each address that a load test may raise; a hold begins pinned, because the
-- payment it is for begins in the same transaction.
drop function hold_stock(text, bytea, text, text[], bigint[], timestamptz, interval);
create function hold_stock(
    for_order text, whose bytea, from_address text, skus text[], quantities bigint[], moment timestamptz,
    life interval, most bigint, pinned boolean
) returns text
language plpgsql security definer set search_path = public as $$
declare
    wanted record;
begin
    -- One at a time for each visitor and address, so that their limits hold.
    perform pg_advisory_xact_lock(hashtextextended(encode(whose, 'hex'), 1));
    perform pg_advisory_xact_lock(hashtextextended(from_address, 2));
    if exists (select from stock_reservations where order_key = for_order and state = 'held') then
        update stock_reservations set expires_at = moment + life, is_pinned = pinned
        where order_key = for_order and state = 'held';
        return 'held';
    end if;
    if (select count(distinct order_key) from stock_reservations where holder = whose and state = 'held') >= 2
        or (select count(distinct order_key) from stock_reservations
            where address = from_address and created_at > moment - interval '10 minutes') >= most then
        return 'many';
    end if;
    -- In one order for everybody: nobody waits for one who waits for them.
    for wanted in
        select sku, sum(quantity) as quantity from unnest(skus, quantities) as asked (sku, quantity)
        group by sku order by sku
    loop
        update stock_levels set reserved = reserved + wanted.quantity
        where sku = wanted.sku and store = 1 and on_hand - reserved >= wanted.quantity;
        if not found then
            raise exception using errcode = 'MJ001', message = wanted.sku;
        end if;
        insert into stock_reservations (order_key, sku, quantity, holder, address, created_at, expires_at, is_pinned)
        values (for_order, wanted.sku, wanted.quantity, whose, from_address, moment, moment + life, pinned)
        on conflict (order_key, sku, store) do update
        set quantity = excluded.quantity, state = 'held', holder = excluded.holder, address = excluded.address,
            created_at = excluded.created_at, expires_at = excluded.expires_at, is_pinned = excluded.is_pinned;
    end loop;
    return 'held';
exception when sqlstate 'MJ001' then
    -- What was set aside before it is undone with this.
    return 'short ' || sqlerrm;
end
$$;

-- Goods that come back: what was claimed for an order is for sale again. Once.
create function return_stock(of_order text) returns void
language plpgsql security definer set search_path = public as $$
declare
    claimed record;
begin
    for claimed in
        select * from stock_reservations where order_key = of_order and state = 'claimed' order by sku for update
    loop
        perform move_stock(claimed.sku, claimed.store, claimed.quantity, 'return of ' || of_order);
        update stock_reservations set state = 'released'
        where order_key = of_order and sku = claimed.sku and store = claimed.store;
    end loop;
end
$$;

grant select, insert, update on orders to shop_web, shop_worker;
grant select, insert on order_lines, order_stock, order_events to shop_web, shop_worker;
grant select, insert on journals, journal_entries to shop_web, shop_worker;
grant select on refunds to shop_web;
grant insert on refunds to shop_web;
grant select, insert, update on refunds to shop_worker;
grant select, insert, update on payment_attempts to shop_web, shop_worker;
grant select, insert, update on payment_profiles to shop_web, shop_worker;
grant select, insert, update, delete on saved_methods to shop_web, shop_worker;
grant select, delete on forgotten_methods to shop_worker;
grant select, insert on webhook_inbox to shop_web;
grant select, insert, update, delete on webhook_inbox to shop_worker;
grant select, insert, update on payment_differences, payment_book to shop_worker;
grant select, insert, update, delete on script_inventory to shop_worker;
grant select on payment_attempts, order_lines, order_stock, journals, journal_entries, payment_differences to shop_staff;
grant select, update on orders to shop_staff;
grant select, insert on order_events, refunds to shop_staff;
revoke execute on function hold_stock, return_stock, remember_to_forget, forget_buyer from public;
grant execute on function hold_stock to shop_web, shop_worker;
grant execute on function return_stock to shop_worker, shop_staff, shop_web;
grant execute on function release_stock, give_coupons_back to shop_staff;
-- They tell buyers what becomes of their orders.
grant insert, select (id) on mail_outbox to shop_staff;

-- Where a cart goes and how; empty until its owner says so.
alter table carts add column country text not null default '';
alter table carts add column city text not null default '';
alter table carts add column postcode text not null default '';
alter table carts add column shipping_method bigint;

-- What was chosen where the variation itself leaves it open.
alter table cart_lines add column choices jsonb not null default '{}';

-- owner: cart
create table coupons (
    id                    bigint generated always as identity primary key,
    -- As it is compared: folded, without spaces around it.
    code                  text not null,
    kind                  text not null,
    -- Hundredths of a percent, or minor units of money.
    value                 bigint not null,
    starts_at             timestamptz,
    ends_at               timestamptz,
    min_spend_minor       bigint not null default 0,
    max_uses              integer,
    max_uses_per_customer integer,
    -- Only for these; both empty: for everything.
    product_ids           bigint[] not null default '{}',
    category_ids          bigint[] not null default '{}',
    is_active             boolean not null default true,
    used                  integer not null default 0,
    constraint coupons_code_key unique (code),
    constraint coupons_code_folded check (code = lower(btrim(code)) and code <> ''),
    constraint coupons_kind_known check (kind in ('percent', 'fixed_cart', 'fixed_product')),
    constraint coupons_value_in_range check (value >= 0 and (kind <> 'percent' or value <= 10000)),
    constraint coupons_within_limit check (used >= 0 and (max_uses is null or used <= max_uses))
);

-- Which order used which code, once.
-- owner: cart
create table coupon_uses (
    coupon_id bigint not null references coupons (id),
    order_key text not null,
    -- Whose use it was: an address of e-mail, folded, or an account.
    customer  text not null,
    used_at   timestamptz not null,
    constraint coupon_uses_pkey primary key (coupon_id, order_key)
);
create index coupon_uses_customer on coupon_uses (coupon_id, customer);

-- owner: cart
create table cart_coupons (
    cart_id   bigint not null references carts (id) on delete cascade,
    coupon_id bigint not null references coupons (id),
    added_at  timestamptz not null,
    constraint cart_coupons_pkey primary key (cart_id, coupon_id)
);

-- The one way to use a coupon: under its row's lock, so that the last use is given away once. True: it is this order's,
-- now or already.
create function use_coupon(wanted bigint, for_order text, whose text, moment timestamptz) returns boolean
language plpgsql security definer set search_path = public as $$
declare
    coupon coupons;
begin
    select * into coupon from coupons where id = wanted for update;
    if exists (select from coupon_uses where coupon_id = wanted and order_key = for_order) then
        return true;
    end if;
    if coupon.id is null or not coupon.is_active or coupon.starts_at > moment or coupon.ends_at <= moment
        or coupon.used >= coupon.max_uses
        or (select count(*) from coupon_uses where coupon_id = wanted and customer = whose)
            >= coupon.max_uses_per_customer then
        return false;
    end if;
    update coupons set used = used + 1 where id = wanted;
    insert into coupon_uses (coupon_id, order_key, customer, used_at) values (wanted, for_order, whose, moment);
    return true;
end
$$;

-- An order that comes to nothing gives its uses back.
create function give_coupons_back(from_order text) returns void
language sql security definer set search_path = public as $$
    with given as (delete from coupon_uses where order_key = from_order returning coupon_id)
    update coupons set used = used - 1 where id in (select coupon_id from given)
$$;

-- Names of countries, as a shopper chooses them.
-- owner: cart
create table countries (
    code text primary key,
    name text not null,
    constraint countries_code_two_letters check (code ~ '^[A-Z]{2}$')
);
insert into countries (code, name) values
    ('AE', 'الإمارات'), ('BH', 'البحرين'), ('DZ', 'الجزائر'), ('EG', 'مصر'), ('IQ', 'العراق'), ('JO', 'الأردن'),
    ('KW', 'الكويت'), ('LB', 'لبنان'), ('LY', 'ليبيا'), ('MA', 'المغرب'), ('MR', 'موريتانيا'), ('OM', 'عُمان'),
    ('PS', 'فلسطين'), ('QA', 'قطر'), ('SA', 'السعودية'), ('SD', 'السودان'), ('SY', 'سوريا'), ('TN', 'تونس'),
    ('YE', 'اليمن'), ('CA', 'كندا'), ('DE', 'ألمانيا'), ('FR', 'فرنسا'), ('GB', 'المملكة المتحدة'), ('TR', 'تركيا'),
    ('US', 'الولايات المتحدة');

-- owner: cart
create table shipping_zones (
    id        bigint generated always as identity primary key,
    name      text not null,
    -- Two letters each; empty: everywhere that no other zone names.
    countries text[] not null default '{}',
    position  integer not null default 0
);

-- owner: cart
create table shipping_methods (
    id              bigint generated always as identity primary key,
    zone_id         bigint not null references shipping_zones (id) on delete cascade,
    kind            text not null,
    title           text not null,
    cost_minor      bigint not null default 0,
    -- For each begun kilogram, beside the cost.
    per_kilo_minor  bigint not null default 0,
    -- Offered from this much on.
    from_minor      bigint not null default 0,
    position        integer not null default 0,
    constraint shipping_methods_kind_known check (kind in ('flat', 'free', 'weight', 'pickup')),
    constraint shipping_methods_not_negative check (cost_minor >= 0 and per_kilo_minor >= 0 and from_minor >= 0)
);

-- owner: cart
create table tax_rates (
    id           bigint generated always as identity primary key,
    country      text not null,
    name         text not null,
    -- Hundredths of a percent.
    rate         integer not null,
    on_shipping  boolean not null default false,
    position     integer not null default 0,
    constraint tax_rates_in_range check (rate between 0 and 10000)
);

-- Stock that is set aside while somebody pays. Taken when payment begins, never by a cart.
-- owner: cart
create table stock_reservations (
    order_key  text not null,
    sku        text not null,
    store      smallint not null default 1,
    quantity   bigint not null,
    state      text not null default 'held',
    -- Whoever holds it: a session, and the address it came from.
    holder     bytea not null,
    address    text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- A payment is under way whose end is not known: not released, however late.
    is_pinned  boolean not null default false,
    constraint stock_reservations_pkey primary key (order_key, sku, store),
    constraint stock_reservations_state_known check (state in ('held', 'claimed', 'released')),
    constraint stock_reservations_quantity_positive check (quantity > 0)
);
create index stock_reservations_expiry on stock_reservations (expires_at) where state = 'held' and not is_pinned;
create index stock_reservations_holder on stock_reservations (holder) where state = 'held';
create index stock_reservations_address on stock_reservations (address, created_at);

-- Sets aside all of it, or nothing. Answers 'held'; 'short ' and the SKU there is too little of; or 'many' when one
-- visitor or address holds too much already.
create function hold_stock(
    for_order text, whose bytea, from_address text, skus text[], quantities bigint[], moment timestamptz, life interval
) returns text
language plpgsql security definer set search_path = public as $$
declare
    wanted record;
begin
    -- One at a time for each visitor and address, so that their limits hold.
    perform pg_advisory_xact_lock(hashtextextended(encode(whose, 'hex'), 1));
    perform pg_advisory_xact_lock(hashtextextended(from_address, 2));
    if exists (select from stock_reservations where order_key = for_order and state = 'held') then
        return 'held';
    end if;
    if (select count(distinct order_key) from stock_reservations where holder = whose and state = 'held') >= 2
        or (select count(distinct order_key) from stock_reservations
            where address = from_address and created_at > moment - interval '10 minutes') >= 20 then
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
        insert into stock_reservations (order_key, sku, quantity, holder, address, created_at, expires_at)
        values (for_order, wanted.sku, wanted.quantity, whose, from_address, moment, moment + life)
        on conflict (order_key, sku, store) do update
        set quantity = excluded.quantity, state = 'held', expires_at = excluded.expires_at;
    end loop;
    return 'held';
exception when sqlstate 'MJ001' then
    -- What was set aside before it is undone with this.
    return 'short ' || sqlerrm;
end
$$;

-- Paid: what was set aside leaves the shelf, with its lines in the ledger. False: nothing was held any more.
create function claim_stock(of_order text) returns boolean
language plpgsql security definer set search_path = public as $$
declare
    held record;
    claimed boolean := false;
begin
    for held in
        select * from stock_reservations where order_key = of_order and state = 'held' order by sku for update
    loop
        update stock_levels set reserved = reserved - held.quantity where sku = held.sku and store = held.store;
        perform move_stock(held.sku, held.store, -held.quantity, 'order ' || of_order);
        update stock_reservations set state = 'claimed'
        where order_key = of_order and sku = held.sku and store = held.store;
        claimed := true;
    end loop;
    return claimed;
end
$$;

create function release_stock(of_order text) returns void
language plpgsql security definer set search_path = public as $$
declare
    held record;
begin
    for held in
        select * from stock_reservations where order_key = of_order and state = 'held' order by sku for update
    loop
        update stock_levels set reserved = reserved - held.quantity where sku = held.sku and store = held.store;
        update stock_reservations set state = 'released'
        where order_key = of_order and sku = held.sku and store = held.store;
    end loop;
end
$$;

-- Gives back what nobody paid for in time. In small steps, beside others who do the same.
create function sweep_holds(moment timestamptz) returns bigint
language plpgsql security definer set search_path = public as $$
declare
    due text;
    swept bigint := 0;
begin
    for due in
        select distinct order_key from (
            select order_key from stock_reservations
            where state = 'held' and not is_pinned and expires_at <= moment
            order by expires_at limit 500 for update skip locked
        ) few order by 1
    loop
        perform release_stock(due);
        swept := swept + 1;
    end loop;
    return swept;
end
$$;

grant select on coupons to shop_web, shop_worker, shop_staff;
grant select on coupon_uses to shop_worker, shop_staff;
grant select, insert, delete on cart_coupons to shop_web;
grant select, delete on cart_coupons to shop_worker;
grant insert, update on coupons to shop_staff;
grant select on countries, shipping_zones, shipping_methods, tax_rates to shop_read, shop_web, shop_worker, shop_staff;
grant insert, update, delete on shipping_zones, shipping_methods, tax_rates to shop_staff;
grant select on stock_reservations to shop_worker, shop_staff;
revoke execute on function use_coupon, give_coupons_back, hold_stock, claim_stock, release_stock, sweep_holds from public;
grant execute on function use_coupon, hold_stock, release_stock, claim_stock, give_coupons_back to shop_web, shop_worker;
grant execute on function sweep_holds to shop_worker;

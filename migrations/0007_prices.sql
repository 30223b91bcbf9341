-- A sale that comes back: after each run it rests for this many seconds, and then runs as long again.
alter table products add column sale_pause integer;
alter table products add constraint products_sale_pause_not_negative check (sale_pause >= 0);
alter table products add constraint products_sale_repeats_between_two_times
    check (sale_pause is null or (sale_from < sale_to));
alter table variations add column sale_pause integer;
alter table variations add constraint variations_sale_pause_not_negative check (sale_pause >= 0);
alter table variations add constraint variations_sale_repeats_between_two_times
    check (sale_pause is null or (sale_from < sale_to));

-- What lowers a price beside a sale. Nothing of it is ever written into a product.
-- owner: pricing
create table discount_rules (
    id        bigint generated always as identity primary key,
    name      text not null,
    -- A product or a variation (they share one sequence), a category with all below it, or a value of an attribute.
    target    text not null,
    target_id bigint,
    kind      text not null,
    audience  text not null default 'anyone',
    starts_at timestamptz,
    ends_at   timestamptz,
    -- Rules that stack are applied in this order, the lowest number first.
    priority  integer not null default 10,
    -- One that does not stack stands alone: the shopper gets it, or the others together, whichever is lower.
    stacks    boolean not null default true,
    is_active boolean not null default true,
    constraint discount_rules_target_known check (target in ('shop', 'category', 'value', 'item')),
    constraint discount_rules_target_named check ((target = 'shop') = (target_id is null)),
    constraint discount_rules_kind_known check (kind in ('percent', 'amount', 'price')),
    constraint discount_rules_audience_known check (audience in ('anyone', 'customers'))
);
create index discount_rules_target on discount_rules (target, target_id) where is_active;

-- From which quantity on a rule gives how much: hundredths of a percent, or minor units of money.
-- owner: pricing
create table discount_tiers (
    rule_id      bigint not null references discount_rules (id) on delete cascade,
    min_quantity bigint not null,
    value        bigint not null,
    constraint discount_tiers_pkey primary key (rule_id, min_quantity),
    constraint discount_tiers_not_negative check (min_quantity >= 0 and value >= 0)
);

-- Grows with every change of the rules: whoever keeps them in memory knows when to read them again. One row.
-- owner: pricing
create table discount_state (
    id      integer primary key default 1,
    version bigint not null default 1,
    -- The version that shelves were last sorted by.
    shelved bigint not null default 1,
    constraint discount_state_single check (id = 1)
);
insert into discount_state default values;

-- A rule changes the price of an unknown number of products, so every page that shows one is drawn anew.
create function discounts_changed() returns trigger
language plpgsql security definer set search_path = public as $$
begin
    update discount_state set version = version + 1;
    insert into cache_purges (tag) values ('prices');
    return null;
end
$$;
create trigger discount_rules_changed after insert or update or delete on discount_rules
    for each statement execute function discounts_changed();
create trigger discount_tiers_changed after insert or update or delete on discount_tiers
    for each statement execute function discounts_changed();

-- The time left of a product's or a variation's sale is shown, in these words.
-- owner: pricing
create table countdowns (
    item_id          bigint primary key,
    -- With {countdown_timer} where the time stands. Empty: the usual words.
    message          text not null default '',
    upcoming_message text not null default '',
    -- How much is sold at this price, for the bar; in hundred-thousandths as everywhere.
    offered          bigint,
    constraint countdowns_offered_positive check (offered > 0)
);

-- The lowest price of those products that rules or returning sales concern, as the price function told it. Listings
-- are sorted by it; shown prices never come from here.
-- owner: pricing
create table shown_prices (
    product_id  bigint primary key references products (id) on delete cascade,
    price_minor bigint not null,
    is_on_sale  boolean not null,
    changes_at  timestamptz
);

create or replace function put_few_on_shelves(wanted bigint[], moment timestamptz) returns void
language sql as $$
    delete from shelf_entries where product_id = any(wanted);
    with recursive product as (
        select * from products where id = any(wanted) and status = 'published'
    ), offer as (
        select product.id, product.regular_minor, product.sale_minor, product.sale_from, product.sale_to, product.sku
        from product where product.kind <> 'variable'
        union all
        select product.id, variation.regular_minor, variation.sale_minor, variation.sale_from, variation.sale_to,
               variation.sku
        from product join variations variation on variation.product_id = product.id
        where product.kind = 'variable'
    ), seen as (
        select offer.id,
               min(case when is_on_sale then offer.sale_minor else offer.regular_minor end) as price,
               bool_or(is_on_sale) as is_on_sale,
               bool_or(coalesce(stock.on_hand - stock.reserved, 0) > 0) as is_in_stock,
               least(min(offer.sale_from) filter (where offer.sale_from > moment),
                     min(offer.sale_to) filter (where offer.sale_to > moment)) as changes_at
        from offer
        cross join lateral (
            select offer.sale_minor is not null
                   and coalesce(offer.sale_from <= moment, true) and coalesce(offer.sale_to > moment, true) as is_on_sale
        ) sale
        left join stock_levels stock on stock.sku = offer.sku and stock.store = 1
        group by offer.id
    ), place as (
        select id as product_id, category_id from product
        union
        select product.id, more.category_id from product join product_categories more on more.product_id = product.id
        union
        select place.product_id, category.parent_id
        from place join categories category on category.id = place.category_id
        where category.parent_id is not null
    ), chosen as (
        select product.id, array_agg(distinct value_id) as value_ids
        from product
        join product_attributes own on own.product_id = product.id
        cross join lateral unnest(own.value_ids) as value_id
        group by product.id
    )
    insert into shelf_entries (category_id, product_id, position, popularity, rating, price_minor, terms, changes_at)
    select shelf.category_id, product.id, coalesce(product.featured, 1000000)::bigint, product.popularity,
           product.rating, coalesce(told.price_minor, seen.price, 0),
           array[(-shelf.category_id)::integer]
               || case when seen.is_in_stock or product.kind = 'external' then array[1] else '{}' end
               || case when coalesce(told.is_on_sale, seen.is_on_sale) then array[2] else '{}' end
               || coalesce(chosen.value_ids, '{}'),
           case when told.product_id is null then seen.changes_at else told.changes_at end
    from product
    join seen on seen.id = product.id
    left join shown_prices told on told.product_id = product.id
    left join chosen on chosen.id = product.id
    cross join lateral (
        select 0::bigint as category_id
        union all
        select place.category_id from place where place.product_id = product.id
    ) shelf
$$;

-- Also counts what has two terms at once, where one of them is "in stock" or "on sale": as a term of its own, a thousand
-- million times that one above the other.
create or replace function count_shelves() returns void
language sql as $$
    update shelf_state set is_counted = true;
    delete from shelf_counts;
    insert into shelf_counts (category_id, term, products)
    select category_id, term, count(*)
    from shelf_entries cross join lateral unnest(terms) as term
    where term > 0
    group by 1, 2
    union all
    select category_id, flag * 1000000000 + term, count(*)
    from shelf_entries
    cross join (values (1), (2)) as flags (flag)
    cross join lateral unnest(terms) as term
    where terms @> array[flag] and term > flag
    group by 1, 2
    union all
    select category_id, 0, count(*) from shelf_entries group by 1;
    update categories category
    set product_count = coalesce((select products from shelf_counts
                                  where shelf_counts.category_id = category.id and term = 0), 0);
$$;

grant select on discount_rules, discount_tiers, discount_state, countdowns
    to shop_read, shop_web, shop_worker, shop_staff;
grant select on shown_prices to shop_web, shop_worker, shop_staff;
grant insert, update, delete on discount_rules, discount_tiers, countdowns to shop_staff;
grant insert, update, delete on shown_prices to shop_worker, shop_staff;
grant update on discount_state to shop_worker;

-- Somebody of the shop, by the hash of their cookie. Apart from visitors: a stolen visitor's cookie opens nothing here.
-- owner: edge
create table staff_sessions (
    token_hash bytea primary key,
    name       text not null,
    expires_at timestamptz not null
);
grant select on staff_sessions to shop_web, shop_staff;
grant insert, delete on staff_sessions to shop_staff;
grant select, delete on staff_sessions to shop_worker;

-- The whole catalogue: brands, attributes, several categories a product, the ledger of stock, and what listings
-- are sorted and filtered by.

-- owner: catalog
create table brands (
    id   bigint generated always as identity primary key,
    name text not null,
    constraint brands_name_key unique (name)
);

-- owner: catalog
create table attributes (
    id       integer generated always as identity primary key,
    -- As in a form's field: attribute_NAME.
    name     text not null,
    label    text not null,
    look     text not null default 'select',
    position integer not null default 0,
    constraint attributes_name_key unique (name),
    constraint attributes_look_known check (look in ('colours', 'buttons', 'select'))
);

-- The numbers below 10 are taken by what is no attribute: in stock, on sale.
-- owner: catalog
create table attribute_values (
    id           integer generated always as identity (start with 10) primary key,
    attribute_id integer not null references attributes (id),
    value        text not null,
    colour       text,
    position     integer not null default 0,
    constraint attribute_values_key unique (attribute_id, value),
    constraint attribute_values_colour_form check (colour ~ '^#[0-9a-f]{6}$')
);

alter table products
    add column gtin text not null default '',
    add column mpn text not null default '',
    add column brand_id bigint references brands (id),
    add column tags text[] not null default '{}',
    add column external_url text,
    add column external_label text,
    add column weight_grams integer,
    add column popularity integer not null default 0,
    add column rating real not null default 0,
    add constraint products_external_url_form check (external_url ~ '^https?://'),
    add constraint products_external_has_url check (kind <> 'external' or external_url is not null);

alter table variations
    add column gtin text not null default '',
    add column mpn text not null default '',
    add column brand_id bigint references brands (id),
    -- Attribute name to value; an attribute that is missing here fits any value.
    add column choices jsonb not null default '{}',
    add column pictures text[] not null default '{}',
    add column step bigint not null default 100000,
    add column input_value bigint not null default 100000,
    add constraint variations_step_positive check (step > 0 and input_value > 0);

-- owner: catalog
create table product_attributes (
    product_id     bigint not null references products (id) on delete cascade,
    attribute_id   integer not null references attributes (id),
    position       integer not null default 0,
    for_variations boolean not null default false,
    is_visible     boolean not null default true,
    value_ids      integer[] not null,
    constraint product_attributes_pkey primary key (product_id, attribute_id)
);

-- Beside the one a product is shown under.
-- owner: catalog
create table product_categories (
    product_id  bigint not null references products (id) on delete cascade,
    category_id bigint not null references categories (id),
    constraint product_categories_pkey primary key (product_id, category_id)
);
create index product_categories_category on product_categories (category_id);

-- owner: catalog
create table stores (
    id   smallint primary key,
    name text not null
);
insert into stores (id, name) values (1, 'المتجر الرئيسي');

-- Every change of what is on hand, for ever. Nobody but the owner of the schema may change or delete a row.
-- owner: catalog
create table stock_movements (
    sku           text not null,
    store         smallint not null,
    seq           bigint not null,
    delta         bigint not null,
    balance_after bigint not null,
    reason        text not null,
    moved_at      timestamptz not null default clock_timestamp(),
    constraint stock_movements_pkey primary key (sku, store, seq),
    constraint stock_movements_balance_not_negative check (balance_after >= 0)
);

-- The one way to change what is on hand: under the row's lock, with its line in the ledger.
create function move_stock(wanted_sku text, wanted_store smallint, change bigint, why text) returns bigint
language plpgsql as $$
declare
    balance bigint;
begin
    insert into stock_levels (sku, store, on_hand) values (wanted_sku, wanted_store, 0)
    on conflict (sku, store) do nothing;
    update stock_levels set on_hand = on_hand + change
    where sku = wanted_sku and store = wanted_store
    returning on_hand into balance;
    insert into stock_movements (sku, store, seq, delta, balance_after, reason)
    select wanted_sku, wanted_store, coalesce(max(seq), 0) + 1, change, balance, why
    from stock_movements where sku = wanted_sku and store = wanted_store;
    return balance;
end
$$;

-- What a listing reads: one row for each category a product is found under, the whole shop (0) among them.
-- owner: catalog
create table shelf_entries (
    category_id bigint not null,
    product_id  bigint not null references products (id) on delete cascade,
    -- As the owner arranged it.
    position    bigint not null,
    popularity  integer not null,
    rating      real not null,
    -- The lowest price at the last look. Shown prices never come from here.
    price_minor bigint not null,
    -- The category as a negative number, 1 in stock, 2 on sale, and the values of its attributes: a filter is one
    -- look into one index.
    terms       integer[] not null,
    -- When the lowest price or the sale changes by itself.
    changes_at  timestamptz,
    constraint shelf_entries_pkey primary key (category_id, product_id)
);
create index shelf_entries_position on shelf_entries (category_id, position, product_id);
create index shelf_entries_popularity on shelf_entries (category_id, popularity desc, product_id);
create index shelf_entries_rating on shelf_entries (category_id, rating desc, product_id);
create index shelf_entries_newest on shelf_entries (category_id, product_id desc);
create index shelf_entries_price on shelf_entries (category_id, price_minor, product_id);
create index shelf_entries_terms on shelf_entries using gin (terms) with (fastupdate = off);
create index shelf_entries_product on shelf_entries (product_id);
create index shelf_entries_changing on shelf_entries (changes_at) where category_id = 0 and changes_at is not null;

-- How many products of a category have a term; the category itself is counted under 0.
-- owner: catalog
create table shelf_counts (
    category_id bigint not null,
    term        integer not null,
    products    bigint not null,
    constraint shelf_counts_pkey primary key (category_id, term)
);

-- Whether the counts tell what is on the shelves. One row.
-- owner: catalog
create table shelf_state (
    id         integer primary key default 1,
    is_counted boolean not null,
    constraint shelf_state_single check (id = 1)
);
insert into shelf_state (is_counted) values (true);

-- Some products, where listings find them. Its plan is made for a few: give it no more than hundreds.
create function put_few_on_shelves(wanted bigint[], moment timestamptz) returns void
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
           product.rating, coalesce(seen.price, 0),
           array[(-shelf.category_id)::integer]
               || case when seen.is_in_stock or product.kind = 'external' then array[1] else '{}' end
               || case when seen.is_on_sale then array[2] else '{}' end
               || coalesce(chosen.value_ids, '{}'),
           seen.changes_at
    from product
    join seen on seen.id = product.id
    left join chosen on chosen.id = product.id
    cross join lateral (
        select 0::bigint as category_id
        union all
        select place.category_id from place where place.product_id = product.id
    ) shelf
$$;

-- Puts any number of products where listings find them. Everything that changes a product ends here; `moment` is the
-- caller's clock.
create function put_on_shelves(wanted bigint[], moment timestamptz) returns void
language plpgsql as $$
begin
    for at in 1 .. cardinality(wanted) by 500 loop
        perform put_few_on_shelves(wanted[at : at + 499], moment);
    end loop;
    update shelf_state set is_counted = false where is_counted;
end
$$;

-- Counts every term of every shelf anew. One pass, for a job or a filling of the shop; never for a shopper.
create function count_shelves() returns void
language sql as $$
    update shelf_state set is_counted = true;
    delete from shelf_counts;
    insert into shelf_counts (category_id, term, products)
    select category_id, term, count(*)
    from shelf_entries cross join lateral unnest(terms) as term
    where term > 0
    group by 1, 2
    union all
    select category_id, 0, count(*) from shelf_entries group by 1;
    update categories category
    set product_count = coalesce((select products from shelf_counts
                                  where shelf_counts.category_id = category.id and term = 0), 0);
$$;

-- A product that sells out, or comes back, leaves or joins the shelf of what is in stock at once.
create function stock_crossed_zero() returns trigger
language plpgsql security definer set search_path = public as $$
begin
    -- Whoever fills the shop puts everything on its shelves at the end.
    if current_setting('matjar.shelving', true) = 'later' then
        return null;
    end if;
    perform put_on_shelves(array(
        select id from products where sku = new.sku
        union select product_id from variations where sku = new.sku
    ), clock_timestamp());
    return null;
end
$$;
create trigger stock_levels_crossing_zero after update on stock_levels
    for each row when ((old.on_hand > old.reserved) <> (new.on_hand > new.reserved))
    execute function stock_crossed_zero();

grant select on brands, attributes, attribute_values, product_attributes, product_categories, stores, shelf_entries,
    shelf_counts, shelf_state to shop_read, shop_web, shop_worker, shop_staff;
grant select on stock_movements to shop_worker, shop_staff;
grant insert on stock_movements to shop_web, shop_worker, shop_staff;
grant insert, update on brands, attributes, attribute_values, product_attributes, stores to shop_staff;
grant insert, update, delete on product_categories, shelf_entries, shelf_counts to shop_staff, shop_worker;
grant update on shelf_state to shop_staff, shop_worker;
grant update (product_count) on categories to shop_worker;
grant delete on product_attributes to shop_staff;

-- What the shelves hold already.
insert into stock_movements (sku, store, seq, delta, balance_after, reason)
select sku, store, 1, on_hand, on_hand, 'opening balance' from stock_levels where on_hand > 0;
select put_on_shelves(array(select id from products), now());
select count_shelves();

drop index products_name_trigrams;
drop index products_category;
drop index products_featured;
drop index products_newest;

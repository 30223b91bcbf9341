-- What the owner asks of a product that is sold as a set; its name, pictures and own stock are the product's.
-- owner: bundles
create table bundles (
    product_id             bigint primary key references products (id) on delete cascade,
    -- Hundredths of a percent off the parts, or an amount, which goes first.
    percent                integer not null default 0,
    amount_minor           bigint not null default 0,
    -- The product's own price counts, whatever is picked.
    has_fixed_price        boolean not null default false,
    -- Parts that cannot be bought are left out instead of stopping the bundle.
    excludes_unpurchasable boolean not null default false,
    min_quantity           bigint,
    max_quantity           bigint,
    total_min_minor        bigint,
    total_max_minor        bigint,
    price_suffix           text not null default '',
    constraint bundles_percent_in_range check (percent between 0 and 10000),
    constraint bundles_limits_positive check (
        amount_minor >= 0 and min_quantity > 0 and max_quantity > 0 and total_min_minor > 0 and total_max_minor > 0)
);

-- owner: bundles
create table bundle_items (
    bundle_id    bigint not null references bundles (product_id) on delete cascade,
    -- Names the row in what a browser sends.
    key          text not null,
    product_id   bigint not null references products (id) on delete cascade,
    position     integer not null default 0,
    is_optional  boolean not null default false,
    -- How many the page begins with, and between which limits they may be changed.
    quantity     bigint not null default 100000,
    min_quantity bigint not null default 0,
    max_quantity bigint,
    constraint bundle_items_pkey primary key (bundle_id, key),
    constraint bundle_items_key_short check (key ~ '^[a-z0-9]{1,16}$'),
    constraint bundle_items_not_itself check (product_id <> bundle_id),
    constraint bundle_items_quantities check (
        min_quantity >= 0 and quantity >= min_quantity and (max_quantity is null or max_quantity >= quantity)
        and (is_optional or min_quantity > 0))
);
create index bundle_items_product on bundle_items (product_id);

-- What one piece of a line holds, where the line is a bundle.
-- owner: cart
create table cart_parts (
    cart_id      bigint not null,
    line_key     text not null,
    item_key     text not null,
    product_id   bigint not null references products (id),
    variation_id bigint references variations (id),
    quantity     bigint not null,
    choices      jsonb not null default '{}',
    constraint cart_parts_pkey primary key (cart_id, line_key, item_key),
    constraint cart_parts_line foreign key (cart_id, line_key) references cart_lines (cart_id, key) on delete cascade,
    constraint cart_parts_quantity_positive check (quantity > 0)
);

grant select on bundles, bundle_items to shop_read, shop_web, shop_worker, shop_staff;
grant insert, update, delete on bundles, bundle_items to shop_staff;
grant select, insert, delete on cart_parts to shop_web;
grant select on cart_parts to shop_worker, shop_staff;

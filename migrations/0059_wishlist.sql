-- Products that customers saved. A guest's list is a cookie.

-- owner: wishlist
create table wishlist_items (
    customer_id bigint not null references customers (id) on delete cascade,
    product_id  bigint not null references products (id) on delete cascade,
    saved_at    timestamptz not null,
    -- The lowest price on that day; null if it was saved as a guest.
    price_minor bigint,
    constraint wishlist_items_pkey primary key (customer_id, product_id),
    constraint wishlist_items_price_not_negative check (price_minor >= 0)
);
create index wishlist_items_product on wishlist_items (product_id);

grant select, insert, update, delete on wishlist_items to shop_web;
grant select, delete on wishlist_items to shop_worker;

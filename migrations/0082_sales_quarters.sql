-- What was booked in each quarter of an hour, from the ledger: the home page adds up rows instead of journals. Quarters, so
-- that the days of every time zone are whole. Filled for what is ten minutes past and cannot change; the rest is read from
-- the ledger itself.
-- owner: orders
create table sales_quarters (
    start     timestamptz primary key,
    net_minor bigint not null,
    payments  bigint not null
);

-- owner: orders
create table sold_products (
    start      timestamptz not null,
    product_id bigint not null,
    units      bigint not null,
    minor      bigint not null,
    constraint sold_products_pkey primary key (start, product_id)
);

grant select, insert on sales_quarters, sold_products to shop_staff;
grant select (product_id, state) on stock_alerts to shop_staff;
grant select on reviews, questions, comments, enquiries to shop_staff;

-- owner: cart
create table carts (
    id             bigint generated always as identity primary key,
    version        bigint not null default 0,
    created_at     timestamptz not null,
    updated_at     timestamptz not null
);
create index carts_idle on carts (updated_at);

-- owner: edge
create table sessions (
    -- SHA-256 of the cookie: a copy of this table signs nobody in.
    token_hash bytea primary key,
    cart_id    bigint references carts (id) on delete set null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    constraint sessions_token_hash_size check (octet_length(token_hash) = 32),
    constraint sessions_cart_key unique (cart_id)
);
create index sessions_expiry on sessions (expires_at);

-- owner: cart
create table cart_lines (
    cart_id      bigint not null references carts (id) on delete cascade,
    key          text not null,
    product_id   bigint not null references products (id),
    variation_id bigint references variations (id),
    quantity     bigint not null,
    added_at     timestamptz not null,
    constraint cart_lines_pkey primary key (cart_id, key),
    constraint cart_lines_quantity_range check (quantity > 0 and quantity <= 100000000000000)
);

-- owner: edge
create table idempotency_records (
    scope        text not null,
    actor        bytea not null,
    key          text not null,
    request_hash bytea not null,
    answer       jsonb not null,
    created_at   timestamptz not null,
    constraint idempotency_records_pkey primary key (scope, actor, key)
);
create index idempotency_records_age on idempotency_records (created_at);

-- The log of purged cache tags. A write adds its tags in its own transaction; every server reads the log,
-- so a message lost by Redis delays a purge by a second and never loses it.
-- owner: edge
create table cache_purges (
    id        bigint generated always as identity primary key,
    tag       text not null,
    purged_at timestamptz not null default clock_timestamp()
);
create index cache_purges_age on cache_purges (purged_at);

-- owner: storefront
create table settings (
    name  text primary key,
    value jsonb not null
);

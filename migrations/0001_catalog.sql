-- Products and variations share one sequence: the wire calls name either by a single number.
create sequence catalog_ids as bigint;

-- owner: catalog
create table categories (
    id            bigint generated always as identity primary key,
    parent_id     bigint references categories (id),
    slug          text not null,
    path          text not null,
    name          text not null,
    picture       text,
    position      integer not null default 0,
    -- Kept in step by the statement that publishes or hides a product: nothing counts a table for a page.
    product_count bigint not null default 0,
    constraint categories_path_key unique (path),
    constraint categories_count_not_negative check (product_count >= 0)
);

-- owner: catalog
create table pictures (
    name   text primary key,
    width  integer not null,
    height integer not null,
    -- {"avif": {"320": "file", …}, "webp": {…}}
    files  jsonb not null,
    constraint pictures_size_positive check (width > 0 and height > 0)
);

-- owner: catalog
create table products (
    id            bigint primary key default nextval('catalog_ids'),
    kind          text not null,
    status        text not null default 'published',
    sku           text not null,
    slug          text not null,
    name          text not null,
    note          text not null default '',
    description   text[] not null default '{}',
    facts         jsonb not null default '[]',
    pictures      text[] not null default '{}',
    category_id   bigint not null references categories (id),
    regular_minor bigint,
    sale_minor    bigint,
    sale_from     timestamptz,
    sale_to       timestamptz,
    -- Quantities are counted in hundred-thousandths of a unit, as everywhere.
    min_quantity  bigint not null default 100000,
    step          bigint not null default 100000,
    is_new        boolean not null default false,
    featured      integer,
    created_at    timestamptz not null default now(),
    updated_at    timestamptz not null default now(),
    constraint products_kind_known check (kind in ('simple', 'variable', 'external', 'bundle')),
    constraint products_status_known check (status in ('published', 'hidden', 'draft')),
    constraint products_sku_key unique (sku),
    constraint products_slug_key unique (slug),
    constraint products_price_not_negative check (regular_minor >= 0 and sale_minor >= 0),
    constraint products_sale_below_regular check (sale_minor is null or sale_minor < regular_minor),
    constraint products_step_positive check (step > 0 and min_quantity > 0)
);
create index products_category on products (category_id, id) where status = 'published';
create index products_featured on products (featured, id) where status = 'published' and featured is not null;
create index products_newest on products (id desc) where status = 'published';

-- owner: catalog
create table variations (
    id            bigint primary key default nextval('catalog_ids'),
    product_id    bigint not null references products (id),
    sku           text not null,
    label         text not null,
    position      integer not null default 0,
    regular_minor bigint not null,
    sale_minor    bigint,
    sale_from     timestamptz,
    sale_to       timestamptz,
    constraint variations_sku_key unique (sku),
    constraint variations_price_not_negative check (regular_minor >= 0 and sale_minor >= 0),
    constraint variations_sale_below_regular check (sale_minor is null or sale_minor < regular_minor)
);
create index variations_product on variations (product_id, position, id);

-- owner: catalog
create table stock_levels (
    sku      text not null,
    store    smallint not null default 1,
    on_hand  bigint not null,
    reserved bigint not null default 0,
    constraint stock_levels_pkey primary key (sku, store),
    constraint stock_levels_no_oversell check (0 <= reserved and reserved <= on_hand)
);

-- The search box looks into names; shoppers type the middle of a word as often as its beginning.
create extension if not exists pg_trgm;
create index products_name_trigrams on products using gin (name gin_trgm_ops);

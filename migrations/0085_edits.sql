-- Edits by people: each edited thing has a version, and each accepted edit a row with what it changed.

-- Moved only by people's edits: orders, stock, ratings and jobs never move it, so nobody meets a conflict with a machine.
alter table products add column version bigint not null default 1;
alter table variations add column version bigint not null default 1;

-- What people changed, field by field. The source of versions, of merging, of history and of undo.
-- owner: edge
create table changes (
    -- 'product' or 'variation', and its id.
    thing    text not null,
    thing_id bigint not null,
    -- That this change made.
    version  bigint not null,
    actor    text not null,
    at       timestamptz not null,
    -- Values by field: only those that changed.
    before   jsonb not null,
    after    jsonb not null,
    -- The version whose change this one takes back.
    undoes   bigint,
    constraint changes_pkey primary key (thing, thing_id, version, at),
    constraint changes_same_fields check (jsonb_typeof(before) = 'object' and jsonb_typeof(after) = 'object')
) partition by range (at);
-- Months that have no partition yet: a late job must not refuse an edit.
-- owner: edge
create table changes_default partition of changes default;

-- Creates the partitions of this month and the next two, and drops those whose last change is older than `oldest`.
create function change_partitions(moment timestamptz, oldest timestamptz) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    first_day timestamp;
    name text;
    dropped integer := 0;
begin
    -- One server at a time.
    perform pg_advisory_xact_lock(hashtextextended('change_partitions', 0));
    for first_day in
        select generate_series(date_trunc('month', moment at time zone 'UTC'),
            date_trunc('month', moment at time zone 'UTC') + interval '2 months', interval '1 month')
    loop
        name := 'changes_' || to_char(first_day, 'YYYY_MM');
        continue when to_regclass('public.' || name) is not null;
        execute format('create table public.%I (like public.changes including defaults including constraints)', name);
        execute format('with early as (delete from public.changes_default
                where at >= %L and at < %L returning *)
            insert into public.%I select * from early',
            first_day at time zone 'UTC', (first_day + interval '1 month') at time zone 'UTC', name);
        execute format('alter table public.changes attach partition public.%I for values from (%L) to (%L)',
            name, first_day at time zone 'UTC', (first_day + interval '1 month') at time zone 'UTC');
    end loop;
    for name in
        select part.relname from pg_inherits link join pg_class part on part.oid = link.inhrelid
        where link.inhparent = 'public.changes'::regclass and part.relname ~ '^changes_[0-9]{4}_[0-9]{2}$'
            and (to_date(right(part.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= oldest
    loop
        execute format('drop table public.%I', name);
        dropped := dropped + 1;
    end loop;
    return dropped;
end
$$;
revoke execute on function change_partitions(timestamptz, timestamptz) from public;
grant execute on function change_partitions(timestamptz, timestamptz) to shop_worker;
select change_partitions(now(), now() - interval '2 years');

-- A row is written once.
grant select, insert on changes to shop_staff;

-- Pictures are described where they are stored: the same picture says the same wherever it is shown. Empty: the name of
-- the product.
alter table pictures add column alt text not null default '';

-- The staff's list: newest first, of all states. Its pages are read from an index, whatever their number.
create index products_of_category on products (category_id, id desc);
create index products_unpublished on products (status, id desc) where status <> 'published';
create index listing_entries_sold_out on listing_entries (category_id, product_id desc) where is_sold_out;

-- The job that computes listing prices locks products, so that it does not index a price from before an edit. `for no key
-- update` needs the right to write a column; the job writes none.
grant update (updated_at) on products to shop_worker;

-- SKUs that were renamed, each with the SKU of now. Orders keep the SKU that they were paid under.
-- owner: catalog
create table sku_renames (
    old_sku text primary key,
    new_sku text not null,
    constraint sku_renames_differ check (old_sku <> new_sku)
);
create index sku_renames_new on sku_renames (new_sku);
grant select on sku_renames to shop_staff;

-- Moves what is known under a SKU to another one: bins, open counts and older names. The stock itself is moved by lines of
-- the ledger.
create function rename_stock(was text, becomes text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from stock_bins where sku = becomes and store in (select store from stock_bins where sku = was);
    update stock_bins set sku = becomes where sku = was;
    update stock_count_lines line set sku = becomes
    from stock_counts counts
    where line.sku = was and counts.id = line.count_id and counts.state = 'open';
    -- A SKU that is taken back is nobody's old name any more.
    delete from sku_renames where old_sku = becomes;
    update sku_renames set new_sku = becomes where new_sku = was;
    insert into sku_renames (old_sku, new_sku) values (was, becomes)
    on conflict (old_sku) do update set new_sku = excluded.new_sku;
end
$$;
revoke execute on function rename_stock from public;
grant execute on function rename_stock to shop_staff;

-- As before, but goods that were sold under an old SKU come back to the product that has another one now.
create or replace function return_stock(of_order text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    claimed record;
begin
    for claimed in
        select * from stock_reservations where order_key = of_order and state = 'claimed' order by sku for update
    loop
        perform move_stock(
            coalesce((select new_sku from sku_renames where old_sku = claimed.sku), claimed.sku),
            claimed.store, claimed.quantity, 'return of ' || of_order);
        update stock_reservations set state = 'released'
        where order_key = of_order and sku = claimed.sku and store = claimed.store;
    end loop;
end
$$;

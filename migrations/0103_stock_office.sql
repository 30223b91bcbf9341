-- The stock as the admin's pages show it: what is low, what needs a decision, moves that wait for a second person.

-- SKUs of which a store has little or nothing free. A table of its own, written only when a level crosses a limit: an order
-- that changes a level updates no index of it.
-- owner: barcodes
create table stock_watch (
    store  smallint not null,
    sku    text not null,
    -- Nothing is free.
    is_out boolean not null,
    constraint stock_watch_pkey primary key (store, sku)
);
create index stock_watch_low on stock_watch (store, sku) where not is_out;
create index stock_watch_out on stock_watch (store, sku) where is_out;

-- SKUs that may have to be ordered: candidates, which `list_stock_attention` checks when they are read.
-- owner: barcodes
create table stock_attention (
    store smallint not null,
    sku   text not null,
    -- The job leaves new rows alone: it may have looked before they came.
    since timestamptz not null default clock_timestamp(),
    constraint stock_attention_pkey primary key (store, sku)
);

-- Three pieces, as the product's page counts them.
create function stock_level_watched() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if new.on_hand - new.reserved > 300000 then
        delete from stock_watch where store = new.store and sku = new.sku;
        return null;
    end if;
    insert into stock_watch (store, sku, is_out) values (new.store, new.sku, new.on_hand <= new.reserved)
    on conflict (store, sku) do update set is_out = excluded.is_out;
    -- What a store never had was never sold there.
    if tg_op = 'UPDATE' then
        insert into stock_attention (store, sku) values (new.store, new.sku)
        on conflict (store, sku) do update set since = clock_timestamp();
    end if;
    return null;
end
$$;
revoke execute on function stock_level_watched from public;
create trigger stock_levels_watched after update on stock_levels for each row
    when ((old.on_hand <= old.reserved) <> (new.on_hand <= new.reserved)
        or (old.on_hand - old.reserved > 300000) <> (new.on_hand - new.reserved > 300000))
    execute function stock_level_watched();
create trigger stock_levels_watched_from_start after insert on stock_levels for each row
    when (new.on_hand - new.reserved <= 300000)
    execute function stock_level_watched();

-- Somebody waits for goods of the online store.
create function stock_awaited() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    insert into stock_attention (store, sku)
    select 1, sku from variations where product_id = new.product_id and new.variation_id in (0, id)
    union
    select 1, sku from products where id = new.product_id and kind = 'simple'
    order by sku
    on conflict (store, sku) do nothing;
    return null;
end
$$;
revoke execute on function stock_awaited from public;
create trigger stock_alerts_awaited after insert on stock_alerts
    for each row when (new.state = 'waiting') execute function stock_awaited();

-- Units of a SKU that were sold in a store in the fourteen days before a moment. Looks at the newest movements only: what
-- moves more often is sold every day anyway.
create function stock_sold(wanted_sku text, wanted_store smallint, moment timestamptz) returns bigint
language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select greatest(coalesce(-sum(delta), 0), 0)::bigint
    from (select delta, reason, moved_at from stock_movements
          where sku = wanted_sku and store = wanted_store order by seq desc limit 2000) newest
    where moved_at > moment - interval '14 days' and (reason like 'order %' or reason like 'return of %')
$$;

-- How many people wait for a SKU, at most 1,001.
create function stock_awaiting(wanted_sku text) returns bigint
language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select count(*) from (
        select from stock_alerts alert
        join (select product_id, id as variation_id from variations where sku = wanted_sku
              union all
              select id, 0 from products where sku = wanted_sku and kind = 'simple') item
            on alert.product_id = item.product_id and alert.variation_id in (0, item.variation_id)
        where alert.state = 'waiting' limit 1001) looked
$$;

-- What has to be ordered, by SKU: it will last for fewer than `days` at the speed of the last fourteen, or nothing is left
-- and people wait. The list and the number on the home page are both this.
create function list_stock_attention(
    wanted_store smallint, after text, most bigint, moment timestamptz, days integer
) returns setof text
language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select candidate.sku
    from stock_attention candidate
    left join stock_levels level on level.sku = candidate.sku and level.store = candidate.store
    cross join lateral (
        select coalesce(level.on_hand - level.reserved, 0) as free,
               stock_sold(candidate.sku, candidate.store, moment) as sold
    ) now_
    where candidate.store = wanted_store and candidate.sku > after
        and (exists (select from products product
                     where product.sku = candidate.sku and product.kind in ('simple', 'bundle')
                         and product.status = 'published')
            or exists (select from variations variation join products product on product.id = variation.product_id
                       where variation.sku = candidate.sku and product.status = 'published'))
        and ((now_.sold > 0 and now_.free * 14 <= now_.sold * days)
            or (wanted_store = 1 and now_.free <= 0 and stock_awaiting(candidate.sku) > 0))
    order by candidate.sku
    limit most
$$;

-- What will soon be sold out, and what people wait for.
create function wanted_stock(moment timestamptz, days integer) returns table (store smallint, sku text)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
    with sold as (
        select move.sku, move.store, -sum(move.delta) as units from stock_movements move
        where move.moved_at > moment - interval '14 days' and (move.reason like 'order %' or move.reason like 'return of %')
        group by move.sku, move.store
    )
    select level.store, level.sku
    from sold join stock_levels level on level.sku = sold.sku and level.store = sold.store
    where sold.units > 0 and (level.on_hand - level.reserved) * 14 <= sold.units * days
    union
    select 1::smallint, variation.sku
    from stock_alerts alert join variations variation
        on variation.product_id = alert.product_id and alert.variation_id in (0, variation.id)
    where alert.state = 'waiting'
    union
    select 1::smallint, product.sku
    from stock_alerts alert join products product on product.id = alert.product_id and product.kind = 'simple'
    where alert.state = 'waiting'
$$;
revoke execute on function wanted_stock from public;

-- Adds candidates, in the order in which orders lock them: nobody waits for one who waits for them. Returns their number.
create function find_stock_attention(moment timestamptz, days integer) returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    with added as (
        insert into stock_attention (store, sku)
        select wanted.store, wanted.sku from wanted_stock(moment, days) wanted order by 1, 2
        on conflict (store, sku) do nothing
        returning 1
    )
    select count(*) from added
$$;

-- Removes candidates that need nothing any more. In a transaction of its own: it waits for nobody. Returns their number.
create function forget_stock_attention(moment timestamptz, days integer) returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    with wanted as (
        select wanted.store, wanted.sku from wanted_stock(moment, days) wanted
    ), old as (
        select candidate.store, candidate.sku from stock_attention candidate
        where candidate.since < clock_timestamp() - interval '10 minutes'
            and not exists (select from wanted
                            where wanted.store = candidate.store and wanted.sku = candidate.sku)
        for update of candidate skip locked
    ), gone as (
        delete from stock_attention candidate using old
        where candidate.store = old.store and candidate.sku = old.sku
        returning 1
    )
    select count(*) from gone
$$;
revoke execute on function find_stock_attention, forget_stock_attention from public;
grant execute on function find_stock_attention, forget_stock_attention to shop_worker;
-- Rows of the ledger are written in the order of time, so a small index finds the last fourteen days. A large shop creates it
-- concurrently before the update, so that no sale waits for it here.
create index if not exists stock_movements_moved on stock_movements using brin (moved_at);

-- Moves that wait for a second person. Whoever asks does not approve, and after a day they lapse.
-- owner: barcodes
create table stock_approvals (
    id           bigint generated always as identity primary key,
    store        smallint not null references stores (id),
    -- Product or variation.
    item_id      bigint not null,
    sku          text not null,
    kind         text not null,
    -- What would be added; of a count the difference that it found.
    delta        bigint not null,
    -- What was on hand when it was requested.
    seen         bigint not null,
    reason       text not null,
    note         text not null,
    requested_by bigint not null references staff (id),
    requested_at timestamptz not null,
    expires_at   timestamptz not null,
    decided_by   bigint references staff (id),
    decided_at   timestamptz,
    is_approved  boolean,
    constraint stock_approvals_kind_known check (kind in ('increase-stock', 'decrease-stock', 'set-stock')),
    constraint stock_approvals_moves check (delta <> 0),
    constraint stock_approvals_second_person check (decided_by <> requested_by or not is_approved),
    constraint stock_approvals_decided check ((decided_by is null) = (decided_at is null) and (decided_by is null) = (is_approved is null))
);
create index stock_approvals_open on stock_approvals (store, expires_at) where decided_at is null;

-- What staff wrote to a movement. Not in the ledger itself: whoever is named here can be forgotten.
-- owner: barcodes
create table stock_notes (
    sku   text not null,
    store smallint not null,
    seq   bigint not null,
    note  text not null,
    constraint stock_notes_pkey primary key (sku, store, seq),
    constraint stock_notes_written check (note <> '' and length(note) <= 100)
);

grant select on stock_watch, stock_attention to shop_staff;
grant select, insert on stock_approvals to shop_staff;
grant update (decided_by, decided_at, is_approved) on stock_approvals to shop_staff;
grant select, insert, delete on stock_notes to shop_staff;

-- What the stores have already.
insert into stock_watch (store, sku, is_out)
select store, sku, on_hand <= reserved from stock_levels where on_hand - reserved <= 300000;
select find_stock_attention(now(), 7);

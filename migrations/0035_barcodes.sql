-- The staff's barcode tool. Stock is counted by store already (`stock_levels`, `stock_movements`); the shop online sells
-- what store 1 has.

alter table stock_levels add constraint stock_levels_store_known foreign key (store) references stores (id) not valid;

-- Codes are found exactly. Products without a code are not looked for.
create index products_gtin on products (gtin) where gtin <> '';
create index variations_gtin on variations (gtin) where gtin <> '';

-- Locks what a store has of a product, so that a decision about it stands until the transaction ends.
create function lock_stock(wanted_sku text, wanted_store smallint, out units bigint, out reserved_units bigint)
language plpgsql as $$
begin
    insert into stock_levels (sku, store, on_hand) values (wanted_sku, wanted_store, 0)
    on conflict (sku, store) do nothing;
    select level.on_hand, level.reserved into units, reserved_units
    from stock_levels level where level.sku = wanted_sku and level.store = wanted_store for update;
end
$$;

-- Where a store has a product.
-- owner: barcodes
create table stock_bins (
    sku   text not null,
    store smallint not null references stores (id),
    bin text not null,
    constraint stock_bins_pkey primary key (sku, store),
    constraint stock_bins_not_empty check (bin <> '')
);

-- A stock count of one store. Its lines are corrected until it is closed; closing it records the differences.
-- owner: barcodes
create table stock_counts (
    id        bigint generated always as identity primary key,
    store     smallint not null references stores (id),
    state     text not null default 'open',
    opened_by bigint not null references staff (id),
    opened_at timestamptz not null,
    ended_by  bigint references staff (id),
    ended_at  timestamptz,
    constraint stock_counts_state_known check (state in ('open', 'closed', 'cancelled')),
    constraint stock_counts_end check ((state = 'open') = (ended_at is null) and (ended_at is null) = (ended_by is null))
);
-- One open count a store: the next member who scans goes on with it.
create unique index stock_counts_one_open on stock_counts (store) where state = 'open';
create index stock_counts_store on stock_counts (store, id desc);

-- owner: barcodes
create table stock_count_lines (
    count_id   bigint not null references stock_counts (id),
    sku        text not null,
    -- Product or variation.
    item_id    bigint not null,
    counted    bigint not null,
    -- What the ledger had when the line was last counted: what is sold between then and the end changes no difference.
    expected   bigint not null,
    counted_by bigint not null references staff (id),
    counted_at timestamptz not null,
    constraint stock_count_lines_pkey primary key (count_id, sku),
    -- At most a billion pieces.
    constraint stock_count_lines_counted_range check (counted between 0 and 100000000000000)
);

-- Records the differences of a count in the ledger, one transaction with the end of the count. Returns their number, or
-- null if a store would have less than is reserved: the caller rolls back then.
create function close_stock_count(wanted bigint, why text) returns bigint
language plpgsql as $$
declare
    line  record;
    level record;
    moved bigint := 0;
begin
    for line in
        select counted.sku, counts.store, counted.counted - counted.expected as delta
        from stock_count_lines counted join stock_counts counts on counts.id = counted.count_id
        where counted.count_id = wanted and counted.counted <> counted.expected
        order by counted.sku
    loop
        select * into level from lock_stock(line.sku, line.store);
        if level.units + line.delta < level.reserved_units then
            return null;
        end if;
        perform move_stock(line.sku, line.store, line.delta, why);
        moved := moved + 1;
    end loop;
    return moved;
end
$$;

-- What staff did to the stock by the tool, for the undo. The ledger itself is `stock_movements`.
-- owner: barcodes
create table stock_actions (
    id       bigint generated always as identity primary key,
    staff_id bigint not null references staff (id),
    store    smallint not null references stores (id),
    sku      text not null,
    item_id  bigint not null,
    kind     text not null,
    delta    bigint not null,
    -- The action that this one reverses: each at most once.
    undoes   bigint references stock_actions (id),
    done_at  timestamptz not null,
    constraint stock_actions_kind_known check (kind in ('increase-stock', 'decrease-stock', 'set-stock', 'undo')),
    constraint stock_actions_undo_of check ((kind = 'undo') = (undoes is not null)),
    constraint stock_actions_undone_once unique (undoes)
);
create index stock_actions_last on stock_actions (staff_id, store, id desc);

grant select, insert, update, delete on stock_bins to shop_staff;
grant select, insert, update on stock_counts, stock_count_lines to shop_staff;
grant select, insert on stock_actions to shop_staff;
-- `for update` needs it; the columns that matter are never changed.
grant update (done_at) on stock_actions to shop_staff;
-- A retried action of staff happens once.
grant select, insert on idempotency_records to shop_staff;

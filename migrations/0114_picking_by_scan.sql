-- Goods of an order that were scanned while it was packed; and corrections of stock lists, bulk undos and scheduled drafts.

-- owner: barcodes
create table order_picks (
    order_id  bigint not null references orders (id) on delete cascade,
    -- As it was when it was scanned.
    sku       text not null,
    units     bigint not null,
    -- When the packing of the whole order was finished; nothing is counted any more.
    picked_at timestamptz,
    constraint order_picks_pkey primary key (order_id, sku),
    constraint order_picks_some check (units > 0)
);
grant select, insert, update, delete on order_picks to shop_staff;

-- As before, and the lists of the stock forget the old SKU: what a store has little of is looked at anew, what has to be
-- ordered is looked at under the new name. With the store, so that the keys of both tables find the rows.
create or replace function rename_stock(was text, becomes text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from stock_bins where sku = becomes and store in (select store from stock_bins where sku = was);
    update stock_bins set sku = becomes where sku = was;
    update stock_count_lines line set sku = becomes
    from stock_counts counts
    where line.sku = was and counts.id = line.count_id and counts.state = 'open';
    insert into stock_watch (store, sku, is_out)
    select store.id, becomes, coalesce(level.on_hand <= level.reserved, true)
    from stores store
    join stock_watch watched on watched.store = store.id and watched.sku = was
    left join stock_levels level on level.store = store.id and level.sku = becomes
    where coalesce(level.on_hand - level.reserved, 0) <= 300000
    order by store.id
    on conflict (store, sku) do update set is_out = excluded.is_out;
    insert into stock_attention (store, sku)
    select store.id, becomes
    from stores store join stock_attention candidate on candidate.store = store.id and candidate.sku = was
    order by store.id
    on conflict (store, sku) do nothing;
    perform forget_stock_lists(was);
    -- A SKU that is taken back is nobody's old name any more.
    delete from sku_renames where old_sku = becomes;
    update sku_renames set new_sku = becomes where new_sku = was;
    insert into sku_renames (old_sku, new_sku) values (was, becomes)
    on conflict (old_sku) do update set new_sku = excluded.new_sku;
end
$$;

-- A SKU that nothing has any more is in no list of what is low or has to be ordered.
create function forget_stock_lists(gone text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from stock_watch watched using stores store where watched.store = store.id and watched.sku = gone;
    delete from stock_attention candidate using stores store where candidate.store = store.id and candidate.sku = gone;
end
$$;
revoke execute on function forget_stock_lists from public;

create function goods_deleted() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    perform forget_stock_lists(old.sku);
    return null;
end
$$;
revoke execute on function goods_deleted from public;
create trigger products_deleted after delete on products for each row execute function goods_deleted();
create trigger variations_deleted after delete on variations for each row execute function goods_deleted();

-- What the lists have of goods that were renamed or deleted before.
delete from stock_watch watched
where not exists (select from products where products.sku = watched.sku)
    and not exists (select from variations where variations.sku = watched.sku);
delete from stock_attention candidate
where not exists (select from products where products.sku = candidate.sku)
    and not exists (select from variations where variations.sku = candidate.sku);

-- An undo that a second person refused, or that its asker left, may be asked for again.
drop index bulk_jobs_undone_once;
create unique index bulk_jobs_undone_once on bulk_jobs (undoes) where undoes is not null and state <> 'dropped';

-- The clock publishes for whoever has set the moment, if they may still do it.
alter table product_drafts drop constraint product_drafts_refusal_known;
alter table product_drafts add constraint product_drafts_refusal_known
    check (refusal in ('changed', 'refused', 'rights'));
grant execute on function staff_rights to shop_staff;

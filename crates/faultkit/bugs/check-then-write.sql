-- Looks whether there is enough, and takes it later: all who look meanwhile take the last one.
alter table stock_levels drop constraint stock_levels_no_oversell;
create or replace function hold_stock(
    for_order text, whose bytea, from_address text, skus text[], quantities bigint[], moment timestamptz,
    life interval, most bigint, pinned boolean
) returns text
language plpgsql security definer set search_path = public as $$
declare
    wanted record;
begin
    for wanted in select sku, quantity from unnest(skus, quantities) as asked (sku, quantity) order by sku loop
        if (select on_hand - reserved from stock_levels where sku = wanted.sku and store = 1) < wanted.quantity then
            return 'short ' || wanted.sku;
        end if;
        perform pg_sleep(0.2);
        update stock_levels set reserved = reserved + wanted.quantity where sku = wanted.sku and store = 1;
        insert into stock_reservations (order_key, sku, quantity, holder, address, created_at, expires_at, is_pinned)
        values (for_order, wanted.sku, wanted.quantity, whose, from_address, moment, moment + life, pinned);
    end loop;
    return 'held';
end
$$;

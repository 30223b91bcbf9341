-- Sold stock leaves without a row in stock_movements.
create or replace function claim_stock(of_order text) returns boolean
language plpgsql security definer set search_path = public as $$
declare
    held record;
    claimed boolean := false;
begin
    for held in select * from stock_reservations where order_key = of_order and state = 'held' order by sku for update loop
        update stock_levels set reserved = reserved - held.quantity, on_hand = on_hand - held.quantity
        where sku = held.sku and store = held.store;
        update stock_reservations set state = 'claimed'
        where order_key = of_order and sku = held.sku and store = held.store;
        claimed := true;
    end loop;
    return claimed;
end
$$;

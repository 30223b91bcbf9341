-- A hold is released, but its quantity stays reserved.
create or replace function release_stock(of_order text) returns void
language plpgsql security definer set search_path = public as $$
begin
    update stock_reservations set state = 'released' where order_key = of_order and state = 'held';
end
$$;

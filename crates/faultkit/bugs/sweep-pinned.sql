-- The sweep also releases pinned holds, which a payment in progress still needs.
create or replace function sweep_holds(moment timestamptz) returns bigint
language plpgsql security definer set search_path = public as $$
declare
    due text;
    swept bigint := 0;
begin
    for due in select distinct order_key from stock_reservations where state = 'held' and expires_at <= moment loop
        perform release_stock(due);
        swept := swept + 1;
    end loop;
    return swept;
end
$$;

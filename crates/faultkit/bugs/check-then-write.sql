-- Checks the stock and reserves it later, without a lock: concurrent buyers reserve the same piece.
--
-- The race does not depend on the machine's speed: a buyer who has passed the check waits until three have, for the two
-- pieces there are. The sequence, which no rollback resets, then lets the waiting ones through, whichever transaction commits first.
alter table stock_levels drop constraint stock_levels_no_oversell;
create sequence faults_race_is_on;
grant all on sequence faults_race_is_on to public;
do $$
begin
    execute format('alter role shop_web in database %I set statement_timeout = %L', current_database(), '8s');
    execute format('alter role shop_web in database %I set lock_timeout = %L', current_database(), '8s');
end $$;
create or replace function hold_stock(
    for_order text, whose bytea, from_address text, skus text[], quantities bigint[], moment timestamptz,
    life interval, most bigint, pinned boolean
) returns text
language plpgsql security definer set search_path = public as $$
declare
    wanted record;
begin
    for wanted in select sku, quantity from unnest(skus, quantities) as demand (sku, quantity) order by sku loop
        if (select on_hand - reserved from stock_levels where sku = wanted.sku and store = 1) < wanted.quantity then
            return 'short ' || wanted.sku;
        end if;
        perform pg_advisory_xact_lock_shared(4711);
        while not (select is_called from faults_race_is_on) loop
            if (select count(*) from pg_locks
                where locktype = 'advisory' and objid = 4711 and granted
                  and database = (select oid from pg_database where datname = current_database())) >= 3
            then
                perform nextval('faults_race_is_on');
            else
                perform pg_sleep(0.02);
            end if;
        end loop;
        update stock_levels set reserved = reserved + wanted.quantity where sku = wanted.sku and store = 1;
        insert into stock_reservations (order_key, sku, quantity, holder, address, created_at, expires_at, is_pinned)
        values (for_order, wanted.sku, wanted.quantity, whose, from_address, moment, moment + life, pinned);
    end loop;
    return 'held';
end
$$;

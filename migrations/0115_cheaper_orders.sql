-- What each order calls, with fewer statements. A function in SQL is parsed and planned at each call, one in PL/pgSQL once for
-- each connection.

-- A job without a key is inserted as the library does it, without looking for the one that it replaces. The first job of a
-- task, and those with a key, are the library's.
create or replace function enqueue_job(identifier text, payload jsonb, job_key text) returns void
language plpgsql security definer set search_path = pg_catalog, graphile_worker, pg_temp as $$
begin
    if job_key is null then
        insert into graphile_worker._private_jobs (task_id, payload, max_attempts)
        select task.id, enqueue_job.payload::json, 12 from graphile_worker._private_tasks task
        where task.identifier = enqueue_job.identifier;
        if found then
            perform pg_notify('jobs:insert', '{}');
            return;
        end if;
    end if;
    perform graphile_worker.add_job(enqueue_job.identifier, enqueue_job.payload::json, job_key => enqueue_job.job_key,
        max_attempts => 12);
end
$$;

-- Paid: what was held leaves the stock, with its rows in the ledger. What is available stays as it is, so nothing that watches
-- it is told. False: nothing was held any more.
create or replace function claim_stock(of_order text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    held record;
    balance bigint;
    claimed boolean := false;
begin
    for held in
        select * from stock_reservations where order_key = of_order and state = 'held' order by sku for update
    loop
        update stock_levels set reserved = reserved - held.quantity, on_hand = on_hand - held.quantity
        where sku = held.sku and store = held.store
        returning on_hand into strict balance;
        insert into stock_movements (sku, store, seq, delta, balance_after, reason)
        select held.sku, held.store, coalesce(max(seq), 0) + 1, -held.quantity, balance, 'order ' || of_order
        from stock_movements where sku = held.sku and store = held.store;
        update stock_reservations set state = 'claimed'
        where order_key = of_order and sku = held.sku and store = held.store;
        claimed := true;
    end loop;
    return claimed;
end
$$;

create or replace function is_event_wanted(event_kind text) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    return exists (select from event_endpoints endpoint
        where endpoint.state <> 'paused' and event_kind = any (endpoint.kinds));
end
$$;

create or replace function search_record_purchase(products bigint[], address text, on_day date) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    update search_choices set is_bought = true
    where day = on_day and product_id = any(products)
      and visitor = (select sha256(key || convert_to(address, 'UTF8')) from search_choice_days where day = on_day);
end
$$;

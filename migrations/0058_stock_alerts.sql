-- Who wants to know when a product is available again.

-- owner: stock_alerts
create table stock_alerts (
    -- The order of waiting.
    id           bigint generated always as identity primary key,
    product_id   bigint not null references products (id) on delete cascade,
    -- 0: the product as a whole.
    variation_id bigint not null default 0,
    -- The address in lower case, until the alert is finished.
    person       text,
    -- Ends the alerts of an address from the link in an email that was sent before.
    address_hash bytea not null,
    state        text not null default 'waiting',
    -- How often it was queued: a product that sells out before the email is sent puts the person back.
    rounds       smallint not null default 0,
    outbox_id    bigint,
    -- Hashes of the random bits in the links: to the page of the alert, and in the email.
    page_hash    bytea not null,
    stop_hash    bytea,
    created_at   timestamptz not null,
    finished_at  timestamptz,
    constraint stock_alerts_once unique (product_id, variation_id, person),
    constraint stock_alerts_person_folded check (person = lower(person) and person <> ''),
    constraint stock_alerts_state_known check (state in ('waiting', 'queued', 'sent', 'stopped')),
    constraint stock_alerts_finished check ((state in ('sent', 'stopped')) = (finished_at is not null)),
    -- A finished alert has no address.
    constraint stock_alerts_person_until_finished check ((finished_at is null) = (person is not null)),
    constraint stock_alerts_queued check ((state = 'queued') <= (outbox_id is not null))
);
create index stock_alerts_waiting on stock_alerts (product_id, id) where state = 'waiting';
create index stock_alerts_person on stock_alerts (person) where person is not null;
create index stock_alerts_address on stock_alerts (address_hash) where person is not null;
create unique index stock_alerts_outbox on stock_alerts (outbox_id) where outbox_id is not null;
create unique index stock_alerts_page on stock_alerts (page_hash);
create unique index stock_alerts_stop on stock_alerts (stop_hash) where stop_hash is not null;
create index stock_alerts_age on stock_alerts (finished_at) where finished_at is not null;

-- How many people may still be notified about the pieces of a SKU. A piece that arrived is offered to one person.
-- owner: stock_alerts
create table stock_alert_offers (
    sku        text primary key,
    -- The last movement of the ledger that was counted.
    seen_seq   bigint not null default 0,
    -- People who may still be notified.
    people     bigint not null default 0,
    -- When a person was notified last.
    offered_at timestamptz,
    constraint stock_alert_offers_not_negative check (people >= 0 and seen_seq >= 0)
);

-- Goods that arrive in the online store start the job, in the transaction in which they arrive.
create function stock_arrived() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if exists (
        select from stock_alerts alert
        where alert.state = 'waiting' and alert.product_id in (
            select id from products where sku = new.sku
            union all select product_id from variations where sku = new.sku)
    ) then
        perform enqueue_job('stock_alerts.notify', jsonb_build_object('sku', new.sku), 'stock alerts of ' || new.sku);
    end if;
    return null;
end
$$;
revoke execute on function stock_arrived from public;
create trigger stock_movements_arrived after insert on stock_movements
    for each row when (new.delta > 0 and new.store = 1) execute function stock_arrived();

grant select, insert, update, delete on stock_alerts to shop_web, shop_worker;
grant select, insert, update, delete on stock_alert_offers to shop_worker;
-- Figures only: staff do not need to know who waits.
grant select (product_id, variation_id, state, created_at) on stock_alerts to shop_staff;

-- A customer who is erased leaves no trace here. By the address itself: the key of a customer who leaves is replaced.
create function forget_stock_alerts() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from stock_alerts where address_hash = sha256(convert_to(lower(old.email), 'UTF8'));
    return old;
end
$$;
revoke execute on function forget_stock_alerts from public;
create trigger customers_forgotten_in_stock_alerts before delete on customers
    for each row execute function forget_stock_alerts();

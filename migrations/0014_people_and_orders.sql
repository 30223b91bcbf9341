-- Whose an order is, and when its buyer may be forgotten.

-- Nothing follows from a typed address any more: who ordered is shown by the browser that did.
drop index orders_unadopted;
-- How often somebody orders without paying is counted by where they come from.
create index orders_unpaid_address on orders (address, created_at) where state = 'pending';

-- What a browser ordered as a guest who wanted an account becomes the account's that is being made in that browser, by a
-- link that was mailed to the same address. Called by the accounts, in the transaction that makes the account.
-- owner: checkout
create function adopt_orders(by_customer bigint, browser bytea) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    adopted record;
begin
    for adopted in
        update orders set customer_id = by_customer
        where placed_by = browser and customer_id is null and wants_account
            and lower(email) = (select email_key from customers where id = by_customer)
        returning id, wants_saved
    loop
        if adopted.wants_saved then
            perform enqueue_job('checkout.keep_method', jsonb_build_object('order', adopted.id),
                'keep ' || adopted.id);
        end if;
    end loop;
end
$$;

-- Something paid for is on its way, or money on its way back, or nobody knows yet.
-- owner: checkout
create function has_open_orders(of_customer bigint) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select exists (select from orders own where own.customer_id = of_customer and (
        own.state in ('on_hold', 'processing', 'shipped', 'delivered', 'unfulfillable')
        or exists (select from payment_attempts attempt where attempt.order_id = own.id
            and attempt.state in ('submitting', 'requires_action', 'authorised', 'processing', 'unknown'))
        or exists (select from refunds refund where refund.order_id = own.id and refund.state = 'asked')))
$$;

-- Whoever is forgotten is forgotten in their own orders too, and in nobody else's; what was sold and paid stays, as the
-- law wants it. Nobody is forgotten before they have what they paid for.
create or replace function forget_buyer() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if has_open_orders(old.id) then
        raise exception 'customer % has open orders', old.id using errcode = 'check_violation';
    end if;
    -- What nobody has paid is not to be paid any more: it could not be sent.
    with dropped as (
        update orders set state = 'cancelled', changed_at = now()
        where customer_id = old.id and state in ('pending', 'failed') returning id)
    insert into order_events (order_id, at, kind) select id, now(), 'cancelled' from dropped;
    update payment_attempts set address = ''
    where order_id in (select id from orders where customer_id = old.id);
    update stock_reservations set address = ''
    where order_key in (select 'order ' || id from orders where customer_id = old.id);
    update orders set email = '', first_name = '', last_name = '', phone = '', city = '', address_1 = '',
        home_number = '', postcode = '', notes = '', address = '', attribution = '{}', wants_account = false
    where customer_id = old.id;
    return old;
end
$$;

-- Whoever closes the last open order of somebody who waits to be forgotten puts the job in line.
grant select (id, leaving_at) on customers to shop_staff;
revoke execute on function adopt_orders, has_open_orders from public;
grant execute on function adopt_orders to shop_web;
grant execute on function has_open_orders to shop_web, shop_worker, shop_staff;

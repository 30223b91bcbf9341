-- Lines that a shopper saved for later, and orders that are gifts.

-- owner: cart
create table cart_saved_lines (
    cart_id    bigint not null references carts (id) on delete cascade,
    -- The key of the line in the cart: the same product with the same choices is saved once.
    key        text not null,
    product_id bigint not null references products (id) on delete cascade,
    -- Product, variation, quantity, choices and selection, as a line outside a cart is written.
    line       jsonb not null,
    saved_at   timestamptz not null,
    constraint cart_saved_lines_pkey primary key (cart_id, key)
);
create index cart_saved_lines_product on cart_saved_lines (product_id);
grant select, insert, update, delete on cart_saved_lines to shop_web, shop_worker;

-- The text of the card and whether the box shows prices. Null: no gift.
alter table orders
    add column gift jsonb,
    add constraint orders_gift_text check (char_length(gift ->> 'text') <= 160);

-- The text of the card is the buyer's as well.
create or replace function anonymise_orders() returns trigger
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
        home_number = '', postcode = '', notes = '', gift = null, address = '', attribution = '{}', wants_account = false
    where customer_id = old.id;
    return old;
end
$$;

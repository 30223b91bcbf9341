-- Parcels of an order: who carries them, what is in them, when they left and arrived.

-- How much of a line has left. The constraint makes it impossible to ship more than was bought.
alter table order_lines
    add column shipped bigint not null default 0,
    add constraint order_lines_shipped_within check (shipped between 0 and quantity);

-- owner: orders
create table order_shipments (
    id              bigint generated always as identity primary key,
    order_id        bigint not null references orders (id) on delete cascade,
    -- Of the form that it was entered with: sent twice, it is one parcel.
    form_key        text not null,
    carrier         text not null,
    tracking_number text not null default '',
    -- At the carrier, with the number; empty if there is none.
    tracking_url    text not null default '',
    shipped_at      timestamptz not null,
    delivered_at    timestamptz,
    created_at      timestamptz not null,
    constraint order_shipments_form_key unique (order_id, form_key),
    constraint order_shipments_carrier_short check (length(carrier) between 1 and 80),
    constraint order_shipments_number_short check (length(tracking_number) <= 80),
    constraint order_shipments_url_https check (tracking_url = '' or tracking_url like 'https://%'),
    constraint order_shipments_delivered_later check (delivered_at >= shipped_at)
);

-- owner: orders
create table order_shipment_lines (
    shipment_id bigint not null references order_shipments (id) on delete cascade,
    order_id    bigint not null,
    position    smallint not null,
    quantity    bigint not null,
    constraint order_shipment_lines_pkey primary key (shipment_id, position),
    constraint order_shipment_lines_line foreign key (order_id, position)
        references order_lines (order_id, position) on delete cascade,
    constraint order_shipment_lines_positive check (quantity > 0)
);

grant select on order_shipments, order_shipment_lines to shop_web, shop_worker, shop_staff;
grant insert on order_shipments, order_shipment_lines to shop_staff;
grant update (delivered_at) on order_shipments to shop_staff;
grant update (shipped) on order_lines to shop_staff;

-- A tracking number leads to the address at the carrier: it goes with the buyer's other data.
create function forget_shipments() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    update order_shipments set tracking_number = '', tracking_url = ''
    where order_id in (select id from orders where customer_id = old.id);
    return old;
end
$$;
revoke execute on function forget_shipments from public;
create trigger customers_forgotten_in_shipments before delete on customers
    for each row execute function forget_shipments();

-- Reviews are requested from the delivery on, not only when staff close the order.
drop index orders_completed;
create index orders_arrived on orders (changed_at) where state in ('delivered', 'completed');

-- Where visits and orders come from, the stream of events for other programs, and the reports about both.

-- The beginning of each visit, without anything that identifies the visitor.
-- owner: attribution
create table attribution_visits (
    id          bigint generated always as identity primary key,
    started_at  timestamptz not null,
    source_type text not null,
    source      text not null,
    medium      text not null,
    campaign    text not null,
    constraint attribution_visits_type_known check (source_type in ('utm', 'organic', 'referral', 'typein')),
    constraint attribution_visits_lengths check (char_length(source) <= 200 and char_length(medium) <= 200
        and char_length(campaign) <= 200)
);
create index attribution_visits_day on attribution_visits (((started_at at time zone 'UTC')::date));

-- The source of an order as the server computes it. The fields that the form sent are in `orders`.
-- owner: attribution
create table order_sources (
    order_id    bigint primary key references orders (id) on delete cascade,
    source_type text not null,
    source      text not null,
    medium      text not null,
    campaign    text not null,
    -- Names of the submitted fields that differ from what the server computes.
    mismatches  text[] not null default '{}',
    checked_at  timestamptz not null,
    constraint order_sources_type_known check (source_type in ('utm', 'organic', 'referral', 'typein')),
    constraint order_sources_lengths check (char_length(source) <= 200 and char_length(medium) <= 200
        and char_length(campaign) <= 200)
);
create index order_sources_differing on order_sources (checked_at) where mismatches <> '{}';

-- Events of the shop, for other programs and for the reports. They name no person.
-- owner: events
create table shop_events (
    -- Sent with each delivery: a receiver that has seen it ignores it.
    id          uuid primary key default gen_random_uuid(),
    kind        text not null,
    -- What the event is about; each is recorded once.
    key         text not null,
    payload     jsonb not null,
    occurred_at timestamptz not null,
    constraint shop_events_once unique (kind, key),
    constraint shop_events_kind_known check (kind in ('add_to_cart', 'begin_checkout', 'purchase', 'refund',
        'order.created', 'order.updated'))
);
create index shop_events_day on shop_events (((occurred_at at time zone 'UTC')::date), kind);

-- owner: events
create table event_endpoints (
    id            bigint generated always as identity primary key,
    url           text not null,
    -- Signs the deliveries.
    secret        text not null,
    kinds         text[] not null,
    -- `paused` by staff, `disabled` after a long failure.
    state         text not null default 'enabled',
    -- The first failure since the last success.
    failing_since timestamptz,
    created_at    timestamptz not null,
    constraint event_endpoints_state_known check (state in ('enabled', 'paused', 'disabled')),
    constraint event_endpoints_url_length check (char_length(url) <= 500)
);

-- owner: events
create table event_deliveries (
    event_id     uuid not null references shop_events (id) on delete cascade,
    endpoint_id  bigint not null references event_endpoints (id) on delete cascade,
    state        text not null default 'pending',
    attempts     integer not null default 0,
    next_at      timestamptz not null,
    -- The status of the last answer; null if there was none.
    last_status  integer,
    last_error   text not null default '',
    delivered_at timestamptz,
    constraint event_deliveries_pkey primary key (event_id, endpoint_id),
    constraint event_deliveries_state_known check (state in ('pending', 'delivered', 'failed'))
);
create index event_deliveries_due on event_deliveries (next_at) where state = 'pending';
create index event_deliveries_endpoint on event_deliveries (endpoint_id, next_at desc);

-- Records an event once, and a delivery for each endpoint that wants it, in the transaction that causes the event.
create function record_event(event_kind text, event_key text, event_payload jsonb, at timestamptz) returns void
    language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp
as $$
declare
    new_id uuid;
begin
    insert into shop_events (kind, key, payload, occurred_at) values (event_kind, event_key, event_payload, at)
    on conflict on constraint shop_events_once do nothing
    returning id into new_id;
    if new_id is not null then
        insert into event_deliveries (event_id, endpoint_id, next_at)
        select new_id, endpoint.id, at from event_endpoints endpoint
        where endpoint.state <> 'paused' and event_kind = any (endpoint.kinds);
    end if;
end
$$;
revoke all on function record_event(text, text, jsonb, timestamptz) from public;
grant execute on function record_event(text, text, jsonb, timestamptz) to shop_web, shop_worker, shop_staff;

-- An order as its events describe it: amounts and products, and no data of the buyer.
create function order_event_payload(of_order bigint) returns jsonb
    language sql stable security definer
    set search_path = pg_catalog, public, pg_temp
as $$
    select jsonb_build_object(
        'number', placed.number::text,
        'state', placed.state,
        'currency', placed.currency,
        'totalMinor', placed.total_minor,
        'taxMinor', placed.tax_minor,
        'shippingMinor', placed.shipping_minor,
        'discountMinor', placed.discount_minor,
        'refundedMinor', placed.refunded_minor,
        'createdAt', to_char(placed.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'coupons', (select coalesce(jsonb_agg(coupon ->> 'code'), '[]') from jsonb_array_elements(placed.coupons) coupon),
        'items', (select coalesce(jsonb_agg(jsonb_build_object(
                'productId', line.product_id::text,
                'name', line.name,
                'quantity', (line.quantity / 100000.0)::double precision,
                'unitMinor', line.unit_minor,
                'totalMinor', line.total_minor) order by line.position), '[]')
            from order_lines line where line.order_id = placed.id),
        'source', (select jsonb_build_object('type', came.source_type, 'source', came.source, 'medium', came.medium,
                'campaign', came.campaign)
            from order_sources came where came.order_id = placed.id))
    from orders placed where placed.id = of_order
$$;
revoke all on function order_event_payload(bigint) from public;

-- Whatever changes an order causes its events: the checkout, a payment notice, staff or a job. Deferred to the end of the
-- transaction, when the lines of a new order exist. Without an endpoint nothing is recorded.
create function record_order_events() returns trigger
    language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp
as $$
begin
    if not exists (select from event_endpoints endpoint where endpoint.state <> 'paused') then
        return null;
    end if;
    if tg_op = 'INSERT' then
        perform record_event('order.created', new.id::text, order_event_payload(new.id), new.created_at);
        return null;
    end if;
    if new.state is distinct from old.state then
        perform record_event('order.updated', format('%s %s %s', new.id, new.state, extract(epoch from new.changed_at)),
            order_event_payload(new.id) || jsonb_build_object('state', new.state, 'from', old.state), new.changed_at);
    end if;
    if old.paid_at is null and new.paid_at is not null then
        perform record_event('purchase', new.id::text, order_event_payload(new.id), new.paid_at);
    end if;
    if new.refunded_minor > old.refunded_minor then
        perform record_event('refund', format('%s %s', new.id, new.refunded_minor),
            order_event_payload(new.id)
                || jsonb_build_object('amountMinor', new.refunded_minor - old.refunded_minor,
                    'refundedMinor', new.refunded_minor), new.changed_at);
    end if;
    return null;
end
$$;
revoke execute on function record_order_events from public;
create constraint trigger orders_record_events after insert or update on orders
    deferrable initially deferred for each row execute function record_order_events();

-- Reports. A day is a day in UTC. A condition on the day reaches the indexes.
create index orders_day on orders (((created_at at time zone 'UTC')::date));

create view report_days as
select day,
    sum(visits)::bigint as visits,
    sum(adds)::bigint as adds,
    sum(checkouts)::bigint as checkouts,
    sum(orders)::bigint as orders,
    sum(paid)::bigint as paid,
    sum(revenue_minor)::bigint as revenue_minor
from (
    select (started_at at time zone 'UTC')::date as day, 1 as visits, 0 as adds, 0 as checkouts, 0 as orders, 0 as paid,
        0 as revenue_minor
    from attribution_visits
    union all
    select (occurred_at at time zone 'UTC')::date, 0, (kind = 'add_to_cart')::integer, (kind = 'begin_checkout')::integer,
        0, 0, 0
    from shop_events where kind in ('add_to_cart', 'begin_checkout')
    union all
    select (created_at at time zone 'UTC')::date, 0, 0, 0, 1, (paid_at is not null)::integer,
        case when paid_at is not null then total_minor - refunded_minor else 0 end
    from orders
) counted
group by day;

create view report_sources as
select day, source_type, source, medium, campaign,
    sum(visits)::bigint as visits,
    sum(orders)::bigint as orders,
    sum(paid)::bigint as paid,
    sum(revenue_minor)::bigint as revenue_minor
from (
    select (started_at at time zone 'UTC')::date as day, source_type, source, medium, campaign, 1 as visits, 0 as orders,
        0 as paid, 0 as revenue_minor
    from attribution_visits
    union all
    -- Without consent an order has no source.
    select (placed.created_at at time zone 'UTC')::date, coalesce(came.source_type, 'unknown'), coalesce(came.source, ''),
        coalesce(came.medium, ''), coalesce(came.campaign, ''), 0, 1, (placed.paid_at is not null)::integer,
        case when placed.paid_at is not null then placed.total_minor - placed.refunded_minor else 0 end
    from orders placed left join order_sources came on came.order_id = placed.id
) counted
group by day, source_type, source, medium, campaign;

grant insert on attribution_visits to shop_web;
grant select, delete on attribution_visits to shop_worker;
grant select, insert on order_sources to shop_web;
grant select on order_sources to shop_staff, shop_worker;
grant select on report_days, report_sources to shop_staff;
grant select, delete on shop_events to shop_worker;
grant select on shop_events to shop_staff;
grant select, insert, update, delete on event_endpoints to shop_staff;
grant select, update on event_endpoints to shop_worker;
grant select, update on event_deliveries to shop_staff;
grant select, update, delete on event_deliveries to shop_worker;

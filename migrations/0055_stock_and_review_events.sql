-- Events of stock and of reviews, for programs that follow the shop.

alter table shop_events drop constraint shop_events_kind_known;
alter table shop_events add constraint shop_events_kind_known check (kind in ('add_to_cart', 'begin_checkout', 'purchase',
    'refund', 'order.created', 'order.updated', 'stock.changed', 'review.published'));

-- Whether an endpoint wants events of a kind. Stock moves with every order, so nothing is recorded that nobody receives.
create function is_event_wanted(event_kind text) returns boolean
    language sql stable security definer
    set search_path = pg_catalog, public, pg_temp
as $$
    select exists (select from event_endpoints endpoint
        where endpoint.state <> 'paused' and event_kind = any (endpoint.kinds))
$$;
revoke all on function is_event_wanted(text) from public;

-- A row of the ledger is an event: whatever changes what is on hand writes one.
create function record_stock_event() returns trigger
    language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp
as $$
begin
    if is_event_wanted('stock.changed') then
        perform record_event('stock.changed', format('%s %s %s', new.sku, new.store, new.seq),
            jsonb_build_object(
                'sku', new.sku,
                'productId', (select coalesce(
                    (select id from products where sku = new.sku),
                    (select product_id from variations where sku = new.sku))::text),
                'variationId', (select id::text from variations where sku = new.sku),
                'store', new.store,
                'change', (new.delta / 100000.0)::double precision,
                'quantity', (new.balance_after / 100000.0)::double precision),
            new.moved_at);
    end if;
    return null;
end
$$;
revoke execute on function record_stock_event from public;
create trigger stock_movements_record_event after insert on stock_movements
    for each row execute function record_stock_event();

-- The event of a review names neither its writer nor its text: both can be asked for, and withdrawn.
create function record_review_event() returns trigger
    language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp
as $$
begin
    if is_event_wanted('review.published') then
        perform record_event('review.published', new.id::text,
            jsonb_build_object(
                'id', new.id::text,
                'productId', new.product_id::text,
                'rating', new.rating,
                'isVerified', new.is_verified),
            coalesce(new.published_at, new.created_at));
    end if;
    return null;
end
$$;
revoke execute on function record_review_event from public;
create trigger reviews_record_insert after insert on reviews
    for each row when (new.state = 'published') execute function record_review_event();
create trigger reviews_record_publication after update of state on reviews
    for each row when (new.state = 'published' and old.state <> 'published') execute function record_review_event();

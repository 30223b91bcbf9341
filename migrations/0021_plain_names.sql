-- Gives tables, columns and functions the names of the field. Nothing but names changes. The previous release does not run
-- against the renamed schema: stop it before this migration.

alter table attempts rename to throttle_counters;
alter table account_links rename to email_tokens;
alter table known_devices rename to trusted_devices;
alter table shown_prices rename to listing_prices;
alter table shelf_entries rename to listing_entries;
alter table shelf_counts rename to facet_counts;
alter table shelf_state rename to facet_count_state;
alter table discount_state rename to discount_version;
alter table payment_book rename to reconciliation_cursor;
alter table payment_differences rename to reconciliation_discrepancies;
alter table forgotten_methods rename to payment_method_deletions;
alter table cart_parts rename to cart_bundle_items;
alter sequence payment_differences_id_seq rename to reconciliation_discrepancies_id_seq;

alter table discount_version rename column shelved to indexed_version;
alter table form_drafts rename column faults to errors;
alter table cart_emails rename column told_at to captured_at;
alter table data_exports rename column asked_at to requested_at;
alter table reconciliation_discrepancies rename column ours to local_value;
alter table reconciliation_discrepancies rename column theirs to provider_value;
alter table reconciliation_cursor rename column compared_at to reconciled_until;
alter table reconciliation_cursor rename column home to database_identity;

-- Constraints and indexes follow their tables.
do $$
declare
    renamed text[];
    item text;
begin
    foreach renamed slice 1 in array array[
        ['attempts', 'throttle_counters'], ['account_links', 'email_tokens'], ['known_devices', 'trusted_devices'],
        ['shown_prices', 'listing_prices'], ['shelf_entries', 'listing_entries'], ['shelf_counts', 'facet_counts'],
        ['shelf_state', 'facet_count_state'], ['discount_state', 'discount_version'],
        ['payment_book', 'reconciliation_cursor'], ['payment_differences', 'reconciliation_discrepancies'],
        ['forgotten_methods', 'payment_method_deletions'], ['cart_parts', 'cart_bundle_items']]
    loop
        for item in
            select conname::text from pg_constraint
            where conrelid = renamed[2]::regclass and starts_with(conname::text, renamed[1] || '_')
        loop
            execute format('alter table %I rename constraint %I to %I',
                renamed[2], item, renamed[2] || substr(item, length(renamed[1]) + 1));
        end loop;
        for item in
            select c.relname::text from pg_index i join pg_class c on c.oid = i.indexrelid
            where i.indrelid = renamed[2]::regclass and starts_with(c.relname::text, renamed[1] || '_')
        loop
            execute format('alter index %I rename to %I', item, renamed[2] || substr(item, length(renamed[1]) + 1));
        end loop;
    end loop;
end
$$;

alter table refunds drop constraint refunds_state_known;
update refunds set state = 'requested' where state = 'asked';
alter table refunds alter column state set default 'requested';
alter table refunds add constraint refunds_state_known check (state in ('requested', 'done', 'refused'));
update order_events set kind = 'refund requested' where kind = 'refund asked';

-- `create or replace` keeps owner, grants and triggers.
alter function put_few_on_shelves(bigint[], timestamptz) rename to reindex_listing_batch;
alter function put_on_shelves(bigint[], timestamptz) rename to reindex_listings;
alter function count_shelves() rename to refresh_facet_counts;
alter function give_coupons_back(text) rename to release_coupons;
alter function remember_to_forget() rename to queue_method_deletion;
alter trigger saved_methods_forgotten on saved_methods rename to saved_methods_queue_deletion;
alter function forget_buyer() rename to anonymise_orders;
alter trigger customers_forgotten on customers rename to customers_anonymise_orders;
drop function use_coupon(bigint, text, text, timestamptz);

create or replace function reindex_listing_batch(wanted bigint[], moment timestamptz) returns void
language sql as $$
    delete from listing_entries where product_id = any(wanted);
    with recursive product as (
        select * from products where id = any(wanted) and status = 'published'
    ), offer as (
        select product.id, product.regular_minor, product.sale_minor, product.sale_from, product.sale_to, product.sku
        from product where product.kind <> 'variable'
        union all
        select product.id, variation.regular_minor, variation.sale_minor, variation.sale_from, variation.sale_to,
               variation.sku
        from product join variations variation on variation.product_id = product.id
        where product.kind = 'variable'
    ), lowest as (
        select offer.id,
               min(case when is_on_sale then offer.sale_minor else offer.regular_minor end) as price,
               bool_or(is_on_sale) as is_on_sale,
               bool_or(coalesce(stock.on_hand - stock.reserved, 0) > 0) as is_in_stock,
               least(min(offer.sale_from) filter (where offer.sale_from > moment),
                     min(offer.sale_to) filter (where offer.sale_to > moment)) as changes_at
        from offer
        cross join lateral (
            select offer.sale_minor is not null
                   and coalesce(offer.sale_from <= moment, true) and coalesce(offer.sale_to > moment, true) as is_on_sale
        ) sale
        left join stock_levels stock on stock.sku = offer.sku and stock.store = 1
        group by offer.id
    ), membership as (
        select id as product_id, category_id from product
        union
        select product.id, more.category_id from product join product_categories more on more.product_id = product.id
        union
        select membership.product_id, category.parent_id
        from membership join categories category on category.id = membership.category_id
        where category.parent_id is not null
    ), chosen as (
        select product.id, array_agg(distinct value_id) as value_ids
        from product
        join product_attributes own on own.product_id = product.id
        cross join lateral unnest(own.value_ids) as value_id
        group by product.id
    )
    insert into listing_entries (category_id, product_id, position, popularity, rating, price_minor, terms, changes_at)
    select listing.category_id, product.id, coalesce(product.featured, 1000000)::bigint, product.popularity,
           product.rating, coalesce(indexed.price_minor, lowest.price, 0),
           array[(-listing.category_id)::integer]
               || case when lowest.is_in_stock or product.kind = 'external' then array[1] else '{}' end
               || case when coalesce(indexed.is_on_sale, lowest.is_on_sale) then array[2] else '{}' end
               || coalesce(chosen.value_ids, '{}'),
           case when indexed.product_id is null then lowest.changes_at else indexed.changes_at end
    from product
    join lowest on lowest.id = product.id
    left join listing_prices indexed on indexed.product_id = product.id
    left join chosen on chosen.id = product.id
    cross join lateral (
        select 0::bigint as category_id
        union all
        select membership.category_id from membership where membership.product_id = product.id
    ) listing
$$;

create or replace function reindex_listings(wanted bigint[], moment timestamptz) returns void
language plpgsql as $$
begin
    for first_index in 1 .. cardinality(wanted) by 500 loop
        perform reindex_listing_batch(wanted[first_index : first_index + 499], moment);
    end loop;
    update facet_count_state set is_counted = false where is_counted;
end
$$;

create or replace function refresh_facet_counts() returns void
language sql as $$
    update facet_count_state set is_counted = true;
    delete from facet_counts;
    insert into facet_counts (category_id, term, products)
    select category_id, term, count(*)
    from listing_entries cross join lateral unnest(terms) as term
    where term > 0
    group by 1, 2
    union all
    select category_id, flag * 1000000000 + term, count(*)
    from listing_entries
    cross join (values (1), (2)) as flags (flag)
    cross join lateral unnest(terms) as term
    where terms @> array[flag] and term > flag
    group by 1, 2
    union all
    select category_id, 0, count(*) from listing_entries group by 1;
    update categories category
    set product_count = coalesce((select products from facet_counts
                                  where facet_counts.category_id = category.id and term = 0), 0);
$$;

create or replace function stock_crossed_zero() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    -- A bulk import reindexes everything once, at its end.
    if current_setting('matjar.reindexing', true) = 'deferred' then
        return null;
    end if;
    perform reindex_listings(array(
        select id from products where sku = new.sku
        union select product_id from variations where sku = new.sku
    ), clock_timestamp());
    return null;
end
$$;

create or replace function discounts_changed() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    update discount_version set version = version + 1;
    insert into cache_purges (tag) values ('prices');
    return null;
end
$$;

create or replace function queue_method_deletion() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    insert into payment_method_deletions (profile, method, at) values (old.profile, old.method, now())
    on conflict do nothing;
    return null;
end
$$;

create or replace function has_open_orders(of_customer bigint) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select exists (select from orders own where own.customer_id = of_customer and (
        own.state in ('on_hold', 'processing', 'shipped', 'delivered', 'unfulfillable')
        or exists (select from payment_attempts attempt where attempt.order_id = own.id
            and attempt.state in ('submitting', 'requires_action', 'authorised', 'processing', 'unknown'))
        or exists (select from refunds refund where refund.order_id = own.id and refund.state = 'requested')))
$$;

create or replace function adopt_orders(by_customer bigint, browser bytea) returns void
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
            perform enqueue_job('checkout.save_method', jsonb_build_object('order', adopted.id),
                'save method ' || adopted.id);
        end if;
    end loop;
end
$$;

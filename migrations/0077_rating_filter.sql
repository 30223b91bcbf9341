-- Listings are filtered and sorted by the published ratings. Two more terms that are no attribute: 3 is "three stars or
-- more", 4 is "four stars or more". Reads `review_summaries`, a table of `reviews`.

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
           coalesce(rated.average, product.rating), coalesce(indexed.price_minor, lowest.price, 0),
           array[(-listing.category_id)::integer]
               || case when lowest.is_in_stock or product.kind = 'external' then array[1] else '{}' end
               || case when coalesce(indexed.is_on_sale, lowest.is_on_sale) then array[2] else '{}' end
               || case when rated.average >= 3 then array[3] else '{}' end
               || case when rated.average >= 4 then array[4] else '{}' end
               || coalesce(chosen.value_ids, '{}'),
           case when indexed.product_id is null then lowest.changes_at else indexed.changes_at end
    from product
    join lowest on lowest.id = product.id
    left join listing_prices indexed on indexed.product_id = product.id
    left join chosen on chosen.id = product.id
    left join lateral (
        select (summary.sum::numeric / nullif(summary.rated_1 + summary.rated_2 + summary.rated_3 + summary.rated_4
                                              + summary.rated_5, 0))::real as average
        from review_summaries summary where summary.scope = product.id
    ) rated on true
    cross join lateral (
        select 0::bigint as category_id
        union all
        select membership.category_id from membership where membership.product_id = product.id
    ) listing
$$;

-- A rating that changed is due like a price that changes with time: the next run of the job indexes the product again.
-- Not at once, because a review would then wait for the listings.
create function ratings_changed() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    update listing_entries set changes_at = to_timestamp(0) where category_id = 0 and product_id = new.scope;
    return null;
end
$$;
revoke execute on function ratings_changed from public;
create trigger review_summaries_reindexed after insert or update of sum on review_summaries
    for each row when (new.scope > 0) execute function ratings_changed();

update listing_entries set changes_at = to_timestamp(0)
where category_id = 0 and product_id in (select scope from review_summaries where scope > 0 and sum > 0);

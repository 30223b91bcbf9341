-- Tags of products have numbers, and tags and brands have counts: the Store API lists them. The counts are refreshed
-- together with those of the filters.

-- owner: catalog
create table product_tags (
    id       integer generated always as identity primary key,
    name     text not null,
    products bigint not null default 0,
    constraint product_tags_name_key unique (name),
    constraint product_tags_count_not_negative check (products >= 0)
);

alter table brands add column product_count bigint not null default 0,
    add constraint brands_count_not_negative check (product_count >= 0);

create index products_tags on products using gin (tags) where status = 'published';
create index products_brand on products (brand_id) where status = 'published';

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
    with counted as (
        select tag, count(*) as products
        from products cross join lateral unnest(tags) as tag
        where status = 'published' and tag <> '' group by 1
    )
    insert into product_tags (name, products)
    select coalesce(counted.tag, known.name), coalesce(counted.products, 0)
    from counted full join product_tags known on known.name = counted.tag
    where counted.products is distinct from known.products
    on conflict (name) do update set products = excluded.products;
    with counted as (
        select brand_id, count(*) as products from products
        where status = 'published' and brand_id is not null group by 1
    )
    update brands brand set product_count = coalesce(counted.products, 0)
    from brands known left join counted on counted.brand_id = known.id
    where known.id = brand.id and brand.product_count <> coalesce(counted.products, 0);
$$;

grant select on product_tags to shop_read, shop_web, shop_worker, shop_staff;
grant insert, update on product_tags to shop_worker, shop_staff;
grant update (product_count) on brands to shop_worker;

select refresh_facet_counts();

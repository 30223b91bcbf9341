-- The transaction of "add to cart", statement for statement as crates/cart/src/store.rs and
-- crates/edge/src/idempotency.rs send it. pgbench uses numbered visitors and keys instead of hashed ones.
\set visitor random(1, :visitors)
\set product :first_product + :visitor - 1
\set request random(1, 9000000000000000000)
begin;
select cart.id, session.expires_at from sessions session join carts cart on cart.id = session.cart_id
where session.token_hash = decode(lpad(:visitor::text, 64, '0'), 'hex') and session.expires_at > now()
for update of cart \gset
select product.name, product.slug, product.kind, product.status, product.min_quantity, product.step,
       coalesce(variation.regular_minor, product.regular_minor) as price,
       variation.id as variation, coalesce(stock.on_hand - stock.reserved, 0) as available,
       case when variation.id is not null then (
           select jsonb_object_agg(attribute.name, (select jsonb_agg(one.value) from attribute_values one
                                                    where one.id = any(own.value_ids)))
           from product_attributes own join attributes attribute on attribute.id = own.attribute_id
           where own.product_id = product.id and own.for_variations
             and not variation.choices ? attribute.name
       ) end as open
from products product
left join variations variation on variation.id = null::bigint and variation.product_id = product.id
left join stock_levels stock on stock.sku = coalesce(variation.sku, product.sku) and stock.store = 1
where product.id = :product;
select coalesce(max(quantity) filter (where key = :product), 0) as held, count(*) as lines,
       exists (select from cart_bundle_items where cart_id = :id)
           or coalesce(bool_or(product_id = :product and key <> :product), false) as is_shared
from cart_lines where cart_id = :id \gset
insert into idempotency_records (scope, actor, key, request_hash, answer, created_at)
values ('cart', decode(lpad(:visitor::text, 64, '0'), 'hex'), :request,
        '\x0000000000000000000000000000000000000000000000000000000000000000', '"done"', now())
on conflict do nothing;
\set total :held + 100000
with put as (
    insert into cart_lines (cart_id, key, product_id, variation_id, quantity, added_at, choices)
    values (:id, :product, :product, null, :total, now(), '{}')
    on conflict (cart_id, key) do update set quantity = excluded.quantity)
update carts set version = version + 1, updated_at = now() where id = :id;
select line.key, line.quantity, product.kind, line.choices as chosen, cart.country, cart.city, cart.postcode, cart.shipping_method,
       exists (select from cart_coupons where cart_id = :id) as has_coupons, product.weight_grams,
       product.id as product_id, product.name, product.slug, variation.label as detail, product.min_quantity,
       product.step, coalesce(variation.regular_minor, product.regular_minor, 0) as regular,
       case when variation.id is null then product.sale_minor else variation.sale_minor end as sale,
       case when variation.id is null then product.sale_from else variation.sale_from end as sale_from,
       case when variation.id is null then product.sale_to else variation.sale_to end as sale_to,
       case when variation.id is null then product.sale_pause else variation.sale_pause end as sale_pause,
       variation.id as variation_id, variation.choices as choices,
       product.category_id || array(select category_id from product_categories
                                    where product_id = product.id) as categories,
       array(select unnest(value_ids) from product_attributes where product_id = product.id) as values,
       (select version from discount_version) as version,
       coalesce(stock.on_hand - stock.reserved, 0) as available,
       picture.width as width, picture.height as height, picture.files as files
from cart_lines line
join carts cart on cart.id = line.cart_id
join products product on product.id = line.product_id and product.status <> 'draft'
left join variations variation on variation.id = line.variation_id
left join stock_levels stock on stock.sku = coalesce(variation.sku, product.sku) and stock.store = 1
left join pictures picture on picture.name = product.pictures[1]
where line.cart_id = :id
order by line.added_at, line.key;
commit;

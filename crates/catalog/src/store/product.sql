-- The product with this slug and some others of its category, in one round trip. The limit is a literal: for a parameter
-- the planner would prepare to read a tenth of the category. Details of the page are selected only for the product itself.
-- Reads `countdowns`, owned by pricing, `settings`, owned by the storefront, and the figures of reviews and questions.
with mine as (
    select id, category_id from products where slug = $1 and status in ('published', 'hidden')
), wanted as (
    select id, true as is_mine from mine
    union all
    (select other.product_id, false
     from mine, lateral (
         select product_id from listing_entries
         where category_id = mine.category_id and product_id <> mine.id
         order by position, product_id limit 4
     ) other)
)
select wanted.is_mine as "is_mine!",
       product.id, product.kind as "kind: ProductKind", product.status as "status: ProductStatus",
       product.sku, product.slug, product.name, product.note, product.is_new,
       product.regular_minor, product.sale_minor, product.sale_from, product.sale_to, product.sale_pause,
       product.category_id || array(select category_id from product_categories
                                    where product_id = product.id) as "categories!",
       array(select unnest(value_ids) from product_attributes where product_id = product.id) as "values!",
       (select to_jsonb(shown) from countdowns shown
        where shown.item_id = product.id) as "countdown: Json<CountdownMessages>",
       product.description, product.facts as "facts: Json<Vec<Specification>>",
       product.gtin, product.mpn, product.external_url, product.external_label,
       product.min_quantity, product.step,
       coalesce(stock.on_hand - stock.reserved, 0) as "available!",
       picture.alt as "alt?", picture.width as "width?", picture.height as "height?", picture.files as "files?: Json<PictureFiles>",
       case when wanted.is_mine then (select name from brands where id = product.brand_id) end as brand,
       case when wanted.is_mine then (
           select jsonb_agg(jsonb_build_object('id', above.id, 'name', above.name, 'path', above.path)
                            order by length(above.path))
           from categories own
           join categories above on above.path = own.path or own.path like above.path || '/%'
           where own.id = product.category_id
       ) end as "breadcrumbs?: Json<Vec<Breadcrumb>>",
       case when wanted.is_mine and cardinality(product.pictures) > 1 then (
           select jsonb_agg(jsonb_build_object('alt', further.alt, 'width', further.width, 'height', further.height,
                                               'files', further.files) order by shown.position)
           from unnest(product.pictures[2:]) with ordinality as shown (name, position)
           join pictures further on further.name = shown.name
       ) end as "further?: Json<Vec<PictureRow>>",
       case when wanted.is_mine then (
           select jsonb_agg(jsonb_build_object(
                      'name', attribute.name, 'label', attribute.label, 'look', attribute.look,
                      'for_variations', own.for_variations, 'is_visible', own.is_visible,
                      'values', (select jsonb_agg(jsonb_build_object('value', one.value, 'colour', one.colour)
                                                  order by one.position, one.id)
                                 from attribute_values one where one.id = any(own.value_ids)))
                  order by own.position, attribute.position, attribute.id)
           from product_attributes own join attributes attribute on attribute.id = own.attribute_id
           where own.product_id = product.id
       ) end as "attributes?: Json<Vec<Attribute>>",
       case when product.kind = 'variable' then (
           select jsonb_agg(jsonb_build_object(
                      'id', variation.id, 'label', variation.label,
                      'regular_minor', variation.regular_minor, 'sale_minor', variation.sale_minor,
                      'sale_from', variation.sale_from, 'sale_to', variation.sale_to,
                      'sale_pause', variation.sale_pause, 'choices', variation.choices,
                      'available', coalesce(held.on_hand - held.reserved, 0),
                      'detail', case when wanted.is_mine then jsonb_build_object(
                          'countdown', (select to_jsonb(shown) from countdowns shown where shown.item_id = variation.id),
                          'gtin', variation.gtin, 'mpn', variation.mpn,
                          'brand', coalesce((select name from brands where id = variation.brand_id), ''),
                          'step', variation.step, 'input_value', variation.input_value,
                          'has_pictures', cardinality(variation.pictures) > 0) end)
                  order by variation.position, variation.id)
           from variations variation
           left join stock_levels held on held.sku = variation.sku and held.store = 1
           where variation.product_id = product.id
       ) end as "variations?: Json<Vec<VariationRow>>",
       case when wanted.is_mine then (select value from settings where name = 'gallery') end as gallery_settings,
       (select to_jsonb(figures) from review_summaries figures
        where figures.scope = product.id) as "reviews?: Json<ReviewFigures>",
       case when wanted.is_mine then (select count from question_counts
                                      where question_counts.product_id = product.id) end as "questions?"
from wanted
join products product on product.id = wanted.id
left join stock_levels stock on stock.sku = product.sku and stock.store = 1
left join pictures picture on picture.name = product.pictures[1]

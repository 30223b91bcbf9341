// Products of a trial, and what a checkout needs.

/** Makes a product for each number of pieces. */
export function makeProducts(sql, pieces) {
  sql("insert into categories (slug, path, name, product_count) values ('trial', 'trial', 'قسم التجربة', 0) on conflict do nothing");
  sql(`with zone as (insert into shipping_zones (name) select 'كل البلدان' where not exists (select from shipping_zones) returning id)
       insert into shipping_methods (zone_id, kind, title, cost_minor) select id, 'flat', 'شحن', 500 from zone`);
  const run = Date.now().toString(36);
  return pieces.map((count, index) => {
    const slug = `trial-${run}-${index}`;
    const [id] = sql(`insert into products (kind, status, sku, slug, name, description, category_id, regular_minor, step, min_quantity)
      values ('simple', 'published', upper('${slug}'), '${slug}', '${slug}', '{}', (select id from categories where path = 'trial'), 1800, 100000, 100000)
      returning id`);
    sql(`select move_stock(upper('${slug}'), 1::smallint, ${count}::bigint * 100000, 'delivery')`);
    return { id, path: `/ar/product/${slug}/` };
  });
}

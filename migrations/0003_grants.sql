-- What each process may touch. No application role owns a table.
-- shop_read draws public pages: it has no right at all on what belongs to a visitor.
grant select on categories, pictures, products, variations, stock_levels, settings, cache_purges
    to shop_read, shop_web, shop_worker, shop_staff;

grant select, insert, update, delete on sessions, carts, cart_lines to shop_web;
grant select, insert on idempotency_records, cache_purges to shop_web;

grant select, delete on sessions, carts, cart_lines, idempotency_records, cache_purges to shop_worker;
grant insert on cache_purges to shop_worker, shop_staff;

grant insert, update on products, variations, categories, pictures, settings to shop_staff;
grant select, insert, update on stock_levels to shop_staff;
grant usage on sequence catalog_ids to shop_staff;

-- Listings show what can be bought first. The flag follows the terms of an entry (1: in stock), so the function that
-- writes entries stays as it is. Each index of an order carries the flag: a page is still read from the index alone, and
-- the few sold-out entries on the way are skipped.
alter table listing_entries
    add column is_sold_out boolean not null generated always as (not terms @> array[1]) stored;

drop index listing_entries_position, listing_entries_popularity, listing_entries_rating, listing_entries_newest,
    listing_entries_price;
create index listing_entries_position on listing_entries (category_id, position, product_id) include (is_sold_out);
create index listing_entries_popularity on listing_entries (category_id, popularity desc, product_id)
    include (is_sold_out);
create index listing_entries_rating on listing_entries (category_id, rating desc, product_id) include (is_sold_out);
create index listing_entries_newest on listing_entries (category_id, product_id desc) include (is_sold_out);
create index listing_entries_price on listing_entries (category_id, price_minor, product_id) include (is_sold_out);

-- The home page shows the sales that end next.
create index products_sale_end on products (sale_to) where sale_to is not null and status = 'published';

-- A fourth menu: the rows below the menu of small screens.
alter table menus drop constraint menus_menu_known;
alter table menus add constraint menus_menu_known check (menu in ('main', 'mobile', 'service', 'footer'));

-- What a cart needs to hold a line again: product, variation, quantity, choices, and the items of a bundle. Null in orders of
-- earlier releases, which can be ordered again only as far as their products have no options.
alter table order_lines add column saved jsonb;

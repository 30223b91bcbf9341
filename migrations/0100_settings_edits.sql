-- Settings, shipping zones and shipping methods are edited like products: each has a version, moved by people's edits only.

-- 'settings', 'shipping_zone' and 'shipping_method' in `changes`.
alter table settings add column version bigint not null default 1;

-- What is removed stays as a row, so that removing can be taken back and carts that chose it stay readable.
alter table shipping_zones
    add column version bigint not null default 1,
    add column is_removed boolean not null default false;
alter table shipping_methods
    add column version bigint not null default 1,
    add column is_removed boolean not null default false;

-- When an order arrives: days of the shipping methods, the shop's holidays, cities.

-- Without days a method makes no promise. A parcel leaves on the day of the order until `cutoff`, by the shop's clock;
-- `working_days` count from 0 for Sunday.
alter table shipping_methods
    add column cutoff       time not null default '14:00',
    add column working_days smallint[] not null default '{0,1,2,3,4}',
    add column days_min     smallint,
    add column days_max     smallint,
    add constraint shipping_methods_days check (
        (days_min is null) = (days_max is null) and days_min between 0 and 200 and days_max between days_min and 200),
    add constraint shipping_methods_working_days check (
        working_days <@ '{0,1,2,3,4,5,6}' and (days_min is null or cardinality(working_days) > 0));

-- owner: cart
-- Nothing leaves and nothing arrives.
create table shipping_holidays (
    day  date primary key,
    name text not null default ''
);

-- owner: cart
-- Cities that differ from the rest of their country.
create table shipping_cities (
    country    text not null,
    name       text not null,
    -- By the search's folding, so that any spelling of the name is found.
    folded     text not null,
    extra_days smallint not null default 0,
    is_served  boolean not null default true,
    primary key (country, folded),
    constraint shipping_cities_extra_days check (extra_days between 0 and 60)
);

grant select on shipping_holidays, shipping_cities to shop_read, shop_web, shop_worker, shop_staff;
grant insert, update, delete on shipping_holidays, shipping_cities to shop_staff;

-- What was promised with the chosen method: its schedule, with the days to the city. Null: nothing.
alter table orders add column delivery jsonb;

-- Menus and notices of every page. A read takes the newest row that is valid now, so that a change at a later moment
-- needs no job. An empty menu is built from the categories; an empty notice is not shown.

-- owner: storefront
create table menus (
    id         bigint generated always as identity primary key,
    menu       text not null,
    items      jsonb not null,
    valid_from timestamptz not null,
    constraint menus_menu_known check (menu in ('main', 'mobile', 'footer')),
    constraint menus_items_list check (jsonb_typeof(items) = 'array')
);
create index menus_newest on menus (menu, valid_from desc, id desc);

-- owner: storefront
create table notices (
    id         bigint generated always as identity primary key,
    kind       text not null,
    text       text not null,
    valid_from timestamptz not null,
    constraint notices_kind_known check (kind in ('store', 'coming-soon')),
    constraint notices_text_length check (char_length(text) <= 300)
);
create index notices_newest on notices (kind, valid_from desc, id desc);

-- What a customer has dismissed for good.
-- owner: storefront
create table user_meta (
    customer_id bigint not null references customers (id) on delete cascade,
    key         text not null,
    value       text not null,
    constraint user_meta_primary primary key (customer_id, key),
    constraint user_meta_known check (key = 'coming_soon_banner_dismissed' and value = 'yes')
);

grant select on menus, notices to shop_read, shop_web, shop_worker, shop_staff;
grant insert, delete on menus, notices to shop_staff;
grant select, insert on user_meta to shop_web;

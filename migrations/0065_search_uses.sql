-- The search may rank by use: what was opened and ordered for a query. No visitor is stored.

-- owner: search
-- A day on which choices are recorded. Its random key makes the hashes of addresses, and is deleted with them on the next day.
create table search_choice_days (
    day     date primary key,
    key     bytea not null,
    -- How many choices were recorded.
    choices integer not null default 0,
    constraint search_choice_days_key check (octet_length(key) = 32),
    -- A program that invents queries cannot fill the disk.
    constraint search_choice_days_choices check (choices between 0 and 50000)
);
grant select, update, delete on search_choice_days to shop_worker;

-- owner: search
-- A visitor (as a hash) opened a product from the results of a query: once for each visitor, query, product and day.
create table search_choices (
    day        date not null references search_choice_days on delete cascade,
    visitor    bytea not null,
    product_id bigint not null,
    query      text not null,
    is_bought  boolean not null default false,
    primary key (day, visitor, product_id, query),
    constraint search_choices_query check (char_length(query) between 1 and 100)
);
grant select, delete on search_choices to shop_worker;

-- owner: search
-- How much a product was used for a query, of all visitors together. Older days count less.
create table search_uses (
    query      text not null,
    product_id bigint not null,
    weight     real not null,
    primary key (query, product_id),
    constraint search_uses_weight check (weight > 0)
);
grant select on search_uses to shop_read, shop_web, shop_staff;
grant select, insert, update, delete on search_uses to shop_worker;

-- The hash of an address on a day; null on a day without choices.
create function search_visitor(address text, on_day date) returns bytea
    language sql stable set search_path = pg_catalog, public, pg_temp
as $$
    select sha256(key || convert_to(address, 'UTF8')) from search_choice_days where day = on_day
$$;
revoke all on function search_visitor(text, date) from public;

-- Records a choice. At most 100 of a visitor and 50,000 of all count on a day.
create function search_record_choice(asked text, product bigint, address text, on_day date) returns void
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
    hash bytea;
begin
    insert into search_choice_days (day, key)
    values (on_day, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) on conflict (day) do nothing;
    hash := search_visitor(address, on_day);
    if (select count(*) from search_choices where day = on_day and visitor = hash) >= 100
        or exists (select from search_choices
                   where day = on_day and visitor = hash and product_id = product and query = asked) then
        return;
    end if;
    update search_choice_days set choices = choices + 1 where day = on_day and choices < 50000;
    if found then
        insert into search_choices (day, visitor, product_id, query) values (on_day, hash, product, asked)
        on conflict do nothing;
    end if;
end
$$;
revoke all on function search_record_choice(text, bigint, text, date) from public;
grant execute on function search_record_choice(text, bigint, text, date) to shop_web;

create function search_record_purchase(products bigint[], address text, on_day date) returns void
    language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
    update search_choices set is_bought = true
    where day = on_day and visitor = search_visitor(address, on_day) and product_id = any(products)
$$;
revoke all on function search_record_purchase(bigint[], text, date) from public;
grant execute on function search_record_purchase(bigint[], text, date) to shop_web;

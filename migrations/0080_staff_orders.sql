-- The staff's list of orders: search by person and phone, product, member and tag.

-- Folds spelling variants of names, as `search::fold` does for goods: a test compares the two. In SQL, so that an index on
-- it forgets a buyer together with the order's row, and orders of earlier releases are found as well.
create function fold_search(value text) returns text
language sql immutable strict parallel safe as $$
    select btrim(pg_catalog.regexp_replace(pg_catalog.translate(
        pg_catalog.lower(pg_catalog.normalize(value, 'NFKD')),
        'ٱٲٳىیېےةھہەۃکگپچڤژ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
        'اااييييهههههككبجفز01234567890123456789'),
        '([\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640\u0621\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+)|(\s+)',
        '\2', 'g'))
$$;

-- Only the digits of a phone number, in any digits.
create function phone_digits(value text) returns text
language sql immutable strict parallel safe as $$
    select pg_catalog.regexp_replace(pg_catalog.translate(value, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'), '[^0-9]', '', 'g')
$$;

-- Stored, because folding again each row that the index only may have found takes longer than everything else.
alter table orders add column people text
    generated always as (fold_search(first_name || ' ' || last_name || ' ' || email)) stored;
create index orders_people on orders using gin (people gin_trgm_ops);
-- By the last digits: they are the same with the country's code, with a zero, or with neither.
create index orders_phone on orders (reverse(phone_digits(phone)) text_pattern_ops);
-- A large shop creates these concurrently before the update, so that nobody waits for them here.
create index if not exists orders_created on orders (created_at, id);
create index if not exists order_lines_product on order_lines (product_id, order_id desc);
create index if not exists journals_at on journals (at, order_id);
create index if not exists payment_attempts_kind on payment_attempts (kind, order_id desc);
create index if not exists payment_attempts_unknown on payment_attempts (order_id) where state = 'unknown';

-- Who prepares the order.
alter table orders add column assignee_id bigint references staff (id) on delete set null;
create index orders_assignee on orders (assignee_id, id desc) where assignee_id is not null;

-- owner: orders
create table order_tags (
    tag      text not null,
    order_id bigint not null references orders (id) on delete cascade,
    constraint order_tags_pkey primary key (tag, order_id),
    constraint order_tags_short check (tag <> '' and length(tag) <= 30)
);
create index order_tags_order on order_tags (order_id);

-- Lists of orders that members saved: the query of the list's address.
-- owner: orders
create table order_lists (
    id        bigint generated always as identity primary key,
    staff_id  bigint not null references staff (id) on delete cascade,
    title     text not null,
    query     text not null,
    is_shared boolean not null,
    constraint order_lists_title_once unique (staff_id, title),
    constraint order_lists_short check (title <> '' and length(title) <= 40 and length(query) <= 600)
);

-- What members write about an order, to each other or to the buyer.
-- owner: orders
create table order_notes (
    id       bigint generated always as identity primary key,
    order_id bigint not null references orders (id) on delete cascade,
    at       timestamptz not null,
    actor    text not null,
    text     text not null,
    to_buyer boolean not null,
    constraint order_notes_length check (text <> '' and length(text) <= 2000)
);
create index order_notes_order on order_notes (order_id, id);

-- What members changed of an order, before and after. The audit log names the row: it must contain no addresses.
-- owner: orders
create table order_changes (
    id       bigint generated always as identity primary key,
    order_id bigint not null references orders (id) on delete cascade,
    at       timestamptz not null,
    actor    text not null,
    before   jsonb not null,
    after    jsonb not null
);
create index order_changes_order on order_changes (order_id, id);

-- Whoever is forgotten is forgotten in notes and changes too.
create function forget_order_texts() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from order_notes where order_id = new.id;
    delete from order_changes where order_id = new.id;
    delete from order_tags where order_id = new.id;
    return null;
end
$$;
create trigger orders_forgotten after update of email on orders
    for each row when (old.email <> '' and new.email = '') execute function forget_order_texts();
revoke execute on function forget_order_texts from public;

grant select, insert, delete on order_tags to shop_staff;
grant select, insert, update, delete on order_lists to shop_staff;
grant select, insert on order_notes, order_changes to shop_staff;
grant select on order_notes to shop_worker;

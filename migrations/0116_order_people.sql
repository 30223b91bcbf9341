-- What staff find an order's people by, apart from the order: each change of an order's state writes all of its indexes anew,
-- and that of the names was the dearest of them.

-- owner: orders
create table order_people (
    order_id bigint primary key references orders (id) on delete cascade,
    -- Names and email address, folded.
    people   text not null
);
grant select on order_people to shop_staff;
-- Before the rows: an index that is made later would keep orders waiting.
create index order_people_words on order_people using gin (people gin_trgm_ops);

create function index_order_people() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    insert into order_people (order_id, people)
    values (new.id, fold_search(new.first_name || ' ' || new.last_name || ' ' || new.email))
    on conflict (order_id) do update set people = excluded.people;
    return null;
end
$$;
revoke execute on function index_order_people from public;
create trigger orders_people_indexed after insert or update of first_name, last_name, email on orders
    for each row execute function index_order_people();

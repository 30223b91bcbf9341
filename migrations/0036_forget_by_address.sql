-- The key of a customer who leaves is replaced at once, long before the row is deleted. What they wrote as guests is found
-- by the address itself.

create or replace function forget_reviewer() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    update reviews set email = null, name = 'عميل', customer_id = null, visitor = null, address = ''
    where customer_id = old.id or lower(email) = lower(old.email);
    delete from review_invitations where lower(email) = lower(old.email);
    return old;
end
$$;

create or replace function forget_asker() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    update questions set email = null, name = 'عميل', customer_id = null, visitor = null, address = ''
    where customer_id = old.id or lower(email) = lower(old.email);
    update question_answers set email = null, name = 'عميل', customer_id = null, visitor = null, address = ''
    where customer_id = old.id or lower(email) = lower(old.email);
    delete from question_stop_keys where lower(email) = lower(old.email);
    return old;
end
$$;

create or replace function forget_commenter() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    update comments set email = null, name = 'عميل', customer_id = null, visitor = null, address = ''
    where customer_id = old.id or lower(email) = lower(old.email);
    return old;
end
$$;

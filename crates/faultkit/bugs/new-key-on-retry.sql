-- The same form under another key each time: a double click makes two orders.
create function faults_new_key() returns trigger language plpgsql as $$
begin
    new.form_key := md5(random()::text);
    -- The cart is the second thing that a repeated form is known by.
    new.cart_id := null;
    return new;
end $$;
create trigger faults_new_key before insert on orders for each row execute function faults_new_key();

-- The same form is stored under a new key each time, so that a double click makes two orders.
create function faults_new_key() returns trigger language plpgsql as $$
begin
    new.form_key := md5(random()::text);
    -- A repeated form is also recognised by its cart.
    new.cart_id := null;
    return new;
end $$;
create trigger faults_new_key before insert on orders for each row execute function faults_new_key();

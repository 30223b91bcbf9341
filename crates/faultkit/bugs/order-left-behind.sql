-- The payment is recorded, but the state of its order does not change.
create function faults_behind() returns trigger language plpgsql as $$
begin
    if new.state = 'processing' and new.id % 3 = 0 then
        new.state := old.state;
    end if;
    return new;
end $$;
create trigger faults_behind before update on orders for each row execute function faults_behind();

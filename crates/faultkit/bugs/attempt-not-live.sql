-- A payment attempt in progress does not count as live, so that an order can be paid twice concurrently.
create function faults_not_live() returns trigger language plpgsql as $$
begin
    new.state := 'returned';
    return new;
end $$;
create trigger faults_not_live before insert on payment_attempts for each row execute function faults_not_live();

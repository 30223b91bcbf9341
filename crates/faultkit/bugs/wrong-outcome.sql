-- A captured payment is recorded as declined.
create function faults_outcome() returns trigger language plpgsql as $$
begin
    if new.state = 'captured' and new.order_id % 3 = 0 then
        new.state := 'declined';
    end if;
    return new;
end $$;
create trigger faults_outcome before update on payment_attempts for each row execute function faults_outcome();

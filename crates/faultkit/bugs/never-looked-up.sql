-- Payments with an unknown outcome are never looked up.
create function faults_forget() returns trigger language plpgsql as $$
begin
    new.look_at := null;
    return new;
end $$;
create trigger faults_forget before insert or update on payment_attempts for each row execute function faults_forget();

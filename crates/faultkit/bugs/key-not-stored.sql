-- Used idempotency keys are not stored, so that a repeated request is executed again.
create function faults_no_key() returns trigger language plpgsql as $$
begin
    new.key := md5(random()::text);
    return new;
end $$;
create trigger faults_no_key before insert on idempotency_records for each row execute function faults_no_key();

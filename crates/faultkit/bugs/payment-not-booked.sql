-- A payment gets no journal. All existing journals balance.
create function faults_unbooked() returns trigger language plpgsql as $$
begin
    if new.kind = 'payment' and new.order_id % 3 = 0 then
        return null;
    end if;
    return new;
end $$;
create trigger faults_unbooked before insert on journals for each row execute function faults_unbooked();

-- A sequence number in the stock ledger is skipped, as if a row had been deleted.
create function faults_gap() returns trigger language plpgsql as $$
begin
    if new.seq = 4 then
        new.seq := 5;
    end if;
    return new;
end $$;
create trigger faults_gap before insert on stock_movements for each row execute function faults_gap();

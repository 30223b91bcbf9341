-- The entries of a journal do not add up to zero.
drop trigger journal_entries_balance on journal_entries;
create function faults_cent() returns trigger language plpgsql as $$
begin
    if new.account = 'sales' then
        new.minor := new.minor + 1;
    end if;
    return new;
end $$;
create trigger faults_cent before insert on journal_entries for each row execute function faults_cent();

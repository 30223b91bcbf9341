-- Every fourth refund takes nothing back from the affiliate.
create function faults_lost_reversals() returns trigger language plpgsql as $$
begin
    return case when new.journal_id % 4 = 0 then null else new end;
end $$;
create trigger faults_lost_reversals before insert on affiliate_reversals
    for each row execute function faults_lost_reversals();

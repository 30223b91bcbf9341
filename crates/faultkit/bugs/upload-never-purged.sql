-- Files that belong to nothing are kept for ever.
create function faults_no_purge() returns trigger language plpgsql as $$
begin
    return null;
end $$;
create trigger faults_no_purge before delete on media_files for each row execute function faults_no_purge();

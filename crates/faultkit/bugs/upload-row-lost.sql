-- The row of an upload is gone right after it was committed, although the upload was acknowledged.
create function faults_lost_upload() returns trigger language plpgsql as $$
begin
    delete from media_files where id = new.id;
    return null;
end $$;
create constraint trigger faults_lost_upload after insert on media_files deferrable initially deferred
    for each row when (new.id % 4 = 0) execute function faults_lost_upload();

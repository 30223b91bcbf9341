-- Orders are acknowledged before their commit is on disk.
do $$
declare
    role text;
begin
    foreach role in array array['shop_web', 'shop_worker', 'shop_staff', 'shop_media', 'shop_read'] loop
        execute format('alter role %I in database %I set synchronous_commit = off', role, current_database());
    end loop;
end $$;

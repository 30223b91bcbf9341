-- The job queue's own schema is made before this runs (see `storefront migrate`).
grant usage on schema graphile_worker to shop_worker;
grant all on all tables in schema graphile_worker to shop_worker;
grant usage on all sequences in schema graphile_worker to shop_worker;
grant execute on all functions in schema graphile_worker to shop_worker;

-- The queue guards its tables row by row; its worker may see every row.
do $$
declare
    guarded regclass;
begin
    for guarded in
        select oid::regclass from pg_class
        where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r' and relrowsecurity
    loop
        execute format('create policy shop_worker on %s to shop_worker using (true) with check (true)', guarded);
    end loop;
end
$$;

-- The one way for a shopper's transaction to put work in line: it may add a job and see none.
create function enqueue_job(identifier text, payload jsonb, job_key text) returns void
    language sql security definer set search_path = pg_catalog, graphile_worker
as $$
    select graphile_worker.add_job(identifier, payload::json, job_key => job_key);
$$;
revoke all on function enqueue_job(text, jsonb, text) from public;
grant execute on function enqueue_job(text, jsonb, text) to shop_web, shop_staff, shop_worker;

-- What a server asks before it calls itself ready. A view, because the migration table is its owner's alone.
create view schema_versions as select version from _sqlx_migrations where success;
grant select on schema_versions to shop_web, shop_read, shop_worker, shop_staff;

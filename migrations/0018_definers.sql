-- A `security definer` function runs with the rights of the tables' owner, so the caller must not choose what its names
-- mean. Without `pg_temp` at the end of the search path, temporary tables are looked up before everything else: any role
-- that could make one could put its own table, with its own trigger, under the function's name.
do $$
declare
    definer regprocedure;
begin
    for definer in
        select p.oid::regprocedure from pg_proc p
        where p.prosecdef and p.pronamespace = 'public'::regnamespace
            and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    loop
        execute format('alter function %s set search_path = pg_catalog, public, pg_temp', definer);
    end loop;
    alter function enqueue_job(text, jsonb, text) set search_path = pg_catalog, graphile_worker, pg_temp;

    -- No program of ours makes temporary tables. The owner keeps the right; a database made from this one as a template
    -- or restored without its own rights has to be told again.
    execute format('revoke temporary on database %I from public', current_database());
end
$$;

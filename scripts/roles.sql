-- The database roles, and what each of them may take of the server's time.
--
-- Safe to run again. `scripts/services` runs it on the development cluster; on a production server it is
-- run once by an administrator, who then gives each role a password (or a certificate) of its own.
-- What a role may read and write is not said here: migrations grant that, table by table.

\set ON_ERROR_STOP on
set client_min_messages = warning;

do $$
declare
    role_name text;
begin
    foreach role_name in array array[
        'shop_migrate', 'shop_web', 'shop_staff', 'shop_worker', 'shop_media', 'shop_read'
    ] loop
        if not exists (select from pg_roles where rolname = role_name) then
            execute format('create role %I', role_name);
        end if;
        execute format('alter role %I login nosuperuser nocreatedb nocreaterole noreplication nobypassrls', role_name);
        execute format('alter role %I set lock_timeout = %L', role_name, '1s');
        execute format('alter role %I set idle_in_transaction_session_timeout = %L', role_name, '5s');
    end loop;
end
$$;

-- A page or a cart write that needs more than two seconds is broken; a job may take its time.
alter role shop_web set statement_timeout = '2s';
alter role shop_staff set statement_timeout = '2s';
alter role shop_read set statement_timeout = '2s';
alter role shop_read set default_transaction_read_only = on;
alter role shop_worker set statement_timeout = '30s';
alter role shop_media set statement_timeout = '30s';

-- Every statement of the application names its rows by an index: one plan serves all values, and planning each time costs
-- as much as the statement. Set here and not by the connection, because a pooler refuses connections that bring settings.
alter role shop_web set plan_cache_mode = force_generic_plan;
alter role shop_staff set plan_cache_mode = force_generic_plan;
alter role shop_read set plan_cache_mode = force_generic_plan;
alter role shop_worker set plan_cache_mode = force_generic_plan;

-- Migrations and the seed own the tables, run for as long as they must, and clone test databases.
alter role shop_migrate createdb;
alter role shop_migrate set lock_timeout = '10s';
alter role shop_migrate reset idle_in_transaction_session_timeout;

-- No role of the shop makes temporary tables: they would come before the real ones in some search paths. Migrations say
-- the same of the database they run in; a database restored from a copy is told again with this line.
--   revoke temporary on database matjar from public;

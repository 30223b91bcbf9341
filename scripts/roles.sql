-- Creates the database roles and sets their timeouts.
--
-- Idempotent. `scripts/services` runs it on the development cluster; on a production server an administrator runs it
-- once and then gives each role its own password (or certificate).
-- Migrations grant the privileges, table by table.

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

-- A page or a cart write that needs more than two seconds is a bug; jobs may take longer.
alter role shop_web set statement_timeout = '2s';
alter role shop_staff set statement_timeout = '2s';
-- Public pages and price calls take some milliseconds, even of a million products. A slower one is refused before it
-- delays the others.
alter role shop_read set statement_timeout = '300ms';
alter role shop_read set default_transaction_read_only = on;
alter role shop_worker set statement_timeout = '30s';
alter role shop_media set statement_timeout = '30s';

-- Every statement of the application finds its rows by an index: one plan fits all values, and planning each time costs
-- as much as the statement. Set here and not by the connection, because a pooler refuses connections with startup settings.
alter role shop_web set plan_cache_mode = force_generic_plan;
alter role shop_staff set plan_cache_mode = force_generic_plan;
alter role shop_read set plan_cache_mode = force_generic_plan;
alter role shop_worker set plan_cache_mode = force_generic_plan;

-- The role of migrations and the seed: owns the tables, has no statement timeout, and clones test databases.
alter role shop_migrate createdb;
alter role shop_migrate set lock_timeout = '10s';
alter role shop_migrate reset idle_in_transaction_session_timeout;

-- No role of the shop may create temporary tables: they would shadow real tables in some search paths. Migrations revoke
-- the privilege on the database they run in; after a restore, run this statement again:
--   revoke temporary on database matjar from public;

-- Bulk edits of products: what is to change, and a row for each thing with its preview and its outcome. A worker goes through
-- the rows in short transactions; a row that has its outcome is not looked at again, so a killed worker's job goes on.
-- owner: storefront
create table bulk_jobs (
    id          bigint generated always as identity primary key,
    title       text not null,
    -- `BulkChanges` in the program. Of a job that takes another one back: nothing.
    changes     jsonb not null,
    -- The job whose changes this one takes back.
    undoes      bigint references bulk_jobs (id) on delete cascade,
    state       text not null,
    created_by  bigint not null references staff (id),
    created_at  timestamptz not null,
    -- When a second person was asked, and who agreed.
    requested_at    timestamptz,
    approved_by bigint references staff (id),
    started_at  timestamptz,
    ended_at    timestamptz,
    -- Why it ended early: `stopped`, `rights`.
    note        text not null default '',
    constraint bulk_jobs_state_known check (state in ('planning', 'planned', 'waiting', 'running', 'done', 'stopped', 'dropped')),
    constraint bulk_jobs_title_length check (length(title) <= 80),
    constraint bulk_jobs_second_person check (approved_by <> created_by)
);
-- A job is taken back once.
create unique index bulk_jobs_undone_once on bulk_jobs (undoes) where undoes is not null;

-- owner: storefront
create table bulk_results (
    job_id      bigint not null references bulk_jobs (id) on delete cascade,
    position    integer not null,
    -- 'product' or 'variation', its id, and the product that it belongs to.
    thing       text not null,
    thing_id    bigint not null,
    product_id  bigint not null,
    -- That the preview was made of: what somebody changed since is left alone.
    version     bigint not null,
    state       text not null default 'new',
    before      jsonb not null default '{}',
    after       jsonb not null default '{}',
    -- The refused field and why.
    reason      text not null default '',
    -- That the change made.
    new_version bigint,
    constraint bulk_results_pkey primary key (job_id, position),
    constraint bulk_results_thing_known check (thing in ('product', 'variation')),
    constraint bulk_results_state_known
        check (state in ('new', 'ready', 'same', 'refused', 'changed', 'gone', 'done', 'failed')),
    constraint bulk_results_done check ((state = 'done') = (new_version is not null))
);
-- What a step has to do.
create index bulk_results_open on bulk_results (job_id, position) where state in ('new', 'ready');

grant select, insert, update on bulk_jobs, bulk_results to shop_staff;
grant select, update, delete on bulk_jobs, bulk_results to shop_worker;

-- The worker saves products like the editor, with the same statements.
grant update on products, variations to shop_worker;
grant insert, update on brands to shop_worker;
grant select on sku_renames to shop_worker;
grant select, insert on changes to shop_worker;

-- The rights of a member now, or nothing if they left: a job ends when its owner may not do it any more. The worker does not
-- see who works here.
create function staff_rights(member bigint) returns table (permissions text[], scopes text[])
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select role.permissions, role.scopes
    from staff join staff_roles role on role.name = staff.role
    where staff.id = member and staff.is_active
$$;
revoke execute on function staff_rights from public;
grant execute on function staff_rights to shop_worker;

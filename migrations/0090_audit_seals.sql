-- What a thing was before an act and after it. Rows written before this have neither, and are hashed as they were.
alter table audit_log add column before text, add column after text;
create index audit_log_actor on audit_log (actor, seq desc);
create index audit_log_action on audit_log (action, seq desc);
create index audit_log_at on audit_log (at, seq);
-- The worker compares sealed heads with the log.
grant select (seq, hash) on audit_log to shop_worker;

drop function audit_breaks();
drop function audit_hash(bytea, timestamptz, text, text, text, text, timestamptz);

create function audit_hash(
    previous bytea, at timestamptz, actor text, action text, subject text, connected_as text, recorded_at timestamptz,
    before text, after text
) returns bytea
language sql stable set search_path = pg_catalog, pg_temp as $$
    select sha256(previous || convert_to((
        jsonb_build_array((extract(epoch from at) * 1000000)::bigint, actor, action, subject)
        || case when connected_as is null then '[]'::jsonb
           else jsonb_build_array(connected_as, (extract(epoch from recorded_at) * 1000000)::bigint) end
        || case when before is null and after is null then '[]'::jsonb else jsonb_build_array(before, after) end
    )::text, 'utf8'))
$$;

create function audit(moment timestamptz, who text, what text, about text, was text, became text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    last bytea;
    now_here timestamptz := clock_timestamp();
begin
    perform pg_advisory_xact_lock(7310002);
    select hash into last from audit_log order by seq desc limit 1;
    last := coalesce(last, ''::bytea);
    insert into audit_log (at, actor, action, subject, previous, hash, connected_as, recorded_at, before, after)
    values (moment, who, what, about, last,
            audit_hash(last, moment, who, what, about, session_user::text, now_here, was, became),
            session_user, now_here, was, became);
end
$$;

create or replace function audit(moment timestamptz, who text, what text, about text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    select audit(moment, who, what, about, null, null)
$$;

-- How many rows do not follow from the one before them.
create function audit_breaks() returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select count(*) from (
        select *, lag(hash, 1, ''::bytea) over (order by seq) as before_it from audit_log
    ) chain
    where previous <> before_it
        or hash <> audit_hash(before_it, at, actor, action, subject, connected_as, recorded_at, before, after)
$$;

-- Checks at most `most` rows from `since` on: the first that does not follow from the one before it, and the last that was
-- looked at. The row `since` itself is the beginning of the next slice, so that no statement reads the whole log.
create function audit_slice(since bigint, most bigint) returns table (broken bigint, last bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select min(seq) filter (where seq > since and (previous <> before_it
               or hash <> audit_hash(before_it, at, actor, action, subject, connected_as, recorded_at, before, after))),
           max(seq)
    from (
        select slice.*, lag(hash, 1, ''::bytea) over (order by seq) as before_it
        from (select * from audit_log where seq >= since order by seq limit most) slice
    ) chain
$$;

revoke execute on function audit(timestamptz, text, text, text, text, text), audit_breaks, audit_slice from public;
grant execute on function audit(timestamptz, text, text, text, text, text) to shop_web, shop_worker, shop_staff;
grant execute on function audit_breaks, audit_slice to shop_worker, shop_staff;

-- Heads of the log, sealed with a key that the database does not know: whoever can write both tables can still not make a
-- seal of another log. No application role changes or removes one.
-- owner: edge
create table audit_seals (
    seq       bigint primary key,
    length    bigint not null,
    hash      bytea not null,
    seal      bytea not null,
    sealed_at timestamptz not null default clock_timestamp()
);
grant select, insert on audit_seals to shop_worker;
grant select on audit_seals to shop_staff;

-- What the last check found, for pages and for exports, which a broken log stops.
-- owner: edge
create table audit_state (
    is_only    boolean primary key default true,
    checked_at timestamptz not null,
    rows       bigint not null,
    -- The first row that does not follow, or whose sealed head is not in the log.
    broken_at  bigint,
    is_sealed  boolean not null,
    constraint audit_state_one check (is_only)
);
grant select, insert, update on audit_state to shop_worker;
grant select on audit_state to shop_staff;

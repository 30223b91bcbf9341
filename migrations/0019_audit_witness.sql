-- Who was connected, and when, by the database's own knowledge: actor and moment are what the program says. Rows written
-- before this have neither, and are hashed as they were.
alter table audit_log add column connected_as text, add column recorded_at timestamptz;

drop function audit_breaks();
drop function audit_hash(bytea, timestamptz, text, text, text);

create function audit_hash(
    previous bytea, at timestamptz, actor text, action text, subject text, connected_as text, recorded_at timestamptz
) returns bytea
language sql stable set search_path = pg_catalog, pg_temp as $$
    select sha256(previous || convert_to((
        jsonb_build_array((extract(epoch from at) * 1000000)::bigint, actor, action, subject)
        || case when connected_as is null then '[]'::jsonb
           else jsonb_build_array(connected_as, (extract(epoch from recorded_at) * 1000000)::bigint) end
    )::text, 'utf8'))
$$;

create or replace function audit(moment timestamptz, who text, what text, about text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    last bytea;
    now_here timestamptz := clock_timestamp();
begin
    perform pg_advisory_xact_lock(7310002);
    select hash into last from audit_log order by seq desc limit 1;
    last := coalesce(last, ''::bytea);
    insert into audit_log (at, actor, action, subject, previous, hash, connected_as, recorded_at)
    values (moment, who, what, about, last,
            audit_hash(last, moment, who, what, about, session_user::text, now_here), session_user, now_here);
end
$$;

-- How many rows do not follow from the one before them.
create function audit_breaks() returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select count(*) from (
        select *, lag(hash, 1, ''::bytea) over (order by seq) as before from audit_log
    ) chain
    where previous <> before
        or hash <> audit_hash(before, at, actor, action, subject, connected_as, recorded_at)
$$;

-- The newest row, and how many there are up to it. Written to the log outside the database: whoever can rewrite the table
-- can rebuild its hashes, but not what was written down elsewhere.
create function audit_head() returns table (seq bigint, length bigint, hash bytea)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select newest.seq, (select count(*) from audit_log), newest.hash
    from audit_log newest order by newest.seq desc limit 1
$$;

-- Whether the log still holds a head that was written down earlier.
create function audit_holds(head_seq bigint, head_length bigint, head_hash bytea) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select exists (select from audit_log where seq = head_seq and hash = head_hash)
        and (select count(*) from audit_log where seq <= head_seq) = head_length
$$;

revoke execute on function audit_breaks, audit_head, audit_holds from public;
grant execute on function audit_breaks, audit_head, audit_holds to shop_worker, shop_staff;

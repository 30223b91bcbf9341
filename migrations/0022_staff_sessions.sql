-- The web server asks whether a token is that of a live staff session, and can read nothing else about staff.
create function is_staff_session(token bytea, moment timestamptz, active_since timestamptz) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select exists (
        select from staff_sessions session join staff member on member.id = session.staff_id
        where session.token_hash = token and session.expires_at > moment and session.seen_at > active_since
            and member.is_active)
$$;
revoke all on function is_staff_session(bytea, timestamptz, timestamptz) from public;
grant execute on function is_staff_session(bytea, timestamptz, timestamptz) to shop_web;
revoke all on staff_sessions from shop_web;

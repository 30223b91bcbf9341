-- Spam in one act: the copies of a text, and everything else of its sender, are refused together and restored together.

alter table moderation_acts add column is_spam boolean not null default false;
-- An undo passes over what somebody else decided later.
create index moderation_changes_item on moderation_changes (kind, item_id, act_id);

-- What makes two texts the same: their letters, folded, whatever stands between them. Null for a short text: many people
-- find that something is excellent. A large shop creates it with the indexes below, before the update.
create or replace function contribution_key(value text) returns text
language sql immutable strict parallel safe set search_path = pg_catalog, public, pg_temp as $$
    select case when length(letters) >= 20 then md5(letters) end
    from (
        select regexp_replace(fold_search(value), '[0-9[:punct:][:space:]،؛؟«»…–—]+', '', 'g') as letters
    ) folded
$$;

-- Only recent rows hold a network or a session, so these stay small. A large shop creates them concurrently before the
-- update, so that nobody waits for them here.
create index if not exists reviews_recent_key on reviews (contribution_key(text)) where address <> '';
create index if not exists questions_recent_key on questions (contribution_key(text)) where address <> '';
create index if not exists question_answers_recent_key on question_answers (contribution_key(text)) where address <> '';
create index if not exists comments_recent_key on comments (contribution_key(text)) where address <> '';
create index if not exists reviews_recent_visitor on reviews (visitor) where visitor is not null;
create index if not exists questions_recent_visitor on questions (visitor) where visitor is not null;
create index if not exists question_answers_recent_visitor on question_answers (visitor) where visitor is not null;
create index if not exists comments_recent_visitor on comments (visitor) where visitor is not null;

-- What strangers wrote, of all kinds, with what tells copies and senders apart.
create view contributions as
    select 'review'::text as kind, id, text, contribution_key(text) as text_key, name, lower(email) as email_key,
        customer_id, visitor, address, state, is_verified, created_at
    from reviews
    union all
    select 'question', id, text, contribution_key(text), name, lower(email), customer_id, visitor, address, state, false,
        created_at
    from questions
    union all
    select 'answer', id, text, contribution_key(text), name, lower(email), customer_id, visitor, address, state, false,
        created_at
    from question_answers where not is_shop
    union all
    select 'comment', id, text, contribution_key(text), name, lower(email), customer_id, visitor, address, state, false,
        created_at
    from comments where not is_staff;
grant select on contributions to shop_staff;

-- Other contributions of the last thirty days with the same text or from the same sender; those that were refused come
-- last, so that they hide no others from who looks at some. The sender is the account, the email address or the session; a
-- network counts for a day, because many people share one. A verified buyer has proved enough: neither a text nor a network
-- makes them a copy of a stranger.
--
-- Each condition stands in a subquery that is not flattened: it is then a condition on one value, which every branch of the
-- view looks up in an index. As a join with the view it would read whole tables.
create function alike_contributions(of_kind text, of_id bigint, moment timestamptz, most integer)
returns table (kind text, id bigint, state text, by_text boolean, by_sender boolean, written_at timestamptz)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
    with origin as (
        select one.text_key, one.email_key, one.customer_id, one.visitor, one.address, one.created_at
        from contributions one where one.kind = of_kind and one.id = of_id
    ),
    found as (
        select other.kind, other.id, other.state, other.created_at, true as by_text, false as by_sender
        from origin cross join lateral (
            select one.kind, one.id, one.state, one.created_at from contributions one
            where one.text_key = origin.text_key and one.address <> '' and not one.is_verified
            offset 0
        ) other
        union all
        select other.kind, other.id, other.state, other.created_at, false, true
        from origin cross join lateral (
            select one.kind, one.id, one.state, one.created_at from contributions one
            where one.visitor = origin.visitor
            offset 0
        ) other
        union all
        select other.kind, other.id, other.state, other.created_at, false, true
        from origin cross join lateral (
            select one.kind, one.id, one.state, one.created_at from contributions one
            where one.email_key = origin.email_key
            offset 0
        ) other
        union all
        select other.kind, other.id, other.state, other.created_at, false, true
        from origin cross join lateral (
            select one.kind, one.id, one.state, one.created_at from contributions one
            where one.customer_id = origin.customer_id
            offset 0
        ) other
        union all
        select other.kind, other.id, other.state, other.created_at, false, true
        from origin cross join lateral (
            select one.kind, one.id, one.state, one.created_at from contributions one
            where one.address = origin.address and one.address <> '' and not one.is_verified
                and one.created_at between origin.created_at - interval '1 day' and origin.created_at + interval '1 day'
            offset 0
        ) other
    )
    select found.kind, found.id, min(found.state), bool_or(found.by_text), bool_or(found.by_sender), min(found.created_at)
    from found
    where found.created_at > moment - interval '30 days' and (found.kind <> of_kind or found.id <> of_id)
    group by found.kind, found.id
    order by min(found.state) = 'refused', min(found.created_at), found.kind, found.id
    limit most
$$;
revoke execute on function alike_contributions(text, bigint, timestamptz, integer) from public;
grant execute on function alike_contributions(text, bigint, timestamptz, integer) to shop_staff;

-- A new account is a signal.
grant select (created_at) on customers to shop_staff;

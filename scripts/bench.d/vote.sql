-- The transaction of a vote, statement for statement as crates/reviews/src/store/votes.rs and
-- crates/edge/src/idempotency.rs send it. pgbench uses numbered visitors and keys instead of hashed ones.
\set visitor random(1, :visitors)
\set review :first_review + random(0, :reviews - 1)
\set value random(0, 1) * 2 - 1
\set request random(1, 9000000000000000000)
begin;
insert into idempotency_records (scope, actor, key, request_hash, answer, created_at)
values ('cr_vote_review', decode(lpad(:visitor::text, 64, '0'), 'hex'), :request,
        '\x0000000000000000000000000000000000000000000000000000000000000000', '"done"', now())
on conflict do nothing;
select upvotes, downvotes from review_scores where review_id = :review for update;
with voted as (
    insert into review_votes as old (review_id, voter, value, address, voted_at)
    select :review, decode(lpad(:visitor::text, 64, '0'), 'hex'), :value, 'bench ' || :visitor, now()
    where (select count(*) from review_votes given
           where given.review_id = :review and given.address = 'bench ' || :visitor
             and given.voted_at > now() - interval '1 day'
             and given.voter <> decode(lpad(:visitor::text, 64, '0'), 'hex')) < 5
    on conflict (review_id, voter) do update set
        previous = old.value, value = case when old.value = excluded.value then 0 else excluded.value end,
        address = excluded.address, voted_at = excluded.voted_at
    returning value, previous
)
update review_scores score set
    upvotes = score.upvotes + (voted.value = 1)::integer - (voted.previous = 1)::integer,
    downvotes = score.downvotes + (voted.value = -1)::integer - (voted.previous = -1)::integer
from voted where score.review_id = :review
returning score.upvotes, score.downvotes, voted.value as current;
commit;

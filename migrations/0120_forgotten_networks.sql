-- The network of a vote bounds how many votes of a day come from it. After 30 days it is forgotten, as those of reviews,
-- questions and comments are. The oldest of those that are left are found by these indexes.

create index review_votes_networks on review_votes (voted_at) where address <> '';
create index question_votes_networks on question_votes (voted_at) where address <> '';

grant select (voter, address, voted_at), update (address) on review_votes to shop_worker;
grant select (question_id, voter, address, voted_at), update (address) on question_votes to shop_worker;

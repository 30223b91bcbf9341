-- Reviews of products and of the shop, with their votes, tags and figures.
--
-- Sized for 20,000,000 reviews. A list is read from an index in its order and never sorted; figures are read from
-- `review_summaries`, never counted. Votes change a narrow table of their own, so that a vote writes none of the indexes
-- of `reviews`.

-- owner: reviews
create table reviews (
    -- In the order of writing: lists of the newest reviews are in descending order of it.
    id             bigint generated always as identity primary key,
    -- Null: a review of the shop. A product with reviews cannot be deleted: the figures would be wrong.
    product_id     bigint references products (id),
    -- Null: the shop does not require one, and none was given.
    rating         smallint,
    -- [{label, rating}] and [{question, answer}], as they were asked then.
    criteria       jsonb not null default '[]',
    answers        jsonb not null default '[]',
    text           text not null,
    -- Hashes of the folded words, each alone and together with the product.
    keys           integer[] not null default '{}',
    name           text not null,
    -- Never public. Null after its owner was erased.
    email          text,
    customer_id    bigint,
    -- The bought line that makes the review one of a verified buyer.
    order_id       bigint,
    order_position smallint,
    is_verified    boolean not null default false,
    -- The owner of the address followed the link that was mailed to it. This does not make a buyer.
    is_confirmed   boolean not null default false,
    state          text not null default 'held',
    -- Why it is held: names of signals.
    signals        text[] not null default '{}',
    -- Why staff refused it.
    reason         text not null default '',
    reply          text not null default '',
    replied_at     timestamptz,
    media_count    smallint not null default 0,
    -- Names pictures or videos of other hosts that were not asked for yet; their addresses are `media`'s.
    has_external_media boolean not null default false,
    -- The writer's session and network; both are forgotten after 30 days.
    visitor        bytea,
    address        text not null default '',
    created_at     timestamptz not null,
    published_at   timestamptz,
    constraint reviews_rating_in_range check (rating between 1 and 5),
    constraint reviews_text_size check (length(text) between 1 and 5000),
    constraint reviews_name_size check (length(name) between 1 and 100),
    constraint reviews_state_known check (state in ('held', 'published', 'refused')),
    constraint reviews_media_limit check (media_count between 0 and 5),
    constraint reviews_verified_by_line check (not is_verified or order_id is not null)
);
-- One review of a product, and one of the shop, for each address.
create unique index reviews_one_per_email on reviews (lower(email), (coalesce(product_id, 0)));
create index reviews_newest on reviews (product_id, id desc) where state = 'published';
create index reviews_highest on reviews (product_id, rating desc nulls last, id desc) where state = 'published';
create index reviews_lowest on reviews (product_id, rating, id desc) where state = 'published';
create index reviews_all_newest on reviews (id desc) where state = 'published';
create index reviews_all_highest on reviews (rating desc nulls last, id desc) where state = 'published';
create index reviews_all_lowest on reviews (rating, id desc) where state = 'published';
create index reviews_with_media on reviews (product_id, id desc) where state = 'published' and media_count > 0;
create index reviews_all_with_media on reviews (id desc) where state = 'published' and media_count > 0;
create index reviews_words on reviews using gin (keys) with (fastupdate = off) where state = 'published';
create index reviews_queue on reviews (state, id) where state <> 'published';
create index reviews_customer on reviews (customer_id) where customer_id is not null;
-- Recent ones alone are compared with a new text, and only they hold a network.
create index reviews_recent_address on reviews (address, id desc) where address <> '';

-- The votes and the rank of a published review; exists exactly while the review is published.
-- owner: reviews
create table review_scores (
    review_id  bigint primary key references reviews (id) on delete cascade,
    product_id bigint,
    rating     smallint,
    upvotes    integer not null default 0,
    downvotes  integer not null default 0,
    constraint review_scores_not_negative check (upvotes >= 0 and downvotes >= 0)
) with (fillfactor = 90);
create index review_scores_helpful on review_scores (product_id, (upvotes - downvotes) desc, review_id desc);
create index review_scores_all_helpful on review_scores ((upvotes - downvotes) desc, review_id desc);

-- One vote for each voter. A withdrawn vote stays with the value 0, so that it still counts for its network.
-- owner: reviews
create table review_votes (
    review_id bigint not null references reviews (id) on delete cascade,
    voter     bytea not null,
    value     smallint not null,
    -- The value before the last change: by how much the statement that changes a vote moves the counts.
    previous  smallint not null default 0,
    address   text not null,
    voted_at  timestamptz not null,
    constraint review_votes_pkey primary key (review_id, voter),
    constraint review_votes_value_known check (value in (-1, 0, 1) and previous in (-1, 0, 1))
);
create index review_votes_address on review_votes (review_id, address, voted_at);

-- owner: reviews
create table review_tags (
    id    bigint generated always as identity primary key,
    label text not null,
    constraint review_tags_label_key unique (label)
);

-- owner: reviews
create table review_tag_links (
    review_id bigint not null references reviews (id) on delete cascade,
    tag_id    bigint not null references review_tags (id) on delete cascade,
    -- Of the review: a tag's reviews of one product are found by an index.
    product_id bigint,
    constraint review_tag_links_pkey primary key (review_id, tag_id)
);
create index review_tag_links_newest on review_tag_links (tag_id, product_id, review_id desc);
create index review_tag_links_all_newest on review_tag_links (tag_id, review_id desc);

-- Figures of the published reviews: of a product, of the whole shop (0), and of the reviews about the shop itself (-1).
-- `count` has reviews without a rating too. Changed only by the statements that change the state of a review.
-- owner: reviews
create table review_summaries (
    scope   bigint primary key,
    count   integer not null default 0,
    sum     bigint not null default 0,
    rated_1 integer not null default 0,
    rated_2 integer not null default 0,
    rated_3 integer not null default 0,
    rated_4 integer not null default 0,
    rated_5 integer not null default 0,
    media   integer not null default 0,
    constraint review_summaries_adds_up check (count >= 0 and media >= 0
        and rated_1 >= 0 and rated_2 >= 0 and rated_3 >= 0 and rated_4 >= 0 and rated_5 >= 0
        and count >= rated_1 + rated_2 + rated_3 + rated_4 + rated_5
        and sum = rated_1 + 2 * rated_2 + 3 * rated_3 + 4 * rated_4 + 5 * rated_5)
) with (fillfactor = 80);

-- owner: reviews
create table review_tag_counts (
    scope  bigint not null,
    tag_id bigint not null references review_tags (id) on delete cascade,
    count  integer not null,
    constraint review_tag_counts_pkey primary key (scope, tag_id),
    constraint review_tag_counts_not_negative check (count >= 0)
);

-- Named ratings that a form asks for besides the overall one.
-- owner: reviews
create table review_criteria (
    id          bigint generated always as identity primary key,
    label       text not null,
    is_required boolean not null default false,
    position    integer not null default 0
);

-- owner: reviews
create table review_questions (
    id          bigint generated always as identity primary key,
    label       text not null,
    kind        text not null,
    is_required boolean not null default false,
    position    integer not null default 0,
    constraint review_questions_kind_known check (kind in ('text', 'number'))
);

-- Links in the email that asks for a review: each for one order line and one use. Only hashes of their 128 bits.
-- owner: reviews
create table review_invitations (
    token_hash     bytea primary key,
    order_id       bigint not null,
    order_position smallint not null,
    product_id     bigint not null references products (id) on delete cascade,
    email          text not null,
    name           text not null,
    created_at     timestamptz not null,
    expires_at     timestamptz not null,
    used_at        timestamptz
);
create index review_invitations_order on review_invitations (order_id);
create index review_invitations_expiry on review_invitations (expires_at);

-- Links by which a guest confirms the address of a review.
-- owner: reviews
create table review_confirmations (
    token_hash bytea primary key,
    review_id  bigint not null references reviews (id) on delete cascade,
    expires_at timestamptz not null
);
create index review_confirmations_expiry on review_confirmations (expires_at);

-- Solved challenges: each is worth one form.
-- owner: reviews
create table spent_challenges (
    hash       bytea primary key,
    expires_at timestamptz not null,
    constraint spent_challenges_hash_size check (octet_length(hash) = 32)
);
create index spent_challenges_expiry on spent_challenges (expires_at);

-- A review outlives the account of its writer without anything that names them.
create function forget_reviewer() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    update reviews set email = null, name = 'عميل', customer_id = null, visitor = null, address = ''
    where customer_id = old.id or lower(email) = old.email_key;
    delete from review_invitations where lower(email) = old.email_key;
    return old;
end
$$;
revoke execute on function forget_reviewer from public;
create trigger customers_forgotten_in_reviews before delete on customers for each row execute function forget_reviewer();

-- Public pages see neither addresses nor sessions nor networks.
grant select (id, product_id, rating, criteria, answers, text, keys, name, is_verified, state, reply, replied_at, media_count,
    has_external_media, created_at, published_at) on reviews to shop_read;
grant select on review_scores, review_tags, review_tag_links, review_summaries, review_tag_counts, review_criteria,
    review_questions to shop_read, shop_web, shop_worker, shop_staff;

grant select, insert, update on reviews to shop_web;
grant select, update on reviews to shop_worker, shop_staff;
grant insert, update, delete on review_scores to shop_web, shop_staff, shop_worker;
grant insert, update on review_summaries, review_tag_counts to shop_web, shop_staff, shop_worker;
grant select, insert, update on review_votes to shop_web;
-- A review that is published again has its votes again.
grant select (review_id, value) on review_votes to shop_staff, shop_worker;
grant select, insert, delete on review_tags, review_tag_links to shop_staff;
grant insert, update, delete on review_criteria, review_questions to shop_staff;
grant select, update on review_invitations to shop_web;
grant select, insert, delete on review_invitations to shop_worker;
grant select, delete on review_confirmations to shop_web;
grant select, insert, delete on review_confirmations to shop_worker;
grant select, insert on spent_challenges to shop_web;
grant select, delete on spent_challenges to shop_worker;

-- The newest reviews that have all keys. A word that half the shop's reviews have would fill the answer with millions:
-- the index gives a sample of them instead. The plan is independent of statistics.
create function search_reviews(wanted integer[], most bigint) returns setof bigint
    language sql stable parallel safe
    set gin_fuzzy_search_limit = 3000
    set enable_seqscan = off
    set enable_indexscan = off
as $$
    select id from reviews where keys @> wanted and state = 'published' order by id desc limit most
$$;
revoke all on function search_reviews(integer[], bigint) from public;
grant execute on function search_reviews(integer[], bigint) to shop_read, shop_web, shop_worker, shop_staff;

-- Questions about products, their answers and votes.
--
-- Sized for 5,000,000 questions. A list is read from an index in its order, from where the page before ended; counts are
-- read from `question_counts` and `question_scores`, never counted.

-- owner: questions
create table questions (
    -- In the order of writing: lists are in descending order of it.
    id           bigint generated always as identity primary key,
    -- A product with questions cannot be deleted: the counts would be wrong.
    product_id   bigint not null references products (id),
    text         text not null,
    -- Hashes of the folded words, each alone and together with the product.
    keys         integer[] not null default '{}',
    name         text not null,
    -- Never public. Null after its owner was erased.
    email        text,
    customer_id  bigint,
    state        text not null default 'held',
    -- Why it is held: names of signals.
    signals      text[] not null default '{}',
    -- Why staff refused it.
    reason       text not null default '',
    -- The writer's session and network; both are forgotten after 30 days.
    visitor      bytea,
    address      text not null default '',
    created_at   timestamptz not null,
    published_at timestamptz,
    -- For the answers: an answer names the question and its product.
    constraint questions_id_and_product unique (id, product_id),
    constraint questions_text_size check (length(text) between 1 and 2000),
    constraint questions_name_size check (length(name) between 1 and 100),
    constraint questions_state_known check (state in ('held', 'published', 'refused'))
);
create index questions_newest on questions (product_id, id desc) where state = 'published';
create index questions_all_newest on questions (id desc) where state = 'published';
create index questions_words on questions using gin (keys) with (fastupdate = off) where state = 'published';
create index questions_queue on questions (state, id) where state <> 'published';
create index questions_customer on questions (customer_id) where customer_id is not null;
create index questions_email on questions (lower(email)) where email is not null;
-- Recent ones alone are compared with a new text, and only they hold a network.
create index questions_recent_address on questions (address, id desc) where address <> '';

-- owner: questions
create table question_answers (
    id           bigint generated always as identity primary key,
    question_id  bigint not null,
    product_id   bigint not null,
    text         text not null,
    -- Empty for the shop's answer, which is signed with the shop's name.
    name         text not null,
    email        text,
    customer_id  bigint,
    -- Written by staff on the staff's page, never by a form of the shop.
    is_shop      boolean not null default false,
    state        text not null default 'held',
    signals      text[] not null default '{}',
    reason       text not null default '',
    visitor      bytea,
    address      text not null default '',
    created_at   timestamptz not null,
    published_at timestamptz,
    constraint question_answers_of_question foreign key (question_id, product_id)
        references questions (id, product_id) on delete cascade,
    constraint question_answers_text_size check (length(text) between 1 and 2000),
    constraint question_answers_name_size check (length(name) <= 100 and (is_shop or name <> '')),
    constraint question_answers_shop_is_nobody check (not is_shop or (email is null and customer_id is null)),
    constraint question_answers_state_known check (state in ('held', 'published', 'refused'))
);
create index question_answers_shown on question_answers (question_id, is_shop desc, id) where state = 'published';
create unique index question_answers_one_of_shop on question_answers (question_id) where is_shop;
create index question_answers_all_newest on question_answers (id desc) where state = 'published';
create index question_answers_question on question_answers (question_id, product_id);
create index question_answers_queue on question_answers (state, id) where state <> 'published';
create index question_answers_customer on question_answers (customer_id) where customer_id is not null;
create index question_answers_email on question_answers (lower(email)) where email is not null;
create index question_answers_recent_address on question_answers (address, id desc) where address <> '';

-- The figures of a published question; exists exactly while the question is published. A vote writes none of the indexes
-- of `questions`.
-- owner: questions
create table question_scores (
    question_id bigint primary key references questions (id) on delete cascade,
    upvotes     integer not null default 0,
    downvotes   integer not null default 0,
    -- Published answers.
    answers     integer not null default 0,
    constraint question_scores_not_negative check (upvotes >= 0 and downvotes >= 0 and answers >= 0)
) with (fillfactor = 80);

-- One vote for each voter. A withdrawn vote stays with the value 0, so that it still counts for its network.
-- owner: questions
create table question_votes (
    question_id bigint not null references questions (id) on delete cascade,
    voter       bytea not null,
    value       smallint not null,
    -- The value before the last change: by how much the statement that changes a vote moves the counts.
    previous    smallint not null default 0,
    address     text not null,
    voted_at    timestamptz not null,
    constraint question_votes_pkey primary key (question_id, voter),
    constraint question_votes_value_known check (value in (-1, 0, 1) and previous in (-1, 0, 1))
);
create index question_votes_address on question_votes (question_id, address, voted_at);

-- Published questions of a product. Changed only by the statements that change the state of a question.
-- owner: questions
create table question_counts (
    product_id bigint primary key references products (id),
    count      integer not null default 0,
    constraint question_counts_not_negative check (count >= 0)
) with (fillfactor = 80);

-- Links by which a guest ends the emails about answers. Only hashes of their 128 bits.
-- owner: questions
create table question_stop_keys (
    token_hash  bytea primary key,
    email       text not null,
    created_at  timestamptz not null
);
create index question_stop_keys_age on question_stop_keys (created_at);
create index question_stop_keys_email on question_stop_keys (lower(email));

-- A question and an answer outlive the account of their writer without anything that names them.
create function forget_asker() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    update questions set email = null, name = 'عميل', customer_id = null, visitor = null, address = ''
    where customer_id = old.id or lower(email) = old.email_key;
    update question_answers set email = null, name = 'عميل', customer_id = null, visitor = null, address = ''
    where customer_id = old.id or lower(email) = old.email_key;
    delete from question_stop_keys where lower(email) = old.email_key;
    return old;
end
$$;
revoke execute on function forget_asker from public;
create trigger customers_forgotten_in_questions before delete on customers for each row execute function forget_asker();

-- Public pages see neither addresses nor sessions nor networks.
grant select (id, product_id, text, keys, name, state, created_at, published_at) on questions to shop_read;
grant select (id, question_id, product_id, text, name, is_shop, state, created_at, published_at) on question_answers
    to shop_read;
grant select on question_scores, question_counts to shop_read, shop_web, shop_worker, shop_staff;

grant select, insert, update on questions, question_answers to shop_web;
grant select, update on questions, question_answers to shop_worker, shop_staff;
-- The shop's own answers.
grant insert, delete on question_answers to shop_staff;
grant insert, update, delete on question_scores to shop_web, shop_staff;
grant insert, update on question_counts to shop_web, shop_staff;
grant select, insert, update on question_votes to shop_web;
-- A question that is published again has its votes again.
grant select (question_id, value) on question_votes to shop_staff;
grant select on question_stop_keys to shop_web;
grant select, insert, delete on question_stop_keys to shop_worker;

-- The newest questions that have all keys, as `search_reviews`: a word that very many questions have gives a sample of
-- them. The plan is independent of statistics.
create function search_questions(wanted integer[], most bigint) returns setof bigint
    language sql stable parallel safe
    set gin_fuzzy_search_limit = 3000
    set enable_seqscan = off
    set enable_indexscan = off
as $$
    select id from questions where keys @> wanted and state = 'published' order by id desc limit most
$$;
revoke all on function search_questions(integer[], bigint) from public;
grant execute on function search_questions(integer[], bigint) to shop_read, shop_web, shop_worker, shop_staff;

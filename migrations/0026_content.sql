-- Pages and posts as typed blocks, their categories, redirects from old addresses, and comments on posts.
--
-- What a page shows at a moment is the newest of its versions whose `valid_from` has passed, as sale prices are. Nothing
-- runs when a version starts: a read finds it, and cached copies end at the next `valid_from`.

-- owner: content
create table content_items (
    id            bigint generated always as identity primary key,
    kind          text not null,
    -- The address is `/ar/{slug}/`. An old one is in `content_redirects`.
    slug          text not null,
    -- Pages of one group show links to one another; empty for none.
    page_group    text not null default '',
    -- Moved by every edit of staff, never by comments.
    version       bigint not null default 1,
    -- Of comments: counted by the statements that change whether a comment is published.
    comment_count integer not null default 0,
    -- The `valid_from` of the first version: the date of a post, and the order of the blog.
    published_at  timestamptz,
    created_at    timestamptz not null,
    constraint content_items_slug_key unique (slug),
    constraint content_items_kind_known check (kind in ('page', 'post')),
    constraint content_items_slug_size check (length(slug) between 1 and 200),
    constraint content_items_comments_not_negative check (comment_count >= 0)
);
create index content_items_newest on content_items (kind, published_at desc, id desc) where published_at is not null;
create index content_items_group on content_items (page_group, id) where page_group <> '';

-- owner: content
create table content_versions (
    id            bigint generated always as identity primary key,
    item_id       bigint not null references content_items (id) on delete cascade,
    -- Null: the draft, of which an item has one at most.
    valid_from    timestamptz,
    -- From this version on the item is not public.
    is_hidden     boolean not null default false,
    title         text not null,
    lead          text not null default '',
    author        text not null default '',
    -- Name in `pictures`; empty for none.
    picture       text not null default '',
    -- Typed blocks. Their HTML was cleaned before it was stored, and is cleaned again when it is read.
    blocks        jsonb not null default '[]',
    categories    bigint[] not null default '{}',
    comments_open boolean not null default true,
    -- The words of the blocks, for excerpts; and their stems, for the search.
    plain         text not null default '',
    words         text[] not null default '{}',
    saved_at      timestamptz not null,
    saved_by      text not null default '',
    constraint content_versions_title_size check (length(title) between 1 and 200),
    constraint content_versions_blocks_list check (jsonb_typeof(blocks) = 'array')
);
create unique index content_versions_one_draft on content_versions (item_id) where valid_from is null;
create index content_versions_current on content_versions (item_id, valid_from desc, id desc) where valid_from is not null;
create index content_versions_starting on content_versions (valid_from) where valid_from is not null;
create index content_versions_words on content_versions using gin (words) where valid_from is not null and not is_hidden;

-- owner: content
create table post_categories (
    id   bigint generated always as identity primary key,
    name text not null,
    slug text not null,
    constraint post_categories_slug_key unique (slug),
    constraint post_categories_name_size check (length(name) between 1 and 100)
);

-- Old addresses. `path` is decoded and ends in a slash; `target` is a path of this shop.
-- owner: content
create table content_redirects (
    path       text primary key,
    target     text not null,
    created_at timestamptz not null,
    constraint content_redirects_path_form check (path like '/%/' and length(path) <= 500),
    constraint content_redirects_target_form check (target like '/%' and target not like '//%' and length(target) <= 500),
    constraint content_redirects_no_circle check (path <> target)
);
create index content_redirects_target on content_redirects (target);

-- Sized for many comments on one post: a page of them is read from an index in the order of the threads.
-- owner: content
create table comments (
    -- In the order of writing.
    id           bigint generated always as identity primary key,
    post_id      bigint not null references content_items (id) on delete cascade,
    -- The comment that is answered.
    parent_id    bigint references comments (id),
    -- Ids of the comments above it, the thread's first one first. Deep threads do not go on below the last level.
    ancestors    bigint[] not null default '{}',
    text         text not null,
    name         text not null,
    -- Never public. Null after its owner was erased, and for comments of the shop.
    email        text,
    customer_id  bigint,
    is_staff     boolean not null default false,
    state        text not null default 'held',
    -- Why it is held: names of signals.
    signals      text[] not null default '{}',
    reason       text not null default '',
    -- The writer's session and network; both are forgotten after 30 days.
    visitor      bytea,
    address      text not null default '',
    created_at   timestamptz not null,
    published_at timestamptz,
    constraint comments_text_size check (length(text) between 1 and 5000),
    constraint comments_name_size check (length(name) between 1 and 100),
    constraint comments_state_known check (state in ('held', 'published', 'refused')),
    constraint comments_depth check (cardinality(ancestors) <= 4)
);
create index comments_threads on comments (post_id, (array_append(ancestors, id))) where state = 'published';
create index comments_queue on comments (state, id);
create index comments_recent on comments (post_id, id desc);
create index comments_customer on comments (customer_id) where customer_id is not null;
create index comments_email on comments (lower(email)) where email is not null;
create index comments_recent_address on comments (address, id desc) where address <> '';

-- A comment outlives the account of its writer without anything that names them.
create function forget_commenter() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    update comments set email = null, name = 'عميل', customer_id = null, visitor = null, address = ''
    where customer_id = old.id or lower(email) = old.email_key;
    return old;
end
$$;
revoke execute on function forget_commenter from public;
create trigger customers_forgotten_in_comments before delete on customers
    for each row execute function forget_commenter();

grant select on content_items, content_versions, post_categories, content_redirects
    to shop_read, shop_web, shop_worker, shop_staff;
-- Public pages see neither addresses nor sessions nor networks.
grant select (id, post_id, parent_id, ancestors, text, name, is_staff, state, created_at, published_at) on comments to shop_read;
grant select, insert, update on comments to shop_web, shop_staff;
grant select, update on comments to shop_worker;
grant update (comment_count) on content_items to shop_web;
grant insert, update on content_items to shop_staff;
grant insert, update, delete on content_versions, post_categories, content_redirects to shop_staff;

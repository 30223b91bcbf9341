-- Files that visitors upload, from the first byte to the page that shows them. The bytes are in the object store; a row
-- says what they are and who may see them.

-- owner: media
create table media_files (
    -- Random, 63 bits: ids leave the server, and the next one cannot be guessed. The key that belongs to an id is not
    -- stored; it is derived from the id with a secret.
    id                bigint primary key,
    -- Hash of the sender's cookie: only the same visitor may attach or delete the file. Null for a file of another host.
    session           bytea,
    -- Null: a guest.
    customer_id       bigint,
    -- Repeated by the browser when it sends the same file again.
    request_key       text,
    purpose           text not null,
    -- The product that the file is about.
    item              bigint,
    -- What the file belongs to, once that was sent.
    owner_kind        text,
    owner_id          bigint,
    -- The file's place among those of its owner.
    position          smallint not null default 0,
    state             text not null default 'received',
    -- The owner is public. The file follows as soon as it is processed.
    publish_requested boolean not null default false,
    name              text not null default '',
    -- Of the bytes as received. Null until a file of another host was fetched.
    media_type        text,
    sha256            bytea,
    bytes             bigint,
    -- Only this server has the bytes: the object store was down when they came.
    spooled_on        text,
    -- What processing wrote: [{name, mime, width, height, bytes}].
    kind              text,
    outputs           jsonb not null default '[]',
    duration_ms       integer,
    is_looping        boolean not null default false,
    refusal           text,
    -- Folder of the published copies: 128 random bits, new each time.
    public_name       text,
    external_url      text,
    received_at       timestamptz not null,
    attached_at       timestamptz,
    -- Of the last change of the state.
    changed_at        timestamptz not null,
    constraint media_files_id_positive check (id > 0),
    constraint media_files_purpose_known check (purpose in ('review', 'enquiry')),
    constraint media_files_owner_known check (owner_kind in ('review', 'enquiry')),
    constraint media_files_owner_whole check ((owner_kind is null) = (owner_id is null)),
    constraint media_files_state_known
        check (state in ('received', 'processed', 'refused', 'published', 'withdrawn')),
    constraint media_files_kind_known check (kind in ('picture', 'video')),
    constraint media_files_processed check (state in ('received', 'refused') or kind is not null),
    constraint media_files_refused_with_reason check ((state = 'refused') = (refusal is not null)),
    constraint media_files_published_by_name check ((state = 'published') = (public_name is not null)),
    constraint media_files_published_with_owner check (state <> 'published' or owner_id is not null),
    constraint media_files_hashed check ((sha256 is null) = (bytes is null) and octet_length(sha256) = 32),
    constraint media_files_sender check (session is not null or external_url is not null)
);
create unique index media_files_request on media_files (session, request_key) where request_key is not null;
create index media_files_owner on media_files (owner_kind, owner_id, position) where owner_id is not null;
create index media_files_unattached on media_files (received_at) where owner_id is null;
create index media_files_refused on media_files (changed_at) where state = 'refused';
create index media_files_waiting on media_files (received_at) where state = 'received';
create index media_files_spooled on media_files (spooled_on) where spooled_on is not null;
-- The bytes of guests of one day are added up.
create index media_files_guests on media_files (received_at) include (bytes) where customer_id is null;
create unique index media_files_public_name on media_files (public_name) where public_name is not null;
-- A picture or video of another host belongs to its owner once.
create unique index media_files_external on media_files (owner_kind, owner_id, external_url)
    where external_url is not null;

-- What a public page may know of a file.
create view published_media as
    select id, owner_kind, owner_id, position, kind, outputs, is_looping, public_name
    from media_files
    where state = 'published';

grant select, insert, update, delete on media_files to shop_web, shop_worker, shop_media;
grant select, insert, update on media_files to shop_staff;
grant select on published_media to shop_read, shop_web, shop_worker, shop_staff;

-- The process that decodes files runs its own jobs of the queue and can see no others.
grant usage on schema graphile_worker to shop_media;
grant all on all tables in schema graphile_worker to shop_media;
grant usage on all sequences in schema graphile_worker to shop_media;
grant execute on all functions in schema graphile_worker to shop_media;
grant execute on function enqueue_job(text, jsonb, text) to shop_media;
grant select on schema_versions to shop_media;
grant select, insert on cache_purges to shop_media;

do $$
declare
    guarded regclass;
    condition text;
begin
    for guarded in
        select oid::regclass from pg_class
        where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r' and relrowsecurity
    loop
        condition := case guarded::text
            when 'graphile_worker._private_jobs' then
                $q$task_id in (select id from graphile_worker._private_tasks where identifier like 'media\_%')$q$
            else 'true'
        end;
        execute format('create policy shop_media on %s to shop_media using (%s) with check (%s)',
            guarded, condition, condition);
    end loop;
end
$$;

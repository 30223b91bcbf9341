-- The library of the shop's own pictures: one address for each, what it is called, the point that every crop keeps, its
-- replacement under the same name and its deletion.

-- Numbers of pictures, under which their changes are recorded. A picture gets one with its first edit, so that a large table
-- is not written anew here.
create sequence picture_ids as bigint;
grant usage on sequence picture_ids to shop_staff;

alter table pictures
    add column id bigint,
    -- Moved only by people's edits.
    add column version bigint not null default 1,
    -- As the file was called. Empty: the picture's name.
    add column title text not null default '',
    add column added_at timestamptz not null default now(),
    -- As in the audit log.
    add column added_by text not null default '',
    -- Of the widest file.
    add column bytes integer,
    -- The file that people have chosen. The columns above follow when it is published. Null: what an import wrote.
    add column media_id bigint,
    -- What an import wrote, while an upload stands in its place: {files, width, height, bytes}.
    add column imported jsonb,
    -- In the library no more. The files go a month later, unless the picture is used again.
    add column deleted_at timestamptz;
update pictures set media_id = substr(name, 8)::bigint where name ~ '^upload-[0-9]{1,18}$';

create unique index pictures_id on pictures (id) where id is not null;
-- The library reads its pages from these, newest first.
create index pictures_newest on pictures (added_at desc, name desc) where deleted_at is null;
create index pictures_undescribed on pictures (added_at desc, name desc) where deleted_at is null and alt = '';
create index pictures_large on pictures (added_at desc, name desc) where deleted_at is null and bytes > 307200;
create index pictures_deleted on pictures (deleted_at) where deleted_at is not null;
create index pictures_words on pictures using gin (fold_search(name || ' ' || title || ' ' || alt) gin_trgm_ops);
-- Where a picture is used. A large shop creates these concurrently before the update, so that nobody waits for them here.
create index if not exists products_pictures on products using gin (pictures);
create index if not exists variations_pictures on variations using gin (pictures) where pictures <> '{}';

grant delete on pictures to shop_worker;
grant update (deleted_at) on pictures to shop_worker;

alter table media_files drop constraint media_files_purpose_known;
alter table media_files add constraint media_files_purpose_known
    check (purpose in ('review', 'enquiry', 'product', 'library'));
alter table media_files drop constraint media_files_owner_known;
alter table media_files add constraint media_files_owner_known
    check (owner_kind in ('review', 'enquiry', 'order', 'product', 'library', 'picture'));
alter table media_files
    -- The file takes the place of another one and is published under its name: addresses stay, their content changes.
    add column keeps_name text,
    -- The member of staff, as in the audit log.
    add column sent_by text not null default '';

-- Tags of the public pages that show a picture at a moment.
create function picture_pages(picture text, moment timestamptz) returns setof text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select 'product:' || id from products where pictures @> array[$1] and status <> 'draft'
    union
    select 'product:' || product.id
    from variations variation join products product on product.id = variation.product_id
    where variation.pictures <> '{}' and variation.pictures @> array[$1] and product.status <> 'draft'
    union
    select 'home' from categories where categories.picture = $1
    union
    select 'home' from settings
    where name = 'home' and $1 in (value ->> 'wide', value ->> 'narrow', value ->> 'storyPicture')
    union
    select tag
    from content_items item
    cross join lateral (
        select one.picture, one.blocks, one.is_hidden from content_versions one
        where one.item_id = item.id and one.valid_from <= $2
        order by one.valid_from desc, one.id desc limit 1
    ) version
    -- Lists show the picture of a post, not those in its text.
    cross join lateral unnest(case when version.picture = $1 and item.kind = 'post'
        then array['content:' || item.id, 'posts', 'content-search'] else array['content:' || item.id] end) tag
    where not version.is_hidden and (version.picture = $1 or jsonb_path_exists(version.blocks,
        '$[*] ? ((@.kind == "picture" && @.name == $name) || (@.kind == "gallery" && @.names[*] == $name))',
        jsonb_build_object('name', $1)))
$$;
revoke execute on function picture_pages from public;
grant execute on function picture_pages to shop_staff;

-- As before, for every picture that staff upload: a product's, one of the library, and one that replaces another. The address
-- of a file says which content it has, because browsers keep it for a year. The mark is new with each publication: while one
-- file replaces another, a browser may have got the new content under the mark of the old one.
create or replace function add_product_picture() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    own text := 'upload-' || new.id;
    folder text := '/m/' || left(new.public_name, 2) || '/' || new.public_name || '/';
    mark text := '?v=' || to_hex(new.id) || '-' || to_hex((extract(epoch from new.changed_at) * 1000)::bigint);
    largest jsonb;
    made jsonb;
begin
    select output into largest from jsonb_array_elements(new.outputs) output
    where output ->> 'mime' = 'image/webp' order by (output ->> 'width')::integer desc limit 1;
    if largest is null then
        return null;
    end if;
    select jsonb_build_object('webp', jsonb_object_agg(output ->> 'width',
            folder || (output ->> 'name') || mark))
    into made
    from jsonb_array_elements(new.outputs) output where output ->> 'mime' = 'image/webp';
    if new.owner_kind = 'picture' then
        -- Unless another file was chosen meanwhile.
        update pictures
        set width = (largest ->> 'width')::integer, height = (largest ->> 'height')::integer,
            bytes = (largest ->> 'bytes')::integer,
            files = made || case when files ? 'focus' then jsonb_build_object('focus', files -> 'focus') else '{}' end
        where id = new.owner_id and media_id = new.id
        returning name into own;
        if found then
            insert into cache_purges (tag) select picture_pages(own, new.changed_at);
        end if;
        return null;
    end if;
    insert into pictures (name, width, height, files, title, added_at, added_by, bytes, media_id)
    values (own, (largest ->> 'width')::integer, (largest ->> 'height')::integer, made, new.name, new.received_at,
        new.sent_by, (largest ->> 'bytes')::integer, new.id)
    on conflict (name) do update set files = excluded.files;
    if new.owner_kind = 'product' then
        update products set pictures = array_append(pictures, own)
        where id = new.owner_id and not own = any (pictures);
    end if;
    return null;
end
$$;
drop trigger media_files_add_product_picture on media_files;
create trigger media_files_add_product_picture after update of state on media_files
    for each row when (new.owner_kind in ('product', 'library', 'picture') and new.state = 'published'
        and old.state <> 'published')
    execute function add_product_picture();

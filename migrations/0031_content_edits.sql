-- What staff saved, by the version number of the item. An editor that was opened with an older number is compared with it,
-- so that two people who edit the same item both see what the other wrote.

-- owner: content
create table content_edits (
    item_id  bigint not null references content_items (id) on delete cascade,
    -- `content_items.version` after the edit.
    version  bigint not null,
    -- The editor's fields, as they were stored.
    draft    jsonb not null,
    saved_at timestamptz not null,
    saved_by text not null default '',
    constraint content_edits_pkey primary key (item_id, version)
);
create index content_edits_age on content_edits (saved_at);

insert into content_edits (item_id, version, draft, saved_at, saved_by)
select item.id, item.version,
    jsonb_build_object('kind', item.kind, 'slug', item.slug, 'pageGroup', item.page_group, 'title', newest.title,
        'lead', newest.lead, 'author', newest.author, 'picture', newest.picture, 'blocks', newest.blocks,
        'categories', to_jsonb(newest.categories), 'commentsOpen', newest.comments_open),
    newest.saved_at, newest.saved_by
from content_items item
cross join lateral (
    select * from content_versions one where one.item_id = item.id
    order by one.valid_from desc nulls first, one.id desc limit 1
) newest;

grant select, insert on content_edits to shop_staff;
grant select, delete on content_edits to shop_worker;

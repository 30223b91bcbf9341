-- Decisions of staff in the moderation queue, as long as they can be undone. The audit log has them for good.

-- owner: moderation
create table moderation_acts (
    id        bigint generated always as identity primary key,
    staff_id  bigint not null references staff (id) on delete cascade,
    -- What the items became.
    state     text not null,
    made_at   timestamptz not null,
    undone_at timestamptz,
    constraint moderation_acts_state_known check (state in ('held', 'published', 'refused'))
);
create index moderation_acts_made on moderation_acts (made_at);

-- What each item was before.
-- owner: moderation
create table moderation_changes (
    act_id        bigint not null references moderation_acts (id) on delete cascade,
    kind          text not null,
    item_id       bigint not null,
    before_state  text not null,
    before_reason text not null,
    constraint moderation_changes_pkey primary key (act_id, kind, item_id),
    constraint moderation_changes_kind_known check (kind in ('review', 'question', 'answer', 'comment')),
    constraint moderation_changes_state_known check (before_state in ('held', 'published', 'refused'))
);

grant select, insert, update, delete on moderation_acts to shop_staff;
grant select, insert, delete on moderation_changes to shop_staff;

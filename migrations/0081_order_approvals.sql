-- Acts that wait for a second person: refunds above a limit. Whoever asks does not approve, and after a day it lapses.
-- owner: orders
create table order_approvals (
    id           bigint generated always as identity primary key,
    order_id     bigint not null references orders (id) on delete cascade,
    amount_minor bigint not null,
    -- What the asker chose and why, as they read it again.
    detail       text not null default '',
    requested_by bigint not null references staff (id),
    requested_at timestamptz not null,
    expires_at   timestamptz not null,
    decided_by   bigint references staff (id),
    decided_at   timestamptz,
    is_approved  boolean,
    constraint order_approvals_positive check (amount_minor > 0),
    constraint order_approvals_second_person check (decided_by <> requested_by or not is_approved),
    constraint order_approvals_decided check ((decided_by is null) = (decided_at is null) and (decided_by is null) = (is_approved is null))
);
create index order_approvals_open on order_approvals (expires_at) where decided_at is null;
create index order_approvals_order on order_approvals (order_id, id);

grant select, insert on order_approvals to shop_staff;
grant update (decided_by, decided_at, is_approved) on order_approvals to shop_staff;
-- The order's page says which emails were sent; not what they say.
grant select (topic, key, state, created_at, handed_at) on mail_outbox to shop_staff;

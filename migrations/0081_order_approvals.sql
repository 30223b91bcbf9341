-- Acts that wait for a second person: refunds above a limit. Whoever asks does not approve, and after a day it lapses.
-- owner: orders
create table order_approvals (
    id           bigint generated always as identity primary key,
    order_id     bigint not null references orders (id) on delete cascade,
    amount_minor bigint not null,
    -- What the asker chose and why, as they read it again.
    detail       text not null default '',
    -- Positions of the order's lines, and how much of each is returned: [[1, "2"]].
    lines        jsonb not null default '[]',
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

-- How much of an order's lines each refund returns. Those of a refused refund count for nothing.
-- owner: orders
create table refund_lines (
    refund_key text not null references refunds (key) on delete cascade,
    order_id   bigint not null,
    position   smallint not null,
    quantity   bigint not null,
    constraint refund_lines_pkey primary key (refund_key, position),
    constraint refund_lines_line foreign key (order_id, position)
        references order_lines (order_id, position) on delete cascade,
    constraint refund_lines_positive check (quantity > 0)
);
create index refund_lines_order on refund_lines (order_id, position);

grant select, insert on refund_lines to shop_staff;
grant select, insert on order_approvals to shop_staff;
grant update (decided_by, decided_at, is_approved) on order_approvals to shop_staff;
-- The order's page says which emails were sent; not what they say.
grant select (topic, key, state, created_at, handed_at) on mail_outbox to shop_staff;

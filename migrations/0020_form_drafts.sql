-- A form that was refused: what was typed waits here while its visitor is led back to it. For half an hour, for one
-- session and one page, and never anything of a card or an account.
-- owner: checkout
create table form_drafts (
    session    bytea not null references sessions (token_hash) on delete cascade,
    page       text not null,
    -- Names what was wrong in the address that the visitor is led to.
    id         text not null,
    -- [[name, value]] and [[field, text]], as they are shown.
    fields     jsonb not null,
    faults     jsonb not null,
    expires_at timestamptz not null,
    constraint form_drafts_pkey primary key (session, page)
);
create index form_drafts_expiry on form_drafts (expires_at);

grant select, insert, update, delete on form_drafts to shop_web;
grant select, delete on form_drafts to shop_worker;

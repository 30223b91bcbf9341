-- Roles of staff: sets of rights with limits. The five that are delivered stay as they are; the owner copies one and changes
-- the copy. The names of rights are those of `Permission` in the program, which ignores names that it does not know.
-- owner: accounts
create table staff_roles (
    name         text primary key,
    title        text not null,
    permissions  text[] not null,
    -- Rights that the role has in part only: `RoleScope` in the program.
    scopes       text[] not null default '{}',
    -- The most that a member refunds at once, in minor units of the shop's currency; null: any amount.
    refund_limit bigint,
    -- The most pieces that a member moves at once; null: what the shop allows everybody.
    stock_limit  integer,
    is_delivered boolean not null default false,
    position     integer generated always as identity,
    constraint staff_roles_name_plain check (name ~ '^[a-z0-9-]{1,40}$'),
    constraint staff_roles_title_given check (title <> '' and length(title) <= 60),
    constraint staff_roles_limits_not_negative check (refund_limit >= 0 and stock_limit >= 0)
);

insert into staff_roles (name, title, permissions, scopes, refund_limit, stock_limit, is_delivered) values
('owner', 'المالك',
 '{orders.read,orders.move,orders.edit,orders.refund,orders.export,customers.export,catalog.read,catalog.write,stock.move,
   prices.write,customers.read,inbox.act,reviews.moderate,privacy.act,content.write,growth.write,reports.read,
   settings.write,payments.settings,team.write,import.run,audit.read,jobs.act}', '{}', null, null, true),
('manager', 'الإدارة',
 '{orders.read,orders.move,orders.edit,orders.refund,orders.export,customers.export,catalog.read,catalog.write,stock.move,
   prices.write,customers.read,inbox.act,reviews.moderate,privacy.act,content.write,growth.write,reports.read,
   settings.write,audit.read,jobs.act}', '{}', null, null, true),
('fulfilment', 'التجهيز',
 '{orders.read,orders.move,orders.edit,catalog.read,stock.move,customers.read}',
 '{own-stores,customers-of-orders}', 0, 1000, true),
('support', 'الدعم',
 '{orders.read,orders.move,orders.edit,orders.refund,catalog.read,customers.read,inbox.act,reviews.moderate,
   reports.read,audit.read}', '{own-acts}', 5000, 0, true),
('content', 'المحتوى',
 '{catalog.read,catalog.write,reviews.moderate,content.write,growth.write,reports.read,audit.read}',
 '{texts-and-pictures,own-acts}', 0, 0, true);

alter table staff drop constraint staff_role_known;
update staff set role = case role when 'admin' then 'owner' else 'fulfilment' end;
alter table staff add constraint staff_role_known foreign key (role) references staff_roles (name);

-- People who were asked to join. The key of the link is created when the email is sent, and only its hash is stored; the
-- person proves with a code that the secret is in their app before the account exists.
-- owner: accounts
create table staff_invitations (
    id          bigint generated always as identity primary key,
    email_key   text not null,
    name        text not null,
    role        text not null references staff_roles (name),
    stores      smallint[] not null default '{}',
    invited_by  bigint not null references staff (id),
    totp_secret bytea not null,
    key_hash    bytea,
    created_at  timestamptz not null,
    expires_at  timestamptz not null,
    -- Set when the person has joined, or when the invitation was taken back.
    ended_at    timestamptz,
    constraint staff_invitations_key_unique unique (key_hash)
);
-- One open invitation for an address.
create unique index staff_invitations_open on staff_invitations (email_key) where ended_at is null;

-- The page of an invitation is opened by somebody who is not staff yet: the web server asks with the hash of a key, and can
-- read nothing else about staff.
create function open_staff_invitation(key bytea, moment timestamptz) returns table (email text, totp_secret bytea)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select email_key, invitation.totp_secret from staff_invitations invitation
    where key_hash = key and ended_at is null and expires_at > moment
$$;
revoke execute on function open_staff_invitation from public;
grant execute on function open_staff_invitation to shop_web;

grant select, insert, update, delete on staff_roles to shop_staff;
grant select, insert, update on staff_invitations to shop_staff;
-- The worker writes the email, and sees neither the secret nor who works here.
grant select (id, email_key, name, expires_at, ended_at), update (key_hash), delete on staff_invitations to shop_worker;

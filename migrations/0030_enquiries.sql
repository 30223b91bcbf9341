-- Enquiry forms in versions, what visitors send with them, and the files that belong to it.

-- owner: enquiries
create table enquiry_forms (
    id         bigint generated always as identity primary key,
    -- How blocks of pages name it.
    name       text not null,
    -- Number of the newest version; 0 only inside the transaction that creates the form.
    version    integer not null default 0,
    -- New enquiries are accepted.
    is_open    boolean not null default true,
    created_at timestamptz not null,
    constraint enquiry_forms_name_key unique (name),
    constraint enquiry_forms_name_form check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(name) <= 60)
);

-- Never changed and never deleted: an enquiry is read with the labels that its sender saw.
-- owner: enquiries
create table enquiry_form_versions (
    id         bigint generated always as identity primary key,
    form_id    bigint not null references enquiry_forms (id),
    -- Counted from 1 in the form.
    number     integer not null,
    -- Checked before it was stored.
    definition jsonb not null,
    saved_by   text not null default '',
    saved_at   timestamptz not null,
    constraint enquiry_form_versions_number_key unique (form_id, number),
    -- For enquiries: an enquiry names the version and its form.
    constraint enquiry_form_versions_id_and_form unique (id, form_id),
    constraint enquiry_form_versions_number_positive check (number > 0),
    constraint enquiry_form_versions_definition_object check (jsonb_typeof(definition) = 'object')
);

-- owner: enquiries
create table enquiries (
    id          bigint generated always as identity primary key,
    form_id     bigint not null,
    version_id  bigint not null,
    state       text not null default 'open',
    -- Held by the signals: staff see it, and nobody is notified.
    is_spam     boolean not null default false,
    signals     text[] not null default '{}',
    -- Accepted values by element; nothing of hidden elements, nothing empty.
    fields      jsonb not null default '{}',
    -- The sender's address, if the form has an element for it.
    email       text,
    customer_id bigint,
    -- The sender's session and network; both are forgotten after 30 days.
    visitor     bytea,
    address     text not null default '',
    -- Hash of `iphorm_uid`, the one-time token: the same form is stored once.
    uid_hash    bytea,
    -- Of the values, for the comparison with earlier ones.
    content_hash bytea,
    -- Address of the page.
    page_url    text not null default '',
    created_at  timestamptz not null,
    closed_at   timestamptz,
    constraint enquiries_of_version foreign key (version_id, form_id) references enquiry_form_versions (id, form_id),
    constraint enquiries_state_known check (state in ('open', 'closed')),
    constraint enquiries_closed_at check ((state = 'closed') = (closed_at is not null)),
    constraint enquiries_fields_object check (jsonb_typeof(fields) = 'object')
);
create unique index enquiries_uid on enquiries (uid_hash) where uid_hash is not null;
create index enquiries_state on enquiries (state, is_spam, id desc);
create index enquiries_form on enquiries (form_id, id desc);
create index enquiries_version on enquiries (version_id, form_id);
create index enquiries_email on enquiries (lower(email)) where email is not null;
create index enquiries_customer on enquiries (customer_id) where customer_id is not null;
create index enquiries_created on enquiries (created_at);
-- Only recent ones hold a session or a network.
create index enquiries_visitor on enquiries (visitor, created_at) where visitor is not null;
create index enquiries_recent_address on enquiries (address, id desc) where address <> '';
-- The same text again within a day is a signal.
create index enquiries_content on enquiries (content_hash, created_at) where content_hash is not null;

-- Files by element. Name, size, hash and state of a file are those of its row in `media_files`.
-- owner: enquiries
create table enquiry_files (
    file_id    bigint primary key,
    -- Null until the form was sent.
    enquiry_id bigint references enquiries (id) on delete cascade,
    form_id    bigint not null references enquiry_forms (id),
    element_id integer not null,
    position   smallint not null default 0,
    -- Hash of the sender's cookie, of `iphorm_uid` of the form that the file was uploaded for, and `iphorm_upload_id`,
    -- which the browser repeats when it sends the same file again.
    session    bytea,
    uid_hash   bytea,
    upload_id  text not null default '',
    created_at timestamptz not null
);
create index enquiry_files_enquiry on enquiry_files (enquiry_id, element_id, position) where enquiry_id is not null;
create index enquiry_files_waiting on enquiry_files (uid_hash, element_id, position) where enquiry_id is null;
create index enquiry_files_form on enquiry_files (form_id);
create index enquiry_files_created on enquiry_files (created_at) where enquiry_id is null;

-- A file of an enquiry is never processed, so it has no kind.
alter table media_files drop constraint media_files_processed;
alter table media_files add constraint media_files_processed
    check (state in ('received', 'refused') or kind is not null or purpose = 'enquiry');
-- Whatever a program does: a file of an enquiry has no public copy, and belongs to nothing but an enquiry.
alter table media_files add constraint media_files_enquiry_private
    check ((purpose = 'enquiry') = (owner_kind = 'enquiry') and (purpose <> 'enquiry' or public_name is null));

grant select on enquiry_forms, enquiry_form_versions to shop_read, shop_web, shop_worker, shop_staff;
grant insert, update on enquiry_forms to shop_staff;
grant insert on enquiry_form_versions to shop_staff;
grant select, insert, update on enquiries to shop_web;
grant select, update, delete on enquiries to shop_worker, shop_staff;
grant select, insert, update, delete on enquiry_files to shop_web;
grant select, update, delete on enquiry_files to shop_worker, shop_staff;

-- A person's enquiries, for the export of their data: by customer, or by the address in lower case.
create view exported_enquiries as
    select enquiry.id, enquiry.customer_id, lower(enquiry.email) as email_key,
        jsonb_build_object(
            'form', version.definition ->> 'title', 'sent', enquiry.created_at, 'page', enquiry.page_url,
            'email', enquiry.email,
            'answers', (
                select coalesce(jsonb_agg(jsonb_build_object(
                    'label', element ->> 'label', 'value', enquiry.fields -> (element ->> 'id')) order by place), '[]')
                from jsonb_array_elements(version.definition -> 'elements') with ordinality as listed (element, place)
                where enquiry.fields ? (element ->> 'id')),
            'files', (
                select coalesce(jsonb_agg(media.name order by file.element_id, file.position, file.file_id), '[]')
                from enquiry_files file join media_files media on media.id = file.file_id
                where file.enquiry_id = enquiry.id)
        ) as entry
    from enquiries enquiry join enquiry_form_versions version on version.id = enquiry.version_id;
grant select on exported_enquiries to shop_worker, shop_staff;

-- An enquiry does not outlive the account of its sender. Its files belong to nothing then, and are old enough for the
-- next cleanup. By the address itself: the key of a customer who leaves is replaced at once.
create function forget_enquirer() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    with gone as (
        delete from enquiries where customer_id = old.id or lower(email) = lower(old.email) returning id
    )
    update media_files set owner_kind = null, owner_id = null, received_at = to_timestamp(0)
    where owner_kind = 'enquiry' and owner_id in (select id from gone);
    return old;
end
$$;
revoke execute on function forget_enquirer from public;
create trigger customers_forgotten_in_enquiries before delete on customers
    for each row execute function forget_enquirer();

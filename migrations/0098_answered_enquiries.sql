-- The inbox: who takes care of a message, what members note about it, and what they answer.

-- Who takes care of it.
alter table enquiries add column assignee_id bigint references staff (id) on delete set null;
create index enquiries_assignee on enquiries (assignee_id, id desc) where assignee_id is not null;

-- Notes of members to each other, and answers to the sender. They go with their enquiry.
-- owner: enquiries
create table enquiry_messages (
    id         bigint generated always as identity primary key,
    enquiry_id bigint not null references enquiries (id) on delete cascade,
    at         timestamptz not null,
    actor      text not null,
    text       text not null,
    -- Mailed to the sender.
    is_answer  boolean not null,
    constraint enquiry_messages_length check (text <> '' and length(text) <= 5000)
);
create index enquiry_messages_enquiry on enquiry_messages (enquiry_id, id);

grant select, insert on enquiry_messages to shop_staff;
grant select on enquiry_messages to shop_worker;

-- What the shop answered belongs to the copy of a person's data; what members noted for each other does not.
create or replace view exported_enquiries as
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
                where file.enquiry_id = enquiry.id),
            'replies', (
                select coalesce(jsonb_agg(jsonb_build_object('at', message.at, 'text', message.text) order by message.id), '[]')
                from enquiry_messages message
                where message.enquiry_id = enquiry.id and message.is_answer)
        ) as entry
    from enquiries enquiry join enquiry_form_versions version on version.id = enquiry.version_id;

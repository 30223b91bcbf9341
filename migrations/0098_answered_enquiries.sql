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

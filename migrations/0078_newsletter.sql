-- Subscribers without an account: they typed an address into the form of the footer and confirmed it by a link.

alter table email_tokens
    drop constraint email_tokens_purpose_known,
    add constraint email_tokens_purpose_known check (purpose in ('reset', 'register', 'email', 'subscribe')),
    drop constraint email_tokens_for_somebody,
    add constraint email_tokens_customer_known
        check (purpose in ('register', 'subscribe') or customer_id is not null);

-- owner: accounts
create table list_subscribers (
    list_id    bigint not null references subscription_lists (id) on delete cascade,
    -- In lower case.
    email      text not null,
    -- Ends the subscription from the link in an email.
    key        text not null,
    created_at timestamptz not null,
    constraint list_subscribers_pkey primary key (list_id, email),
    constraint list_subscribers_key_key unique (key),
    constraint list_subscribers_email_folded check (email = lower(email) and email <> '')
);
create index list_subscribers_email on list_subscribers (email);

grant select, insert, delete on list_subscribers to shop_web;
grant select on list_subscribers to shop_worker;
-- The footer names the list.
grant select on subscription_lists to shop_read;

-- Whoever creates an account with the address manages the subscription there.
create function adopt_list_subscriptions() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    with adopted as (
        delete from list_subscribers where email = lower(new.email) returning list_id, key, created_at
    )
    insert into subscriptions (customer_id, list_id, key, created_at)
    select new.id, list_id, key, created_at from adopted
    on conflict do nothing;
    return null;
end
$$;
revoke execute on function adopt_list_subscriptions from public;
create trigger customers_adopt_list_subscriptions after insert or update of email on customers
    for each row execute function adopt_list_subscriptions();

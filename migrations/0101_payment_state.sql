-- What the page of the payment settings shows, as figures alone: staff read neither attempts of buyers nor notices by it.
create function payment_state(moment timestamptz) returns table (
    tries bigint, accepted bigint, declined bigint, unknown bigint, last_try timestamptz, echecks_waiting bigint,
    ledger_read_at timestamptz, last_notice timestamptz, notices_waiting bigint
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select
        (select count(*) from payment_attempts where created_at > moment - interval '1 day'
            and kind in ('card', 'echeck')),
        (select count(*) from payment_attempts where created_at > moment - interval '1 day'
            and kind in ('card', 'echeck') and state in ('authorised', 'captured', 'processing', 'refunded', 'disputed')),
        (select count(*) from payment_attempts where created_at > moment - interval '1 day' and state = 'declined'),
        (select count(*) from payment_attempts where look_at is not null and state = 'unknown'),
        (select created_at from payment_attempts where kind in ('card', 'echeck') order by created_at desc limit 1),
        (select count(*) from payment_attempts where look_at is not null and kind = 'echeck' and state = 'processing'),
        (select finished_at from leases where name = 'reconciler'),
        (select max(received_at) from webhook_inbox),
        (select count(*) from webhook_inbox where done_at is null)
$$;
revoke execute on function payment_state from public;
grant execute on function payment_state to shop_staff;

create index webhook_inbox_received on webhook_inbox (received_at);

-- Which scripts payment pages may run is no secret.
grant select on script_inventory to shop_staff;

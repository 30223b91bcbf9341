-- Cash on delivery and bank transfer: payments that no provider makes. Their attempts are in `payment_attempts` like all
-- others; staff record the money.

alter table payment_attempts
    drop constraint payment_attempts_kind_known,
    add constraint payment_attempts_kind_known check (kind in ('card', 'echeck', 'cod', 'bacs'));

-- The courier's cash and the shop's bank account are accounts of their own.
alter table journal_entries
    drop constraint journal_entries_account_known,
    add constraint journal_entries_account_known
        check (account in ('provider', 'cash', 'bank', 'sales', 'shipping', 'taxes', 'refunds'));

alter table orders
    -- Null: the provider is paid.
    add column offline_method text,
    -- The phone number in one form, however it was typed. Only of these orders: their limit counts by it.
    add column phone_key text not null default '',
    -- An order that waits for a transfer is cancelled then.
    add column pay_by timestamptz,
    add constraint orders_offline_method_known check (offline_method in ('cod', 'bacs')),
    add constraint orders_phone_key_of_offline check (phone_key = '' or offline_method is not null),
    add constraint orders_pay_by_of_transfers check (pay_by is null or offline_method = 'bacs');
create index orders_open_offline on orders (phone_key, offline_method)
    where phone_key <> '' and paid_at is null and state in ('pending', 'on_hold', 'processing', 'shipped');
create index orders_pay_by on orders (pay_by) where state = 'on_hold' and pay_by is not null;

-- Staff record the money on the order's page.
grant update on payment_attempts to shop_staff;
grant insert on journals, journal_entries to shop_staff;
grant execute on function claim_stock, hold_stock to shop_staff;

-- The normalised phone number goes with the buyer's other data.
create function forget_phone_keys() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    update orders set phone_key = '' where customer_id = old.id and phone_key <> '';
    return old;
end
$$;
revoke execute on function forget_phone_keys from public;
create trigger customers_forgotten_in_phone_keys before delete on customers
    for each row execute function forget_phone_keys();

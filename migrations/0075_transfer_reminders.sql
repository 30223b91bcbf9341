-- One reminder before an order that waits for its transfer is cancelled.

alter table orders
    -- When the reminder was queued.
    add column reminded_at timestamptz,
    add constraint orders_reminded_of_transfers check (reminded_at is null or offline_method = 'bacs');

-- Proofs of bank transfers: private files that belong to an order, stored like those of enquiries. Only the buyer, with
-- the order's key, and staff read them.

alter table media_files drop constraint media_files_owner_known;
alter table media_files add constraint media_files_owner_known
    check (owner_kind in ('review', 'enquiry', 'order'));
alter table media_files drop constraint media_files_enquiry_private;
alter table media_files add constraint media_files_enquiry_private
    check ((purpose = 'enquiry') = (owner_kind in ('enquiry', 'order'))
        and (purpose <> 'enquiry' or public_name is null));

-- A proof names the buyer's bank account: it does not outlive the buyer's account. It belongs to nothing then, and is
-- old enough for the next cleanup.
create function forget_proofs() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    update media_files set owner_kind = null, owner_id = null, received_at = to_timestamp(0)
    where owner_kind = 'order' and owner_id in (select id from orders where customer_id = old.id);
    return old;
end
$$;
revoke execute on function forget_proofs from public;
create trigger customers_forgotten_in_proofs before delete on customers
    for each row execute function forget_proofs();

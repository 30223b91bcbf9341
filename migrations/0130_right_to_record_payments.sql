-- Whoever says that money has arrived gives goods away: a right of its own, as refunds are. The delivered roles that refund
-- any amount have it, and so have the owner's own roles that could do both until now.
update staff_roles set permissions = permissions || '{orders.payments}'
where not permissions @> '{orders.payments}'
    and (name in ('owner', 'manager')
         or (not is_delivered and permissions @> '{orders.edit,orders.refund}' and refund_limit is null));

-- What the buyer pays for the goods of a line: its total without what the coupons took off this line. The lines of an order
-- add up to its subtotal without its discount. Null in orders of earlier releases.
alter table order_lines
    add column paid_minor bigint,
    add constraint order_lines_paid_within check (paid_minor between 0 and total_minor) not valid;

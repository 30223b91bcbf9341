-- What a member moved of a product in the last day counts towards the limit of their role.
create index stock_actions_of_member on stock_actions (staff_id, item_id, done_at);

-- Old actions of the barcode tool are deleted; the ledger stays.
create index stock_actions_done on stock_actions (done_at) where undoes is null;
grant select, delete on stock_actions to shop_worker;

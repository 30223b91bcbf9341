-- An order that was not paid yet is paid with the stock of its goods, whatever their SKU is by then.
grant select on sku_renames to shop_web, shop_worker;

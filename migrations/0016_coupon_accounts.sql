-- "Once per customer" counts the account as well as the address of e-mail, so that another address is no second customer.
-- owner: cart
alter table coupon_uses add column account text;
create index coupon_uses_account on coupon_uses (coupon_id, account) where account is not null;

-- As use_coupon, which the release before still calls: under the coupon's lock, so that the last use is given away once.
-- Answers 'used' (it is this order's, now or already), 'already' (this customer has had all theirs) or 'invalid'.
create function spend_coupon(
    wanted bigint, for_order text, whose text, of_account text, moment timestamptz
) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    coupon public.coupons;
begin
    select * into coupon from public.coupons where id = wanted for update;
    if exists (select from public.coupon_uses where coupon_id = wanted and order_key = for_order) then
        return 'used';
    end if;
    if coupon.id is null or not coupon.is_active or coupon.starts_at > moment or coupon.ends_at <= moment
        or coupon.used >= coupon.max_uses then
        return 'invalid';
    end if;
    if (select count(*) from public.coupon_uses
        where coupon_id = wanted and (customer = whose or account = of_account)) >= coupon.max_uses_per_customer then
        return 'already';
    end if;
    update public.coupons set used = used + 1 where id = wanted;
    insert into public.coupon_uses (coupon_id, order_key, customer, account, used_at)
    values (wanted, for_order, whose, of_account, moment);
    return 'used';
end
$$;
revoke execute on function spend_coupon from public;
grant execute on function spend_coupon to shop_web, shop_worker;

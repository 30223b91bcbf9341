-- What affiliates brought to the shop, by day in UTC. Visits and orders that were refused do not count. A credit counts on the
-- day of its payment, without what refunds took back later.
create view report_affiliates as
select counted.day, counted.affiliate_id, affiliate.slug,
    sum(counted.visits)::bigint as visits,
    sum(counted.orders)::bigint as orders,
    sum(counted.credited_minor)::bigint as credited_minor,
    sum(counted.sales_minor)::bigint as sales_minor
from (
    select day, affiliate_id, visits, 0 as orders, 0 as credited_minor, 0 as sales_minor from affiliate_days
    union all
    select (referral.created_at at time zone 'UTC')::date, referral.affiliate_id, 0, 1, 0,
        case when bought.paid_at is not null then bought.total_minor - bought.refunded_minor else 0 end
    from affiliate_referrals referral join orders bought on bought.id = referral.order_id
    where referral.refusal is null
    union all
    select (created_at at time zone 'UTC')::date, affiliate_id, 0, 0, amount_minor - reversed_minor, 0
    from affiliate_credits
) counted
join affiliates affiliate on affiliate.id = counted.affiliate_id
group by counted.day, counted.affiliate_id, affiliate.slug;

-- A condition on the day reaches them.
create index affiliate_days_day on affiliate_days (day);
create index affiliate_referrals_day on affiliate_referrals (((created_at at time zone 'UTC')::date));
create index affiliate_credits_day on affiliate_credits (((created_at at time zone 'UTC')::date));

grant select on report_affiliates to shop_staff;

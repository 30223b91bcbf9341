//! Every SQL statement on the tables of affiliates.

mod accounts;
mod credits;
mod payouts;
mod rates;
mod referrals;
mod visits;

pub use accounts::{
    Affiliate, AffiliateRow, NewAffiliate, change, exists, find, find_active, find_by_customer,
    find_customer, insert, list, lock, settings, slug_suggestion,
};
pub use credits::{
    Credit, CreditRow, Journal, count_credits, credits, earned_by_month, insert_credit, insert_reversal,
    journals, lines, list_credits, list_unsettled, load_buyer, load_order, load_owner, reversals,
};
pub use payouts::{
    ExportRow, OpenAmount, Payout, cancel_payout, create_payout, export, list_open, list_payouts, mark_paid,
    sums,
};
pub use rates::{
    ProductRate, find_product, list_product_rates, product_rates, remove_product_rate, set_product_rate,
};
pub use referrals::{
    NewReferral, Referral, RefusedOrder, insert_referral, list_refused, lock_referral, refuse,
};
pub use visits::{
    NewVisit, VisitLimits, find_visit, hash_address, maintain_partitions, sweep_salts, sweep_visits, track,
    visits_by_day,
};

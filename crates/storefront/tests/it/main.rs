//! Endpoint tests: request to response, against a whole shop with its own database.

mod accounts;
mod attacks;
mod bundles;
mod cache;
mod calls;
mod cart;
mod catalogue;
mod checkout;
mod faults;
mod files;
mod form;
mod holds;
mod items;
mod jobs;
mod leaving;
mod letters;
mod limits;
mod links;
mod orders;
mod owners;
mod pages;
mod prices;
mod reconciler;
mod start;
mod totals;
mod unpaid;

//! Bulk edits of products: the form, the preview, the job with its progress and its report, and taking it back.

mod acts;
mod form;
mod items;
mod page;
mod preview;
mod reasons;
mod report;
mod rounding;
mod rows;
pub mod rules;
pub mod run;
mod standing;
mod store;
mod typed;
pub mod view;

pub(super) use store::rights as rights_of_member;

use edge::{
    Endpoint, Permission, Policy,
    policy::{NonceField, NonceKind, Priority, RateClass},
    registry::Location,
};

pub const BULK_URL: &str = "/ar/wp-admin/products/bulk/";
pub const JOBS_URL: &str = "/ar/wp-admin/products/jobs/";
const JOB_URL: &str = "/ar/wp-admin/products/jobs/{id}/";
const ACT_URL: &str = "/ar/wp-admin/products/jobs/{id}/act/";
const REPORT_URL: &str = "/ar/wp-admin/products/jobs/{id}/report/";

/// Nonce action of the forms.
const NONCE: &str = "staff.bulk";

pub fn endpoints() -> Vec<Endpoint> {
    let page =
        Policy { rate: RateClass::Staff, ..Policy::personal_page().for_staff(Permission::CatalogWrite) };
    let nonce = NonceKind::Session(NonceField { field: "nonce", action: NONCE, object: "" });
    let form = Policy { audit: true, ..Policy::form(RateClass::Staff, Priority(2)) };
    // A repeated act finds the job in another state and changes nothing; a form that is sent twice makes a second preview.
    let form = form.idempotent().nonce(nonce).for_staff(Permission::CatalogWrite);
    let progress = Policy::read_call(RateClass::Staff, Priority(4));
    vec![
        Endpoint::handler(Location::Page(BULK_URL), form::show).policy(page.clone()),
        Endpoint::handler(Location::Form(BULK_URL), form::create).policy(form.clone()),
        Endpoint::handler(Location::Page(JOBS_URL), page::list).policy(page.clone()),
        Endpoint::handler(Location::Page(JOB_URL), page::show).policy(page),
        Endpoint::handler(Location::Form(ACT_URL), acts::act).policy(form.clone()),
        Endpoint::handler(Location::Form(REPORT_URL), acts::download).policy(form.export()),
        Endpoint::handler(Location::WcAjax("staff_bulk_job"), page::progress)
            .policy(progress.nonce(nonce).for_staff(Permission::CatalogWrite).background()),
    ]
}

fn job_url(pattern: &str, job: i64) -> String {
    pattern.replace("{id}", &job.to_string())
}

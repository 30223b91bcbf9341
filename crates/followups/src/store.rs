//! Every SQL statement on the tables of follow-ups.

mod causes;
mod content;
mod links;
mod people;
mod plan;
mod queue;
mod templates;

pub use causes::{CauseSettings, Figures, cause, causes, figures, list_lists, set_cause};
pub use content::{find_owner, list_name, order_content, product_names, shop_name};
pub use links::{NewLinks, RestorableCart, StopLink, find_restorable, find_stop_link, new_token, set_links};
pub use people::person;
pub use plan::{plan_carts, plan_orders, stop_late, stop_planned, sweep};
pub use queue::{Followup, list_due, lock_planned, lock_queued, set_queued, settle, settle_one, stop};
pub use templates::{StoredTemplate, add_template, find_template, list_templates, newest_template};

//! What other crates may ask of reviews.

mod form;
mod links;
mod list;
mod media_owner;
mod media_views;
mod moderate;
mod pages;
mod requests;
mod submit;
mod views;

pub use form::{FormContext, form_view};
pub(crate) use form::{fields, nonces};
pub use links::ListLinks;
pub(crate) use links::parameters;
pub use list::{ReviewPage, list, list_view};
pub use media_owner::fetch_external;
pub(crate) use media_views::held as held_media;
pub(crate) use moderate::moderate;
pub(crate) use pages::purge_tags;
pub use pages::{
    PURGE_TAG, Rated, TOPICS_TAG, empty_section, grid_view, purge_tag, rated, rating_tag, section, slides,
    structured_reviews, tiles, trust_badge,
};
pub use requests::{LineToReview, invite, invited_address, list_order_lines};
pub use submit::{SubmitRequest, Submitted, submit};
pub use views::{ReviewItem, find_item, shop_item};

pub use crate::store::{
    PublishedFilter, PublishedReview, PublishedSort, Summary, change_state, count_published, list_published,
    summaries, summary,
};

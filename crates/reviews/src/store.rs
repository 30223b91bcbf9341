//! Every SQL statement on the tables of reviews.

mod form;
mod invitations;
mod lists;
mod published;
mod staff;
mod summaries;
mod topics;
mod votes;
mod write;

pub use form::{ReviewForm, settings, shop_name};
pub use invitations::{
    Invitation, LineToReview, add_invitation, confirm, confirmation_exists, create_confirmation,
    find_invitation, invited_address, list_order_lines, use_invitation,
};
pub use lists::{
    StoredReview, candidates, find_product, grid_ids, list_with_media, load, newest, page_ids,
    sort_candidates,
};
pub use published::{PublishedFilter, PublishedReview, PublishedSort, count_published, list_published};
pub use staff::{
    QueuedReview, count_by_state, find_for_staff, mark_external_requested, oldest_held, queue, reply,
};
pub use summaries::{Summary, TagCount, summaries, summary, summary_with_tags};
pub use topics::{add_topic, assign_topics, delete_topic, list_topics, list_topics_of, rename_topic};
pub use votes::{find_votes, vote};
pub use write::{
    NewReview, PurchasedLine, change_state, customer_email, find_purchase, find_repeated, forget_networks,
    has_recent, insert, is_verifiable_by, lock_state, recent_texts, set_media_count, sweep,
};

//! Every SQL statement on the tables of questions.

mod answers;
mod lists;
mod moderation;
mod people;
mod state;
mod votes;
mod write;

pub use answers::{StoredAnswer, first_answers, further_answers};
pub use lists::{
    FoundProduct, PublicQuestion, StoredQuestion, count, find_product, find_product_by_slug, find_public,
    load, page, search,
};
pub use moderation::{QueuedPost, count_by_state, oldest_held, queue_of_answers, queue_of_questions};
pub use people::{
    Asker, add_stop_key, find_asker, find_author, has_completed_order, list_name, settings, shop_name,
    stopped_address, sweep_stop_keys,
};
pub use state::{ChangedPost, change_answer, change_question};
pub use votes::{find_votes, vote};
pub use write::{
    NewPost, find_repeated_answer, find_repeated_question, forget_networks, has_foreign_answer, has_recent,
    insert_answer, insert_question, recent_texts, set_shop_answer,
};

//! Endpoints of questions: calls 22 to 25, and the pages for browsers without script.

mod author;
mod challenge;
mod list_page;
mod lists;
mod question_page;
mod stop;
mod submit;
mod write;

use edge::{
    Endpoint, Policy,
    policy::{DatabaseRole, NonceField, NonceKind, Priority, RateClass, Shape},
    registry::Location,
};
use reviews::votes;

use crate::{service::nonces, urls::*, votes::QuestionVotes};

pub fn endpoints() -> Vec<Endpoint> {
    calls().into_iter().chain(pages()).collect()
}

/// Signed for the product that the form is on.
fn form_nonce() -> NonceKind {
    NonceKind::Page(NonceField { field: "crNonce", action: nonces::NEW, object: "currentPostID" })
}

fn calls() -> Vec<Endpoint> {
    let read = Policy { database: DatabaseRole::Read, ..Policy::read_call(RateClass::Read, Priority(4)) };
    vec![
        Endpoint::handler(Location::Action("cr_show_more_qna"), lists::show_more).policy(read),
        Endpoint::handler(Location::Action("cr_new_qna"), submit::call)
            .policy(Policy::write_call(RateClass::Content, Priority(3)).nonce(form_nonce())),
        Endpoint::handler(Location::Action("cr_vote_question"), votes::call::<QuestionVotes>)
            .policy(Policy::write_call(RateClass::Vote, Priority(4))),
    ]
}

fn pages() -> Vec<Endpoint> {
    let json = Policy { shape: Shape::Json, ..Policy::personal_page() };
    let vote = NonceKind::Page(NonceField { field: "nonce", action: nonces::VOTE, object: "" });
    vec![
        Endpoint::public(LIST_URL, list_page::PARAMETERS, list_page::render).policy(Policy::public_page()),
        Endpoint::public(QUESTION_URL, question_page::PARAMETERS, question_page::render)
            .policy(Policy::public_page()),
        Endpoint::handler(Location::Page(WRITE_URL), write::show).policy(Policy::personal_page()),
        Endpoint::handler(Location::Form(WRITE_URL), write::send)
            .policy(Policy::form(RateClass::Content, Priority(3)).nonce(form_nonce())),
        Endpoint::handler(Location::Page(AUTHOR_URL), author::show).policy(json.clone()),
        Endpoint::handler(Location::Page(CHALLENGE_URL), challenge::issue).policy(json),
        Endpoint::handler(Location::Form(VOTE_URL), votes::form::<QuestionVotes>)
            .policy(Policy::form(RateClass::Vote, Priority(4)).nonce(vote)),
        Endpoint::handler(Location::Page(STOP_URL), stop::show).policy(Policy::personal_page()),
        // Mail clients post this too, without a session: the key in the address is the authorization.
        Endpoint::handler(Location::Form(STOP_URL), stop::stop)
            .policy(Policy::form(RateClass::Account, Priority(3)).idempotent()),
    ]
}

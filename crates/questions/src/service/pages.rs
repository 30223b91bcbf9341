//! A question's own page, and what search engines read of it.

use edge::{PublicShop, ShopZone, view::LinkView};
use kernel::msg;
use serde_json::{Value, json};

use super::{form, views};
use crate::{
    QuestionSettings,
    store::{self, PublicQuestion},
    urls::{VOTE_URL, list_url, product_url, question_url},
    view::{AnswerView, QuestionPageView, QuestionView},
};

/// Answers on one page of a question.
const ANSWERS_PER_PAGE: i64 = 20;

/// The question with its first answers, or with those after the answer `after`.
pub async fn question_page(
    shop: &PublicShop,
    found: PublicQuestion,
    after: Option<i64>,
) -> sqlx::Result<QuestionPageView> {
    let settings = shop.settings.get::<QuestionSettings>().await?;
    let PublicQuestion { question, product } = found;
    let id = question.id;
    let mut answers = match after {
        Some(after) => store::further_answers(&shop.db, id, after, ANSWERS_PER_PAGE + 1).await?,
        None => store::first_answers(&shop.db, &[id], ANSWERS_PER_PAGE + 1).await?,
    };
    let has_more = answers.len() > usize::try_from(ANSWERS_PER_PAGE).unwrap_or(0);
    answers.truncate(usize::try_from(ANSWERS_PER_PAGE).unwrap_or(0));
    let last = answers.last().map(|answer| answer.id);
    let text = |message: kernel::Message| shop.messages.text(message);
    let url = question_url(id);
    let zone = shop.settings.get::<ShopZone>().await?;
    let question = views::question_view(&settings, &zone, product.id, question, answers);
    let question = QuestionView { more_url: None, ..question };
    Ok(QuestionPageView {
        crumbs: vec![
            LinkView::new(text(msg::layout::HOME.into()), "/ar/"),
            LinkView::new(product.name.as_str(), product_url(&product.slug)),
            LinkView::new(text(msg::questions::TITLE.into()), list_url(&product.slug)),
            LinkView::new(kernel::text::clean(&question.text, 60), url.as_str()),
        ],
        item: views::item_view(&product),
        question,
        next_url: last.filter(|_| has_more).map(|last| format!("{url}?{}={last}", super::parameters::AFTER)),
        all_url: list_url(&product.slug),
        vote_url: VOTE_URL.to_owned(),
        vote_nonce: shop.nonces.sign(form::nonces::VOTE, "", shop.clock.now()),
    })
}

/// `QAPage` of one question. Search engines allow it on pages about a single question only, so the page of a product,
/// which lists several, has none.
pub fn structured(origin: &str, question: &QuestionView) -> Value {
    let url = format!("{origin}{}", question.url);
    let answer = |answer: &AnswerView| {
        let kind = if answer.is_shop { "Organization" } else { "Person" };
        json!({
            "@type": "Answer", "text": answer.text, "datePublished": answer.datetime,
            "url": format!("{url}#answer-{}", answer.id), "author": { "@type": kind, "name": answer.author },
        })
    };
    let (of_shop, others): (Vec<_>, Vec<_>) = question.answers.iter().partition(|answer| answer.is_shop);
    let mut entity = json!({
        "@type": "Question", "name": kernel::text::clean(&question.text, 110), "text": question.text,
        "answerCount": question.answer_count, "upvoteCount": question.votes.upvotes,
        "datePublished": question.datetime, "author": { "@type": "Person", "name": question.author },
    });
    if let Some(accepted) = of_shop.first() {
        entity["acceptedAnswer"] = answer(accepted);
    }
    if !others.is_empty() {
        entity["suggestedAnswer"] = others.into_iter().map(answer).collect();
    }
    json!({ "@context": "https://schema.org", "@type": "QAPage", "mainEntity": entity })
}

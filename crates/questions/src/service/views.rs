//! Views of stored questions and answers.

use std::collections::HashMap;

use chrono::{DateTime, SecondsFormat, Utc};
use edge::{PublicShop, ShopZone};
use kernel::Zone;
use reviews::view::{ReviewItemView, VotesView};

use crate::{
    QuestionSettings,
    store::{self, FoundProduct, StoredAnswer, StoredQuestion},
    urls::{answer_url, product_url, question_url},
    view::{AnswerView, QuestionView},
};

/// Answers of a question in lists.
const ANSWERS_IN_LISTS: i64 = 3;

pub fn item_view(product: &FoundProduct) -> ReviewItemView {
    ReviewItemView {
        id: product.id.to_string(),
        name: product.name.clone(),
        note: product.note.clone(),
        url: product_url(&product.slug),
        picture: None,
    }
}

/// Adds their first answers to questions.
pub async fn with_answers(
    shop: &PublicShop,
    settings: &QuestionSettings,
    product: i64,
    questions: Vec<StoredQuestion>,
) -> sqlx::Result<Vec<QuestionView>> {
    let answered: Vec<i64> = questions.iter().filter(|one| one.answers > 0).map(|one| one.id).collect();
    let mut answers: HashMap<i64, Vec<StoredAnswer>> = HashMap::new();
    for answer in store::first_answers(&shop.db, &answered, ANSWERS_IN_LISTS).await? {
        answers.entry(answer.question_id).or_default().push(answer);
    }
    let zone = shop.settings.get::<ShopZone>().await?;
    Ok(questions
        .into_iter()
        .map(|question| {
            let own = answers.remove(&question.id).unwrap_or_default();
            question_view(settings, &zone, product, question, own)
        })
        .collect())
}

pub fn question_view(
    settings: &QuestionSettings,
    zone: &Zone,
    product: i64,
    question: StoredQuestion,
    answers: Vec<StoredAnswer>,
) -> QuestionView {
    let url = question_url(question.id);
    let has_more = i64::from(question.answers) > i64::try_from(answers.len()).unwrap_or(i64::MAX);
    QuestionView {
        id: question.id.to_string(),
        more_url: has_more.then(|| url.clone()),
        answer_url: settings.is_open.then(|| answer_url(product, question.id)),
        url,
        author: question.name,
        date: zone.date(question.created_at),
        datetime: timestamp(question.created_at),
        text: question.text,
        answers: answers.into_iter().map(|answer| answer_view(settings, zone, answer)).collect(),
        answer_count: question.answers.into(),
        votes: VotesView {
            upvotes: question.upvotes.into(),
            downvotes: question.downvotes.into(),
            current: 0,
        },
    }
}

fn answer_view(settings: &QuestionSettings, zone: &Zone, answer: StoredAnswer) -> AnswerView {
    AnswerView {
        id: answer.id.to_string(),
        author: if answer.is_shop { settings.shop_name.clone() } else { answer.name },
        is_shop: answer.is_shop,
        date: zone.date(answer.created_at),
        datetime: timestamp(answer.created_at),
        text: answer.text,
    }
}

fn timestamp(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Secs, true)
}

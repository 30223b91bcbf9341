//! Scenarios of buyers: most buy once without complications.

use rand::RngExt;

use crate::{
    buyer::{Added, Buyer},
    form::{self, Fields, PaymentSource},
    history::{FormOutcome, Receipt},
    stock::Product,
};

pub const CHECKOUT: &str = "/ar/checkout/";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scenario {
    Plain,
    /// Submits the form twice.
    DoubleClick,
    /// Submits the form repeatedly without waiting for a response.
    RetryStorm,
    /// Opens the checkout twice and submits both forms.
    TwoTabs,
    /// Places the order first, and then pays it twice concurrently.
    PayRace,
    Echeck,
    /// The first card is declined, the second one is approved.
    SecondCard,
    /// The card is declined, and the buyer gives up.
    BadCard,
    /// Opens the checkout and leaves.
    Leaves,
}

impl Scenario {
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::DoubleClick => "double click",
            Self::RetryStorm => "retry storm",
            Self::TwoTabs => "two tabs",
            Self::PayRace => "pay race",
            Self::Echeck => "eCheck",
            Self::SecondCard => "second card",
            Self::BadCard => "bad card",
            Self::Leaves => "leaves",
        }
    }

    /// Shares in percent.
    pub const MIX: [(Self, u32); 9] = [
        (Self::Plain, 40),
        (Self::DoubleClick, 14),
        (Self::RetryStorm, 8),
        (Self::TwoTabs, 6),
        (Self::PayRace, 10),
        (Self::Echeck, 10),
        (Self::SecondCard, 4),
        (Self::BadCard, 3),
        (Self::Leaves, 5),
    ];

    pub fn pick(rng: &mut impl RngExt, mix: &[(Self, u32)]) -> Self {
        let whole: u32 = mix.iter().map(|(_, share)| share).sum();
        let mut point = rng.random_range(0..whole.max(1));
        for (scenario, share) in mix {
            match point.checked_sub(*share) {
                Some(left) => point = left,
                None => return *scenario,
            }
        }
        Self::Plain
    }
}

/// Buys one piece of a product in this scenario.
pub async fn buy(buyer: &Buyer, scenario: Scenario, product: &Product) {
    buyer.record().scenario = scenario.name();
    match buyer.add(product, 1).await {
        Added::Yes => {}
        Added::SoldOut => return buyer.record().turned_away = Some(FormOutcome::SoldOut),
        Added::Unknown => return buyer.record().turned_away = Some(FormOutcome::Nothing),
    }
    if check_out(buyer, scenario).await.is_none() && buyer.record().forms.is_empty() {
        buyer.record().turned_away = Some(FormOutcome::Nothing);
    }
}

/// `None`: there was no response before a form could be submitted.
async fn check_out(buyer: &Buyer, scenario: Scenario) -> Option<()> {
    let email = buyer.record().email.clone();
    let page = buyer.open(CHECKOUT).await?;
    let source = match scenario {
        Scenario::Leaves => return Some(()),
        Scenario::PayRace => PaymentSource::Later,
        Scenario::Echeck => buyer.bank().await?,
        Scenario::SecondCard | Scenario::BadCard => buyer.bad_card().await?,
        _ => buyer.good_card().await?,
    };
    let Some(fields) = form::checkout(&page, &email, &source) else {
        buyer.record().turned_away = Some(FormOutcome::Empty);
        return Some(());
    };
    match scenario {
        Scenario::DoubleClick => {
            let (one, other) =
                tokio::join!(buyer.post(CHECKOUT, &fields), buyer.post_until_final(CHECKOUT, &fields));
            let outcomes = std::iter::once(one).chain(other).collect();
            buyer.record_form(&fields, outcomes);
        }
        Scenario::RetryStorm => send_retry_storm(buyer, &fields).await,
        Scenario::TwoTabs => {
            let page = buyer.open(CHECKOUT).await?;
            let source = buyer.good_card().await?;
            let Some(second) = form::checkout(&page, &email, &source) else { return Some(()) };
            let (one, other) = tokio::join!(
                buyer.post_until_final(CHECKOUT, &fields),
                buyer.post_until_final(CHECKOUT, &second)
            );
            buyer.record_form(&fields, one);
            buyer.record_form(&second, other);
        }
        Scenario::PayRace => {
            let outcomes = buyer.post_until_final(CHECKOUT, &fields).await;
            if let Some(receipt) = buyer.record_form(&fields, outcomes) {
                race(buyer, &receipt).await?;
            }
        }
        Scenario::SecondCard => {
            let outcomes = buyer.post_until_final(CHECKOUT, &fields).await;
            let declined = outcomes.last() == Some(&FormOutcome::Declined);
            buyer.record_form(&fields, outcomes);
            if declined {
                let page = buyer.open(CHECKOUT).await?;
                let source = buyer.good_card().await?;
                let Some(again) = form::checkout(&page, &email, &source) else { return Some(()) };
                let outcomes = buyer.post_until_final(CHECKOUT, &again).await;
                buyer.record_form(&again, outcomes);
            }
        }
        _ => {
            let outcomes = buyer.post_until_final(CHECKOUT, &fields).await;
            buyer.record_form(&fields, outcomes);
        }
    }
    Some(())
}

/// Five concurrent submissions, and then retries until the outcome is final.
async fn send_retry_storm(buyer: &Buyer, fields: &Fields) {
    let waves = (0..5).map(|_| async {
        buyer.pause(300).await;
        buyer.post(CHECKOUT, fields).await
    });
    let mut outcomes = futures_util::future::join_all(waves).await;
    if !outcomes.iter().any(FormOutcome::is_final) {
        outcomes.extend(buyer.post_until_final(CHECKOUT, fields).await);
    }
    buyer.record_form(fields, outcomes);
}

/// Two tokens and two forms for one order.
async fn race(buyer: &Buyer, receipt: &Receipt) -> Option<()> {
    let path = format!("/ar/checkout/order-pay/{}/?pay_for_order=true&key={}", receipt.number, receipt.key);
    let page = buyer.open(&path).await?;
    let (one, other) = tokio::join!(buyer.good_card(), buyer.good_card());
    let (one, other) = (form::order_pay(&page, &path, &one?), form::order_pay(&page, &path, &other?));
    // Without a form the order is no longer payable.
    let (Some(one), Some(other)) = (one, other) else { return Some(()) };
    let (first, second) =
        tokio::join!(buyer.post_until_final(&path, &one), buyer.post_until_final(&path, &other));
    buyer.record().payments.extend(first.into_iter().chain(second).filter(FormOutcome::is_final));
    Some(())
}

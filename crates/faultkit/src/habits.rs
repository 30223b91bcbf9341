//! How people buy: most of them once and in peace, some of them not.

use rand::RngExt;

use crate::{
    buyer::{Added, Buyer},
    form::{self, Fields, Means},
    history::{Receipt, Told},
    stock::Product,
};

pub const CHECKOUT: &str = "/ar/checkout/";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Habit {
    Plain,
    /// Presses the button twice.
    DoubleClick,
    /// Sends the form again and again, without waiting for an answer.
    RetryStorm,
    /// Has the checkout open twice, and sends both.
    TwoTabs,
    /// Orders first and pays later, from two places at once.
    PayRace,
    Echeck,
    /// The first card is declined, the second one is good.
    SecondCard,
    /// The card is declined, and that is that.
    BadCard,
    /// Looks at the checkout and goes away.
    Leaves,
}

impl Habit {
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

    /// Of a hundred buyers, so many of each.
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

    pub fn draw(dice: &mut impl RngExt, mix: &[(Self, u32)]) -> Self {
        let whole: u32 = mix.iter().map(|(_, share)| share).sum();
        let mut at = dice.random_range(0..whole.max(1));
        for (habit, share) in mix {
            match at.checked_sub(*share) {
                Some(left) => at = left,
                None => return *habit,
            }
        }
        Self::Plain
    }
}

/// A whole errand: one piece of a product, in the way this buyer does it.
pub async fn buy(buyer: &Buyer, habit: Habit, product: &Product) {
    buyer.record().habit = habit.name();
    match buyer.add(product, 1).await {
        Added::Yes => {}
        Added::SoldOut => return buyer.record().turned_away = Some(Told::SoldOut),
        Added::Unknown => return buyer.record().turned_away = Some(Told::Nothing),
    }
    if go_on(buyer, habit).await.is_none() && buyer.record().forms.is_empty() {
        buyer.record().turned_away = Some(Told::Nothing);
    }
}

/// `None`: somebody did not answer before there was anything to send.
async fn go_on(buyer: &Buyer, habit: Habit) -> Option<()> {
    let email = buyer.record().email.clone();
    let page = buyer.open(CHECKOUT).await?;
    let means = match habit {
        Habit::Leaves => return Some(()),
        Habit::PayRace => Means::Later,
        Habit::Echeck => buyer.bank().await?,
        Habit::SecondCard | Habit::BadCard => buyer.bad_card().await?,
        _ => buyer.good_card().await?,
    };
    let Some(fields) = form::checkout(&page, &email, &means) else {
        buyer.record().turned_away = Some(Told::Empty);
        return Some(());
    };
    match habit {
        Habit::DoubleClick => {
            let (one, other) =
                tokio::join!(buyer.post(CHECKOUT, &fields), buyer.post_until_told(CHECKOUT, &fields));
            let told = std::iter::once(one).chain(other).collect();
            buyer.note(&fields, told);
        }
        Habit::RetryStorm => storm(buyer, &fields).await,
        Habit::TwoTabs => {
            let page = buyer.open(CHECKOUT).await?;
            let means = buyer.good_card().await?;
            let Some(second) = form::checkout(&page, &email, &means) else { return Some(()) };
            let (one, other) = tokio::join!(
                buyer.post_until_told(CHECKOUT, &fields),
                buyer.post_until_told(CHECKOUT, &second)
            );
            buyer.note(&fields, one);
            buyer.note(&second, other);
        }
        Habit::PayRace => {
            let told = buyer.post_until_told(CHECKOUT, &fields).await;
            if let Some(receipt) = buyer.note(&fields, told) {
                race(buyer, &receipt).await?;
            }
        }
        Habit::SecondCard => {
            let told = buyer.post_until_told(CHECKOUT, &fields).await;
            let declined = told.last() == Some(&Told::Declined);
            buyer.note(&fields, told);
            if declined {
                let page = buyer.open(CHECKOUT).await?;
                let means = buyer.good_card().await?;
                let Some(again) = form::checkout(&page, &email, &means) else { return Some(()) };
                let told = buyer.post_until_told(CHECKOUT, &again).await;
                buyer.note(&again, told);
            }
        }
        _ => {
            let told = buyer.post_until_told(CHECKOUT, &fields).await;
            buyer.note(&fields, told);
        }
    }
    Some(())
}

/// Five at once, and then for as long as it takes.
async fn storm(buyer: &Buyer, fields: &Fields) {
    let waves = (0..5).map(|_| async {
        buyer.pause(300).await;
        buyer.post(CHECKOUT, fields).await
    });
    let mut told = futures_util::future::join_all(waves).await;
    if !told.iter().any(Told::is_final) {
        told.extend(buyer.post_until_told(CHECKOUT, fields).await);
    }
    buyer.note(fields, told);
}

/// Two tokens, two forms, one order.
async fn race(buyer: &Buyer, receipt: &Receipt) -> Option<()> {
    let path = format!("/ar/checkout/order-pay/{}/?pay_for_order=true&key={}", receipt.number, receipt.key);
    let page = buyer.open(&path).await?;
    let (one, other) = tokio::join!(buyer.good_card(), buyer.good_card());
    let (one, other) = (form::order_pay(&page, &path, &one?), form::order_pay(&page, &path, &other?));
    // Without a form it is no longer to be paid: that is said on its own page.
    let (Some(one), Some(other)) = (one, other) else { return Some(()) };
    let (first, second) =
        tokio::join!(buyer.post_until_told(&path, &one), buyer.post_until_told(&path, &other));
    buyer.record().payments.extend(first.into_iter().chain(second).filter(Told::is_final));
    Some(())
}

//! Writing reviews, and what decides whether they are published.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::CustomerId;
use moderation::ItemState as ReviewState;
use sqlx::{PgConnection, PgExecutor, PgPool, types::Json};

use crate::rules::{ReviewDraft, index_keys};

/// A bought line of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PurchasedLine {
    pub order_id: i64,
    pub position: i16,
}

pub struct NewReview<'a> {
    /// `None`: a review of the shop.
    pub product: Option<i64>,
    pub draft: &'a ReviewDraft,
    pub customer: Option<CustomerId>,
    pub purchase: Option<PurchasedLine>,
    /// The address was proved by a link that was mailed to it.
    pub is_confirmed: bool,
    pub signals: &'a [String],
    pub visitor: &'a [u8],
    pub address: &'a str,
    pub now: DateTime<Utc>,
}

/// Inserts a held review. Returns `None` if the address has reviewed the item before.
pub async fn insert(db: impl PgExecutor<'_>, new: &NewReview<'_>) -> sqlx::Result<Option<i64>> {
    let draft = new.draft;
    sqlx::query_scalar!(
        "insert into reviews (product_id, rating, criteria, answers, text, keys, name, email, customer_id, order_id,
                              order_position, is_verified, is_confirmed, signals, visitor, address, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $10::bigint is not null, $12, $13, $14, $15, $16)
         on conflict do nothing returning id",
        new.product,
        draft.rating.map(i16::from),
        Json(&draft.criteria) as _,
        Json(&draft.answers) as _,
        draft.text,
        &index_keys(&draft.text, new.product),
        draft.name,
        draft.email.as_str(),
        new.customer.map(|customer| customer.0),
        new.purchase.map(|line| line.order_id),
        new.purchase.map(|line| line.position),
        new.is_confirmed,
        new.signals,
        new.visitor,
        new.address,
        new.now
    )
    .fetch_optional(db)
    .await
}

pub async fn set_media_count(db: impl PgExecutor<'_>, review: i64, count: i16) -> sqlx::Result<()> {
    sqlx::query!("update reviews set media_count = $2 where id = $1", review, count).execute(db).await?;
    Ok(())
}

/// A review that is the same as one that was just sent.
#[derive(Debug, Clone, Copy)]
pub struct RepeatedReview {
    pub is_published: bool,
}

/// Finds a review with this text that the same visitor sent about the item from the same network within a day.
pub async fn find_repeated(
    db: impl PgExecutor<'_>,
    product: Option<i64>,
    text: &str,
    visitor: &[u8],
    address: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<RepeatedReview>> {
    sqlx::query_as!(
        RepeatedReview,
        r#"select state = 'published' as "is_published!" from reviews
           where address = $1 and address <> '' and coalesce(product_id, 0) = coalesce($2::bigint, 0) and text = $3 and visitor = $4
             and created_at > $5
           order by id desc limit 1"#,
        address,
        product,
        text,
        visitor,
        now - TimeDelta::days(1)
    )
    .fetch_optional(db)
    .await
}

/// Whether this session, from this network, has written a review within the hour.
pub async fn has_recent(
    db: impl PgExecutor<'_>,
    visitor: &[u8],
    address: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from reviews where address = $1 and address <> '' and visitor = $2
               and created_at > $3) as "found!""#,
        address,
        visitor,
        now - TimeDelta::hours(1)
    )
    .fetch_one(db)
    .await
}

/// Advisory-lock id; any constant unique to these figures.
const FIGURES_LOCK: i64 = 7_310_024;

/// A review whose state has changed.
#[derive(Debug, Clone, Copy)]
pub struct ChangedReview {
    pub product_id: Option<i64>,
}

/// Changes the state of a review in the caller's transaction, and in the same statement the figures that depend on it.
/// Returns `None` if the review
/// does not exist or has the state already.
pub async fn change_state(
    db: &mut PgConnection,
    review: i64,
    state: ReviewState,
    reason: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<ChangedReview>> {
    lock_figures(db).await?;
    if state == ReviewState::Published {
        return publish(db, review, now).await;
    }
    if let Some(changed) = withdraw(&mut *db, review, state, reason).await? {
        return Ok(Some(changed));
    }
    sqlx::query_as!(
        ChangedReview,
        "update reviews set state = $2, reason = $3 where id = $1 and state <> 'published' and state <> $2
         returning product_id",
        review,
        state as ReviewState,
        reason
    )
    .fetch_optional(db)
    .await
}

/// One change after another: each writes several rows of figures, in an order that the database chooses.
pub(super) async fn lock_figures(db: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!(r#"select pg_advisory_xact_lock($1) as "locked: ()""#, FIGURES_LOCK).execute(db).await?;
    Ok(())
}

/// The state of a review and why it was refused.
#[derive(Debug, Clone)]
pub struct CurrentState {
    pub state: ReviewState,
    pub reason: String,
}

/// Returns the state of a review, which nobody else changes until the transaction ends.
pub async fn lock_state(db: &mut PgConnection, review: i64) -> sqlx::Result<Option<CurrentState>> {
    // In the order of `change_state`: the figures, then the review.
    lock_figures(db).await?;
    sqlx::query_as!(
        CurrentState,
        r#"select state as "state: ReviewState", reason from reviews where id = $1 for update"#,
        review
    )
    .fetch_optional(db)
    .await
}

async fn publish(
    db: &mut PgConnection,
    review: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<ChangedReview>> {
    sqlx::query_as!(
        ChangedReview,
        r#"
        with changed as (
            update reviews set state = 'published', reason = '', published_at = coalesce(published_at, $2)
            where id = $1 and state <> 'published'
            returning id, product_id, rating, media_count
        ),
        scored as (
            insert into review_scores (review_id, product_id, rating, upvotes, downvotes)
            select id, product_id, rating,
                (select count(*) from review_votes vote where vote.review_id = changed.id and vote.value = 1),
                (select count(*) from review_votes vote where vote.review_id = changed.id and vote.value = -1)
            from changed
        ),
        scopes as (
            select changed.*, scope.id as scope from changed
            cross join lateral (values (product_id), (case when product_id is null then -1 end), (0)) as scope (id)
            where scope.id is not null
        ),
        counted as (
            insert into review_summaries as old (scope, count, sum, rated_1, rated_2, rated_3, rated_4, rated_5, media)
            select scope, 1, coalesce(rating, 0), coalesce(rating = 1, false)::integer,
                coalesce(rating = 2, false)::integer, coalesce(rating = 3, false)::integer,
                coalesce(rating = 4, false)::integer, coalesce(rating = 5, false)::integer, media_count
            from scopes
            on conflict (scope) do update set
                count = old.count + 1, sum = old.sum + excluded.sum, rated_1 = old.rated_1 + excluded.rated_1,
                rated_2 = old.rated_2 + excluded.rated_2, rated_3 = old.rated_3 + excluded.rated_3,
                rated_4 = old.rated_4 + excluded.rated_4, rated_5 = old.rated_5 + excluded.rated_5,
                media = old.media + excluded.media
        ),
        tagged as (
            insert into review_tag_counts as old (scope, tag_id, count)
            select scopes.scope, link.tag_id, 1 from scopes
            join review_tag_links link on link.review_id = scopes.id
            on conflict (scope, tag_id) do update set count = old.count + 1
        )
        select product_id from changed
        "#,
        review,
        now
    )
    .fetch_optional(db)
    .await
}

async fn withdraw(
    db: &mut PgConnection,
    review: i64,
    state: ReviewState,
    reason: &str,
) -> sqlx::Result<Option<ChangedReview>> {
    sqlx::query_as!(
        ChangedReview,
        r#"
        with changed as (
            update reviews set state = $2, reason = $3 where id = $1 and state = 'published'
            returning id, product_id, rating, media_count
        ),
        unscored as (delete from review_scores using changed where review_id = changed.id),
        scopes as (
            select changed.*, scope.id as scope from changed
            cross join lateral (values (coalesce(product_id, -1)), (0)) as scope (id)
        ),
        counted as (
            update review_summaries old set
                count = old.count - 1, sum = old.sum - coalesce(rating, 0),
                rated_1 = old.rated_1 - coalesce(rating = 1, false)::integer,
                rated_2 = old.rated_2 - coalesce(rating = 2, false)::integer,
                rated_3 = old.rated_3 - coalesce(rating = 3, false)::integer,
                rated_4 = old.rated_4 - coalesce(rating = 4, false)::integer,
                rated_5 = old.rated_5 - coalesce(rating = 5, false)::integer,
                media = old.media - media_count
            from scopes where old.scope = scopes.scope
        ),
        tagged as (
            update review_tag_counts old set count = old.count - 1
            from scopes join review_tag_links link on link.review_id = scopes.id
            where old.scope = scopes.scope and old.tag_id = link.tag_id
        )
        select product_id from changed
        "#,
        review,
        state as ReviewState,
        reason
    )
    .fetch_optional(db)
    .await
}

/// Finds a line that the customer bought in an order that has arrived: of the product, or of any for the shop. Reads
/// orders, which are another crate's, because only they prove a purchase.
pub async fn find_purchase(
    db: impl PgExecutor<'_>,
    customer: CustomerId,
    product: Option<i64>,
) -> sqlx::Result<Option<PurchasedLine>> {
    sqlx::query_as!(
        PurchasedLine,
        "select line.order_id, line.position from orders bought
         join order_lines line on line.order_id = bought.id
         where bought.customer_id = $1 and bought.state in ('delivered', 'completed') and ($2::bigint is null or line.product_id = $2)
         order by bought.id desc, line.position limit 1",
        customer.0,
        product
    )
    .fetch_optional(db)
    .await
}

/// Whether the order of an invitation still counts as arrived: a refund takes the proof back.
pub async fn is_verifiable_by(db: impl PgExecutor<'_>, order: i64) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        r#"select true as "found!" from orders where id = $1 and state in ('delivered', 'completed')"#,
        order
    )
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

/// Texts of recent reviews that a new one is compared with: the item's, also those that wait for staff, and those from the
/// same network.
pub async fn recent_texts(
    db: impl PgExecutor<'_>,
    product: Option<i64>,
    address: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<String>> {
    // `is not distinct from` uses no index, so the shop has a branch of its own.
    sqlx::query_scalar!(
        r#"
        select recent.text as "text!" from (
            (select text, created_at from reviews
             where state = 'published' and product_id = $1 order by id desc limit 100)
            union all
            (select text, created_at from reviews
             where $1::bigint is null and state = 'published' and product_id is null order by id desc limit 100)
            union all
            (select text, created_at from (select text, created_at, product_id from reviews where state = 'held'
                                           order by id desc limit 500) held
             where coalesce(product_id, 0) = coalesce($1::bigint, 0))
            union all
            (select text, created_at from reviews where address = $2 and address <> '' order by id desc limit 100)
        ) recent
        where recent.created_at > $3
        "#,
        product,
        address,
        now - TimeDelta::days(30)
    )
    .fetch_all(db)
    .await
}

/// Forgets sessions and networks of up to 1,000 reviews and as many votes that are older than 30 days.
pub async fn forget_networks(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let before = now - TimeDelta::days(30);
    let reviews = sqlx::query!(
        "update reviews set address = '', visitor = null where id in (
             select id from reviews where address <> '' and created_at < $1 limit 1000)",
        before
    )
    .execute(db)
    .await?;
    let votes = sqlx::query!(
        "update review_votes set address = '' where (review_id, voter) in (
             select review_id, voter from review_votes where address <> '' and voted_at < $1 limit 1000)",
        before
    )
    .execute(db)
    .await?;
    Ok(reviews.rows_affected() + votes.rows_affected())
}

/// Deletes up to 1,000 expired rows of each kind.
pub async fn sweep(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let challenges = moderation::captcha::sweep(db, now).await?;
    let confirmations = sqlx::query!(
        "delete from review_confirmations where token_hash in (
             select token_hash from review_confirmations where expires_at < $1 limit 1000)",
        now
    )
    .execute(db)
    .await?;
    let invitations = sqlx::query!(
        "delete from review_invitations where token_hash in (
             select token_hash from review_invitations where expires_at < $1 limit 1000)",
        now
    )
    .execute(db)
    .await?;
    Ok(challenges + confirmations.rows_affected() + invitations.rows_affected())
}

/// Reads `customers`, which is `accounts`', in the transaction of the review.
pub async fn customer_email(db: impl PgExecutor<'_>, customer: CustomerId) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select email from customers where id = $1", customer.0).fetch_optional(db).await
}

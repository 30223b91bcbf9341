//! One open stream: what it sends, and when it ends.

use std::{
    convert::Infallible,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use edge::{
    Shop, Visitor, presence,
    session::{StaffMember, find_staff_member},
};
use hyper::body::{Body, Frame};
use tokio::{
    sync::{
        broadcast::{Receiver, error::RecvError},
        mpsc,
    },
    time::{Instant, MissedTickBehavior},
};

use super::{
    hub::{Batch, Live, OpenStream},
    rules::{Change, Cursor, Kind, Place, visible_changes},
    store,
    view::LiveMessage,
};

/// The browser comes back by itself.
const MAX_AGE: Duration = Duration::from_secs(5 * 60);
/// How soon a stopped member's stream ends, and how soon somebody who comes is seen.
const LOOK_EVERY: Duration = Duration::from_secs(3);
/// Each so many looks a line without meaning tells proxies, and this server, that the other side is there.
const COMMENT_EVERY: u32 = 5;
/// Milliseconds after which the browser comes back.
const RETRY: &str = "retry: 3000\n\n";
/// Messages that a slow browser may be behind: then it has to come back.
const WAITING: usize = 16;

/// The body of the answer: ends with the task that writes it.
pub struct Lines(mpsc::Receiver<Bytes>);

impl Body for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|line| line.map(|bytes| Ok(Frame::data(bytes))))
    }
}

pub struct Stream {
    pub live: Live,
    pub shop: Shop,
    pub visitor: Visitor,
    pub member: StaffMember,
    /// What the member has open.
    pub place: Option<Place>,
    /// Where the browser was.
    pub since: Option<Cursor>,
}

/// The other side is gone or too slow.
struct Gone;

impl Stream {
    /// Starts the stream and returns what it sends. It is open for as long as its task runs.
    pub fn start(self, open: OpenStream) -> Lines {
        let (sender, receiver) = mpsc::channel(WAITING);
        let batches = self.live.listen(&self.shop);
        tokio::spawn(async move {
            // However it ends, the browser comes back and is refused or served by then.
            let _ = self.run(batches, Output { sender, here: None }).await;
            drop(open);
        });
        Lines(receiver)
    }

    async fn run(mut self, mut batches: Receiver<Arc<Batch>>, mut output: Output) -> Result<(), Gone> {
        let stopping = self.live.stopping();
        output.text(RETRY.to_owned())?;
        self.greet(&output).await?;
        let end = tokio::time::sleep_until(Instant::now() + MAX_AGE);
        let mut end = std::pin::pin!(end);
        let mut looks = tokio::time::interval(LOOK_EVERY);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut count = 0;
        let closed = output.sender.clone();
        loop {
            tokio::select! {
                () = closed.closed() => return Err(Gone),
                () = stopping.cancelled() => return Ok(()),
                () = &mut end => return Ok(()),
                _ = looks.tick() => {
                    self.check().await?;
                    let here = here(&self.shop, &self.member, self.place).await;
                    output.say_who(here)?;
                    count += 1;
                    if count % COMMENT_EVERY == 0 {
                        output.text(":\n\n".to_owned())?;
                    }
                }
                batch = batches.recv() => {
                    // Before anything is told.
                    self.check().await?;
                    match batch {
                        Ok(batch) => output.send_changes(batch.cursor.text(), &batch.changes, &self.member)?,
                        Err(RecvError::Lagged(_)) => {
                            let at = self.shop.clock.now().timestamp_millis();
                            let key = |kind: Kind| format!("behind-{}-{at}", kind.name());
                            let many = Kind::ALL.map(|kind| Change::many(kind, key(kind)));
                            output.send_changes(String::new(), &many, &self.member)?;
                        }
                        Err(RecvError::Closed) => return Ok(()),
                    }
                }
            }
        }
    }

    /// The first message: where the stream begins, and what was missed since the last one.
    async fn greet(&self, output: &Output) -> Result<(), Gone> {
        let first = answer(&self.shop, &self.member, self.since, None).await.map_err(|_| Gone)?;
        output.message(&first)
    }

    /// Reads the member's rights again. A session that has ended ends the stream.
    async fn check(&mut self) -> Result<(), Gone> {
        let now = self.shop.clock.now();
        let found = find_staff_member(&self.shop.db, &self.visitor, now, false).await;
        let member = found.ok().flatten().filter(|member| member.id == self.member.id);
        self.member = member.ok_or(Gone)?;
        self.place = self.place.filter(|place| self.member.may(place.kind.permission()));
        Ok(())
    }
}

struct Output {
    sender: mpsc::Sender<Bytes>,
    /// Who was last told to be there.
    here: Option<Vec<String>>,
}

impl Output {
    fn text(&self, text: String) -> Result<(), Gone> {
        self.sender.try_send(text.into()).map_err(|_| Gone)
    }

    /// JSON has no line breaks of its own.
    fn message(&self, message: &LiveMessage) -> Result<(), Gone> {
        let json = serde_json::to_string(message).map_err(|_| Gone)?;
        // Without a cursor the browser keeps the last one.
        let id = if message.cursor.is_empty() { String::new() } else { format!("id: {}\n", message.cursor) };
        self.text(format!("{id}data: {json}\n\n"))
    }

    fn send_changes(&self, cursor: String, changes: &[Change], member: &StaffMember) -> Result<(), Gone> {
        let changes = visible_changes(changes, member);
        if changes.is_empty() {
            return Ok(());
        }
        self.message(&LiveMessage { cursor, changes, here: None })
    }

    fn say_who(&mut self, here: Option<Vec<String>>) -> Result<(), Gone> {
        if here.is_none() || here == self.here {
            return Ok(());
        }
        let has_changed = self.here.is_some() || here.as_ref().is_some_and(|names| !names.is_empty());
        self.here.clone_from(&here);
        if !has_changed {
            return Ok(());
        }
        self.message(&LiveMessage { cursor: String::new(), changes: Vec::new(), here })
    }
}

/// Notes that the member is there. Returns the names of the others; `None` for a page without a thing.
async fn here(shop: &Shop, member: &StaffMember, place: Option<Place>) -> Option<Vec<String>> {
    let place = place?;
    let ids = presence::touch(&shop.redis, &place.name(), member.id, shop.clock.now()).await;
    let others: Vec<i64> = ids.into_iter().filter(|id| *id != member.id).collect();
    if others.is_empty() {
        return Some(Vec::new());
    }
    store::members(&shop.db, &others).await.ok()
}

/// What changed since the place where the browser was, and who is there: the answer without a stream.
pub async fn answer(
    shop: &Shop,
    member: &StaffMember,
    since: Option<Cursor>,
    place: Option<Place>,
) -> sqlx::Result<LiveMessage> {
    let now = shop.clock.now();
    let mut changes = Vec::new();
    let cursor = match since {
        None => store::newest(&shop.db, now).await?,
        Some(since) => {
            let (found, order_event) = store::read(&shop.db, since).await?;
            changes = super::rules::gathered(found);
            store::name(&shop.db, &mut changes).await?;
            Cursor { at: now, order_event }
        }
    };
    let changes = visible_changes(&changes, member);
    let here = here(shop, member, place).await;
    Ok(LiveMessage { cursor: cursor.text(), changes, here })
}

//! Who has the same thing open. Stored in Redis for a short time only: without Redis nobody is seen, and nothing else changes.

use chrono::{DateTime, Utc};

use crate::redis_client::RedisClient;

/// A member who was not heard of for this long has left.
const STAYS_MILLIS: i64 = 25_000;
/// More people than anybody wants to read.
const MAX_MEMBERS: i64 = 20;

/// Notes that a member is at a place, such as `product:12`. Returns the ids of everybody who is there, the member included.
pub async fn touch(redis: &RedisClient, place: &str, member: i64, now: DateTime<Utc>) -> Vec<i64> {
    let key = redis.name(&format!("presence:{place}"));
    let now = now.timestamp_millis();
    let mut pipe = redis::pipe();
    pipe.cmd("ZADD").arg(&key).arg(now).arg(member).ignore();
    pipe.cmd("ZREMRANGEBYSCORE").arg(&key).arg("-inf").arg(now - STAYS_MILLIS).ignore();
    pipe.cmd("PEXPIRE").arg(&key).arg(2 * STAYS_MILLIS).ignore();
    pipe.cmd("ZRANGE").arg(&key).arg(0).arg(MAX_MEMBERS);
    let answer: Option<(Vec<i64>,)> = redis.run(&pipe).await;
    answer.map(|(members,)| members).unwrap_or_default()
}

use std::{convert::Infallible, time::Duration};

use axum::body::Body;
use futures_util::{StreamExt, stream};
use http::HeaderMap;

use super::{live_body::LINGER, *};
use crate::policy::{NonceField, Priority, RateClass};

fn text(name: &str, value: &str) -> String {
    format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
}

fn file(name: &str, value: &str) -> String {
    format!(
        "--b\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"صورة.jpg\"\r\n\
         Content-Type: Image/JPEG; x=y\r\n\r\n{value}\r\n"
    )
}

fn live(parts: &[String]) -> LiveBody {
    LiveBody::new(Body::from(format!("{}--b--\r\n", parts.concat())), UploadTimings::default())
}

async fn opened_file(body: &LiveBody) -> Result<Upload, AppError> {
    match open(body, "b").await? {
        Opened::Form(_) => Err(AppError::BadRequest("no file")),
        Opened::File(file) => Ok(file.slot.take().expect("just opened")),
    }
}

async fn read_file(upload: &mut Upload) -> Result<Vec<u8>, AppError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = upload.chunk().await? {
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

#[tokio::test]
async fn the_file_is_read_between_the_fields_before_and_after_it() {
    let content = "x".repeat(100_000);
    let body = live(&[text("action", "up"), file("cr_file", &content), text("cr_item", "٧")]);
    let mut upload = opened_file(&body).await.expect("a file");
    assert_eq!((upload.field("action"), upload.field("cr_item")), (Some("up"), None));
    assert_eq!(
        (upload.part_name(), upload.file_name(), upload.declared_type()),
        ("cr_file", "صورة.jpg", "image/jpeg")
    );
    assert!(body.bytes_read() < MAX_TEXT_BYTES, "the file is not read before it is asked for");
    assert_eq!(read_file(&mut upload).await.expect("read"), content.as_bytes());
    let fields = upload.finish().await.expect("fields");
    assert_eq!((fields.get("action"), fields.get("cr_item")), (Some("up"), Some("٧")));
}

#[tokio::test]
async fn a_form_without_a_file_is_a_form() {
    let Ok(Opened::Form(fields)) = open(&live(&[text("action", "a"), text("x", "1")]), "b").await else {
        panic!("a form");
    };
    assert_eq!(fields.get("x"), Some("1"));
    assert!(open(&live(&[text("a", "1"), text("a", "2")]), "b").await.is_err(), "a duplicate");
}

#[tokio::test]
async fn at_most_one_file_and_sixteen_short_fields_are_accepted() {
    let refused_after = async |after: &[String]| {
        let mut parts = vec![text("action", "up"), file("f", "1")];
        parts.extend_from_slice(after);
        let mut upload = opened_file(&live(&parts)).await.expect("a file");
        read_file(&mut upload).await.expect("read");
        upload.finish().await.is_err()
    };
    let many: Vec<String> = (0..16).map(|number| text(&format!("n{number}"), "1")).collect();
    assert!(refused_after(&[file("g", "2")]).await, "two files");
    assert!(refused_after(&many).await, "seventeen fields");
    assert!(!refused_after(&many[..15]).await, "sixteen fields");
    assert!(refused_after(&[text("long", &"a".repeat(MAX_FIELD_BYTES + 1))]).await, "a long field");
    assert!(refused_after(&[text("action", "other")]).await, "a duplicate");

    let check = async |before: &[String]| {
        let parts = [before, &[file("f", "1")]].concat();
        let Ok(Opened::File(file)) = open(&live(&parts), "b").await else { panic!("a file") };
        file.check(NonceKind::None, &HeaderMap::new(), TextLimits::of(BodyShape::Upload)).is_ok()
    };
    assert!(check(&many).await);
    assert!(!check(&[many.as_slice(), &[text("n16", "1")]].concat()).await);
    assert!(!check(&[text("long", &"a".repeat(MAX_FIELD_BYTES + 1))]).await);
}

#[tokio::test]
async fn a_form_with_several_files_is_read_file_by_file() {
    let policy = Policy::form_with_files(RateClass::Content, Priority(3), 1_000_000);
    let many: Vec<String> = (0..40).map(|number| text(&format!("n{number}"), "1")).collect();
    let parts = [
        many.as_slice(),
        &[file("f[]", "1"), text("between", "٢"), file("f[]", &"3".repeat(50_000)), file("g", "4")],
        &[text("last", "5")],
    ]
    .concat();
    let body = live(&parts);
    let Ok(Opened::File(first)) = open(&body, "b").await else { panic!("a file") };
    let (mut request, ()) = http::Request::new(()).into_parts();
    first.put(&mut request, &body, &policy).expect("more than sixteen fields");
    let mut upload = request.extensions.get::<PendingSlot>().and_then(PendingSlot::take).expect("an upload");
    assert!(upload.has_file() && upload.part_name() == "f[]");
    assert_eq!(read_file(&mut upload).await.expect("read"), b"1");
    assert!(upload.next_file().await.expect("a second file"));
    assert_eq!(upload.field("between"), Some("٢"));
    // The second one is skipped.
    assert!(upload.next_file().await.expect("a third file"));
    assert_eq!(upload.part_name(), "g");
    assert_eq!(read_file(&mut upload).await.expect("read"), b"4");
    assert!(!upload.next_file().await.expect("the end") && !upload.has_file());
    assert!(!upload.next_file().await.expect("the end again"));
    let fields = upload.finish().await.expect("fields");
    assert_eq!((fields.get("n39"), fields.get("last")), (Some("1"), Some("5")));

    let too_much = live(&[file("f", "1"), text("a", &"x".repeat(150_000)), text("b", &"x".repeat(150_000))]);
    let mut upload = opened_file(&too_much).await.expect("a file");
    upload.limits = TextLimits::of(BodyShape::Files);
    assert!(upload.next_file().await.is_err(), "too much text");

    let Ok(Opened::Form(fields)) = open(&live(&[text("x", "1")]), "b").await else { panic!("a form") };
    put_without_file(fields, &mut request, &body);
    let mut upload = request.extensions.get::<PendingSlot>().and_then(PendingSlot::take).expect("a form");
    assert!(!upload.has_file() && !upload.next_file().await.expect("no file"));
    assert_eq!(upload.finish().await.expect("fields").get("x"), Some("1"));
}

#[tokio::test]
async fn the_nonce_must_stand_before_the_file() {
    let nonce = NonceField { field: "cr_nonce", action: "upload", object: "" };
    let policy = Policy::upload(Priority(4), 1_000).nonce(NonceKind::Page(nonce));
    let put = async |parts: &[String], policy: &Policy| {
        let body = live(parts);
        let Ok(Opened::File(file)) = open(&body, "b").await else { panic!("a file") };
        let (mut request, ()) = http::Request::new(()).into_parts();
        file.put(&mut request, &body, policy).map(|()| request.extensions.get::<RawFields>().is_some())
    };
    let (nonce, content) = (text("cr_nonce", "n"), file("f", "1"));
    assert!(put(&[nonce.clone(), content.clone()], &policy).await.expect("before the file"));
    let late = put(&[content.clone(), nonce.clone()], &policy).await;
    assert!(matches!(late, Err(AppError::BadRequest("the nonce must stand before the file"))));
    let form = Policy::write_call(RateClass::Content, Priority(3));
    assert!(put(&[nonce, content], &form).await.is_err(), "an endpoint without files");
}

#[tokio::test]
async fn a_body_over_its_limit_is_refused_while_it_is_read() {
    let body = live(&[file("f", &"x".repeat(500_000))]);
    let mut upload = opened_file(&body).await.expect("a file");
    body.limit_to(100_000);
    assert!(matches!(read_file(&mut upload).await, Err(AppError::TooLarge)));

    let endless = live(&[text(&"a".repeat(MAX_TEXT_BYTES), "1"), file("f", "1")]);
    assert!(matches!(opened_file(&endless).await, Err(AppError::TooLarge)), "endless headers of a part");
}

#[tokio::test]
async fn a_broken_form_is_refused() {
    for broken in ["", "--b", "nonsense", "--b\r\n\r\n", &file("f", "1").replace("--b", "--c")] {
        let body = LiveBody::new(Body::from(broken.to_owned()), UploadTimings::default());
        let read = async {
            let mut upload = opened_file(&body).await?;
            read_file(&mut upload).await
        };
        assert!(matches!(read.await, Err(AppError::BadRequest(_))), "{broken:?}");
    }
    let body = LiveBody::new(Body::from(file("f", "abc")), UploadTimings::default());
    let mut upload = opened_file(&body).await.expect("a file");
    assert!(read_file(&mut upload).await.is_err(), "the end is missing");
}

const PIECE_BYTES: usize = 1_000;

/// Sends a piece at each of these distances, then nothing more.
fn trickle(pauses: Vec<Duration>) -> Body {
    let pieces = stream::iter(pauses).then(|pause| async move {
        tokio::time::sleep(pause).await;
        Ok::<_, Infallible>(Bytes::from(vec![b'x'; PIECE_BYTES]))
    });
    Body::from_stream(pieces.chain(stream::pending()))
}

/// Reads until the end, and returns the seconds that this took.
async fn seconds_until_refused(pauses: Vec<Duration>, timings: UploadTimings) -> u64 {
    let started = tokio::time::Instant::now();
    let mut body = LiveBody::new(trickle(pauses), timings);
    while let Some(Ok(_)) = body.next().await {}
    assert!(matches!(body.error_or(AppError::NotFound), AppError::BodyTimeout));
    started.elapsed().as_secs()
}

#[tokio::test(start_paused = true)]
async fn a_sender_that_stops_or_trickles_is_given_up() {
    let timings = UploadTimings::default();
    let seconds = Duration::from_secs;
    assert_eq!(seconds_until_refused(Vec::new(), timings).await, 15, "nothing arrives");
    assert_eq!(seconds_until_refused(vec![seconds(14)], timings).await, 29, "nothing more arrives");
    assert_eq!(seconds_until_refused(vec![seconds(1); 100], timings).await, 30, "1 kB a second");
    let quick = Duration::from_millis(100);
    let slow_later = [vec![quick; 320], vec![seconds(5); 20]].concat();
    assert_eq!(seconds_until_refused(slow_later, timings).await, 60, "slow in the second period");
    assert_eq!(seconds_until_refused(vec![quick; 10_000], timings).await, 600, "ten minutes in all");
}

#[tokio::test]
async fn the_rest_of_a_refused_upload_is_read_up_to_its_limit() {
    let body = live(&[file("f", &"x".repeat(500_000))]);
    drop(opened_file(&body).await.expect("a file"));
    body.clone().drain(10_000_000, LINGER).await;
    assert!(body.bytes_read() > 500_000);

    let body = live(&[file("f", &"x".repeat(500_000))]);
    drop(opened_file(&body).await.expect("a file"));
    body.clone().drain(100_000, LINGER).await;
    assert!(body.bytes_read() < 200_000, "{}", body.bytes_read());
}

//! Tests of webhook notices.

use std::time::Duration;

use paysim::{Webhooks, signature};
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    sync::mpsc,
};

use crate::merchant::Merchant;

struct Notice {
    signature: String,
    body: String,
}

impl Notice {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }

    fn invoice(&self) -> String {
        self.json()["payload"]["invoiceNumber"].as_str().expect("invoice number").to_owned()
    }
}

/// A shop that accepts notices after refusing the first `refusals`.
async fn shop(mut refusals: usize) -> (String, mpsc::UnboundedReceiver<Notice>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("listener");
    let url = format!("http://{}/notices", listener.local_addr().expect("local address"));
    let (sender, notices) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut bytes = Vec::new();
            let mut part = [0; 4096];
            let notice = loop {
                let count = stream.read(&mut part).await.expect("request data");
                bytes.extend_from_slice(&part[..count]);
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
                let header = |name: &str| {
                    head.lines()
                        .filter_map(|line| line.split_once(": "))
                        .find(|(found, _)| found.eq_ignore_ascii_case(name))
                        .map_or_else(String::new, |(_, value)| value.to_owned())
                };
                if body.len() >= header("content-length").parse::<usize>().expect("content length") {
                    break Notice { signature: header("x-anet-signature"), body: body.to_owned() };
                }
            };
            let status = if refusals > 0 { "500 No" } else { "200 OK" };
            let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            stream.write_all(answer.as_bytes()).await.expect("client still connected");
            if refusals > 0 {
                refusals -= 1;
                continue;
            }
            let _ = sender.send(notice);
        }
    });
    (url, notices)
}

async fn next(notices: &mut mpsc::UnboundedReceiver<Notice>) -> Notice {
    tokio::time::timeout(Duration::from_secs(10), notices.recv())
        .await
        .ok()
        .flatten()
        .expect("notice within 10 s")
}

#[tokio::test]
async fn a_notice_is_signed_and_names_the_payment() {
    let merchant = Merchant::open().await;
    let (url, mut notices) = shop(0).await;
    merchant.sim.set_webhooks(Some(Webhooks::to(url)));
    let paid = merchant.charged("5", "A1").await;
    let notice = next(&mut notices).await;
    assert_eq!(notice.signature, signature(&merchant.sim.settings().signature_key, notice.body.as_bytes()));
    let json = notice.json();
    assert_eq!(json["eventType"], "net.authorize.payment.authcapture.created");
    assert_eq!(json["payload"]["id"], paid);
    assert_eq!(json["payload"]["entityName"], "transaction");
    assert_eq!(json["payload"]["merchantReferenceId"], "our-ref");
    assert_eq!(json["payload"]["authAmount"], 5.0);
    assert!(json["notificationId"].as_str().is_some_and(|id| id.len() == 36));

    merchant.transact(&format!(r#""transactionType":"voidTransaction","refTransId":"{paid}""#)).await;
    let json = next(&mut notices).await.json();
    assert_eq!(json["eventType"], "net.authorize.payment.void.created");
    assert_eq!(json["payload"]["id"], paid);
}

#[tokio::test]
async fn a_refused_notice_is_sent_again() {
    let merchant = Merchant::open().await;
    let (url, mut notices) = shop(2).await;
    merchant.sim.set_webhooks(Some(Webhooks::to(url)));
    merchant.charged("5", "A1").await;
    assert_eq!(next(&mut notices).await.invoice(), "A1");
}

#[tokio::test]
async fn notices_can_be_duplicated_forged_or_dropped() {
    let merchant = Merchant::open().await;
    let (url, mut notices) = shop(0).await;
    merchant.control("webhooks", &format!(r#"{{"url":"{url}","twice":true,"forge":true}}"#)).await;
    merchant.charged("5", "A1").await;
    let (first, second) = (next(&mut notices).await, next(&mut notices).await);
    assert_eq!(first.json()["notificationId"], second.json()["notificationId"]);
    assert_ne!(first.signature, signature(&merchant.sim.settings().signature_key, first.body.as_bytes()));

    merchant.control("webhooks", &format!(r#"{{"url":"{url}","drop_percent":100}}"#)).await;
    merchant.charged("5", "A2").await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(notices.try_recv().is_err());
}

#[tokio::test]
async fn notices_can_be_sent_out_of_order() {
    let merchant = Merchant::open().await;
    let (url, mut notices) = shop(0).await;
    merchant.control("webhooks", &format!(r#"{{"url":"{url}","shuffle":true,"delay_ms":1000}}"#)).await;
    let invoices: Vec<_> = (1..=8).map(|number| format!("A{number}")).collect();
    for invoice in &invoices {
        merchant.charged("5", invoice).await;
    }
    let mut seen = Vec::new();
    for _ in &invoices {
        seen.push(next(&mut notices).await.invoice());
    }
    assert_ne!(seen, invoices);
    seen.sort();
    assert_eq!(seen, invoices);
}

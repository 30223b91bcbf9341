//! Random requests to every endpoint: none may fail, and no response may repeat its input as markup.

use std::collections::BTreeMap;

use edge::{policy::Role, registry::Location};
use futures_util::{StreamExt, stream};
use http::StatusCode;
use testkit::Options;

use super::{
    CONCURRENT, Failures,
    generator::{Generator, Grammar, MARKER},
    target::Target,
    world::{Actor, Answer, World},
};

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is no number")))
}

/// At most this many requests of a session before it is begun again: some of them end it.
const REVIVE_EVERY: u64 = 10;

/// [SEC-L12] [SEC-L21] `MATJAR_REFUSALS_BODIES` requests to each endpoint whose name contains `MATJAR_REFUSALS_ONLY`, from the seed
/// `MATJAR_REFUSALS_SEED`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_requests_cause_no_error_and_are_never_reflected() {
    let bodies = setting("MATJAR_REFUSALS_BODIES").unwrap_or(300);
    let seed = setting("MATJAR_REFUSALS_SEED").unwrap_or_else(|| rand::random_range(1..1_000_000_000));
    let only = std::env::var("MATJAR_REFUSALS_ONLY").unwrap_or_default();
    println!("MATJAR_REFUSALS_SEED={seed} MATJAR_REFUSALS_BODIES={bodies}");
    let world = &World::open(Options { rate_factor: 1_000_000, ..Options::default() }).await;
    let forms = &forms(world).await;
    let failures = &Failures::default();
    let targets = Target::all().into_iter().filter(|target| target.to_string().contains(&only));
    stream::iter(targets)
        .for_each_concurrent(CONCURRENT, |target| async move {
            let world = &world.with_new_sessions().await;
            let actor = Actor::with(target.policy.role);
            let path = target.path(world);
            let grammar = Grammar {
                fields: forms.get(&path).cloned().unwrap_or_default(),
                known: vec![world.product.id.clone(), world.order.0.clone(), world.order.1.clone()],
            };
            let mut generator = Generator::new(seed, &target.to_string(), grammar);
            for number in 0..bodies {
                if number % REVIVE_EVERY == 0 {
                    world.revive(actor).await;
                }
                let mut draft = target.draft(world);
                generator.mutate(&target, &mut draft);
                let answer = world.send(&draft, actor).await;
                let what = || {
                    let body = String::from_utf8_lossy(&draft.body()).chars().take(300).collect::<String>();
                    format!("{target} #{number} (seed {seed}): {} {}", draft.uri(), body)
                };
                check(failures, what, &answer);
            }
        })
        .await;
    crawl(world, failures).await;
    failures.report();
}

fn check(failures: &Failures, what: impl Fn() -> String, answer: &Answer) {
    if answer.status.is_server_error() {
        failures.add(format!("{} for {}", answer.status, what()));
    }
    if reflects(answer) {
        failures.add(format!("input reflected for {}", what()));
    }
    let location = answer.header("location");
    if location.starts_with("//")
        || location.starts_with("/\\")
        || location.contains("evil.example") && !location.starts_with('/')
    {
        failures.add(format!("leads to {location} for {}", what()));
    }
    if answer.header("content-security-policy").is_empty()
        || answer.header("x-content-type-options") != "nosniff"
    {
        failures.add(format!("no security headers for {}", what()));
    }
}

/// Whether a page, or a text in a JSON answer, contains the marker as markup.
fn reflects(answer: &Answer) -> bool {
    let text = answer.text();
    if answer.header("content-type").starts_with("application/json")
        && let Ok(mut json) = serde_json::from_slice::<serde_json::Value>(&answer.body)
    {
        // The search box repeats the query as text: no script inserts it as markup.
        if let Some(fields) = json.as_object_mut() {
            fields.remove("query");
        }
        return has_marker(&json);
    }
    text.contains(MARKER)
}

fn has_marker(value: &serde_json::Value) -> bool {
    match value {
        serde_json::Value::String(text) => text.contains(MARKER),
        serde_json::Value::Array(items) => items.iter().any(has_marker),
        serde_json::Value::Object(fields) => {
            fields.iter().any(|(name, value)| name.contains(MARKER) || has_marker(value))
        }
        _ => false,
    }
}

/// Looks for stored input on every page, as every role.
async fn crawl(world: &World, failures: &Failures) {
    for actor in [Actor::Guest, Actor::Customer, Actor::Staff] {
        world.revive(actor).await;
        for target in Target::all().into_iter().filter(|target| matches!(target.location, Location::Page(_)))
        {
            let answer = world.send(&target.draft_of(world, actor), actor).await;
            if reflects(&answer) || answer.status.is_server_error() {
                failures.add(format!("{target} as {actor:?} after the run: {}", answer.status));
            }
        }
    }
}

/// The fields of all forms on the shop's pages, by the path that they are posted to.
async fn forms(world: &World) -> BTreeMap<String, Vec<(String, String)>> {
    let mut forms: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for target in Target::all().into_iter().filter(|target| matches!(target.location, Location::Page(_))) {
        let actors = match target.policy.role {
            Role::Any => vec![Actor::Guest, Actor::Customer],
            role => vec![Actor::with(role)],
        };
        for actor in actors {
            let answer = world.send(&target.draft_of(world, actor), actor).await;
            if answer.status != StatusCode::OK {
                continue;
            }
            for (action, fields) in forms_of(&answer.text()) {
                let path = action.split('?').next().unwrap_or_default().to_owned();
                let path = if path.is_empty() { target.path(world) } else { path };
                let known = forms.entry(path).or_default();
                for (name, value) in fields {
                    if known.iter().all(|(other, _)| *other != name) {
                        known.push((name, value));
                    }
                }
            }
        }
    }
    assert!(forms.len() > 10, "only {} forms were found", forms.len());
    forms
}

/// The action, names and values of each form in a page.
fn forms_of(html: &str) -> Vec<(String, Vec<(String, String)>)> {
    let attribute = |tag: &str, name: &str| {
        let marker = format!(" {name}=\"");
        let start = tag.find(&marker)? + marker.len();
        Some(tag[start..].split('"').next().unwrap_or_default().replace("&amp;", "&"))
    };
    let tag = |text: &str| text.split('>').next().unwrap_or_default().to_owned();
    let forms = html.split("<form").skip(1).map(|form| form.split("</form").next().unwrap_or_default());
    forms
        .map(|form| {
            let action = attribute(&tag(form), "action").unwrap_or_default();
            let controls = ["<input", "<select", "<textarea", "<button"];
            let fields = controls.iter().flat_map(|control| form.split(control).skip(1)).filter_map(|text| {
                let control = tag(text);
                Some((attribute(&control, "name")?, attribute(&control, "value").unwrap_or_default()))
            });
            (action, fields.collect())
        })
        .collect()
}

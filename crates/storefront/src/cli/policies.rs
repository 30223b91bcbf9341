//! Generates `docs/src/policies.md` from the policies of all endpoints.

use edge::{Endpoint, Policy, policy::NonceKind};

const HEAD: &str = "\
# Policies

Written from the registry by `matjar policies`; `make check` fails when the two differ. Each word is the name of a
value in `crates/edge/src/policy.rs`, where it is explained.

| endpoint | methods | role | right | nonce | rate class | priority | repeated | cache | database | body, bytes | seconds | audited |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
";

pub fn table<C: Clone + Send + Sync + 'static>(endpoints: &[Endpoint<C>]) -> String {
    let rows = endpoints.iter().filter_map(|endpoint| {
        let policy = endpoint.declared()?;
        Some(row(&endpoint.location().to_string(), policy))
    });
    format!("{HEAD}{}", rows.collect::<String>())
}

fn row(location: &str, policy: &Policy) -> String {
    let methods: Vec<_> = policy.methods.iter().map(|method| method.as_str()).collect();
    let audited = if policy.audit { "yes" } else { "" };
    format!(
        "| `{location}` | {} | {:?} | {} | {} | {:?} | {} | {:?} | {:?} | {:?} | {} | {} | {audited} |\n",
        methods.join(", "),
        policy.role,
        policy.access.map(|access| access.to_string()).unwrap_or_default(),
        nonce(policy.nonce),
        policy.rate,
        policy.priority.0,
        policy.idempotency,
        policy.cache,
        policy.database,
        policy.max_body_bytes,
        policy.timeout.as_secs(),
    )
}

fn nonce(kind: NonceKind) -> String {
    let (scope, field) = match kind {
        NonceKind::None => return String::new(),
        NonceKind::Api => return "Api: header `Nonce`, or a `Cart-Token`".to_owned(),
        NonceKind::SameOriginNavigation => return "SameOriginNavigation".to_owned(),
        NonceKind::Page(field) => ("Page", field),
        NonceKind::Session(field) => ("Session", field),
    };
    let object = if field.object.is_empty() { String::new() } else { format!(" of `{}`", field.object) };
    format!("{scope}: `{}` for `{}`{object}", field.field, field.action)
}

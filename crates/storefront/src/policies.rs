//! What every endpoint declares, as the table that `docs/src/policies.md` is made of.

use edge::{Endpoint, Policy, policy::NonceKind};

const HEAD: &str = "\
# Policies

Written from the registry by `matjar policies`; `make check` fails when the two differ. Each word is the name of a
value in `crates/edge/src/policy.rs`, where it is explained.

| endpoint | methods | role | nonce | rate class | priority | repeated | cache | database | body, bytes | seconds | audited |
|---|---|---|---|---|---|---|---|---|---|---|---|
";

pub fn table(endpoints: &[Endpoint]) -> String {
    let rows = endpoints.iter().filter_map(|endpoint| {
        let policy = endpoint.declared()?;
        Some(row(&endpoint.at().to_string(), policy))
    });
    format!("{HEAD}{}", rows.collect::<String>())
}

fn row(at: &str, policy: &Policy) -> String {
    let methods: Vec<_> = policy.methods.iter().map(|method| method.as_str()).collect();
    let audited = if policy.audit { "yes" } else { "" };
    format!(
        "| `{at}` | {} | {:?} | {} | {:?} | {} | {:?} | {:?} | {:?} | {} | {} | {audited} |\n",
        methods.join(", "),
        policy.role,
        nonce(policy.nonce),
        policy.rate,
        policy.priority.0,
        policy.idempotency,
        policy.cache,
        policy.database,
        policy.body_cap,
        policy.timeout.as_secs(),
    )
}

fn nonce(kind: NonceKind) -> String {
    let (whose, field) = match kind {
        NonceKind::None => return String::new(),
        NonceKind::OwnPage => return "OwnPage".to_owned(),
        NonceKind::Page(field) => ("Page", field),
        NonceKind::Session(field) => ("Session", field),
    };
    let object = if field.object.is_empty() { String::new() } else { format!(" of `{}`", field.object) };
    format!("{whose}: `{}` for `{}`{object}", field.field, field.action)
}

//! Customer profiles with saved payment methods.

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use crate::payment_source::PaymentSource;

pub type BillTo = Vec<(&'static str, String)>;

#[derive(Debug, Clone)]
pub struct Profile {
    pub id: String,
    pub customer: Customer,
    pub methods: Vec<SavedMethod>,
}

/// Identity of a customer: no two profiles agree in all three fields.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Customer {
    pub merchant_id: String,
    pub description: String,
    pub email: String,
}

impl Customer {
    pub fn is_empty(&self) -> bool {
        self.merchant_id.is_empty() && self.description.is_empty() && self.email.is_empty()
    }
}

#[derive(Debug, Clone)]
pub struct SavedMethod {
    pub id: String,
    pub source: PaymentSource,
    pub bill_to: BillTo,
}

pub struct Profiles {
    next: u64,
    by_id: HashMap<String, Profile>,
    by_customer: HashMap<Customer, String>,
}

/// Maximum number of saved methods of a profile.
pub const MAX_METHODS: usize = 10;

impl Profiles {
    /// The first id is derived from the current time, so that ids are not reused after a restart.
    pub fn new(now: DateTime<Utc>) -> Self {
        let next = u64::try_from(now.timestamp()).unwrap_or_default();
        Self { next, by_id: HashMap::new(), by_customer: HashMap::new() }
    }

    pub fn clear(&mut self) {
        self.by_id.clear();
        self.by_customer.clear();
    }

    fn number(&mut self) -> String {
        self.next += 1;
        self.next.to_string()
    }

    /// The profile with exactly the same customer data.
    pub fn find_same(&self, customer: &Customer) -> Option<String> {
        self.by_customer.get(customer).cloned()
    }

    pub fn create(&mut self, customer: Customer) -> Result<String, Duplicate> {
        if let Some(id) = self.by_customer.get(&customer) {
            return Err(Duplicate(id.clone()));
        }
        let id = self.number();
        self.by_customer.insert(customer.clone(), id.clone());
        self.by_id.insert(id.clone(), Profile { id: id.clone(), customer, methods: Vec::new() });
        Ok(id)
    }

    pub fn add_method(
        &mut self,
        profile: &str,
        source: PaymentSource,
        bill_to: BillTo,
    ) -> Result<String, AddMethodRefusal> {
        let id = self.number();
        let profile = self.by_id.get_mut(profile).ok_or(AddMethodRefusal::NoProfile)?;
        if let Some(same) = profile.methods.iter().find(|method| is_same_source(&method.source, &source)) {
            return Err(AddMethodRefusal::AlreadySaved(same.id.clone()));
        }
        if profile.methods.len() >= MAX_METHODS {
            return Err(AddMethodRefusal::TooMany);
        }
        profile.methods.push(SavedMethod { id: id.clone(), source, bill_to });
        Ok(id)
    }

    pub fn get(&self, id: &str) -> Option<&Profile> {
        self.by_id.get(id)
    }

    pub fn find(&self, merchant_id: &str, email: &str) -> Option<&Profile> {
        self.by_id.values().find(|profile| {
            (!merchant_id.is_empty() && profile.customer.merchant_id == merchant_id)
                || (!email.is_empty() && profile.customer.email == email)
        })
    }

    pub fn method(&self, profile: &str, method: &str) -> Option<&SavedMethod> {
        self.by_id.get(profile)?.methods.iter().find(|found| found.id == method)
    }

    pub fn remove_method(&mut self, profile: &str, method: &str) -> bool {
        let Some(profile) = self.by_id.get_mut(profile) else { return false };
        let before = profile.methods.len();
        profile.methods.retain(|found| found.id != method);
        profile.methods.len() < before
    }

    pub fn remove(&mut self, profile: &str) -> bool {
        let Some(removed) = self.by_id.remove(profile) else { return false };
        self.by_customer.remove(&removed.customer);
        true
    }

    pub fn len(&self) -> usize {
        self.by_id.len()
    }
}

fn is_same_source(one: &PaymentSource, other: &PaymentSource) -> bool {
    one.fingerprint == other.fingerprint && one.expires == other.expires
}

/// A profile with this id already has the same customer data.
pub struct Duplicate(pub String);

pub enum AddMethodRefusal {
    NoProfile,
    AlreadySaved(String),
    TooMany,
}

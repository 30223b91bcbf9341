//! Customers that the shop keeps methods for.

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use crate::means::Means;

pub type BillTo = Vec<(&'static str, String)>;

#[derive(Debug, Clone)]
pub struct Profile {
    pub id: String,
    pub customer: Customer,
    pub methods: Vec<Method>,
}

/// What makes a customer: no two profiles agree in all three.
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
pub struct Method {
    pub id: String,
    pub means: Means,
    pub bill_to: BillTo,
}

pub struct Profiles {
    next: u64,
    by_id: HashMap<String, Profile>,
    by_customer: HashMap<Customer, String>,
}

/// More are refused.
pub const MOST_METHODS: usize = 10;

impl Profiles {
    /// Numbers begin at the seconds of today, so that none is given out twice over two lives of the simulator.
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

    /// The profile of the very same customer.
    pub fn twin(&self, customer: &Customer) -> Option<String> {
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

    pub fn add_method(&mut self, profile: &str, means: Means, bill_to: BillTo) -> Result<String, NotAdded> {
        let id = self.number();
        let profile = self.by_id.get_mut(profile).ok_or(NotAdded::NoProfile)?;
        if let Some(same) = profile.methods.iter().find(|method| same_means(&method.means, &means)) {
            return Err(NotAdded::There(same.id.clone()));
        }
        if profile.methods.len() >= MOST_METHODS {
            return Err(NotAdded::TooMany);
        }
        profile.methods.push(Method { id: id.clone(), means, bill_to });
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

    pub fn method(&self, profile: &str, method: &str) -> Option<&Method> {
        self.by_id.get(profile)?.methods.iter().find(|found| found.id == method)
    }

    pub fn remove_method(&mut self, profile: &str, method: &str) -> bool {
        let Some(profile) = self.by_id.get_mut(profile) else { return false };
        let before = profile.methods.len();
        profile.methods.retain(|found| found.id != method);
        profile.methods.len() < before
    }

    pub fn remove(&mut self, profile: &str) -> bool {
        let Some(gone) = self.by_id.remove(profile) else { return false };
        self.by_customer.remove(&gone.customer);
        true
    }

    pub fn len(&self) -> usize {
        self.by_id.len()
    }
}

fn same_means(one: &Means, other: &Means) -> bool {
    one.print == other.print && one.expires == other.expires
}

/// There is one already, of this number.
pub struct Duplicate(pub String);

pub enum NotAdded {
    NoProfile,
    There(String),
    TooMany,
}

//! Who may do what where. Every request is checked: what a form says about stores and actions is not believed.

use edge::{AppError, Shop, session::StaffMember};

use crate::{
    rules::StockAction,
    store::{self, Store},
};

/// The store of a request, if the member may act there. A store that does not exist is refused like any other.
pub async fn authorize(shop: &Shop, staff: &StaffMember, store: i16) -> Result<Store, AppError> {
    if !staff.works_everywhere() && !staff.stores.contains(&store) {
        tracing::warn!(staff = staff.id, store, "staff {} refused in store {store}", staff.id);
        return Err(AppError::Forbidden);
    }
    store::find_store(&shop.db, store).await?.ok_or(AppError::Forbidden)
}

pub async fn stores_of(shop: &Shop, staff: &StaffMember) -> Result<Vec<Store>, AppError> {
    let only = (!staff.works_everywhere()).then_some(staff.stores.as_slice());
    Ok(store::list_stores(&shop.db, only).await?)
}

/// Of the actions that a form offers, those that the member may do.
pub fn allowed_actions(staff: &StaffMember, names: &str) -> Vec<StockAction> {
    let mut actions = StockAction::parse_list(names);
    actions.retain(|action| *action != StockAction::Undo && action.is_allowed(staff.works_everywhere()));
    actions
}

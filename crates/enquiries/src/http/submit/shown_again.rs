//! A form in its page as one visitor sees it after a plain form: with what is wrong and everything that was typed, or with
//! the text that follows a form that was sent.

use std::{collections::BTreeMap, sync::Arc};

use async_trait::async_trait;
use content::{FormRequest, FormSource, LoadedForm, view::EditorOption};
use edge::{AppError, PublicShop};

use crate::{
    rules::{Value, field_name, form_field},
    service::{form_view, submit::Refused, tags, token::FormToken},
    store::FormVersion,
    view::EnquiryFormView,
};

pub enum Shown {
    Refused { refused: Box<Refused>, token: FormToken },
    Sent,
}

/// The forms of a page, one of them changed.
pub struct ShownAgain {
    others: Arc<dyn FormSource>,
    version: FormVersion,
    shown: Shown,
}

impl ShownAgain {
    #[expect(clippy::new_ret_no_self, reason = "pages take forms of any source")]
    pub fn new(others: Arc<dyn FormSource>, version: FormVersion, shown: Shown) -> Arc<dyn FormSource> {
        Arc::new(Self { others, version, shown })
    }

    fn change(&self, view: &mut EnquiryFormView) {
        let form = self.version.form_id;
        match &self.shown {
            Shown::Sent => view.success = Some(self.version.definition.success.html.as_str().to_owned()),
            Shown::Refused { refused, token } => {
                let errors = refused.elements.iter();
                let errors = errors.map(|(id, errors)| (field_name(form, *id), errors.clone()));
                let whole = refused.form.iter().map(|text| (form_field(form), vec![text.clone()]));
                view.errors = errors.chain(whole).collect();
                let (files, typed): (BTreeMap<_, _>, BTreeMap<_, _>) = refused
                    .values
                    .clone()
                    .into_iter()
                    .partition(|(_, value)| matches!(value, Value::Files(_)));
                view.uploaded = files.into_iter().map(|(id, value)| (id, value.files().to_vec())).collect();
                view.values = typed;
                for hidden in view.hidden.iter_mut().filter(|hidden| hidden.name == "iphorm_uid") {
                    token.as_str().clone_into(&mut hidden.value);
                }
            }
        }
    }
}

#[async_trait]
impl FormSource for ShownAgain {
    async fn load(&self, shop: &PublicShop, request: &FormRequest) -> Result<Option<LoadedForm>, AppError> {
        if request.name != self.version.name {
            return self.others.load(shop, request).await;
        }
        let mut view = form_view(shop, &self.version, request, shop.clock.now());
        self.change(&mut view);
        Ok(Some(LoadedForm::new(&view, tags::form(self.version.form_id))))
    }

    async fn list(&self, shop: &PublicShop) -> Result<Vec<EditorOption>, AppError> {
        self.others.list(shop).await
    }
}

//! The pictures of a product: upload, order, descriptions for screen readers.

use std::collections::HashMap;

use accounts::service::{FormSession, redirect};
use axum::{extract::State, response::Response};
use catalog::service::edit::{self, EditedProduct};
use edge::{
    AppError, Fields, PathParam, Permission, Shop, Visitor, audit::AuditWriter, changes::Patch,
    idempotency::RequestKey, session::StaffMember, upload::Upload,
};
use kernel::{digits, msg, text};
use media::{
    MediaContext,
    rules::MediaKind,
    service::{self as files, Acceptance, Owner, Purpose, UploadSubject},
};
use serde::Deserialize;
use serde_json::json;

use super::{
    NONCE, PICTURES_URL, PRODUCT_URL, UPLOAD_URL,
    descriptions::{self, Description},
    page::Context,
    product_url,
    save::{Edit, Editor, Saved, may_write},
    view::{PictureLine, PicturesForm},
};
use crate::media_library::{self, MEDIA_URL};

const MAX_PICTURES: usize = 30;
const MAX_ALT_CHARS: usize = 150;

pub async fn form(context: &Context<'_>, product: &EditedProduct) -> Result<PicturesForm, AppError> {
    let shop = context.shop;
    let names = &product.fields.pictures;
    let pictures = catalog::service::pictures(&shop.db, names).await?;
    let sees_library = context.member.may(Permission::ContentWrite);
    let lines: Vec<PictureLine> = names
        .iter()
        .filter_map(|name| {
            let picture = pictures.get(name)?.clone();
            Some(PictureLine {
                name: name.clone(),
                alt: picture.alt.clone(),
                picture,
                url: sees_library.then(|| media_library::url_of(name)),
            })
        })
        .collect();
    let missing = lines.iter().filter(|line| line.alt.is_empty()).count();
    let warning = (missing > 0).then(|| {
        shop.messages
            .text(msg::staff_products::ALT_MISSING.with("count", i64::try_from(missing).unwrap_or(0)))
    });
    Ok(PicturesForm {
        action: product_url(PICTURES_URL, product.id),
        upload_action: product_url(UPLOAD_URL, product.id),
        nonce: context.session.nonce(shop, NONCE),
        version: product.version.to_string(),
        // The lines of the form are numbered by these names.
        was: serde_json::to_string(&lines.iter().map(|line| &line.name).collect::<Vec<_>>())
            .map_err(anyhow::Error::from)?,
        key: hex::encode(rand::random::<[u8; 16]>()),
        library_url: (sees_library && may_write(context.member, "pictures"))
            .then(|| format!("{MEDIA_URL}?product={}", product.id)),
        lines,
        warning,
        is_open: may_write(context.member, "pictures"),
    })
}

async fn load(shop: &Shop, id: i64) -> Result<EditedProduct, AppError> {
    let mut db = shop.db.acquire().await?;
    edit::find_product(&mut db, id, false).await?.ok_or(AppError::NotFound)
}

pub fn back(id: i64, notice: &str) -> Response {
    redirect(&format!("{}?notice={notice}#pictures", product_url(PRODUCT_URL, id)), None)
}

/// Receives one picture. It is decoded and written anew before anybody sees it, and then belongs to the product.
pub async fn upload(
    (State(shop), State(media)): (State<Shop>, State<MediaContext>),
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    key: RequestKey,
    PathParam(id): PathParam<i64>,
    mut upload: Upload,
) -> Result<Response, AppError> {
    if !may_write(&member, "pictures") {
        return Err(AppError::Forbidden);
    }
    let product = load(&shop, id).await?;
    if product.fields.pictures.len() >= MAX_PICTURES {
        return Ok(back(id, "picture-refused"));
    }
    if !upload.has_file() || upload.part_name() != "picture" {
        return Ok(back(id, "picture-refused"));
    }
    let own = upload.field("key").filter(|key| (8..=64).contains(&key.len())).map(str::to_owned);
    let Ok(spooled) = files::spool(&media, &mut upload, Acceptance::Media).await? else {
        return Ok(back(id, "picture-refused"));
    };
    upload.finish().await?;
    if spooled.media_type.is_none_or(|kind| kind.kind() != MediaKind::Picture) {
        return Ok(back(id, "picture-refused"));
    }
    let session = FormSession::for_staff(&visitor)?;
    let subject = UploadSubject {
        session: session.token,
        customer: None,
        purpose: Purpose::Product,
        item: Some(id),
        request_key: key.0.or(own),
    };
    let name = spooled.name().to_owned();
    let Ok(received) = files::receive(&media, &shop.db, subject, spooled).await? else {
        return Ok(back(id, "picture-refused"));
    };
    let mut tx = shop.db.begin().await?;
    let given = [(received.id, received.key)];
    let attached = files::attach(&mut tx, &media, &session.token, &given, Owner::Product(id)).await?;
    if attached > 0 {
        files::publish(&mut tx, Owner::Product(id)).await?;
        audit.record(&mut *tx, "product-picture", &format!("product {id}: {name}")).await?;
    }
    tx.commit().await?;
    Ok(back(id, "picture"))
}

/// Saves the order, the removals and the descriptions.
pub async fn change(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<HashMap<String, String>>,
) -> Result<Response, AppError> {
    if !may_write(&member, "pictures") {
        return Err(AppError::Forbidden);
    }
    let version = form.get("version").and_then(|version| version.parse().ok());
    let was: Option<Vec<String>> = form.get("was").and_then(|was| serde_json::from_str(was).ok());
    let (version, was) = version.zip(was).ok_or(AppError::BadRequest("missing version"))?;
    let product = load(&shop, id).await?;
    let (order, given) = read(&form, &was, &product.fields.pictures);
    let session = FormSession::for_staff(&visitor)?;
    if let Some(conflict) = descriptions::conflict(&shop, session, &product, &form, &given).await? {
        return Ok(conflict);
    }
    let editor = Editor { shop: &shop, audit: &audit, member: &member };
    let mut patch = Patch::default();
    if let Some(order) = order {
        patch.0.insert("pictures".to_owned(), json!(order));
    }
    let edit = Edit { product: id, version, patch, known_pictures: was, undoes: None };
    let saved = editor.save(&edit).await?;
    if matches!(saved, Saved::Refused { .. } | Saved::Conflict(_)) {
        return Ok(back(id, "pictures-conflict"));
    }
    let described = descriptions::save(&shop, &audit, &member, &given).await?;
    if described.is_none() {
        let session = FormSession::for_staff(&visitor)?;
        if let Some(conflict) = descriptions::conflict(&shop, session, &product, &form, &given).await? {
            return Ok(conflict);
        }
    }
    if let Saved::Done { version: saved } = saved {
        let url = product_url(PRODUCT_URL, id);
        return Ok(redirect(&format!("{url}?saved={saved}&from={version}#pictures"), None));
    }
    Ok(back(id, if described == Some(true) { "described" } else { "unchanged" }))
}

/// The pictures in their new order, if the form orders or removes any, and the descriptions that were typed: what the form
/// shows unchanged may have been changed by others. Pictures that arrived meanwhile are added by the save.
fn read(
    form: &HashMap<String, String>,
    was: &[String],
    current: &[String],
) -> (Option<Vec<String>>, Vec<Description>) {
    let mut placed: Vec<(i64, usize, &String)> = Vec::new();
    let mut descriptions = Vec::new();
    for (number, name) in was.iter().enumerate().filter(|(_, name)| current.contains(name)) {
        let given = |field: &str| form.get(&format!("p{number}_{field}"));
        // The third wording of a conflict.
        let own = form.get(&format!("own_p{number}_alt")).filter(|text| !text.trim().is_empty());
        if let Some(alt) = own.or(given("alt"))
            && given("was") != Some(alt)
        {
            descriptions.push(Description {
                number,
                name: name.clone(),
                was: given("was").cloned().unwrap_or_default(),
                alt: text::clean(alt, MAX_ALT_CHARS),
            });
        }
        if given("remove").is_some_and(|remove| remove == "1") {
            continue;
        }
        let place = given("place").and_then(|place| digits::fold(place.trim()).parse().ok());
        placed.push((place.unwrap_or_else(|| i64::try_from(number).unwrap_or(0) + 1), number, name));
    }
    placed.sort_unstable();
    let order: Vec<&String> = placed.into_iter().map(|(_, _, name)| name).collect();
    let is_as_shown = was.iter().filter(|name| current.contains(name)).eq(order.iter().copied());
    ((!is_as_shown).then(|| order.into_iter().cloned().collect()), descriptions)
}

#[derive(Debug, Deserialize)]
pub struct ChoiceFields {
    name: String,
}

/// Adds a picture of the library, at the end.
pub async fn choose(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<ChoiceFields>,
) -> Result<Response, AppError> {
    if !may_write(&member, "pictures") {
        return Err(AppError::Forbidden);
    }
    let product = load(&shop, id).await?;
    let mut names = product.fields.pictures.clone();
    if names.contains(&form.name) {
        return Ok(back(id, "unchanged"));
    }
    let known = catalog::service::pictures(&shop.db, std::slice::from_ref(&form.name)).await?;
    if names.len() >= MAX_PICTURES || !known.contains_key(&form.name) {
        return Ok(back(id, "picture-refused"));
    }
    names.push(form.name);
    let mut patch = Patch::default();
    patch.0.insert("pictures".to_owned(), json!(names));
    let edit =
        Edit { product: id, version: product.version, patch, known_pictures: Vec::new(), undoes: None };
    let editor = Editor { shop: &shop, audit: &audit, member: &member };
    match editor.save(&edit).await? {
        Saved::Done { version } => {
            let (url, from) = (product_url(PRODUCT_URL, id), product.version);
            Ok(redirect(&format!("{url}?saved={version}&from={from}#pictures"), None))
        }
        Saved::Unchanged => Ok(back(id, "unchanged")),
        Saved::Refused { .. } | Saved::Conflict(_) => Ok(back(id, "pictures-conflict")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn described(number: usize, name: &str, was: &str, alt: &str) -> Description {
        Description { number, name: name.to_owned(), was: was.to_owned(), alt: alt.to_owned() }
    }

    #[test]
    fn pictures_are_ordered_and_removed() {
        let form: HashMap<String, String> =
            [("p0_place", "٢"), ("p1_place", "1"), ("p2_remove", "1"), ("p0_alt", " فنجان ")]
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .into();
        let (order, descriptions) = read(&form, &names(&["a", "b", "c"]), &names(&["a", "b", "c", "new"]));
        assert_eq!(order, Some(names(&["b", "a"])));
        assert_eq!(descriptions, [described(0, "a", "", "فنجان")]);
    }

    #[test]
    fn what_the_form_shows_unchanged_overwrites_nothing() {
        let form: HashMap<String, String> = [
            ("p0_place", "1"),
            ("p1_place", "2"),
            ("p0_was", "فنجان"),
            ("p0_alt", "فنجان"),
            ("p1_was", "كيس"),
            ("p1_alt", "كيس بن"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
        let (order, descriptions) = read(&form, &names(&["a", "b"]), &names(&["b", "a"]));
        assert_eq!(order, None, "others have ordered them meanwhile");
        assert_eq!(descriptions, [described(1, "b", "كيس", "كيس بن")]);
    }

    #[test]
    fn a_picture_that_another_member_removed_does_not_come_back() {
        let form =
            HashMap::from([("p1_place".to_owned(), "3".to_owned()), ("p2_place".to_owned(), "1".to_owned())]);
        let (order, _) = read(&form, &names(&["a", "b", "c"]), &names(&["b", "c"]));
        assert_eq!(order, Some(names(&["c", "b"])));
    }
}

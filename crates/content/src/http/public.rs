//! Pages, posts and the blog.

use edge::{AppError, Page, PageRequest, PublicShop};

use crate::service::{self, CommentRequest, blocks::BlockSources};

/// A page of comments, and the comment that the form answers.
pub const ITEM_PARAMETERS: &[&str] = &["cpage", "replytocom"];
pub const BLOG_PARAMETERS: &[&str] = &["paged", "s"];
pub const CATEGORY_PARAMETERS: &[&str] = &["paged"];

pub async fn item(shop: PublicShop, request: PageRequest, sources: BlockSources) -> Result<Page, AppError> {
    let comments = CommentRequest {
        page: number(&request, "cpage")?,
        reply_to: match request.query("replytocom") {
            Some(comment) => Some(comment.parse().map_err(|_| AppError::NotFound)?),
            None => None,
        },
        ..CommentRequest::default()
    };
    service::item_page(&shop, &sources, request.path("slug"), &comments).await
}

pub async fn blog(shop: PublicShop, request: PageRequest) -> Result<Page, AppError> {
    match request.query("s") {
        Some(query) => service::search_page(&shop, query).await,
        None => service::blog_page(&shop, None, number(&request, "paged")?).await,
    }
}

pub async fn category(shop: PublicShop, request: PageRequest) -> Result<Page, AppError> {
    service::blog_page(&shop, Some(request.path("slug")), number(&request, "paged")?).await
}

/// The number of a page, 1 without one.
fn number(request: &PageRequest, name: &str) -> Result<i64, AppError> {
    request.query(name).map_or(Ok(1), |text| text.parse().map_err(|_| AppError::NotFound))
}

//! Views of pages, posts, comments, and the staff's pages that edit them.

mod blocks;
mod comments;
mod pages;
mod staff;

pub use blocks::{BlockView, ContactWayView, FigureView, GalleryBlockView, PersonView, TabView};
pub use comments::{
    CommentFieldError, CommentFormValues, CommentFormView, CommentParentView, CommentThreadView, CommentView,
    CommentsView,
};
pub use pages::{
    BlogCategoryLink, BlogPageView, BlogSearchView, ContentPageView, PostCardView, PostPageView, PreviewView,
};
pub use staff::{
    BlockFormView, CategoryChoiceView, CategoryFormRow, ConflictPartView, ConflictRunView, ConflictView,
    ContentFieldError, ContentListRow, ContentNotice, ContentTab, ContentVersionRow, EditorFieldKind,
    EditorFieldView, EditorOption, RedirectFormRow, SharedLinkView, StaffCategoriesPageView,
    StaffConflictPageView, StaffContentPageView, StaffEditPageView, StaffRedirectsPageView,
};

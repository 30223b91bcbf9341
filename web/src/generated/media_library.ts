// Written from Rust (crates/storefront). Do not edit.
import type { PictureView } from "./catalog";
import type { LinkView } from "./edge";
import type { FieldError, HistoryLine, ListTab, StaffNotice } from "./staff_products";

/**
 * The product that a picture is chosen for.
 */
export type ChoiceForm = { action: string, nonce: string, product: string, backUrl: string,
/**
 * Names of the pictures that the product has.
 */
has: Array<string>, };

export type DeleteForm = { action: string, nonce: string, version: string, };

export type FileForm = { action: string, nonce: string,
/**
 * Of the next upload: sent twice, it is one.
 */
key: string,
/**
 * Of the picture that is replaced.
 */
version: string, };

export type LibraryPicture = { name: string,
/**
 * What the file was called.
 */
title: string, url: string, picture: PictureView, isUndescribed: boolean,
/**
 * Width and height.
 */
size: string, bytes: string, isLarge: boolean, added: string, };

/**
 * Rendered by `web/src/media_library/MediaPage.tsx`.
 */
export type MediaPageView = { url: string, count: string, notice: StaffNotice | null, upload: FileForm, waiting: Array<WaitingFile>, choice: ChoiceForm | null, tabs: Array<ListTab>,
/**
 * Grid and rows.
 */
looks: Array<ListTab>, isGrid: boolean,
/**
 * The hidden fields of the search form.
 */
others: Array<[string, string]>, query: string,
/**
 * Each filter, with the address without it.
 */
chips: Array<LinkView>, rows: Array<LibraryPicture>, nextUrl: string | null,
/**
 * Why the list is empty.
 */
empty: string | null, clearUrl: string | null, };

/**
 * Rendered by `web/src/media_library/MediaPicturePage.tsx`.
 */
export type MediaPicturePageView = { title: string, listUrl: string, notice: StaffNotice | null, picture: PictureView,
/**
 * The address of the widest file, which stays when the picture is replaced.
 */
fileUrl: string, form: PictureForm, facts: Array<PictureFact>, usesTitle: string, uses: Array<UseView>,
/**
 * There are more than the list shows.
 */
hasMoreUses: boolean, replace: FileForm,
/**
 * `None` while it is used.
 */
delete: DeleteForm | null, isDeleted: boolean, history: Array<HistoryLine>, };

/**
 * A fact about a picture.
 */
export type PictureFact = { label: string, value: string,
/**
 * Numbers and addresses.
 */
isLtr: boolean, };

export type PictureForm = { action: string, nonce: string, version: string,
/**
 * The page's own copy of the stored values.
 */
was: string, title: string, alt: string,
/**
 * In percent from the left and upper edges.
 */
focusX: number, focusY: number, errors: Array<FieldError>, };

/**
 * A thing that shows the picture.
 */
export type UseView = { label: string,
/**
 * `None`: no page of staff's for it.
 */
url: string | null, };

/**
 * A file that is no picture yet, or was refused.
 */
export type WaitingFile = { name: string, text: string, isRefused: boolean, };

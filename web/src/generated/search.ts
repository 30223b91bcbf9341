// Written from Rust (crates/storefront). Do not edit.

/**
 * The form of a word: a new one, one that is changed, or one that was refused.
 */
export type MeaningFormView = { word: string, meaning: string,
/**
 * The value of the kind.
 */
kind: string, error: string | null, };

export type MeaningKindView = { value: string, label: string, };

export type MeaningView = { word: string,
/**
 * Empty: the word is switched off.
 */
meaning: string, kind: string,
/**
 * The page with this word in the form.
 */
editUrl: string, };

/**
 * Response of `GET /ar/search/suggest/`.
 */
export type SearchSuggestions = { query: string,
/**
 * The word that was searched for instead of a mistyped one.
 */
corrected: string | null, products: Array<SuggestedProduct>, categories: Array<SuggestedLink>,
/**
 * Posts and pages.
 */
articles: Array<SuggestedLink>, allUrl: string, total: number, };

/**
 * Rendered by `web/src/search/SearchWordsPage.tsx`.
 */
export type SearchWordsPageView = { action: string, nonce: string, homeUrl: string, notice: string | null,
/**
 * Only the owner changes words.
 */
canChange: boolean, unanswered: Array<UnansweredView>, form: MeaningFormView, kinds: Array<MeaningKindView>,
/**
 * Only words and meanings that contain it are listed.
 */
filter: string, meanings: Array<MeaningView>, prevUrl: string | null, nextUrl: string | null, isRankedByUse: boolean, };

export type SuggestedLink = { name: string, url: string, };

export type SuggestedProduct = { name: string, url: string, price: string,
/**
 * The price is the lowest of several.
 */
from: boolean, image: string | null, };

/**
 * A query without an answer, or one that was answered with other words.
 */
export type UnansweredView = { query: string,
/**
 * What was searched instead.
 */
takenFor: string | null, times: string,
/**
 * The page with this query in the form.
 */
editUrl: string, };

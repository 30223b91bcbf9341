// Written from Rust (crates/storefront). Do not edit.

/**
 * Response of `GET /ar/search/suggest/`.
 */
export type SearchSuggestions = { query: string,
/**
 * The word that was searched for instead of a mistyped one.
 */
corrected: string | null, products: Array<SuggestedProduct>, categories: Array<SuggestedCategory>, allUrl: string, total: number, };

export type SuggestedCategory = { name: string, url: string, };

export type SuggestedProduct = { name: string, url: string, price: string, image: string | null, };

// Written from Rust (crates/storefront). Do not edit.

/**
 * What `GET /ar/search/suggest/` answers.
 */
export type SearchSuggestions = { query: string,
/**
 * The word that was searched for instead, where one was mistyped.
 */
corrected: string | null, products: Array<SuggestedProduct>, categories: Array<SuggestedCategory>, allUrl: string, total: number, };

export type SuggestedCategory = { name: string, url: string, };

export type SuggestedProduct = { name: string, url: string, price: string, image: string | null, };

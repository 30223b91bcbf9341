import type { ListingPageView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import { FilterChips } from "./FilterChips";
import { FILTERS, Filters } from "./Filters";
import { ListingEmpty } from "./ListingEmpty";
import styles from "./ListingPage.module.css";
import { Pager } from "./Pager";
import { ProductCard } from "./ProductCard";
import { SortForm } from "./SortForm";

/** The range of the products on this page, or that these are all. */
function range({ count, isMore, first, cards }: ListingPageView): string {
  if (cards.length === count) return catalogText.productCount({ count });
  const last = first + cards.length - 1;
  const places = { first: String(first), last: String(last), total: String(count) };
  return isMore ? catalogText.resultRangeMore(places) : catalogText.resultRange(places);
}

/** The shop page, a category, or search results. */
export function ListingPage(listing: ListingPageView) {
  const { title, intro, crumbs, cards, pages, query, corrected, sort, chips } = listing;
  const empty = cards.length === 0;
  // A search without results says so only in its title, and shows no filters.
  const found = !empty || chips.length > 0;
  const filtered = found && (listing.filters.length > 0 || listing.priceRange !== null);
  return (
    <div className={`wrap ${styles.listing}`}>
      <Breadcrumbs crumbs={crumbs} />
      {(query === null || found) && (
        <div className="page-head">
          <h1>{title}</h1>
          {intro && <p>{intro}</p>}
          {query !== null && corrected && !empty && (
            <p role="status">{catalogText.searchCorrected({ query, word: corrected })}</p>
          )}
        </div>
      )}
      <div className={filtered ? styles.bodyFiltered : undefined}>
        {filtered && <Filters {...listing} />}
        <div>
          {found && (
            <div className={styles.toolbar}>
              <p className={`${styles.count} woocommerce-result-count`}>{range(listing)}</p>
              {filtered && (
                <button
                  type="button"
                  className={`${controls.btn} ${controls.btnSm} ${styles.filter}`}
                  popoverTarget={FILTERS}
                >
                  <Icon name="filter" />
                  {catalogText.filter()}
                  {chips.length > 0 && (
                    <bdi aria-hidden="true">
                      {"("}
                      {chips.length}
                      {")"}
                    </bdi>
                  )}
                </button>
              )}
              {!empty && sort.options.length > 0 && <SortForm {...sort} />}
            </div>
          )}
          {chips.length > 0 && <FilterChips chips={chips} clearUrl={listing.clearUrl} />}
          {empty ? (
            <ListingEmpty {...listing} />
          ) : (
            <ul className={styles.grid}>
              {cards.map((card) => (
                <li key={card.id}>
                  <ProductCard {...card} heading="h2" />
                </li>
              ))}
            </ul>
          )}
          {pages && <Pager {...pages} />}
        </div>
      </div>
    </div>
  );
}

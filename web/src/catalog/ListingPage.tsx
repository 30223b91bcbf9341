import type { ListingPageView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { Island } from "../renderer/Island";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import { Icon } from "../ui/Icon";
import { RecentlyViewed } from "../wishlist/RecentlyViewed.island";
import { FilterChips } from "./FilterChips";
import { FILTERS, FilterPanel } from "./FilterPanel.island";
import { ListingEmpty } from "./ListingEmpty";
import styles from "./ListingPage.module.css";
import { NoHits } from "./NoHits";
import { Pager } from "./Pager";
import { ProductCard } from "./ProductCard";
import { SortForm } from "./SortForm";
import { SORT, SortSheet } from "./SortSheet";

/** The range of the products on this page, or that these are all. */
function range({ count, isMore, first, cards }: ListingPageView): string {
  if (cards.length === count) return catalogText.productCount({ count });
  const last = first + cards.length - 1;
  const places = { first: String(first), last: String(last), total: String(count) };
  return isMore ? catalogText.resultRangeMore(places) : catalogText.resultRange(places);
}

/** The shop page, a category, or search results. */
export function ListingPage(listing: ListingPageView) {
  const { title, intro, crumbs, cards, pages, query, corrected, sort, chips, noHits, report } = listing;
  const empty = cards.length === 0;
  // A search without results says so only in its title, and shows no filters.
  const found = !empty || chips.length > 0;
  const filtered = found && (listing.filters.length > 0 || listing.priceRange !== null);
  const sorted = !empty && sort.options.length > 0;
  const order = sort.options.find(({ value }) => value === sort.current)?.label;
  const reported = report && {
    "data-search-report": report.url,
    "data-search-query": query,
    "data-search-unanswered": report.isUnanswered ? "" : undefined,
    "data-search-choices": report.hasChoices ? "" : undefined,
  };
  return (
    <div className={`wrap ${styles.listing}`} {...reported}>
      <Breadcrumbs crumbs={crumbs} />
      {(query === null || found) && (
        <div className="page-head">
          <h1>{title}</h1>
          {intro && <p>{intro}</p>}
        </div>
      )}
      {query !== null && corrected && !empty && (
        <p className={styles.spelling} role="status">
          {catalogText.searchCorrected({ word: corrected })}{" "}
          {listing.asTypedUrl && (
            <a href={listing.asTypedUrl} rel="nofollow">
              {catalogText.searchAsTyped({ query })}
            </a>
          )}
        </p>
      )}
      {(filtered || sorted) && (
        <div className={styles.bar}>
          {filtered && (
            <button type="button" popoverTarget={FILTERS}>
              <Icon name="filter" />
              {catalogText.filter()}
              {chips.length > 0 && (
                <span className={styles.badge}>
                  <span className="sr">{catalogText.filterCount()} </span>
                  {chips.length}
                </span>
              )}
            </button>
          )}
          {sorted && (
            <button type="button" popoverTarget={SORT}>
              <Icon name="sort" />
              <span>
                <span className="sr">{catalogText.sortCurrent()} </span>
                {order}
              </span>
            </button>
          )}
        </div>
      )}
      {sorted && <SortSheet {...sort} />}
      <div className={filtered ? styles.bodyFiltered : undefined}>
        {filtered && (
          <Island
            of={FilterPanel}
            id={FILTERS}
            on="interaction"
            props={{
              filters: listing.filters,
              priceRange: listing.priceRange,
              chips,
              clearUrl: listing.clearUrl,
              count: listing.count,
              url: listing.url,
            }}
          />
        )}
        <div>
          {found && (
            <div className={styles.toolbar}>
              <p className={`${styles.count} woocommerce-result-count`}>{range(listing)}</p>
              {chips.length > 0 && <FilterChips chips={chips} clearUrl={listing.clearUrl} />}
              {sorted && <SortForm {...sort} />}
            </div>
          )}
          {empty ? (
            noHits && query !== null ? (
              <NoHits query={query} shopUrl={listing.shopUrl} ways={noHits} />
            ) : (
              <ListingEmpty {...listing} />
            )
          ) : (
            <ul className={styles.grid}>
              {cards.map((card) => (
                <li key={card.id} data-product={report?.hasChoices ? card.id : undefined}>
                  <ProductCard {...card} heading="h2" />
                </li>
              ))}
            </ul>
          )}
          {pages && <Pager {...pages} />}
        </div>
      </div>
      {listing.articles.length > 0 && (
        <section className="section" aria-labelledby="articles">
          <h2 id="articles">{catalogText.searchArticles()}</h2>
          <ul>
            {listing.articles.map(({ label, url }) => (
              <li key={url}>
                <a href={url}>{label}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Island of={RecentlyViewed} id="recent" on="history" props={{ productId: null, isInside: true }} />
    </div>
  );
}

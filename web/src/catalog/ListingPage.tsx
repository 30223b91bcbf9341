import type { ListingPageView } from "../generated/catalog";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import { EmptyState } from "../ui/EmptyState";
import { t } from "../ui/messages";
import { Pager } from "./Pager";
import { ProductCard } from "./ProductCard";
import "./texts";

/** Where every product stands: the way on from a list without any. */
const ALL_PRODUCTS = "/ar/shop/";

/** The shop, one section of it, or what a search found. */
export function ListingPage({ title, crumbs, count, cards, pages, query }: ListingPageView) {
  return (
    <div className="wrap listing">
      <Breadcrumbs crumbs={crumbs} />
      {/* A search that found nothing says so once, in its title. */}
      {(query === null || cards.length > 0) && (
        <div className="page-head">
          <h1>{title}</h1>
          {cards.length > 0 && <p>{t("catalog.product-count", { count })}</p>}
        </div>
      )}
      {cards.length > 0 ? (
        <ul className="grid">
          {cards.map((card) => (
            <li key={card.id}>
              <ProductCard {...card} heading="h2" />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          level={query === null ? 2 : 1}
          title={query === null ? t("catalog.empty") : t("catalog.search-none", { query })}
          hint={t("catalog.search-none-hint")}
        >
          <a className="btn btn--primary" href={ALL_PRODUCTS}>
            {t("catalog.all-products")}
          </a>
        </EmptyState>
      )}
      {pages && <Pager {...pages} />}
    </div>
  );
}

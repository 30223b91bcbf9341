import type { ListingPageView } from "../generated/catalog";
import { EmptyState } from "../ui/EmptyState";
import { t } from "../ui/messages";
import "./texts";

/** Why the list is empty, and the way on: without the filters, or to all products. */
export function ListingEmpty({ query, chips, clearUrl, shopUrl }: ListingPageView) {
  if (chips.length > 0) {
    return (
      <EmptyState title={t("catalog.empty-filtered")}>
        <a className="btn btn--primary" href={clearUrl}>
          {t("catalog.filter-clear")}
        </a>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      level={query === null ? 2 : 1}
      title={query === null ? t("catalog.empty") : t("catalog.search-none", { query })}
      hint={t("catalog.search-none-hint")}
    >
      <a className="btn btn--primary" href={shopUrl}>
        {t("catalog.all-products")}
      </a>
    </EmptyState>
  );
}

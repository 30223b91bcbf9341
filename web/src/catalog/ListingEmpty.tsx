import type { ListingPageView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import controls from "../ui/controls.module.css";
import { EmptyState } from "../ui/EmptyState";

/** Why the list is empty, with links: without the filters, or to all products. */
export function ListingEmpty({ query, chips, clearUrl, shopUrl }: ListingPageView) {
  if (chips.length > 0) {
    return (
      <EmptyState title={catalogText.emptyFiltered()}>
        <a className={`${controls.btn} ${controls.btnPrimary}`} href={clearUrl}>
          {catalogText.filterClear()}
        </a>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      level={query === null ? 2 : 1}
      title={query === null ? catalogText.empty() : catalogText.searchNone({ query })}
      hint={catalogText.searchNoneHint()}
    >
      <a className={`${controls.btn} ${controls.btnPrimary}`} href={shopUrl}>
        {catalogText.allProducts()}
      </a>
    </EmptyState>
  );
}

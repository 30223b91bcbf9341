import type { ListingPageView, NoHitsView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import controls from "../ui/controls.module.css";
import { EmptyState } from "../ui/EmptyState";
import chipStyles from "./FilterChips.module.css";
import styles from "./NoHits.module.css";
import { ProductRow } from "./ProductRow";

type Props = Pick<ListingPageView, "shopUrl"> & { query: string; ways: NoHitsView };

/** A search without results, with ways on: categories, a question to the shop, best sellers. */
export function NoHits({ query, shopUrl, ways }: Props) {
  return (
    <>
      <EmptyState level={1} title={catalogText.searchNone({ query })} hint={catalogText.searchNoneHint()}>
        <nav aria-label={catalogText.searchCategories()}>
          <ul className={`${chipStyles.chips} ${styles.categories}`}>
            {ways.categories.map(({ label, url }) => (
              <li key={url}>
                <a className={chipStyles.chip} href={url}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.ways}>
          <a className={`${controls.btn} ${controls.btnPrimary}`} href={shopUrl}>
            {catalogText.allProducts()}
          </a>
          {ways.askUrl && (
            <a className={controls.btn} href={ways.askUrl}>
              {catalogText.searchAsk()}
            </a>
          )}
        </div>
      </EmptyState>
      {ways.bestSellers.cards.length > 0 && (
        <div className={styles.best}>
          <ProductRow {...ways.bestSellers} />
        </div>
      )}
    </>
  );
}

import { ProductCard } from "../catalog/ProductCard";
import { TextWith } from "../checkout/TextWith";
import * as text from "../generated/messages/wishlist";
import type { WishlistPageView } from "../generated/wishlist";
import { Money } from "../pricing/Money";
import { Island } from "../renderer/Island";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import controls from "../ui/controls.module.css";
import { EmptyState } from "../ui/EmptyState";
import { RecentlyViewed } from "./RecentlyViewed.island";
import styles from "./WishlistPage.module.css";

/** What the visitor saved, newest first. */
export function WishlistPage({ crumbs, items, loginUrl }: WishlistPageView) {
  const recent = <Island of={RecentlyViewed} id="recent" on="history" props={{ productId: null }} />;
  if (items.length === 0) {
    return (
      <>
        <div className="wrap">
          <EmptyState level={1} title={text.empty()} hint={text.emptyHint()} art="empty-heart">
            <a className={`${controls.btn} ${controls.btnPrimary}`} href="/ar/shop/">
              {text.browse()}
            </a>
          </EmptyState>
        </div>
        {recent}
      </>
    );
  }
  return (
    <>
      <div className={`wrap ${styles.page}`}>
        <Breadcrumbs crumbs={crumbs} />
        <div className={styles.head}>
          <h1>{text.title()}</h1>
          <p>{text.count({ count: items.length })}</p>
        </div>
        {loginUrl && (
          <p className={styles.note}>
            <span>{text.onDevice()}</span>
            <a className={controls.link} href={loginUrl}>
              {text.signIn()}
            </a>
          </p>
        )}
        <ul className={styles.grid}>
          {items.map(({ card, priceBefore }) => (
            <li key={card.id}>
              <ProductCard {...card} heading="h2" isSaved />
              {priceBefore && (
                <p className={styles.drop}>
                  <TextWith text={text.was({ price: priceBefore })}>
                    <Money text={priceBefore} />
                  </TextWith>
                </p>
              )}
            </li>
          ))}
        </ul>
      </div>
      {recent}
    </>
  );
}

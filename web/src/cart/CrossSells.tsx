import { ProductCard } from "../catalog/ProductCard";
import type { CardView } from "../generated/catalog";
import * as cartText from "../generated/messages/cart";
import * as catalogText from "../generated/messages/catalog";
import { Island } from "../renderer/Island";
import { AutoplayButton } from "./AutoplayButton.island";
import styles from "./CrossSells.module.css";

const ROW = "cart-suggestions-row";
const DELAY = 3000;

/** Cross-sells of the products in the cart: a row that scrolls, with autoplay if script runs. */
export function CrossSells({ cards, isFilled }: { cards: Array<CardView>; isFilled: boolean }) {
  const title = isFilled ? cartText.suggestions() : catalogText.mostWanted();
  if (cards.length === 0) return <div className={styles.cartSuggestions} />;
  return (
    <section className={`${styles.cartSuggestions} section section--lime`} aria-label={title}>
      <div className="wrap">
        <div className="section__head">
          <h2>{title}</h2>
          <Island of={AutoplayButton} id="autoplay" on="visible" props={{ row: ROW, delay: DELAY }} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
        <div className={styles.slider} id={ROW} tabIndex={0}>
          {cards.map((card) => (
            <div key={card.id} className={styles.item}>
              <ProductCard {...card} />
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

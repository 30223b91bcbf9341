import { useEffect, useState } from "react";
import * as text from "../generated/messages/wishlist";
import type { RecentAnswer, RecentProduct } from "../generated/wishlist";
import { Price } from "../pricing/Price";
import { announce } from "../runtime/announce";
import { post, storeCall } from "../runtime/request";
import controls from "../ui/controls.module.css";
import styles from "./RecentlyViewed.module.css";
import { clearRecent, readRecent } from "./recent";

const SHOWN = 6;

type Props = {
  /** The product of this page, which is not shown. */
  productId: string | null;
  /** The page has its margins already. */
  isInside?: boolean;
};

/** Products that were viewed in this browser. Nothing without script, and nothing for a first visit. */
export function RecentlyViewed({ productId, isInside }: Props) {
  const [products, setProducts] = useState<Array<RecentProduct>>([]);
  useEffect(() => {
    const others = readRecent().filter((id) => id !== productId);
    if (others.length === 0) return;
    let isShown = true;
    const body = new URLSearchParams({ ids: others.join(".") });
    post<RecentAnswer>(storeCall("matjar_recent"), body)
      .then((answer) => isShown && setProducts(answer.products.slice(0, SHOWN)))
      .catch(console.info);
    return () => {
      isShown = false;
    };
  }, [productId]);

  if (products.length === 0) return null;
  const clear = () => {
    clearRecent();
    setProducts([]);
    announce(text.recentCleared());
    document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  };
  return (
    <section className={`section ${styles.section}`} aria-labelledby="recent-title">
      <div className={isInside ? undefined : "wrap"}>
        <div className="section__head">
          <h2 id="recent-title">{text.recent()}</h2>
          <button type="button" className={`${controls.link} ${styles.clear}`} onClick={clear}>
            {text.recentClear()}
          </button>
        </div>
        <ul className={styles.recent}>
          {products.map(({ id, url, name, price, image }) => (
            <li key={id}>
              <a href={url}>
                {image ? (
                  <img src={image} alt="" width={256} height={256} loading="lazy" />
                ) : (
                  <span className={styles.blank} />
                )}
                <span>{name}</span>
                <Price {...price} />
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

import type { ProductRowView } from "../generated/catalog";
import * as commonText from "../generated/messages/common";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import { ProductCard } from "./ProductCard";
import styles from "./ProductRow.module.css";

/** The number of cards that fit on a wide screen; more than these need arrows. */
const IN_VIEW = 4;

/** A titled row of products. Scrolls by touch, by keyboard and, if script runs, by its arrows. */
export function ProductRow({ title, moreUrl, cards }: ProductRowView) {
  return (
    <div className="wrap" data-carousel="">
      <div className="section__head">
        <h2>{title}</h2>
        {moreUrl && (
          <a className={controls.link} href={moreUrl}>
            {commonText.showAll()}
            <span className="sr">: {title}</span>
            <Icon name="next" size="s" />
          </a>
        )}
        {cards.length > IN_VIEW && (
          <div className={styles.arrows}>
            <button
              type="button"
              className={`${controls.iconBtn} ${controls.iconBtnLine}`}
              data-carousel-to="back"
              disabled
            >
              <Icon name="prev" />
              <span className="sr">{commonText.prevSlide()}</span>
            </button>
            <button
              type="button"
              className={`${controls.iconBtn} ${controls.iconBtnLine}`}
              data-carousel-to="on"
            >
              <Icon name="next" />
              <span className="sr">{commonText.nextSlide()}</span>
            </button>
          </div>
        )}
      </div>
      <ul className={styles.list} data-carousel-list="">
        {cards.map((card) => (
          <li key={card.id}>
            <ProductCard {...card} />
          </li>
        ))}
      </ul>
    </div>
  );
}

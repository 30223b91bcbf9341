import type { HomePageView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { Island } from "../renderer/Island";
import { ReviewSlides } from "../reviews/ReviewSlides.island";
import { RecentlyViewed } from "../wishlist/RecentlyViewed.island";
import { CategoryTiles } from "./CategoryTiles";
import { Hero } from "./Hero";
import styles from "./HomePage.module.css";
import { ProductRow } from "./ProductRow";
import { Promises } from "./Promises";
import { Story } from "./Story";

/** What the shop is and promises, what it sells, what is cheap now, what others buy and say. */
export function HomePage(home: HomePageView) {
  const { hero, promises, categories, offers, productRows, story, voices } = home;
  const [first, ...others] = productRows;
  return (
    <>
      <Hero {...hero} />
      {promises.length > 0 && (
        <div className="wrap">
          <Promises promises={promises} />
        </div>
      )}
      {categories.length > 0 && (
        <section className="section">
          <div className="wrap">
            <div className="section__head">
              <h2>{catalogText.categories()}</h2>
            </div>
            <CategoryTiles tiles={categories} />
          </div>
        </section>
      )}
      {offers && (
        <section className="section section--lime">
          <ProductRow {...offers} />
        </section>
      )}
      {first && (
        <section className={offers ? "section" : "section section--lime"}>
          <ProductRow {...first} />
        </section>
      )}
      {story && (
        <section className={`section ${offers ? styles.joined : styles.last}`}>
          <div className="wrap">
            <Story {...story} />
          </div>
        </section>
      )}
      {voices && voices.reviews.length > 0 && (
        <section className="section">
          <Island of={ReviewSlides} id="voices" on="visible" props={voices} />
        </section>
      )}
      {others.map((row, index) => (
        <section key={row.title} className={index % 2 === 0 ? "section section--lime" : "section"}>
          <ProductRow {...row} />
        </section>
      ))}
      <Island of={RecentlyViewed} id="recent" on="history" props={{ productId: null }} />
    </>
  );
}

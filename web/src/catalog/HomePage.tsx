import { Fragment } from "react";
import type { HomePageView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { Island } from "../renderer/Island";
import { ReviewSlides } from "../reviews/ReviewSlides.island";
import { CategoryTiles } from "./CategoryTiles";
import { Hero } from "./Hero";
import styles from "./HomePage.module.css";
import { ProductRow } from "./ProductRow";
import { Story } from "./Story";

/** The story follows the first product row, so that the section backgrounds alternate. */
export function HomePage({ hero, categories, productRows, story, voices }: HomePageView) {
  return (
    <>
      <Hero {...hero} />
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
      {productRows.map((row, index) => (
        <Fragment key={row.title}>
          <section className={index % 2 === 0 ? "section section--lime" : "section"}>
            <ProductRow {...row} />
          </section>
          {index === 0 && story && (
            <section className={productRows.length > 1 ? `section ${styles.last}` : "section"}>
              <div className="wrap">
                <Story {...story} />
              </div>
            </section>
          )}
        </Fragment>
      ))}
      {voices && voices.reviews.length > 0 && (
        <section className="section">
          <Island of={ReviewSlides} id="voices" on="visible" props={voices} />
        </section>
      )}
    </>
  );
}

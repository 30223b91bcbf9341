import { Fragment } from "react";
import type { HomePageView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { CategoryTiles } from "./CategoryTiles";
import { Hero } from "./Hero";
import styles from "./HomePage.module.css";
import { ProductRow } from "./ProductRow";
import { Story } from "./Story";

/** The story stands after the first shelf, so that white and quiet bands keep their rhythm. */
export function HomePage({ hero, categories, shelves, story }: HomePageView) {
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
      {shelves.map((shelf, index) => (
        <Fragment key={shelf.title}>
          <section className={index % 2 === 0 ? "section section--lime" : "section"}>
            <ProductRow {...shelf} />
          </section>
          {index === 0 && story && (
            <section className={shelves.length > 1 ? `section ${styles.last}` : "section"}>
              <div className="wrap">
                <Story {...story} />
              </div>
            </section>
          )}
        </Fragment>
      ))}
    </>
  );
}

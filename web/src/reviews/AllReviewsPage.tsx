import * as reviewsText from "../generated/messages/reviews";
import type { AllReviewsPageView } from "../generated/reviews";
import { Island } from "../renderer/Island";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import styles from "./AllReviewsPage.module.css";
import { ReviewGrid } from "./ReviewGrid.island";
import { ReviewSection } from "./ReviewSection";

/** All reviews of the shop: the list, and the same as a grid. */
export function AllReviewsPage({ title, crumbs, section, grid }: AllReviewsPageView) {
  return (
    <>
      <div className={`wrap ${styles.page}`}>
        <Breadcrumbs crumbs={crumbs} />
        <div className="page-head">
          <h1>{title}</h1>
        </div>
        <ReviewSection section={section} classicForm={section.mode === "classic" ? section.form : null} />
      </div>
      {grid && (
        <section className="section section--lime">
          <div className="wrap">
            <div className="section__head">
              <h2>{reviewsText.voices()}</h2>
            </div>
            <Island of={ReviewGrid} id="review-grid" on="visible" props={grid} />
          </div>
        </section>
      )}
    </>
  );
}

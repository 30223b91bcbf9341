import * as reviewsText from "../generated/messages/reviews";
import type { WriteReviewPageView } from "../generated/reviews";
import { Island } from "../renderer/Island";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import controls from "../ui/controls.module.css";
import { Notice } from "../ui/Notice";
import { ClassicReviewForm } from "./ClassicReviewForm.island";
import styles from "./WriteReviewPage.module.css";

/** The classic form on a page of its own, and its answer. */
export function WriteReviewPage({ crumbs, form, result, isError, backUrl }: WriteReviewPageView) {
  return (
    <div className={`wrap ${styles.page}`}>
      <Breadcrumbs crumbs={crumbs} />
      <h1>{reviewsText.formTitle()}</h1>
      {/* The form itself shows its errors. */}
      {result && !form?.errors.length && (
        <Notice kind={isError ? "error" : "ok"} focused>
          {result}
        </Notice>
      )}
      {form && <Island of={ClassicReviewForm} id="review-form" on="load" props={form} />}
      <p>
        <a className={controls.link} href={backUrl}>
          {reviewsText.formBack()}
        </a>
      </p>
    </div>
  );
}

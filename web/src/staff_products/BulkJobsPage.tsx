import * as text from "../generated/messages/bulk";
import type { BulkJobsPageView } from "../generated/staff_bulk";
import controls from "../ui/controls.module.css";
import styles from "./BulkJobsPage.module.css";
import { BulkState } from "./BulkState";

/** The newest bulk jobs: who began each, when, and its state. */
export function BulkJobsPage({ productsUrl, jobs }: BulkJobsPageView) {
  return (
    <div className={`wrap section ${styles.page}`}>
      <h1>{text.jobs()}</h1>
      <p>
        <a className={controls.link} href={productsUrl}>
          {text.backToProducts()}
        </a>
      </p>
      {jobs.length === 0 ? (
        <p>{text.jobsNone()}</p>
      ) : (
        <ul className={styles.jobs}>
          {jobs.map(({ title, url, who, when, state, level }) => (
            <li key={url}>
              <div>
                <a href={url}>
                  <bdi>{title}</bdi>
                </a>
                <small>{text.lead({ name: who, when })}</small>
              </div>
              <BulkState level={level}>{state}</BulkState>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

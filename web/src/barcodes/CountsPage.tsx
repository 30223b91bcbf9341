import type { CountsPageView } from "../generated/barcodes";
import * as barcodesText from "../generated/messages/barcodes";
import controls from "../ui/controls.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";
import pageStyles from "./BarcodePage.module.css";
import { BarcodeTabs } from "./BarcodeTabs";
import styles from "./CountsPage.module.css";

/** The stock counts of a store: begin one, go on with it, read its report. */
export function CountsPage({
  stores,
  modes,
  action,
  nonce,
  storeId,
  counts,
  hasOpen,
  notice,
}: CountsPageView) {
  return (
    <div className={`wrap section ${pageStyles.page}`}>
      <header className={pageStyles.head}>
        <h1>{barcodesText.counts()}</h1>
        <span className={pageStyles.badge}>{barcodesText.staff()}</span>
      </header>
      <BarcodeTabs label={barcodesText.types()} tabs={modes} />
      <BarcodeTabs label={barcodesText.stores()} tabs={stores} />
      {notice && (
        <Notice kind={notice.isError ? "error" : "ok"} focused>
          {notice.text}
        </Notice>
      )}
      <p>{barcodesText.countLead()}</p>
      {!hasOpen && (
        <form method="post" action={action}>
          <HiddenInputs
            pairs={[
              ["nonce", nonce],
              ["store_id", storeId],
            ]}
          />
          <p className={styles.note}>{barcodesText.countNone()}</p>
          <button
            type="submit"
            name="do"
            value="open"
            className={`${controls.btn} ${controls.btnPrimary} ${styles.big}`}
          >
            {barcodesText.countOpen()}
          </button>
        </form>
      )}
      {counts.length === 0 && <p className={styles.note}>{barcodesText.countsNone()}</p>}
      {counts.map(({ title, state, reportUrl, resumeUrl }) => (
        <article key={reportUrl} className={styles.count}>
          <h2>{title}</h2>
          <p className={styles.note}>{state}</p>
          <p className={styles.links}>
            {resumeUrl && (
              <a className={`${controls.btn} ${controls.btnPrimary} ${styles.big}`} href={resumeUrl}>
                {barcodesText.countResume()}
              </a>
            )}
            <a
              className={`${controls.btn} ${styles.big}`}
              href={reportUrl}
              aria-label={`${barcodesText.countReport()}، ${title}`}
            >
              {barcodesText.countReport()}
            </a>
          </p>
        </article>
      ))}
    </div>
  );
}

import type { CountReportPageView } from "../generated/barcodes";
import * as barcodesText from "../generated/messages/barcodes";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import { classes } from "../ui/classes";
import controls from "../ui/controls.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";
import pageStyles from "./BarcodePage.module.css";
import styles from "./CountReportPage.module.css";

/** What a count found: expected, counted, the difference; and how the count ends. */
export function CountReportPage(page: CountReportPageView) {
  const { title, state, lines, uncounted, rows, notice } = page;
  return (
    <div className={`wrap section ${pageStyles.page}`}>
      <Breadcrumbs crumbs={page.crumbs} />
      <header className={pageStyles.head}>
        <h1>{title}</h1>
        <span className={pageStyles.badge}>{state}</span>
      </header>
      {notice && (
        <Notice kind={notice.isError ? "error" : "ok"} focused>
          {notice.text}
        </Notice>
      )}
      <p>{barcodesText.lines({ count: lines })}</p>
      {uncounted !== null && (
        <p className={styles.note}>
          {barcodesText.uncounted({ count: uncounted })}. {barcodesText.uncountedHint()}
        </p>
      )}
      <p className={styles.links}>
        {page.resumeUrl && (
          <a className={`${controls.btn} ${controls.btnPrimary}`} href={page.resumeUrl}>
            {barcodesText.countResume()}
          </a>
        )}
        <a className={controls.btn} href={page.otherUrl}>
          {page.onlyDifferences ? barcodesText.reportAll() : barcodesText.reportOnly()}
        </a>
        <a className={controls.btn} href={page.csvUrl} download>
          {barcodesText.csv()}
        </a>
      </p>
      {rows.length === 0 ? (
        <p>{barcodesText.reportNone()}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{barcodesText.reportProduct()}</th>
              <th scope="col">{barcodesText.reportExpected()}</th>
              <th scope="col">{barcodesText.reportCounted()}</th>
              <th scope="col">{barcodesText.reportDifference()}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ sku, name, label, code, expected, counted, difference, isMissing }) => (
              <tr key={sku}>
                <th scope="row">
                  {name} {label && <span className={styles.note}>{label}</span>}
                  <bdi className={styles.code} dir="ltr">
                    {code}
                  </bdi>
                </th>
                <td data-label={barcodesText.reportExpected()}>
                  <bdi dir="ltr">{expected}</bdi>
                </td>
                <td data-label={barcodesText.reportCounted()}>
                  <bdi dir="ltr">{counted}</bdi>
                </td>
                <td
                  data-label={barcodesText.reportDifference()}
                  className={classes(styles.difference, isMissing && styles.missing)}
                >
                  <bdi dir="ltr">{difference}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {page.nextUrl && (
        <a className={controls.btn} href={page.nextUrl}>
          {barcodesText.reportNext()}
        </a>
      )}
      {page.isOpen && (
        <form className={styles.end} method="post" action={page.action}>
          <HiddenInputs
            pairs={[
              ["nonce", page.nonce],
              ["store_id", page.storeId],
              ["id", page.id],
            ]}
          />
          <p className={styles.note}>
            {page.canClose ? barcodesText.closeHint() : barcodesText.closeAdmin()}
          </p>
          <p className={styles.links}>
            {page.canClose && (
              <button
                type="submit"
                name="do"
                value="close"
                className={`${controls.btn} ${controls.btnPrimary} ${styles.big}`}
              >
                {barcodesText.close()}
              </button>
            )}
            <button
              type="submit"
              name="do"
              value="cancel"
              className={`${controls.btn} ${controls.btnDanger} ${styles.big}`}
            >
              {barcodesText.cancel()}
            </button>
          </p>
        </form>
      )}
    </div>
  );
}

import { PageNotice } from "../accounts/PageNotice";
import * as text from "../generated/messages/bulk";
import type { BulkJobPageView, BulkRow } from "../generated/staff_bulk";
import { Island } from "../renderer/Island";
import controls from "../ui/controls.module.css";
import tableStyles from "../ui/DataTable.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import styles from "./BulkJobPage.module.css";
import { BulkProgress } from "./BulkProgress.island";
import { BulkState } from "./BulkState";

function Row({ row }: { row: BulkRow }) {
  const { name, label, sku, url, differences, state, level, reason } = row;
  return (
    <tr>
      <td data-label={text.item()}>
        <span>
          <a href={url}>
            <bdi>{name}</bdi>
          </a>
          {label && (
            <>
              {"، "}
              <bdi>{label}</bdi>
            </>
          )}{" "}
          <small>
            <bdi dir="ltr">{sku}</bdi>
          </small>
        </span>
      </td>
      <td data-label={text.changes()}>
        <ul className={styles.changes}>
          {differences.map((one) => (
            <li key={one.label}>
              {one.label}: <span className="sr">{text.was()}</span>{" "}
              <del>
                <bdi>{one.before}</bdi>
              </del>{" "}
              <span className="sr">{text.becomes()}</span>{" "}
              <ins>
                <bdi>{one.after}</bdi>
              </ins>
            </li>
          ))}
        </ul>
      </td>
      <td data-label={text.outcome()}>
        <span>
          <BulkState level={level}>{state}</BulkState>
          {reason && <small className={styles.reason}>{reason}</small>}
        </span>
      </td>
    </tr>
  );
}

function Acts({ action, nonce, acts }: Pick<BulkJobPageView, "action" | "nonce" | "acts">) {
  const has = (act: string) => acts.some((one) => one.act === act);
  return (
    <form className={styles.acts} method="post" action={action}>
      <HiddenInputs pairs={[["nonce", nonce]]} />
      {acts.map(({ act, label, isPrimary }) => (
        <button
          key={act}
          type="submit"
          name="act"
          value={act}
          className={isPrimary ? `${controls.btn} ${controls.btnPrimary}` : controls.btn}
        >
          {label}
        </button>
      ))}
      {has("stop") && <small>{text.stopHint()}</small>}
      {(has("undo") || has("start")) && <small>{text.undoHint()}</small>}
    </form>
  );
}

/** A job: what it will do, how far it is, or what it did, row by row. */
export function BulkJobPage(page: BulkJobPageView) {
  const { title, lead, state, level, notice, notes, progress, acts, groups, rows, empty } = page;
  const { nonce, reportAction, nextUrl, other } = page;
  return (
    <div className={`wrap section ${styles.page}`}>
      <div className={styles.head}>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <BulkState level={level}>{state}</BulkState>
      </div>
      <p className={styles.lead}>
        {lead} ·{" "}
        <a className={controls.link} href={page.jobsUrl}>
          {text.jobs()}
        </a>{" "}
        ·{" "}
        <a className={controls.link} href={page.productsUrl}>
          {text.backToProducts()}
        </a>
      </p>
      <PageNotice notice={notice} focused />
      <section className={styles.card}>
        {progress && <Island of={BulkProgress} id="bulk-progress" on="load" props={progress} />}
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {other && (
          <p>
            <a className={controls.link} href={other.url}>
              {other.label}
            </a>
          </p>
        )}
        {acts.length > 0 && <Acts {...page} />}
        {reportAction && (
          <form method="post" action={reportAction}>
            <HiddenInputs pairs={[["nonce", nonce]]} />
            <button type="submit" className={`${controls.btn} ${controls.btnSm}`}>
              {text.report()}
            </button>
          </form>
        )}
      </section>
      <section className={styles.card} aria-label={text.rows()}>
        <nav className={styles.groups} aria-label={text.outcome()}>
          {groups.map(({ label, url, isCurrent }) => (
            <a key={url} href={url} aria-current={isCurrent ? "page" : undefined}>
              {label}
            </a>
          ))}
        </nav>
        {empty ? (
          <p>{empty}</p>
        ) : (
          <table className={tableStyles.table}>
            <caption className="sr">{text.rows()}</caption>
            <thead>
              <tr>
                <th scope="col">{text.item()}</th>
                <th scope="col">{text.changes()}</th>
                <th scope="col">{text.outcome()}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </tbody>
          </table>
        )}
        {nextUrl && (
          <p>
            <a className={controls.btn} href={nextUrl}>
              {text.more()}
            </a>
          </p>
        )}
      </section>
    </div>
  );
}

import { AdminIcon } from "../admin/AdminIcon";
import { Picture } from "../catalog/Picture";
import * as text from "../generated/messages/staff_stock";
import type { StaffStockPageView, StockRowView } from "../generated/staff_stock";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Approvals } from "./Approvals";
import { Movements } from "./Movements";
import styles from "./StaffStockPage.module.css";
import { StoreTabs } from "./StoreTabs";

function Row({ row }: { row: StockRowView }) {
  const { name, label, sku, picture, acts } = row;
  const whole = label ? `${name} (${label})` : name;
  return (
    <tr id={`s${row.id}`}>
      <td className={styles.wide}>
        <div className={styles.prod}>
          {picture && (
            <span className={styles.thumb}>
              <Picture {...picture} sizes="3rem" />
            </span>
          )}
          <div>
            <a className={styles.name} href={row.url}>
              <bdi>{name}</bdi>
            </a>
            <small>
              {label && <bdi>{label}</bdi>} <bdi dir="ltr">{sku}</bdi>
              {row.bin && (
                <>
                  {" "}
                  {text.bin()} <bdi>{row.bin}</bdi>
                </>
              )}
            </small>
            {row.awaiting && <small className={styles.bad}>{row.awaiting}</small>}
          </div>
        </div>
        <details className={styles.more}>
          <summary>{text.movements()}</summary>
          <Movements movements={row.movements} caption={text.movementsOf({ name: whole })} />
        </details>
      </td>
      <td data-label={text.onHand()}>
        <bdi dir="ltr">{row.onHand}</bdi>
      </td>
      <td data-label={text.reserved()}>
        <bdi dir="ltr">{row.reserved}</bdi>
      </td>
      <td data-label={text.free()}>
        <bdi dir="ltr" className={row.isOut ? styles.bad : styles.free}>
          {row.free}
        </bdi>
      </td>
      <td data-label={text.lastsLabel()}>
        {row.lasts && <span className={row.isUrgent ? styles.bad : undefined}>{row.lasts}</span>}
      </td>
      <td data-label={text.toOrder()}>{row.toOrder && <bdi dir="ltr">{row.toOrder}</bdi>}</td>
      <td className={styles.acts}>
        <ul aria-label={text.acts({ name: whole })}>
          {acts.map((act) => (
            <li key={act.url}>
              <a
                className={`${controls.btn} ${controls.btnSm}`}
                href={act.url}
                aria-label={`${act.label}: ${whole}`}
              >
                {act.label}
              </a>
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}

function Find({ url, query, storeId, clearUrl }: StaffStockPageView) {
  return (
    <search>
      <form className={styles.sieve} method="get" action={url}>
        <HiddenInputs pairs={[["store_id", storeId]]} />
        <input
          className={`${forms.input} ${styles.find}`}
          type="search"
          name="s"
          defaultValue={query}
          maxLength={100}
          autoComplete="off"
          aria-label={text.search()}
          placeholder={text.search()}
        />
        <button type="submit" className={controls.btn}>
          <AdminIcon name="search" />
          {text.searchButton()}
        </button>
      </form>
      {clearUrl && (
        <p className={styles.sieve}>
          {text.resultsOf({ query })}{" "}
          <a className={controls.link} href={clearUrl}>
            {text.clear()}
          </a>
        </p>
      )}
    </search>
  );
}

/** The stock of a store in lists: what has to be ordered comes first. */
export function StaffStockPage(page: StaffStockPageView) {
  const { scanUrl, storeName, stores, tabs, approvals, rows, empty, nextUrl } = page;
  return (
    <div className={`wrap section ${styles.page}`}>
      <div className={styles.head}>
        <div>
          <h1>{text.title()}</h1>
          {storeName && <p className={styles.hint}>{text.lead({ name: storeName })}</p>}
        </div>
        {storeName && (
          <a className={`${controls.btn} ${controls.btnPrimary}`} href={scanUrl}>
            <AdminIcon name="barcode" />
            {text.scan()}
          </a>
        )}
      </div>
      <StoreTabs stores={stores} />
      <Approvals approvals={approvals} />
      <section className={styles.card} aria-label={text.title()}>
        {tabs.length > 0 && (
          <nav className={styles.views} aria-label={text.lists()}>
            {tabs.map(({ label, url, isCurrent }) => (
              <a key={label} href={url} aria-current={isCurrent ? "page" : undefined}>
                {label}
              </a>
            ))}
          </nav>
        )}
        {storeName && <Find {...page} />}
        {empty ? (
          <p className={styles.empty}>{empty}</p>
        ) : (
          <table className={styles.rows}>
            <thead>
              <tr>
                <th scope="col">{text.product()}</th>
                <th scope="col">{text.onHand()}</th>
                <th scope="col">{text.reserved()}</th>
                <th scope="col">{text.free()}</th>
                <th scope="col">{text.lastsLabel()}</th>
                <th scope="col">{text.toOrder()}</th>
                <th scope="col">
                  <span className="sr">{text.receive()}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </tbody>
          </table>
        )}
        {(nextUrl || rows.length > 0) && (
          <div className={styles.foot}>
            <p className={styles.hint}>{text.toOrderHint()}</p>
            {nextUrl && (
              <a className={controls.btn} href={nextUrl}>
                {text.more()}
              </a>
            )}
          </div>
        )}
      </section>
    </div>
  );
}

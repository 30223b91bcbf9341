import { AdminIcon } from "../admin/AdminIcon";
import { Picture } from "../catalog/Picture";
import * as bulkText from "../generated/messages/bulk";
import * as text from "../generated/messages/staff_products";
import type { StaffProductRow, StaffProductsPageView, VariationRow } from "../generated/staff_products";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { BULK_FORM, ProductBulkBar } from "./ProductBulkBar";
import { ProductNotice } from "./ProductNotice";
import { QuickEdit } from "./QuickEdit";
import styles from "./StaffProductsPage.module.css";

type RowProps = { nonce: string; at: string; isPicked: boolean };

function Price({ price, sale }: { price: string; sale: string | null }) {
  if (!sale) return <bdi>{price}</bdi>;
  return (
    <>
      <s>
        <span className="sr">{text.priceOld()}</span> <bdi>{price}</bdi>
      </s>{" "}
      <bdi className={styles.sale}>{sale}</bdi>
    </>
  );
}

function Stock({ stock, isOut }: { stock: string; isOut: boolean }) {
  return isOut ? <span className={styles.out}>{text.soldOut()}</span> : <bdi>{stock}</bdi>;
}

function Variation({ row, nonce, at, isPicked }: RowProps & { row: VariationRow }) {
  return (
    <tr className={styles.sub} id={`p${row.id}`}>
      {isPicked && <td />}
      <td className={styles.wide}>
        <bdi>{row.label}</bdi>
        <small>
          <bdi dir="ltr">{row.sku}</bdi>
        </small>
        {row.notice && <ProductNotice notice={row.notice} />}
      </td>
      <td />
      <td />
      <td data-label={text.price()}>
        {row.sale || !row.priceForm ? <Price {...row} /> : null}
        {row.priceForm && <QuickEdit form={row.priceForm} nonce={nonce} at={at} />}
      </td>
      <td data-label={text.stock()}>
        {row.isOut || !row.stockForm ? <Stock {...row} /> : null}
        {row.stockForm && <QuickEdit form={row.stockForm} nonce={nonce} at={at} />}
      </td>
    </tr>
  );
}

function Product({ row, nonce, at, isPicked }: RowProps & { row: StaffProductRow }) {
  return (
    <>
      <tr id={`p${row.id}`}>
        {isPicked && (
          <td className={styles.pick}>
            <input
              type="checkbox"
              name="id[]"
              value={row.id}
              form={BULK_FORM}
              aria-label={bulkText.pick({ name: row.name })}
            />
          </td>
        )}
        <td className={styles.wide}>
          <div className={styles.prod}>
            {row.picture && (
              <span className={styles.thumb}>
                <Picture {...row.picture} sizes="3rem" />
              </span>
            )}
            <div>
              <a className={styles.name} href={row.url}>
                <bdi>{row.name}</bdi>
              </a>
              <small>
                {row.note && <bdi>{row.note}</bdi>} <bdi dir="ltr">{row.sku}</bdi>
              </small>
              {row.unfold && (
                <a className={controls.link} href={row.unfold.url} aria-expanded={row.isUnfolded}>
                  {row.unfold.label}
                </a>
              )}
            </div>
          </div>
          {row.notice && <ProductNotice notice={row.notice} />}
        </td>
        <td data-label={text.fieldStatus()}>
          <span className={styles[row.statusName as "published" | "hidden" | "draft"]}>{row.status}</span>
        </td>
        <td data-label={text.category()}>
          <bdi>{row.category}</bdi>
        </td>
        <td data-label={text.price()}>
          {row.sale || !row.priceForm ? <Price {...row} /> : null}
          {row.priceForm && <QuickEdit form={row.priceForm} nonce={nonce} at={at} />}
        </td>
        <td data-label={text.stock()}>
          {row.isOut || !row.stockForm ? <Stock {...row} /> : null}
          {row.stockForm && <QuickEdit form={row.stockForm} nonce={nonce} at={at} />}
        </td>
      </tr>
      {row.variations.map((one) => (
        <Variation key={one.id} row={one} nonce={nonce} at={at} isPicked={isPicked} />
      ))}
    </>
  );
}

function Sieve({ url, query, category, categories, others, chips, clearUrl }: StaffProductsPageView) {
  return (
    <search>
      <form className={styles.sieve} method="get" action={url}>
        <HiddenInputs pairs={others} />
        <input
          className={`${forms.input} ${styles.find}`}
          type="search"
          name="s"
          defaultValue={query}
          aria-label={text.search()}
          placeholder={text.search()}
        />
        <span className={forms.select}>
          <select name="category" defaultValue={category} aria-label={text.category()}>
            <option value="">{text.anyCategory()}</option>
            {categories.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </span>
        <button type="submit" className={controls.btn}>
          <AdminIcon name="search" />
          {text.searchButton()}
        </button>
      </form>
      {clearUrl && (
        <ul className={styles.chips} aria-label={text.filters()}>
          {chips.map(({ label, url: without }) => (
            <li key={label}>
              <a className={styles.chip} href={without} aria-label={text.removeFilter({ label })}>
                <bdi>{label}</bdi>
                <AdminIcon name="x" />
              </a>
            </li>
          ))}
          <li>
            <a className={controls.link} href={clearUrl}>
              {text.clear()}
            </a>
          </li>
        </ul>
      )}
    </search>
  );
}

/** The list of products of all states: its filters are its address, its small forms save one value each. */
export function StaffProductsPage(page: StaffProductsPageView) {
  const { notice, newUrl, tabs, rows, empty, nextUrl, nonce, at, bulk } = page;
  return (
    <div className={`wrap section ${styles.page}`}>
      <div className={styles.head}>
        <h1>{text.title()}</h1>
        {newUrl && (
          <a className={`${controls.btn} ${controls.btnPrimary}`} href={newUrl}>
            {text.newTitle()}
          </a>
        )}
      </div>
      {notice && <ProductNotice notice={notice} />}
      <section className={styles.card}>
        <nav className={styles.views} aria-label={text.lists()}>
          {tabs.map(({ label, url, isCurrent }) => (
            <a key={label} href={url} aria-current={isCurrent ? "page" : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <Sieve {...page} />
        {empty ? (
          <p className={styles.empty}>{empty}</p>
        ) : (
          <table className={styles.rows}>
            <thead>
              <tr>
                {bulk && (
                  <th scope="col">
                    <span className="sr">{bulkText.bar()}</span>
                  </th>
                )}
                <th scope="col">{text.product()}</th>
                <th scope="col">{text.fieldStatus()}</th>
                <th scope="col">{text.category()}</th>
                <th scope="col">{text.price()}</th>
                <th scope="col">{text.stock()}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Product key={row.id} row={row} nonce={nonce} at={at} isPicked={bulk !== null} />
              ))}
            </tbody>
          </table>
        )}
        {nextUrl && (
          <p className={styles.foot}>
            <a className={controls.btn} href={nextUrl}>
              {text.more()}
            </a>
          </p>
        )}
      </section>
      {bulk && rows.length > 0 && <ProductBulkBar bulk={bulk} />}
    </div>
  );
}

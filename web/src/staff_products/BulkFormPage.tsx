import type { ReactNode } from "react";
import * as text from "../generated/messages/bulk";
import * as productText from "../generated/messages/staff_products";
import type { BulkFormPageView, BulkPlaceFields, BulkPriceFields } from "../generated/staff_bulk";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";
import { SelectField } from "../ui/SelectField";
import styles from "./BulkFormPage.module.css";

type Errors = BulkFormPageView["errors"];

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}

/** What a control needs to know about its field. */
function control(errors: Errors, name: string, label: string, value: string) {
  const error = errors.find(({ field }) => field === name)?.text;
  return { id: `bulk-${name}`, name, label, defaultValue: value, error };
}

function Prices({ fields, errors }: { fields: BulkPriceFields; errors: Errors }) {
  const { ways, way, amount, roundings, rounding, sales, sale, saleAmount, saleFrom, saleTo } = fields;
  return (
    <>
      <Part id="bulk-prices" title={text.partPrice()}>
        <SelectField {...control(errors, "price", text.price(), way)} options={ways} />
        <Field
          {...control(errors, "amount", text.amount(), amount)}
          hint={text.amountHint()}
          inputMode="decimal"
          ltr
        />
        <SelectField
          {...control(errors, "rounding", text.rounding(), rounding)}
          hint={text.roundingHint()}
          options={roundings}
        />
      </Part>
      <Part id="bulk-sales" title={text.partSale()}>
        <SelectField {...control(errors, "sale", text.sale(), sale)} options={sales} />
        <Field
          {...control(errors, "sale_amount", text.saleAmount(), saleAmount)}
          hint={text.amountHint()}
          inputMode="decimal"
          ltr
        />
        <Field
          {...control(errors, "sale_from", productText.fieldSaleFrom(), saleFrom)}
          hint={text.saleHint()}
          type="datetime-local"
        />
        <Field
          {...control(errors, "sale_to", productText.fieldSaleTo(), saleTo)}
          hint={productText.saleHint()}
          type="datetime-local"
        />
      </Part>
    </>
  );
}

function Places({ fields, errors }: { fields: BulkPlaceFields; errors: Errors }) {
  const { categories, category, statuses, status } = fields;
  return (
    <Part id="bulk-places" title={text.partPlace()}>
      <SelectField {...control(errors, "category", text.category(), category)} options={categories} />
      <SelectField {...control(errors, "status", text.status(), status)} options={statuses} />
    </Part>
  );
}

/** What is to change of the chosen products. Nothing is written: the next page shows the effect. */
export function BulkFormPage(page: BulkFormPageView) {
  const { action, hidden, listUrl, jobsUrl, chosen, empty, errors, title, prices, places, tagWay, tag } =
    page;
  return (
    <div className={`wrap section ${styles.page}`}>
      <div className={styles.head}>
        <h1>{text.title()}</h1>
        <a className={controls.link} href={jobsUrl}>
          {text.jobs()}
        </a>
      </div>
      {errors.length > 0 && (
        <Notice kind="error" focused>
          {text.notMade()}
          <ul>
            {errors.map(({ field, label, text: reason }) => (
              <li key={field}>
                {label}: {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {empty ? (
        <>
          <p>{empty}</p>
          <p>
            <a className={controls.btn} href={listUrl}>
              {text.backToProducts()}
            </a>
          </p>
        </>
      ) : (
        <form className={styles.page} method="post" action={action}>
          <HiddenInputs pairs={hidden} />
          <p>
            <b>{chosen}</b>. {text.intro()}
          </p>
          {prices && <Prices fields={prices} errors={errors} />}
          {places && <Places fields={places} errors={errors} />}
          <Part id="bulk-tags" title={text.partTags()}>
            <SelectField
              {...control(errors, "tag_way", text.tags(), tagWay)}
              options={[
                { value: "", label: text.unchanged() },
                { value: "add", label: text.tagAdd() },
                { value: "remove", label: text.tagRemove() },
              ]}
            />
            <Field {...control(errors, "tag", text.tag(), tag)} maxLength={60} />
          </Part>
          <section className={styles.card}>
            <Field {...control(errors, "title", text.name(), title)} hint={text.nameHint()} maxLength={80} />
          </section>
          <div className={styles.foot}>
            <button type="submit" className={`${controls.btn} ${controls.btnPrimary}`}>
              {text.preview()}
            </button>
            <a className={controls.btn} href={listUrl}>
              {text.leave()}
            </a>
          </div>
        </form>
      )}
    </div>
  );
}

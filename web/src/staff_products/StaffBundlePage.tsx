import type { ReactNode } from "react";
import * as text from "../generated/messages/staff_bundles";
import * as productText from "../generated/messages/staff_products";
import type { BundleForm, StaffBundlePageView } from "../generated/staff_products";
import { Island } from "../renderer/Island";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";
import { SelectField } from "../ui/SelectField";
import { BundleParts } from "./BundleParts";
import { BundleTrial } from "./BundleTrial.island";
import { ProductHistory } from "./ProductHistory";
import { ProductNotice } from "./ProductNotice";
import styles from "./StaffProductPage.module.css";

const FORM = "bundle";

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.card} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

function control(form: BundleForm, field: string) {
  return {
    id: field,
    name: field,
    form: FORM,
    label: form.labels[field] ?? field,
    defaultValue: form.values[field] ?? "",
    error: form.errors.find((one) => one.field === field)?.text,
    readOnly: !form.open.includes(field),
  };
}

function Choice({ form, field, labels }: { form: BundleForm; field: string; labels: [string, string] }) {
  const { readOnly, ...props } = control(form, field);
  const options = labels.map((label, place) => ({ value: String(place), label }));
  // A disabled select is not sent: the field stays as it is.
  return <SelectField {...props} options={options} required disabled={readOnly} />;
}

function Terms({ form }: { form: BundleForm }) {
  return (
    <Part id="terms" title={text.terms()}>
      <div className={styles.pair}>
        <Field {...control(form, "percent")} hint={text.percentHint()} ltr inputMode="decimal" />
        <Field {...control(form, "amount_minor")} hint={text.amountHint()} ltr inputMode="decimal" />
        <Choice form={form} field="has_fixed_price" labels={[text.fixedNo(), text.fixedYes()]} />
        <Field {...control(form, "price_suffix")} maxLength={60} />
        <Field {...control(form, "min_quantity")} hint={text.limitsHint()} ltr inputMode="decimal" />
        <Field {...control(form, "max_quantity")} placeholder={text.noLimit()} ltr inputMode="decimal" />
        <Field {...control(form, "total_min_minor")} ltr inputMode="decimal" />
        <Field {...control(form, "total_max_minor")} placeholder={text.noLimit()} ltr inputMode="decimal" />
        <Choice form={form} field="excludes_unpurchasable" labels={[text.excludesNo(), text.excludesYes()]} />
      </div>
    </Part>
  );
}

/**
 * The editor of a bundle. Each button sends the whole form: what is not saved comes back as it was typed, and the trial with it.
 */
export function StaffBundlePage(page: StaffBundlePageView) {
  const { title, listUrl, productUrl, shopUrl, notice, form, trial, history } = page;
  const isOpen = form.open.includes("parts");
  return (
    <div className={`wrap section ${styles.page}`}>
      <a className={controls.link} href={listUrl}>
        {productText.back()}
      </a>
      <div className={styles.head}>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <p>
          {text.kind()} · {page.status}
        </p>
        <a className={controls.btn} href={productUrl}>
          {text.back()}
        </a>
        {shopUrl && (
          <a className={controls.btn} href={shopUrl}>
            {productText.viewInShop()}
          </a>
        )}
        {isOpen && (
          // Enter in a field presses the first button of the form.
          <button
            type="submit"
            form={FORM}
            name="act"
            value="save"
            className={`${controls.btn} ${controls.btnPrimary}`}
            formNoValidate
          >
            {productText.save()}
          </button>
        )}
      </div>
      {notice && <ProductNotice notice={notice} />}
      {page.isNew && <Notice kind="info">{text.becomes()}</Notice>}
      {form.errors.length > 0 && (
        <ul className={styles.errors}>
          {form.errors.map((error) => (
            <li key={`${error.field} ${error.text}`}>
              <a href={`#${error.field}`}>
                {error.label}: {error.text}
              </a>
            </li>
          ))}
        </ul>
      )}
      <form id={FORM} method="post" action={form.action}>
        <HiddenInputs
          pairs={[
            ["nonce", form.nonce],
            ["version", form.version],
            ["was", form.was],
            ["rows", String(form.parts.length)],
          ]}
        />
      </form>
      <div className={styles.columns}>
        <div className={styles.main}>
          <Part id="parts" title={text.parts()}>
            <BundleParts form={form} isOpen={isOpen} />
          </Part>
          <Terms form={form} />
        </div>
        <div className={styles.side}>
          <Part id="trial" title={text.trial()}>
            <p>{text.trialHint()}</p>
            <Island of={BundleTrial} id="bundle-trial" on="load" props={trial} />
          </Part>
          <Part id="history" title={productText.partHistory()}>
            <ProductHistory history={history} />
          </Part>
        </div>
      </div>
    </div>
  );
}

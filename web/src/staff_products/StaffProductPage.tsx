import type { ReactNode } from "react";
import * as draftText from "../generated/messages/staff_drafts";
import * as text from "../generated/messages/staff_products";
import type { ProductEditForm, StaffProductPageView } from "../generated/staff_products";
import { Island } from "../renderer/Island";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import { HiddenInputs } from "../ui/HiddenInputs";
import { SelectField } from "../ui/SelectField";
import { TextAreaField } from "../ui/TextAreaField";
import { Pictures } from "./Pictures";
import { ProductDraft } from "./ProductDraft.island";
import { ProductHistory } from "./ProductHistory";
import { ProductNotice } from "./ProductNotice";
import { QuickEdit } from "./QuickEdit";
import { SaleStages } from "./SaleStages";
import styles from "./StaffProductPage.module.css";
import { VariationSheet } from "./VariationSheet";

const FORM = "product";

/** What a control of the form needs to know about its field; undefined where the member may not write it. */
function control(form: ProductEditForm, field: string) {
  const error = form.errors.find((one) => one.field === field)?.text;
  return {
    id: field,
    name: field,
    form: FORM,
    label: form.labels[field] ?? field,
    defaultValue: form.values[field] ?? "",
    error,
    readOnly: !form.open.includes(field),
  };
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.card} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

/** A part with a form of its own: its answer stands in it. Without script it does not keep what the other fields have. */
function OwnPart({
  page,
  ...part
}: {
  page: StaffProductPageView;
  id: string;
  title: string;
  children: ReactNode;
}) {
  const { notice, noticePart } = page;
  return (
    <Part {...part}>
      {notice && noticePart === part.id && <ProductNotice notice={notice} />}
      <p className={styles.unscripted}>{text.partSaveHint()}</p>
      {part.children}
    </Part>
  );
}

function Select({
  form,
  field,
  options,
}: {
  form: ProductEditForm;
  field: string;
  options: Array<{ value: string; label: string }>;
}) {
  const { readOnly, ...props } = control(form, field);
  // A disabled select is not sent: the field stays as it is.
  return <SelectField {...props} options={options} required disabled={readOnly} />;
}

function Details({ form }: { form: ProductEditForm }) {
  return (
    <Part id="details" title={text.partDetails()}>
      <Field {...control(form, "name")} required maxLength={200} />
      <Field {...control(form, "note")} hint={text.noteHint()} maxLength={300} />
      <TextAreaField {...control(form, "description")} hint={text.descriptionHint()} rows={9} dir="auto" />
      <Select form={form} field="category_id" options={form.categories} />
      {form.open.includes("category_id") && (
        <Field
          id="new_category"
          name="new_category"
          form={FORM}
          label={text.newCategory()}
          defaultValue={form.values.new_category ?? ""}
          hint={text.newCategoryHint()}
          maxLength={80}
        />
      )}
      <Field {...control(form, "brand")} />
      <Field {...control(form, "tags")} hint={text.tagsHint()} />
    </Part>
  );
}

function Prices({ page, isVariable }: { page: StaffProductPageView; isVariable: boolean }) {
  const { form, salePhase, saleStages } = page;
  if (isVariable) {
    return (
      <Part id="prices" title={text.partPrices()}>
        <p>{text.priceFromVariations()}</p>
      </Part>
    );
  }
  return (
    <Part id="prices" title={text.partPrices()}>
      {salePhase && <p className={styles.phase}>{salePhase}</p>}
      <div className={styles.pair}>
        <Field {...control(form, "regular_minor")} ltr inputMode="decimal" />
        <Field {...control(form, "sale_minor")} ltr inputMode="decimal" />
        <Field {...control(form, "sale_from")} type="datetime-local" hint={text.saleHint()} />
        <Field {...control(form, "sale_to")} type="datetime-local" />
      </div>
      {saleStages && <SaleStages {...saleStages} />}
    </Part>
  );
}

function Codes({ form }: { form: ProductEditForm }) {
  return (
    <Part id="codes" title={text.partCodes()}>
      <div className={styles.pair}>
        <Field {...control(form, "sku")} ltr required maxLength={64} />
        <Field {...control(form, "gtin")} ltr inputMode="numeric" hint={text.gtinHint()} />
        <Field {...control(form, "mpn")} ltr />
      </div>
    </Part>
  );
}

function Delivery({ page }: { page: StaffProductPageView }) {
  const { form, stock, stockText } = page;
  return (
    <OwnPart page={page} id="stock" title={text.partStock()}>
      {stockText && <p>{stockText}</p>}
      {stock && <QuickEdit form={stock} nonce={form.nonce} back="product" />}
      <div className={styles.pair}>
        <Field {...control(form, "min_quantity")} ltr inputMode="decimal" required />
        <Field {...control(form, "step")} ltr inputMode="decimal" required />
        <Field {...control(form, "weight_grams")} ltr inputMode="numeric" />
      </div>
    </OwnPart>
  );
}

function Preview({ page }: { page: StaffProductPageView }) {
  const { form, preview } = page;
  return (
    <Part id="search" title={text.partSearch()}>
      <Field {...control(form, "slug")} hint={text.slugHint()} />
      {preview && (
        <>
          <p>{text.searchHint()}</p>
          <div className={styles.serp}>
            <cite>
              <bdi dir="ltr">{preview.url}</bdi>
            </cite>
            <b>
              <bdi>{preview.title}</bdi>
            </b>
            <p>
              <bdi>{preview.text}</bdi>
            </p>
          </div>
        </>
      )}
    </Part>
  );
}

function Side({ page }: { page: StaffProductPageView }) {
  const { form, quality, history, isNew, draft } = page;
  const yesNo = [
    { value: "0", label: text.no() },
    { value: "1", label: text.yes() },
  ];
  return (
    <div className={styles.side}>
      <Part id="publish" title={text.partPublish()}>
        <Select form={form} field="status" options={form.statuses} />
        <Select form={form} field="is_new" options={yesNo} />
        <button type="submit" form={FORM} className={`${controls.btn} ${controls.btnPrimary}`}>
          {isNew ? text.create() : text.save()}
        </button>
        {draft?.action && (
          <button
            type="submit"
            form={FORM}
            formAction={draft.action}
            name="act"
            value="save"
            className={controls.btn}
            formNoValidate
          >
            {draftText.save()}
          </button>
        )}
        {draft?.text && <p>{draft.text}</p>}
        {draft?.link && (
          <a className={controls.link} href={draft.link.url}>
            {draft.link.label}
          </a>
        )}
      </Part>
      {quality.length > 0 && (
        <Part id="quality" title={text.partQuality()}>
          <ul className={styles.quality}>
            {quality.map(({ label, isDone }) => (
              <li key={label}>
                {label}: {isDone ? text.qualityDone() : text.qualityMissing()}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {!isNew && (
        <Part id="history" title={text.partHistory()}>
          <ProductHistory history={history} />
        </Part>
      )}
    </div>
  );
}

/** The editor of a product. The form sends the version and its own copy of the values: the server finds what was changed. */
export function StaffProductPage(page: StaffProductPageView) {
  const { title, listUrl, bundle, shopUrl, notice, noticePart, form, pictures, variations } = page;
  const isVariable = (variations?.rows.length ?? 0) > 0;
  return (
    <div className={`wrap section ${styles.page}`}>
      <a className={controls.link} href={listUrl}>
        {text.back()}
      </a>
      <div className={styles.head}>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {bundle && (
          <a className={controls.btn} href={bundle.url}>
            {bundle.label}
          </a>
        )}
        {shopUrl && (
          <a className={controls.btn} href={shopUrl}>
            {text.viewInShop()}
          </a>
        )}
      </div>
      {notice && !noticePart && <ProductNotice notice={notice} />}
      <Island
        of={ProductDraft}
        id="draft"
        on="load"
        props={{ formId: FORM, isRefused: form.errors.length > 0 }}
      />
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
            ["draft", page.draft?.revision ?? "0"],
          ]}
        />
      </form>
      <div className={styles.columns}>
        <div className={styles.main}>
          <Details form={form} />
          {pictures && (
            <OwnPart page={page} id="pictures" title={text.partPictures()}>
              <Pictures form={pictures} />
            </OwnPart>
          )}
          <Prices page={page} isVariable={isVariable} />
          {variations && (
            <OwnPart page={page} id="variations" title={text.partVariations()}>
              <VariationSheet form={variations} nonce={form.nonce} />
            </OwnPart>
          )}
          <Codes form={form} />
          <Delivery page={page} />
          <Preview page={page} />
        </div>
        <Side page={page} />
      </div>
    </div>
  );
}

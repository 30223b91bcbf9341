import * as text from "../generated/messages/staff_drafts";
import type { StaffDraftPageView } from "../generated/staff_products";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import { HiddenInputs } from "../ui/HiddenInputs";
import { ProductNotice } from "./ProductNotice";
import styles from "./StaffDraftPage.module.css";

const FORM = "draft";

function Compare({ fields }: Pick<StaffDraftPageView, "fields">) {
  if (fields.length === 0) return <p>{text.noFields()}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll the region
    <section className={styles.scroll} tabIndex={0} aria-label={text.compare()}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text.field()}</th>
            <th scope="col">{text.published()}</th>
            <th scope="col">{text.draft()}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ label, before, after }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                <bdi>{before}</bdi>
              </td>
              <td>
                <bdi>{after}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Act({ act, isPrimary, children }: { act: string; isPrimary?: boolean; children: string }) {
  return (
    <button
      type="submit"
      form={FORM}
      name="act"
      value={act}
      className={isPrimary ? `${controls.btn} ${controls.btnPrimary}` : controls.btn}
    >
      {children}
    </button>
  );
}

/** The draft of a product beside what is published, and what can be done with it. */
export function StaffDraftPage(page: StaffDraftPageView) {
  const { title, productUrl, notice, fields, scheduled, isOpen } = page;
  return (
    <div className={`wrap section ${styles.page}`}>
      <a className={controls.link} href={productUrl}>
        {text.product()}
      </a>
      <h1>
        {text.title()}: <bdi>{title}</bdi>
      </h1>
      {notice && <ProductNotice notice={notice} />}
      <p>{page.saved}</p>
      {scheduled && <p>{scheduled}</p>}
      <Compare fields={fields} />
      <p className={styles.acts}>
        <a className={controls.btn} href={page.editUrl}>
          {text.edit()}
        </a>
        <a className={controls.btn} href={page.previewUrl} data-reload="">
          {text.preview()}
        </a>
        <span>{text.previewHint()}</span>
      </p>
      {isOpen && (
        <>
          <form id={FORM} method="post" action={page.action}>
            <HiddenInputs
              pairs={[
                ["nonce", page.nonce],
                ["revision", page.revision],
              ]}
            />
          </form>
          <p className={styles.acts}>
            <Act act="publish" isPrimary>
              {text.publish()}
            </Act>
            <Act act="discard">{text.discard()}</Act>
          </p>
          <div className={styles.acts}>
            <Field
              id="publish_at"
              name="publish_at"
              form={FORM}
              type="datetime-local"
              label={text.scheduleAt()}
              hint={text.scheduleHint()}
              defaultValue={page.publishAt}
            />
            <Act act="schedule">{text.schedule()}</Act>
            {scheduled && <Act act="unschedule">{text.unschedule()}</Act>}
          </div>
        </>
      )}
    </div>
  );
}

import * as text from "../generated/messages/bulk";
import type { BulkChoice } from "../generated/staff_products";
import controls from "../ui/controls.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import styles from "./ProductBulkBar.module.css";

export const BULK_FORM = "bulk";

/** Changing the products that are ticked, or all of the list. The next page asks what is to change. */
export function ProductBulkBar({ bulk: { url, allUrl, jobsUrl, list } }: { bulk: BulkChoice }) {
  return (
    <form id={BULK_FORM} className={styles.bar} method="get" action={url} aria-label={text.bar()}>
      <HiddenInputs pairs={[["list", list]]} />
      <p>{text.barHint()}</p>
      <button type="submit" className={`${controls.btn} ${controls.btnSm}`}>
        {text.editPicked()}
      </button>
      <a className={`${controls.btn} ${controls.btnSm}`} href={allUrl}>
        {text.editAll()}
      </a>
      <a className={controls.link} href={jobsUrl}>
        {text.jobs()}
      </a>
    </form>
  );
}

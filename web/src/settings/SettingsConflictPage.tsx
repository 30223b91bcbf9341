import * as text from "../generated/messages/settings";
import * as productText from "../generated/messages/staff_products";
import type { SettingsConflictView } from "../generated/settings";
import { Clash } from "../staff_products/ConflictPage";
import styles from "../staff_products/ConflictPage.module.css";
import controls from "../ui/controls.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";

/** Two people changed the same settings: nothing was written, and each field is asked. */
export function SettingsConflictPage({ title, backUrl, action, hidden, fields }: SettingsConflictView) {
  return (
    <div className={`wrap section ${styles.page}`}>
      <a className={controls.link} href={backUrl}>
        {title}
      </a>
      <h1>{text.conflictTitle()}</h1>
      <Notice kind="warning" focused>
        {productText.conflictIntro()}
      </Notice>
      <form method="post" action={action} className={styles.page}>
        <HiddenInputs pairs={hidden} />
        {fields.map((one) => (
          <Clash key={one.field} one={one} />
        ))}
        <p className={styles.acts}>
          <button type="submit" className={`${controls.btn} ${controls.btnPrimary}`}>
            {productText.conflictSave()}
          </button>
          <a className={controls.btn} href={backUrl}>
            {productText.conflictLeave()}
          </a>
        </p>
      </form>
    </div>
  );
}

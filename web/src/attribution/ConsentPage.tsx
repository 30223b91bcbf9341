import type { ConsentPageView } from "../generated/attribution";
import * as attributionText from "../generated/messages/attribution";
import controls from "../ui/controls.module.css";
import styles from "./ConsentPage.module.css";

/** The visitor's choice about cookies: a plain form. */
export function ConsentPage({ action, state }: ConsentPageView) {
  return (
    <div className={`wrap section ${styles.page}`}>
      <h1>{attributionText.consentTitle()}</h1>
      <p>{attributionText.consentLine()}</p>
      <p>
        <strong>{state}</strong>
      </p>
      {action && (
        <form className={styles.choices} method="post" action={action}>
          <button
            type="submit"
            className={`${controls.btn} ${controls.btnPrimary}`}
            name="choice"
            value="yes"
          >
            {attributionText.consentAccept()}
          </button>
          <button type="submit" className={controls.btn} name="choice" value="no">
            {attributionText.consentReject()}
          </button>
        </form>
      )}
    </div>
  );
}

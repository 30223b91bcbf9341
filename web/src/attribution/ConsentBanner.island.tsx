import { type FormEvent, useEffect, useState } from "react";
import * as attributionText from "../generated/messages/attribution";
import controls from "../ui/controls.module.css";
import styles from "./ConsentBanner.module.css";
import { readChoice, saveChoice } from "./consent";

/**
 * Shown until the visitor has chosen. The page is the same for all visitors, so it starts hidden; without script nothing is
 * measured and nothing has to be chosen.
 */
export function ConsentBanner({ action }: { action: string }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(readChoice() === null), []);
  const choose = (event: FormEvent) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    event.preventDefault();
    saveChoice((submitter as HTMLButtonElement | null)?.value === "yes" ? "yes" : "no");
    setShown(false);
  };
  return (
    <section className={styles.banner} aria-label={attributionText.consentLabel()} hidden={!isShown}>
      <form className={`wrap ${styles.row}`} method="post" action={action} onSubmit={choose}>
        <p>{attributionText.consentLine()}</p>
        <button type="submit" className={`${controls.btn} ${controls.btnPrimary}`} name="choice" value="yes">
          {attributionText.consentAccept()}
        </button>
        <button type="submit" className={controls.btn} name="choice" value="no">
          {attributionText.consentReject()}
        </button>
      </form>
    </section>
  );
}

import type { FindPageView } from "../generated/admin";
import * as adminText from "../generated/messages/admin";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import styles from "./FindPage.module.css";
import { FindResults } from "./FindResults";

/** The search of the admin as a page: without script, and to come back to. */
export function FindPage({ action, query, understood, groups }: FindPageView) {
  return (
    <div className="wrap">
      <h1>{adminText.find()}</h1>
      <p className={styles.lead}>{adminText.findLead()}</p>
      <div className={styles.box}>
        <form method="get" action={action} className={styles.form}>
          <input
            className={forms.input}
            type="search"
            name="q"
            defaultValue={query}
            aria-label={adminText.findLabel()}
            placeholder={adminText.findLabel()}
            enterKeyHint="search"
            autoComplete="off"
          />
          <button type="submit" className={`${controls.btn} ${controls.btnPrimary}`}>
            {adminText.findSubmit()}
          </button>
        </form>
        <FindResults query={query} understood={understood} groups={groups} />
      </div>
    </div>
  );
}

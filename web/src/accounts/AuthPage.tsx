import type { AuthPageView } from "../generated/accounts";
import controls from "../ui/controls.module.css";
import or from "../ui/Or.module.css";
import { AccountForm } from "./AccountForm";
import styles from "./AuthPage.module.css";
import { PageNotice } from "./PageNotice";

/** Login, registration, password and confirmation pages: one form, with a picture beside it on wide screens. */
export function AuthPage({ title, lead, notice, form, aside, other }: AuthPageView) {
  return (
    <div className={`wrap section ${styles.auth}`}>
      <div className={styles.main}>
        <div>
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        <PageNotice notice={notice} />
        {form ? (
          <AccountForm
            id="entry"
            form={form}
            variant="entry"
            aside={aside}
            isNoticed={notice?.kind === "error"}
          />
        ) : (
          aside && (
            <a
              className={`${controls.btn} ${controls.btnPrimary} ${controls.btnLg} ${controls.btnBlock}`}
              href={aside.url}
            >
              {aside.label}
            </a>
          )
        )}
        {other && (
          <div className={styles.other}>
            <p className={or.or}>{other.lead}</p>
            <a className={`${controls.btn} ${controls.btnBlock}`} href={other.link.url}>
              {other.link.label}
            </a>
          </div>
        )}
      </div>
      <div className={styles.art} />
    </div>
  );
}

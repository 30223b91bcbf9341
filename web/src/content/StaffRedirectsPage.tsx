import type { StaffRedirectsPageView } from "../generated/content";
import * as contentText from "../generated/messages/content";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import { HiddenInputs } from "../ui/HiddenInputs";
import { StaffFrame } from "./StaffFrame";
import styles from "./staff-rows.module.css";

/** Addresses that lead to others, newest first; the first row adds one. */
export function StaffRedirectsPage(page: StaffRedirectsPageView) {
  const { action, nonce, rows, nextUrl } = page;
  return (
    <StaffFrame {...page}>
      <form className={styles.row} method="post" action={action}>
        <HiddenInputs pairs={[["nonce", nonce]]} />
        <h2 className={styles.title}>{contentText.staffRedirectNew()}</h2>
        <div className={styles.fields}>
          <Field
            id="from"
            name="from"
            label={contentText.staffRedirectFrom()}
            placeholder="/ar/old/"
            ltr
            required
          />
          <Field
            id="to"
            name="to"
            label={contentText.staffRedirectTo()}
            placeholder="/ar/new/"
            ltr
            required
          />
          <button type="submit" name="do" value="save" className={`${controls.btn} ${controls.btnSm}`}>
            {contentText.staffSaveRow()}
          </button>
        </div>
      </form>
      {rows.length === 0 && <p>{contentText.staffRedirectsNone()}</p>}
      {rows.map(({ from, to }) => (
        <form key={from} className={styles.row} method="post" action={action}>
          <HiddenInputs
            pairs={[
              ["nonce", nonce],
              ["from", from],
              ["to", to],
            ]}
          />
          <div className={styles.fields}>
            <bdi dir="ltr">{from}</bdi>
            <bdi dir="ltr">{to}</bdi>
            <button
              type="submit"
              name="do"
              value="delete"
              className={`${controls.btn} ${controls.btnDanger} ${controls.btnSm}`}
              aria-label={contentText.staffDeleteNamed({ name: from })}
            >
              {contentText.staffDelete()}
            </button>
          </div>
        </form>
      ))}
      {nextUrl && (
        <a className={controls.btn} href={nextUrl}>
          {contentText.staffNext()}
        </a>
      )}
    </StaffFrame>
  );
}

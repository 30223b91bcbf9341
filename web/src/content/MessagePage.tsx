import type { MessagePageView } from "../generated/edge";
import * as contentText from "../generated/messages/content";
import { SearchBox } from "../layout/SearchBox.island";
import { Island } from "../renderer/Island";
import { classes } from "../ui/classes";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./MessagePage.module.css";

/** A page with a message only: not found, refused, expired, or a server error. */
export function MessagePage({ title, hint, homeUrl, shopUrl, kind, reference }: MessagePageView) {
  return (
    <section className={`wrap section ${styles.message}`}>
      {kind === "not-found" ? (
        <p className={styles.message404} role="img" aria-label="404">
          <span aria-hidden="true">4</span>
          <i className={styles.tray} />
          <span aria-hidden="true">4</span>
        </p>
      ) : (
        <span className={classes(styles.icon, styles[kind])}>
          <Icon name={kind === "busy" || kind === "expired" ? "clock" : "alert"} />
        </span>
      )}
      <h1>{title}</h1>
      {hint && <p className={styles.hint}>{hint}</p>}
      {reference && <p className={styles.reference}>{contentText.reference({ reference })}</p>}
      {kind === "not-found" && (
        <search>
          <Island
            of={SearchBox}
            id="search-again"
            on="interaction"
            props={{ inputId: "search-again", action: shopUrl, homeUrl }}
          />
        </search>
      )}
      <div className={styles.act}>
        <a className={`${controls.btn} ${controls.btnPrimary}`} href={homeUrl}>
          {contentText.home()}
        </a>
        <a className={controls.btn} href={shopUrl}>
          {contentText.allProducts()}
        </a>
      </div>
    </section>
  );
}

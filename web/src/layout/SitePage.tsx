import * as siteText from "../generated/messages/site";
import type { SitePageView } from "../generated/site";
import controls from "../ui/controls.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";
import styles from "./SitePage.module.css";
import { SitePartForm } from "./SitePartForm";

/** The staff's page of menus and notices: plain forms, one for each. */
export function SitePage({ action, nonce, notice, menus, notices, scheduled }: SitePageView) {
  const parts = [
    { title: siteText.menus(), forms: menus, rows: 12 },
    { title: siteText.notices(), forms: notices, rows: 3 },
  ];
  return (
    <div className={`wrap section ${styles.page}`}>
      <h1>{siteText.staffTitle()}</h1>
      {notice && (
        <Notice kind="ok" focused>
          {notice}
        </Notice>
      )}
      {scheduled.length > 0 && (
        <section>
          <h2>{siteText.scheduled()}</h2>
          <ul className={styles.list}>
            {scheduled.map((change) => (
              <li key={change.name + change.id} className={styles.change}>
                <div>
                  <strong>{change.label}</strong>
                  <p>{change.summary}</p>
                  <p className={styles.date}>{change.date}</p>
                </div>
                <form method="post" action={action}>
                  <HiddenInputs
                    pairs={[
                      ["nonce", nonce],
                      ["name", change.name],
                      ["id", change.id],
                    ]}
                  />
                  <button type="submit" className={controls.btn} name="do" value="cancel">
                    {siteText.cancel()}
                  </button>
                </form>
              </li>
            ))}
          </ul>
        </section>
      )}
      {parts.map(({ title, forms, rows }) => (
        <section key={title}>
          <h2>{title}</h2>
          <div className={styles.list}>
            {forms.map((part) => (
              <SitePartForm key={part.name} part={part} action={action} nonce={nonce} rows={rows} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

import { AccountForm } from "../accounts/AccountForm";
import accounts from "../accounts/accounts.module.css";
import { PageNotice } from "../accounts/PageNotice";
import type { CausePageView } from "../generated/followups";
import * as text from "../generated/messages/followups";
import controls from "../ui/controls.module.css";
import styles from "./CausePage.module.css";
import { EmailPreview } from "./EmailPreview";
import { TemplateEditor } from "./TemplateEditor";
import { TemplateVersion } from "./TemplateVersion";

/** One cause of follow-up emails, for staff: when it is sent, its text with a preview, and the versions. */
export function CausePage(page: CausePageView) {
  const { title, hint, notice, listUrl, settings, editor, previews, versions } = page;
  return (
    <div className={`wrap section ${styles.page}`}>
      <div>
        <a className={controls.link} href={listUrl}>
          {text.back()}
        </a>
        <h1>{title}</h1>
        <p>{hint}</p>
      </div>
      <PageNotice notice={notice} focused />
      <section className={accounts.accCard} aria-labelledby="settings">
        <h2 id="settings">{text.settings()}</h2>
        <AccountForm id="settings-form" form={settings} variant="main" />
      </section>
      <section className={accounts.accCard} aria-labelledby="template">
        <h2 id="template">{text.template()}</h2>
        <TemplateEditor {...editor} />
      </section>
      {previews.length > 0 && (
        <section className={styles.part} aria-labelledby="preview">
          <h2 id="preview">{text.preview()}</h2>
          <div className={styles.cards}>
            {previews.map((preview) => (
              <EmailPreview key={preview.title} {...preview} />
            ))}
          </div>
        </section>
      )}
      <section className={styles.part} aria-labelledby="versions">
        <h2 id="versions">{text.versions()}</h2>
        {versions.map((version) => (
          <TemplateVersion key={version.title} {...version} />
        ))}
      </section>
    </div>
  );
}

import { AccountForm } from "../accounts/AccountForm";
import type { VersionView } from "../generated/followups";
import * as text from "../generated/messages/followups";
import blocks from "../ui/blocks.module.css";
import styles from "./TemplateVersion.module.css";

/** A version of a template, with the form that restores it. */
export function TemplateVersion({ title, saved, subject, body, restore }: VersionView) {
  return (
    <details className={styles.version}>
      <summary>
        {title} {saved} {restore === null && <span className={blocks.badge}>{text.versionCurrent()}</span>}
      </summary>
      <p className={styles.subject}>{subject}</p>
      <pre className={styles.body}>{body}</pre>
      {restore && <AccountForm id="restore" form={restore} variant="second" />}
    </details>
  );
}

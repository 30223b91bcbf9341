import type { FormPageView } from "../generated/accounts";
import { AccountForm } from "./AccountForm";
import { AccountLayout } from "./AccountLayout";
import { EntryList } from "./EntryList";
import styles from "./FormPage.module.css";

/** An account page with one or more forms. Only the first form has a primary button. */
export function FormPage({ layout, sections }: FormPageView) {
  return (
    <AccountLayout layout={layout}>
      {sections.map(({ id, title, hint, entries, form }, index) => (
        <section
          key={id}
          id={id}
          className={styles.accSection}
          aria-labelledby={title ? `${id}-title` : undefined}
        >
          {title && <h2 id={`${id}-title`}>{title}</h2>}
          {hint && <p className={styles.hint}>{hint}</p>}
          {entries.length > 0 && <EntryList entries={entries} />}
          <AccountForm
            id={id}
            form={form}
            variant={index === 0 ? "main" : "second"}
            isNoticed={layout.notice?.kind === "error"}
          />
        </section>
      ))}
    </AccountLayout>
  );
}

import type { FormPageView } from "../generated/accounts";
import { AccountForm } from "./AccountForm";
import { AccountLayout } from "./AccountLayout";
import { FileList } from "./FileList";
import styles from "./FormPage.module.css";

/** A page of the account that is one form or a few. Only the first button is the page's main one. */
export function FormPage({ frame, sections }: FormPageView) {
  return (
    <AccountLayout frame={frame}>
      {sections.map(({ id, title, hint, files, form }, index) => (
        <section
          key={id}
          id={id}
          className={styles.accSection}
          aria-labelledby={title ? `${id}-title` : undefined}
        >
          {title && <h2 id={`${id}-title`}>{title}</h2>}
          {hint && <p className={styles.hint}>{hint}</p>}
          {files.length > 0 && <FileList files={files} />}
          <AccountForm
            id={id}
            form={form}
            look={index === 0 ? "main" : "second"}
            isNoticed={frame.notice?.kind === "error"}
          />
        </section>
      ))}
    </AccountLayout>
  );
}

import type { MouseEvent, Ref } from "react";
import type { FieldError } from "../payments/field-errors";
import { Notice } from "../ui/Notice";
import styles from "./FormErrors.module.css";

type Props = { errors: Array<FieldError>; title: string; ref?: Ref<HTMLDivElement> };

/** Focuses the field without a history entry. A collapsed field cannot get focus: then the default action opens it. */
function follow(event: MouseEvent<HTMLAnchorElement>): void {
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  field?.focus();
  if (field && document.activeElement === field) event.preventDefault();
}

/** All errors, at the top of the form. The live region exists from the start. */
export function FormErrors({ errors, title, ref }: Props) {
  return (
    <div className={styles.errors} data-faults={title}>
      {errors.length > 0 && (
        <Notice kind="error" focused ref={ref}>
          <p className={styles.title}>{title}</p>
          <ul>
            {errors.map(({ field, text }, index) => (
              <li key={index}>
                {field ? (
                  <a href={`#${field}`} onClick={follow}>
                    {text}
                  </a>
                ) : (
                  text
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

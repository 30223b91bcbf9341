import type { MouseEvent, Ref } from "react";
import type { FieldError } from "../payments/field-errors";
import { Notice } from "../ui/Notice";
import styles from "./FormErrors.module.css";

type Props = { errors: Array<FieldError>; title: string; ref?: Ref<HTMLDivElement> };

/** Straight into the field, and no step in the browser's history. A field that is folded away is opened by its link. */
function follow(event: MouseEvent<HTMLAnchorElement>): void {
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  field?.focus();
  if (field && document.activeElement === field) event.preventDefault();
}

/** Everything that is wrong, at the top of its form. The region is there from the start. */
export function FormErrors({ errors, title, ref }: Props) {
  return (
    <div className={styles.faults} data-faults={title}>
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

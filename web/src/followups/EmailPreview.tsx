import type { PreviewView } from "../generated/followups";
import styles from "./EmailPreview.module.css";

/** An email with sample values, without the parts that every email has. */
export function EmailPreview({ title, subject, paragraphs, button }: PreviewView) {
  return (
    <article className={styles.email} aria-label={title}>
      <h3>{title}</h3>
      <p className={styles.subject}>{subject}</p>
      {paragraphs.map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
      <p className={styles.button}>{button}</p>
    </article>
  );
}

import type { StoryView } from "../generated/catalog";
import controls from "../ui/controls.module.css";
import { Picture } from "./Picture";
import styles from "./Story.module.css";

export function Story({ title, text, link, picture }: StoryView) {
  return (
    <div className={styles.story}>
      <div className={`${styles.text} on-dark`}>
        <h2>{title}</h2>
        <p>{text}</p>
        {link && (
          <a className={`${controls.btn} ${controls.btnLight}`} href={link.url}>
            {link.label}
          </a>
        )}
      </div>
      <Picture {...picture} sizes="(min-width: 767px) 50vw, 100vw" />
    </div>
  );
}

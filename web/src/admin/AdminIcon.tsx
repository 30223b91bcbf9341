import iconStyles from "../ui/Icon.module.css";
import sprite from "./icons.svg?url";

/** An icon of the admin's own sprite, which shoppers never load. Hidden from screen readers: text stands beside it. */
export function AdminIcon({ name }: { name: string }) {
  return (
    <svg className={iconStyles.i} aria-hidden="true" focusable="false">
      <use href={`${sprite}#i-${name}`} />
    </svg>
  );
}

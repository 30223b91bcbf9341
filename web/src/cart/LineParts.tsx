import type { CartPartView } from "../generated/cart";
import styles from "./LineParts.module.css";

/** The items in one piece of a bundle. */
export function LineParts({ parts }: { parts: Array<CartPartView> }) {
  if (parts.length === 0) return null;
  return (
    <ul className={styles.parts}>
      {parts.map(({ name, detail, quantity }) => (
        <li key={`${name}${detail}`}>
          <bdi>{quantity}</bdi> × {detail ? `${name} (${detail})` : name}
        </li>
      ))}
    </ul>
  );
}

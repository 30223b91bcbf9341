import * as text from "../generated/messages/wishlist";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./Heart.module.css";

type Props = {
  id: string;
  name: string;
  /** On the wish list itself. Other pages are the same for everybody, and a script shows what is saved. */
  isSaved?: boolean;
  size?: "l";
};

/** Saves a product, or removes it. Without script a form that leads to the list. */
export function Heart({ id, name, isSaved = false, size }: Props) {
  return (
    <form
      className={size ? `${styles.heart} ${styles.l}` : styles.heart}
      method="post"
      action="/ar/wishlist/"
      data-heart={id}
    >
      <input type="hidden" name="product_id" value={id} />
      <input type="hidden" name="save" value={isSaved ? "0" : "1"} />
      <button type="submit" className={controls.iconBtn} aria-pressed={isSaved}>
        <Icon name="heart" />
        <span className="sr">{text.save({ name })}</span>
      </button>
    </form>
  );
}

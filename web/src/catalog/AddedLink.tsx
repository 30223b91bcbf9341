import { cartUrl } from "../cart/add-to-cart";
import * as cartText from "../generated/messages/cart";
import styles from "./AddedLink.module.css";

/** The link to the cart, shown after an add. */
export function AddedLink() {
  return (
    <a className={`added_to_cart ${styles.toCart}`} data-opens="side-cart" href={cartUrl()}>
      {cartText.view()}
    </a>
  );
}

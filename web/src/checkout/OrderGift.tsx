import type { OrderView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { Notice } from "../ui/Notice";
import styles from "./OrderGift.module.css";

/** What the packer of a gift needs to know: the text of the card, and whether the box shows prices. */
export function OrderGift({ gift }: { gift: OrderView["gift"] }) {
  if (!gift) return null;
  return (
    <Notice kind="info">
      <strong>{checkoutText.giftOrder()}</strong>
      {gift.hidesPrices && <> {checkoutText.giftNoPrices()}</>}
      {gift.text && <p className={styles.text}>{gift.text}</p>}
    </Notice>
  );
}

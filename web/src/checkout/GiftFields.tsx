import { useState } from "react";
import type { GiftFormView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { CheckField } from "../ui/CheckField";
import { TextAreaField } from "../ui/TextAreaField";
import { useHydrated } from "../ui/use-hydrated";
import styles from "./GiftFields.module.css";

type Props = { gift: GiftFormView; error: string | null };

/** The text of a gift's card. The style shows it when the box is ticked, with and without script. */
export function GiftFields({ gift, error }: Props) {
  const live = useHydrated();
  const [length, setLength] = useState(gift.text.length);
  const left = checkoutText.giftLeft({ count: Math.max(0, gift.maxLength - length) });
  return (
    <div className={styles.gift}>
      <CheckField id="gift" name="gift" value="1" label={checkoutText.gift()} defaultChecked={gift.isGift} />
      <div className={styles.body}>
        <TextAreaField
          id="gift_text"
          name="gift_text"
          rows={3}
          maxLength={gift.maxLength}
          label={checkoutText.giftText()}
          hint={live ? `${left} ${checkoutText.giftTextHint()}` : checkoutText.giftTextHint()}
          error={error}
          defaultValue={gift.text}
          onChange={({ target }) => setLength(target.value.length)}
        />
        <CheckField
          id="gift_no_prices"
          name="gift_no_prices"
          value="1"
          label={checkoutText.giftNoPrices()}
          defaultChecked={gift.hidesPrices}
        />
      </div>
    </div>
  );
}

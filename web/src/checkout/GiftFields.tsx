import { useState } from "react";
import { FormField } from "../accounts/FormField";
import type { GiftFormView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { CheckField } from "../ui/CheckField";
import forms from "../ui/forms.module.css";
import { TextAreaField } from "../ui/TextAreaField";
import { useHydrated } from "../ui/use-hydrated";
import styles from "./GiftFields.module.css";

type Props = {
  gift: GiftFormView;
  /** Errors by field name. */
  errors: Record<string, string>;
};

/**
 * Whom the gift goes to, and the text of its card. The style shows what a box opens when it is ticked, with and without
 * script.
 */
export function GiftFields({ gift, errors }: Props) {
  const live = useHydrated();
  const [length, setLength] = useState(gift.text.length);
  const left = checkoutText.giftLeft({ count: Math.max(0, gift.maxLength - length) });
  return (
    <div className={styles.gift}>
      <CheckField id="gift" name="gift" value="1" label={checkoutText.gift()} defaultChecked={gift.isGift} />
      <div className={styles.body}>
        <div className={styles.recipient}>
          <CheckField
            id="ship_to_different_address"
            name="ship_to_different_address"
            value="1"
            label={checkoutText.giftRecipient()}
            defaultChecked={gift.hasRecipient}
          />
          <div className={`${forms.fields} ${styles.address}`}>
            {gift.fields.map((field) => (
              <FormField
                key={field.name}
                field={{ ...field, error: errors[field.name] ?? null }}
                id={field.name}
                isFocused={false}
              />
            ))}
          </div>
        </div>
        <TextAreaField
          id="gift_text"
          name="gift_text"
          rows={3}
          maxLength={gift.maxLength}
          label={checkoutText.giftText()}
          hint={live ? `${left} ${checkoutText.giftTextHint()}` : checkoutText.giftTextHint()}
          error={errors.gift_text ?? null}
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

import * as text from "../generated/messages/staff_stock";
import type { AmountField, CountCheckView } from "../generated/staff_stock";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import styles from "./CountPart.module.css";
import { Amount, MoveForm } from "./MoveForm";

type Props = { url: string; storeId: string; counted: AmountField; check: CountCheckView | null };

/** A count in two steps: its difference is shown before it is written. */
export function CountPart({ url, storeId, counted, check }: Props) {
  return (
    <>
      <form key={counted.value} className={forms.form} method="get" action={`${url}#count`}>
        <HiddenInputs pairs={[["store_id", storeId]]} />
        <Amount id="count-amount" name="counted" field={counted} />
        <button type="submit" className={controls.btn}>
          {text.countCheck()}
        </button>
      </form>
      {check && (
        <div className={styles.check} role="status" tabIndex={-1}>
          <h3>{text.countTitle()}</h3>
          <dl className={styles.facts}>
            <div>
              <dt>{text.countExpected()}</dt>
              <dd>
                <bdi dir="ltr">{check.expected}</bdi>
              </dd>
            </div>
            <div>
              <dt>{text.countCounted()}</dt>
              <dd>
                <bdi dir="ltr">{check.counted}</bdi>
              </dd>
            </div>
            <div>
              <dt>{text.countDifference()}</dt>
              <dd className={check.isLess ? styles.less : undefined}>
                <bdi dir="ltr">{check.difference}</bdi>
              </dd>
            </div>
          </dl>
          {check.remark && <p>{check.remark}</p>}
        </div>
      )}
      {check && <MoveForm form={check.form} />}
    </>
  );
}

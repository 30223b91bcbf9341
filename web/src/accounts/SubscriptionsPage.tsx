import type { SubscriptionsPageView } from "../generated/accounts";
import { Island } from "../renderer/Island";
import { AccountLayout } from "./AccountLayout";
import { SubscriptionsForm } from "./SubscriptionsForm.island";
import styles from "./SubscriptionsPage.module.css";

/** The sentence as it is written: what is filled in stands between two invisible marks. */
const partsOf = (sentence: string) => sentence.split(/[\u2068\u2069]/);

/** Which letters the customer wishes to get. */
export function SubscriptionsPage(page: SubscriptionsPageView) {
  const { frame, lead, action, nonce, lists, saved, isSaved, empty, submit } = page;
  const [before, address, after] = partsOf(lead);
  return (
    <AccountLayout frame={frame}>
      <p className={styles.to}>
        {before}
        {address && <bdi dir="ltr">{address}</bdi>}
        {after}
      </p>
      {lists.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <div className={styles.subscriptions}>
          <Island
            of={SubscriptionsForm}
            id="subscriptions"
            on="interaction"
            props={{ action, nonce, lists, saved, isSaved, submit, title: frame.title }}
          />
        </div>
      )}
    </AccountLayout>
  );
}

import type { SubscriptionsPageView } from "../generated/accounts";
import { Island } from "../renderer/Island";
import { AccountLayout } from "./AccountLayout";
import { SubscriptionsForm } from "./SubscriptionsForm.island";
import styles from "./SubscriptionsPage.module.css";

/** Splits the sentence at the isolation marks around its placeholder. */
const partsOf = (sentence: string) => sentence.split(/[\u2068\u2069]/);

/** The customer's email subscriptions. */
export function SubscriptionsPage(page: SubscriptionsPageView) {
  const { layout, lead, action, nonce, lists, saved, isSaved, empty, submit } = page;
  const [before, address, after] = partsOf(lead);
  return (
    <AccountLayout layout={layout}>
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
            props={{ action, nonce, lists, saved, isSaved, submit, title: layout.title }}
          />
        </div>
      )}
    </AccountLayout>
  );
}

import { AccountForm } from "../accounts/AccountForm";
import { AccountLayout } from "../accounts/AccountLayout";
import type { AffiliatePageView } from "../generated/affiliates";
import { AffiliateAccount } from "./AffiliateAccount";
import styles from "./AffiliatePage.module.css";

/** The customer's page of the affiliate programme: joining, or links and what they earned. */
export function AffiliatePage({ layout, lead, join, account }: AffiliatePageView) {
  return (
    <AccountLayout layout={layout}>
      <div className={styles.page}>
        {lead && <p>{lead}</p>}
        {join && <AccountForm id="join" form={join} variant="main" />}
        {account && <AffiliateAccount {...account} />}
      </div>
    </AccountLayout>
  );
}

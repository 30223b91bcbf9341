import type { AffiliateAccountView } from "../generated/affiliates";
import * as text from "../generated/messages/affiliates";
import { Island } from "../renderer/Island";
import { Bars } from "../ui/Bars";
import controls from "../ui/controls.module.css";
import styles from "./AffiliatePage.module.css";
import { CreditTable } from "./CreditTable";
import { Facts } from "./Facts";
import { PayoutTable } from "./PayoutTable";
import { ReferralLink } from "./ReferralLink.island";

/** An affiliate's links, visits, credits and payouts. */
export function AffiliateAccount(account: AffiliateAccountView) {
  const { links, linkHint, facts, pendingHint, visits, earnings, credits, olderUrl, payouts } = account;
  return (
    <>
      {links.length > 0 && (
        <section className={styles.part} aria-labelledby="links">
          <h2 id="links">{text.link()}</h2>
          {links.map((link) => (
            <Island key={link.id} of={ReferralLink} id={`link-${link.id}`} on="visible" props={link} />
          ))}
          <p className={styles.hint}>{linkHint}</p>
        </section>
      )}
      <Facts facts={facts} />
      <div className={styles.plots}>
        <Bars {...visits} />
        <Bars {...earnings} />
      </div>
      <section className={styles.part} aria-labelledby="credits">
        <h2 id="credits">{text.earnings()}</h2>
        <p className={styles.hint}>{pendingHint}</p>
        {credits.length > 0 ? (
          <CreditTable credits={credits} />
        ) : (
          <p>
            {text.noneCredits()}. {text.noneCreditsHint()}
          </p>
        )}
        {olderUrl && (
          <a className={controls.btn} href={olderUrl}>
            {text.older()}
          </a>
        )}
      </section>
      <section className={styles.part} aria-labelledby="payouts">
        <h2 id="payouts">{text.payouts()}</h2>
        {payouts.length > 0 ? <PayoutTable payouts={payouts} /> : <p>{text.nonePayouts()}</p>}
      </section>
    </>
  );
}

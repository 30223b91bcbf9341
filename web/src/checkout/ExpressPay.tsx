import { useEffect, useState } from "react";
import * as checkoutText from "../generated/messages/checkout";
import { Icon } from "../ui/Icon";
import or from "../ui/Or.module.css";
import checkoutStyles from "./checkout.module.css";
import styles from "./ExpressPay.module.css";
import type { payExpress } from "./express";
import { type ExpressPayment, isExpressOffered } from "./express-request";

/**
 * Payment with a method that the browser has saved. Shown only if the browser offers it, which needs script to find
 * out.
 */
export function ExpressPay({
  express,
  gateway,
  review,
  onRefused,
}: ExpressPayment & { onRefused: () => void }) {
  const [start, setStart] = useState<typeof payExpress | null>(null);
  useEffect(() => {
    let isGone = false;
    const load = async () => {
      if (!(await isExpressOffered({ express, gateway, review }))) return;
      // Before the button is shown: a browser opens its payment sheet only in the click itself.
      const { payExpress } = await import("./express");
      if (!isGone) setStart(() => payExpress);
    };
    load().catch(console.info);
    return () => {
      isGone = true;
    };
  }, [express, gateway, review]);

  const pay = async () => {
    if (start && !(await start({ express, gateway, review }))) onRefused();
  };
  return (
    <section
      className={checkoutStyles.coBlock}
      data-express=""
      hidden={!start}
      aria-label={checkoutText.express()}
    >
      <h2>{checkoutText.express()}</h2>
      <div className={styles.express}>
        <button type="button" onClick={() => void pay()}>
          <Icon name="card" />
          {checkoutText.expressPay()}
        </button>
      </div>
      <p className={or.or}>{checkoutText.expressOr()}</p>
    </section>
  );
}

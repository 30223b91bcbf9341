import { useEffect, useState } from "react";
import * as checkoutText from "../generated/messages/checkout";
import blocks from "../ui/blocks.module.css";
import { Icon } from "../ui/Icon";
import checkoutStyles from "./checkout.module.css";
import styles from "./ExpressPay.module.css";
import { type ExpressPayment, isExpressOffered, payExpress } from "./express";

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
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    let isGone = false;
    void isExpressOffered({ express, gateway, review }).then((offered) => {
      if (!isGone) setOffered(offered);
    });
    return () => {
      isGone = true;
    };
  }, [express, gateway, review]);

  const pay = async () => {
    if (!(await payExpress({ express, gateway, review }))) onRefused();
  };
  return (
    <section
      className={checkoutStyles.coBlock}
      data-express=""
      hidden={!isOffered}
      aria-label={checkoutText.express()}
    >
      <h2>{checkoutText.express()}</h2>
      <div className={styles.express}>
        <button type="button" onClick={() => void pay()}>
          <Icon name="card" />
          {checkoutText.expressPay()}
        </button>
      </div>
      <p className={blocks.or}>{checkoutText.expressOr()}</p>
    </section>
  );
}

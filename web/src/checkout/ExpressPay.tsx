import { useEffect, useState } from "react";
import * as checkoutText from "../generated/messages/checkout";
import { Icon } from "../ui/Icon";
import { type ExpressPayment, isExpressOffered, payExpress } from "./express";

/** Paying with what the browser keeps. Seen only where it offers that, which only a script finds out. */
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
    <section className="co__block" data-express="" hidden={!isOffered} aria-label={checkoutText.express()}>
      <h2>{checkoutText.express()}</h2>
      <div className="express">
        <button type="button" onClick={() => void pay()}>
          <Icon name="card" />
          {checkoutText.expressPay()}
        </button>
      </div>
      <p className="or">{checkoutText.expressOr()}</p>
    </section>
  );
}

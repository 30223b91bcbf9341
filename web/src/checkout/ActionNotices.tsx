import type { AccountNotice } from "../generated/accounts";
import * as ordersText from "../generated/messages/orders";
import controls from "../ui/controls.module.css";
import { Notice } from "../ui/Notice";

type Props = { notices: Array<AccountNotice>; cartUrl: string | null };

/** The results of an action on the order. After ordering again they lead to the cart. */
export function ActionNotices({ notices, cartUrl }: Props) {
  return notices.map(({ kind, text }, index) => (
    <Notice
      key={index}
      kind={kind}
      focused={kind === "error"}
      action={
        cartUrl && index === 0 ? (
          <a className={controls.link} href={cartUrl}>
            {ordersText.againCart()}
          </a>
        ) : undefined
      }
    >
      {text}
    </Notice>
  ));
}

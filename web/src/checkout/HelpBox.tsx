import * as ordersText from "../generated/messages/orders";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./HelpBox.module.css";

type Props = { title: string; contactUrl: string };

/** Where to ask about an order. */
export function HelpBox({ title, contactUrl }: Props) {
  return (
    <div className={styles.help}>
      <Icon name="chat" size="l" />
      <div>
        <b>{title}</b>
        <span>{ordersText.helpText()}</span>
      </div>
      <a className={`${controls.btn} ${controls.btnSm}`} href={contactUrl}>
        {ordersText.helpLink()}
      </a>
    </div>
  );
}

import { type ComponentType, type MouseEvent, useEffect, useState } from "react";
import type { DeliveryView } from "../generated/cart";
import * as deliveryText from "../generated/messages/delivery";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./DeliveryPromise.module.css";
import type { SheetProps } from "./DeliverySheet";
import { PLACE_KEY } from "./place-key";

type Opened = { Sheet: ComponentType<SheetProps>; trigger: HTMLElement };

/** What asks the shop comes when it is needed: most visitors choose no place. */
const loadSheet = () => import("./DeliverySheet");

/**
 * When a product arrives. The page is the same for everybody and names the shop's own country; a place that was chosen
 * on this device replaces it.
 */
export function DeliveryPromise({ delivery }: { delivery: DeliveryView }) {
  const [shown, setShown] = useState(delivery);
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    try {
      if (!localStorage[PLACE_KEY]) return;
    } catch {
      return;
    }
    loadSheet()
      .then(({ askChosen }) => askChosen())
      .then((answer) => answer && setShown(answer.place), console.info);
  }, []);

  const change = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const trigger = event.currentTarget;
    try {
      setOpened({ Sheet: (await loadSheet()).DeliverySheet, trigger });
    } catch {
      location.assign(trigger.href);
    }
  };
  const close = () => {
    setOpened(null);
    opened?.trigger.focus();
  };

  const { arrival, isUnserved, place, country } = shown;
  return (
    <div className={styles.promise} data-delivery="">
      <Icon name="truck" />
      <p aria-live="polite">
        <strong className={isUnserved ? styles.unserved : undefined}>
          {isUnserved ? deliveryText.notServed() : (arrival ?? deliveryText.unknown())}
        </strong>{" "}
        <span>{deliveryText.to({ place })}</span>
      </p>
      <a
        className={`${controls.link} ${styles.change}`}
        href={`/ar/delivery/?country=${country}`}
        onClick={change}
      >
        {deliveryText.change()}
        <span className="sr"> {deliveryText.chooseCity()}</span>
      </a>
      {opened && <opened.Sheet shown={shown} onChosen={setShown} onClose={close} />}
    </div>
  );
}

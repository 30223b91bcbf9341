import { type FormEvent, useEffect, useId, useRef, useState, useTransition } from "react";
import type { DeliveryAnswer, DeliveryView } from "../generated/cart";
import * as deliveryText from "../generated/messages/delivery";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import { DeliveryFields } from "./DeliveryFields";
import styles from "./DeliverySheet.module.css";
import { askDelivery, rememberPlace } from "./delivery";

export { askChosen } from "./delivery";

export type SheetProps = {
  shown: DeliveryView;
  onChosen: (delivery: DeliveryView) => void;
  onClose: () => void;
};

/** The form of `/ar/delivery/`, over the page. */
export function DeliverySheet({ shown, onChosen, onClose }: SheetProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [places, setPlaces] = useState<DeliveryAnswer | null>(null);
  const [isPending, startTransition] = useTransition();
  const [hasFailed, setFailed] = useState(false);
  const { country, city } = shown;
  useEffect(() => {
    dialog.current?.showModal();
    document.getElementById(id)?.focus();
  }, [id]);
  useEffect(() => {
    askDelivery({ country, city }).then(setPlaces, () => setFailed(true));
  }, [country, city]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const place = { country: String(fields.get("country")), city: String(fields.get("city")).trim() };
    startTransition(async () => {
      try {
        onChosen((await askDelivery(place)).place);
        rememberPlace(place);
        dialog.current?.close();
      } catch (error) {
        console.info(error);
        setFailed(true);
      }
    });
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes it; a dialog closes by Escape itself
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
    >
      <div className={styles.inside}>
        <div className={styles.head}>
          <h2 id={id} tabIndex={-1}>
            {deliveryText.title()}
          </h2>
          <button
            type="button"
            className={controls.iconBtn}
            aria-label={deliveryText.close()}
            onClick={() => dialog.current?.close()}
          >
            <Icon name="x" />
          </button>
        </div>
        <form onSubmit={submit} aria-busy={isPending || undefined}>
          {places && <DeliveryFields answer={places} />}
          <p role="alert" className={styles.failed}>
            {hasFailed && deliveryText.failed()}
          </p>
        </form>
      </div>
    </dialog>
  );
}

import * as ordersText from "../generated/messages/orders";
import * as paymentsText from "../generated/messages/payments";
import { notify } from "../runtime/announce";
import controls from "../ui/controls.module.css";
import { useHydrated } from "../ui/use-hydrated";

const TEXTS = {
  parcel: { label: ordersText.parcelCopy, done: ordersText.parcelCopied },
  iban: { label: paymentsText.ibanCopy, done: paymentsText.ibanCopied },
};

/** Copies a number. Without script or clipboard there is no button: the number beside it can be selected. */
export function CopyButton({ text, what = "parcel" }: { text: string; what?: keyof typeof TEXTS }) {
  const isLive = useHydrated();
  if (!isLive || !navigator.clipboard) return null;
  const { label, done } = TEXTS[what];
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify(done());
    } catch {
      // The browser refused: nothing was copied, and nothing is said.
    }
  };
  return (
    <button type="button" className={controls.link} aria-label={label()} onClick={copy}>
      {ordersText.copy()}
    </button>
  );
}

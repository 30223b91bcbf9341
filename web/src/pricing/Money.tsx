import { Amount } from "./Amount";
import { shownCurrency } from "./shown-currency";

/** An amount as the server formatted it. Screen readers get the currency as a word. */
export function Money({ text }: { text: string }) {
  return (
    <>
      <Amount text={text} isSignHidden />
      <span className="sr"> {shownCurrency().name}</span>
    </>
  );
}

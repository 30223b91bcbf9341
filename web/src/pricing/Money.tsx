import * as pricingText from "../generated/messages/pricing";

/**
 * An amount as the server formatted it. Screen readers get the currency as a word; the amount is isolated
 * left-to-right.
 */
export function Money({ text }: { text: string }) {
  const amount = text.endsWith("$") ? text.slice(0, -1) : text;
  return (
    <>
      <bdi dir="ltr">
        {amount}
        {amount !== text && <span aria-hidden="true">$</span>}
      </bdi>
      <span className="sr"> {pricingText.currency()}</span>
    </>
  );
}

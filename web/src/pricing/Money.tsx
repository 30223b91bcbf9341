import * as pricingText from "../generated/messages/pricing";

/** An amount as the server wrote it. The sign is read in words, and the island stays left to right. */
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

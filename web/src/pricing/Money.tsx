import { shownCurrency } from "./shown-currency";

/**
 * An amount as the server formatted it: number, no-break space, sign. Screen readers get the currency as a word. The number
 * is isolated left-to-right; an Arabic sign stands on its left.
 */
export function Money({ text }: { text: string }) {
  const at = text.lastIndexOf("\u00a0");
  const number = at < 0 ? text : text.slice(0, at);
  const sign = at < 0 ? "" : text.slice(at + 1);
  return (
    <>
      {sign === "" || sign === "$" ? (
        <bdi dir="ltr">
          {sign === "" ? number : `${number}\u00a0`}
          {sign !== "" && <span aria-hidden="true">$</span>}
        </bdi>
      ) : (
        <bdi dir="rtl">
          <bdi dir="ltr">{number}</bdi>
          {"\u00a0"}
          <span aria-hidden="true">{sign}</span>
        </bdi>
      )}
      <span className="sr"> {shownCurrency().name}</span>
    </>
  );
}

type Props = {
  /** As the server formatted it: number, no-break space, sign. A word, such as "free", has no sign. */
  text: string;
  /** Screen readers get the currency as a word instead. */
  isSignHidden?: boolean;
};

/** An amount with its sign. The number is isolated left-to-right; an Arabic sign stands on its left. */
export function Amount({ text, isSignHidden }: Props) {
  const at = text.lastIndexOf("\u00a0");
  if (at < 0) return <bdi>{text}</bdi>;
  const number = text.slice(0, at);
  const sign = text.slice(at + 1);
  const shownSign = isSignHidden ? <span aria-hidden="true">{sign}</span> : sign;
  return sign === "$" ? (
    <bdi dir="ltr">
      {`${number}\u00a0`}
      {shownSign}
    </bdi>
  ) : (
    <bdi dir="rtl">
      <bdi dir="ltr">{number}</bdi>
      {"\u00a0"}
      {shownSign}
    </bdi>
  );
}

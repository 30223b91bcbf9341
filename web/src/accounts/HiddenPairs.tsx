/** What a form carries along unseen. */
export function HiddenPairs({ pairs }: { pairs: Array<[string, string]> }) {
  return pairs.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

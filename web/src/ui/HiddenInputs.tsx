export function HiddenInputs({ pairs }: { pairs: Array<[name: string, value: string]> }) {
  return pairs.map(([name, value], index) => <input key={index} type="hidden" name={name} value={value} />);
}

/** The sentence as it is written: what is filled in, the last digits, stands between two invisible marks. */
export function MethodTitle({ title }: { title: string }) {
  return title
    .split(/[\u2068\u2069]/)
    .map((part, index) =>
      index % 2 === 1 ? <bdi key={index}>{part}</bdi> : <span key={index}>{part}</span>,
    );
}

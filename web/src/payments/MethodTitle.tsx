/** The title of a method, with an element for its last digits, which are enclosed in isolation marks. */
export function MethodTitle({ title }: { title: string }) {
  return title
    .split(/[\u2068\u2069]/)
    .map((part, index) =>
      index % 2 === 1 ? <bdi key={index}>{part}</bdi> : <span key={index}>{part}</span>,
    );
}

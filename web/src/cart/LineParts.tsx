import type { CartPartView } from "../generated/cart";

/** What is in one piece of a bundle. */
export function LineParts({ parts }: { parts: Array<CartPartView> }) {
  if (parts.length === 0) return null;
  return (
    <ul className="line__parts">
      {parts.map(({ name, detail, quantity }) => (
        <li key={`${name}${detail}`}>
          <bdi>{quantity}</bdi> × {detail ? `${name} (${detail})` : name}
        </li>
      ))}
    </ul>
  );
}

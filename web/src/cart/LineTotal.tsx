import type { CartLineView } from "../generated/cart";
import { Price } from "../pricing/Price";

/** The total of a line, with the regular one if it is on sale. A line that cannot be sold shows no total. */
export function LineTotal({ line }: { line: CartLineView }) {
  if (line.lineTotal === null) return null;
  return <Price amount={line.lineTotal} regular={line.regularTotal} percentOff={null} from={false} />;
}

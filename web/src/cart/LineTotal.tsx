import type { CartLineView } from "../generated/cart";
import { Price } from "../pricing/Price";

/** What a line costs, beside what it would cost without the sale. What may not be sold costs nothing to show. */
export function LineTotal({ line }: { line: CartLineView }) {
  if (line.lineTotal === null) return null;
  return <Price amount={line.lineTotal} regular={line.regularTotal} percentOff={null} from={false} />;
}

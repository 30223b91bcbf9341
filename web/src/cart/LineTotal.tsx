import type { CartLineView } from "../generated/cart";
import { Price } from "../pricing/Price";

/** What a line costs, beside what it would cost without the sale. */
export function LineTotal({ line }: { line: CartLineView }) {
  return <Price amount={line.lineTotal} regular={line.regularTotal} percentOff={null} from={false} />;
}

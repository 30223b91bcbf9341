import type { CountdownView, PriceView } from "../generated/pricing";
import { Price } from "../pricing/Price";
import { useSale } from "../pricing/use-sale";

type Props = { countdown: CountdownView; price: PriceView };

/** The price of a card with a countdown, which changes it. */
export function CardPrice({ countdown, price }: Props) {
  const sale = useSale(countdown);
  return <Price {...(sale.price ?? price)} />;
}

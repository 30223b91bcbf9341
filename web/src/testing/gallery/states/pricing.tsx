import { Amount } from "../../../pricing/Amount";
import { Countdown } from "../../../pricing/Countdown";
import { DiscountTable } from "../../../pricing/DiscountTable";
import { DiscountTableSkeleton } from "../../../pricing/DiscountTableSkeleton";
import { Money } from "../../../pricing/Money";
import { Price } from "../../../pricing/Price";
import { ProductSaleBadge } from "../../../pricing/ProductSaleBadge";
import { SaleBadge } from "../../../pricing/SaleBadge";
import { card, countdownAt, discountTable } from "../../samples";
import type { States } from "../states";

const countdown = countdownAt(Date.now());
const { price } = card;

export const states = {
  Amount: {
    default: <Amount text={"14.50\u00a0$"} />,
    "sign in Arabic letters": <Amount text={"12.500\u00a0د.ك"} />,
    discount: <Amount text={"\u22120.500\u00a0د.ك"} />,
    word: <Amount text="مجاني" />,
  },
  Countdown: {
    // The numbers are rendered in the browser: see the states of CardSale and ProductForm.
    "as the server renders it": <Countdown countdown={countdown} phase={null} />,
    running: <Countdown countdown={countdown} phase="running" />,
    "small, on a card": <Countdown countdown={countdown} phase="running" size="mini" />,
    "with days": <Countdown countdown={{ ...countdown, days: true }} phase="running" />,
    "part of it sold": (
      <Countdown countdown={{ ...countdown, width: 64, share: { sold: 16, offered: 25 } }} phase="running" />
    ),
    "words after it": (
      <Countdown countdown={{ ...countdown, before: "", after: "حتى البداية" }} phase={null} />
    ),
    "over, so hidden": <Countdown countdown={countdown} phase="end" />,
  },
  DiscountTable: {
    default: <DiscountTable {...discountTable} />,
    "row that is reached": <DiscountTable {...discountTable} quantity="3" />,
    "cheapest of several": <DiscountTable {...discountTable} from />,
    "link to its settings": <DiscountTable {...discountTable} settingsUrl="/ar/wp-admin/discounts/" />,
  },
  DiscountTableSkeleton: {
    "one row": <DiscountTableSkeleton rows={1} />,
    "several rows": <DiscountTableSkeleton rows={4} />,
  },
  Money: {
    default: <Money text={"17.60\u00a0$"} />,
    large: <Money text={"1,234,567.50\u00a0$"} />,
    less: <Money text={"−9.96\u00a0$"} />,
    "without its sign": <Money text="17.60" />,
  },
  Price: {
    default: <Price {...price} regular={null} percentOff={null} />,
    "on sale": <Price {...price} />,
    "cheapest of several": <Price {...price} regular={null} percentOff={null} from />,
    "cheapest of several, on sale": <Price {...price} from />,
    large: <Price {...price} amount={"1,234,567.50\u00a0$"} regular={"2,469,135.00\u00a0$"} />,
  },
  ProductSaleBadge: {
    "on sale": <ProductSaleBadge percentOff={20} />,
    "not on sale, so hidden": <ProductSaleBadge percentOff={null} />,
  },
  SaleBadge: {
    "on sale": <SaleBadge percentOff={20} />,
    "not on sale, so hidden": <SaleBadge percentOff={null} />,
  },
} satisfies States;

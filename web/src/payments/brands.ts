import type { MessageKey } from "../ui/messages";
import type { Brand } from "./rules";

/** How a brand is written on a small sign, and the key of what it is called. */
export const BRANDS = {
  visa: { sign: "VISA", name: "payments.visa" },
  mastercard: { sign: "MC", name: "payments.mastercard" },
  amex: { sign: "AMEX", name: "payments.amex" },
  discover: { sign: "DISC", name: "payments.discover" },
  dinersclub: { sign: "DINERS", name: "payments.dinersclub" },
  jcb: { sign: "JCB", name: "payments.jcb" },
  maestro: { sign: "MAESTRO", name: "payments.maestro" },
  unionpay: { sign: "UPAY", name: "payments.unionpay" },
  dankort: { sign: "DK", name: "payments.dankort" },
  forbrugsforeningen: { sign: "FBF", name: "payments.forbrugsforeningen" },
} as const satisfies Record<Brand, { sign: string; name: MessageKey }>;

export const isBrand = (name: string): name is Brand => Object.hasOwn(BRANDS, name);

import * as paymentsText from "../generated/messages/payments";
import type { Brand } from "./rules";

/** The short text of a brand's logo, and its name. */
export const BRANDS = {
  visa: { sign: "VISA", name: paymentsText.visa },
  mastercard: { sign: "MC", name: paymentsText.mastercard },
  amex: { sign: "AMEX", name: paymentsText.amex },
  discover: { sign: "DISC", name: paymentsText.discover },
  dinersclub: { sign: "DINERS", name: paymentsText.dinersclub },
  jcb: { sign: "JCB", name: paymentsText.jcb },
  maestro: { sign: "MAESTRO", name: paymentsText.maestro },
  unionpay: { sign: "UPAY", name: paymentsText.unionpay },
  dankort: { sign: "DK", name: paymentsText.dankort },
  forbrugsforeningen: { sign: "FBF", name: paymentsText.forbrugsforeningen },
} satisfies Record<Brand, { sign: string; name: () => string }>;

export const isBrand = (name: string): name is Brand => Object.hasOwn(BRANDS, name);

/** What analytics services are told about. */
export type ShopItem = { id: string; name?: string; price?: number; quantity: number };
export type ShopEvent = {
  name: "view_item" | "add_to_cart" | "begin_checkout" | "purchase";
  value?: number;
  currency?: string;
  transaction_id?: string;
  tax?: number;
  shipping?: number;
  coupon?: string;
  items: Array<ShopItem>;
};

/** Events from before a service was loaded, and nothing later if there is none. */
const waiting: Array<ShopEvent> = [];
const MAX_WAITING = 20;
let receive: ((event: ShopEvent) => void) | null = null;

export function reportEvent(event: ShopEvent): void {
  if (receive) receive(event);
  else if (waiting.length < MAX_WAITING) waiting.push(event);
}

export function onShopEvent(receiver: (event: ShopEvent) => void): void {
  receive = receiver;
  for (const event of waiting.splice(0)) receiver(event);
}

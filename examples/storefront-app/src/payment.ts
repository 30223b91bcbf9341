import { PAY_CLIENT_KEY, PAY_LOGIN, PAY_SCRIPT } from "./settings.ts";

type Answer = {
  messages: { resultCode: string };
  opaqueData?: { dataDescriptor: string; dataValue: string };
};
type Accept = { dispatchData(data: object, handler: (answer: Answer) => void): void };

let loading: Promise<Accept> | undefined;

function script(): Promise<Accept> {
  loading ??= new Promise((done, fail) => {
    const element = document.createElement("script");
    element.src = PAY_SCRIPT;
    element.onload = () => done((window as unknown as { Accept: Accept }).Accept);
    element.onerror = () => fail(new Error("تعذّر الاتصال بمزوّد الدفع."));
    document.head.append(element);
  });
  return loading;
}

export type Card = { cardNumber: string; month: string; year: string; cardCode: string };

/** Exchanges a card for a token that pays once. The numbers go to the payment provider and never to the shop. */
export async function cardToken(cardData: Card): Promise<{ key: string; value: string }[]> {
  const accept = await script();
  const authData = { clientKey: PAY_CLIENT_KEY, apiLoginID: PAY_LOGIN };
  return new Promise((done, fail) => {
    accept.dispatchData({ authData, cardData }, ({ messages, opaqueData }) => {
      if (messages.resultCode !== "Ok" || !opaqueData) return fail(new Error("راجع بيانات البطاقة."));
      const field = (name: string) => `wc-authorize-net-cim-credit-card-payment-${name}`;
      done([
        { key: field("nonce"), value: opaqueData.dataValue },
        { key: field("descriptor"), value: opaqueData.dataDescriptor },
      ]);
    });
  });
}

/** The provider's own script, as far as we use it. */
type Answer = {
  messages: { resultCode: string; message?: Array<{ code: string; text: string }> };
  opaqueData?: Token;
};
type Accept = { dispatchData(data: object, handler: (answer: Answer) => void): void };

/** What the provider gives for numbers: good for one payment. */
export type Token = { dataDescriptor: string; dataValue: string };

/** Whom the provider knows the shop as. Published, not secret. */
export type Keys = { accountId: string; publishableKey: string };

export type SecureData =
  | { cardData: { cardNumber: string; month: string; year: string; cardCode?: string } }
  | {
      bankData: { routingNumber: string; accountNumber: string; nameOnAccount: string; accountType: string };
    };

const LONGEST_WAIT = 30_000;

export const acceptScript = (): Accept | undefined => (window as { Accept?: Accept }).Accept;

/** The provider did not take what it was given. Its codes say why. */
export class Refused extends Error {
  override name = "Refused";

  constructor(readonly codes: Array<string>) {
    super(`refused: ${codes.join(", ")}`);
  }
}

/** Sends numbers to the provider, past the shop, and brings back what may be posted. Throws `Refused`; anything else is the script's own fault. */
export function exchange({ accountId, publishableKey }: Keys, data: SecureData): Promise<Token> {
  const script = acceptScript();
  if (!script) return Promise.reject(new Error("the provider's script is not there"));
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Refused([])), LONGEST_WAIT);
    const authData = { clientKey: publishableKey, apiLoginID: accountId };
    script.dispatchData({ authData, ...data }, ({ messages, opaqueData }) => {
      clearTimeout(timer);
      if (messages.resultCode === "Ok" && opaqueData) done(opaqueData);
      else fail(new Refused((messages.message ?? []).map(({ code }) => code)));
    });
  });
}

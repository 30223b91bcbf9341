/** The part of the provider's script API that the shop uses. */
type Answer = {
  messages: { resultCode: string; message?: Array<{ code: string; text: string }> };
  opaqueData?: Token;
};
type Accept = { dispatchData(data: object, handler: (answer: Answer) => void): void };

/** The provider's token for card or account numbers: valid for one payment. */
export type Token = { dataDescriptor: string; dataValue: string };

/** The shop's public credentials at the provider. */
export type Keys = { accountId: string; publishableKey: string };

export type SecureData =
  | { cardData: { cardNumber: string; month: string; year: string; cardCode?: string } }
  | {
      bankData: { routingNumber: string; accountNumber: string; nameOnAccount: string; accountType: string };
    };

const MAX_WAIT = 30_000;

export const acceptScript = (): Accept | undefined => (window as { Accept?: Accept }).Accept;

/** The provider rejected the data. Its codes give the reasons. */
export class Refused extends Error {
  override name = "Refused";

  constructor(readonly codes: Array<string>) {
    super(`refused: ${codes.join(", ")}`);
  }
}

/**
 * Sends numbers directly to the provider and returns the token. Throws `Refused` if the provider rejects them; any
 * other error is a failure of the script.
 */
export function exchange({ accountId, publishableKey }: Keys, data: SecureData): Promise<Token> {
  const script = acceptScript();
  if (!script) return Promise.reject(new Error("the provider's script is not there"));
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Refused([])), MAX_WAIT);
    const authData = { clientKey: publishableKey, apiLoginID: accountId };
    script.dispatchData({ authData, ...data }, ({ messages, opaqueData }) => {
      clearTimeout(timer);
      if (messages.resultCode === "Ok" && opaqueData) done(opaqueData);
      else fail(new Refused((messages.message ?? []).map(({ code }) => code)));
    });
  });
}

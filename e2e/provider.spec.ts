import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";

/**
 * Runs the provider's SDK against the simulator, so that the simulator implements the provider's API and not only the
 * part that the shop uses. Then loads the provider's script in a page with the shop's policy.
 */
const pay = process.env.E2E_PAY;

const LOGIN = "matjar-sim";
const TRANSACTION_KEY = "matjar-sim-transaction-key";
const CLIENT_KEY = "matjar-sim-client-key";

// The SDK has no types.
const { APIContracts: kit, APIControllers: controllers } = createRequire(import.meta.url)("authorizenet");
type Made = ReturnType<typeof make>;

/** An SDK object whose fields are set with the SDK's setters. */
function make(type: string, fields: Record<string, unknown> = {}) {
  const made = new kit[type]();
  for (const [name, value] of Object.entries(fields)) made[`set${name}`](value);
  return made;
}

/** Sends a request and parses the response with the SDK. */
function ask(name: string, fields: Record<string, unknown> = {}): Promise<Made> {
  const login = make("MerchantAuthenticationType", { Name: LOGIN, TransactionKey: TRANSACTION_KEY });
  const request = make(`${name}Request`, { MerchantAuthentication: login, ...fields });
  const controller = new controllers[`${name}Controller`](request.getJSON());
  controller.setEnvironment(`${pay}/xml/v1/request.api`);
  return new Promise((read) => {
    controller.execute(() => read(new kit[`${name}Response`](controller.getResponse())));
  });
}

async function transact(type: string, fields: Record<string, unknown>): Promise<Made> {
  const request = make("TransactionRequestType", {
    TransactionType: kit.TransactionTypeEnum[type],
    ...fields,
  });
  const answer = await ask("CreateTransaction", { RefId: "kit", TransactionRequest: request });
  expect(answer.getRefId()).toBe("kit");
  return answer;
}

const invoice = () => `K${randomBytes(6).toString("hex")}`;
const order = (number: string) => make("OrderType", { InvoiceNumber: number, Description: "A test" });
const card = (number: string) => ({
  Payment: make("PaymentType", {
    CreditCard: make("CreditCardType", { CardNumber: number, ExpirationDate: "1238", CardCode: "900" }),
  }),
});
const address = (zip: string) =>
  make("CustomerAddressType", {
    FirstName: "Amal",
    LastName: "Haddad",
    Address: "1 Main Street",
    City: "Springfield",
    Zip: zip,
    Country: "US",
  });

const charge = (number: string, more: Record<string, unknown> = {}) =>
  transact("AUTHCAPTURETRANSACTION", {
    Amount: "12.34",
    ...card("4111111111111111"),
    Order: order(number),
    BillTo: address("10001"),
    ...more,
  });

async function charged(number = invoice()): Promise<string> {
  const answer = await charge(number);
  expect(answer.getMessages().getResultCode()).toBe(kit.MessageTypeEnum.OK);
  return answer.getTransactionResponse().getTransId();
}

async function details(id: string): Promise<Made> {
  const answer = await ask("GetTransactionDetails", { TransId: id });
  expect(answer.getMessages().getResultCode()).toBe(kit.MessageTypeEnum.OK);
  return answer.getTransaction();
}

test.describe("the provider's SDK", () => {
  test.skip(!pay, "E2E_PAY says where the simulator is");

  test("charges a card", async () => {
    const number = invoice();
    const answer = await charge(number);
    expect(answer.getMessages().getResultCode()).toBe(kit.MessageTypeEnum.OK);
    expect(answer.getMessages().getMessage()[0].getCode()).toBe("I00001");
    const response = answer.getTransactionResponse();
    expect(response.getResponseCode()).toBe("1");
    expect(response.getTransId()).toMatch(/^\d+$/);
    expect(response.getAuthCode()).toMatch(/^[A-Z0-9]{6}$/);
    expect(response.getAccountNumber()).toBe("XXXX1111");
    expect(response.getAccountType()).toBe("Visa");
    expect(response.getAvsResultCode()).toBe("Y");
    expect(response.getCvvResultCode()).toBe("M");
    expect(response.getMessages().getMessage()[0].getCode()).toBe("1");

    const again = await charge(number);
    expect(again.getMessages().getResultCode()).toBe(kit.MessageTypeEnum.ERROR);
    expect(again.getTransactionResponse().getErrors().getError()[0].getErrorCode()).toBe("11");
  });

  test("charges a bank account", async () => {
    const bank = make("BankAccountType", {
      AccountType: kit.BankAccountTypeEnum.CHECKING,
      RoutingNumber: "121042882",
      AccountNumber: "123456789",
      NameOnAccount: "Amal Haddad",
    });
    const answer = await charge(invoice(), { Payment: make("PaymentType", { BankAccount: bank }) });
    const response = answer.getTransactionResponse();
    expect(response.getResponseCode()).toBe("1");
    expect(response.getAccountType()).toBe("eCheck");
    expect(response.getAccountNumber()).toBe("XXXX6789");
    const known = await details(response.getTransId());
    expect(known.getTransactionStatus()).toBe(kit.TransactionStatusEnum.CAPTUREDPENDINGSETTLEMENT);
    expect(known.getPayment().getBankAccount().getAccountNumber()).toBe("XXXX6789");
  });

  test("authorizes, then captures", async () => {
    const held = await transact("AUTHONLYTRANSACTION", {
      Amount: "20.00",
      ...card("5424000000000015"),
      Order: order(invoice()),
    });
    const id = held.getTransactionResponse().getTransId();
    expect((await details(id)).getTransactionStatus()).toBe(
      kit.TransactionStatusEnum.AUTHORIZEDPENDINGCAPTURE,
    );
    const taken = await transact("PRIORAUTHCAPTURETRANSACTION", { Amount: "15.00", RefTransId: id });
    expect(taken.getTransactionResponse().getResponseCode()).toBe("1");
    expect(taken.getTransactionResponse().getRefTransID()).toBe(id);
    const known = await details(id);
    expect(known.getTransactionStatus()).toBe(kit.TransactionStatusEnum.CAPTUREDPENDINGSETTLEMENT);
    expect(known.getSettleAmount()).toBe(15);
  });

  test("voids an unsettled payment", async () => {
    const id = await charged();
    const undone = await transact("VOIDTRANSACTION", { RefTransId: id });
    expect(undone.getTransactionResponse().getResponseCode()).toBe("1");
    expect((await details(id)).getTransactionStatus()).toBe(kit.TransactionStatusEnum.VOIDED);
  });

  test("refunds a settled payment, and no more than its amount", async ({ request }) => {
    const id = await charged();
    const masked = make("CreditCardType", { CardNumber: "1111", ExpirationDate: "XXXX" });
    const refund = (amount: string) =>
      transact("REFUNDTRANSACTION", {
        Amount: amount,
        Payment: make("PaymentType", { CreditCard: masked }),
        RefTransId: id,
        Order: order(invoice()),
      });
    const reason = (answer: Made) => answer.getTransactionResponse().getErrors().getError()[0].getErrorCode();
    expect(reason(await refund("12.34"))).toBe("54");
    await request.post(`${pay}/sim/settle`, { data: { trans_id: id } });
    expect((await details(id)).getTransactionStatus()).toBe(kit.TransactionStatusEnum.SETTLEDSUCCESSFULLY);
    const back = (await refund("10.00")).getTransactionResponse();
    expect(back.getResponseCode()).toBe("1");
    expect(back.getRefTransID()).toBe(id);
    const known = await details(back.getTransId());
    expect(known.getTransactionStatus()).toBe(kit.TransactionStatusEnum.REFUNDPENDINGSETTLEMENT);
    expect(known.getRefTransId()).toBe(id);
    expect(reason(await refund("5.00"))).toBe("55");
  });

  test("saves a customer's card and charges it", async () => {
    const method = make("CustomerPaymentProfileType", {
      CustomerType: kit.CustomerTypeEnum.INDIVIDUAL,
      BillTo: address("10001"),
      ...card("370000000000002"),
    });
    const profile = make("CustomerProfileType", { MerchantCustomerId: invoice(), PaymentProfiles: [method] });
    const made = await ask("CreateCustomerProfile", {
      Profile: profile,
      ValidationMode: kit.ValidationModeEnum.TESTMODE,
    });
    expect(made.getMessages().getResultCode()).toBe(kit.MessageTypeEnum.OK);
    const customerId = made.getCustomerProfileId();
    const methodId = made.getCustomerPaymentProfileIdList().getNumericString()[0];
    const paid = await transact("AUTHCAPTURETRANSACTION", {
      Amount: "9.99",
      Profile: make("CustomerProfilePaymentType", {
        CustomerProfileId: customerId,
        PaymentProfile: make("PaymentProfile", { PaymentProfileId: methodId }),
      }),
      Order: order(invoice()),
    });
    const response = paid.getTransactionResponse();
    expect(response.getResponseCode()).toBe("1");
    expect(response.getAccountType()).toBe("AmericanExpress");
    const ids = { CustomerProfileId: customerId, CustomerPaymentProfileId: methodId };
    const saved = await ask("GetCustomerPaymentProfile", ids);
    expect(saved.getPaymentProfile().getPayment().getCreditCard().getCardNumber()).toBe("XXXX0002");
    const gone = await ask("DeleteCustomerPaymentProfile", ids);
    expect(gone.getMessages().getResultCode()).toBe(kit.MessageTypeEnum.OK);
    const missing = await ask("DeleteCustomerPaymentProfile", ids);
    expect(missing.getMessages().getMessage()[0].getCode()).toBe("E00040");
  });

  test("reads a payment's details", async () => {
    const number = invoice();
    const known = await details(await charged(number));
    expect(known.getOrder().getInvoiceNumber()).toBe(number);
    expect(known.getTransactionType()).toBe("authCaptureTransaction");
    expect(known.getAuthAmount()).toBe(12.34);
    expect(known.getPayment().getCreditCard().getCardNumber()).toBe("XXXX1111");
    expect(known.getPayment().getCreditCard().getCardType()).toBe("Visa");
    expect(known.getBillTo().getZip()).toBe("10001");
    expect(Date.parse(known.getSubmitTimeUTC())).toBeGreaterThan(Date.now() - 600_000);
  });

  test("lists unsettled payments, newest first, in pages", async () => {
    const number = invoice();
    await charged(number);
    const answer = await ask("GetUnsettledTransactionList", {
      Sorting: make("TransactionListSorting", {
        OrderBy: kit.TransactionListOrderFieldEnum.SUBMITTIMEUTC,
        OrderDescending: true,
      }),
      Paging: make("Paging", { Limit: 100, Offset: 1 }),
    });
    expect(answer.getMessages().getResultCode()).toBe(kit.MessageTypeEnum.OK);
    const lines: Array<Made> = answer.getTransactions().getTransaction();
    expect(lines.length).toBeLessThanOrEqual(100);
    expect(lines.map((line) => line.getInvoiceNumber())).toContain(number);
    const times = lines.map((line) => Date.parse(line.getSubmitTimeUTC()));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  test("gets a decline, and an error for a wrong key", async () => {
    const declined = await charge(invoice(), { BillTo: address("46282") });
    const response = declined.getTransactionResponse();
    expect(response.getResponseCode()).toBe("2");
    expect(response.getErrors().getError()[0].getErrorCode()).toBe("2");
    expect((await details(response.getTransId())).getTransactionStatus()).toBe(
      kit.TransactionStatusEnum.DECLINED,
    );
    const wrongKey = make("MerchantAuthenticationType", { Name: LOGIN, TransactionKey: "another" });
    const refused = await ask("GetTransactionDetails", { MerchantAuthentication: wrongKey, TransId: "1" });
    expect(refused.getMessages().getMessage()[0].getCode()).toBe("E00007");
  });
});

test.describe("the provider's script", () => {
  test.skip(!pay, "E2E_PAY says where the simulator is");

  type Answer = {
    opaqueData?: { dataDescriptor: string; dataValue: string };
    messages: { resultCode: string; message: Array<{ code: string; text: string }> };
  };

  test("turns numbers into tokens under a strict policy, and returns their errors", async ({ page }) => {
    const complaints: Array<string> = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    const policy = [
      "default-src 'none'",
      "img-src 'self'",
      `script-src ${pay}`,
      `connect-src ${pay}`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join("; ");
    // A real server, because a page without an origin may not send requests to localhost.
    const server = createServer((_, answer) => {
      answer.setHeader("Content-Type", "text/html");
      answer.setHeader("Content-Security-Policy", policy);
      answer.end(`<!doctype html><title>Pay</title><script src="${pay}/v1/Accept.js"></script>`);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://localhost:${port}/`);
    expect(complaints).toEqual([]);

    const dispatch = (secureData: unknown, byName = false): Promise<Answer> =>
      page.evaluate(
        ([data, named]) =>
          new Promise<Answer>((read) => {
            Object.assign(window, { response: read });
            const { Accept } = window as unknown as {
              Accept: { dispatchData(data: unknown, handler: unknown): void };
            };
            Accept.dispatchData(data, named ? "response" : read);
          }),
        [secureData, byName] as const,
      );
    const authData = { apiLoginID: LOGIN, clientKey: CLIENT_KEY };
    const cardData = { cardNumber: "4111111111111111", month: "12", year: "2038", cardCode: "123" };
    const bankData = {
      accountNumber: "123456789",
      routingNumber: "121042882",
      nameOnAccount: "Amal Haddad",
      accountType: "checking",
    };
    const codes = ({ messages }: Answer) => messages.message.map(({ code }) => code);

    const first = await dispatch({ authData, cardData });
    expect(first.messages.resultCode).toBe("Ok");
    expect(first.opaqueData?.dataDescriptor).toBe("COMMON.ACCEPT.INAPP.PAYMENT");
    expect((await dispatch({ authData, bankData }, true)).messages.resultCode).toBe("Ok");

    expect(codes(await dispatch({ authData, cardData: { ...cardData, cardNumber: "4111" } }))).toEqual([
      "E_WC_05",
    ]);
    expect(
      codes(await dispatch({ authData, cardData: { ...cardData, month: "13", cardCode: "1" } })),
    ).toEqual(["E_WC_06", "E_WC_15"]);
    expect(codes(await dispatch({ authData, cardData: { ...cardData, year: "x" } }))).toEqual(["E_WC_07"]);
    expect(codes(await dispatch({ authData, cardData: { ...cardData, year: "20" } }))).toEqual(["E_WC_08"]);
    expect(codes(await dispatch({ authData, bankData: { ...bankData, routingNumber: "1" } }))).toEqual([
      "E_WC_25",
    ]);
    expect(codes(await dispatch({ authData: { ...authData, clientKey: "another" }, cardData }))).toEqual([
      "E_WC_21",
    ]);
    expect(complaints).toEqual([]);
    server.close();

    const paid = await charge(invoice(), {
      Payment: make("PaymentType", {
        OpaqueData: make("OpaqueDataType", {
          DataDescriptor: first.opaqueData?.dataDescriptor,
          DataValue: first.opaqueData?.dataValue,
        }),
      }),
    });
    expect(paid.getTransactionResponse().getResponseCode()).toBe("1");
    expect(paid.getTransactionResponse().getAccountNumber()).toBe("XXXX1111");
  });
});

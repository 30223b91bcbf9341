/**
 * Replacement for the provider's Accept.js: sends card or account numbers from the page directly to the provider and
 * returns a token for them. It does not access the DOM and does not evaluate text as code.
 */
(() => {
  "use strict";

  const origin = new URL(document.currentScript.src).origin;

  const TEXTS = {
    E_WC_03: "Accept.js is not loaded correctly.",
    E_WC_04: "Please provide mandatory field to library.",
    E_WC_05: "Please provide valid credit card number.",
    E_WC_06: "Please provide valid expiration month.",
    E_WC_07: "Please provide valid expiration year.",
    E_WC_08: "Expiration date must be in the future.",
    E_WC_10: "Please provide valid apiloginid.",
    E_WC_14: "Accept.js encryption failed.",
    E_WC_15: "Please provide valid CVV.",
    E_WC_16: "Please provide valid Zip code.",
    E_WC_17: "Please provide valid card holder name.",
    E_WC_18: "Client Key is required.",
    E_WC_19: "Invalid Authentication",
    E_WC_21: "User authentication failed due to invalid authentication values.",
    E_WC_23: "Please provide either card information or bank information.",
    E_WC_24: "Please provide valid account number.",
    E_WC_25: "Please provide valid routing number.",
    E_WC_26: "Please provide valid account holder name.",
    E_WC_27: "Please provide valid account type.",
  };

  const refusal = (codes) => ({
    messages: {
      resultCode: "Error",
      message: codes.map((code) => ({ code, text: TEXTS[code] ?? "" })),
    },
  });

  const text = (value) => (value === undefined || value === null ? "" : String(value).trim());

  const isDigits = (value, min, max) =>
    value.length >= min && value.length <= max && /^[0-9]+$/.test(value);

  function hasCheckDigit(number) {
    const digits = Array.from(number, Number).reverse();
    const sum = digits.reduce((total, digit, index) => {
      const part = index % 2 ? digit * 2 : digit;
      return total + (part > 9 ? part - 9 : part);
    }, 0);
    return sum % 10 === 0;
  }

  /** The card in the provider's format, and the codes of its errors. */
  function readCard(card) {
    const number = text(card.cardNumber).replace(/[ -]/g, "");
    const month = text(card.month).padStart(2, "0");
    const shortYear = text(card.year);
    const year = shortYear.length === 2 ? `20${shortYear}` : shortYear;
    const code = text(card.cardCode);
    const zip = text(card.zip);
    const name = text(card.fullName);
    const errors = [];
    if (!isDigits(number, 13, 19) || !hasCheckDigit(number)) errors.push("E_WC_05");
    const isMonthValid = isDigits(month, 2, 2) && Number(month) >= 1 && Number(month) <= 12;
    if (!isMonthValid) errors.push("E_WC_06");
    const isYearValid = isDigits(year, 4, 4);
    if (!isYearValid) errors.push("E_WC_07");
    if (isMonthValid && isYearValid) {
      const now = new Date();
      const months = Number(year) * 12 + Number(month);
      if (months < now.getFullYear() * 12 + now.getMonth() + 1) errors.push("E_WC_08");
    }
    if (code !== "" && !isDigits(code, 3, 4)) errors.push("E_WC_15");
    if (zip.length > 20) errors.push("E_WC_16");
    if (name.length > 64) errors.push("E_WC_17");
    const token = { cardNumber: number, expirationDate: month + year };
    if (code !== "") token.cardCode = code;
    if (zip !== "") token.zip = zip;
    if (name !== "") token.fullName = name;
    return { token, errors };
  }

  function readBank(bank) {
    const account = text(bank.accountNumber);
    const routing = text(bank.routingNumber);
    const holder = text(bank.nameOnAccount);
    const type = text(bank.accountType) || "checking";
    const errors = [];
    if (!isDigits(account, 4, 17)) errors.push("E_WC_24");
    const weighted = Array.from(routing, (digit, index) => Number(digit) * [3, 7, 1][index % 3]);
    const sum = weighted.reduce((total, part) => total + part, 0);
    if (!isDigits(routing, 9, 9) || sum === 0 || sum % 10 !== 0) errors.push("E_WC_25");
    if (holder === "" || holder.length > 22) errors.push("E_WC_26");
    if (!["checking", "savings", "businessChecking"].includes(type)) errors.push("E_WC_27");
    const token = {
      accountNumber: account,
      routingNumber: routing,
      nameOnAccount: holder,
      accountType: type,
    };
    return { token, errors };
  }

  async function requestToken(secureData) {
    const auth = secureData?.authData ?? {};
    const name = text(auth.apiLoginID);
    const clientKey = text(auth.clientKey);
    if (name === "") return refusal(["E_WC_10"]);
    if (clientKey === "") return refusal(["E_WC_18"]);
    const { cardData, bankData } = secureData;
    if (Boolean(cardData) === Boolean(bankData)) return refusal(["E_WC_23"]);
    const { token, errors } = cardData ? readCard(cardData) : readBank(bankData);
    if (errors.length > 0) return refusal(errors);
    const body = {
      securePaymentContainerRequest: {
        merchantAuthentication: { name, clientKey },
        data: { type: "TOKEN", id: crypto.getRandomValues(new Uint32Array(4)).join("-"), token },
      },
    };
    let answer;
    try {
      const response = await fetch(`${origin}/xml/v1/request.api`, {
        method: "POST",
        mode: "cors",
        credentials: "omit",
        headers: { "Content-Type": "application/json; charset=utf-8" },
        body: JSON.stringify(body),
      });
      // The response starts with a byte order mark, which text() removes.
      answer = JSON.parse(await response.text());
    } catch {
      return refusal(["E_WC_14"]);
    }
    if (answer?.messages?.resultCode !== "Ok") {
      const code = answer?.messages?.message?.[0]?.code;
      return refusal([code === "E00007" ? "E_WC_21" : "E_WC_14"]);
    }
    return { opaqueData: answer.opaqueData, messages: answer.messages };
  }

  /** The handler is a function, or the name of a global function. */
  function dispatchData(secureData, handler) {
    const done = typeof handler === "function" ? handler : window[handler];
    if (typeof done !== "function") throw new Error("Accept.dispatchData needs a response handler");
    requestToken(secureData).then(
      (answer) => done(answer),
      () => done(refusal(["E_WC_14"])),
    );
  }

  window.Accept = Object.freeze({ dispatchData });
})();

import { expect, test } from "vitest";
import { vectors } from "../testing/vectors";
import {
  type Brand,
  brandOf,
  type CscTerms,
  checkCsc,
  checkEcheck,
  checkExpiry,
  checkNumber,
  type EcheckField,
  maxLengthOf,
} from "./rules";

type VectorError = { name: string; error: string | null };

test.each(vectors<VectorError & { input: string; brand: string | null }>("payments/number.json"))(
  "number: $name",
  ({ input, brand, error }) => {
    expect(checkNumber(input)).toBe(error);
    expect(brandOf(input)).toBe(brand);
  },
);

test.each(vectors<VectorError & { input: string; today: string }>("payments/expiry.json"))(
  "expiry: $name",
  ({ input, today, error }) => {
    expect(checkExpiry(input, new Date(`${today}T23:59:59`))).toBe(error);
  },
);

test.each(vectors<VectorError & CscTerms & { value: string }>("payments/csc.json"))(
  "csc: $name",
  ({ value, error, ...terms }) => {
    expect(checkCsc(value, terms)).toBe(error);
  },
);

test.each(vectors<VectorError & { field: EcheckField; value: string }>("payments/echeck.json"))(
  "eCheck: $name",
  ({ field, value, error }) => {
    expect(checkEcheck(field, value)).toBe(error);
  },
);

/** The card types of the requirements, in order; the vectors above cover every prefix and length. */
const types: Array<{ ids: string; brand: Brand; right: Array<string>; wrong: Array<string> }> = [
  {
    ids: "[PAY-28]",
    brand: "maestro",
    right: ["501800000009", "6759649826438453", "6220180000000000000", "5020000000000005"],
    wrong: ["501800000000"],
  },
  {
    ids: "[PAY-29]",
    brand: "forbrugsforeningen",
    right: ["6007220000000004"],
    wrong: ["6007220000000005", "60072200000000001"],
  },
  { ids: "[PAY-29]", brand: "dankort", right: ["5019717010103742"], wrong: ["501971701010374"] },
  {
    ids: "[PAY-30]",
    brand: "visa",
    right: ["4111111111111111", "4222222222222"],
    wrong: ["42222222222225", "411111111111116"],
  },
  {
    ids: "[PAY-31]",
    brand: "mastercard",
    right: ["5424000000000015", "5105105105105100", "2223000048400011"],
    wrong: ["5105105105105101"],
  },
  {
    ids: "[PAY-32]",
    brand: "amex",
    right: ["370000000000002", "340000000000009"],
    wrong: ["3700000000000002"],
  },
  {
    ids: "[PAY-33]",
    brand: "dinersclub",
    right: ["38000000000006", "30569309025904"],
    wrong: ["380000000000006"],
  },
  { ids: "[PAY-33]", brand: "jcb", right: ["3530111333300000"], wrong: ["3530111333300001"] },
  {
    ids: "[PAY-34] [PAY-36]",
    brand: "discover",
    right: ["6011000000000012", "6221000000000000", "6500000000000002"],
    wrong: ["6011000000000011"],
  },
  {
    ids: "[PAY-35] [PAY-36]",
    brand: "unionpay",
    // No check digit, and up to nineteen digits.
    right: ["6230000000000000", "6230000000000001", "8800000000000000000"],
    wrong: ["623000000000000"],
  },
];
test.each(types)("type $brand: which numbers are its own $ids", ({ brand, right, wrong }) => {
  for (const number of [...right, ...wrong]) expect(brandOf(number), number).toBe(brand);
  for (const number of right) expect(checkNumber(number), number).toBeNull();
  for (const number of wrong) expect(checkNumber(number), number).toBe("card.number.invalid");
});

test("a number is missing, too short or long, has other characters, or is invalid, in this order [PAY-22] [PAY-23] [PAY-24] [PAY-25] [PAY-26] [PAY-27]", () => {
  for (const missing of ["", "  - "]) expect(checkNumber(missing)).toBe("card.number.missing");
  for (const length of ["41111111111", "41111111111111111111"])
    expect(checkNumber(length)).toBe("card.number.length");
  expect(checkNumber("4111x11111111111")).toBe("card.number.digits");
  for (const invalid of ["9111111111111111", "411111111111116", "4111111111111112"])
    expect(checkNumber(invalid)).toBe("card.number.invalid");
  expect(checkNumber("4111-1111 1111-1111")).toBeNull();
});

test("a code has three or four digits, and is required [PAY-17] [PAY-18] [PAY-19]", () => {
  const terms: CscTerms = { required: true, requiredForTokens: false, savedChosen: false };
  expect(checkCsc("", terms)).toBe("card.csc.missing");
  expect(checkCsc("12a", terms)).toBe("card.csc.digits");
  for (const code of ["12", "12345"]) expect(checkCsc(code, terms)).toBe("card.csc.length");
  for (const code of ["739", "8317"]) expect(checkCsc(code, terms)).toBeNull();
});

test("a card is valid until the end of its month; 70 and later is the last century [PAY-37] [PAY-38] [PAY-39]", () => {
  const today = new Date("2027-03-31T20:00:00");
  for (const date of ["", "13 / 38", "00 / 38", "02 / 27", "12 / 26", "12 / 70", "1"])
    expect(checkExpiry(date, today), date).toBe("card.expiry.invalid");
  for (const date of ["03 / 27", "04 / 27", "12 / 69", "12 / 2038"])
    expect(checkExpiry(date, today), date).toBeNull();
});

test("a routing number has nine digits, an account's five to seventeen [PAY-47] [PAY-48] [PAY-49]", () => {
  for (const [field, value, error] of [
    ["routing", "", "missing"],
    ["routing", "12104288x", "digits"],
    ["routing", "12104288", "length"],
    ["routing", "1210428821", "length"],
    ["account", "", "missing"],
    ["account", "12345x", "digits"],
    ["account", "1234", "length"],
    ["account", "123456789012345678", "length"],
  ] as const)
    expect(checkEcheck(field, value), `${field} «${value}»`).toBe(`echeck.${field}.${error}`);
  for (const account of ["12345", "12345678901234567"]) expect(checkEcheck("account", account)).toBeNull();
  expect(checkEcheck("routing", "123456789")).toBeNull();
});

test("a number of an unknown type may have sixteen digits", () => {
  expect(maxLengthOf("9")).toBe(16);
  expect(maxLengthOf("37")).toBe(15);
  expect(maxLengthOf("67")).toBe(19);
});

import { expect, test } from "vitest";
import { settingField } from "../testing/settings-samples";
import { refusal } from "./check";

const EMPTY = "هذا الحقل مطلوب.";
const field = (control: string) => ({
  ...settingField,
  control,
  isRequired: false,
  maxChars: null,
  badText: "x",
});

test("a required text is missing, and a long one is refused in the words of the server", () => {
  expect(refusal(settingField, "  ")).toBe(EMPTY);
  expect(refusal(settingField, "أ".repeat(80))).toBeNull();
  expect(refusal(settingField, "أ".repeat(81))).toBe(settingField.longText);
});

test("numbers and amounts are read in any digits [D21]", () => {
  const days = { ...field("number"), min: 1, max: 60 };
  for (const right of ["1", "٦٠"]) expect(refusal(days, right)).toBeNull();
  for (const wrong of ["0", "61", "x", "1.5"]) expect(refusal(days, wrong)).toBe("x");
  for (const right of ["14.40", "١٤٫٤٠", "1,200", ""]) expect(refusal(field("money"), right)).toBeNull();
  for (const wrong of ["14,40", "-1", ".", "1.234"]) expect(refusal(field("money"), wrong)).toBe("x");
});

test("addresses are those of the shop", () => {
  expect(refusal(field("path"), "/ar/contact/")).toBeNull();
  for (const wrong of ["https://x.example/", "/ar/a b/"]) expect(refusal(field("path"), wrong)).toBe("x");
  expect(refusal(field("email"), "a@b")).toBe("x");
  expect(refusal(field("time"), "14:00")).toBeNull();
});

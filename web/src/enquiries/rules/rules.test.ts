import { expect, test } from "vitest";
import { vectors } from "../../testing/vectors";
import { formatSize } from "./files";
import { errorText } from "./messages";
import { type Facts, validate } from "./validate";
import type { RuleForm, StoredValues, Values } from "./values";
import { visibleElements } from "./visibility";

type Form = RuleForm & { name: string; values: Values };
type VisibilityCase = Form & { visible: Array<string> };
type ValidateCase = Form &
  Facts & { errors: { [id: string]: Array<[string, string]> }; stored: StoredValues };

const visibility = vectors<VisibilityCase>("enquiries/visibility.json");
const validation = vectors<ValidateCase>("enquiries/validate.json");

test.each(visibility)("conditions: $name [FORM-30] [FORM-31] [FORM-32]", ({ visible, ...form }) => {
  expect([...visibleElements(form, form.values)].sort()).toEqual(visible);
});

test.each(validation)("values: $name [FORM-35] [FORM-36]", ({ errors, stored, today, captcha, ...form }) => {
  const result = validate(form, form.values, { today, captcha });
  const found = Object.entries(result.errors).map(([id, list]) => [
    id,
    list.map(({ code, arg }) => [code, arg]),
  ]);
  expect(Object.fromEntries(found)).toEqual(errors);
  if (found.length === 0) expect(result.values).toEqual(stored);
});

test("there are enough cases", () => {
  expect(visibility.length).toBeGreaterThanOrEqual(60);
  expect(validation.length).toBeGreaterThanOrEqual(120);
});

test.each(vectors<{ bytes: number; text: string }>("enquiries/sizes.json"))(
  "a file of $bytes bytes is $text [FORM-23]",
  ({ bytes, text }) => expect(formatSize(bytes)).toBe(text),
);

test("every error has a text, the owner's own before the standard one [FORM-20] [FORM-21] [FORM-22]", () => {
  for (const { elements, errors } of validation) {
    for (const [id, list] of Object.entries(errors)) {
      const element = elements.find((one) => one.id === id);
      if (!element) throw new Error(`no element ${id}`);
      for (const [code, arg] of list) {
        const error = { code, arg } as Parameters<typeof errorText>[1];
        expect(errorText(element, error)).toMatch(/\.$/);
        const own = errorText({ ...element, requiredMessage: "اكتب.", invalidMessage: "صحّح." }, error);
        if (code === "required") expect(own).toBe("اكتب.");
        if (code === "email") expect(own).toBe("صحّح.");
        if (code === "file-type") expect(own).toBe(`${arg} - نوع الملف غير مسموح به.`);
        if (code === "file-size") expect(own).toBe(`${arg} - حجم الملف أكبر من الحد المسموح به.`);
        if (code === "file-too-many") expect(own).toBe("عدد الملفات أكثر من المسموح به.");
      }
    }
  }
});
